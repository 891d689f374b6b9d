//! N peers in memory and what may befall them: the game that they play, who judges what they do, and the luck that
//! decides all of it.

pub(crate) mod calm;
pub(crate) mod hostile;
pub(crate) mod judge;
pub(crate) mod luck;
pub(crate) mod toy;
pub(crate) mod world;
