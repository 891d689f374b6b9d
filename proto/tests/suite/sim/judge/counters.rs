//! Which rare situations a run has met. A judge that never sees a situation proves nothing about it, so they are
//! counted.

use std::collections::BTreeSet;

/// Something that must happen in some runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Situation {
    /// An entry became final by votes, in the second round or a later one.
    LateRound,
    /// A voter voted for something else than it was bound to, since so many others had gone on without that.
    Released,
    /// Somebody was removed where another voter was bound to another entry.
    RemovedAgainstBound,
    /// A voter that had lost its memory began anew.
    Renewal,
    /// Half of those who count let it, as all the others had lost theirs, too.
    RenewedByHalf,
    /// All who count began anew.
    Anew,
    /// A voter went on whose disk was lost.
    RecoveredLost,
    /// A voter went on whose disk had gone back.
    RecoveredStale,
    /// A voter went on from a copy of its home.
    RecoveredCopy,
    /// The other of two homes stopped.
    CopyStopped,
    /// Somebody no longer counts.
    Removal,
    /// A player is back.
    Return,
    /// A bot plays for somebody who still counts.
    StandIn,
    /// A witness was admitted.
    Admit,
    /// Moves were taken back.
    TakeBack,
    /// All others removed a liar by saying that nothing is final for them.
    Repair,
    /// Somebody who is proved to have cheated was removed.
    LiarRemoved,
    /// A draw was made though one of those who draw told no link.
    MissingDrawer,
    /// A draw was made without the link of a pair.
    PairLeftOut,
    /// A liar parted an odd table, and is proved to have lied.
    Fork,
    /// A liar kept the others from ending the game, where it can.
    HeldUp,
    /// A laptop slept.
    Sleep,
    /// The time of an honest player was up.
    TimeUpOfHonest,
    /// That of a liar was.
    TimeUpOfLiar,
}

impl Situation {
    /// All of them.
    #[allow(dead_code, reason = "whoever plays real games counts nothing")]
    pub(crate) const ALL: [Self; 24] = [
        Self::LateRound,
        Self::Released,
        Self::RemovedAgainstBound,
        Self::Renewal,
        Self::RenewedByHalf,
        Self::Anew,
        Self::RecoveredLost,
        Self::RecoveredStale,
        Self::RecoveredCopy,
        Self::CopyStopped,
        Self::Removal,
        Self::Return,
        Self::StandIn,
        Self::Admit,
        Self::TakeBack,
        Self::Repair,
        Self::LiarRemoved,
        Self::MissingDrawer,
        Self::PairLeftOut,
        Self::Fork,
        Self::HeldUp,
        Self::Sleep,
        Self::TimeUpOfHonest,
        Self::TimeUpOfLiar,
    ];
}

/// What a run has met.
pub(crate) type Met = BTreeSet<Situation>;
