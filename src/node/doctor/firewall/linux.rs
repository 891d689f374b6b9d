//! ufw, firewalld, nftables and iptables. The rules of most are root's to read: then it is said that they were not.

use super::chains::{Chains, lets_in, ports};
use super::kind::{Firewall, Kind, MDNS_PORT, State, packets};
use super::{iptables, nft};
use crate::node::doctor::ask::{Answers, Said, words};

const UFW: &[&str] = &["ufw", "status"];
const UFW_FILE: &[&str] = &["cat", "/etc/ufw/ufw.conf"];
const FIREWALLD: &[&str] = &["firewall-cmd", "--state"];
const ZONE: &[&str] = &["firewall-cmd", "--list-all"];
const NFT: &[&str] = &["nft", "list", "ruleset"];
const IPTABLES: &[&str] = &["iptables", "-S"];

const ROOT_ONLY: &str = "only root may read its rules";

pub(super) fn asks() -> Vec<Vec<String>> {
    [UFW, UFW_FILE, FIREWALLD, ZONE, NFT, IPTABLES].map(words).into()
}

pub(super) fn read(answers: &Answers, port: u16) -> Vec<Firewall> {
    let mut all = Vec::new();
    let named = |kind, state: Option<State>| state.map(|state| Firewall { kind, state });
    all.extend(named(Kind::Ufw, ufw(answers, port)));
    all.extend(named(Kind::Firewalld, firewalld(answers, port)));
    // Those above write their rules with these.
    if all.iter().all(|one| one.state == State::Off) {
        let filter = named(Kind::Nftables, filter(answers.said(NFT), nft::tables, port));
        let older = || named(Kind::Iptables, filter_of_iptables(answers, port));
        all.extend(filter.or_else(older));
    }
    all
}

fn ufw(answers: &Answers, port: u16) -> Option<State> {
    let enabled = answers.text(UFW_FILE).map(|text| text.lines().any(|line| line.trim() == "ENABLED=yes"));
    match (answers.said(UFW), enabled) {
        (Said::Text(text), _) if text.contains("Status: inactive") => Some(State::Off),
        // What is told to all by mDNS it lets in unless somebody rewrote it.
        (Said::Text(text), _) => Some(State::On { game: Some(ufw_lets_in(text, port)), mdns: Some(true) }),
        (_, Some(false)) => Some(State::Off),
        (_, Some(true)) | (Said::Refused(_), None) => Some(State::Unread(ROOT_ONLY.to_owned())),
        (Said::Missing, None) => None,
    }
}

/// Whether the first rule about the port lets it in, whoever sends.
fn ufw_lets_in(text: &str, port: u16) -> bool {
    let rules = text.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (to, rest) = words.split_first()?;
        let action = rest.iter().find(|word| ["ALLOW", "DENY", "REJECT", "LIMIT"].contains(word))?;
        let (range, kind) = to.split_once('/').unwrap_or((to, "udp"));
        let fits = *to == "Anywhere" || kind == "udp" && covers(range, port);
        fits.then_some(["ALLOW", "LIMIT"].contains(action))
    });
    rules.into_iter().next().unwrap_or(false)
}

fn covers(range: &str, port: u16) -> bool {
    ports(range).is_some_and(|all| all.iter().any(|(from, to)| (*from..=*to).contains(&port)))
}

fn firewalld(answers: &Answers, port: u16) -> Option<State> {
    match answers.said(FIREWALLD) {
        Said::Missing => None,
        Said::Refused(_) => Some(State::Off),
        Said::Text(_) => Some(answers.text(ZONE).map_or_else(
            || State::Unread(ROOT_ONLY.to_owned()),
            |zone| {
                let line = |name: &str| {
                    let mut lines = zone.lines().filter_map(|line| line.trim().strip_prefix(name));
                    lines.next().map_or("", str::trim)
                };
                let all = line("target:") == "ACCEPT";
                let open = |port: u16| {
                    let udp = line("ports:").split_whitespace().filter_map(|one| one.strip_suffix("/udp"));
                    all || udp.into_iter().any(|range| covers(range, port))
                };
                let mdns = open(MDNS_PORT) || line("services:").split_whitespace().any(|one| one == "mdns");
                State::On { game: Some(open(port)), mdns: Some(mdns) }
            },
        )),
    }
}

fn filter_of_iptables(answers: &Answers, port: u16) -> Option<State> {
    filter(answers.said(IPTABLES), iptables::tables, port)
}

fn filter(said: &Said, read: fn(&str) -> Vec<Chains>, port: u16) -> Option<State> {
    match said {
        Said::Missing => None,
        Said::Refused(_) => Some(State::Unread(ROOT_ONLY.to_owned())),
        Said::Text(text) => {
            let tables = read(text);
            let filters = |chains: &Chains| {
                chains.values().any(|one| one.is_first && (one.drops || !one.rules.is_empty()))
            };
            if !tables.iter().any(filters) {
                return Some(State::Off);
            }
            let [game, mdns] = packets(port).map(|packet| lets_in(&tables, packet));
            Some(State::On { game, mdns })
        }
    }
}
