//! What nodes say to each other around the protocol: who wants in, who sits where, where everybody can be reached.
//!
//! A frame is one byte for its kind and its content. Messages of the protocol pass through as they are, behind the tag
//! of their table; everything else is a [`Wire`], decoded as strictly as the protocol decodes: bounded, complete,
//! canonical. Names and lists are checked here once, so that nothing behind this module sees an endless one.

use std::net::SocketAddr;

use serde::{Deserialize, Serialize};
use whistlestop_proto::codec;
use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION, Stake};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::{MAX_FRAME_BYTES, MAX_NAME_BYTES, MAX_SEATS, MAX_WITNESSES};
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::text::is_clean;

use super::limits::{MAX_ADDRESSES, MAX_CHAT_BYTES, MAX_TABLE_NAME_BYTES, MAX_WHEREABOUTS};
use super::phrase::Answer;

/// The start of a table's id, by which a frame finds its table; before there is one, the start of the gathering's nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tag(pub [u8; 8]);

/// A frame, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A message of the protocol, for the table with this tag.
    Protocol(Tag, &'a [u8]),
    /// Anything else.
    Wire(Box<Wire>),
}

/// What nodes say around the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wire {
    /// Lets me in: the first message of whoever wants to sit or watch.
    Knock(Knock),
    /// No, and why.
    Refuse(Refusal),
    /// The table before its contract: who sits where.
    Seats(Seating),
    /// Everybody has brought a stake: the contract to sign.
    Propose(Proposal),
    /// The table you ask for is on: its contract, and where its people are.
    Running(Proposal),
    /// I am at this table, and can be reached there. Once both sides have said so, the protocol speaks.
    Attach {
        /// The table.
        table: Hash,
        /// Where this node listens.
        listens: Vec<SocketAddr>,
        /// From the host: how many games follow this one.
        more_games: Option<u32>,
    },
    /// Where others of the table can be reached, as far as I know.
    Known(Vec<Whereabouts>),
    /// Ready to begin, or not; at a table whose game is over, whether to play again.
    Ready(bool),
    /// Something to read for people.
    Chat(String),
    /// Please dial me back, at the address you see me at but this port: do you get through?
    CallMe {
        /// Who answers there.
        key: PublicKey,
        /// Where.
        port: u16,
    },
    /// Everybody sits: promise what you bring to the table of this draft. What follows is in [`stake`](super::stake).
    Call {
        /// All that is agreed on so far.
        draft: Hash,
    },
    /// I promise a stake.
    Promise {
        /// For which table.
        draft: Hash,
        /// What binds me to it.
        promise: Hash,
    },
    /// All have promised: show your stake.
    Promises {
        /// For which table.
        draft: Hash,
        /// Of everybody, in the order of the contract's parties.
        promises: Vec<Hash>,
    },
    /// The stake that I promised.
    Reveal {
        /// For which table.
        draft: Hash,
        /// The stake.
        stake: Stake,
    },
    /// To a knock with a share: I know the pass phrase; show that you do.
    Phrase(Answer),
    /// I do.
    Proof([u8; 32]),
    /// Too few are left at this table to decide anything: I would go on without them, as a copy; or no longer.
    GoOn {
        /// The table.
        table: Hash,
        /// Whether I would.
        wants: bool,
    },
    /// I am not at this table of yours, but have a journal of it and can show it.
    Keeps {
        /// The table.
        table: Hash,
    },
    /// I sit at your gathering and at no other: only now the seat that was held for me is mine.
    Sit {
        /// The gathering.
        gathering: Tag,
    },
}

/// Who wants in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knock {
    /// The protocol that it speaks.
    pub protocol: u16,
    /// The version of its program, to tell people which is the older.
    pub program: String,
    /// What it wants to be called.
    pub name: String,
    /// The table it means; any, if there is just one.
    pub table: Option<Tag>,
    /// Whether it only wants to watch.
    pub watch: bool,
    /// Whether the game may begin as soon as all sit.
    pub ready: bool,
    /// Where it listens.
    pub listens: Vec<SocketAddr>,
    /// Begins to show that it knows the pass phrase: see [`phrase`](super::phrase).
    pub share: Option<[u8; 32]>,
}

/// Why somebody is not let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// No free seat.
    #[error("the table is full; you can still watch it, with w in the lobby or `whistlestop watch`")]
    Full,
    /// Another protocol.
    #[error(
        "the table speaks protocol {theirs} (whistlestop {program}), this program protocol {PROTOCOL_VERSION}: use the same version on both"
    )]
    Version {
        /// Of whoever refuses.
        theirs: u16,
        /// Its program.
        program: String,
    },
    /// A pass phrase is needed, or another one.
    #[error("the pass phrase is not the table's; ask the host for it (--pass-phrase on the command line)")]
    PassPhrase,
    /// Whoever is asked did not show that it knows the pass phrase.
    #[error("the table did not show that it knows the pass phrase; leave --pass-phrase out if it has none")]
    Unproved,
    /// Too many wrong pass phrases.
    #[error("too many wrong pass phrases came from there; try again in some minutes")]
    Guesses,
    /// Not at that table.
    #[error("there is no such table here; the lobby and `whistlestop tables` list those on the network")]
    NoSuchTable,
    /// The table has not begun: there is nothing to watch.
    #[error("the table has not begun; try again when the game is on")]
    NotBegun,
    /// The name is empty or too long.
    #[error("a name has 1 to {MAX_NAME_BYTES} bytes and nothing that cannot be seen; choose another")]
    Name,
    /// The seat was held for a while, and nobody said that they sit there.
    #[error("the seat is not held any longer; ask for it again")]
    Late,
    /// Too many are connected.
    #[error("too many peers are connected; try another peer of the table")]
    Crowded,
}

/// The table before its contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// The gathering.
    pub gathering: Tag,
    /// What the table is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// By seat.
    pub seats: Vec<GatherSeat>,
}

impl Seating {
    /// The keys that sit.
    pub fn keys(&self) -> impl Iterator<Item = PublicKey> {
        self.seats.iter().filter_map(|place| match place {
            GatherSeat::Taken { key, .. } => Some(*key),
            GatherSeat::Open | GatherSeat::Bot { .. } => None,
        })
    }

    /// What a key is called here.
    pub fn name_of(&self, wanted: &PublicKey) -> Option<String> {
        self.seats.iter().find_map(|place| match place {
            GatherSeat::Taken { name, key, .. } if key == wanted => Some(name.clone()),
            _ => None,
        })
    }
}

/// A seat before the contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GatherSeat {
    /// Nobody yet.
    Open,
    /// A bot.
    Bot {
        /// Which.
        name: String,
    },
    /// Somebody.
    Taken {
        /// What they are called.
        name: String,
        /// Who they are.
        key: PublicKey,
        /// Whether they are ready.
        ready: bool,
    },
}

/// A contract, with what a node needs to find the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The contract.
    pub contract: Contract,
    /// Where its people are.
    pub whereabouts: Vec<Whereabouts>,
    /// Games that the host means to play with these people after this one.
    pub more_games: u32,
}

/// Where somebody can be reached. A hint: who answers there has to prove the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whereabouts {
    /// Who.
    pub key: PublicKey,
    /// Where.
    pub addresses: Vec<SocketAddr>,
}

/// Bytes that are no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it sent bytes that are not a message of whistlestop")]
pub struct BadWire;

const PROTOCOL_KIND: u8 = 0;
const WIRE_KIND: u8 = 1;

/// The longest frame: a message of the protocol behind its kind and tag.
pub const MAX_WIRE_BYTES: usize = MAX_FRAME_BYTES + 1 + 8;

impl Tag {
    /// The tag of a table.
    pub fn of(table: &Hash) -> Self {
        Self::first_of(&table.0)
    }

    /// The tag of a gathering whose contract will hold this nonce.
    pub fn of_nonce(nonce: &[u8; 16]) -> Self {
        Self::first_of(nonce)
    }

    fn first_of(bytes: &[u8]) -> Self {
        let mut tag = [0; 8];
        tag.copy_from_slice(&bytes[..8]);
        Self(tag)
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The frame of a message of the protocol.
pub fn protocol_frame(tag: Tag, message: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(9 + message.len());
    frame.push(PROTOCOL_KIND);
    frame.extend_from_slice(&tag.0);
    frame.extend_from_slice(message);
    frame
}

impl Wire {
    /// Its frame.
    pub fn frame(&self) -> Vec<u8> {
        let mut frame = vec![WIRE_KIND];
        frame.extend(codec::encode(self));
        frame
    }

    fn is_bounded(&self) -> bool {
        match self {
            Self::Knock(knock) => {
                is_name(&knock.program) && is_name(&knock.name) && knock.listens.len() <= MAX_ADDRESSES
            }
            Self::Refuse(Refusal::Version { program, .. }) => is_name(program),
            Self::Refuse(_)
            | Self::Ready(_)
            | Self::CallMe { .. }
            | Self::Call { .. }
            | Self::Promise { .. }
            | Self::Reveal { .. }
            | Self::Phrase(_)
            | Self::Proof(_)
            | Self::GoOn { .. }
            | Self::Keeps { .. }
            | Self::Sit { .. } => true,
            Self::Promises { promises, .. } => promises.len() <= MAX_SEATS + MAX_WITNESSES,
            Self::Seats(seats) => {
                let bounded = |place: &GatherSeat| match place {
                    GatherSeat::Open => true,
                    GatherSeat::Bot { name } | GatherSeat::Taken { name, .. } => is_name(name),
                };
                let named = is_name(&seats.game) && is_table_name(&seats.name);
                named && seats.seats.len() <= MAX_SEATS && seats.seats.iter().all(bounded)
            }
            Self::Propose(proposal) | Self::Running(proposal) => {
                proposal.contract.check().is_ok() && are_whereabouts(&proposal.whereabouts)
            }
            Self::Attach { listens, .. } => listens.len() <= MAX_ADDRESSES,
            Self::Known(list) => are_whereabouts(list),
            Self::Chat(text) => is_clean(text, MAX_CHAT_BYTES),
        }
    }
}

impl<'a> Frame<'a> {
    /// Takes a frame apart.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, BadWire> {
        match bytes {
            [PROTOCOL_KIND, rest @ ..] => {
                let (tag, message) = rest.split_first_chunk::<8>().ok_or(BadWire)?;
                Ok(Self::Protocol(Tag(*tag), message))
            }
            [WIRE_KIND, rest @ ..] => {
                let wire: Wire = codec::decode(rest).map_err(|_| BadWire)?;
                if wire.is_bounded() { Ok(Self::Wire(Box::new(wire))) } else { Err(BadWire) }
            }
            _ => Err(BadWire),
        }
    }
}

/// Whether this can stand on a screen as somebody's name.
pub fn is_name(name: &str) -> bool {
    is_clean(name, MAX_NAME_BYTES)
}

/// Whether this can stand on a screen as the name of a table.
pub fn is_table_name(name: &str) -> bool {
    is_clean(name, MAX_TABLE_NAME_BYTES)
}

fn are_whereabouts(list: &[Whereabouts]) -> bool {
    list.len() <= MAX_WHEREABOUTS && list.iter().all(|one| one.addresses.len() <= MAX_ADDRESSES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knock() -> Knock {
        Knock {
            protocol: PROTOCOL_VERSION,
            program: "0.1.0".to_owned(),
            name: "Ann".to_owned(),
            table: None,
            watch: false,
            ready: true,
            listens: vec!["10.0.0.1:7777".parse().unwrap(), "[fe80::1]:7777".parse().unwrap()],
            share: None,
        }
    }

    #[test]
    fn what_was_said_is_what_is_heard() {
        let said = Wire::Knock(knock());
        assert_eq!(Frame::parse(&said.frame()), Ok(Frame::Wire(Box::new(said))));
        let frame = protocol_frame(Tag([7; 8]), b"abc");
        assert_eq!(Frame::parse(&frame), Ok(Frame::Protocol(Tag([7; 8]), b"abc")));
    }

    #[test]
    fn what_no_honest_node_says_is_refused() {
        let refused = |wire: Wire| Frame::parse(&wire.frame()) == Err(BadWire);
        assert!(refused(Wire::Knock(Knock { name: String::new(), ..knock() })));
        assert!(refused(Wire::Knock(Knock { name: "a\u{1b}[2J".to_owned(), ..knock() })));
        assert!(refused(Wire::Knock(Knock { name: "a\u{202e}b".to_owned(), ..knock() })));
        assert!(refused(Wire::Knock(Knock { name: "Ann\u{200b}".to_owned(), ..knock() })));
        assert!(refused(Wire::Knock(Knock { program: "1\u{9b}2J".to_owned(), ..knock() })));
        assert!(refused(Wire::Knock(Knock { name: "n".repeat(MAX_NAME_BYTES + 1), ..knock() })));
        let everywhere = vec!["10.0.0.1:7777".parse().unwrap(); MAX_ADDRESSES + 1];
        assert!(refused(Wire::Knock(Knock { listens: everywhere, ..knock() })));
        let promises = vec![Hash([1; 32]); MAX_SEATS + MAX_WITNESSES + 1];
        assert!(refused(Wire::Promises { draft: Hash([2; 32]), promises }));
        assert!(refused(Wire::Chat("x".repeat(MAX_CHAT_BYTES + 1))));
        for text in ["bell \u{7}", "a\u{1b}[2J", "a\u{200b}b", "a\u{9d}b", "a\u{2066}b", " "] {
            assert!(refused(Wire::Chat(text.to_owned())), "{text:?}");
        }
        let seats = |name: &str, game: &str| {
            let (gathering, name, game) = (Tag([1; 8]), name.to_owned(), game.to_owned());
            Wire::Seats(Seating { gathering, name, game, seats: Vec::new() })
        };
        assert!(!refused(seats("table 7", "g")));
        assert!(refused(seats("table 7", "g\u{2060}")) && refused(seats("", "g")));
        assert!(refused(seats(&"t".repeat(MAX_TABLE_NAME_BYTES + 1), "g")));
    }

    #[test]
    fn bytes_that_are_no_frame_are_refused() {
        for bytes in [&b""[..], &[0], &[0, 1, 2, 3, 4, 5, 6, 7], &[1], &[1, 200], &[2, 0], &[255; 40]] {
            assert_eq!(Frame::parse(bytes), Err(BadWire), "{bytes:?}");
        }
        let mut longer = Wire::Ready(true).frame();
        longer.push(0);
        assert_eq!(Frame::parse(&longer), Err(BadWire));
    }
}
