//! Attacks on what the page promises, nearly all of which once worked.

#[path = "attack/copies.rs"]
mod copies;
#[path = "attack/floods.rs"]
mod floods;
#[path = "scenarios/forge.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod forge;
#[path = "attack/frame.rs"]
mod frame;
#[path = "attack/freeze.rs"]
mod freeze;
#[path = "attack/journals.rs"]
mod journals;
#[path = "attack/liar.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod liar;
#[path = "scenarios/net.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod net;
#[path = "attack/part.rs"]
mod part;
#[path = "attack/renewals.rs"]
mod renewals;
#[path = "attack/restarts.rs"]
mod restarts;
#[path = "attack/rounds.rs"]
mod rounds;
#[path = "attack/second_copies.rs"]
mod second_copies;
#[path = "attack/second_seals.rs"]
mod second_seals;
#[path = "attack/second_words.rs"]
mod second_words;
#[path = "attack/stranger_changes.rs"]
mod stranger_changes;
#[path = "attack/stranger_copies.rs"]
mod stranger_copies;
#[path = "attack/stranger_proof.rs"]
mod stranger_proof;
#[path = "attack/stranger_seals.rs"]
mod stranger_seals;
#[path = "attack/stranger_words.rs"]
mod stranger_words;
#[path = "attack/third_behind.rs"]
mod third_behind;
#[path = "attack/third_bound.rs"]
mod third_bound;
#[path = "attack/third_costs.rs"]
mod third_costs;
#[path = "attack/third_draws.rs"]
mod third_draws;
#[path = "attack/third_far.rs"]
mod third_far;
#[path = "attack/third_floods.rs"]
mod third_floods;
#[path = "attack/third_homes.rs"]
mod third_homes;
#[path = "attack/third_journals.rs"]
mod third_journals;
#[path = "attack/third_moves.rs"]
mod third_moves;
#[path = "attack/third_old_words.rs"]
mod third_old_words;
#[path = "attack/third_presence.rs"]
mod third_presence;
#[path = "attack/third_random.rs"]
mod third_random;
#[path = "attack/third_reasons.rs"]
mod third_reasons;
#[path = "attack/third_search.rs"]
mod third_search;
#[path = "attack/third_sizes.rs"]
mod third_sizes;
#[path = "attack/third_twins.rs"]
mod third_twins;
#[path = "attack/third_unsaid.rs"]
mod third_unsaid;
#[path = "attack/third_void.rs"]
mod third_void;
#[path = "sim/toy.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod toy;
