//! What front ends hear and say, as plain data: whoever draws screens or prints lines needs nothing else of the table and
//! nothing of the network.
//!
//! [`Event`] and [`Command`] are about one table; every front end speaks of it in these, and nothing is told in another form
//! before it is drawn or written. [`News`] and [`Request`] are all that a screen with a lobby needs beside them.

mod command;
mod event;
mod lobby;
mod words;

pub use whistlestop_proto::contract::{Contract, DrawMode, SeatNumber, SeatPlan, TimeControl};
pub use whistlestop_proto::entry::{Change, Holder};
pub use whistlestop_proto::event::{DesyncReport, Owed};
pub use whistlestop_proto::hash::Hash;
pub use whistlestop_proto::limits::MAX_NAME_BYTES;
pub use whistlestop_proto::quorum::Voter;
pub use whistlestop_proto::sign::PublicKey;
pub use whistlestop_proto::statement::Evidence;
pub use whistlestop_proto::step::Step;
pub use whistlestop_proto::text::{clean, is_fit, shown};

pub use self::command::{Command, End, News, Request, StoppedBy};
pub use self::event::{Advice, Event, Kind, ProtocolEvent, SeatNow, Stranded, TimeLeft};
pub use self::lobby::{Finding, KeptTable, NearState, NearTable, People, Plan, Verdict, Which, Wish, games};
pub use self::words::{
    anew_done, change_done, change_words, evidence_name, evidence_parts, renewed_words, seat_of,
    time_up_done, time_up_words, voters_words, witness_name,
};
pub use super::limits::MAX_CHAT_BYTES;
pub use super::wire::{GatherSeat, Seating, Tag, is_name};
