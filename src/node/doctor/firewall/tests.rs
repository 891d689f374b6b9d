//! What the tools of three systems say, as they say it.

use super::*;
use crate::node::doctor::ask::Said;

const PROGRAM: &str = "/opt/whistlestop";

fn text(said: &str) -> Said {
    Said::Text(said.to_owned())
}

fn refused(said: &str) -> Said {
    Said::Refused(said.to_owned())
}

fn read(system: System, said: &[(&str, Said)]) -> Vec<Firewall> {
    system.firewalls(&Answers::planted(said), PROGRAM, 18300)
}

#[track_caller]
fn assert_reads(system: System, said: &[(&str, Said)], expected: &[(Kind, State)]) {
    let found: Vec<(Kind, State)> = read(system, said).into_iter().map(|one| (one.kind, one.state)).collect();
    assert_eq!(found, expected, "{said:?}");
}

const fn on(game: bool, mdns: bool) -> State {
    State::On { game: Some(game), mdns: Some(mdns) }
}

fn unread(why: &str) -> State {
    State::Unread(why.to_owned())
}

#[test]
fn ufw_is_read_by_root_and_known_to_be_on_by_others() {
    let status = |rules: &str| {
        let head = "Status: active\n\nTo                         Action      From\n--                         ------      ----\n";
        [("ufw status", text(&format!("{head}{rules}")))]
    };
    for (rules, game) in [
        ("", false),
        ("22/tcp                     ALLOW       Anywhere\n", false),
        ("18300/tcp                  ALLOW       Anywhere\n", false),
        (
            "18300/udp                  ALLOW       Anywhere\n18300/udp (v6)             ALLOW       Anywhere (v6)\n",
            true,
        ),
        ("18300                      ALLOW IN    192.168.1.0/24\n", true),
        ("1024:65535/udp             LIMIT       Anywhere\n", true),
        (
            "18300/udp                  DENY        Anywhere\nAnywhere                   ALLOW       10.0.0.0/8\n",
            false,
        ),
    ] {
        assert_reads(System::Linux, &status(rules), &[(Kind::Ufw, on(game, true))]);
    }
    assert_reads(System::Linux, &[("ufw status", text("Status: inactive\n"))], &[(Kind::Ufw, State::Off)]);
    let no_root = ("ufw status", refused("ERROR: You need to be root to run this script\n"));
    let file =
        |enabled: &str| ("cat /etc/ufw/ufw.conf", text(&format!("# ufw\nENABLED={enabled}\nLOGLEVEL=low\n")));
    let unknown = unread("only root may read its rules");
    assert_reads(System::Linux, &[no_root.clone(), file("yes")], &[(Kind::Ufw, unknown.clone())]);
    assert_reads(System::Linux, &[no_root.clone(), file("no")], &[(Kind::Ufw, State::Off)]);
    assert_reads(System::Linux, &[no_root], &[(Kind::Ufw, unknown)]);
}

#[test]
fn firewalld_is_read_by_its_zone() {
    let zone = |target: &str, services: &str, ports: &str| {
        let zone = format!(
            "public (active)\n  target: {target}\n  interfaces: wlan0\n  services: {services}\n  ports: {ports}\n  forward: yes\n"
        );
        [("firewall-cmd --state", text("running\n")), ("firewall-cmd --list-all", text(&zone))]
    };
    for (said, state) in [
        (zone("default", "dhcpv6-client mdns ssh", ""), on(false, true)),
        (zone("default", "ssh", "18300/udp"), on(true, false)),
        (zone("default", "ssh mdns", "1025-65535/udp 1025-65535/tcp"), on(true, true)),
        (zone("default", "ssh", "18300/tcp 5353/udp"), on(false, true)),
        (zone("ACCEPT", "", ""), on(true, true)),
    ] {
        assert_reads(System::Linux, &said, &[(Kind::Firewalld, state)]);
    }
    let off = [("firewall-cmd --state", refused("not running\n"))];
    assert_reads(System::Linux, &off, &[(Kind::Firewalld, State::Off)]);
    let closed = [
        ("firewall-cmd --state", text("running\n")),
        ("firewall-cmd --list-all", refused("Authorization failed.")),
    ];
    assert_reads(System::Linux, &closed, &[(Kind::Firewalld, unread("only root may read its rules"))]);
}

/// A table with one chain that packets come through.
fn ruleset(policy: &str, rules: &[&str]) -> String {
    let rules = rules.join("\n");
    format!(
        "table inet filter {{\n\tset friends {{\n\t\ttype ipv4_addr\n\t\telements = {{ 10.0.0.1 }}\n\t}}\n\n\tchain input {{\n\
         \t\ttype filter hook input priority filter; policy {policy};\n{rules}\n\t}}\n\n\tchain own {{\n\
         \t\tudp dport 18300 accept\n\t}}\n\n\tchain output {{\n\t\ttype filter hook output priority filter; policy drop;\n\t}}\n}}\n"
    )
}

#[test]
fn nftables_are_followed_as_a_packet_would() {
    let usual = [
        "ct state established,related accept",
        "iifname \"lo\" accept",
        "meta l4proto { icmp, ipv6-icmp } accept",
        "tcp dport 22 accept",
    ];
    let with = |more: &[&'static str]| [&usual[..], more].concat();
    let unsure = |game, mdns| State::On { game, mdns };
    for (policy, rules, state) in [
        ("drop", with(&[]), on(false, false)),
        ("accept", with(&[]), on(true, true)),
        ("drop", with(&["udp dport 5353 accept"]), on(false, true)),
        ("drop", with(&["ip daddr 224.0.0.251 udp dport 5353 accept"]), on(false, true)),
        (
            "drop",
            with(&["udp dport { 5353, 18300 } counter packets 3 bytes 99 accept comment \"games\""]),
            on(true, true),
        ),
        ("drop", with(&["udp dport 1024-65535 accept"]), on(true, true)),
        ("drop", with(&["jump own"]), on(true, false)),
        ("accept", with(&["ip daddr 224.0.0.0/4 drop"]), on(true, false)),
        ("accept", with(&["meta pkttype multicast drop"]), on(true, false)),
        ("accept", with(&["fib daddr type { broadcast, multicast } drop"]), on(true, false)),
        ("accept", vec!["iifname != \"lo\" udp dport 0-65535 drop"], on(false, false)),
        ("accept", with(&["udp dport 5353 accept", "reject with icmpx port-unreachable"]), on(false, true)),
        ("drop", with(&["ip saddr 192.168.0.0/16 udp dport 18300 accept"]), unsure(None, Some(false))),
        ("accept", with(&["meta mark 7 drop"]), unsure(None, None)),
        (
            "drop",
            vec!["ct state vmap { invalid : drop, established : accept, related : accept }"],
            on(false, false),
        ),
        ("drop", with(&["jump nowhere"]), unsure(None, None)),
    ] {
        assert_reads(
            System::Linux,
            &[("nft list ruleset", text(&ruleset(policy, &rules)))],
            &[(Kind::Nftables, state)],
        );
    }
    assert_reads(System::Linux, &[("nft list ruleset", text(""))], &[(Kind::Nftables, State::Off)]);
    let no_root =
        refused("Operation not permitted (you must be root)\nnetlink: Error: cache initialization failed");
    let unknown = unread("only root may read its rules");
    assert_reads(System::Linux, &[("nft list ruleset", no_root.clone())], &[(Kind::Nftables, unknown)]);
    // Whoever has another one on writes its rules there.
    let both = [
        ("firewall-cmd --state", text("running\n")),
        ("firewall-cmd --list-all", text("target: ACCEPT\n")),
        ("nft list ruleset", no_root),
    ];
    assert_reads(System::Linux, &both, &[(Kind::Firewalld, on(true, true))]);
}

#[test]
fn iptables_are_followed_where_there_are_no_nftables() {
    let list = |rules: &str| {
        let usual = "-A INPUT -i lo -j ACCEPT\n-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT\n-A INPUT -p icmp -j ACCEPT\n";
        text(&format!(
            "-P INPUT DROP\n-P FORWARD DROP\n-P OUTPUT ACCEPT\n-N OWN\n{usual}{rules}-A OWN -p udp -m udp --dport 18300 -j ACCEPT\n"
        ))
    };
    for (rules, state) in [
        ("", on(false, false)),
        ("-A INPUT -j OWN\n", on(true, false)),
        ("-A INPUT -p udp -m multiport --dports 5353,18300 -j ACCEPT\n", on(true, true)),
        ("-A INPUT -d 224.0.0.251/32 -p udp -m udp --dport 5353 -j ACCEPT\n", on(false, true)),
        ("-A INPUT -m pkttype --pkt-type multicast -j DROP\n-A INPUT -p udp -j ACCEPT\n", on(true, false)),
        ("-A INPUT -p tcp -j ACCEPT\n", on(false, false)),
    ] {
        assert_reads(System::Linux, &[("iptables -S", list(rules))], &[(Kind::Iptables, state)]);
    }
    let off = text("-P INPUT ACCEPT\n-P FORWARD ACCEPT\n-P OUTPUT ACCEPT\n");
    assert_reads(System::Linux, &[("iptables -S", off)], &[(Kind::Iptables, State::Off)]);
    assert_reads(System::Linux, &[], &[]);
}

const PROFILE: &str = "netsh advfirewall show currentprofile";
const RULE: &str = "netsh advfirewall firewall show rule name=whistlestop";
const ASKED: &str = "netsh advfirewall firewall show rule name=whistlestop.exe";

fn profile(state: &str, policy: &str) -> (&'static str, Said) {
    let line = "-".repeat(70);
    let said = format!(
        "\r\nPrivate Profile Settings: \r\n{line}\r\nState                                 {state}\r\nFirewall Policy                       {policy}\r\nOk.\r\n"
    );
    (PROFILE, text(&said))
}

fn rule(ask: &'static str, action: &str) -> (&'static str, Said) {
    let said = format!(
        "\r\nRule Name:                            whistlestop\r\nEnabled:                              Yes\r\nDirection:                            In\r\nProtocol:                             UDP\r\nAction:                               {action}\r\nOk.\r\n"
    );
    (ask, text(&said))
}

#[test]
fn the_firewall_of_windows_is_read_by_its_profile_and_the_rules_of_this_program() {
    let none = |ask| (ask, refused("\r\nNo rules match the specified criteria.\r\n"));
    let block = "BlockInbound,AllowOutbound";
    for (said, state) in [
        (vec![profile("ON", block), none(RULE), none(ASKED)], on(false, false)),
        (vec![profile("ON", block), rule(RULE, "Allow"), none(ASKED)], on(true, true)),
        (vec![profile("ON", block), none(RULE), rule(ASKED, "Allow")], on(true, true)),
        // Whoever said no to its question has such a rule, and it goes before others.
        (vec![profile("ON", block), rule(RULE, "Allow"), rule(ASKED, "Block")], on(false, false)),
        (vec![profile("ON", "BlockInboundAlways,AllowOutbound"), rule(RULE, "Allow")], on(false, false)),
        (vec![profile("ON", "AllowInbound,AllowOutbound")], State::Off),
        (vec![profile("OFF", block)], State::Off),
        // In German the rules say other words.
        (vec![profile("EIN", block), rule(RULE, "Zulassen")], State::On { game: None, mdns: None }),
        (vec![], unread("there is no netsh")),
    ] {
        assert_reads(System::Windows, &said, &[(Kind::Windows, state)]);
    }
}

#[test]
fn the_firewall_of_macos_is_read_by_program() {
    const TOOL: &str = "/usr/libexec/ApplicationFirewall/socketfilterfw";
    let state = format!("{TOOL} --getglobalstate");
    let all = format!("{TOOL} --getblockall");
    let app = format!("{TOOL} --getappblocked {PROGRAM}");
    let enabled = || (state.as_str(), text("Firewall is enabled. (State = 1)\n"));
    let not_all = || (all.as_str(), text("Firewall has block all state set to disabled.\n"));
    for (said, expected) in [
        (vec![(state.as_str(), text("Firewall is disabled. (State = 0)\n"))], State::Off),
        (
            vec![enabled(), not_all(), (&app, text("Incoming connection to the application is permitted\n"))],
            on(true, true),
        ),
        (
            vec![enabled(), not_all(), (&app, text("Incoming connection to the application is blocked\n"))],
            on(false, false),
        ),
        (
            vec![enabled(), not_all(), (&app, text("The file path you specified does not exist\n"))],
            State::On { game: None, mdns: None },
        ),
        (vec![enabled(), (&all, text("Firewall has block all state set to enabled.\n"))], on(false, false)),
        (
            vec![(
                state.as_str(),
                text("Firewall is blocking all non-essential incoming connections. (State = 2)\n"),
            )],
            on(false, false),
        ),
        (vec![], unread("there is no socketfilterfw")),
    ] {
        assert_reads(System::Macos, &said, &[(Kind::Macos, expected)]);
    }
}

#[test]
fn one_closed_firewall_is_enough_and_one_unknown_too_much() {
    let with = |states: &[State]| -> Vec<Firewall> {
        states.iter().map(|state| Firewall { kind: Kind::Ufw, state: state.clone() }).collect()
    };
    assert_eq!(lets_players_in(&[]), None, "nothing is known");
    assert_eq!(lets_players_in(&with(&[State::Off, on(true, false)])), Some(true));
    assert_eq!(lets_players_in(&with(&[on(true, true), unread("why")])), None);
    assert_eq!(lets_players_in(&with(&[unread("why"), on(false, true), State::Off])), Some(false));
}
