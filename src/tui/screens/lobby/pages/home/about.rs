//! What is said of the chosen line: in a sentence, and with all there is to know.

use super::super::super::help::{introduction, paragraphs};
use super::super::super::known::Known;
use super::{HomePage, HomeRow};
use crate::table::front::{NearState, NearTable};
use crate::tui::text::lobby::{self as text, home as words};

/// For the line at the bottom.
pub(super) fn sentence(home: &HomePage, known: &Known) -> String {
    if home.filtering && home.filter.text().is_empty() {
        return words::FILTER_ABOUT.to_owned();
    }
    match &home.chosen {
        HomeRow::Practise => {
            let plan = home.practice(known);
            words::practise_about(known.title_of(&plan.game), plan.bots, known.waits())
        }
        HomeRow::NewTable => words::line::NEW_TABLE_SENTENCE.to_owned(),
        HomeRow::Connect => words::line::CONNECT_SENTENCE.to_owned(),
        HomeRow::Folded => words::FOLDED_ABOUT.to_owned(),
        HomeRow::Near(tag) => {
            known.near_table(*tag).map(|table| near_sentence(table, known)).unwrap_or_default()
        }
        HomeRow::Kept(path) => known.kept_table(path).map(words::kept_about).unwrap_or_default(),
    }
}

/// For the pane beside the lists.
pub(super) fn at_length(home: &HomePage, known: &Known) -> String {
    match &home.chosen {
        HomeRow::Practise => introduction(home.meta(known)).to_owned(),
        HomeRow::NewTable => paragraphs(text::new_table::HELP),
        HomeRow::Connect => paragraphs(text::connect::HELP),
        HomeRow::Folded => words::FOLDED_ABOUT.to_owned(),
        HomeRow::Near(tag) => {
            known.near_table(*tag).map(|table| near_at_length(table, known)).unwrap_or_default()
        }
        HomeRow::Kept(path) => {
            let facts = known.kept_table(path).map(|table| {
                let state = [words::kept_state(table), known.shown_names(&table.names)];
                words::facts(known.title_of(&table.game), &state, &words::kept_about(table))
            });
            facts.unwrap_or_default()
        }
    }
}

fn near_sentence(table: &NearTable, known: &Known) -> String {
    known.kept_near(table.tag).map_or_else(|| words::near_about(table), words::kept_about)
}

fn near_at_length(table: &NearTable, known: &Known) -> String {
    let mut facts = vec![
        known.title_of(&table.game).to_owned(),
        words::near_state(table),
        known.shown_names(&table.names),
    ];
    facts.extend(table.pass_phrase.then(|| words::mark::PHRASE.to_owned()));
    facts.push(words::version(&table.version));
    let also = if table.state == NearState::Playing && table.fits { words::WATCH_ALSO } else { "" };
    let sentence = format!("{} {also}", near_sentence(table, known));
    let facts = words::facts(&text::table_of(table), &facts, &sentence);
    let game = known.games.iter().find(|meta| meta.id == table.game);
    format!("{facts}\n\n{}", game.map_or("", |meta| introduction(meta)))
}
