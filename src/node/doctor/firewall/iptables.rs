//! What `iptables -S` says.

use super::chains::{Chain, Chains, Look, Rule, Then, address, ports};

/// The chains of the filter.
pub(super) fn tables(listed: &str) -> Vec<Chains> {
    let mut chains = Chains::new();
    for line in listed.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["-P", "INPUT", policy] => {
                chains.insert(
                    "INPUT".to_owned(),
                    Chain { is_first: true, drops: policy == "DROP", rules: Vec::new() },
                );
            }
            ["-N", name] => {
                chains.entry(name.to_owned()).or_default();
            }
            ["-A", name, ref rest @ ..] => {
                if let (Some(chain), Some(rule)) = (chains.get_mut(name), rule(rest)) {
                    chain.rules.push(rule);
                }
            }
            _ => {}
        }
    }
    vec![chains]
}

fn rule(words: &[&str]) -> Option<Rule> {
    let at = words.iter().position(|word| ["-j", "-g"].contains(word))?;
    let then = match *words.get(at + 1)? {
        "ACCEPT" => Then::Accept,
        "DROP" | "REJECT" => Then::Drop,
        "RETURN" => Then::Return,
        "LOG" | "NFLOG" | "MARK" => return None,
        name => Then::Jump(name.to_owned()),
    };
    Some(Rule { then, looks: looks(&words[..at]) })
}

fn looks(words: &[&str]) -> Vec<Look> {
    let mut looks = Vec::new();
    let (mut is_not, mut at) = (false, 0);
    while let Some(word) = words.get(at) {
        let value = words.get(at + 1).copied().unwrap_or_default();
        at += 2;
        let never = |holds: bool| if holds == is_not { Look::Never } else { Look::Always };
        looks.push(match *word {
            "!" => {
                is_not = true;
                at -= 1;
                continue;
            }
            // A module to look with, and words for people.
            "-m" | "--comment" => Look::Always,
            "-p" => never(["udp", "17", "all"].contains(&value)),
            "-i" => {
                if value == "lo" {
                    never(false)
                } else {
                    Look::Unknown
                }
            }
            "--dport" | "--dports" => ports(value).map_or(Look::Unknown, |all| Look::Ports(all, is_not)),
            "--ctstate" | "--state" => never(value.split(',').any(|state| state == "NEW")),
            "-d" if !is_not => address(value),
            "--pkt-type" | "--dst-type" if value.eq_ignore_ascii_case("multicast") => {
                Look::Multicast(!is_not)
            }
            "--dst-type" if value == "LOCAL" => Look::Multicast(is_not),
            "--pkt-type" | "--dst-type" if value.eq_ignore_ascii_case("broadcast") => never(false),
            _ => Look::Unknown,
        });
        is_not = false;
    }
    looks
}
