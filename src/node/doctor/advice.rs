//! What was found, in words, and what can be done about it.

use super::firewall::{Firewall, Kind, State, System};
use super::found::{Found, FoundAddress, PeerCheck};
use super::ports::PortUse;
use crate::discovery::DEFAULT_PORT;
use crate::table::front::{Finding, Verdict};
use crate::tui::text::doctor::{self as text, Wall};

impl Found {
    /// For people to read.
    pub(crate) fn finding(&self) -> Finding {
        match self {
            Self::Interface(interface) => interface_finding(interface),
            Self::Mdns(Ok(took)) => {
                good(format!("mDNS works: this laptop found itself after {} ms", took.as_millis()))
            }
            Self::Mdns(Err(why)) => {
                let advice: Vec<String> = multicast_advice(System::here())
                    .into_iter()
                    .chain([text::BY_ADDRESS.to_owned()])
                    .collect();
                bad(format!("tables are not found by themselves: {why}"), Some(advice.join("; ")))
            }
            Self::Firewall(firewall) => firewall_finding(firewall),
            Self::Port(used) => port_finding(used),
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
        (Ok(_), Ok(())) if peer.heard == Some(false) => Finding {
            what: text::UNSEEN_PEER.to_owned(),
            verdict: Verdict::Note,
            advice: Some(text::BY_ADDRESS.to_owned()),
        },
        (Ok((_, took)), Ok(())) => {
            good(format!("the peer is reached in {} ms, and reaches this laptop", took.as_millis()))
        }
        (Ok(_), Err(why)) => {
            let what = format!("the peer is reached, but cannot call this laptop: {why}");
            Finding { what, verdict: Verdict::Note, advice: None }
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

/// What lets players come to this port through a firewall, if it may keep them out: commands that name the program or the port.
pub fn firewall_advice(firewall: &Firewall, program: &str, port: u16) -> Vec<String> {
    match firewall.state {
        State::Off | State::On { game: Some(true), mdns: Some(true) } => return Vec::new(),
        State::On { .. } | State::Unread(_) => {}
    }
    match firewall.kind {
        Kind::Ufw => vec![text::open_ufw(port)],
        Kind::Firewalld => vec![text::open_firewalld(port)],
        Kind::Nftables => vec![text::open_nftables(port)],
        Kind::Iptables => vec![text::open_iptables(port)],
        Kind::Windows => vec![text::WINDOWS_PRIVATE.to_owned(), text::open_windows(program, port)],
        Kind::Macos => vec![text::open_macos(program, port)],
    }
}

/// What else may keep multicast from this system, whatever its firewalls do.
pub fn multicast_advice(system: System) -> Option<String> {
    (system == System::Macos).then(|| text::MACOS_PRIVACY.to_owned())
}

/// This program, as a firewall that lets programs in knows it.
pub fn own_program() -> String {
    std::env::current_exe().map_or_else(|_| "whistlestop".to_owned(), |path| path.display().to_string())
}

/// A firewall in a line.
pub fn firewall_line(firewall: &Firewall, port: u16) -> String {
    let wall = match &firewall.state {
        State::Off => Wall::Off,
        State::On { game, mdns } => Wall::On(*game, *mdns),
        State::Unread(why) => Wall::Unread(why),
    };
    text::wall(firewall.kind.name(), &wall, port)
}

/// A port in a line.
pub fn port_line(used: &PortUse) -> String {
    text::port(used.port, &used.programs, used.port == DEFAULT_PORT)
}

/// What to do about a port that tables listen at, if another program has it.
pub fn port_advice(used: &PortUse) -> Option<String> {
    let ours = |name: &Option<String>| name.as_deref().is_some_and(|name| name.starts_with("whistlestop"));
    let taken = used.port == DEFAULT_PORT && !used.programs.is_empty() && !used.programs.iter().all(ours);
    taken.then(|| text::port_taken(used.port))
}

fn firewall_finding(firewall: &Firewall) -> Finding {
    let verdict = match firewall.state {
        State::On { game: Some(false), .. } | State::On { mdns: Some(false), .. } => Verdict::Bad,
        State::Off | State::On { game: Some(true), mdns: Some(true) } => Verdict::Good,
        State::On { .. } | State::Unread(_) => Verdict::Note,
    };
    let advice = firewall_advice(firewall, &own_program(), DEFAULT_PORT);
    let advice = (!advice.is_empty()).then(|| advice.join("; "));
    Finding { what: firewall_line(firewall, DEFAULT_PORT), verdict, advice }
}

fn port_finding(used: &PortUse) -> Finding {
    let advice = port_advice(used);
    let verdict = if advice.is_some() { Verdict::Note } else { Verdict::Good };
    Finding { what: port_line(used), verdict, advice }
}

/// Names begin so, in whatever letters: Windows writes "Tailscale", macOS calls what it shares "bridge100".
const VIRTUAL: &[&str] = &[
    "tun",
    "tap",
    "wg",
    "utun",
    "ppp",
    "tailscale",
    "zt",
    "zerotier",
    "nordlynx",
    "nordvpn",
    "wireguard",
    "openvpn",
    "docker",
    "virbr",
    "virtualbox",
    "vbox",
    "vmnet",
    "vmware",
    "vethernet",
    "bridge1",
    "br-",
];

fn looks_like_vpn(name: &str) -> bool {
    let name = name.to_lowercase();
    VIRTUAL.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(kind: Kind, state: State) -> String {
        firewall_advice(&Firewall { kind, state }, "/opt/whistlestop", 18300).join("\n")
    }

    #[test]
    fn advice_names_the_program_or_the_port_and_never_all_ports() {
        let closed = || State::On { game: Some(false), mdns: Some(false) };
        for kind in [Kind::Ufw, Kind::Firewalld, Kind::Nftables, Kind::Iptables, Kind::Windows, Kind::Macos] {
            let said = advice(kind, closed());
            assert!(said.contains("18300") && (said.contains("5353") || said.contains("mdns")), "{said}");
            assert!(!said.contains("any") && !said.contains("65535"), "{said}");
            assert_eq!(advice(kind, State::Unread("why".to_owned())), said);
            assert_eq!(advice(kind, State::Off), "");
            assert_eq!(advice(kind, State::On { game: Some(true), mdns: Some(true) }), "");
        }
        for kind in [Kind::Windows, Kind::Macos] {
            assert!(advice(kind, closed()).contains("/opt/whistlestop"), "programs are let in there");
        }
        assert!(
            advice(Kind::Windows, closed()).contains("protocol=UDP localport=18300,5353 profile=private")
        );
    }

    #[test]
    fn macos_is_told_of_the_privacy_of_its_local_network() {
        let said = multicast_advice(System::Macos).unwrap();
        assert!(said.contains("Privacy & Security, Local Network") && said.contains("error 65"), "{said}");
        assert_eq!([System::Linux, System::Windows].map(multicast_advice), [None, None]);
    }

    #[test]
    fn virtual_networks_are_known_on_every_system() {
        for name in
            ["Tailscale", "VMware Network Adapter VMnet8", "bridge100", "vEthernet (WSL)", "wg0", "utun3"]
        {
            assert!(looks_like_vpn(name), "{name}");
        }
        for name in ["eth0", "Ethernet", "Wi-Fi", "en0", "wlp3s0", "br0"] {
            assert!(!looks_like_vpn(name), "{name}");
        }
    }

    #[test]
    fn a_port_that_another_program_has_is_something_to_do_about() {
        let used = |port, names: &[&str]| PortUse {
            port,
            programs: names.iter().map(|name| Some((*name).to_owned())).collect(),
        };
        assert_eq!(port_advice(&used(DEFAULT_PORT, &[])), None);
        assert_eq!(port_advice(&used(DEFAULT_PORT, &["whistlestop"])), None);
        assert!(port_advice(&used(DEFAULT_PORT, &["dnsmasq"])).unwrap().contains("--listen"));
        assert_eq!(port_advice(&used(5353, &["avahi-daemon"])), None, "mDNS is shared");
        let line = port_line(&PortUse { port: 5353, programs: vec![None, Some("avahi-daemon".to_owned())] });
        assert_eq!(
            line,
            "port 5353/udp, where mDNS is spoken: used by a program of another user, avahi-daemon"
        );
        assert_eq!(port_line(&used(DEFAULT_PORT, &[])), "port 18300/udp, where tables listen: free");
    }
}
