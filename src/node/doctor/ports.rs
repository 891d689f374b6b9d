//! Who listens at the ports that play needs.

use std::collections::BTreeMap;

use super::ask::{Answers, Said, words};
use super::firewall::System;

const SS: &[&str] = &["ss", "-Hulnp"];
const LSOF: &[&str] = &["lsof", "-nP", "-iUDP", "-Fpcn"];
const NETSTAT: &[&str] = &["netstat", "-ano", "-p", "UDP"];
const TASKS: &[&str] = &["tasklist", "/FO", "CSV", "/NH"];

/// A port, and who listens there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortUse {
    /// Of UDP.
    pub port: u16,
    /// The programs, each once; one whose name only root may know has none.
    pub programs: Vec<Option<String>>,
}

/// What is to be asked.
pub(crate) fn asks(system: System) -> Vec<Vec<String>> {
    match system {
        System::Linux => vec![words(SS)],
        System::Macos => vec![words(LSOF)],
        System::Windows => vec![words(NETSTAT), words(TASKS)],
    }
}

/// Who listens at these ports, beside the process with this number; nothing if nobody could say.
pub(crate) fn read(system: System, answers: &Answers, ports: &[u16], own: u32) -> Option<Vec<PortUse>> {
    let all = match system {
        System::Linux => answers.text(SS).map(of_ss),
        // It fails where nobody listens at all.
        System::Macos => match answers.said(LSOF) {
            Said::Text(text) | Said::Refused(text) => Some(of_lsof(text)),
            Said::Missing => None,
        },
        System::Windows => {
            answers.text(NETSTAT).map(|text| of_netstat(text, answers.text(TASKS).unwrap_or_default()))
        }
    }?;
    let at = |port: &u16| {
        let mut programs: Vec<Option<String>> = all
            .iter()
            .filter(|one| one.port == *port && one.pid != Some(own))
            .map(|one| one.program.clone())
            .collect();
        programs.sort();
        programs.dedup();
        PortUse { port: *port, programs }
    };
    Some(ports.iter().map(at).collect())
}

struct Listener {
    port: u16,
    pid: Option<u32>,
    program: Option<String>,
}

fn port_of(place: &str) -> Option<u16> {
    place.rsplit_once(':')?.1.parse().ok()
}

/// `UNCONN 0 0 0.0.0.0:5353 0.0.0.0:* users:(("avahi-daemon",pid=600,fd=12))`
fn of_ss(text: &str) -> Vec<Listener> {
    let of_line = |line: &str| {
        let port = port_of(line.split_whitespace().nth(3)?)?;
        let users: Vec<Listener> = line
            .split("(\"")
            .skip(1)
            .filter_map(|user| {
                let (program, rest) = user.split_once('"')?;
                let pid = rest.split_once("pid=").and_then(|(_, rest)| rest.split(',').next()?.parse().ok());
                Some(Listener { port, pid, program: Some(program.to_owned()) })
            })
            .collect();
        Some(if users.is_empty() { vec![Listener { port, pid: None, program: None }] } else { users })
    };
    text.lines().filter_map(of_line).flatten().collect()
}

/// Lines of `p600`, `cmDNSResponder`, `n*:5353`.
fn of_lsof(text: &str) -> Vec<Listener> {
    let (mut pid, mut program, mut all) = (None, None, Vec::new());
    for line in text.lines() {
        match (line.get(..1), line.get(1..)) {
            (Some("p"), Some(number)) => pid = number.parse().ok(),
            (Some("c"), Some(name)) => program = Some(name.to_owned()),
            (Some("n"), Some(place)) if !place.contains("->") => {
                all.extend(port_of(place).map(|port| Listener { port, pid, program: program.clone() }));
            }
            _ => {}
        }
    }
    all
}

/// `UDP    0.0.0.0:5353    *:*    1234`, and `"chrome.exe","1234","Console","1","9,000 K"`
fn of_netstat(text: &str, tasks: &str) -> Vec<Listener> {
    let names: BTreeMap<u32, &str> = tasks
        .lines()
        .filter_map(|line| {
            let mut fields = line.split("\",\"");
            let name = fields.next()?.trim_start_matches('"');
            Some((fields.next()?.trim_matches('"').parse().ok()?, name))
        })
        .collect();
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["UDP", place, .., pid] = words[..] else { return None };
        let pid = pid.parse().ok();
        let program = pid.and_then(|pid| names.get(&pid)).map(|name| (*name).to_owned());
        Some(Listener { port: port_of(place)?, pid, program })
    };
    text.lines().filter_map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(system: System, said: &[(&str, Said)]) -> Option<Vec<(u16, Vec<Option<String>>)>> {
        let all = read(system, &Answers::planted(said), &[18300, 5353], 77)?;
        Some(all.into_iter().map(|one| (one.port, one.programs)).collect())
    }

    fn names(all: &[&str]) -> Vec<Option<String>> {
        all.iter().map(|name| Some((*name).to_owned())).collect()
    }

    #[test]
    fn who_listens_is_read_from_the_tools_of_each_system() {
        let linux = "UNCONN 0 0 0.0.0.0:5353 0.0.0.0:* users:((\"avahi-daemon\",pid=600,fd=12))\n\
                     UNCONN 0 0 [::]:5353 [::]:* users:((\"avahi-daemon\",pid=600,fd=13))\n\
                     UNCONN 0 0 224.0.0.251:5353 0.0.0.0:* users:((\"chrome\",pid=9,fd=1),(\"chrome\",pid=10,fd=1))\n\
                     UNCONN 0 0 *:18300 *:* users:((\"whistlestop\",pid=77,fd=9))\n\
                     UNCONN 0 0 127.0.0.1:183 0.0.0.0:*\n";
        let avahi = names(&["avahi-daemon", "chrome"]);
        let found = used(System::Linux, &[("ss -Hulnp", Said::Text(linux.to_owned()))]);
        assert_eq!(found, Some(vec![(18300, vec![]), (5353, avahi)]), "and not this very process");
        let hidden = "UNCONN 0 0 0.0.0.0:5353 0.0.0.0:*\n";
        let found = used(System::Linux, &[("ss -Hulnp", Said::Text(hidden.to_owned()))]);
        assert_eq!(found, Some(vec![(18300, vec![]), (5353, vec![None])]), "only root may know its name");
        let mac = "p312\ncmDNSResponder\nf6\nn*:5353\np500\ncwhistlestop\nf9\nn*:18300\np501\ncx\nn10.0.0.1:5353->10.0.0.2:9\n";
        let found = used(System::Macos, &[("lsof -nP -iUDP -Fpcn", Said::Text(mac.to_owned()))]);
        assert_eq!(found, Some(vec![(18300, names(&["whistlestop"])), (5353, names(&["mDNSResponder"]))]));
        let windows = "\r\nActive Connections\r\n\r\n  Proto  Local Address          Foreign Address        State           PID\r\n  \
                       UDP    0.0.0.0:5353           *:*                                    1234\r\n  \
                       UDP    0.0.0.0:18300          *:*                                    4321\r\n";
        let tasks = "\"chrome.exe\",\"1234\",\"Console\",\"1\",\"9,000 K\"\r\n";
        let said = [
            ("netstat -ano -p UDP", Said::Text(windows.to_owned())),
            ("tasklist /FO CSV /NH", Said::Text(tasks.to_owned())),
        ];
        assert_eq!(
            used(System::Windows, &said),
            Some(vec![(18300, vec![None]), (5353, names(&["chrome.exe"]))])
        );
    }

    #[test]
    fn where_no_tool_can_say_it_nothing_is_said() {
        for system in [System::Linux, System::Macos, System::Windows] {
            assert_eq!(used(system, &[]), None);
        }
    }
}
