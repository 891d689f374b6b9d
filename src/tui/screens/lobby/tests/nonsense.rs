//! Whatever is pressed, clicked, pasted and heard, in whatever order: nothing panics, and there is always a way out.

use crossterm::event::{
    Event as TermEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use proptest::prelude::*;

use super::fixture::{Stage, bob, chloe, gathering, kept, listening, me, open, over, place, playing};
use crate::table::front::{End, Event, Finding, GatherSeat, News, Verdict};
use crate::tui::theme::{Theme, Wishes};

#[derive(Clone, Debug)]
enum Happening {
    Input(TermEvent),
    News(u8),
    Tick(u16),
    Draw(u16, u16),
}

fn key() -> impl Strategy<Value = TermEvent> {
    let codes = prop_oneof![
        6 => prop::sample::select("123456789+cinywprbt?q yjk\u{e9}\u{4e2d}'".chars().collect::<Vec<_>>()).prop_map(KeyCode::Char),
        4 => prop::sample::select(vec![
            KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::BackTab, KeyCode::Up, KeyCode::Down, KeyCode::Left,
            KeyCode::Right, KeyCode::Backspace, KeyCode::Delete, KeyCode::Home, KeyCode::End, KeyCode::F(1),
        ]),
        1 => any::<char>().prop_map(KeyCode::Char),
    ];
    let modifiers = prop::sample::select(vec![KeyModifiers::NONE, KeyModifiers::NONE, KeyModifiers::CONTROL]);
    (codes, modifiers).prop_map(|(code, modifiers)| TermEvent::Key(KeyEvent::new(code, modifiers)))
}

fn mouse() -> impl Strategy<Value = TermEvent> {
    let kinds = vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::Moved,
    ];
    (prop::sample::select(kinds), 0..130_u16, 0..45_u16).prop_map(|(kind, column, row)| {
        TermEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    })
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        6 => key().prop_map(Happening::Input),
        3 => mouse().prop_map(Happening::Input),
        1 => "\\PC{0,30}".prop_map(|text| Happening::Input(TermEvent::Paste(text))),
        3 => any::<u8>().prop_map(Happening::News),
        1 => any::<u16>().prop_map(Happening::Tick),
        4 => (0..131_u16, 0..46_u16).prop_map(|(columns, lines)| Happening::Draw(columns, lines)),
    ]
}

fn news(number: u8) -> News {
    let event = News::Event;
    let bot = GatherSeat::Bot { name: "second/1".to_owned() };
    let finding = Finding { what: "x".repeat(90), verdict: Verdict::Bad, advice: Some("y ".repeat(90)) };
    match number % 20 {
        0 => News::Name(None),
        1 => News::Name(Some("Ann".to_owned())),
        2 => News::Near(Vec::new()),
        3 => News::Near((0..number / 8).map(open).collect()),
        4 => News::Near(vec![playing(1), over(2), open(3)]),
        5 => News::Kept(Vec::new()),
        6 => News::Kept((0..number).map(|n| kept(&n.to_string(), n % 3 == 0)).collect()),
        7 => News::Network(vec![finding; usize::from(number / 10)], number > 100),
        8 => News::Ended(Ok(End::Quit)),
        9 => News::Ended(Err("it did not work".repeat(20))),
        10 => News::Trouble("it cannot be done".to_owned()),
        11 => listening(),
        12 => event(Event::Looking("ben".to_owned())),
        13 => event(gathering(&[place(me(), false), place(bob(), true), GatherSeat::Open, bot])),
        14 => event(gathering(&[place(bob(), true), place(me(), false), place(chloe(), false)])),
        15 => event(gathering(&[])),
        16 => event(Event::Chat { name: "Ben".to_owned(), text: "hello ".repeat(usize::from(number / 4)) }),
        17 => event(Event::Unlinked { key: bob().1, name: Some("Ben".to_owned()), why: "gone".to_owned() }),
        18 => event(Event::ChangedKey { name: "Ben".to_owned(), known: vec![me().1], shown: bob().1 }),
        _ => event(Event::Notice("mind the gap".to_owned())),
    }
}

proptest! {
    // Drawing makes a case long: these are some hundred pictures.
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn nothing_panics_and_esc_leads_home(
        happenings in prop::collection::vec(happening(), 0..120),
    ) {
        let mut stage = Stage::named();
        let theme = Theme::detect(|_| None, Wishes::default());
        for happening in happenings {
            match happening {
                Happening::Input(event) => stage.input(&event),
                Happening::News(number) => stage.hear(&news(number)),
                Happening::Draw(columns, lines) => {
                    stage.draw((columns, lines), &theme);
                }
                Happening::Tick(millis) => {
                    stage.now += u64::from(millis);
                    stage.lobby.tick(stage.now, &mut stage.out);
                }
            }
            prop_assert!(stage.lobby.next_tick().is_none_or(|next| next > stage.now));
        }
        stage.hear(&News::Name(Some("Ann".to_owned())));
        // Pages above each other are few, and a question or help takes a key too.
        for _ in 0..40 {
            stage.press("esc");
            if stage.page() == "Name" {
                stage.press("ctrl-u 'A enter");
            }
            if stage.lobby.question.is_some() {
                stage.press("y");
            }
        }
        prop_assert_eq!(stage.page(), "Home");
    }
}
