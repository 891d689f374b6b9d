//! Attacks on what the page promises, nearly all of which once worked.

mod copies;
mod floods;
mod frame;
mod freeze;
mod journals;
mod liar;
mod part;
mod renewals;
mod restarts;
mod rounds;
mod second_copies;
mod second_seals;
mod second_words;
mod stranger_changes;
mod stranger_copies;
mod stranger_proof;
mod stranger_seals;
mod stranger_words;
