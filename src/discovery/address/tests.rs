use super::*;

/// A laptop with a cable, wireless, a container network and a tunnel.
fn laptop() -> Vec<Interface> {
    let interface = |name: &str, index, ip: &str, is_tunnel| Interface {
        name: name.to_owned(),
        ip: ip.parse().expect("an address"),
        index: Some(index),
        is_tunnel,
    };
    vec![
        interface("lo", 1, "127.0.0.1", false),
        interface("lo", 1, "::1", false),
        interface("docker0", 4, "172.17.0.1", false),
        interface("wg0", 5, "10.8.0.2", true),
        interface("wlan0", 3, "fe80::3", false),
        interface("wlan0", 3, "2001:db8::3", false),
        interface("wlan0", 3, "fd00::3", false),
        interface("wlan0", 3, "192.168.1.3", false),
        interface("eth0", 2, "169.254.7.7", false),
        interface("eth0", 2, "fe80::2", false),
        interface("eth0", 2, "81.2.69.142", false),
    ]
}

/// What a typed address comes to: addresses, the name and port to ask for, or the error.
fn typed(text: &str) -> String {
    match parse_on(text, &laptop()) {
        Ok(Typed::Addresses(list)) => list.iter().map(SocketAddr::to_string).collect::<Vec<_>>().join(" "),
        Ok(Typed::Name { host, port }) => format!("name {host} port {port}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_people_type_is_understood() {
    for (text, meant) in [
        ("10.0.0.5", "10.0.0.5:18300"),
        ("  10.0.0.5:7777\n", "10.0.0.5:7777"),
        ("[fe80::1%eth0]:7777", "[fe80::1%2]:7777"),
        ("fe80::1%wlan0", "[fe80::1%3]:18300"),
        ("[fe80::1%3]:1", "[fe80::1%3]:1"),
        ("fe80::1", "[fe80::1%2]:18300 [fe80::1%3]:18300"),
        ("2001:db8::7", "[2001:db8::7]:18300"),
        ("[2001:db8::7]", "[2001:db8::7]:18300"),
        ("[2001:DB8::7]:65535", "[2001:db8::7]:65535"),
        ("[::ffff:10.0.0.5]:7777", "10.0.0.5:7777"),
        ("127.0.0.1:7777", "127.0.0.1:7777"),
        ("[::1]:7777", "[::1]:7777"),
        ("laptop.local:7777", "name laptop.local port 7777"),
        ("Laptop.LOCAL.", "name laptop.local port 18300"),
        ("adas-laptop", "name adas-laptop port 18300"),
        ("7up.example.org", "name 7up.example.org port 18300"),
        ("my_pc", "name my_pc port 18300"),
    ] {
        assert_eq!(typed(text), meant, "{text:?}");
    }
}

#[test]
fn what_is_no_address_is_refused_with_a_sentence() {
    for (text, said) in [
        ("", "no address was given"),
        (" \t", "no address was given"),
        ("10.0.0.5:", "\"\" is not a port"),
        ("10.0.0.5:0", "\"0\" is not a port"),
        ("10.0.0.5:65536", "\"65536\" is not a port"),
        ("10.0.0.5:+1", "\"+1\" is not a port"),
        ("laptop:http", "\"http\" is not a port"),
        ("10.0.0", "\"10.0.0\" is neither"),
        ("10.0.0.256", "\"10.0.0.256\" is neither"),
        ("10.0.0.5.6", "\"10.0.0.5.6\" is neither"),
        ("10.0.0.05", "\"10.0.0.05\" is neither"),
        (":7777", "\":7777\" is neither"),
        ("[]", "\"[]\" is neither"),
        ("[10.0.0.5]:1", "\"[10.0.0.5]:1\" is neither"),
        ("[laptop]:1", "\"[laptop]:1\" is neither"),
        ("[fe80::1", "\"[fe80::1\" is neither"),
        ("[fe80::1]7777", "\"[fe80::1]7777\" is neither"),
        ("fe80::1::2", "\"fe80::1::2\" is neither"),
        ("fe80::1%", "\"fe80::1%\" is neither"),
        (
            "fe80::1%eth9",
            "this machine has no interface \"eth9\": the part behind the % must be one of docker0, eth0, lo, wg0, wlan0",
        ),
        ("[fe80::1%77]:1", "this machine has no interface \"77\""),
        ("10.0.0.5%eth0", "\"10.0.0.5%eth0\" is neither"),
        ("two words", "\"two words\" is neither"),
        ("-x", "\"-x\" is neither"),
        ("a..b", "\"a..b\" is neither"),
        ("http://laptop", "\"//laptop\" is not a port"),
        ("caf\u{e9}", "\"caf\u{e9}\" is neither"),
        ("\u{1b}[2J\u{202e}x y", "\"x y\" is neither"),
        ("0.0.0.0", "0.0.0.0 is not the address of one machine"),
        ("[::]:1", ":: is not the address of one machine"),
        ("224.0.0.251", "224.0.0.251 is not the address of one machine"),
        ("ff02::fb%eth0", "ff02::fb is not the address of one machine"),
        ("255.255.255.255", "255.255.255.255 is not the address of one machine"),
    ] {
        assert!(typed(text).starts_with(said), "{text:?}: {}", typed(text));
    }
    assert_eq!(parse_on(&"a".repeat(301), &[]), Err(AddressError::TooLong));
    assert!(matches!(parse_on(&"a".repeat(300), &[]), Err(AddressError::Malformed(_))));
}

#[test]
fn a_machine_without_a_network_says_so() {
    let error = |text| parse_on(text, &[]).expect_err("it leads nowhere").to_string();
    assert_eq!(
        error("fe80::1"),
        "fe80::1 can only be reached on a network with IPv6, and this machine is on none: use an IPv4 address"
    );
    assert!(error("fe80::1%eth0").ends_with("must be one of none (there is no network)"));
}

#[test]
fn scopes_are_found_by_name_and_by_number() {
    assert_eq!(scope_on("eth0", &laptop()), Some(2));
    assert_eq!(scope_on("3", &laptop()), Some(3));
    for scope in ["", "eth", "ETH0", "0", "77", "-2", "4294967296"] {
        assert_eq!(scope_on(scope, &laptop()), None, "{scope}");
    }
}

#[test]
fn the_addresses_of_this_machine_come_best_first() {
    let list: Vec<String> = local_on(7777, &laptop()).iter().map(SocketAddr::to_string).collect();
    assert_eq!(
        list,
        [
            "192.168.1.3:7777",
            "81.2.69.142:7777",
            "[fd00::3]:7777",
            "[2001:db8::3]:7777",
            "169.254.7.7:7777",
            "[fe80::2%2]:7777",
            "[fe80::3%3]:7777",
            "10.8.0.2:7777",
            "172.17.0.1:7777",
            "127.0.0.1:7777",
            "[::1]:7777",
        ]
    );
}

#[test]
fn this_very_machine_has_addresses_that_can_be_dialled() {
    let list = local_addresses(7777);
    assert!(list.iter().all(can_be_dialled), "{list:?}");
    let first_loopback = list.iter().position(|address| address.ip().is_loopback()).unwrap_or(list.len());
    assert!(list[first_loopback..].iter().all(|address| address.ip().is_loopback()), "{list:?}");
}

#[test]
fn too_many_addresses_are_cut_to_the_best() {
    let mut list: Vec<SocketAddr> = (0..100).map(|i| SocketAddr::from(([127, 0, 0, i], 1))).collect();
    list.extend(
        ["[fe80::1%2]:1", "192.168.1.1:1", "192.168.1.1:1"].map(|text| text.parse().expect("an address")),
    );
    best_first(&mut list);
    assert_eq!(list.len(), MAX_ADDRESSES);
    assert_eq!(list[0].to_string(), "192.168.1.1:1");
    assert_eq!(list[1].to_string(), "[fe80::1%2]:1");
}

#[tokio::test]
async fn addresses_need_no_asking_and_names_are_asked_for() {
    let resolve = async |text| parse_on(text, &laptop()).expect("an address").resolve().await;
    assert_eq!(
        resolve("10.0.0.5:1").await.expect("it is an address"),
        ["10.0.0.5:1".parse().expect("an address")]
    );
    let here = resolve("localhost:7777").await.expect("every machine knows itself");
    assert!(here.iter().all(|address| address.ip().is_loopback() && address.port() == 7777), "{here:?}");
    let error =
        resolve("nobody-has-this-name.invalid").await.expect_err("it is reserved for nobody").to_string();
    assert!(error.contains("\"nobody-has-this-name.invalid\""), "{error}");
}
