//! The firewall of macOS, which lets programs in and not ports. The privacy of the local network is none of its matters:
//! nobody can read that.

use super::kind::{Firewall, Kind, State};
use crate::node::doctor::ask::{Answers, Said, words};

const TOOL: &str = "/usr/libexec/ApplicationFirewall/socketfilterfw";

pub(super) fn asks(program: &str) -> Vec<Vec<String>> {
    vec![
        words(&[TOOL, "--getglobalstate"]),
        words(&[TOOL, "--getblockall"]),
        words(&[TOOL, "--getappblocked", program]),
    ]
}

pub(super) fn read(answers: &Answers, program: &str) -> Vec<Firewall> {
    let says =
        |ask: &[&str], word: &str| answers.text(ask).is_some_and(|text| text.to_lowercase().contains(word));
    let state = match answers.said(&[TOOL, "--getglobalstate"]) {
        Said::Text(text) if text.contains("State = 0") => State::Off,
        Said::Text(_) => {
            let all = says(&[TOOL, "--getblockall"], "set to enabled")
                || says(&[TOOL, "--getglobalstate"], "state = 2");
            let ask = [TOOL, "--getappblocked", program];
            let game = match (all, says(&ask, "blocked"), says(&ask, "permitted")) {
                (true, ..) | (_, true, _) => Some(false),
                (_, _, true) => Some(true),
                // It asks when the program listens for the first time.
                _ => None,
            };
            State::On { game, mdns: game }
        }
        Said::Refused(why) => State::Unread(why.trim().to_owned()),
        Said::Missing => State::Unread("there is no socketfilterfw".to_owned()),
    };
    vec![Firewall { kind: Kind::Macos, state }]
}
