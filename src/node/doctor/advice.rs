//! What was found, in words, and what can be done about it.

use std::path::Path;

use super::found::{Found, FoundAddress, PeerCheck};
use crate::table::front::{Finding, Verdict};

impl Found {
    /// For people to read.
    pub(crate) fn finding(&self) -> Finding {
        match self {
            Self::Interface(interface) => interface_finding(interface),
            Self::Mdns(Ok(took)) => {
                good(format!("mDNS works: this laptop found itself after {} ms", took.as_millis()))
            }
            Self::Mdns(Err(why)) => {
                let advice = format!(
                    "{}; or join by address or join code, which needs no multicast",
                    firewall_advice(None).join("; ")
                );
                bad(format!("tables are not found by themselves: {why}"), Some(advice))
            }
            Self::Peer(peer) => peer_finding(peer),
        }
    }
}

/// What to say if there is no address that others could reach.
pub(crate) fn no_network() -> Finding {
    let advice = "connect to the same Wi-Fi or cable as the others".to_owned();
    bad("this laptop has no address that others could reach".to_owned(), Some(advice))
}

fn interface_finding(interface: &FoundAddress) -> Finding {
    let what = format!("{} {}", interface.name, interface.address);
    if let Some(advice) = vpn_advice(interface) {
        return Finding { what, verdict: Verdict::Note, advice: Some(advice) };
    }
    match &interface.multicast {
        None => good(what),
        Some(Ok(())) => good(format!("{what}: multicast comes back")),
        Some(Err(why)) => {
            let verdict = if interface.address.is_loopback() { Verdict::Note } else { Verdict::Bad };
            Finding { what: format!("{what}: multicast does not come back: {why}"), verdict, advice: None }
        }
    }
}

fn peer_finding(peer: &PeerCheck) -> Finding {
    match (&peer.there, &peer.back) {
        (Ok((_, took)), Ok(())) => {
            good(format!("the peer is reached in {} ms, and reaches this laptop", took.as_millis()))
        }
        (Ok(_), Err(why)) => {
            let what = format!("the peer is reached, but cannot call this laptop: {why}");
            let advice = Some(firewall_advice(None).join("; "));
            Finding { what, verdict: Verdict::Note, advice }
        }
        (Err(why), _) => {
            let advice = "check the address, that whistlestop runs there, and the firewalls; guest networks \
                          often keep laptops apart";
            bad(format!("the peer was not reached: {why}"), Some(advice.to_owned()))
        }
    }
}

fn good(what: String) -> Finding {
    Finding { what, verdict: Verdict::Good, advice: None }
}

fn bad(what: String, advice: Option<String>) -> Finding {
    Finding { what, verdict: Verdict::Bad, advice }
}

/// What to do about an address that others may not be able to reach.
pub fn vpn_advice(interface: &FoundAddress) -> Option<String> {
    (interface.is_tunnel || looks_like_vpn(&interface.name)).then(|| {
        format!(
            "{} looks like a VPN or a virtual network; if others are not found, switch the VPN off while you play",
            interface.name
        )
    })
}

/// The commands that let the game through the firewalls that are on this machine.
pub fn firewall_advice(port: Option<u16>) -> Vec<String> {
    let here = |path: &str| Path::new(path).exists();
    let udp = port.map_or_else(|| "1024:65535".to_owned(), |port| port.to_string());
    let mut hints = Vec::new();
    if cfg!(target_os = "macos") {
        let program =
            std::env::current_exe().map_or_else(|_| "whistlestop".into(), |path| path.display().to_string());
        hints.push(format!(
            "sudo /usr/libexec/ApplicationFirewall/socketfilterfw --add {program} --unblockapp {program}"
        ));
    } else if cfg!(windows) {
        hints.push("netsh advfirewall firewall add rule name=whistlestop dir=in action=allow protocol=UDP profile=private localport=any".to_owned());
    } else if here("/usr/sbin/ufw") {
        hints.push(format!("sudo ufw allow 5353/udp && sudo ufw allow {udp}/udp"));
    } else if here("/usr/bin/firewall-cmd") {
        let ports = udp.replace(':', "-");
        hints.push(format!("sudo firewall-cmd --add-service=mdns --add-port={ports}/udp"));
    } else {
        hints.push(format!("sudo nft insert rule inet filter input udp dport '{{ 5353, {} }}' accept   (if nftables filters here)", udp.replace(':', "-")));
    }
    hints
}

fn looks_like_vpn(name: &str) -> bool {
    [
        "tun",
        "tap",
        "wg",
        "utun",
        "ppp",
        "tailscale",
        "zt",
        "nordlynx",
        "docker",
        "virbr",
        "vboxnet",
        "vmnet",
        "br-",
    ]
    .iter()
    .any(|start| name.starts_with(start))
}
