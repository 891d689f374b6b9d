//! A text of headings, paragraphs and lists to read, scroll and search: the rules of a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, spaces, width, wrap};
use crate::tui::theme::{Role, Theme};

/// A text taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedProse {
    blocks: Vec<Block>,
}

/// A page on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Prose<'a> {
    /// The text.
    pub page: &'a ParsedProse,
    /// Its first line on the screen.
    pub from: usize,
    /// Words to look for; where all of them stand in a paragraph they are highlighted there.
    pub query: &'a str,
    /// How it looks.
    pub theme: &'a Theme,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    kind: BlockKind,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum BlockKind {
    Heading(usize),
    Paragraph,
    /// An item of a list, with its number if it has one.
    Item(Option<String>),
}

/// A line of the screen: the block it belongs to, its indent, what it says.
struct ProseLine {
    block: usize,
    indent: String,
    text: String,
}

impl ParsedProse {
    /// Takes a Markdown text apart. Of its marks only headings, lists, bold and code are known.
    pub fn parse(markdown: &str) -> Self {
        let mut page = Self::default();
        let mut open = false;
        for line in markdown.lines().map(str::trim) {
            let (kind, text) = kind_of(line);
            let goes_on = open && kind == BlockKind::Paragraph && !line.is_empty();
            match page.blocks.last_mut() {
                Some(last) if goes_on => {
                    last.text.push(' ');
                    last.text.push_str(&plain(text));
                }
                _ if line.is_empty() => {}
                _ => page.blocks.push(Block { kind: kind.clone(), text: plain(text) }),
            }
            open = !line.is_empty() && !matches!(kind, BlockKind::Heading(_));
        }
        page
    }

    /// How many lines of the screen it takes.
    pub fn height(&self, columns: u16) -> usize {
        self.lines(columns.into(), ' ').len()
    }

    /// The line of the heading that begins with a text, such as a rule's id.
    pub fn heading(&self, start: &str, columns: u16) -> Option<usize> {
        let is_it = |block: &Block| {
            let rest = block.text.strip_prefix(start);
            matches!(block.kind, BlockKind::Heading(_))
                && rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let block = self.blocks.iter().position(is_it)?;
        self.lines(columns.into(), ' ').iter().position(|line| line.block == block && !line.text.is_empty())
    }

    /// The lines where what is looked for begins, one a paragraph.
    pub fn find(&self, query: &str, columns: u16) -> Vec<usize> {
        let words = words_of(query);
        let lines = self.lines(columns.into(), ' ');
        let hit = |line: &ProseLine| words.iter().any(|word| line.text.to_ascii_lowercase().contains(word));
        let blocks = (0..self.blocks.len()).filter(|&block| self.blocks[block].holds(&words));
        blocks.filter_map(|block| lines.iter().position(|line| line.block == block && hit(line))).collect()
    }

    fn lines(&self, columns: i32, bullet: char) -> Vec<ProseLine> {
        let mut lines = Vec::new();
        for (number, block) in self.blocks.iter().enumerate() {
            let indent = match &block.kind {
                BlockKind::Heading(_) => String::new(),
                BlockKind::Paragraph => "  ".to_owned(),
                BlockKind::Item(None) => format!("  {bullet} "),
                BlockKind::Item(Some(mark)) => format!("  {mark} "),
            };
            let after_item = number > 0 && matches!(self.blocks[number - 1].kind, BlockKind::Item(_));
            let joins = after_item && matches!(block.kind, BlockKind::Item(_));
            let after_heading = number > 0 && matches!(self.blocks[number - 1].kind, BlockKind::Heading(_));
            if number > 0 && !joins && !after_heading {
                lines.push(ProseLine { block: number, indent: String::new(), text: String::new() });
            }
            let further = " ".repeat(spaces(width(&indent)));
            let texts = wrap(&block.text, columns - width(&indent));
            let indents = std::iter::once(indent).chain(std::iter::repeat(further));
            lines.extend(texts.into_iter().zip(indents).map(|(text, indent)| ProseLine {
                block: number,
                indent,
                text,
            }));
        }
        lines
    }
}

impl Block {
    fn holds(&self, words: &[String]) -> bool {
        let text = self.text.to_ascii_lowercase();
        !words.is_empty() && words.iter().all(|word| text.contains(word))
    }

    const fn role(&self) -> Role {
        match self.kind {
            BlockKind::Heading(1 | 2) => Role::Title,
            BlockKind::Heading(_) => Role::Key,
            BlockKind::Paragraph | BlockKind::Item(_) => Role::Plain,
        }
    }
}

fn kind_of(line: &str) -> (BlockKind, &str) {
    let level = line.chars().take_while(|&c| c == '#').count();
    if level > 0 && line[level..].starts_with(' ') {
        return (BlockKind::Heading(level), line[level..].trim());
    }
    if let Some(text) = line.strip_prefix("- ").or(line.strip_prefix("* ")) {
        return (BlockKind::Item(None), text);
    }
    match line.split_once(". ") {
        Some((number, text)) if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) => {
            (BlockKind::Item(Some(format!("{number}."))), text)
        }
        _ => (BlockKind::Paragraph, line),
    }
}

/// A text without its marks.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

fn words_of(query: &str) -> Vec<String> {
    query.split_whitespace().map(str::to_ascii_lowercase).collect()
}

impl Widget for &Prose<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let words = words_of(self.query);
        let lines = self.page.lines(pen.width(), self.theme.glyphs.bullet);
        for (y, line) in (0..).zip(lines.iter().skip(self.from)).take(spaces(pen.height())) {
            let block = &self.page.blocks[line.block];
            let start = pen.text(0, y, &line.indent, self.theme.style(Role::Key));
            pen.text(start, y, &line.text, self.theme.style(block.role()));
            if !block.holds(&words) {
                continue;
            }
            let lower = line.text.to_ascii_lowercase();
            for (at, found) in words.iter().flat_map(|word| lower.match_indices(&**word)) {
                pen.tint(start + width(&lower[..at]), y, width(found), self.theme.style(Role::Found));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Rules\n\nIntro that\ngoes on.\n\n## Part\n### CE-1 Money\nPay `2` now.\n- one\n- two\n  three\n\n1. first";

    #[test]
    fn headings_paragraphs_and_lists_are_told_apart() {
        let page = ParsedProse::parse(TEXT);
        let shown: Vec<String> =
            page.lines(40, '*').iter().map(|line| format!("{}{}", line.indent, line.text)).collect();
        let expected = [
            "Rules",
            "  Intro that goes on.",
            "",
            "Part",
            "CE-1 Money",
            "  Pay 2 now.",
            "",
            "  * one",
            "  * two three",
            "  1. first",
        ];
        assert_eq!(shown, expected);
        assert_eq!(page.height(40), expected.len());
    }

    #[test]
    fn words_are_found_wherever_they_stand_in_a_paragraph() {
        let page = ParsedProse::parse(TEXT);
        assert_eq!(page.find("ON intro", 40), [1]);
        assert_eq!(page.find("three two", 40), [8]);
        assert_eq!(page.find("nowhere", 40), [0; 0]);
        assert_eq!(page.find(" ", 40), [0; 0]);
    }

    #[test]
    fn a_rule_is_found_by_its_id() {
        let page = ParsedProse::parse("# R\n### CE-10 Ten\nx\n### CE-1 One\ny");
        assert_eq!(page.heading("CE-1", 40), Some(4));
        assert_eq!(page.heading("CE-2", 40), None);
    }
}
