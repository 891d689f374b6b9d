//! Any page: which keys it has, and who takes them.

use crossterm::event::KeyEvent;

use super::Step;
use super::connect::Connect;
use super::gather::Gather;
use super::home::Home;
use super::known::Known;
use super::name::Name;
use super::network::Network;
use super::new_table::NewTable;
use crate::tui::keymap::Binding;
use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::text::lobby as text;

/// A page.
#[derive(Debug)]
pub(super) enum Page {
    Home(Home),
    Name(Name),
    NewTable(NewTable),
    Connect(Connect),
    Address,
    Network(Network),
    Wait,
    Gather(Gather),
}

impl Page {
    pub(super) fn bindings(&self) -> &'static [Binding<Intent>] {
        match self {
            Self::Home(_) => keys::HOME,
            Self::Name(_) | Self::NewTable(_) | Self::Connect(_) | Self::Network(_) => keys::FORM,
            Self::Address => keys::ADDRESS,
            Self::Wait => keys::WAIT,
            Self::Gather(gather) if gather.talking => keys::TALK,
            Self::Gather(_) => keys::GATHER,
        }
    }

    /// Takes a key as a letter of what is being typed.
    pub(super) fn key(&mut self, event: &KeyEvent) -> bool {
        match self {
            Self::Name(name) => name.key(event),
            Self::NewTable(form) => form.key(event),
            Self::Connect(form) => form.key(event),
            Self::Network(network) => network.peer.key(event),
            Self::Gather(gather) => gather.key(event),
            Self::Home(_) | Self::Address | Self::Wait => false,
        }
    }

    pub(super) fn paste(&mut self, pasted: &str) {
        let line = match self {
            Self::Name(name) => Some(&mut name.line),
            Self::NewTable(form) => form.field(),
            Self::Connect(form) => form.field(),
            Self::Network(network) => Some(&mut network.peer),
            Self::Gather(gather) => gather.talking.then_some(&mut gather.talk),
            Self::Home(_) | Self::Address | Self::Wait => None,
        };
        if let Some(line) = line {
            // A code may be broken over lines where it was copied from.
            line.insert(&pasted.lines().collect::<Vec<_>>().join(" "));
        }
    }

    pub(super) fn act(&mut self, intent: Intent, known: &mut Known) -> Step {
        match (self, intent) {
            (Self::Home(home), intent) => home.act(intent, known),
            (Self::Name(name), intent) => name.act(intent),
            (Self::Gather(gather), intent) => gather.act(intent, known),
            (Self::Wait, Intent::Back) => Step::Leave,
            (_, Intent::Back) => Step::Back,
            (Self::NewTable(form), intent) => form.act(intent, known),
            (Self::Connect(form), intent) => form.act(intent),
            (Self::Network(network), intent) => network.act(intent, known),
            (Self::Address, intent) => act_on_address(intent, known),
            (Self::Wait, _) => Step::Stay,
        }
    }
}

fn act_on_address(intent: Intent, known: &Known) -> Step {
    let here = known.visit.as_ref().and_then(|visit| visit.here.as_ref());
    let code = here.and_then(|here| here.code.clone());
    match intent {
        Intent::Copy => code.map_or_else(|| Step::Note(text::address::NO_CODE.to_owned()), Step::Copy),
        Intent::Enter if here.is_none() => Step::Go(Page::NewTable(NewTable::new(known))),
        _ => Step::Stay,
    }
}
