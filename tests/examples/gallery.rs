//! Shows the widgets with a moment of a recorded game, to be looked at: `gallery PICTURE COLSxROWS [ascii] [light]
//! [mono|16|256]`, where PICTURE is `table`, `small`, `map`, `graph`, `tiles`, `tracks`, `overview`,
//! `chart`, `rules` or `qr`. It stays until it is stopped.

#[path = "../suite/common/table.rs"]
#[expect(dead_code, reason = "a gallery plays no random games")]
mod table;

#[path = "../suite/widgets/boards.rs"]
mod boards;
#[path = "../suite/widgets/compose.rs"]
mod compose;
#[path = "../suite/widgets/stage.rs"]
mod stage;
#[path = "../suite/widgets/track_board.rs"]
mod track_board;

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use whistlestop::tui::theme::{Backdrop, Depth, Theme, Wishes};

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|given| given == word);
    let size = words.iter().find_map(|word| {
        let (columns, rows) = word.split_once('x')?;
        Some((columns.parse().ok()?, rows.parse().ok()?))
    });
    let (columns, rows) = size.unwrap_or((120, 40));
    let depth = [("mono", Depth::Mono), ("16", Depth::Ansi16), ("256", Depth::Ansi256)];
    let depth = depth.into_iter().find(|(word, _)| has(word)).map_or(Depth::True, |(_, depth)| depth);
    let backdrop = if has("light") { Backdrop::Light } else { Backdrop::Dark };
    let wishes = Wishes { ascii: has("ascii"), depth: Some(depth), backdrop: Some(backdrop) };
    let theme = Theme::detect(|_| None, wishes);
    let viewport = Viewport::Fixed(Rect::new(0, 0, columns, rows));
    let backend = CrosstermBackend::new(std::io::stdout());
    let mut terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
    terminal.clear()?;
    terminal.draw(|frame| {
        let picture = words.first().map_or("table", String::as_str);
        compose::draw(picture, stage::stage(), &theme, frame.area(), frame.buffer_mut());
    })?;
    std::io::stdin().read_line(&mut String::new())?;
    Ok(())
}
