//! Windows Firewall. What its profiles do is in words that are the same in every language; what its rules say is not, so a
//! rule is looked for by name.

use super::kind::{Firewall, Kind, State};
use crate::node::doctor::ask::{Answers, Said, words};

const PROFILE: &[&str] = &["netsh", "advfirewall", "show", "currentprofile"];
/// Under this name the advice makes a rule, under the other the system does when somebody answers its question.
const RULE: &[&str] = &["netsh", "advfirewall", "firewall", "show", "rule", "name=whistlestop"];
const ASKED: &[&str] = &["netsh", "advfirewall", "firewall", "show", "rule", "name=whistlestop.exe"];

pub(super) fn asks() -> Vec<Vec<String>> {
    [PROFILE, RULE, ASKED].map(words).into()
}

pub(super) fn read(answers: &Answers) -> Vec<Firewall> {
    let state = match answers.said(PROFILE) {
        Said::Text(text) if text.contains("BlockInboundAlways") => {
            State::On { game: Some(false), mdns: Some(false) }
        }
        Said::Text(text) if text.contains("BlockInbound") && !is_off(text) => {
            let game = rule(answers);
            State::On { game, mdns: game }
        }
        Said::Text(text) if text.contains("AllowInbound") || is_off(text) => State::Off,
        Said::Text(_) => State::Unread("netsh says nothing that is known here".to_owned()),
        Said::Refused(why) => State::Unread(why.trim().to_owned()),
        Said::Missing => State::Unread("there is no netsh".to_owned()),
    };
    vec![Firewall { kind: Kind::Windows, state }]
}

/// The second word of the first line with two: "State   OFF".
fn is_off(text: &str) -> bool {
    let state = text.lines().find_map(|line| line.trim().strip_prefix("State"));
    state.is_some_and(|state| state.trim().eq_ignore_ascii_case("off"))
}

/// Whether the rules for this program let others in: one that blocks goes before all others, and without any nobody comes in.
fn rule(answers: &Answers) -> Option<bool> {
    let found: Vec<&str> = [RULE, ASKED].iter().filter_map(|ask| answers.text(ask)).collect();
    let says = |word: &str| found.iter().any(|text| text.split_whitespace().any(|one| one == word));
    match (found.is_empty(), says("Block"), says("Allow")) {
        (true, ..) | (_, true, _) => Some(false),
        (_, false, true) => Some(true),
        // In another language.
        (false, false, false) => None,
    }
}
