//! The one door to standard output and standard error: everything that a command says goes through here.
//!
//! Names, reasons and states come from other people's laptops and files. What of them could drive a terminal was refused or
//! taken out where it came in; whatever slipped through there ends here. In lines of text it is left out, in JSON it
//! becomes an escape, so that programs read what was there. Only screens write elsewhere, in `tui::terminal`.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};

use whistlestop_proto::text::{is_fit, shown};

/// What the text that is written is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputForm {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl OutputForm {
    /// The form that a command was asked for.
    pub(super) const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }

    /// The text as it may be written.
    pub(super) fn fit(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Text => shown(text),
            Self::Json => escaped(text),
        }
    }
}

/// Writes what is fit of all that is given. Each write must be whole characters, as those of `write!` are.
#[derive(Debug)]
pub(super) struct FitWriter<W> {
    inner: W,
    form: OutputForm,
}

impl<W: Write> FitWriter<W> {
    pub(super) const fn new(inner: W, form: OutputForm) -> Self {
        Self { inner, form }
    }
}

impl<W: Write> Write for FitWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.inner.write_all(self.form.fit(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Standard output.
pub(super) fn out(form: OutputForm) -> FitWriter<impl Write> {
    FitWriter::new(io::stdout().lock(), form)
}

/// Whether a person may be reading standard output.
pub(super) fn is_out_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Says what went wrong.
pub(super) fn complain(line: &str) {
    // Standard error may be closed; then nobody can be told.
    let _ = writeln!(FitWriter::new(io::stderr(), OutputForm::Text), "{line}");
}

/// One line on standard error that each step writes anew, if a person may be reading.
#[derive(Debug)]
pub(super) struct ProgressLine(bool);

impl ProgressLine {
    pub(super) fn new() -> Self {
        Self(io::stderr().is_terminal())
    }

    pub(super) fn show(&self, line: &str) {
        self.write(&format!("\r{}", shown(line)));
    }

    pub(super) fn clear(&self) {
        self.write("\r\x1b[K");
    }

    fn write(&self, text: &str) {
        if self.0 {
            // Whoever closed standard error does not want to see it.
            let mut err = io::stderr().lock();
            let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
        }
    }
}

/// JSON in which characters that are not fit stand as escapes. Outside of texts JSON has none of them but the ends of lines.
fn escaped(json: &str) -> Cow<'_, str> {
    let stays = |char: char| char == '\n' || is_fit(char);
    if json.chars().all(stays) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for char in json.chars() {
        if stays(char) {
            escaped.push(char);
        } else {
            for unit in char.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const TRICKS: &str = "a\u{1b}]0;b\u{7}\u{1b}[2J\u{9b}c\u{202e}d\u{200b}\u{e0041}\u{7f}é\n";

    fn written(
        form: OutputForm,
        write: impl FnOnce(&mut FitWriter<&mut Vec<u8>>) -> io::Result<()>,
    ) -> String {
        let mut bytes = Vec::new();
        write(&mut FitWriter::new(&mut bytes, form)).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn lines_for_people_lose_what_drives_a_terminal() {
        let text = written(OutputForm::Text, |out| writeln!(out, "{TRICKS}{:4}", 7));
        assert_eq!(text, "a]0;b[2Jcdé\n   7\n");
    }

    #[test]
    fn json_keeps_everything_and_shows_none_of_it() {
        let said = json!({"name": TRICKS});
        let text = written(OutputForm::Json, |out| writeln!(out, "{said}"));
        assert!(text.chars().all(|char| char == '\n' || is_fit(char)), "{text:?}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), said);
        assert!(text.contains('é'));
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(written(OutputForm::Text, |out| out.write_all(&[b'a', 0x9b, 0xff, b'b'])), "ab");
    }
}
