//! Screens for people: when there is one, how it looks, and what is said when it is gone.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;

use super::args::{BaseArgs, LineArgs};
use super::exit::Exit;
use super::lines::{self, OutputForm};
use crate::bots::BOTS;
use crate::node::shell::{self, ScreenPlayer};
use crate::table::front::{Request, games};
use crate::tui::app::{App, Start};
use crate::tui::screens::lobby::Lobby;
use crate::tui::terminal::{Manners, Terminal};
use crate::tui::theme::{Backdrop, Theme, Wishes};

/// How screens look and behave.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Screen")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct LookArgs {
    /// Lines of text and typed numbers instead of a screen: for screen readers and plain terminals
    #[arg(long)]
    text: bool,
    /// Draw with characters that every font has
    #[arg(long)]
    ascii: bool,
    /// The terminal has a light background [default: as it says]
    #[arg(long, conflicts_with = "dark")]
    light: bool,
    /// The terminal has a dark background [default: as it says]
    #[arg(long)]
    dark: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// Do not ring the bell when it is your turn
    #[arg(long)]
    no_bell: bool,
}

/// `whistlestop` alone
#[derive(Debug, Args)]
pub(super) struct LobbyArgs {
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    look: LookArgs,
}

/// The lobby, if there is a terminal to show it in; else `false`, and why was said.
pub(super) fn lobby(args: &LobbyArgs) -> anyhow::Result<Option<ExitCode>> {
    if !is_wanted(args.look, LineArgs::default(), false) {
        if !has_terminal() {
            lines::complain("whistlestop: there is no terminal to show the lobby in; these are the commands");
        }
        return Ok(None);
    }
    let (home, identity) = args.base.who.home.open()?;
    let options = args.base.options(&home)?;
    let desk = ScreenPlayer { home, identity, options, wait_seconds: None, pass_phrase: None };
    show(args.look, Start::Lobby, desk, None).map(Some)
}

/// Whether a person sits before a terminal that can show screens and wants to see one.
pub(super) fn is_wanted(look: LookArgs, line: LineArgs, plays_bot: bool) -> bool {
    if look.text || line.are_given() || plays_bot || !has_terminal() {
        return false;
    }
    let able = std::env::var("TERM").as_deref() != Ok("dumb");
    if !able {
        lines::complain(
            "whistlestop: this terminal cannot show screens (TERM=dumb), so there are lines of text",
        );
    }
    able
}

/// Shows screens until the player is done.
pub(super) fn show(
    look: LookArgs,
    start: Start,
    mut desk: ScreenPlayer,
    first: Option<Request>,
) -> anyhow::Result<ExitCode> {
    // What they write would spoil the screen.
    desk.options.programs.values_mut().for_each(|program| program.hushed = true);
    let theme = Theme::detect(|name| std::env::var(name).ok(), look.wishes());
    let mut app = App::new(theme, start, Lobby::new(games(), BOTS));
    let manners = Manners { mouse: !look.no_mouse, bell: !look.no_bell };
    let mut terminal = Terminal::open(manners).context("the terminal cannot show screens; try --text")?;
    let outcome = shell::run(&mut app, &mut terminal, desk, first);
    // From here on lines can be read.
    drop(terminal);
    let outcome = outcome?;
    if start != Start::Lobby
        && let Some(Err(why)) = outcome.last
    {
        bail!("{why}");
    }
    if let Some(words) = app.last_words() {
        writeln!(lines::out(OutputForm::Text), "{words}")?;
    }
    Ok(outcome.stopped.map_or(Exit::Well, Exit::from).into())
}

fn has_terminal() -> bool {
    io::stdin().is_terminal() && lines::is_out_terminal()
}

impl LookArgs {
    fn wishes(self) -> Wishes {
        let backdrop = match (self.light, self.dark) {
            (true, _) => Some(Backdrop::Light),
            (_, true) => Some(Backdrop::Dark),
            _ => None,
        };
        Wishes { ascii: self.ascii, depth: None, backdrop }
    }
}
