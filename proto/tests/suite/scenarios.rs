//! One test for each statement about the protocol, at small tables where nothing is left to luck.
//!
//! [`net::Net`] holds the peers and the links between them; every test says itself what fails and when.

mod absence;
mod catch_up;
mod chance;
mod clocks;
mod copy;
mod desync;
mod evidence;
mod finality;
mod founding;
mod grind;
mod hostile;
mod liar;
mod membership;
mod order;
mod relay;
mod repair;
mod reroll;
mod restart;
mod rounds;
mod seal;
mod strangers;
mod take_back;
mod witness;
