//! A node: everything between front ends and the network. It hosts, joins, watches or resumes one table after another with the
//! same people, or plays on this laptop alone.
//!
//! It decides nothing about the game: the table does. Imports between its modules go one way only: [`shell`] and [`run`] over
//! [`find`], [`session`], [`players`] and `reach`. Read [`run::Node::run`] first, then [`session`], which is a table being
//! played, whatever way it is.

pub mod aim;
pub mod clock;
pub mod doctor;
pub mod find;
pub mod options;
pub mod plan;
pub mod players;
pub(crate) mod reach;
pub mod remote;
pub mod run;
pub mod session;
pub mod shell;
mod system;

pub use self::aim::Aim;
pub use self::clock::Clock;
pub use self::options::{AlonePolicy, AwayPolicy, Options, Player};
pub use self::run::Node;
