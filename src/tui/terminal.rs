//! The terminal itself: taken over while a screen shows, and given back whatever happens.
//!
//! [`Terminal`] gives it back when it is dropped and when any thread panics; a shell that hears a signal to stop drops
//! it. Read [`Window`] first: it is all that a shell needs of a terminal, so that a shell can be tested without one.

use std::fmt;
use std::io::{self, Stdout, Write as _};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
pub use crossterm::event::Event as Input;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture, KeyCode, KeyEventKind, KeyModifiers,
};
use crossterm::style::Print;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;

use super::Screen;
use super::out::Signal;
use crate::table::front::{is_fit, shown};

/// Where a screen shows itself.
pub trait Window {
    /// Draws the screen as it is now.
    fn show(&mut self, screen: &mut dyn Screen) -> io::Result<()>;

    /// Does something else that a terminal can do.
    fn signal(&mut self, signal: &Signal) -> io::Result<()>;

    /// Lets the shell behind the program have the terminal until the program is continued.
    fn suspend(&mut self) -> io::Result<()>;

    /// What waits for the next input, to be called in a thread of its own.
    fn reader(&mut self) -> Reader;
}

/// Waits for the next input. After an error there is none any more.
pub type Reader = Box<dyn FnMut() -> io::Result<Input> + Send>;

/// What a player may not want of a terminal.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// Take the mouse; text can then be selected with shift only.
    pub mouse: bool,
    /// Ring the bell.
    pub bell: bool,
}

/// The terminal of this process. There is one at a time.
pub struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
    manners: Manners,
}

/// Whether the terminal is taken over; whoever gives it back first clears this.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Terminals keep a stack of titles; those that do not ignore this.
const KEEP_TITLE: &str = "\x1b[22;0t";
const FORMER_TITLE: &str = "\x1b[23;0t";

impl Terminal {
    /// Takes over the terminal on standard output.
    pub fn open(manners: Manners) -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(give_back_before_panics);
        take_over(manners)?;
        let inner = ratatui::Terminal::new(CrosstermBackend::new(io::stdout()));
        if inner.is_err() {
            give_back();
        }
        Ok(Self { inner: inner?, manners })
    }
}

impl Window for Terminal {
    fn show(&mut self, screen: &mut dyn Screen) -> io::Result<()> {
        // Given back by a panic in another thread: what it says must not be painted over.
        if TAKEN.load(Ordering::Acquire) {
            self.inner.draw(|frame| {
                screen.draw(frame);
                keep_fit(frame.buffer_mut());
            })?;
        }
        Ok(())
    }

    fn signal(&mut self, signal: &Signal) -> io::Result<()> {
        let mut out = io::stdout();
        match signal {
            Signal::Bell if !self.manners.bell => Ok(()),
            Signal::Bell => execute!(out, Print('\x07')),
            Signal::Title(title) => execute!(out, SetTitle(shown(title))),
            Signal::Copy(text) => execute!(out, CopyToClipboard::to_clipboard_from(text)),
        }
    }

    fn suspend(&mut self) -> io::Result<()> {
        give_back();
        stop_process()?;
        take_over(self.manners)?;
        // Everything is drawn anew. To clear it would ask where the cursor is, and the answer goes to the reader.
        let size = self.inner.size()?;
        self.inner.resize(size.into())
    }

    fn reader(&mut self) -> Reader {
        Box::new(crossterm::event::read)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("manners", &self.manners).finish_non_exhaustive()
    }
}

/// Whether an input asks for the shell behind the program: control and Z, which raw mode keeps from the system.
pub fn is_suspend(input: &Input) -> bool {
    matches!(input, Input::Key(key) if key.kind == KeyEventKind::Press
        && key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL)
}

/// Empties the cells that hold what no terminal may get. Widgets draw no such thing; that none ever does is seen to here, where
/// all of them end.
pub fn keep_fit(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().chars().all(is_fit) {
            cell.set_symbol(" ");
        }
    }
}

fn take_over(manners: Manners) -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::Release);
    let mut out = io::stdout();
    let taken = queue!(out, Print(KEEP_TITLE), EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)
        .and_then(|()| if manners.mouse { queue!(out, EnableMouseCapture) } else { Ok(()) })
        .and_then(|()| out.flush());
    if taken.is_err() {
        give_back();
    }
    taken
}

/// Gives the terminal back as it was, once. What cannot be written any more is not there any more.
fn give_back() {
    if !TAKEN.swap(false, Ordering::AcqRel) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Print(FORMER_TITLE),
        Show
    );
    let _ = disable_raw_mode();
}

/// A panic is told on a terminal that shows it.
fn give_back_before_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        give_back();
        before(panic);
    }));
}

/// Stops the process group as the terminal itself would, until it is continued.
#[cfg(unix)]
fn stop_process() -> io::Result<()> {
    use rustix::process::{Signal, kill_current_process_group};
    Ok(kill_current_process_group(Signal::TSTP)?)
}

/// Elsewhere programs are not stopped.
#[cfg(not(unix))]
fn stop_process() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn whatever_a_widget_draws_no_cell_drives_the_terminal() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
        for (cell, symbol) in
            buffer.content.iter_mut().zip(["a", "\u{1b}[2J", "\u{9b}", "\u{202e}b", "é", "車"])
        {
            cell.set_symbol(symbol);
        }
        keep_fit(&mut buffer);
        let symbols: Vec<&str> = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(symbols, ["a", " ", " ", " ", "é", "車"]);
    }
}
