//! `whistlestop doctor`: can this network play, and what to do if not.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::args::HomeArgs;
use super::json::hex;
use super::lines::{self, OutputForm};
use crate::node::doctor::{Found, FoundAddress, PeerCheck, answer, examine, firewall_advice, vpn_advice};
use crate::node::find::target::address_of;

#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// A peer to try, there and back: its address or join code. It must be running: a table, or `doctor --answer`
    #[arg(value_name = "ADDR|CODE")]
    peer: Option<String>,
    /// Answer a doctor on another laptop, until stopped
    #[arg(long, conflicts_with = "peer")]
    answer: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    home: HomeArgs,
}

pub(super) const EXAMPLES: &str = "\
Examples:
  whistlestop doctor                      this laptop alone
  whistlestop doctor --answer             on the other laptop, which tells its address
  whistlestop doctor 192.168.1.7:7777     then here: the way there and back";

const NO_NETWORK: &str = "this laptop has no address that others could reach";
const CONNECT: &str = "connect to the same Wi-Fi or cable as the others";

pub(super) fn doctor(args: &DoctorArgs) -> anyhow::Result<ExitCode> {
    let (_, identity) = args.home.open()?;
    let mut out = lines::out(OutputForm::of(args.json));
    if args.answer {
        let ready = |addresses: &[std::net::SocketAddr]| {
            let list: Vec<String> = addresses.iter().map(ToString::to_string).collect();
            let Some(first) = list.first() else {
                return Err(io::Error::other(format!("{NO_NETWORK}; {CONNECT}, then run this again")));
            };
            let all = list.join(", ");
            writeln!(
                lines::out(OutputForm::Text),
                "answering at {all}; run `whistlestop doctor {first}` on the other laptop"
            )?;
            if addresses.iter().all(|address| address.ip().is_loopback()) {
                writeln!(lines::out(OutputForm::Text), "but {NO_NETWORK}; {CONNECT}")?;
            }
            Ok(())
        };
        let called = |from| writeln!(lines::out(OutputForm::Text), "{from} asked; calling back");
        answer(&identity, &[], ready, called)?;
        return Ok(ExitCode::SUCCESS);
    }
    let peer = args.peer.as_deref().map(address_of).transpose()?;
    if !args.json {
        writeln!(out, "looking at this network, a few seconds ...")?;
    }
    let mut found = Examination::default();
    examine(&identity, peer, |one| found.add(one))?;
    let verdict = DoctorVerdict::of(&found);
    if args.json {
        writeln!(out, "{}", to_json(&found, &verdict))?;
    } else {
        write_text(&mut out, &found, &verdict)?;
    }
    Ok(if verdict.can_play { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What was found.
#[derive(Debug, Default)]
struct Examination {
    interfaces: Vec<FoundAddress>,
    mdns: Option<Result<Duration, String>>,
    peer: Option<PeerCheck>,
}

impl Examination {
    fn add(&mut self, found: Found) {
        match found {
            Found::Interface(interface) => self.interfaces.push(interface),
            Found::Mdns(outcome) => self.mdns = Some(outcome),
            Found::Peer(peer) => self.peer = Some(peer),
        }
    }
}

/// What it all means.
#[derive(Debug)]
struct DoctorVerdict {
    can_play: bool,
    line: String,
    hints: Vec<String>,
}

impl DoctorVerdict {
    fn of(found: &Examination) -> Self {
        let outside = |interface: &&FoundAddress| !interface.address.is_loopback();
        let networks: Vec<_> = found.interfaces.iter().filter(outside).collect();
        let mut hints = Vec::new();
        hints.extend(networks.iter().filter_map(|interface| vpn_advice(interface)));
        if networks.is_empty() {
            hints.push(CONNECT.to_owned());
            let line = format!("no network: {NO_NETWORK}");
            return Self { can_play: false, line, hints };
        }
        if let Some(peer) = &found.peer {
            return Self::of_peer(peer, matches!(found.mdns, Some(Err(_))), hints);
        }
        if let Some(Err(why)) = &found.mdns {
            hints.extend(firewall_advice(None));
            hints.push(
                "or join by address or join code, which needs no multicast: `whistlestop join ADDR`"
                    .to_owned(),
            );
            let line = format!(
                "tables will not be found by themselves ({why}); joining by address or code may still work"
            );
            return Self { can_play: false, line, hints };
        }
        let mut tried = networks.iter().filter_map(|interface| interface.multicast.as_ref()).peekable();
        let line = if tried.peek().is_some() && tried.all(Result::is_err) {
            hints.extend(firewall_advice(None));
            "this laptop finds tables and can join them, but its firewall lets no new packets in: others may not get to a table that it hosts; `whistlestop doctor --answer` on another laptop tries it"
        } else {
            "this laptop can play; to try the way to another, run `whistlestop doctor --answer` there"
        };
        Self { can_play: true, line: line.to_owned(), hints }
    }

    /// `deaf` if not even this laptop hears what it sends to all.
    fn of_peer(peer: &PeerCheck, deaf: bool, mut hints: Vec<String>) -> Self {
        let line = match (&peer.there, &peer.back) {
            (Ok(_), Ok(())) => "these two can play together".to_owned(),
            (Ok(_), Err(_)) => {
                hints.extend(firewall_advice(None));
                "the peer is reached, but cannot call this laptop: its firewall lets no new packets in; games work as long as this side dials".to_owned()
            }
            (Err(why), _) => {
                if deaf {
                    let here =
                        "on this laptop: it does not hear itself either, so look at its own firewall first:";
                    hints.push(here.to_owned());
                    hints.extend(firewall_advice(None));
                }
                hints.push(
                    "on the other laptop: check the address, that whistlestop runs there, and its firewall:"
                        .to_owned(),
                );
                let port = peer.addresses.first().map(std::net::SocketAddr::port);
                hints.extend(firewall_advice(port));
                hints.push("guest networks often keep laptops apart (\"client isolation\"): use another Wi-Fi, a phone's hotspot or a cable".to_owned());
                format!("the peer was not reached: {why}")
            }
        };
        Self { can_play: peer.there.is_ok(), line, hints }
    }
}

fn write_text(out: &mut impl io::Write, found: &Examination, verdict: &DoctorVerdict) -> io::Result<()> {
    writeln!(out, "interfaces")?;
    for interface in &found.interfaces {
        let multicast = match &interface.multicast {
            None => String::new(),
            Some(Ok(())) => "multicast comes back".to_owned(),
            Some(Err(why)) => format!("multicast does not come back: {why}"),
        };
        writeln!(out, "  {:<12} {:<40} {multicast}", interface.name, interface.address.to_string())?;
    }
    match &found.mdns {
        Some(Ok(took)) => writeln!(out, "mDNS           found itself after {} ms", took.as_millis())?,
        Some(Err(why)) => writeln!(out, "mDNS           {why}")?,
        None => {}
    }
    if let Some(peer) = &found.peer {
        match &peer.there {
            Ok((key, took)) => writeln!(out, "to the peer    reached {key:?} in {} ms", took.as_millis())?,
            Err(why) => writeln!(out, "to the peer    {why}")?,
        }
        match &peer.back {
            Ok(()) => writeln!(out, "and back       it reached this laptop")?,
            Err(why) => writeln!(out, "and back       {why}")?,
        }
    }
    for hint in &verdict.hints {
        writeln!(out, "  try: {hint}")?;
    }
    writeln!(out, "verdict: {}", verdict.line)
}

fn to_json(found: &Examination, verdict: &DoctorVerdict) -> serde_json::Value {
    let interfaces: Vec<_> = found
        .interfaces
        .iter()
        .map(|interface| {
            let multicast = interface.multicast.as_ref().map(Result::is_ok);
            json!({"name": interface.name, "address": interface.address.to_string(), "multicast": multicast})
        })
        .collect();
    let mdns = found.mdns.as_ref().map(|outcome| match outcome {
        Ok(took) => json!({"millis": took.as_millis()}),
        Err(why) => json!({"error": why}),
    });
    let peer = found.peer.as_ref().map(|peer| {
        let there = match &peer.there {
            Ok((key, took)) => json!({"key": hex(key), "millis": took.as_millis()}),
            Err(why) => json!({"error": why}),
        };
        let back = match &peer.back {
            Ok(()) => json!(true),
            Err(why) => json!({"error": why}),
        };
        json!({"there": there, "back": back})
    });
    json!({
        "interfaces": interfaces, "mdns": mdns, "peer": peer,
        "can_play": verdict.can_play, "verdict": verdict.line, "hints": verdict.hints,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(mdns: bool, multicast: bool, peer: Option<bool>) -> DoctorVerdict {
        let interface = |name: &str, address: [u8; 4], heard: bool| FoundAddress {
            name: name.to_owned(),
            address: address.into(),
            is_tunnel: false,
            multicast: Some(if heard { Ok(()) } else { Err("nothing was heard".to_owned()) }),
        };
        let key = whistlestop_proto::sign::PublicKey([1; 32]);
        let silence = || "nothing came through".to_owned();
        DoctorVerdict::of(&Examination {
            interfaces: vec![
                interface("lo", [127, 0, 0, 1], true),
                interface("eth0", [10, 0, 0, 5], multicast),
            ],
            mdns: Some(if mdns { Ok(Duration::ZERO) } else { Err("heard nothing of itself".to_owned()) }),
            peer: peer.map(|reached| PeerCheck {
                addresses: Vec::new(),
                there: if reached { Ok((key, Duration::ZERO)) } else { Err(silence()) },
                back: Err(silence()),
            }),
        })
    }

    #[test]
    fn a_firewall_is_seen_by_what_does_not_come_back() {
        let good = found(true, true, None);
        assert!(good.can_play && good.line.starts_with("this laptop can play"), "{good:?}");
        let closed = found(true, false, None);
        assert!(
            closed.can_play && closed.line.contains("may not get to a table that it hosts"),
            "{closed:?}"
        );
        let deaf = found(false, false, None);
        assert!(!deaf.can_play && deaf.line.starts_with("tables will not be found"), "{deaf:?}");
    }

    #[test]
    fn a_laptop_that_does_not_hear_itself_is_not_told_to_look_elsewhere_first() {
        let here = |verdict: &DoctorVerdict| {
            verdict.hints.first().is_some_and(|hint| hint.starts_with("on this laptop"))
        };
        assert!(here(&found(false, false, Some(false))));
        assert!(!here(&found(true, true, Some(false))));
        assert!(found(false, false, Some(true)).can_play);
    }
}
