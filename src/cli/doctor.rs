//! `whistlestop doctor`: can this network play, and what to do if not.

mod verdict;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::args::HomeArgs;
use super::exit::Exit;
use super::json::hex;
use super::lines::{self, OutputForm};
use crate::discovery::DEFAULT_PORT;
use crate::node::doctor::{Firewall, State, answer, examine, firewall_line, port_line};
use crate::node::find::target::address_of;
use verdict::{CONNECT, DoctorVerdict, Examination, NO_NETWORK};

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
        return Ok(Exit::Well.into());
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
    Ok(if verdict.can_play { Exit::Well } else { Exit::Failed }.into())
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
    for firewall in &found.firewalls {
        writeln!(out, "firewall       {}", firewall_line(firewall, DEFAULT_PORT))?;
    }
    for used in &found.ports {
        writeln!(out, "{}", port_line(used))?;
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
        match peer.heard {
            Some(true) => writeln!(out, "by mDNS        heard")?,
            Some(false) => writeln!(out, "by mDNS        not heard")?,
            None => {}
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
        json!({"there": there, "back": back, "heard": peer.heard})
    });
    let firewalls: Vec<_> = found.firewalls.iter().map(firewall_json).collect();
    let ports: Vec<_> =
        found.ports.iter().map(|used| json!({"port": used.port, "programs": used.programs})).collect();
    json!({
        "interfaces": interfaces, "mdns": mdns, "firewalls": firewalls, "ports": ports, "peer": peer,
        "can_play": verdict.can_play, "verdict": verdict.line, "hints": verdict.hints,
    })
}

/// What could not be read or told is null.
fn firewall_json(firewall: &Firewall) -> serde_json::Value {
    let (on, players, mdns, why) = match &firewall.state {
        State::Off => (Some(false), Some(true), Some(true), None),
        State::On { game, mdns } => (Some(true), *game, *mdns, None),
        State::Unread(why) => (None, None, None, Some(why)),
    };
    json!({
        "name": firewall.kind.name(), "on": on, "lets_players_in": players, "lets_mdns_in": mdns, "unread": why,
    })
}
