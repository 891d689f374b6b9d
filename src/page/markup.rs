//! Writing HTML and SVG: everything that is not markup is escaped.

use std::fmt::Write as _;

/// A page being written.
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Markup of our own.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// An element with a text in it.
    pub(super) fn element(&mut self, name: &str, text: &str) -> &mut Self {
        let _ = write!(self.0, "<{name}>{}</{name}>", escape(text));
        self
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Text that cannot be taken for markup, in elements and attributes alike.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        let mut html = Html::new();
        html.element("td", "<script>alert('&\"')</script>");
        assert_eq!(html.finish(), "<td>&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;</td>");
    }
}
