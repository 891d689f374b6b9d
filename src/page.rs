//! A table as one self-contained web page: the story of the game with pictures of the board, charts and the log.
//!
//! A pure function from a history to text: it reads no file and fetches nothing, and neither does the page. Whatever
//! players wrote is escaped. Read [`Story::html`] first; `svg` draws boards, `chart` draws numbers.

mod board;
mod chart;
mod markup;

use crate::engine::game::{Meta, Standing, Turn, Viewer};
use crate::engine::scene::{Panel, Scene};
use crate::engine::words::Words;
use crate::table::front::{Contract, DrawMode, Step};
use crate::table::history::History;
use crate::table::terms::{called, introduced};

use markup::{Html, escape};

/// At most so many chapters, each with a picture of the board.
const CHAPTERS: u32 = 12;

/// What a page tells.
#[derive(Debug)]
pub struct Story<'a> {
    /// The game and who played it.
    pub contract: &'a Contract,
    /// All of it.
    pub history: &'a History,
    /// Words that show whose table it was.
    pub phrase: String,
}

impl Story<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let meta = self.history.last().meta();
        let mut page = Html::new();
        page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        page.element("title", &self.title(meta));
        page.raw("<style>").raw(STYLE).raw("</style></head>\n<body><main>");
        self.heading(&mut page, meta);
        self.standings(&mut page);
        self.charts(&mut page);
        self.chapters(&mut page);
        page.raw("</main></body></html>\n");
        page.finish()
    }

    fn title(&self, meta: &Meta) -> String {
        format!("{}: {}", meta.title, self.people().join(", "))
    }

    fn people(&self) -> Vec<String> {
        called(self.contract)
    }

    fn named(&self, words: &Words) -> String {
        let people = self.people();
        words.with_names(|seat| people.get(usize::from(seat.number())).cloned().unwrap_or_default())
    }

    fn heading(&self, page: &mut Html, meta: &Meta) {
        let draw = match self.contract.draw {
            DrawMode::Fresh => "draws that nobody could foresee".to_owned(),
            DrawMode::Seed(seed) => format!("draws from seed {seed}"),
        };
        let over = self.history.last().turn() == Turn::Over;
        let state = if over { "finished" } else { "unfinished" };
        page.element("h1", meta.title);
        let entries = self.history.len();
        page.element(
            "p",
            &format!("{}; {entries} entries, {state}; {draw}.", introduced(self.contract).join(", ")),
        );
        page.element("p", &format!("Table {}; roster phrase \"{}\".", self.contract.table(), self.phrase));
    }

    fn standings(&self, page: &mut Html) {
        let standings = self.history.last().standings();
        let people = self.people();
        let name = |one: &Standing| people.get(usize::from(one.seat.number())).cloned().unwrap_or_default();
        page.element("h2", "Standing").raw("<table><tr><th></th><th>player</th><th>score</th>");
        for (detail, _) in standings.first().into_iter().flat_map(Standing::counted) {
            page.element("th", &detail);
        }
        page.raw("</tr>");
        for one in &standings {
            page.raw("<tr>").element("td", &format!("{}.", one.rank)).element("td", &name(one));
            page.element("td", &one.score.to_string());
            for (_, value) in one.counted() {
                page.element("td", &value);
            }
            page.raw("</tr>");
        }
        page.raw("</table>");
    }

    /// One chart for each kind of number.
    fn charts(&self, page: &mut Html) {
        let kept = (0..=self.history.len()).filter(|index| !self.history.is_taken_back(*index));
        let moments: Vec<Scene> = kept.map(|index| self.history.at(index).scene(Viewer::Spectator)).collect();
        let Some(last) = moments.last() else { return };
        let mut kinds: Vec<&str> = last.series.iter().map(|series| series.chart).collect();
        kinds.dedup();
        page.element("h2", "Charts").raw("<div class=\"charts\">");
        for kind in kinds {
            let tracks = last.series.iter().enumerate().filter(|(_, series)| series.chart == kind);
            let tracks: Vec<chart::PageTrack> = tracks
                .map(|(place, series)| chart::PageTrack {
                    name: self.named(&series.name),
                    token: series.token,
                    values: moments
                        .iter()
                        .filter_map(|scene| scene.series.get(place))
                        .map(|s| s.value)
                        .collect(),
                })
                .collect();
            page.raw("<figure>").element("figcaption", kind).raw(&chart::svg(&tracks)).raw("</figure>");
        }
        page.raw("</div>");
    }

    /// The story in chapters, each with the board and the tables as they were at its end.
    fn chapters(&self, page: &mut Html) {
        let entries = self.history.len();
        let length = entries.div_ceil(CHAPTERS).max(1);
        page.element("h2", "The game");
        self.picture(page, 0, "At the start");
        let mut first = 1;
        while first <= entries {
            let last = (first + length - 1).min(entries);
            page.raw("<section><ol class=\"log\">");
            for index in first..=last {
                self.entry(page, index);
            }
            page.raw("</ol>");
            self.picture(page, last, &format!("After entry {last}"));
            page.raw("</section>");
            first = last + 1;
        }
    }

    fn entry(&self, page: &mut Html, index: u32) {
        let told = self.history.told(index);
        let said: Vec<String> = told.said.iter().map(|words| self.named(words)).collect();
        let said = match (said.is_empty(), self.history.step(index)) {
            (false, _) => said.join("; "),
            (true, Some(Step::Back { to })) => format!("all agreed to go back to entry {to}"),
            (true, Some(Step::Nothing)) => "a seat changed hands".to_owned(),
            (true, _) => "nothing to tell".to_owned(),
        };
        let class = if self.history.is_taken_back(index) { " class=\"gone\"" } else { "" };
        page.raw(&format!("<li value=\"{index}\"{class}>{}</li>", escape(&said)));
    }

    fn picture(&self, page: &mut Html, index: u32, caption: &str) {
        let scene = self.history.at(index).scene(Viewer::Spectator);
        page.raw("<figure class=\"board\">").element("figcaption", caption);
        page.raw(&board::svg(&scene.board)).raw("<div class=\"panels\">");
        for panel in &scene.panels {
            self.panel(page, panel);
        }
        page.raw("</div></figure>");
    }

    fn panel(&self, page: &mut Html, panel: &Panel) {
        match panel {
            Panel::Dials(dials) => {
                let dials: Vec<String> =
                    dials.iter().map(|dial| format!("{} {}/{}", dial.name, dial.at, dial.full)).collect();
                page.element("p", &dials.join(", "));
            }
            Panel::Facts(facts) => {
                let facts: Vec<String> =
                    facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
                page.element("p", &facts.join(", "));
            }
            Panel::Cards(cards) => {
                page.raw("<dl>").element("dt", &cards.title);
                for card in &cards.cards {
                    let owner = card.token.map(|token| format!(" ({})", token.letter)).unwrap_or_default();
                    page.element("dd", &format!("{}{owner} {}: {}", card.name, card.worth, card.text));
                }
                page.raw("</dl>");
            }
            Panel::Table(table) => {
                page.raw("<table>").element("caption", &table.title).raw("<tr><th></th>");
                for column in &table.columns {
                    page.element("th", &column.head);
                }
                page.raw("</tr>");
                for row in &table.rows {
                    let sign = row.token.map(|token| format!("{} ", token.letter)).unwrap_or_default();
                    page.raw("<tr>").element("td", &format!("{sign}{}", self.named(&row.head)));
                    for cell in &row.cells {
                        page.element("td", cell);
                    }
                    page.raw("</tr>");
                }
                page.raw("</table>");
            }
        }
    }
}

const STYLE: &str = "\
body{font:16px/1.45 system-ui,sans-serif;margin:0;background:#faf8f3;color:#222}\
main{max-width:70rem;margin:0 auto;padding:1rem}\
h1,h2{font-weight:600}\
table{border-collapse:collapse;margin:.5rem 0}\
caption{text-align:left;font-weight:600}\
th,td{padding:.1rem .6rem;text-align:right;border-bottom:1px solid #ddd}\
th:first-child,td:first-child{text-align:left}\
figure{margin:1rem 0}figcaption{font-weight:600;margin-bottom:.3rem}\
svg{max-width:100%;height:auto}\
.charts,.panels{display:flex;flex-wrap:wrap;gap:0 2rem}\
.log{padding-left:3rem}.log .gone{text-decoration:line-through;color:#888}\
section{border-top:1px solid #ccc}\
@media(prefers-color-scheme:dark){body{background:#1b1c1e;color:#ddd}th,td{border-color:#444}}";
