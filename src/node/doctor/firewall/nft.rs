//! What `nft list ruleset` says.

use super::chains::{Chain, Chains, Look, Rule, Then, address, ports};

/// The tables of a ruleset.
pub(super) fn tables(ruleset: &str) -> Vec<Chains> {
    let mut tables: Vec<Chains> = Vec::new();
    // What stands in braces: a table, a chain, or something else such as a set.
    let mut open: Vec<Option<String>> = Vec::new();
    for line in ruleset.lines().map(str::trim) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["table", _, _, "{"] => {
                tables.push(Chains::new());
                open.push(None);
            }
            ["chain", name, "{"] => {
                if let Some(table) = tables.last_mut() {
                    table.insert(name.to_owned(), Chain::default());
                }
                open.push(Some(name.to_owned()));
            }
            [.., "{"] => open.push(None),
            ["}"] => {
                open.pop();
            }
            _ => {
                let name = open.last().cloned().flatten();
                let chain = name.and_then(|name| tables.last_mut().and_then(|table| table.get_mut(&name)));
                if let Some(chain) = chain {
                    take_in(chain, line, &words);
                }
            }
        }
    }
    tables
}

fn take_in(chain: &mut Chain, line: &str, words: &[&str]) {
    if words.first() == Some(&"type") {
        let hooks = ["hook input", "hook prerouting", "hook ingress"];
        chain.is_first = words.get(1) == Some(&"filter") && hooks.iter().any(|hook| line.contains(hook));
        chain.drops = line.contains("policy drop");
    } else if let Some(rule) = rule(words) {
        chain.rules.push(rule);
    }
}

/// A rule, if it decides anything.
fn rule(words: &[&str]) -> Option<Rule> {
    let at =
        words.iter().position(|word| ["accept", "drop", "reject", "return", "jump", "goto"].contains(word));
    if words.contains(&"vmap") {
        // Such as: what was asked for comes in. A map that knows new packets may do anything with them.
        let may = words.contains(&"new");
        return may.then(|| Rule { then: Then::Return, looks: vec![Look::Unknown] });
    }
    let then = match (words[at?], words.get(at? + 1)) {
        ("accept", _) => Then::Accept,
        ("return", _) => Then::Return,
        ("jump" | "goto", Some(name)) => Then::Jump((*name).to_owned()),
        _ => Then::Drop,
    };
    Some(Rule { then, looks: looks(&words[..at?]) })
}

fn looks(mut words: &[&str]) -> Vec<Look> {
    let mut looks = Vec::new();
    while let Some((first, rest)) = words.split_first() {
        let (count, keys) = match *first {
            "counter" => (if rest.first() == Some(&"packets") { 4 } else { 0 }, 0),
            "comment" | "log" => (rest.len(), 0),
            "ct" | "meta" | "ip" | "ip6" | "udp" | "th" | "tcp" | "icmp" | "icmpv6" => (0, 1),
            "fib" => (0, 2),
            "iif" | "iifname" | "pkttype" => (0, 0),
            _ => {
                looks.push(Look::Unknown);
                return looks;
            }
        };
        if ["counter", "comment", "log"].contains(first) {
            words = &rest[count.min(rest.len())..];
            continue;
        }
        let (key, rest) = rest.split_at(keys.min(rest.len()));
        let (value, rest) = value(rest);
        looks.push(look(first, key, &value));
        words = rest;
    }
    looks
}

/// A value, with what stands before it: `!=`, and braces around many.
fn value<'a, 'b>(words: &'b [&'a str]) -> (String, &'b [&'a str]) {
    let mut end = usize::from(words.first().is_some_and(|word| ["!=", "=="].contains(word)));
    if words.get(end).is_some_and(|word| word.starts_with('{')) {
        let close = words.iter().position(|word| word.ends_with('}'));
        end = close.map_or(words.len(), |close| close + 1);
    } else {
        end = (end + 1).min(words.len());
    }
    (words[..end].join(" "), &words[end..])
}

fn look(first: &str, key: &[&str], value: &str) -> Look {
    let (value, is_not) = value.strip_prefix("!= ").map_or((value, false), |value| (value, true));
    let never = |holds: bool| if holds == is_not { Look::Never } else { Look::Always };
    let has = |word: &str| {
        value.trim_matches(['{', '}']).split([',', ' ']).any(|one| one.trim_matches('"') == word)
    };
    match (first, key) {
        ("tcp" | "icmp" | "icmpv6" | "ip6", _) => Look::Never,
        ("iif" | "iifname", _) | ("meta", ["iif" | "iifname"]) if has("lo") => never(false),
        ("ct", ["state"]) => never(has("new") || has("untracked")),
        ("meta", ["l4proto"]) | ("ip", ["protocol"]) => never(has("udp") || has("17")),
        ("meta", ["nfproto"]) => never(has("ipv4")),
        ("udp" | "th", ["dport"]) => ports(value).map_or(Look::Unknown, |all| Look::Ports(all, is_not)),
        ("ip", ["daddr"]) if !is_not => address(value),
        ("pkttype", _) | ("meta", ["pkttype"]) | ("fib", ["daddr", "type"]) if has("multicast") => {
            Look::Multicast(!is_not)
        }
        ("pkttype", _) | ("meta", ["pkttype"]) | ("fib", ["daddr", "type"])
            if has("broadcast") || has("anycast") =>
        {
            never(false)
        }
        ("fib", ["daddr", "type"]) if has("local") => Look::Multicast(is_not),
        _ => Look::Unknown,
    }
}
