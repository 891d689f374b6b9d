use proptest::prelude::*;

use super::*;

const KEY: PublicKey = PublicKey([7; 32]);

fn code(address: &str) -> JoinCode {
    JoinCode::new(address.parse().expect("an address"), &KEY).expect("it can be dialled")
}

fn typed(text: &str) -> Result<JoinCode, CodeError> {
    text.parse()
}

/// Addresses of each kind that can be dialled, with ports of which every fourth is the default one.
fn addresses() -> impl Strategy<Value = SocketAddr> {
    let v4 = any::<[u8; 4]>().prop_map(IpAddr::from);
    let home = any::<[u8; 2]>().prop_map(|[c, d]| IpAddr::from([192, 168, c, d]));
    let ten = any::<[u8; 3]>().prop_map(|[b, c, d]| IpAddr::from([10, b, c, d]));
    let v6 = any::<u128>().prop_map(|bits| IpAddr::from(Ipv6Addr::from_bits(bits)));
    let local =
        any::<u64>().prop_map(|bits| IpAddr::from(Ipv6Addr::from_bits(0xfe80 << 112 | u128::from(bits))));
    let port = prop_oneof![3 => any::<u16>(), 1 => Just(DEFAULT_PORT)];
    (prop_oneof![v4, home, ten, v6, local], port)
        .prop_map(|(ip, port)| SocketAddr::new(ip, port))
        .prop_filter("it can be dialled", can_be_dialled)
}

#[test]
fn codes_are_fixed() {
    for (address, words) in [
        ("192.168.1.23:18300", "able-blimp-label-list-focus-lookout-riddle-catch-sneeze"),
        ("192.168.1.23:7777", "cake-blimp-vegan-earth-oregano-hickory-navy-tutor-cadet-class-kazoo"),
        ("10.0.0.5:18300", "dragon-abbey-citizen-sorbet-aurora-query-bugle-thaw-swim-flint"),
        ("172.16.5.4:18300", "neutral-bamboo-cipher-airport-oregano-hickory-navy-tutor-cadet-chef-fishing"),
        ("172.16.5.4:1", "random-bamboo-cipher-abbey-adobe-viking-agent-pound-angle-kiosk-house-putty"),
        (
            "[2001:db8::17]:18300",
            "scan-acorn-human-abbey-abbey-abbey-abbey-abbey-abbey-abbey-abbey-alpine-buoy-tailor-fluffy-parlor-hyena-zigzag-dress",
        ),
        (
            "[fe80::1]:65535",
            "zone-liberty-abbey-abbey-abbey-abbey-abbey-abbey-abbey-abbey-abbey-absent-zoo-upgrade-pipe-box-grumble-derby-shake-gem-jaguar",
        ),
    ] {
        assert_eq!(code(address).to_string(), words, "{address}");
        assert_eq!(typed(words), Ok(code(address)));
    }
}

#[test]
fn a_code_in_a_home_network_has_nine_words() {
    let counts = [
        "192.168.1.2:18300",
        "10.1.2.3:18300",
        "8.8.8.8:18300",
        "192.168.1.2:1",
        "8.8.8.8:1",
        "[fd00::1]:18300",
    ];
    assert_eq!(counts.map(|address| code(address).words().len()), [9, 10, 11, 11, 12, 19]);
}

#[test]
fn every_port_makes_the_way_there_and_back() {
    for port in 1..=u16::MAX {
        for ip in ["192.168.7.9", "2001:db8::1"].map(|ip| ip.parse::<IpAddr>().expect("an address")) {
            let numbers =
                JoinCode::new(SocketAddr::new(ip, port), &KEY).expect("it can be dialled").numbers();
            let back = JoinCode::from_numbers(&numbers, CodeLayout::One).expect("a code of ours");
            assert_eq!(back.addresses, [SocketAddr::new(ip, port)]);
        }
    }
}

#[test]
fn a_code_expects_its_key_and_no_other() {
    let code = typed(&code("10.0.0.5:7777").to_string()).expect("a code of ours");
    assert!(code.expects(&KEY) && code.is_about(&Fingerprint::of(&KEY)));
    assert!((0..=255).filter(|&byte| byte != 7).all(|byte| !code.expects(&PublicKey([byte; 32]))));
    assert_eq!(code.addresses(), ["10.0.0.5:7777".parse().expect("an address")]);
}

#[test]
fn nobody_gets_a_code_for_where_nobody_can_be_dialled() {
    for address in ["0.0.0.0:1", "[::]:1", "224.0.0.251:1", "[ff02::fb]:1", "255.255.255.255:1", "10.0.0.1:0"]
    {
        assert_eq!(JoinCode::new(address.parse().expect("an address"), &KEY), None, "{address}");
    }
}

#[test]
fn an_address_of_either_kind_that_means_the_same_makes_the_same_code() {
    assert_eq!(code("[::ffff:10.0.0.5]:7777"), code("10.0.0.5:7777"));
}

#[test]
fn typing_is_forgiven() {
    let code = code("192.168.1.23:7777");
    let words = code.words();
    let short: Vec<&str> = words.iter().map(|word| &word[..word.len().min(4)]).collect();
    let numbered: Vec<String> = (1..).zip(&words).map(|(i, word)| format!("{i}. {word}\r\n")).collect();
    for text in [
        words.join("-"),
        words.join(" "),
        words.join(", "),
        words.join("\u{2013}"),
        words.join("\u{a0}"),
        words.join("--").to_uppercase(),
        format!("  \t{}\n", words.join(" \n ")),
        format!("\"{}.\"", words.join(". ")),
        short.join(" "),
        short.join("-").to_uppercase(),
        numbered.concat(),
    ] {
        assert_eq!(typed(&text), Ok(code.clone()), "{text}");
    }
}

#[test]
fn each_word_exchanged_for_any_other_is_named_with_the_right_one() {
    let words = code("192.168.1.23:18300").words();
    for place in 0..words.len() {
        for wrong in (0..2048).map(word).filter(|&wrong| wrong != words[place]) {
            let mut said = words.clone();
            said[place] = wrong;
            let error = CodeError::WrongWord { place: place + 1, typed: wrong, fits: words[place] };
            assert_eq!(typed(&said.join("-")), Err(error));
        }
    }
}

#[test]
fn each_slip_of_a_finger_is_named() {
    // Every letter of every word dropped, doubled, or exchanged for every other: the word is no word, or another, or
    // still told by its first four letters.
    let code = code("192.168.1.23:18300");
    let words = code.words();
    let mut forgiven = 0;
    let mut named = 0;
    for (at, word) in words.iter().enumerate() {
        for i in 0..word.len() {
            let letters = ('a'..='z').map(|letter| format!("{}{letter}{}", &word[..i], &word[i + 1..]));
            let others =
                [format!("{}{}", &word[..i], &word[i + 1..]), format!("{}{}", &word[..=i], &word[i..])];
            for slip in letters.chain(others) {
                let said: Vec<&str> =
                    (0..words.len()).map(|i| if i == at { &slip } else { words[i] }).collect();
                match typed(&said.join(" ")) {
                    Ok(read) => {
                        assert_eq!(read, code);
                        forgiven += 1;
                    }
                    Err(CodeError::UnknownWord { place, .. } | CodeError::WrongWord { place, .. }) => {
                        assert_eq!(place, at + 1);
                        named += 1;
                    }
                    Err(other) => panic!("{slip} for {word}: {other}"),
                }
            }
        }
    }
    assert!(forgiven > 100 && named > 500, "{forgiven} forgiven, {named} named");
}

#[test]
fn a_missing_or_doubled_word_and_words_out_of_order_are_told() {
    let words = code("192.168.1.23:18300").words();
    for at in 1..words.len() {
        let mut said = words.clone();
        said.remove(at);
        assert_eq!(
            typed(&said.join(" ")),
            Err(CodeError::WrongCount { typed: 8, expected: 9 }),
            "without {at}"
        );
        let mut said = words.clone();
        said.insert(at, words[at]);
        assert_eq!(
            typed(&said.join(" ")),
            Err(CodeError::WrongCount { typed: 10, expected: 9 }),
            "twice {at}"
        );
        let mut said = words.clone();
        said.swap(at - 1, at);
        assert!(typed(&said.join(" ")).is_err(), "{at} swapped");
    }
    assert_eq!(typed(words[0]), Err(CodeError::WrongCount { typed: 1, expected: 9 }));
}

#[test]
fn errors_say_what_to_do() {
    for (text, said) in [
        ("", "there are no words in it: type the join code as the host's screen shows it"),
        ("10.0.0.5:7777", "there are no words in it: type the join code as the host's screen shows it"),
        ("abbey kttle", "word 2, \"kttle\", is in no join code: did you mean \"kettle\"?"),
        ("abbey qqqqqqq", "word 2, \"qqqqqqq\", is in no join code: look at it again on the host's screen"),
        ("abbey", "this join code has 9 words, but 1 were typed: compare them with the host's screen"),
    ] {
        assert_eq!(typed(text).expect_err(text).to_string(), said);
    }
    let mut words = code("192.168.1.23:18300").words();
    let right = std::mem::replace(&mut words[3], "zebra");
    let error = typed(&words.join(" ")).expect_err("it has a wrong word").to_string();
    assert_eq!(error, format!("word 4, \"zebra\", does not fit the others: did you mean \"{right}\"?"));
    assert_eq!(typed(&"abbey ".repeat(200)), Err(CodeError::TooLong));
    let long = format!("abbey {}", "é".repeat(200));
    let cut = |error: &CodeError| matches!(error, CodeError::UnknownWord { place: 2, typed, .. } if typed.len() == 48);
    assert!(typed(&long).is_err_and(|error| cut(&error)));
}

#[test]
fn words_that_fit_but_say_what_no_code_says_are_refused() {
    let strange = |numbers: &[u16]| {
        let mut numbers = numbers.to_vec();
        protect(&mut numbers, CodeLayout::One);
        typed(&numbers.into_iter().map(word).collect::<Vec<_>>().join(" "))
    };
    let numbers = code("8.8.8.8:1").numbers();
    assert!(strange(&numbers).is_ok());
    let mut filled = numbers.clone();
    *filled.last_mut().expect("a word") |= 1;
    assert_eq!(strange(&filled), Err(CodeError::Strange), "bits where there should be none");
    assert_eq!(strange(&numbers[1..]), Err(CodeError::Strange));
    assert!(matches!(strange(&[]), Err(CodeError::WrongCount { typed: 2, .. })), "check words of nothing");
    // A home address in the long way, the default port said, and where nobody can be dialled.
    for (ip, port) in [
        ([192, 168, 1, 2], None),
        ([8, 8, 8, 8], Some(DEFAULT_PORT)),
        ([224, 0, 0, 1], None),
        ([8, 8, 8, 8], Some(0)),
    ] {
        let mut bits = Bits::default();
        bits.push(u128::from(AddressKind::V4.number()), 2);
        bits.push(u128::from(port.is_some()), 1);
        bits.push(u128::from(u32::from_be_bytes(ip)), 32);
        if let Some(port) = port {
            bits.push(u128::from(port), 16);
        }
        bits.push(0, 56);
        assert_eq!(strange(&bits.into_words()), Err(CodeError::Strange), "{ip:?} {port:?}");
    }
}

#[test]
fn codes_are_told_from_addresses_and_names() {
    assert!(JoinCode::is_likely(&code("10.0.0.5:7777").to_string()));
    assert!(JoinCode::is_likely("abbey able above absent absorb acid"));
    for text in
        ["10.0.0.5:7777", "laptop.local", "adas-old-laptop", "fe80::1%eth0", "Ada's table", "", "abbey"]
    {
        assert!(!JoinCode::is_likely(text), "{text}");
    }
}

/// Reads half blocks back into modules: true is dark.
fn modules(lines: &[String]) -> Vec<Vec<bool>> {
    let rows = lines.iter().flat_map(|line| {
        let halves = |upper: bool| {
            line.chars().map(move |block| match block {
                '█' => false,
                '▀' => !upper,
                '▄' => upper,
                ' ' => true,
                other => panic!("{other} is no half block"),
            })
        };
        [halves(true).collect(), halves(false).collect::<Vec<bool>>()]
    });
    rows.collect()
}

#[test]
fn the_picture_shows_every_module_of_the_qr_code_with_its_quiet_zone() {
    for text in [code("192.168.1.23:18300").to_string(), "x".to_owned(), "é".repeat(300)] {
        let expected = QrCode::new(&text).expect("it fits");
        let shown = modules(&qr(&text));
        let side = expected.width() + 2 * QUIET_ZONE;
        assert!(shown.len() == side.next_multiple_of(2) && shown.iter().all(|row| row.len() == side));
        for (y, row) in shown.iter().enumerate() {
            for (x, &dark) in row.iter().enumerate() {
                let inside = |at: usize| (QUIET_ZONE..QUIET_ZONE + expected.width()).contains(&at);
                let wanted =
                    inside(x) && inside(y) && expected[(x - QUIET_ZONE, y - QUIET_ZONE)] == Color::Dark;
                assert_eq!(dark, wanted, "{x}, {y}");
            }
        }
    }
}

#[test]
fn the_picture_of_a_code_is_small_and_says_the_code() {
    let code = code("192.168.1.23:18300");
    let text = code.to_string().to_uppercase();
    assert_eq!(code.qr(), qr(&text));
    assert_eq!(typed(&text), Ok(code.clone()));
    assert!(code.qr().len() <= 21, "{} lines do not fit beside a lobby", code.qr().len());
    assert_eq!(qr(&"x".repeat(10_000)), Vec::<String>::new());
}

proptest! {
    #[test]
    fn a_code_is_read_as_it_was_made(address in addresses(), key in any::<[u8; 32]>()) {
        let key = PublicKey(key);
        let code = JoinCode::new(address, &key).expect("it can be dialled");
        let read = typed(&code.to_string()).expect("a code of ours");
        prop_assert_eq!(&read, &code);
        prop_assert_eq!(&read.addresses, &[SocketAddr::new(address.ip().to_canonical(), address.port())]);
        prop_assert!(read.expects(&key));
    }

    #[test]
    fn one_wrong_word_of_any_code_is_named(address in addresses(), at in any::<prop::sample::Index>(), wrong in 0_u16..2048) {
        let code = JoinCode::new(address, &KEY).expect("it can be dialled");
        let mut words = code.words();
        let at = at.index(words.len());
        let right = std::mem::replace(&mut words[at], word(wrong));
        let read = typed(&words.join(" "));
        if word(wrong) == right {
            prop_assert_eq!(read, Ok(code));
        } else {
            prop_assert_eq!(read, Err(CodeError::WrongWord { place: at + 1, typed: word(wrong), fits: right }));
        }
    }

    #[test]
    fn two_wrong_words_are_always_noticed(address in addresses(), exchanges in prop::collection::vec((any::<prop::sample::Index>(), 0_u16..2048), 2)) {
        let code = JoinCode::new(address, &KEY).expect("it can be dialled");
        let mut words = code.words();
        for (at, wrong) in exchanges {
            let at = at.index(words.len());
            words[at] = word(wrong);
        }
        let unchanged = words == code.words();
        prop_assert_eq!(typed(&words.join(" ")).is_ok(), unchanged);
    }

    #[test]
    fn no_text_does_harm(text in "\\PC{0,80}|([a-z]{1,8}[ -]){0,24}") {
        prop_assert!(typed(&text).is_err());
    }
}

fn several(addresses: &[&str]) -> JoinCode {
    let addresses: Vec<SocketAddr> = addresses.iter().map(|text| text.parse().expect("an address")).collect();
    JoinCode::of(&addresses, &PublicKey([7; 32])).expect("somebody can be dialled there")
}

fn dialled(code: &JoinCode) -> Vec<String> {
    code.addresses().iter().map(ToString::to_string).collect()
}

#[test]
fn a_code_carries_up_to_three_addresses_and_one_alone_is_as_short_as_ever() {
    let lan = ["192.168.1.5:18300", "10.0.0.7:18300", "172.16.0.9:18300", "100.64.0.3:18300"];
    let one = several(&lan[..1]);
    assert_eq!(one, JoinCode::new(lan[0].parse().expect("an address"), &PublicKey([7; 32])).expect("a code"));
    assert_eq!(one.words().len(), 9);
    for (count, words) in [(2, 12), (3, 15)] {
        let code = several(&lan[..count]);
        assert_eq!((dialled(&code).len(), code.words().len()), (count, words));
        assert_eq!(code.to_string().parse::<JoinCode>(), Ok(code.clone()));
        assert_eq!(dialled(&code), lan[..count]);
    }
    assert_eq!(dialled(&several(&lan)), lan[..3], "the first three");
    let other_port = several(&["192.168.1.5:4000", "10.0.0.7:4001", "10.0.0.8:4000", "10.0.0.8:4000"]);
    assert_eq!(dialled(&other_port), ["192.168.1.5:4000", "10.0.0.8:4000"], "all have one port");
    assert_eq!(other_port.to_string().parse::<JoinCode>(), Ok(other_port));
    assert_eq!(
        dialled(&several(&["127.0.0.1:7", "10.0.0.1:7"])),
        ["127.0.0.1:7"],
        "everybody is on this machine"
    );
    assert_eq!(dialled(&several(&["10.0.0.1:7", "[2001:db8::1]:7", "127.0.0.1:7"])), ["10.0.0.1:7"]);
}

#[test]
fn a_wrong_word_of_a_longer_code_is_named_and_missing_ones_are_noticed() {
    let code = several(&["192.168.1.5:18300", "10.0.0.7:18300", "172.16.0.9:18300"]);
    let words = code.words();
    for place in 0..words.len() {
        for wrong in [0, 700, 2047].map(word).into_iter().filter(|wrong| *wrong != words[place]) {
            let mut typed = words.clone();
            typed[place] = wrong;
            let said = typed.join(" ").parse::<JoinCode>();
            let fits = words[place];
            assert_eq!(said, Err(CodeError::WrongWord { place: place + 1, typed: wrong, fits }));
        }
    }
    for count in 5..words.len() {
        let said = words[..count].join(" ").parse::<JoinCode>();
        assert!(
            matches!(said, Err(CodeError::WrongCount { .. } | CodeError::WrongWords)),
            "{count}: {said:?}"
        );
    }
}
