//! What front ends ask for, of a table and of the program; and everything that reaches a screen.

use std::path::PathBuf;

use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::entry::Change;

use crate::table::rules::Move;

use super::event::Event;
use super::lobby::{Finding, KeptTable, NearTable, Plan, Wish};

/// What a front end asks of the node.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Commit this move.
    Act(Move),
    /// Agree to a change.
    Want(Change),
    /// Agree that the player of a seat, who asks for it, gets it back.
    GiveBack {
        /// Which seat.
        seat: SeatNumber,
    },
    /// No longer agree to a change.
    NoLongerWant(Change),
    /// Ask for the own seat back.
    ComeBack,
    /// Where too few are left to decide anything: go on without them as a copy, or no longer. Where others went on, take the seat
    /// back there.
    GoOn(bool),
    /// Ready to begin, or not; after the end, whether to play again with the same people.
    Ready(bool),
    /// As the host, before the game: a bot on an open seat, by its name, or the seat open again.
    SeatBot {
        /// Which seat.
        seat: SeatNumber,
        /// Which bot; none to open the seat.
        bot: Option<String>,
    },
    /// Say something.
    Chat(String),
    /// Say what would be good to do; in practice only.
    Advise,
    /// Leave on purpose: a bot takes the seat.
    Leave,
    /// Save and stop; the seat stays one's own.
    Quit,
    /// What came in was no command, and why: the front end hears it back in order with everything else.
    Misunderstood(String),
}

/// How a node came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games are over.
    Over {
        /// How many.
        games: u32,
    },
    /// The player left for good.
    Left,
    /// The player stopped; the table can be resumed.
    Quit,
    /// The program was stopped; the table can be resumed.
    Stopped(StoppedBy),
}

/// What stopped a program from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// Control-C, or the signal that it stands for.
    Interrupt,
    /// The signal that asks a program to end.
    Terminate,
    /// The terminal is gone.
    Hangup,
    /// The time that was given for the whole run is up.
    Deadline,
}

/// Everything that reaches a screen.
#[derive(Clone, Debug)]
pub enum News {
    /// What happened at the table or on the way to it.
    Event(Event),
    /// What the player is called; nothing at the first start.
    Name(Option<String>),
    /// The tables on the network now.
    Near(Vec<NearTable>),
    /// The own tables, the latest first.
    Kept(Vec<KeptTable>),
    /// All that a check of the network has found so far; `true` once it is done.
    Network(Vec<Finding>, bool),
    /// What was asked for has come to its end; the sentence says what was wrong.
    Ended(Result<End, String>),
    /// What was typed to find a table means several: one of them is to be chosen.
    Several(String),
    /// Something that was asked for cannot be done.
    Trouble(String),
    /// The program was asked to stop from outside.
    Stop,
}

/// Everything that a screen asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Be called so from now on.
    Name(String),
    /// Open a table and sit down at it.
    Open(Plan),
    /// Find a table and sit down at it, or watch.
    Find(Wish),
    /// Go on with one of the own tables.
    Resume(PathBuf),
    /// Carry one of the own tables on as a copy: bots play for those who are not on this laptop.
    CarryOn(PathBuf),
    /// Look at a table again as its journal tells it; nobody plays.
    Replay(PathBuf),
    /// Tell the table at hand.
    Command(Command),
    /// Look at the network, and at the way to a peer if one is named.
    CheckNetwork(Option<String>),
    /// Leave the table at hand as it is; it can be gone on with. [`News::Ended`] follows.
    Away,
    /// End the program.
    Quit,
}
