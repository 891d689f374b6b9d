//! What an examination of the network means, and what to do.

use std::time::Duration;

use crate::discovery::DEFAULT_PORT;
use crate::node::doctor::{
    Firewall, Found, FoundAddress, PeerCheck, PortUse, State, System, firewall_advice, lets_players_in,
    multicast_advice, own_program, port_advice, vpn_advice,
};
use crate::tui::text::doctor as text;

pub(super) const NO_NETWORK: &str = "this laptop has no address that others could reach";
pub(super) const CONNECT: &str = "connect to the same Wi-Fi or cable as the others";

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Examination {
    pub(super) interfaces: Vec<FoundAddress>,
    pub(super) mdns: Option<Result<Duration, String>>,
    pub(super) firewalls: Vec<Firewall>,
    pub(super) ports: Vec<PortUse>,
    pub(super) peer: Option<PeerCheck>,
}

impl Examination {
    pub(super) fn add(&mut self, found: Found) {
        match found {
            Found::Interface(interface) => self.interfaces.push(interface),
            Found::Mdns(outcome) => self.mdns = Some(outcome),
            Found::Firewall(firewall) => self.firewalls.push(firewall),
            Found::Port(used) => self.ports.push(used),
            Found::Peer(peer) => self.peer = Some(peer),
        }
    }

    /// What lets others in here.
    fn opening(&self) -> Vec<String> {
        let program = own_program();
        let advice = self.firewalls.iter().flat_map(|one| firewall_advice(one, &program, DEFAULT_PORT));
        advice.chain(self.ports.iter().filter_map(port_advice)).collect()
    }

    /// The same where multicast does not come through, and what can be done without it.
    fn hearing(&self) -> Vec<String> {
        let mut hints = self.opening();
        hints.extend(multicast_advice(System::here()));
        hints.push(text::BY_ADDRESS.to_owned());
        hints
    }

    /// The firewalls that keep others out.
    fn walls(&self) -> Option<String> {
        let closed = |one: &&Firewall| matches!(one.state, State::On { game: Some(false), .. });
        let names: Vec<&str> = self.firewalls.iter().filter(closed).map(|one| one.kind.name()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// What it all means.
#[derive(Debug)]
pub(super) struct DoctorVerdict {
    pub(super) can_play: bool,
    pub(super) line: String,
    pub(super) hints: Vec<String>,
}

impl DoctorVerdict {
    pub(super) fn of(found: &Examination) -> Self {
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
            return Self::of_peer(peer, found, hints);
        }
        if let Some(Err(why)) = &found.mdns {
            hints.extend(found.hearing());
            if lets_players_in(&found.firewalls) == Some(true) {
                return Self { can_play: true, line: text::unseen(why), hints };
            }
            let line = format!(
                "tables will not be found by themselves ({why}); joining by address or code may still work"
            );
            return Self { can_play: false, line, hints };
        }
        let mut tried = networks.iter().filter_map(|interface| interface.multicast.as_ref()).peekable();
        let line = if tried.peek().is_some() && tried.all(Result::is_err) {
            hints.extend(found.opening());
            "this laptop finds tables and can join them, but its firewall lets no new packets in: others may not get to a table that it hosts; `whistlestop doctor --answer` on another laptop tries it".to_owned()
        } else if let Some(names) = found.walls() {
            hints.extend(found.opening());
            text::walled(&names)
        } else {
            "this laptop can play; to try the way to another, run `whistlestop doctor --answer` there"
                .to_owned()
        };
        Self { can_play: true, line, hints }
    }

    fn of_peer(peer: &PeerCheck, found: &Examination, mut hints: Vec<String>) -> Self {
        // Not even this laptop hears what it sends to all.
        let deaf = matches!(found.mdns, Some(Err(_)));
        let line = match (&peer.there, &peer.back) {
            (Ok(_), Ok(())) if deaf || peer.heard == Some(false) => {
                hints.extend(found.hearing());
                text::UNSEEN_PEER.to_owned()
            }
            (Ok(_), Ok(())) => "these two can play together".to_owned(),
            (Ok(_), Err(_)) => {
                hints.extend(found.opening());
                "the peer is reached, but cannot call this laptop: its firewall lets no new packets in; games work as long as this side dials".to_owned()
            }
            (Err(why), _) => {
                if deaf {
                    let here =
                        "on this laptop: it does not hear itself either, so look at its own firewall first:";
                    hints.push(here.to_owned());
                    hints.extend(found.opening());
                }
                hints.push(
                    "on the other laptop: check the address and that whistlestop runs there; `whistlestop doctor` there names its firewall and what opens it"
                        .to_owned(),
                );
                hints.push("guest networks often keep laptops apart (\"client isolation\"): use another Wi-Fi, a phone's hotspot or a cable".to_owned());
                format!("the peer was not reached: {why}")
            }
        };
        Self { can_play: peer.there.is_ok(), line, hints }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::doctor::Kind;

    fn found(mdns: bool, multicast: bool, peer: Option<bool>) -> DoctorVerdict {
        verdict(mdns, multicast, peer.map(|reached| (reached, false, None)), Vec::new())
    }

    /// What a peer is: reached, reaching back, heard.
    type Way = (bool, bool, Option<bool>);

    fn verdict(mdns: bool, multicast: bool, peer: Option<Way>, firewalls: Vec<Firewall>) -> DoctorVerdict {
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
            firewalls,
            ports: Vec::new(),
            peer: peer.map(|(reached, back, heard)| PeerCheck {
                addresses: Vec::new(),
                heard,
                there: if reached { Ok((key, Duration::ZERO)) } else { Err(silence()) },
                back: if back { Ok(()) } else { Err(silence()) },
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

    fn ufw(game: Option<bool>, mdns: Option<bool>) -> Vec<Firewall> {
        vec![Firewall { kind: Kind::Ufw, state: State::On { game, mdns } }]
    }

    #[test]
    fn who_can_play_but_is_not_found_is_told_so() {
        let open = verdict(false, false, None, ufw(Some(true), Some(false)));
        assert!(open.can_play && open.line.contains("will not find each other"), "{open:?}");
        assert!(open.hints.iter().any(|hint| hint.contains("sudo ufw allow")), "{open:?}");
        assert!(open.hints.iter().any(|hint| hint.contains("whistlestop join ADDR")), "{open:?}");
        for game in [Some(false), None] {
            let closed = verdict(false, false, None, ufw(game, Some(false)));
            assert!(!closed.can_play && closed.line.starts_with("tables will not be found"), "{closed:?}");
        }
        // Two that have tried it: this one is deaf, or the other is not heard.
        for (mdns, heard) in [(false, None), (true, Some(false))] {
            let both = verdict(mdns, mdns, Some((true, true, heard)), Vec::new());
            assert!(both.can_play && both.line.contains("will not find each other"), "{both:?}");
        }
        let heard = verdict(true, true, Some((true, true, Some(true))), Vec::new());
        assert_eq!(heard.line, "these two can play together");
    }

    #[test]
    fn a_firewall_that_was_read_is_named_and_how_to_open_it() {
        let closed = verdict(true, true, None, ufw(Some(false), Some(true)));
        assert!(
            closed.can_play && closed.line.contains("ufw keeps others from a table that it hosts"),
            "{closed:?}"
        );
        assert!(closed.hints.iter().any(|hint| hint.contains("ufw allow 18300/udp")), "{closed:?}");
    }
}
