//! What tests of several modules share.

pub(crate) mod example;
pub(crate) mod halts;
pub(crate) mod table;
