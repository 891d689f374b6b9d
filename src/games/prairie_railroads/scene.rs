//! The game as a screen sees it.

use super::action::{Card, Railroad};
use super::board::{City, Color, Kind, Segment, board};
use super::state::{Cards, Phase, PrairieRailroads};
use super::text;
use crate::engine::game::{Show, Viewer};
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::scene::{
    Column, Figure, FigureTable, Ground, Join, JoinEnd, LegendEntry, Marker, Panel, Place, Row, Scene,
    SceneBoard, Series, Shape, Sign, Token, Tone,
};
use crate::engine::seat::Seat;

impl Show for PrairieRailroads {
    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene {
            status: text::status(self).into(),
            progress: text::progress(self),
            board: SceneBoard {
                shape: Shape::Free { size: board().figures.map_size },
                places: City::all().map(|city| self.place(city)).collect(),
                joins: Segment::all().map(|segment| self.join(segment)).collect(),
                head: None,
            },
            panels: vec![
                self.ledger(),
                self.players_panel(),
                self.shares_panel(),
                Panel::Facts(self.facts()),
            ],
            series: self.series(),
            legend: legend(),
        }
    }
}

impl PrairieRailroads {
    fn place(&self, city: City) -> Place {
        let figures = board().city(city);
        let grown = self.grown.contains(city.place()).then_some(Marker::Developed);
        let exit = figures.western.then_some(Marker::Exit);
        Place {
            id: city.name().to_owned(),
            name: Some(figures.name.clone()),
            code: Some(figures.code.clone()),
            at: figures.at,
            ground: ground(figures.kind),
            figures: vec![Figure::Earns(self.city_income(city).dollars().into())],
            tokens: self.western_at(city).map(token).into_iter().collect(),
            markers: grown.into_iter().chain(exit).collect(),
            ..Place::default()
        }
    }

    fn join(&self, segment: Segment) -> Join {
        let track = board().track(segment);
        let builder = self.builder_of(segment);
        let first = track.tail.unwrap_or(track.ends.0);
        let mut via = track.via.clone();
        if first != track.ends.0 {
            via.reverse();
        }
        Join {
            id: Some(track.id.clone()),
            from: JoinEnd::of(first.name()),
            to: Some(JoinEnd::of(track.ends.other(first).name())),
            via,
            one_way: track.tail.is_some(),
            tokens: builder.map(token).into_iter().collect(),
            price: builder.is_none().then(|| board().figures.segment_cost),
            ..Join::default()
        }
    }

    /// What each railroad is, has, and pays.
    fn ledger(&self) -> Panel {
        let rows = Railroad::ALL.into_iter().map(|railroad| Row {
            head: railroad.name().into(),
            token: Some(token(railroad)),
            seat: None,
            cells: self.ledger_cells(railroad),
        });
        let columns = text::RAILROAD_COLUMNS.map(|(head, short)| Column::new(head, short)).to_vec();
        Panel::Table(FigureTable {
            title: text::RAILROADS.to_owned(),
            about: text::RAILROADS_ABOUT,
            columns,
            rows: rows.collect(),
        })
    }

    fn ledger_cells(&self, railroad: Railroad) -> Vec<String> {
        let charter = self.charter(railroad);
        let unsold = format!("{}/{}", self.shares_left(railroad), board().figures.shares);
        let figures = if charter.track.is_empty() {
            Default::default()
        } else {
            [
                charter.income.to_string(),
                self.value(railroad).to_string(),
                self.minimum_bid(railroad).to_string(),
                self.dividend_per_share(railroad).to_string(),
                self.payoff_per_share(railroad).map_or(String::new(), |payoff| payoff.to_string()),
            ]
        };
        figures.into_iter().chain([charter.treasury.to_string(), unsold]).collect()
    }

    /// Cash, what shares would pay, and the open hands; below them the deck.
    fn players_panel(&self) -> Panel {
        let players = self.players.iter().map(|(seat, _)| Row {
            head: seat.to_string().into(),
            token: None,
            seat: Some(seat),
            cells: self.player_cells(seat),
        });
        let nothing = [const { String::new() }; 3].into_iter();
        let deck = Row {
            head: text::DECK.into(),
            token: None,
            seat: None,
            cells: nothing.chain(shown_cards(self.deck)).collect(),
        };
        let columns = ["cash", "next", "end"].into_iter().chain(Card::ALL.map(text::card_code));
        // Whole or not at all: none of them can be understood by its beginning.
        let columns = columns.map(|head| Column::new(head, head)).collect();
        Panel::Table(FigureTable {
            title: text::PLAYERS.to_owned(),
            about: text::PLAYERS_ABOUT,
            columns,
            rows: players.chain([deck]).collect(),
        })
    }

    fn player_cells(&self, seat: Seat) -> Vec<String> {
        let player = &self.players[seat];
        let money = [player.cash, self.dividend_of(seat), self.at_the_end(seat)];
        money.map(|money| money.to_string()).into_iter().chain(shown_cards(player.hand)).collect()
    }

    /// Who has how many shares of which railroad, under its letter, and who controls it.
    fn shares_panel(&self) -> Panel {
        let holding = |seat, r| text::holding(self.shares_of(seat, r), self.controls(seat, r));
        let rows = self.players.iter().map(|(seat, _)| Row {
            head: seat.to_string().into(),
            token: None,
            seat: Some(seat),
            cells: Railroad::ALL.map(|railroad| holding(seat, railroad)).to_vec(),
        });
        let columns = Railroad::ALL.map(|railroad| Column::from(token(railroad).letter)).to_vec();
        Panel::Table(FigureTable {
            title: text::SHARES.to_owned(),
            about: text::SHARES_ABOUT,
            columns,
            rows: rows.collect(),
        })
    }

    /// What the seat would have if the game ended now.
    fn at_the_end(&self, seat: Seat) -> Money {
        let cash = self.players[seat].cash;
        if self.phase == Phase::Over { cash } else { cash + self.payoff_of(seat) }
    }

    fn facts(&self) -> Vec<(String, String)> {
        let played = format!("{} of {}", self.dividends_played(), board().figures.ending_dividend);
        let western = self.western_cost().map_or("all are built".to_owned(), |cost| cost.to_string());
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let cubes = Railroad::ALL.map(|railroad| {
            let letter = token(railroad).letter;
            let name =
                if railroad == Railroad::Crip { format!("cubes {letter}") } else { letter.to_string() };
            (name, self.cubes_left(railroad).to_string())
        });
        let facts = [
            fact("dividends", played),
            fact("next Western Build", western),
            fact("cities that can still grow", self.development_left().to_string()),
        ];
        facts.into_iter().chain(cubes).collect()
    }

    fn series(&self) -> Vec<Series> {
        let player = |chart, value: fn(&Self, Seat) -> i64| {
            self.players.iter().map(move |(seat, _)| Series {
                chart,
                name: seat.to_string().into(),
                token: None,
                value: value(self, seat),
            })
        };
        let railroad = |chart, value: fn(&Self, Railroad) -> i64| {
            Railroad::ALL.into_iter().map(move |railroad| Series {
                chart,
                name: railroad.name().into(),
                token: Some(token(railroad)),
                value: value(self, railroad),
            })
        };
        let cash = player("cash", |game, seat| game.players[seat].cash.dollars());
        let end = player("if it ended now", |game, seat| game.at_the_end(seat).dollars());
        let income = railroad("income", |game, railroad| game.charter(railroad).income.dollars().into());
        let value = railroad("value", |game, railroad| game.value(railroad).dollars());
        cash.chain(end).chain(income).chain(value).collect()
    }
}

/// How many cards of each kind.
fn shown_cards(cards: Cards) -> impl Iterator<Item = String> {
    Card::ALL.into_iter().map(move |card| cards.count(card.index()).to_string())
}

fn ground(kind: Kind) -> Ground {
    match kind {
        Kind::Start => Ground::Start,
        Kind::City => Ground::City,
        Kind::Town => Ground::Town,
    }
}

/// A letter of its own for each railroad: the first of the name that people use, as far as they differ.
fn token(railroad: Railroad) -> Token {
    let letter = match railroad {
        Railroad::Crip => 'C',
        Railroad::Atsf => 'A',
        Railroad::Kp => 'K',
        Railroad::Mkt => 'T',
        Railroad::Slsf => 'S',
        Railroad::Mp => 'M',
    };
    let tone = match board().railroad(railroad).color {
        Color::Black => Tone::Black,
        Color::Blue => Tone::Blue,
        Color::Yellow => Tone::Yellow,
        Color::Green => Tone::Green,
        Color::Red => Tone::Red,
        Color::White => Tone::White,
    };
    Token { letter, tone }
}

fn legend() -> Vec<LegendEntry> {
    let kinds = [Kind::Start, Kind::City, Kind::Town].into_iter();
    let kinds =
        kinds.map(|kind| LegendEntry { sign: Sign::Ground(ground(kind)), meaning: text::kind_name(kind) });
    let railroads = Railroad::ALL.into_iter();
    let railroads = railroads.map(|r| LegendEntry { sign: Sign::Token(token(r)), meaning: r.name() });
    let others = [
        LegendEntry { sign: Sign::Marker(Marker::Developed), meaning: "grown, earns $1 more" },
        LegendEntry { sign: Sign::Marker(Marker::Exit), meaning: "Western Build" },
        LegendEntry { sign: Sign::OneWay, meaning: "built only along the arrow" },
    ];
    kinds.chain(railroads).chain(others).collect()
}
