//! How things look: colours by what they mean, and the glyphs.
//!
//! A [`Theme`] is made once, from the environment and the player's wishes, and handed to every widget. Widgets name a
//! [`Role`], never a colour. A colour is never the only sign: whatever has one also has a letter, a glyph or a weight,
//! so [`Depth::Mono`] loses nothing.

mod glyphs;
mod palette;

pub use glyphs::{ASCII, Arrows, Glyphs, Lines, UNICODE};

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType};

use crate::engine::scene::{Ground, Sign, Tone};
use palette::Paint;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None: only bold, dim, underlined and reversed.
    Mono,
    /// The sixteen that every terminal names.
    Ansi16,
    /// The 256 of xterm.
    Ansi256,
    /// All.
    True,
}

/// What the terminal's own background is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backdrop {
    /// Light text on dark.
    Dark,
    /// Dark text on light.
    Light,
}

/// What the player asked for; what is `None` or `false` is found out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// Only characters that every font has.
    pub ascii: bool,
    /// So many colours, whatever the terminal says of itself.
    pub depth: Option<Depth>,
    /// This background, whatever the terminal says of itself.
    pub backdrop: Option<Backdrop>,
}

/// What a piece of text is, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing special.
    Plain,
    /// The title of a pane or a heading.
    Title,
    /// There, but not now important.
    Dim,
    /// Worth reading first.
    Strong,
    /// May be chosen now.
    Legal,
    /// Chosen, not yet committed.
    Draft,
    /// Where the cursor is.
    Cursor,
    /// Changed by the last move, or by the draft.
    Changed,
    /// Something is wrong or about to end.
    Alert,
    /// All is well.
    Good,
    /// It is your turn.
    Turn,
    /// The frame of a pane.
    Border,
    /// The frame of the pane that has the keys.
    Focus,
    /// A key to press.
    Key,
    /// What a search found.
    Found,
}

/// Colours and glyphs for one terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// How many colours there are.
    pub depth: Depth,
    /// What they stand on.
    pub backdrop: Backdrop,
    /// The characters to draw with.
    pub glyphs: &'static Glyphs,
}

impl Theme {
    /// The theme for a terminal, by what its environment says and the player wishes.
    pub fn detect(env: impl Fn(&str) -> Option<String>, wishes: Wishes) -> Self {
        let var = |name: &str| env(name).unwrap_or_default().to_lowercase();
        let ascii = wishes.ascii || has_poor_font(&var("TERM")) || !speaks_utf8(var);
        Self {
            depth: wishes.depth.unwrap_or_else(|| depth_of(var)),
            backdrop: wishes.backdrop.unwrap_or_else(|| backdrop_of(&var("COLORFGBG"))),
            glyphs: if ascii { &ASCII } else { &UNICODE },
        }
    }

    /// The look of a role.
    pub fn style(&self, role: Role) -> Style {
        let (paint, modifiers) = palette::role(role);
        let style = Style::new().add_modifier(modifiers);
        match paint.and_then(|paint| paint.color(self)) {
            Some(color) => style.fg(color),
            // Without colours what is dim would look like everything else.
            None if role == Role::Dim => style.add_modifier(Modifier::DIM),
            None => style,
        }
    }

    /// A letter in somebody's colour, on whatever is behind it: lines of a chart, names.
    pub fn tone(&self, tone: Tone) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        palette::tone(tone).color(self).map_or(style, |color| style.fg(color))
    }

    /// A letter as a piece: on a ground of somebody's colour.
    pub fn piece(&self, tone: Tone) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        let paint = palette::piece(tone);
        match (paint.color(self), paint.contrast(self)) {
            (Some(ground), Some(letter)) => style.bg(ground).fg(letter),
            _ => style,
        }
    }

    /// Land: a background where there are enough colours for quiet ones, else the colour of its glyph.
    pub fn ground(&self, ground: Ground) -> Style {
        self.lighter_ground(ground, 0)
    }

    /// The same so many shades lighter, to tell it from the places beside it.
    pub fn lighter_ground(&self, ground: Ground, shades: u8) -> Style {
        let lighter = |paint| (0..shades).fold(paint, |paint: Paint, _| paint.lighter());
        palette::ground(ground).map_or(Style::new(), |paint| self.land(lighter(paint)))
    }

    /// The look of a ridge between two hexes.
    pub fn ridge(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        palette::RIDGE.color(self).map_or(style, |color| style.fg(color))
    }

    /// The strokes of track: thick once it joins two cities.
    pub const fn rails(&self, complete: bool) -> &'static Lines {
        if complete { &self.glyphs.thick } else { &self.glyphs.lines }
    }

    fn land(&self, land: Paint) -> Style {
        match (self.depth, land.color(self), palette::ON_GROUND.color(self)) {
            (Depth::Ansi16, Some(color), _) => Style::new().fg(color),
            (_, Some(land), Some(letters)) => Style::new().bg(land).fg(letters),
            _ => Style::new(),
        }
    }

    /// The sign of a legend, as it looks on the board.
    pub fn sign(&self, sign: Sign) -> (char, Style) {
        match sign {
            Sign::Ground(ground) => (self.glyphs.ground(ground), self.ground(ground)),
            Sign::Token(token) => (token.letter, self.piece(token.tone)),
            Sign::Marker(marker) => (self.glyphs.marker(marker), self.style(Role::Strong)),
            Sign::OneWay => (self.glyphs.arrows.right, self.style(Role::Dim)),
            Sign::Ridge => (self.glyphs.ridge_aside, self.ridge()),
            Sign::Track { complete } => (self.rails(complete).across, self.style(Role::Strong)),
        }
    }

    /// The frame of a pane with a title; the one that has the keys looks different.
    pub fn pane<'a>(&self, title: &'a str, focused: bool) -> Block<'a> {
        let frame = self.style(if focused { Role::Focus } else { Role::Border });
        let block = Block::bordered().border_style(frame);
        let block = match (self.glyphs.ascii, focused) {
            (true, _) => block.border_set(glyphs::ASCII_BORDER),
            (false, false) => block.border_type(BorderType::Rounded),
            (false, true) => block.border_set(border::THICK),
        };
        if title.is_empty() {
            return block;
        }
        // The frame's colour must not reach the words.
        let own = if focused { frame } else { self.style(Role::Title).fg(Color::Reset) };
        block.title(Line::styled(format!(" {title} "), own))
    }
}

/// The console of Linux and old terminals lack most of what is not ASCII.
fn has_poor_font(term: &str) -> bool {
    matches!(term, "linux" | "dumb" | "ansi" | "cons25") || term.starts_with("vt")
}

/// What the first setting that says anything says; where nothing is set, terminals of today do.
fn speaks_utf8(var: impl Fn(&str) -> String) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(var).into_iter().find(|value| !value.is_empty());
    locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

fn depth_of(var: impl Fn(&str) -> String) -> Depth {
    let (term, colors) = (var("TERM"), var("COLORTERM"));
    if !var("NO_COLOR").is_empty() || term == "dumb" {
        Depth::Mono
    } else if ["truecolor", "24bit"].contains(&&*colors)
        || term.contains("direct")
        || !var("WT_SESSION").is_empty()
    {
        Depth::True
    } else if term.contains("256color") {
        Depth::Ansi256
    } else {
        Depth::Ansi16
    }
}

/// `COLORFGBG` is `foreground;background`, perhaps with something between.
fn backdrop_of(colors: &str) -> Backdrop {
    match colors.rsplit(';').next().and_then(|background| background.parse::<u8>().ok()) {
        Some(7 | 9..=15) => Backdrop::Light,
        _ => Backdrop::Dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(vars: &[(&str, &str)], wishes: Wishes) -> Theme {
        let env =
            |name: &str| vars.iter().find(|(var, _)| *var == name).map(|(_, value)| (*value).to_owned());
        Theme::detect(env, wishes)
    }

    fn depth(vars: &[(&str, &str)]) -> Depth {
        detect(vars, Wishes::default()).depth
    }

    #[test]
    fn the_number_of_colours_is_what_the_terminal_says() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Ansi256);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]), Depth::Mono);
        assert_eq!(depth(&[]), Depth::Ansi16);
    }

    #[test]
    fn no_color_counts_unless_it_is_empty() {
        assert_eq!(depth(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), Depth::Mono);
        assert_eq!(depth(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]), Depth::True);
    }

    #[test]
    fn a_light_background_is_known_by_its_number() {
        for (value, backdrop) in [
            ("15;0", Backdrop::Dark),
            ("0;15", Backdrop::Light),
            ("0;default;7", Backdrop::Light),
            ("12;8", Backdrop::Dark),
            ("nonsense", Backdrop::Dark),
        ] {
            assert_eq!(detect(&[("COLORFGBG", value)], Wishes::default()).backdrop, backdrop, "{value}");
        }
    }

    #[test]
    fn letters_beyond_ascii_are_used_where_they_can_be_shown() {
        let is_ascii = |vars: &[(&str, &str)]| detect(vars, Wishes::default()).glyphs.ascii;
        assert!(!is_ascii(&[]));
        assert!(!is_ascii(&[("LANG", "de_DE.UTF-8")]));
        assert!(is_ascii(&[("LANG", "de_DE.ISO-8859-1")]));
        assert!(!is_ascii(&[("LANG", "C"), ("LC_ALL", "en_US.utf8")]), "the stronger setting counts");
        assert!(is_ascii(&[("TERM", "linux"), ("LANG", "en_US.UTF-8")]));
    }

    #[test]
    fn a_wish_beats_the_environment() {
        let wishes = Wishes { ascii: true, depth: Some(Depth::Mono), backdrop: Some(Backdrop::Light) };
        let theme = detect(&[("COLORTERM", "truecolor"), ("COLORFGBG", "15;0")], wishes);
        assert_eq!(theme, Theme { depth: Depth::Mono, backdrop: Backdrop::Light, glyphs: &ASCII });
    }

    #[test]
    fn without_colours_no_style_has_one() {
        let theme = Theme { depth: Depth::Mono, backdrop: Backdrop::Dark, glyphs: &UNICODE };
        let roles = [Role::Legal, Role::Draft, Role::Alert, Role::Dim, Role::Focus, Role::Turn];
        let tones = [theme.tone(Tone::Red), theme.piece(Tone::Blue), theme.ground(Ground::Wood)];
        for style in roles.map(|role| theme.style(role)).into_iter().chain(tones) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
