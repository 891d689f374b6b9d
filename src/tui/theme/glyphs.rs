//! The characters that everything is drawn with: one set of good looks, one that every font has.
//!
//! Each is one cell wide. Some of the first set are wide in East Asian terminals that are set to make them so; that is
//! what the second is for, too.

use ratatui::symbols::border;

use crate::engine::scene::{Ground, Marker};

/// One set of characters.
#[derive(Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Glyphs {
    /// Whether they are all ASCII.
    pub ascii: bool,
    pub plain: char,
    pub wood: char,
    pub hill: char,
    pub town: char,
    pub city: char,
    pub industry: char,
    pub start: char,
    pub goal: char,
    pub water: char,
    pub sea: char,
    pub gate: char,
    pub developed: char,
    /// A ridge at the right side and at the lower side of a cell.
    pub ridge_aside: char,
    pub ridge_below: char,
    /// The sides of a hex: one that rises to the right and one that falls.
    pub rising: char,
    pub falling: char,
    /// From an old value to the new one, and the line where something goes on.
    pub becomes: char,
    /// What the last move changed.
    pub changed: char,
    /// What cannot be chosen.
    pub blocked: char,
    /// A dial's field: passed, not yet, and to be passed by the draft.
    pub full: char,
    pub empty: char,
    pub next: char,
    /// Somebody who is here, gone, a bot.
    pub here: char,
    pub away: char,
    pub bot: char,
    /// All well; look here.
    pub good: char,
    pub alert: char,
    pub ellipsis: char,
    pub bullet: char,
    /// Nothing in a cell of a table.
    pub nothing: char,
    /// There is more this way.
    pub more_up: char,
    pub more_down: char,
    /// What a place earns.
    pub earns: char,
    /// Eight heights, lowest first.
    pub bars: [char; 8],
    /// Lines of charts and graphs.
    pub lines: Lines,
    /// Lines that somebody owns, or where the cursor is.
    pub thick: Lines,
    /// One-way marks.
    pub arrows: Arrows,
    /// Cells of a QR code whose upper half, lower half, both are dark; without halves a cell is two wide.
    pub halves: Option<[char; 3]>,
}

/// Strokes between the middles and sides of cells.
#[derive(Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Lines {
    pub across: char,
    pub down: char,
    /// Corners by the two sides that they join: left and lower, left and upper, right and lower, right and upper.
    pub left_down: char,
    pub left_up: char,
    pub right_down: char,
    pub right_up: char,
    pub cross: char,
    /// Across, with a way up or down.
    pub up_fork: char,
    pub down_fork: char,
}

/// Heads of arrows.
#[derive(Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Arrows {
    pub left: char,
    pub right: char,
    pub up: char,
    pub down: char,
}

/// Box drawing, blocks and the common shapes.
pub static UNICODE: Glyphs = Glyphs {
    ascii: false,
    plain: '·',
    wood: '♣',
    hill: '▲',
    town: '○',
    city: '●',
    industry: '■',
    start: '★',
    goal: '◆',
    water: '≈',
    sea: '░',
    gate: '»',
    developed: '⌂',
    ridge_aside: '▐',
    ridge_below: '▄',
    rising: '╱',
    falling: '╲',
    becomes: '►',
    changed: '◄',
    blocked: '×',
    full: '■',
    empty: '□',
    next: '▣',
    here: '●',
    away: '◌',
    bot: '◇',
    good: '●',
    alert: '▲',
    ellipsis: '…',
    bullet: '•',
    nothing: '·',
    more_up: '▲',
    more_down: '▼',
    earns: '↑',
    bars: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
    lines: Lines {
        across: '─',
        down: '│',
        left_down: '╮',
        left_up: '╯',
        right_down: '╭',
        right_up: '╰',
        cross: '┼',
        up_fork: '┴',
        down_fork: '┬',
    },
    thick: Lines {
        across: '━',
        down: '┃',
        left_down: '┓',
        left_up: '┛',
        right_down: '┏',
        right_up: '┗',
        cross: '╋',
        up_fork: '┻',
        down_fork: '┳',
    },
    arrows: Arrows { left: '◄', right: '►', up: '▲', down: '▼' },
    halves: Some(['▀', '▄', '█']),
};

/// Nothing beyond ASCII.
pub static ASCII: Glyphs = Glyphs {
    ascii: true,
    plain: '.',
    wood: '%',
    hill: '^',
    town: ':',
    city: 'o',
    industry: '#',
    start: '*',
    goal: '@',
    water: '~',
    sea: '-',
    gate: '>',
    developed: '&',
    ridge_aside: '!',
    ridge_below: '_',
    rising: '/',
    falling: '\\',
    becomes: '>',
    changed: '<',
    blocked: 'x',
    full: '#',
    empty: '-',
    next: '+',
    here: 'o',
    away: '?',
    bot: '=',
    good: 'o',
    alert: '!',
    ellipsis: '~',
    bullet: '*',
    nothing: '.',
    more_up: '^',
    more_down: 'v',
    earns: '^',
    bars: ['_', '.', ':', '-', '=', '+', '*', '#'],
    lines: Lines {
        across: '-',
        down: '|',
        left_down: '.',
        left_up: '\'',
        right_down: '.',
        right_up: '`',
        cross: '+',
        up_fork: '+',
        down_fork: '+',
    },
    thick: Lines {
        across: '=',
        down: 'H',
        left_down: '#',
        left_up: '#',
        right_down: '#',
        right_up: '#',
        cross: '#',
        up_fork: '#',
        down_fork: '#',
    },
    arrows: Arrows { left: '<', right: '>', up: '^', down: 'v' },
    halves: None,
};

/// The frame of a pane in ASCII.
pub(super) const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Glyphs {
    /// The sign of a kind of land.
    pub const fn ground(&self, ground: Ground) -> char {
        match ground {
            Ground::Plain => self.plain,
            Ground::Wood => self.wood,
            Ground::Hill => self.hill,
            Ground::Town => self.town,
            Ground::City => self.city,
            Ground::Industry => self.industry,
            Ground::Start => self.start,
            Ground::Goal => self.goal,
            Ground::Water => self.water,
            Ground::Sea => self.sea,
            Ground::Gate => self.gate,
            Ground::Tile => ' ',
            Ground::Vacant => self.nothing,
        }
    }

    /// The sign of a marker.
    pub const fn marker(&self, marker: Marker) -> char {
        match marker {
            Marker::Developed => self.developed,
            Marker::Exit => self.arrows.left,
            Marker::Emptied => self.empty,
        }
    }

    /// Every character of the set.
    pub fn all(&self) -> Vec<char> {
        let Arrows { left, right, up, down } = self.arrows;
        let signs = [
            self.plain,
            self.wood,
            self.hill,
            self.town,
            self.city,
            self.industry,
            self.start,
            self.goal,
            self.water,
            self.sea,
            self.gate,
            self.ridge_aside,
            self.ridge_below,
            self.developed,
            self.rising,
            self.falling,
            self.becomes,
            self.changed,
            self.blocked,
            self.full,
            self.empty,
            self.next,
            self.here,
            self.away,
            self.bot,
            self.good,
            self.alert,
            self.ellipsis,
            self.bullet,
            self.nothing,
            self.more_up,
            self.more_down,
            self.earns,
        ];
        let strokes = [&self.lines, &self.thick].into_iter().flat_map(Lines::all);
        let strokes = strokes.chain([left, right, up, down]);
        signs.into_iter().chain(self.bars).chain(strokes).chain(self.halves.into_iter().flatten()).collect()
    }
}

impl Lines {
    const fn all(&self) -> [char; 9] {
        let Self { across, down, left_down, left_up, right_down, right_up, cross, up_fork, down_fork } =
            *self;
        [across, down, left_down, left_up, right_down, right_up, cross, up_fork, down_fork]
    }
}

#[cfg(test)]
mod tests {
    use ratatui::text::Span;

    use super::*;

    #[test]
    fn every_glyph_is_one_cell_wide() {
        for glyph in UNICODE.all().into_iter().chain(ASCII.all()) {
            assert_eq!(Span::raw(glyph.to_string()).width(), 1, "{glyph}");
        }
    }

    #[test]
    fn the_plain_set_is_ascii() {
        assert!(ASCII.all().iter().all(char::is_ascii_graphic));
    }

    #[test]
    fn kinds_of_land_differ_without_their_colours() {
        use Ground::{City, Gate, Goal, Hill, Industry, Plain, Sea, Start, Town, Water, Wood};
        for set in [&UNICODE, &ASCII] {
            let mut signs = [Plain, Wood, Hill, Town, City, Industry, Start, Goal, Water, Sea, Gate]
                .map(|ground| set.ground(ground));
            signs.sort_unstable();
            assert!(signs.windows(2).all(|pair| pair[0] != pair[1]), "{signs:?}");
        }
    }
}
