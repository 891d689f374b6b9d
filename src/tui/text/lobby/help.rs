//! Words of the help that covers a page: what keys do that go without saying on the page itself.

#![allow(missing_docs, reason = "each is its own word")]

pub const TITLE: &str = "Help";
pub const KEYS: &str = "Keys here";
pub const PICK: &str = "do what the line says";
pub const UP: &str = "the line above";
pub const DOWN: &str = "the line below";
pub const LESS: &str = "change, backwards";
pub const STOP: &str = "end the program";
pub const BACK: &str = "one level out";
pub const SCROLL: &str = "scroll";
pub const CLOSE: &str = "close";
