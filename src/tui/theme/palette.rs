//! The colours behind roles, tones and grounds.
//!
//! Tones are the set of Okabe and Ito, which people with any kind of colour vision tell apart; on a dark ground their
//! lighter ones, on a light ground their darker ones.

use ratatui::style::{Color, Modifier};

use super::{Backdrop, Depth, Role, Theme};
use crate::engine::scene::{Ground, Tone};

/// One colour for every kind of terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    dark: (u32, Color),
    light: (u32, Color),
}

/// What is written on land.
pub(super) const ON_GROUND: Paint = Paint::new((0x00e6_e4dc, Color::White), (0x0020_2020, Color::Black));

/// A ridge: it must stand out from the land on both sides of it.
pub(super) const RIDGE: Paint = Paint::new((0x00d0_a070, Color::LightYellow), (0x0080_5020, Color::Red));

impl Paint {
    /// Red, green and blue, and the nearest of the sixteen: on a dark and on a light backdrop.
    const fn new(dark: (u32, Color), light: (u32, Color)) -> Self {
        Self { dark, light }
    }

    /// The colour in this theme, if it has any.
    pub(super) fn color(self, theme: &Theme) -> Option<Color> {
        let (rgb, ansi) = self.on(theme.backdrop);
        shown(rgb, ansi, theme.depth)
    }

    /// Black or white, whichever can be read on the colour.
    pub(super) fn contrast(self, theme: &Theme) -> Option<Color> {
        let (rgb, ansi) = self.on(theme.backdrop);
        let bright = match theme.depth {
            Depth::Ansi16 => !matches!(ansi, Color::Red | Color::Blue | Color::Black | Color::Magenta),
            _ => luma(rgb) > 110,
        };
        let (rgb, ansi) = if bright { (0x0010_1010, Color::Black) } else { (0x00ff_ffff, Color::White) };
        shown(rgb, ansi, theme.depth)
    }

    /// The same colour a shade lighter, on a light backdrop a shade darker.
    pub(super) fn lighter(self) -> Self {
        let shade = |rgb: u32, change: fn(u32) -> u32| {
            channels(rgb).into_iter().fold(0, |mixed, channel| mixed << 8 | change(channel).min(255))
        };
        Self {
            dark: (shade(self.dark.0, |channel| channel + 4 + channel / 5), self.dark.1),
            light: (shade(self.light.0, |channel| channel - channel / 16), self.light.1),
        }
    }

    const fn on(self, backdrop: Backdrop) -> (u32, Color) {
        match backdrop {
            Backdrop::Dark => self.dark,
            Backdrop::Light => self.light,
        }
    }
}

/// The paint and the weight of a role. The weight must be enough where there is no paint.
pub(super) const fn role(role: Role) -> (Option<Paint>, Modifier) {
    const GREY: Paint = Paint::new((0x008c_8c8c, Color::DarkGray), (0x0070_7070, Color::DarkGray));
    const LINE: Paint = Paint::new((0x0060_6468, Color::DarkGray), (0x00a0_a0a0, Color::Gray));
    const GREEN: Paint = Paint::new((0x0035_d0a0, Color::Green), (0x0000_7050, Color::Green));
    const YELLOW: Paint = Paint::new((0x00f0_e442, Color::Yellow), (0x008a_5a00, Color::Magenta));
    const SKY: Paint = Paint::new((0x0056_b4e9, Color::Cyan), (0x0000_5a9c, Color::Blue));
    const RED: Paint = Paint::new((0x00ff_7a33, Color::LightRed), (0x00b8_4a00, Color::Red));
    let bold = Modifier::BOLD;
    match role {
        Role::Plain => (None, Modifier::empty()),
        Role::Title | Role::Strong => (None, bold),
        Role::Dim => (Some(GREY), Modifier::empty()),
        Role::Border => (Some(LINE), Modifier::empty()),
        Role::Legal => (Some(GREEN), bold),
        Role::Good => (Some(GREEN), Modifier::empty()),
        Role::Draft => (Some(YELLOW), bold.union(Modifier::UNDERLINED)),
        Role::Changed => (Some(YELLOW), bold),
        Role::Alert => (Some(RED), bold),
        Role::Key | Role::Focus => (Some(SKY), bold),
        Role::Cursor | Role::Turn => (None, bold.union(Modifier::REVERSED)),
        Role::Found => (Some(YELLOW), Modifier::REVERSED),
    }
}

/// The paint of a tone.
pub(super) const fn tone(tone: Tone) -> Paint {
    match tone {
        Tone::Red => Paint::new((0x00e0_6a10, Color::Red), (0x00c8_5400, Color::Red)),
        Tone::Blue => Paint::new((0x004a_a8e0, Color::LightBlue), (0x0000_72b2, Color::Blue)),
        Tone::Yellow => Paint::new((0x00f0_e442, Color::Yellow), (0x00d8_b800, Color::Yellow)),
        Tone::Green => Paint::new((0x0010_b084, Color::Green), (0x0000_8a64, Color::Green)),
        Tone::Black => Paint::new((0x00b8_b8c0, Color::Gray), (0x0020_2020, Color::Black)),
        Tone::White => Paint::new((0x00f6_f6f6, Color::White), (0x0088_8888, Color::DarkGray)),
        Tone::Purple => Paint::new((0x00d8_88b8, Color::LightMagenta), (0x00b0_4a88, Color::Magenta)),
        Tone::Orange => Paint::new((0x00f0_a818, Color::LightRed), (0x00d0_8c00, Color::LightRed)),
        Tone::Brown => Paint::new((0x00a8_7040, Color::LightYellow), (0x0078_4a1c, Color::LightYellow)),
        Tone::Gray => Paint::new((0x0090_989c, Color::DarkGray), (0x0068_7074, Color::DarkGray)),
    }
}

/// The paint of a piece. A black one is black on any backdrop: its letter is what is seen.
pub(super) const fn piece(tone: Tone) -> Paint {
    const BLACK: Paint = Paint::new((0x0000_0000, Color::Black), (0x0000_0000, Color::Black));
    match tone {
        Tone::Black => BLACK,
        tone => self::tone(tone),
    }
}

/// The paint of land, if it is any: quiet, so that pieces stand out.
pub(super) const fn ground(ground: Ground) -> Option<Paint> {
    Some(match ground {
        Ground::Plain => Paint::new((0x002b_2f2a, Color::DarkGray), (0x00f0_eee0, Color::DarkGray)),
        Ground::Wood => Paint::new((0x0018_4028, Color::Green), (0x00c8_e6c8, Color::Green)),
        Ground::Hill => Paint::new((0x0050_3c28, Color::Yellow), (0x00e6_d2b8, Color::Red)),
        Ground::Town => Paint::new((0x0030_3640, Color::Gray), (0x00e4_e4ea, Color::DarkGray)),
        Ground::City => Paint::new((0x003c_4256, Color::White), (0x00d8_dcf0, Color::Black)),
        Ground::Industry => Paint::new((0x0058_3450, Color::LightMagenta), (0x00ee_d0e4, Color::Magenta)),
        Ground::Start => Paint::new((0x0022_4a78, Color::LightCyan), (0x00c4_dcf8, Color::Blue)),
        Ground::Goal => Paint::new((0x0070_5a10, Color::LightYellow), (0x00f8_e498, Color::Magenta)),
        Ground::Water => Paint::new((0x001c_3c4c, Color::Cyan), (0x00cc_e8ec, Color::Cyan)),
        Ground::Sea => Paint::new((0x0010_1e34, Color::Blue), (0x00b4_d0e8, Color::Blue)),
        Ground::Gate => Paint::new((0x0048_3c18, Color::LightYellow), (0x00f4_e4b0, Color::Magenta)),
        Ground::Tile | Ground::Vacant => return None,
    })
}

fn shown(rgb: u32, ansi: Color, depth: Depth) -> Option<Color> {
    match depth {
        Depth::Mono => None,
        Depth::Ansi16 => Some(ansi),
        Depth::Ansi256 => Some(Color::Indexed(nearest(rgb))),
        Depth::True => Some(Color::from_u32(rgb)),
    }
}

/// Red, green, blue.
const fn channels(rgb: u32) -> [u32; 3] {
    [rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff]
}

/// How bright a colour looks, 0 to 255.
const fn luma(rgb: u32) -> u32 {
    let [red, green, blue] = channels(rgb);
    (red * 30 + green * 59 + blue * 11) / 100
}

/// The nearest of xterm's cube of 216 colours and 24 greys.
fn nearest(rgb: u32) -> u8 {
    const STEPS: [u32; 6] = [0, 95, 135, 175, 215, 255];
    let cube = (0..216_u32).map(|i| (16 + i, [i / 36, i / 6 % 6, i % 6].map(|step| STEPS[step as usize])));
    let greys = (0..24_u32).map(|i| (232 + i, [8 + 10 * i; 3]));
    let wanted = channels(rgb);
    let far = |color: [u32; 3]| -> u32 { (0..3).map(|i| color[i].abs_diff(wanted[i]).pow(2)).sum() };
    let best = cube.chain(greys).min_by_key(|&(_, color)| far(color));
    best.and_then(|(index, _)| u8::try_from(index).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_indexed_colour_is_found() {
        assert_eq!(nearest(0x00ff_0000), 196);
        assert_eq!(nearest(0x0000_0000), 16);
        assert_eq!(nearest(0x0080_8080), 244);
    }

    #[test]
    fn letters_can_be_read_on_every_ground_and_piece() {
        use Ground::{City, Gate, Goal, Hill, Industry, Plain, Sea, Start, Town, Water, Wood};
        for backdrop in [Backdrop::Dark, Backdrop::Light] {
            let letters = luma(ON_GROUND.on(backdrop).0);
            for land in [Plain, Wood, Hill, Town, City, Industry, Start, Goal, Water, Sea, Gate] {
                let contrast = luma(ground(land).unwrap().on(backdrop).0).abs_diff(letters);
                assert!(contrast > 110, "{land:?} {backdrop:?}: {contrast}");
            }
        }
    }
}
