//! The integration tests, as one program: what they share is compiled once, and the library is linked once.
//!
//! A test's name begins with its module: `cargo test --test suite screens::` runs those of screens, and so does
//! `scripts/test screens`. Tests run beside each other in one process, so none sets what belongs to the whole of it:
//! environment, current folder, signals, a panic hook. Who needs a process of its own starts one: the program itself, an
//! example (`common::example`) or this program again with one test (`table::child`, `discovery`).
//!
//! `tests/tidy` stands apart: it reads the code and needs little of it, so it is built in a moment whatever has changed.

mod bots;
mod common;
mod conformance;
mod discovery;
mod events;
mod lan;
mod lockstep;
mod loopback;
mod page;
mod replay;
mod rules_command;
mod screen_shell;
mod screens;
mod table;
mod widgets;
