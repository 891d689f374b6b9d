//! The ways of track through a hex of six columns and three lines.
//!
//! Track leaves a hex in the middle of its left or right side, or through the left or right half of the side above or
//! below, where the neighbour there takes it up. Two pieces of a hex may have to share cells: then the shorter runs
//! above the longer one, whose ends still tell where it goes.

use super::super::path::{Cell, Stroke, line};
use super::TrackPiece;
use crate::engine::scene::Compass;

/// A piece of track and what is seen of it.
pub(super) struct Laid<'a> {
    pub(super) track: TrackPiece<'a>,
    pub(super) strokes: Vec<Stroke>,
}

impl Laid<'_> {
    /// Where the owner's letter goes: as near to the middle as it hides no bend, for bends tell where a piece goes.
    pub(super) fn letter(&self) -> Option<Cell> {
        let middle = self.strokes.len() / 2;
        let straight = self.strokes.iter().enumerate().filter(|(_, stroke)| stroke.is_straight());
        let nearest = straight.min_by_key(|(number, _)| number.abs_diff(middle)).map(|(_, stroke)| stroke);
        nearest.or(self.strokes.get(middle)).map(|stroke| stroke.at)
    }
}

/// The pieces of a hex with the cells in which each is seen.
pub(super) fn laid<'a>(pieces: &[TrackPiece<'a>]) -> Vec<Laid<'a>> {
    let ways = pieces.iter().map(|&track| Laid { track, strokes: way(track.sides) });
    let mut ways: Vec<Laid<'_>> = ways.collect();
    ways.sort_by_key(|laid| laid.strokes.len());
    let mut taken: Vec<Cell> = Vec::new();
    for laid in &mut ways {
        laid.strokes.retain(|stroke| !taken.contains(&stroke.at));
        taken.extend(laid.strokes.iter().map(|stroke| stroke.at));
    }
    ways
}

/// The cell by which track leaves through a side, and the cell beyond it. North and south there are only points, which
/// belong to the sides behind them.
pub(super) const fn port(side: Compass) -> (Cell, Cell) {
    match side {
        Compass::East => ((5, 1), (6, 1)),
        Compass::SouthEast => ((4, 2), (4, 3)),
        Compass::SouthWest | Compass::South => ((1, 2), (1, 3)),
        Compass::West => ((0, 1), (-1, 1)),
        Compass::NorthWest => ((1, 0), (1, -1)),
        Compass::NorthEast | Compass::North => ((4, 0), (4, -1)),
    }
}

/// The strokes of a piece, from side to side.
fn way([a, b]: [Compass; 2]) -> Vec<Stroke> {
    let ((start, before), (end, behind)) = (port(a), port(b));
    // On one line the way is straight; else it turns on the middle line, below or above where it came in.
    let inner = |(x, _): Cell| (x.clamp(1, 4), 1);
    let points = if start.1 == end.1 {
        vec![before, start, end, behind]
    } else {
        vec![before, start, inner(start), inner(end), end, behind]
    };
    let mut strokes = line(&points);
    strokes.retain(|stroke| (0..6).contains(&stroke.at.0) && (0..3).contains(&stroke.at.1));
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::scene::Join;
    use crate::tui::theme::UNICODE;

    fn pairs() -> Vec<[Compass; 2]> {
        let all = Compass::OF_POINTED_HEX;
        (0..6).flat_map(|a| (a + 1..6).map(move |b| [all[a], all[b]])).collect()
    }

    fn picture(sides: [Compass; 2]) -> String {
        let mut cells = [[' '; 6]; 3];
        for stroke in way(sides) {
            let (x, y) = stroke.at;
            cells[usize::try_from(y).unwrap()][usize::try_from(x).unwrap()] = stroke.glyph(&UNICODE.thick);
        }
        cells.map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).join("\n")
    }

    #[test]
    fn a_piece_runs_from_its_one_side_to_the_other() {
        use Compass::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
        assert_eq!(picture([West, East]), "\n━━━━━━\n");
        assert_eq!(picture([NorthWest, SouthEast]), " ┃\n ┗━━┓\n    ┃");
        assert_eq!(picture([NorthEast, SouthWest]), "    ┃\n ┏━━┛\n ┃");
        assert_eq!(picture([NorthWest, NorthEast]), " ┗━━┛\n\n");
        assert_eq!(picture([West, SouthWest]), "\n━┓\n ┃");
        assert_eq!(picture([East, NorthWest]), " ┃\n ┗━━━━\n");
    }

    #[test]
    fn no_two_pieces_look_alike() {
        let pictures: Vec<String> = pairs().into_iter().map(picture).collect();
        for (number, picture) in pictures.iter().enumerate() {
            assert!(!picture.trim().is_empty());
            assert!(!pictures[number + 1..].contains(picture), "{picture}");
        }
    }

    /// What a player sees of two pieces must tell them from any other two.
    #[test]
    fn of_two_pieces_every_end_is_seen_and_the_upper_one_wholly() {
        let join = Join::default();
        let piece = |sides| TrackPiece { sides, join: &join };
        for a in pairs() {
            for b in pairs().into_iter().filter(|b| b.iter().all(|side| !a.contains(side))) {
                let pieces = [piece(a), piece(b)];
                let laid = laid(&pieces);
                assert_eq!(laid[0].strokes, way(laid[0].track.sides), "the first is on top");
                for laid in &laid {
                    for side in laid.track.sides {
                        assert!(laid.strokes.iter().any(|stroke| stroke.at == port(side).0), "{a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn track_meets_at_the_side_of_two_hexes() {
        // A brick to the east is six columns away; those below are three to the right or left, three lines down.
        for (side, across, (x, y)) in [
            (Compass::East, Compass::West, (6, 0)),
            (Compass::SouthEast, Compass::NorthWest, (3, 3)),
            (Compass::SouthWest, Compass::NorthEast, (-3, 3)),
        ] {
            let ((_, beyond), (there, _)) = (port(side), port(across));
            assert_eq!(beyond, (there.0 + x, there.1 + y), "{side:?}");
        }
    }
}
