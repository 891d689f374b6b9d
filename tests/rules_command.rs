//! `whistlestop rules` as a program in any language meets it: the real binary, lines in, lines out.

#[path = "rules_command/answers.rs"]
mod answers;
#[path = "rules_command/arguments.rs"]
mod arguments;
#[path = "rules_command/chance.rs"]
mod chance;
#[path = "rules_command/peer.rs"]
mod peer;
#[path = "rules_command/play.rs"]
mod play;
#[path = "rules_command/positions.rs"]
mod positions;
#[path = "rules_command/refusals.rs"]
mod refusals;
#[path = "rules_command/streams.rs"]
mod streams;
