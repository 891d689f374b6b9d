//! The game as a screen sees it.

use whistlestop::engine::game::{Show, Viewer};
use whistlestop::engine::named::Named;
use whistlestop::engine::scene::{
    Column, Compass, Figure, FigureTable, Ground, Join, JoinEnd, LegendEntry, Panel, Place, Row, Scene,
    SceneBoard, Series, Shape, Sign, Token, Tone,
};
use whistlestop::engine::seat::Seat;

use super::board::{Square, TURNS};
use super::state::Halts;
use super::text;

impl Show for Halts {
    fn scene(&self, _viewer: Viewer) -> Scene {
        let lands = [Ground::Plain, Ground::Wood, Ground::Hill, Ground::Town];
        let series = Seat::all(self.seats()).map(|seat| Series {
            chart: "points",
            name: seat.to_string().into(),
            token: Some(token(seat)),
            value: self.points(seat),
        });
        Scene {
            status: text::status(self).into(),
            progress: format!("turn {} of {}", self.turns / self.seats() + 1, TURNS),
            board: SceneBoard {
                shape: Shape::Squares,
                places: Square::all().map(|square| self.place(square)).collect(),
                joins: self.track().map(join).collect(),
                head: None,
            },
            panels: vec![self.players()],
            series: series.collect(),
            legend: lands
                .map(|land| LegendEntry { sign: Sign::Ground(land), meaning: text::land(land) })
                .to_vec(),
        }
    }
}

impl Halts {
    fn place(&self, square: Square) -> Place {
        let costs = self.owner(square).is_none().then(|| Figure::Costs(square.cost().dollars()));
        Place {
            id: square.name().to_owned(),
            at: square.at(),
            ground: square.ground(),
            figures: costs.into_iter().chain([Figure::Earns(square.earns())]).collect(),
            owner: self.owner(square).map(token),
            says: Some(text::square(self, square).into()),
            ..Place::default()
        }
    }

    fn players(&self) -> Panel {
        let rows = Seat::all(self.seats()).map(|seat| Row {
            head: seat.to_string().into(),
            token: Some(token(seat)),
            seat: Some(seat),
            cells: vec![self.cash[seat].to_string(), self.points(seat).to_string()],
        });
        Panel::Table(FigureTable {
            title: "Players".to_owned(),
            about: "",
            columns: ["cash", "points"].map(Column::from).to_vec(),
            rows: rows.collect(),
        })
    }
}

/// Track from the middle of a side to the neighbour's.
fn join((seat, from, to): (Seat, Square, Square)) -> Join {
    let (out, into) = if from.east() == Some(to) {
        (Compass::East, Compass::West)
    } else {
        (Compass::South, Compass::North)
    };
    Join {
        from: JoinEnd::at(from.name(), out),
        to: Some(JoinEnd::at(to.name(), into)),
        tokens: vec![token(seat)],
        ..Join::default()
    }
}

fn token(seat: Seat) -> Token {
    let (letter, tone) = [('A', Tone::Red), ('B', Tone::Blue), ('C', Tone::Green), ('D', Tone::Orange)]
        [usize::from(seat.number())];
    Token { letter, tone }
}
