use std::collections::BTreeMap;

use mdns_sd::{InterfaceId, ScopedIpV4};
use whistlestop_proto::sign::PublicKey;

use super::*;
use crate::ad::{AdState, Fingerprint};

fn ad() -> Ad {
    Ad {
        fingerprint: Fingerprint::of(&PublicKey([7; 32])),
        name: "Ada's table".to_owned(),
        gathering: [1; 8],
        game: "chicago-express".to_owned(),
        seats_taken: 1,
        seats: 3,
        state: AdState::Open,
        pass_phrase: false,
        version: "0.1.0".to_owned(),
        protocol: 1,
        port: 18_300,
    }
}

fn instance() -> String {
    format!("{}beef", &ad().fingerprint.to_string()[..PRINT_DIGITS])
}

/// What would come from the network for this instance, TXT record and these addresses.
fn service(instance: &str, txt: &[(&str, String)], ips: &[&str]) -> ResolvedService {
    let ips: Vec<IpAddr> = ips.iter().map(|ip| ip.parse().expect("an address")).collect();
    let host = "somebody.local.";
    let service = ServiceInfo::new(SERVICE, instance, host, &ips[..], 18_300, txt).expect("a service");
    service.as_resolved_service()
}

fn addresses(service: &ResolvedService) -> Vec<String> {
    let (_, _, addresses) = read(service).expect("it is one of ours");
    addresses.iter().map(SocketAddr::to_string).collect()
}

#[test]
fn a_whole_ad_is_read_with_its_addresses_best_first() {
    let service = service(&instance(), &ad().to_txt(), &["127.0.0.1", "2001:db8::1", "192.168.1.3"]);
    let (read_instance, read_ad, _) = read(&service).expect("it is one of ours");
    assert_eq!((read_instance, read_ad), (instance(), ad()));
    assert_eq!(addresses(&service), ["192.168.1.3:18300", "[2001:db8::1]:18300", "127.0.0.1:18300"]);
}

#[test]
fn addresses_that_cannot_be_dialled_are_left_out_and_the_rest_is_bounded() {
    let bad = ["0.0.0.0", "224.0.0.251", "255.255.255.255", "::", "ff02::fb", "fe80::1"];
    assert!(
        read(&service(&instance(), &ad().to_txt(), &bad)).is_none(),
        "without a scope fe80::1 is no address"
    );
    let many: Vec<String> = (1..200).map(|i| format!("10.0.0.{i}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).chain(bad).collect();
    assert_eq!(addresses(&service(&instance(), &ad().to_txt(), &many)).len(), 8);
}

#[test]
fn a_link_local_address_keeps_the_interface_it_was_heard_on() {
    let interface = if_addrs::Interface {
        name: "eth7".to_owned(),
        addr: if_addrs::IfAddr::V6(if_addrs::Ifv6Addr {
            ip: "fe80::7".parse().expect("an address"),
            netmask: "ffff:ffff:ffff:ffff::".parse().expect("an address"),
            prefixlen: 64,
            broadcast: None,
        }),
        index: Some(7),
        oper_status: if_addrs::IfOperStatus::Up,
        is_p2p: false,
        #[cfg(windows)]
        adapter_name: String::new(),
    };
    let v4 = ScopedIpV4::new(Ipv4Addr::new(10, 0, 0, 5), InterfaceId { name: "eth7".to_owned(), index: 7 });
    let list = dialled([ScopedIp::from(&interface), ScopedIp::V4(v4)].iter(), 1);
    assert_eq!(list.iter().map(SocketAddr::to_string).collect::<Vec<_>>(), ["10.0.0.5:1", "[fe80::7%7]:1"]);
}

#[test]
fn instances_are_ours_or_ignored() {
    let instance = instance();
    for name in [format!("{instance}.{SERVICE}"), format!("{instance}.{SERVICE}").to_uppercase()] {
        assert_eq!(instance_of(&name), Some(instance.clone()));
    }
    for name in [
        String::new(),
        SERVICE.to_owned(),
        format!(".{SERVICE}"),
        format!("{instance}._other._udp.local."),
        format!("{instance}0.{SERVICE}"),
        format!("\u{1b}[2J.{SERVICE}"),
        format!("{}g.{SERVICE}", &instance[1..]),
        format!("x.{instance}.{SERVICE}"),
    ] {
        assert_eq!(instance_of(&name), None, "{name:?}");
    }
}

#[test]
fn strangers_with_broken_records_or_another_ones_name_are_ignored() {
    let txt = ad().to_txt();
    assert!(read(&service("Ada's printer", &txt, &["10.0.0.5"])).is_none());
    let other = Ad { fingerprint: Fingerprint([9; 16]), ..ad() };
    assert!(
        read(&service(&instance(), &other.to_txt(), &["10.0.0.5"])).is_none(),
        "the name must fit the key"
    );
    assert!(read(&service(&instance(), &txt[1..], &["10.0.0.5"])).is_none());
    assert!(read(&service(&instance(), &[], &["10.0.0.5"])).is_none());
    let mut hostile: BTreeMap<&str, String> = txt.into_iter().collect();
    hostile.insert("n", format!("\u{1b}]0;owned\u{7}{}", "\u{202e}Eve\u{8}".repeat(30)));
    let hostile: Vec<(&str, String)> = hostile.into_iter().collect();
    let (_, ad, _) = read(&service(&instance(), &hostile, &["10.0.0.5"])).expect("a name can be cleaned");
    assert_eq!(ad.name, "Eve".repeat(16));
}

#[test]
fn a_machine_on_no_network_says_so() {
    assert!(matches!(check_multicast(&[]), Err(MdnsError::NoInterface)));
    let nowhere = Interface {
        name: "gone0".to_owned(),
        ip: "203.0.113.77".parse().expect("an address"),
        index: Some(4_000_000),
        is_tunnel: false,
    };
    let error = check_multicast(&[nowhere]).expect_err("there is no such interface").to_string();
    assert!(error.starts_with("this network does not allow multicast ("), "{error}");
}

#[test]
fn the_echo_of_ones_own_ad_is_no_sighting() {
    let own = Mutex::new(Own { instance: Some(instance()), ad: None });
    let mut sightings = Sightings::default();
    let event = |instance: &str| {
        ServiceEvent::ServiceResolved(Box::new(service(instance, &ad().to_txt(), &["10.0.0.5"])))
    };
    take_in(&mut sightings, event(&instance()), &own);
    assert!(!sightings.has_news());
    let second = instance().replace("beef", "cafe");
    take_in(&mut sightings, event(&second), &own);
    assert!(matches!(sightings.next(), Some(Sighting::Seen { instance, .. }) if instance == second));
    take_in(
        &mut sightings,
        ServiceEvent::ServiceRemoved(SERVICE.to_owned(), format!("{second}.{SERVICE}")),
        &own,
    );
    assert_eq!(sightings.next(), Some(Sighting::Gone { instance: second }));
}
