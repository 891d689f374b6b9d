//! One seat of this laptop at a table.

use whistlestop_proto::contract::SeatPlan;
use whistlestop_proto::rules::{Rules as _, ToMove};
use whistlestop_proto::sign::PublicKey;

use crate::node::options::{Options, Player};
use crate::table::Table;
use crate::table::store::players::Resident;

/// One peer of this laptop at a table, and who plays it.
#[derive(Debug)]
pub(crate) struct LocalPeer {
    /// Whose files and key it has.
    pub(crate) resident: Resident,
    /// The table as this peer knows it.
    pub(crate) table: Table,
    /// Who decides for the seat.
    pub(crate) player: Player,
    /// Nobody at the keyboard plays it.
    pub(crate) is_program: bool,
}

impl LocalPeer {
    /// The player of this node at a table on the network.
    pub(crate) fn on_network(resident: Resident, table: Table, options: &Options) -> Self {
        Self { resident, table, player: options.player.clone(), is_program: false }
    }

    /// Somebody at this laptop, or a program that has its name.
    pub(crate) fn on_laptop(resident: Resident, table: Table, options: &Options) -> Self {
        let plan = table.seat().and_then(|seat| table.contract().seats.get(usize::from(seat)));
        let player = match plan {
            Some(SeatPlan::Keyed { name, .. }) => options.player_called(name),
            Some(SeatPlan::Bot { .. }) | None => options.player.clone(),
        };
        let is_program = matches!(player, Player::Mind { .. });
        Self { resident, table, player, is_program }
    }

    pub(crate) fn key(&self) -> PublicKey {
        self.resident.identity.public()
    }

    /// Whether it is this seat's turn, and not that of a bot that holds it.
    pub(crate) fn decides(&self) -> bool {
        let lockstep = self.table.lockstep();
        self.table.seat().is_some_and(|seat| {
            lockstep.rules().turn() == ToMove::Seat(seat) && !lockstep.holders()[usize::from(seat)].is_bot()
        })
    }
}
