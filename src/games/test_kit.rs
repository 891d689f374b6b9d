//! What the tests of several games share beside the [table](super::test_table): positions [being set up](stage),
//! [random play](random), and the [books](book) kept a second time.

pub(crate) mod book;
pub(crate) mod random;
pub(crate) mod stage;
