//! One test for each statement about the protocol, at small tables where nothing is left to luck.
//!
//! [`net::Net`] holds the peers and the links between them; every test says itself what fails and when.

#[path = "scenarios/absence.rs"]
mod absence;
#[path = "scenarios/catch_up.rs"]
mod catch_up;
#[path = "scenarios/chance.rs"]
mod chance;
#[path = "scenarios/copy.rs"]
mod copy;
#[path = "scenarios/desync.rs"]
mod desync;
#[path = "scenarios/evidence.rs"]
mod evidence;
#[path = "scenarios/finality.rs"]
mod finality;
#[path = "scenarios/forge.rs"]
mod forge;
#[path = "scenarios/founding.rs"]
mod founding;
#[path = "scenarios/grind.rs"]
mod grind;
#[path = "scenarios/hostile.rs"]
mod hostile;
#[path = "scenarios/liar.rs"]
mod liar;
#[path = "scenarios/membership.rs"]
mod membership;
#[path = "scenarios/net.rs"]
mod net;
#[path = "scenarios/order.rs"]
mod order;
#[path = "scenarios/relay.rs"]
mod relay;
#[path = "scenarios/repair.rs"]
mod repair;
#[path = "scenarios/reroll.rs"]
mod reroll;
#[path = "scenarios/restart.rs"]
mod restart;
#[path = "scenarios/rounds.rs"]
mod rounds;
#[path = "scenarios/seal.rs"]
mod seal;
#[path = "scenarios/strangers.rs"]
mod strangers;
#[path = "scenarios/take_back.rs"]
mod take_back;
#[path = "sim/toy.rs"]
mod toy;
#[path = "scenarios/witness.rs"]
mod witness;
