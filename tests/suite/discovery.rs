//! mDNS between real sockets, in a network of the test's own: a namespace with nothing but its loop-back, so that it
//! neither disturbs nor depends on the network around it.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::process::Command;
use std::time::Duration;

use mdns_sd::{ServiceDaemon, ServiceInfo};
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;
use whistlestop::discovery::address::{Typed, parse};
use whistlestop::discovery::limits::MAX_SIGHTINGS;
use whistlestop::discovery::{Ad, AdState, Fingerprint, Mdns, MdnsError, Sighting};
use whistlestop_proto::sign::PublicKey;

/// Says that this process is the one in the namespace.
const INSIDE: &str = "WHISTLESTOP_TEST_NAMESPACE";

/// How long anything may take before the test fails: far longer than it ever does.
const PATIENCE: Duration = Duration::from_secs(30);

const LOOPBACK_WITH_MULTICAST: &str =
    "ip link set lo up && ip link set lo multicast on && ip route add 224.0.0.0/4 dev lo";

/// Runs the test of this name in a new network namespace in which `setup` has been run. True inside it.
fn in_namespace(test: &str, setup: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let shell = |flags: &str, script: &str| {
        let mut command = Command::new("unshare");
        command.args([flags, "sh", "-c", script, "sh"]).env(INSIDE, "1");
        command
    };
    let works = |flags: &&str| shell(flags, setup).output().is_ok_and(|output| output.status.success());
    let Some(flags) = ["-Urn", "-n"].into_iter().find(works) else {
        // Written past the test harness, which would keep it to itself.
        let why = "unshare and ip cannot make a network namespace here";
        writeln!(io::stderr(), "\nSKIPPED: {test}: {why}\n").expect("standard error can be written to");
        return false;
    };
    let itself = std::env::current_exe().expect("a test knows its file");
    let mut command = shell(flags, &format!("{setup} && exec \"$@\""));
    let output = command
        .arg(itself)
        .args([&format!("discovery::{test}"), "--exact", "--nocapture"])
        .output()
        .expect("unshare starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 passed"), "{test} was not run: {said}");
    false
}

fn ad(player: u8, port: u16) -> Ad {
    Ad {
        fingerprint: Fingerprint::of(&PublicKey([player; 32])),
        name: format!("Table of {player}"),
        host: format!("Player {player}"),
        gathering: [player; 8],
        game: "chicago-express".to_owned(),
        seats_taken: 1,
        seats: 3,
        state: AdState::Open,
        pass_phrase: false,
        version: "0.1.0".to_owned(),
        protocol: 1,
        port,
    }
}

async fn next(sightings: &mut Receiver<Sighting>) -> Sighting {
    let next = timeout(PATIENCE, sightings.recv()).await.expect("something is seen");
    next.expect("the search goes on")
}

/// Waits until an ad is seen just so; says under which instance. Older news may come before it.
async fn see(sightings: &mut Receiver<Sighting>, wanted: &Ad) -> String {
    loop {
        if let Sighting::Seen { instance, ad, addresses } = next(sightings).await
            && ad == *wanted
        {
            assert!(addresses.iter().all(|address| address.port() == wanted.port), "{addresses:?}");
            assert!(addresses.iter().any(|address| address.ip().is_loopback()), "{addresses:?}");
            return instance;
        }
    }
}

async fn see_gone(sightings: &mut Receiver<Sighting>, wanted: &str) {
    while !matches!(next(sightings).await, Sighting::Gone { instance } if instance == wanted) {}
}

#[tokio::test]
async fn peers_see_each_other_come_change_and_go() {
    if !in_namespace("peers_see_each_other_come_change_and_go", LOOPBACK_WITH_MULTICAST) {
        return;
    }
    let (ada, mut seen_by_ada) = Mdns::start().expect("the loop-back is up");
    ada.advertise(&ad(1, 7001)).expect("mDNS runs");

    // A newcomer sees who is there, and is seen.
    let (bob, mut seen_by_bob) = Mdns::start().expect("the loop-back is up");
    let table_of_ada = see(&mut seen_by_bob, &ad(1, 7001)).await;
    assert!(table_of_ada.starts_with(&ad(1, 7001).fingerprint.to_string()[..16]), "{table_of_ada}");
    bob.advertise(&ad(2, 7002)).expect("mDNS runs");
    let table_of_bob = see(&mut seen_by_ada, &ad(2, 7002)).await;

    // What changes is told, under the same name.
    let full = Ad { seats_taken: 3, state: AdState::Playing, ..ad(1, 7001) };
    ada.advertise(&full).expect("mDNS runs");
    assert_eq!(see(&mut seen_by_bob, &full).await, table_of_ada);

    // Who withdraws or stops is gone, and may come back.
    ada.withdraw();
    see_gone(&mut seen_by_bob, &table_of_ada).await;
    ada.advertise(&full).expect("mDNS runs");
    assert_eq!(see(&mut seen_by_bob, &full).await, table_of_ada);
    bob.stop().await;
    see_gone(&mut seen_by_ada, &table_of_bob).await;

    // With its end the sightings end.
    ada.stop().await;
    while timeout(PATIENCE, seen_by_ada.recv()).await.expect("the search has ended").is_some() {}
}

#[tokio::test]
async fn a_second_process_with_the_same_key_is_another_peer_and_nobody_sees_themselves() {
    let name = "a_second_process_with_the_same_key_is_another_peer_and_nobody_sees_themselves";
    if !in_namespace(name, LOOPBACK_WITH_MULTICAST) {
        return;
    }
    let (ada, mut seen_by_ada) = Mdns::start().expect("the loop-back is up");
    ada.advertise(&ad(1, 7001)).expect("mDNS runs");
    let (twin, mut seen_by_twin) = Mdns::start().expect("the loop-back is up");
    twin.advertise(&ad(1, 7002)).expect("mDNS runs");
    // Ada's own words have gone round before those of her twin, so an echo would come first.
    let mut instances = BTreeSet::new();
    for (sightings, other) in [(&mut seen_by_ada, 7002), (&mut seen_by_twin, 7001)] {
        let Sighting::Seen { instance, ad, .. } = next(sightings).await else { panic!("nobody has left") };
        assert_eq!(ad.port, other);
        instances.insert(instance);
    }
    assert_eq!(instances.len(), 2, "one key, two names");
}

#[tokio::test]
async fn a_node_that_does_not_listen_is_told_the_latest_when_it_does() {
    if !in_namespace("a_node_that_does_not_listen_is_told_the_latest_when_it_does", LOOPBACK_WITH_MULTICAST) {
        return;
    }
    let (watcher, mut seen) = Mdns::start().expect("the loop-back is up");
    let (witness, mut seen_by_witness) = Mdns::start().expect("the loop-back is up");
    let (host, _unread) = Mdns::start().expect("the loop-back is up");
    let last = Ad { seats: 200, seats_taken: 200, ..ad(1, 7001) };
    for seats_taken in 0..=200 {
        host.advertise(&Ad { seats_taken, ..last.clone() }).expect("mDNS keeps up");
        see(&mut seen_by_witness, &Ad { seats_taken, ..last.clone() }).await;
    }
    // Far more has happened than the queue holds; what comes is in order and ends with the last.
    let mut before = None;
    while before != Some(200) {
        let Sighting::Seen { ad, .. } = next(&mut seen).await else { panic!("nobody has left") };
        assert!(before < Some(ad.seats_taken), "{before:?} before {}", ad.seats_taken);
        before = Some(ad.seats_taken);
    }
    watcher.stop().await;
    witness.stop().await;
}

#[tokio::test]
async fn a_flood_of_forged_tables_hides_nobody_who_was_seen_before_it() {
    if !in_namespace("a_flood_of_forged_tables_hides_nobody_who_was_seen_before_it", LOOPBACK_WITH_MULTICAST)
    {
        return;
    }
    let (_bob, mut seen_by_bob) = Mdns::start().expect("the loop-back is up");
    let (ada, _unread) = Mdns::start().expect("the loop-back is up");
    ada.advertise(&ad(1, 7001)).expect("mDNS runs");
    let table_of_ada = see(&mut seen_by_bob, &ad(1, 7001)).await;

    // All at once: nothing here waits, so that nobody takes in what mDNS finds until it has too much of it.
    let mallory = ServiceDaemon::new().expect("the loop-back is up");
    let print = Fingerprint([0xee; 16]).to_string();
    for i in 0..600 {
        let instance = format!("{}{i:04x}", &print[..16]);
        let txt = [("f", print.as_str()), ("t", &print[..16]), ("n", "free money"), ("g", "x"), ("s", "1/3")];
        let txt = [&txt[..], &[("a", "o"), ("p", "0"), ("v", "0.1.0"), ("r", "1")]].concat();
        let forged = ServiceInfo::new(
            "_whistlestop._udp.local.",
            &instance,
            "mallory.local.",
            "127.0.0.1",
            7,
            &txt[..],
        );
        let mut forged = forged.expect("a service");
        forged.set_requires_probe(false);
        while mallory.register(forged.clone()).is_err() {
            std::thread::yield_now();
        }
    }
    // Packets are lost in such a flood, so Ada says something new until it comes through.
    let mut instances = BTreeSet::new();
    let mut news_of_ada = None;
    for seats in 4..40 {
        ada.advertise(&Ad { seats, ..ad(1, 7001) }).expect("mDNS runs");
        while let Ok(sighting) = timeout(Duration::from_secs(1), seen_by_bob.recv()).await {
            match sighting.expect("the search goes on") {
                Sighting::Seen { instance, ad, .. } if instance == table_of_ada => {
                    news_of_ada = Some(ad.seats);
                }
                Sighting::Seen { instance, .. } => {
                    assert!(instances.insert(instance), "nobody else has news");
                }
                Sighting::Gone { instance } => assert_ne!(instance, table_of_ada),
            }
        }
        if news_of_ada == Some(seats) {
            break;
        }
    }
    assert!(news_of_ada.is_some(), "Ada is not heard of any more");
    assert!(instances.len() < MAX_SIGHTINGS, "{} are remembered", instances.len());
    let _ = mallory.shutdown();
}

#[tokio::test]
async fn a_name_of_the_network_is_found_without_help_of_the_system() {
    if !in_namespace("a_name_of_the_network_is_found_without_help_of_the_system", LOOPBACK_WITH_MULTICAST) {
        return;
    }
    let (ada, _unread) = Mdns::start().expect("the loop-back is up");
    ada.advertise(&ad(1, 7001)).expect("mDNS runs");
    let (_bob, mut seen_by_bob) = Mdns::start().expect("the loop-back is up");
    let instance = see(&mut seen_by_bob, &ad(1, 7001)).await;
    // Every instance is also the name of its machine.
    let typed = parse(&format!("{instance}.local:7001")).expect("it is a name");
    assert!(matches!(typed, Typed::Name { .. }));
    let found = typed.resolve().await.expect("Ada answers");
    assert!(found.iter().all(|address| address.ip().is_loopback() && address.port() == 7001), "{found:?}");
}

#[tokio::test]
async fn a_machine_without_a_network_is_told_so_at_once() {
    if !in_namespace("a_machine_without_a_network_is_told_so_at_once", "ip link set lo down") {
        return;
    }
    let error = Mdns::start().expect_err("there is nothing to look at");
    assert!(matches!(error, MdnsError::NoInterface), "{error}");
    assert!(error.to_string().starts_with("this machine is on no network"), "{error}");
}
