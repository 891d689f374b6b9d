//! Rules of packet filters, and whether they let a packet in that nobody here asked for.

use std::collections::BTreeMap;

/// How deep chains may lead into each other.
const MAX_DEPTH: u8 = 8;

/// A packet that comes from another laptop: of UDP, and the first of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packet {
    /// Where to.
    pub(super) port: u16,
    /// To all who listen, as mDNS is.
    pub(super) is_multicast: bool,
}

/// Whether a rule is about a packet; nothing if that cannot be told from here.
pub(super) type Fits = Option<bool>;

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Accept,
    Drop,
    Return,
    Jump(String),
}

/// A rule: what it does, and about which packets.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) then: Then,
    /// For each thing that it looks at: about which packets it is.
    pub(super) looks: Vec<Look>,
}

/// One thing that a rule looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// At these ports only, or at all others.
    Ports(Vec<(u16, u16)>, bool),
    /// At multicast only, or at all else.
    Multicast(bool),
    /// At something that every such packet is.
    Always,
    /// At something that none is: another protocol, the machine's own loop, what was asked for.
    Never,
    /// At something else.
    Unknown,
}

/// Rules one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) rules: Vec<Rule>,
    /// Whether packets begin here.
    pub(super) is_first: bool,
    /// What becomes of a packet that no rule is about.
    pub(super) drops: bool,
}

/// All chains of a table, by name.
pub(super) type Chains = BTreeMap<String, Chain>;

impl Look {
    fn fits(&self, packet: Packet) -> Fits {
        match self {
            Self::Ports(all, others) => {
                Some(all.iter().any(|(from, to)| (*from..=*to).contains(&packet.port)) != *others)
            }
            Self::Multicast(is) => Some(packet.is_multicast == *is),
            Self::Always => Some(true),
            Self::Never => Some(false),
            Self::Unknown => None,
        }
    }
}

impl Rule {
    /// It is about a packet if all that it looks at is.
    fn fits(&self, packet: Packet) -> Fits {
        let each: Vec<Fits> = self.looks.iter().map(|look| look.fits(packet)).collect();
        if each.contains(&Some(false)) {
            return Some(false);
        }
        (!each.contains(&None)).then_some(true)
    }
}

/// What the rules so far have decided, and what one that nobody here understands may have.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    decided: Option<bool>,
    may_accept: bool,
    may_drop: bool,
}

/// Whether all tables let a packet in; nothing if that cannot be told. None of them says anything where no packet begins.
pub(super) fn lets_in(tables: &[Chains], packet: Packet) -> Fits {
    let firsts = tables
        .iter()
        .flat_map(|chains| chains.values().filter(|chain| chain.is_first).map(move |chain| (chains, chain)));
    let mut all = Some(true);
    for (chains, chain) in firsts {
        let mut course = Course::default();
        follow(chains, chain, packet, 0, &mut course);
        match course.decided.unwrap_or(!chain.drops) {
            false if !course.may_accept => return Some(false),
            true if !course.may_drop => {}
            _ => all = None,
        }
    }
    all
}

fn follow(chains: &Chains, chain: &Chain, packet: Packet, depth: u8, course: &mut Course) {
    for rule in &chain.rules {
        let fits = rule.fits(packet);
        match (fits, &rule.then) {
            (Some(false), _) => {}
            (Some(true), Then::Accept) => course.decided = Some(true),
            (Some(true), Then::Drop) => course.decided = Some(false),
            (Some(true), Then::Return) => return,
            (Some(true), Then::Jump(name)) => {
                if let Some(other) = chains.get(name).filter(|_| depth < MAX_DEPTH) {
                    follow(chains, other, packet, depth + 1, course);
                } else {
                    (course.may_accept, course.may_drop) = (true, true);
                }
            }
            (None, Then::Accept) => course.may_accept = true,
            (None, Then::Drop) => course.may_drop = true,
            (None, Then::Return | Then::Jump(_)) => (course.may_accept, course.may_drop) = (true, true),
        }
        if course.decided.is_some() {
            return;
        }
    }
}

/// Ports as tools write them: `5353`, `1024-65535`, `{ 5353, 18300 }`, `1024:65535`, `5353,18300`.
pub(super) fn ports(text: &str) -> Option<Vec<(u16, u16)>> {
    let parts = text.trim_matches(['{', '}', ' ']).split(',').map(str::trim).filter(|part| !part.is_empty());
    let range = |part: &str| match part.split_once(['-', ':']) {
        Some((from, to)) => Some((from.parse().ok()?, to.parse().ok()?)),
        None if part == "mdns" => Some((5353, 5353)),
        None => part.parse().ok().map(|port| (port, port)),
    };
    parts.map(range).collect()
}

/// Where packets go that are for all: whether an address of version 4 is such a place.
pub(super) fn address(text: &str) -> Look {
    let first = text
        .trim_matches(['{', '}', ' '])
        .split(['.', '/', ','])
        .next()
        .and_then(|part| part.parse::<u8>().ok());
    match first {
        Some(224..=239) => Look::Multicast(true),
        Some(0) if text.ends_with("/0") => Look::Always,
        // A broadcast, or the machine's own loop.
        Some(255 | 127) => Look::Never,
        _ => Look::Unknown,
    }
}
