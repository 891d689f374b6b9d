//! What the lines at the bottom and the help say, by what can be done now.

use super::home::{Deed, Home, Row};
use super::known::Known;
use super::{Lobby, Page, gather};
use crate::engine::game::Meta;
use crate::table::front::{NearState, NearTable, Place};
use crate::tui::keymap::Binding;
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;

/// A key that can be pressed now.
#[derive(Debug)]
pub(super) struct Hint {
    pub(super) intent: Intent,
    pub(super) key: &'static str,
    pub(super) words: String,
    /// How important it is, 0 most.
    pub(super) rank: u8,
}

/// The keys that do something now.
pub(super) fn keys(lobby: &Lobby) -> Vec<Hint> {
    let covered = lobby.question.is_some() || lobby.help.is_some();
    let hint = |binding: &Binding<Intent>| {
        let words =
            if covered { Some(binding.words.to_owned()) } else { words(lobby.page(), &lobby.known, binding) };
        let words = words.filter(|words| !words.is_empty())?;
        Some(Hint { intent: binding.intent, key: binding.shown, words, rank: rank(binding.intent) })
    };
    lobby.bindings().iter().filter_map(hint).collect()
}

/// Keys of the lobby that stand in a line of their own where there is room: for when nobody is found.
pub(super) const fn is_second_row(intent: Intent) -> bool {
    matches!(intent, Intent::Connect | Intent::Address | Intent::Network | Intent::Rename)
}

/// What must be seen in the narrowest window comes first.
const fn rank(intent: Intent) -> u8 {
    match intent {
        Intent::Enter | Intent::Ready | Intent::Yes | Intent::No | Intent::Help => 0,
        Intent::Back | Intent::Quit | Intent::NewTable | Intent::Talk | Intent::Resume => 1,
        Intent::Bot | Intent::Watch | Intent::Connect | Intent::Copy => 2,
        _ => 3,
    }
}

/// What a key does now; nothing where it does nothing.
fn words(page: &Page, known: &Known, binding: &Binding<Intent>) -> Option<String> {
    let usual = Some(binding.words.to_owned());
    match page {
        Page::Home(home) => words_at_home(home, known, binding),
        Page::NewTable(form) => match binding.intent {
            Intent::Enter => Some(text::deed::OPEN.to_owned()),
            Intent::More => usual.filter(|_| form.is_choice()),
            _ => usual,
        },
        Page::Connect(form) => match binding.intent {
            Intent::Enter => Some(text::deed::JOIN.to_owned()),
            Intent::More => usual.filter(|_| form.is_choice()),
            Intent::Down => usual.filter(|_| form.rows().len() > 1),
            _ => usual,
        },
        Page::Name(name) => match binding.intent {
            Intent::Enter => Some(text::deed::SAVE.to_owned()),
            Intent::Down | Intent::More => None,
            Intent::Back => usual.filter(|_| !name.first),
            _ => usual,
        },
        Page::Network(_) => match binding.intent {
            Intent::Enter => {
                let done = known.check.as_ref().is_none_or(|check| check.done);
                Some(text::deed::CHECK.to_owned()).filter(|_| done)
            }
            Intent::Down => Some(text::deed::SCROLL.to_owned()),
            Intent::More => None,
            _ => usual,
        },
        Page::Address => match binding.intent {
            Intent::Enter => usual.filter(|_| known.visit.is_none()),
            Intent::Copy => usual.filter(|_| gather::is_host(known)),
            _ => usual,
        },
        Page::Wait => usual,
        Page::Gather(gather) if gather.talking => usual,
        Page::Gather(gather) => words_at_gathering(gather, known, binding),
    }
}

fn words_at_home(home: &Home, known: &Known, binding: &Binding<Intent>) -> Option<String> {
    let usual = Some(binding.words.to_owned());
    match binding.intent {
        Intent::Enter => {
            let deed = match home.deed(known) {
                Deed::Practise => text::deed::PLAY,
                Deed::NewTable | Deed::Connect => text::deed::CHOOSE,
                Deed::Sit(_) => text::deed::SIT,
                Deed::Watch(_) => text::deed::WATCH,
                Deed::Resume(_) => text::deed::RESUME,
                Deed::Replay(_) => text::deed::REPLAY,
                Deed::Nothing(_) => return None,
            };
            Some(deed.to_owned())
        }
        Intent::More => usual.filter(|_| home.can_change(known)),
        Intent::Resume => usual.filter(|_| known.kept.iter().any(|table| !table.over)),
        Intent::CarryOn => usual.filter(|_| home.left_by_others(known).is_some()),
        // Enter already watches, and says so.
        Intent::Watch => None,
        Intent::Projector => usual.filter(|_| matches!(home.deed(known), Deed::Watch(_))),
        _ => usual,
    }
}

fn words_at_gathering(page: &gather::Gather, known: &Known, binding: &Binding<Intent>) -> Option<String> {
    let usual = Some(binding.words.to_owned());
    let host = gather::is_host(known);
    match binding.intent {
        Intent::Ready => {
            let ready = gather::own_ready(known)?;
            Some(if ready { text::deed::NOT_READY.to_owned() } else { binding.words.to_owned() })
        }
        Intent::Bot => {
            let places = gather::places(known);
            let on_bot = matches!(places.get(page.seat), Some(Place::Bot { .. }));
            let free = places.contains(&Place::Open);
            let words = if on_bot { text::deed::OTHER_BOT } else { binding.words };
            Some(words.to_owned()).filter(|_| host && (free || on_bot))
        }
        Intent::Address | Intent::Down => usual.filter(|_| host),
        Intent::Back => Some(if host { text::deed::CLOSE } else { text::deed::LEAVE }.to_owned()),
        _ => usual,
    }
}

/// One sentence on what is chosen.
pub(super) fn about(page: &Page, known: &Known) -> String {
    match page {
        Page::Home(home) => about_line(home, known),
        Page::Gather(gather)
            if !gather.talking && gather::is_host(known) && gather::places(known).contains(&Place::Open) =>
        {
            text::gather::HOST_ABOUT.to_owned()
        }
        Page::Gather(_) => text::gather::ABOUT.to_owned(),
        Page::Network(_) => text::network::ABOUT.to_owned(),
        Page::Name(_) | Page::NewTable(_) | Page::Connect(_) | Page::Address | Page::Wait => String::new(),
    }
}

fn about_line(home: &Home, known: &Known) -> String {
    match &home.chosen {
        Row::Practise => {
            let plan = home.practice(known);
            let waits = known.kept.iter().any(|table| !table.over);
            text::practise_about(known.title_of(&plan.game), plan.bots, waits)
        }
        Row::NewTable => text::line::NEW_TABLE_SENTENCE.to_owned(),
        Row::Connect => text::line::CONNECT_SENTENCE.to_owned(),
        Row::Near(tag) => known.near_table(*tag).map(|table| near_line(table, known)).unwrap_or_default(),
        Row::Kept(path) => known.kept_table(path).map(text::kept_about).unwrap_or_default(),
    }
}

/// The same with all there is to know, for the pane beside the lists.
pub(super) fn about_at_length(home: &Home, known: &Known) -> String {
    match &home.chosen {
        Row::Practise => introduction(home.meta(known)).to_owned(),
        Row::NewTable => paragraphs(text::help::NEW_TABLE),
        Row::Connect => paragraphs(text::help::CONNECT),
        Row::Near(tag) => known.near_table(*tag).map(|table| about_near(table, known)).unwrap_or_default(),
        Row::Kept(path) => {
            let facts = known.kept_table(path).map(|table| {
                let state = [text::kept_state(table), known.shown_names(&table.names)];
                text::facts(known.title_of(&table.game), &state, &text::kept_about(table))
            });
            facts.unwrap_or_default()
        }
    }
}

fn near_line(table: &NearTable, known: &Known) -> String {
    known.kept_near(table.tag).map_or_else(|| text::near_about(table), text::kept_about)
}

fn about_near(table: &NearTable, known: &Known) -> String {
    let mut facts = vec![
        known.title_of(&table.game).to_owned(),
        text::near_state(table),
        known.shown_names(&table.names),
    ];
    facts.extend(table.pass_phrase.then(|| text::mark::PHRASE.to_owned()));
    facts.push(text::version(&table.version));
    let also = if table.state == NearState::Playing && table.fits { text::WATCH_ALSO } else { "" };
    let facts = text::facts(&text::table_of(table), &facts, &format!("{} {also}", near_line(table, known)));
    let game = known.games.iter().find(|meta| meta.id == table.game);
    format!("{facts}\n\n{}", game.map_or("", |meta| introduction(meta)))
}

/// What a game is about: its rules as far as their first part.
pub(super) fn introduction(meta: &'static Meta) -> &'static str {
    meta.rules_text.split("\n## ").next().unwrap_or_default()
}

/// Some paragraphs as a text.
pub(super) fn paragraphs(paragraphs: &[&str]) -> String {
    paragraphs.join("\n\n")
}

/// What the page is about.
pub(super) const fn paragraphs_of(page: &Page) -> &'static [&'static str] {
    match page {
        Page::Home(_) => text::help::HOME,
        Page::Name(_) => text::help::NAME,
        Page::NewTable(_) => text::help::NEW_TABLE,
        Page::Connect(_) => text::help::CONNECT,
        Page::Address => text::help::ADDRESS,
        Page::Network(_) => text::help::NETWORK,
        Page::Wait => text::help::WAIT,
        Page::Gather(_) => text::help::GATHER,
    }
}

/// All keys of the page, and what they do.
pub(super) fn help_keys(page: &Page) -> Vec<(&'static str, &'static str)> {
    page.bindings().iter().map(|binding| (binding.shown, help_words(binding))).collect()
}

fn help_words(binding: &Binding<Intent>) -> &'static str {
    match binding.intent {
        Intent::Up => text::help::UP,
        Intent::Less => text::help::LESS,
        Intent::Down if binding.words.is_empty() => text::help::DOWN,
        Intent::Pick => text::help::PICK,
        Intent::Back if binding.words.is_empty() => text::help::BACK,
        Intent::Quit if binding.words.is_empty() => text::help::STOP,
        _ => binding.words,
    }
}
