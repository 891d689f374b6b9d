//! What links must keep to (RW-8 to RW-12).

use super::super::action::Side;
use super::super::board::Land;
use super::super::state::{Link, Phase, RailwaysOfTheWorld};
use super::super::text::{city_name, link_name};
use crate::engine::audit::{Audit, ensure};
use crate::engine::seat::Seat;

impl RailwaysOfTheWorld {
    /// Links run from city to city through matching sides, pieces share a hex only as they may, and what is incomplete
    /// was built this turn.
    pub(super) fn check_links(&self) -> Audit {
        let rising = self.links.is_sorted_by(|a, b| a.id < b.id);
        ensure(rising, || "two links have the same id, or they are out of order (RW-9)")?;
        let highest = self.links.last().map_or(0, |link| usize::from(link.id));
        ensure(highest < MOST_LINKS, || "a link has a higher id than any can have (RW-9)")?;
        for link in &self.links {
            if link.pieces.is_empty() {
                self.check_special_link(link)?;
            } else {
                self.check_way(link)?;
            }
        }
        let special = self.special_links();
        ensure(special <= self.board().figures.special.tiles, || "there are too many special links (RW-12)")?;
        self.check_hexes()?;
        self.check_free_ends()?;
        Seat::all(self.seats()).try_for_each(|seat| self.check_unfinished(seat))
    }

    fn check_special_link(&self, link: &Link) -> Audit {
        let site = self.board().site(link.from);
        let leads = site.is_some_and(|site| link.to == Some(site.terminal));
        ensure(leads, || format!("link {} has no piece and is no special link (RW-12)", link.id))?;
        let same = self.links.iter().filter(|other| other.to == link.to).count();
        ensure(same == 1, || {
            format!("the special link from {} is built twice (RW-12)", city_name(self, link.from))
        })?;
        let own = self.links_of(link.owner).any(|other| other.id != link.id && other.touches(link.from));
        ensure(own, || {
            format!(
                "{} owns no link at {} for its special link (RW-12)",
                link.owner,
                city_name(self, link.from)
            )
        })
    }

    /// Follows the link piece by piece (RW-9, RW-10).
    fn check_way(&self, link: &Link) -> Audit {
        let board = self.board();
        let broken = || format!("the pieces of link {} do not follow one another (RW-9)", link.id);
        let terminal =
            [Some(link.from), link.to].into_iter().flatten().any(|city| board.place(city).is_terminal);
        ensure(!terminal, || {
            format!("only its special link leads to a terminal, not link {} (RW-12)", link.id)
        })?;
        ensure(link.to != Some(link.from), || {
            format!("link {} leads from a city to itself (RW-9)", link.id)
        })?;
        let mut hex = board.place(link.from).hex;
        let mut coming = None;
        for piece in link.pieces.as_slice() {
            ensure(piece.a != piece.b, broken)?;
            ensure(board.ground(piece.hex).is_playable(), || {
                format!("link {} has track where none can lie (RW-8)", link.id)
            })?;
            ensure(board.ground(piece.hex).next(piece.a) == Some(hex), broken)?;
            ensure(coming.is_none_or(|side: Side| side.facing() == piece.a), broken)?;
            hex = piece.hex;
            coming = Some(piece.b);
        }
        let end = coming.and_then(|side| board.ground(hex).next(side)).map(|next| board.ground(next).land);
        let ends_well = match (link.to, end) {
            (Some(to), Some(Land::City(city))) => to == city,
            (None, Some(land)) => !matches!(land, Land::City(_) | Land::Unplayable),
            _ => false,
        };
        ensure(ends_well, || format!("{} does not end where it says (RW-10)", link_name(self, link)))
    }

    /// Two pieces in a hex differ in all four sides (RW-8).
    fn check_hexes(&self) -> Audit {
        let mut sides = vec![0_u8; self.board().hexes().count()];
        for link in &self.links {
            for piece in link.pieces.as_slice() {
                let (there, new) = (&mut sides[piece.hex.index()], piece.a.bit() | piece.b.bit());
                let room = there.count_ones() < 4 && *there & new == 0;
                let (column, row) = self.board().at(piece.hex);
                ensure(room, || format!("the pieces in hex [{column},{row}] do not fit together (RW-8)"))?;
                *there |= new;
            }
        }
        Ok(())
    }

    /// No free end faces track: it would have been joined, or could not lie there (RW-10).
    fn check_free_ends(&self) -> Audit {
        let pieces = || self.links.iter().flat_map(|link| link.pieces.as_slice());
        for link in self.links.iter().filter(|link| !link.is_complete()) {
            let head = self.head_of(link);
            let meets = head.is_some_and(|head| {
                pieces()
                    .any(|piece| piece.hex == head.hex && (piece.a == head.entry || piece.b == head.entry))
            });
            ensure(!meets, || format!("{} meets other track (RW-10)", link_name(self, link)))?;
        }
        Ok(())
    }

    /// Incomplete links were built by the actions that the seat has had this turn (RW-7, RW-9).
    fn check_unfinished(&self, seat: Seat) -> Audit {
        let own = self.links.iter().filter(|link| link.owner == seat && !link.is_complete());
        let pieces: u32 = own.map(|link| u32::from(link.pieces.len())).sum();
        let placed = match &self.phase {
            Phase::Build(builder, building) if *builder == seat => u32::from(building.placed),
            _ => 0,
        };
        let most = self.actions_had(seat) * u32::from(self.board().figures.build.pieces);
        // One build of the turn may have had an extra piece (RW-22).
        let most = if most > 0 { most + 1 } else { 0 };
        ensure(pieces.saturating_sub(placed) <= most, || {
            format!("{seat} has more unfinished track than this turn could bring (RW-9)")
        })
    }
}

/// Each link has a side of a city for itself, and there are fewer special links than sides left over.
const MOST_LINKS: usize = 240;
