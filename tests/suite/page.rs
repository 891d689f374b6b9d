//! A table as a web page: complete, self-contained, and safe whatever players are called.

#![expect(clippy::unwrap_used, reason = "what tests share is a test too")]

use whistlestop::bots::BOTS;
use whistlestop::games::GAMES;
use whistlestop::page::Story;
use whistlestop::table::Table;
use whistlestop::table::front::{DrawMode, SeatPlan, TimeControl};
use whistlestop::table::recorded::Recorded;
use whistlestop::table::rules::Move;
use whistlestop::table::store::home::Home;
use whistlestop::table::store::journal::read_journal;
use whistlestop::table::terms::Terms;
use whistlestop_proto::contract::Stake;
use whistlestop_proto::sign::Identity;

/// A whole game of one player against a bot, as its journal tells it.
fn played(game: &str, seats: usize, name: &str) -> Recorded {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::open(Some(folder.path().join("home"))).unwrap();
    let identity = Identity::from_secret(&[3; 32]);
    let mut plan = vec![SeatPlan::Keyed {
        name: name.to_owned(),
        key: identity.public(),
        stake: Stake::new(&identity, [2; 16]),
    }];
    plan.resize_with(seats, || SeatPlan::Bot { name: "random/1".to_owned() });
    let terms = Terms {
        game: game.to_owned(),
        options: std::collections::BTreeMap::new(),
        seats: plan,
        draw: DrawMode::Seed(5),
        clock: TimeControl::None,
        stand_in: "random/1".to_owned(),
        nonce: [1; 16],
        name: None,
    };
    let contract = terms.contract(BOTS).unwrap();
    let mut table = Table::found(0, &home, identity, contract, BOTS).unwrap();
    let bot = BOTS.iter().find(|bot| bot.name() == "random/1").unwrap();
    while !table.is_over() {
        let decided = Move::new(bot.decide(table.game())).unwrap();
        table.act(0, decided).unwrap();
        table.flush().unwrap();
    }
    let bytes = read_journal(table.path()).unwrap();
    Recorded::check(&bytes, BOTS, &mut |_| None).unwrap()
}

#[test]
fn bots_are_called_as_at_the_table_and_introduced_once() {
    let page = page(&played("chicago-express", 3, "Casey"));
    assert!(page.contains("Casey, Nellie (bot random/1), Otto (bot random/1); "), "no two are called alike");
    assert_eq!(page.matches("random/1").count(), 2, "the story speaks of Nellie and Otto");
}

fn page(recorded: &Recorded) -> String {
    let phrase = "otter plum ladder moss".to_owned();
    Story { contract: &recorded.contract, history: &recorded.history, phrase }.html()
}

#[test]
fn the_page_of_every_game_tells_every_entry_with_pictures_and_charts() {
    for entry in GAMES {
        let recorded = played(entry.meta.id, usize::from(entry.meta.seats.0), "Ann");
        let page = page(&recorded);
        assert!(page.contains(&format!("<h1>{}</h1>", entry.meta.title)));
        assert_eq!(page.matches("<li value=").count(), recorded.history.len() as usize);
        assert!(page.matches("<svg").count() >= 4, "the board at the start and at the end, and charts");
        let winner = &recorded.history.last().standings()[0];
        assert!(page.contains(&format!("<td>{}</td>", winner.score)));
    }
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let page = page(&played("chicago-express", 2, "Ann"));
    for outside in ["<script", "src=\"", "href=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_name_is_text_whatever_it_says() {
    let page = page(&played("chicago-express", 2, "<img src=x onerror=1>"));
    assert!(!page.contains("<img") && page.contains("&lt;img src=x onerror=1&gt;"));
}

#[test]
fn the_rules_that_apply_at_any_moment_are_headings_of_the_rules() {
    for entry in GAMES {
        let recorded = played(entry.meta.id, usize::from(entry.meta.seats.0), "Ann");
        for index in 0..=recorded.history.len() {
            let rules = recorded.history.at(index).rules_now();
            assert!(!rules.is_empty(), "{}: nothing applies after entry {index}", entry.meta.id);
            for rule in rules {
                let heading = format!("### {rule} ");
                assert!(entry.meta.rules_text.contains(&heading), "{}: {rule}", entry.meta.id);
            }
        }
    }
}
