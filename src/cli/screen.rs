//! Whether a command opens a screen, how that looks, and what it begins with.

use std::io::{IsTerminal as _, stdin, stdout};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::complain;
use crate::bots::BOTS;
use crate::node::screen::{self, Desk};
use crate::table::front::{End, Request, games};
use crate::tui::app::{App, Start};
use crate::tui::screens::lobby::Lobby;
use crate::tui::terminal::{Manners, Terminal};
use crate::tui::theme::{Backdrop, Theme, Wishes};

/// How a screen looks and behaves.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LookArgs {
    /// Lines of text instead of a screen: for screen readers and simple terminals
    #[arg(long)]
    text: bool,
    /// Draw with characters that every font has
    #[arg(long)]
    ascii: bool,
    /// Colours for a light background
    #[arg(long, conflicts_with = "dark")]
    light: bool,
    /// Colours for a dark background
    #[arg(long)]
    dark: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// No bell when it is your turn
    #[arg(long)]
    no_bell: bool,
}

impl LookArgs {
    /// Whether there is a terminal that a screen can be drawn on, and nobody asked for lines.
    pub(super) fn wants_screen(self) -> bool {
        !self.text && can_show()
    }

    fn theme(self) -> Theme {
        let backdrop = match (self.light, self.dark) {
            (true, _) => Some(Backdrop::Light),
            (_, true) => Some(Backdrop::Dark),
            _ => None,
        };
        let wishes = Wishes { ascii: self.ascii, depth: None, backdrop };
        Theme::detect(|name| std::env::var(name).ok(), wishes)
    }

    /// Opens the screens, with something to begin with unless it is the lobby, until the player is done.
    pub(super) fn open(self, desk: Desk, start: Start, first: Option<Request>) -> anyhow::Result<ExitCode> {
        if !can_show() {
            bail!("screens need a terminal; `whistlestop --help` lists the commands that do not");
        }
        let mut app = App::new(self.theme(), start, Lobby::new(games(), BOTS));
        let manners = Manners { mouse: !self.no_mouse, bell: !self.no_bell };
        let outcome = {
            let mut terminal = Terminal::open(manners)?;
            screen::run(&mut app, &mut terminal, desk, first)
        }?;
        if let Some(words) = app.last_words() {
            complain(words);
        }
        Ok(match outcome.last {
            _ if outcome.stopped => ExitCode::from(130),
            Some(Err(_)) if start != Start::Lobby => ExitCode::FAILURE,
            Some(Ok(End::Over { .. } | End::Left | End::Quit) | Err(_)) | None => ExitCode::SUCCESS,
        })
    }
}

/// Whether both sides of a terminal are there, and it can do more than print lines.
fn can_show() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !dumb
}
