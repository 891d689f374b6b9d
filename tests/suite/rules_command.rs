//! `whistlestop rules` as a program in any language meets it: the real binary, lines in, lines out.

mod answers;
mod arguments;
mod chance;
mod peer;
mod play;
mod positions;
mod refusals;
mod streams;
