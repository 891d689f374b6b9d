//! The game as a screen sees it: the panels here, the map in `scene/map.rs`.

mod map;

use super::action::Color;
use super::board::Card;
use super::state::RailwaysOfTheWorld;
use super::text;
use crate::engine::game::{Show, Viewer};
use crate::engine::money::Money;
use crate::engine::scene::{
    Column, FigureTable, Gauge, Ground, LegendEntry, Marker, OpenCard as ShownCard, OpenCards, Panel, Row,
    Scene, Series, Sign, Token, Tone,
};
use crate::engine::seat::Seat;

/// A number of a seat to follow.
type SeatFigure = fn(&RailwaysOfTheWorld, Seat) -> i64;

impl Show for RailwaysOfTheWorld {
    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene {
            status: text::status(self).into(),
            progress: text::progress(self),
            board: self.shown_board(),
            panels: self.panels(),
            series: self.series(),
            legend: legend(),
        }
    }
}

impl RailwaysOfTheWorld {
    fn panels(&self) -> Vec<Panel> {
        let mut panels = vec![self.players_panel(), self.markers_dial()];
        if self.options.operations {
            panels.push(self.open_cards());
            panels.push(self.held_cards());
        }
        panels.push(self.income_panel());
        panels.push(Panel::Facts(self.facts()));
        panels
    }

    /// What everybody has, earns and would score.
    fn players_panel(&self) -> Panel {
        let rows = Seat::all(self.seats()).map(|seat| Row {
            head: seat.to_string().into(),
            token: Some(owner_token(seat)),
            seat: Some(seat),
            cells: self.player_cells(seat),
        });
        let columns = text::PLAYER_COLUMNS.map(|(head, short)| Column::new(head, short)).to_vec();
        Panel::Table(FigureTable {
            title: text::PLAYERS.to_owned(),
            about: text::PLAYERS_ABOUT,
            columns,
            rows: rows.collect(),
        })
    }

    fn player_cells(&self, seat: Seat) -> Vec<String> {
        let player = &self.players[seat];
        vec![
            self.points(seat).to_string(),
            text::thousands(player.cash),
            player.bonds.to_string(),
            player.engine.to_string(),
            self.links_of(seat).count().to_string(),
            text::thousands(self.income_of(seat)),
            player.position.to_string(),
        ]
    }

    /// Enough empty cities bring the end (RW-18).
    fn markers_dial(&self) -> Panel {
        let full = self.board().end_markers(self.seats());
        Panel::Dials(vec![Gauge { name: "Empty cities".to_owned(), at: self.markers().min(full), full }])
    }

    fn open_cards(&self) -> Panel {
        let cards = self.face_up.iter().map(|card| self.shown_card(card, None)).collect();
        Panel::Cards(OpenCards { title: "Cards to take, and goals".to_owned(), cards })
    }

    fn held_cards(&self) -> Panel {
        let held = self.players.iter().flat_map(|(seat, player)| {
            player.cards.iter().map(move |card| {
                let mut shown = self.shown_card(card, Some(seat));
                if player.used.contains(card) {
                    "used this turn".clone_into(&mut shown.worth);
                }
                shown
            })
        });
        Panel::Cards(OpenCards { title: "Cards of the players".to_owned(), cards: held.collect() })
    }

    fn shown_card(&self, card: Card, holder: Option<Seat>) -> ShownCard {
        ShownCard {
            name: text::card_name(self, card).to_owned(),
            worth: text::card_worth(self, card),
            token: holder.map(owner_token),
            text: text::card_text(self, card),
        }
    }

    /// Where everybody stands on the income track, and when it pays differently.
    fn income_panel(&self) -> Panel {
        let rows = Seat::all(self.seats()).map(|seat| {
            let position = self.players[seat].position;
            let next = self.board().figures.income.iter().find(|(first, _)| *first > position);
            let next = next.map(|(first, pays)| text::next_income(Money::new(*pays), *first));
            let kept = self.income_of(seat) - self.dividends_of(seat);
            Row {
                head: seat.to_string().into(),
                token: Some(owner_token(seat)),
                seat: Some(seat),
                cells: vec![
                    position.to_string(),
                    text::thousands(self.income_of(seat)),
                    text::thousands(kept),
                    next.unwrap_or_default(),
                ],
            }
        });
        let columns = text::INCOME_COLUMNS.map(|(head, short)| Column::new(head, short)).to_vec();
        Panel::Table(FigureTable {
            title: text::INCOME.to_owned(),
            about: text::INCOME_ABOUT,
            columns,
            rows: rows.collect(),
        })
    }

    fn facts(&self) -> Vec<(String, String)> {
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let counted = |count: &dyn Fn(Color) -> u16| {
            let counts = Color::ALL.map(|color| format!("{} {}", count(color), color.name()));
            counts.join(", ")
        };
        // The short ones first: a small window has room for a line.
        let special = self.board().figures.special.tiles - self.special_links();
        let mut facts = vec![fact("special links left", special.to_string())];
        if self.options.operations {
            facts.push(fact("cards in the deck", self.deck().len().to_string()));
        }
        facts.push(fact("New City tiles", counted(&|color| self.tiles_left(color).into())));
        facts.push(fact("bag", counted(&|color| self.bag().count(color.index()))));
        facts.push(fact("map", self.board().figures.name.clone()));
        for (seat, player) in self.players.iter() {
            if let Some(baron) = player.baron {
                let state = if self.baron_points(seat) > 0 { "achieved" } else { "not achieved" };
                let goal = format!("{}: {state} now", text::baron_text(self, baron));
                facts.push((format!("baron {}", owner_token(seat).letter), goal));
            }
        }
        facts
    }

    fn series(&self) -> Vec<Series> {
        let charts: [(&'static str, SeatFigure); 4] = [
            ("points", |game, seat| game.points(seat)),
            ("income", |game, seat| game.income_of(seat).dollars()),
            ("cash", |game, seat| game.players[seat].cash.dollars()),
            ("bonds", |game, seat| game.players[seat].bonds),
        ];
        let series = charts.into_iter().flat_map(|(chart, value)| {
            Seat::all(self.seats()).map(move |seat| Series {
                chart,
                name: seat.to_string().into(),
                token: Some(owner_token(seat)),
                value: value(self, seat),
            })
        });
        series.collect()
    }
}

fn legend() -> Vec<LegendEntry> {
    let land = |ground| (Sign::Ground(ground), text::ground_meaning(ground));
    let track = [Ground::Plain, Ground::Water, Ground::Hill].map(land);
    let ridge = (Sign::Ridge, "ridge, $4000 more to cross");
    let cities = [Ground::City, Ground::Town, Ground::Gate, Ground::Sea].map(land);
    let signs = [
        (Sign::Marker(Marker::Emptied), "empty: counts toward the end"),
        (Sign::Track { complete: true }, "complete link: goods ride on it"),
        (Sign::Track { complete: false }, "incomplete link: gone after this turn"),
    ];
    let cubes = Color::ALL.map(|color| (Sign::Token(cube_token(color)), color.name()));
    // What building costs first: a small window has room for little more.
    let all = track.into_iter().chain([ridge]).chain(cities).chain(signs).chain(cubes);
    all.map(|(sign, meaning)| LegendEntry { sign, meaning }).collect()
}

/// The sign of a seat's links. Letters differ from those of cubes, so that nothing is taken for the other.
pub(super) fn owner_token(seat: Seat) -> Token {
    let (letter, tone) = [
        ('a', Tone::Red),
        ('b', Tone::Yellow),
        ('c', Tone::Green),
        ('d', Tone::Blue),
        ('e', Tone::Purple),
        ('f', Tone::Gray),
    ][usize::from(seat.number())];
    Token { letter, tone }
}

pub(super) fn cube_token(color: Color) -> Token {
    let (letter, tone) = match color {
        Color::Black => ('K', Tone::Black),
        Color::Blue => ('B', Tone::Blue),
        Color::Purple => ('P', Tone::Purple),
        Color::Red => ('R', Tone::Red),
        Color::Yellow => ('Y', Tone::Yellow),
    };
    Token { letter, tone }
}
