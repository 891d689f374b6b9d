//! A text as a picture for a camera.

use qrcode::{Color as Module, QrCode};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::widgets::Widget;

use super::pen::{Pen, height_of};
use crate::tui::theme::{Backdrop, Depth, Theme};

/// Empty modules around the picture, without which many cameras do not find it.
const QUIET_ZONE: i32 = 2;

/// A picture of a text.
#[derive(Clone, Debug)]
pub struct Qr<'a> {
    modules: Vec<Module>,
    side: i32,
    theme: &'a Theme,
}

impl<'a> Qr<'a> {
    /// The picture of a text, unless that is too long for one.
    pub fn new(text: &str, theme: &'a Theme) -> Option<Self> {
        let code = QrCode::new(text).ok()?;
        let side = i32::try_from(code.width()).ok()?;
        Some(Self { modules: code.to_colors(), side, theme })
    }

    /// The columns and lines it takes. In a smaller area it cannot be read by a camera, so it is not drawn.
    pub fn size(&self) -> (u16, u16) {
        let side = usize::try_from(self.side + 2 * QUIET_ZONE).unwrap_or(usize::MAX);
        match self.theme.glyphs.halves {
            Some(_) => (height_of(side), height_of(side.div_ceil(2))),
            None => (height_of(2 * side), height_of(side)),
        }
    }

    /// Whether a module, the quiet zone's too, is drawn rather than left as it is. Cameras want dark on light: where
    /// there are no colours and the backdrop is dark, the light ones are drawn.
    fn is_drawn(&self, x: i32, y: i32) -> bool {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        let module = usize::try_from(y * self.side + x).ok().filter(|_| inside);
        let dark = module.and_then(|module| self.modules.get(module)) == Some(&Module::Dark);
        let light_is_drawn = self.theme.depth == Depth::Mono && self.theme.backdrop == Backdrop::Dark;
        dark != light_is_drawn
    }

    fn style(&self) -> Style {
        match self.theme.depth {
            Depth::Mono => Style::new(),
            Depth::Ansi16 => Style::new().fg(Color::Black).bg(Color::White),
            Depth::Ansi256 => Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(231)),
            Depth::True => Style::new().fg(Color::Rgb(0, 0, 0)).bg(Color::Rgb(255, 255, 255)),
        }
    }
}

impl Widget for &Qr<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (columns, lines) = self.size();
        if area.width < columns || area.height < lines {
            return;
        }
        let mut pen = Pen::new(buffer, area);
        let all = -QUIET_ZONE..self.side + QUIET_ZONE;
        for (column, x) in (0..).zip(all.clone()) {
            for (row, y) in (0..).zip(all.clone()) {
                match self.theme.glyphs.halves {
                    Some([upper, lower, both]) if row % 2 == 0 => {
                        // Below the last row nothing is drawn, as in the quiet zone.
                        let glyph = match (self.is_drawn(x, y), self.is_drawn(x, y + 1)) {
                            (true, true) => both,
                            (true, false) => upper,
                            (false, true) => lower,
                            (false, false) => ' ',
                        };
                        pen.glyph(column, row / 2, glyph, self.style());
                    }
                    Some(_) => {}
                    None => {
                        let text = if self.is_drawn(x, y) { "##" } else { "  " };
                        pen.text(2 * column, row, text, self.style());
                    }
                }
            }
        }
    }
}
