//! The game as a screen sees it.

use super::action::{Company, Dial};
use super::board::{Hex, Industry, Terrain, board};
use super::state::ChicagoExpress;
use super::text;
use crate::engine::game::{Show, Viewer};
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::scene::{
    self, Column, Figure, FigureTable, Ground, LegendEntry, Marker, Panel, Place, Row, Scene, SceneBoard,
    Series, Shape, Sign, Token, Tone,
};
use crate::engine::seat::Seat;

impl Show for ChicagoExpress {
    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene {
            status: text::status(self).into(),
            progress: text::progress(self),
            board: SceneBoard {
                shape: Shape::FlatHexes,
                places: (0..).map_while(Hex::from_number).map(|hex| self.shown_hex(hex)).collect(),
                joins: Vec::new(),
                head: None,
            },
            panels: vec![
                self.dials_panel(),
                self.companies_panel(),
                self.players_panel(),
                Panel::Facts(self.facts()),
            ],
            series: self.series(),
            legend: legend(),
        }
    }
}

impl ChicagoExpress {
    fn shown_hex(&self, hex: Hex) -> Place {
        let figures = board().hex(hex);
        let developed = self.developed.contains(hex.place());
        Place {
            id: hex.name().to_owned(),
            name: figures.name.clone(),
            code: figures.code.clone(),
            at: board().at[hex.index()].into(),
            ground: ground(figures.terrain),
            figures: vec![Figure::Costs(figures.cost), Figure::Earns(self.hex_income(hex).dollars().into())],
            tokens: self.companies_at(hex).map(token).collect(),
            markers: developed.then_some(Marker::Developed).into_iter().collect(),
            ..Place::default()
        }
    }

    fn dials_panel(&self) -> Panel {
        let dial = |dial: Dial| scene::Gauge {
            name: text::dial_name(dial).to_owned(),
            at: self.dials[dial as usize],
            full: board().dial_length(dial),
        };
        Panel::Dials(Dial::ALL.into_iter().map(dial).collect())
    }

    fn companies_panel(&self) -> Panel {
        let rows = Company::ALL.into_iter().map(|company| Row {
            head: company.name().into(),
            token: Some(token(company)),
            seat: None,
            cells: self.company_cells(company),
        });
        let others = ["pays", "cash", "left", "loco"].map(Column::from);
        let columns = std::iter::once(Column::new("income", "inc")).chain(others).collect();
        Panel::Table(FigureTable {
            title: "Companies".to_owned(),
            about: text::COMPANIES_ABOUT,
            columns,
            rows: rows.collect(),
        })
    }

    /// Income, what a share pays now, cash, shares left of all, locomotives left.
    fn company_cells(&self, company: Company) -> Vec<String> {
        let left = format!("{}/{}", self.shares_left(company), board().company(company).shares);
        let locomotives = self.locomotives_left(company).to_string();
        if !self.is_open(company) {
            return vec![String::new(), String::new(), String::new(), left, locomotives];
        }
        let charter = self.charter(company);
        let sold = self.shares_sold(company);
        let share = if sold == 0 { String::new() } else { charter.income.per_share(sold).to_string() };
        vec![charter.income.to_string(), share, charter.cash.to_string(), left, locomotives]
    }

    fn players_panel(&self) -> Panel {
        let rows = self.players.iter().map(|(seat, player)| {
            let shares = player.shares.iter().map(|&n| if n == 0 { String::new() } else { n.to_string() });
            let cells = [player.cash.to_string()].into_iter().chain(shares);
            let cells = cells.chain([self.next_dividend(seat).to_string()]).collect();
            Row { head: seat.to_string().into(), token: None, seat: Some(seat), cells }
        });
        let shares =
            Company::ALL.map(|company| Column::new(company.name(), &token(company).letter.to_string()));
        let (cash, next) = (Column::new("cash", "cash"), Column::new("next dividend", "next"));
        let columns = [cash].into_iter().chain(shares).chain([next]).collect();
        Panel::Table(FigureTable {
            title: "Players".to_owned(),
            about: text::PLAYERS_ABOUT,
            columns,
            rows: rows.collect(),
        })
    }

    /// What a general dividend would pay the seat now.
    fn next_dividend(&self, seat: Seat) -> Money {
        let companies = Company::ALL.into_iter().filter(|&company| self.shares_of(seat, company) > 0);
        companies
            .map(|company| {
                let per_share = self.charter(company).income.per_share(self.shares_sold(company));
                per_share * i64::from(self.shares_of(seat, company))
            })
            .sum()
    }

    fn facts(&self) -> Vec<(String, String)> {
        let industries = Industry::ALL.map(|i| (format!("{i:?}"), self.industry_value(i).to_string()));
        let houses = ("houses left".to_owned(), self.houses_left().to_string());
        industries.into_iter().chain([houses]).collect()
    }

    fn series(&self) -> Vec<Series> {
        let cash = self.players.iter().map(|(seat, player)| Series {
            chart: "cash",
            name: seat.to_string().into(),
            token: None,
            value: player.cash.dollars(),
        });
        let company = |chart, value: fn(&Self, Company) -> i64| {
            Company::ALL.into_iter().map(move |company| Series {
                chart,
                name: company.name().into(),
                token: Some(token(company)),
                value: value(self, company),
            })
        };
        let income = company("income", |game, company| game.charter(company).income.dollars().into());
        let shares = company("shares sold", |game, company| game.shares_sold(company).into());
        cash.chain(income).chain(shares).collect()
    }
}

fn ground(terrain: Terrain) -> Ground {
    match terrain {
        Terrain::Plain => Ground::Plain,
        Terrain::Forest => Ground::Wood,
        Terrain::Mountain => Ground::Hill,
        Terrain::City => Ground::City,
        Terrain::Industrial => Ground::Industry,
        Terrain::Start => Ground::Start,
        Terrain::Chicago => Ground::Goal,
    }
}

fn token(company: Company) -> Token {
    let (letter, tone) = match company {
        Company::Prr => ('P', Tone::Red),
        Company::Bo => ('B', Tone::Blue),
        Company::Co => ('C', Tone::Yellow),
        Company::Nyc => ('N', Tone::Green),
        Company::Wabash => ('W', Tone::Black),
    };
    Token { letter, tone }
}

fn legend() -> Vec<LegendEntry> {
    let terrains = [Terrain::Plain, Terrain::Forest, Terrain::Mountain, Terrain::City, Terrain::Industrial];
    let grounds = terrains.into_iter().chain([Terrain::Start, Terrain::Chicago]);
    let grounds =
        grounds.map(|t| LegendEntry { sign: Sign::Ground(ground(t)), meaning: text::terrain_name(t) });
    let companies = Company::ALL.into_iter();
    let companies = companies.map(|c| LegendEntry { sign: Sign::Token(token(c)), meaning: c.name() });
    grounds
        .chain(companies)
        .chain([LegendEntry { sign: Sign::Marker(Marker::Developed), meaning: "house" }])
        .collect()
}
