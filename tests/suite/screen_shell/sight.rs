//! What a person at a real terminal sees, and where they click.

use std::time::Duration;

use super::pty::Pty;

/// So often the screen is looked at before the game must be over.
const LOOKS: usize = 6_000;

/// What a person sees.
pub(crate) struct Sight {
    pub(crate) pty: Pty,
    screen: vt100::Parser,
}

impl Sight {
    pub(crate) fn new(pty: Pty) -> Self {
        Self { pty, screen: vt100::Parser::new(24, 80, 0) }
    }

    /// The screen as it is once nothing more comes for a moment.
    fn look(&mut self) -> String {
        while let Ok(bytes) = self.pty.output.recv_timeout(Duration::from_millis(40)) {
            self.screen.process(&bytes);
        }
        self.screen.screen().contents()
    }

    /// Looks until this stands on the screen, and does something each time it does not.
    #[track_caller]
    pub(crate) fn until(&mut self, wanted: &str, mut meanwhile: impl FnMut(&mut Pty, &str)) -> String {
        for _ in 0..LOOKS {
            let seen = self.look();
            if seen.contains(wanted) {
                return seen;
            }
            meanwhile(&mut self.pty, &seen);
        }
        panic!("{wanted:?} was never seen; there is\n{}", self.look());
    }

    /// Clicks on the first sign of what stands on the screen, as a terminal tells it.
    #[track_caller]
    pub(crate) fn click(&mut self, wanted: &str) {
        let seen = self.until(wanted, |_, _| {});
        let (row, line) = (1..).zip(seen.lines()).find(|(_, line)| line.contains(wanted)).unwrap();
        let column = line.split(wanted).next().unwrap().chars().count() + 1;
        self.pty.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }
}
