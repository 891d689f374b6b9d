pub(crate) mod any_legal;

use any_legal::AnyLegal;
use serde_json::json;
use whistlestop_proto::chance::seeded_entropy;

use super::*;
use crate::engine::game::Setup;
use crate::games::GAMES;

fn begin(entry: &Entry, seats: u8) -> GameRules {
    GameRules::new((entry.begin)(&Setup::new(seats)).unwrap(), BotSeats::all(&AnyLegal))
}

fn sizes(entry: &Entry) -> impl Iterator<Item = u8> {
    entry.meta.seats.0..=entry.meta.seats.1
}

/// Carries out what comes next, by the bot or by chance; says whether there was anything.
fn step(rules: &mut GameRules, seed: u64, draws: &mut u64) -> bool {
    match rules.turn() {
        Turn::Over => return false,
        Turn::Chance => {
            rules.draw(seeded_entropy(seed, *draws));
            *draws += 1;
        }
        Turn::Seat(seat) => rules.apply(seat, &rules.auto(seat, false)).unwrap(),
    }
    true
}

/// Every state of a game of bots, from the first turn of a seat on.
fn states(entry: &Entry, seats: u8, seed: u64) -> Vec<(Seat, GameRules)> {
    let (mut rules, mut draws, mut states) = (begin(entry, seats), 0, Vec::new());
    while step(&mut rules, seed, &mut draws) {
        if let Turn::Seat(seat) = rules.turn() {
            states.push((seat, rules.clone()));
        }
    }
    states
}

fn bot_action(rules: &GameRules, seat: Seat) -> Action {
    Move::decode(&rules.auto(seat, false)).unwrap().actions()[0].clone()
}

/// What the same seat does next of its own accord, as long as it decides.
fn draft(rules: &GameRules, seat: Seat) -> Vec<Action> {
    let (mut rules, mut actions) = (rules.clone(), Vec::new());
    while rules.turn() == Turn::Seat(seat) {
        let more = Move::decode(&rules.auto(seat, false)).unwrap();
        if actions.len() + more.actions().len() > MAX_MOVE_ACTIONS {
            break;
        }
        rules.apply(seat, &more.encode()).unwrap();
        actions.extend_from_slice(more.actions());
    }
    actions
}

/// The game after these actions, one by one.
fn after_each(rules: &GameRules, actions: &[Action]) -> Box<dyn AnyGame> {
    let mut game = rules.game().fork();
    for action in actions {
        game.apply(action, &mut Notes::ignored()).unwrap();
    }
    game
}

fn refusal(rules: &GameRules, seat: Seat, payload: &[u8]) -> String {
    let mut tried = rules.clone();
    let why = tried.apply(seat, payload).unwrap_err();
    assert_eq!(tried.game().encode(), rules.game().encode(), "nothing has changed: {why}");
    why
}

#[test]
fn a_move_of_several_actions_leads_where_they_lead_one_by_one() {
    for entry in GAMES {
        let mut longest = 0;
        for (seat, rules) in states(entry, entry.meta.fewest_together(), 1) {
            let actions = draft(&rules, seat);
            longest = longest.max(actions.len());
            let (one_by_one, mut at_once) = (after_each(&rules, &actions), rules);
            at_once.apply(seat, &Move::new(actions).unwrap().encode()).unwrap();
            assert_eq!(at_once.game().encode(), one_by_one.encode());
        }
        assert!(longest > 1, "{}: no seat decided twice in a row", entry.meta.id);
    }
}

#[test]
fn a_move_with_one_bad_action_changes_nothing() {
    for entry in GAMES {
        for (seat, rules) in states(entry, entry.meta.seats.1, 2) {
            let mut actions = draft(&rules, seat);
            let number = actions.len();
            *actions.last_mut().unwrap() = Action(vec![0xff; 3]);
            let why = refusal(&rules, seat, &Move(actions).encode());
            assert!(why.starts_with(&format!("action {number}: ")), "{why}");
        }
    }
}

#[test]
fn a_move_that_stops_where_none_may_end_is_refused() {
    let mut refused = 0;
    for entry in GAMES {
        for (seat, rules) in states(entry, entry.meta.seats.0, 2) {
            let actions = draft(&rules, seat);
            for count in 1..actions.len() {
                let game = after_each(&rules, &actions[..count]);
                if turn(&*game) != Turn::Seat(seat) || game.may_pause() {
                    continue;
                }
                let why = refusal(&rules, seat, &Move(actions[..count].to_vec()).encode());
                assert_eq!(
                    why,
                    format!("a move may not end after these {count} actions: finish what was begun")
                );
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "some game has moves of several actions");
}

#[test]
fn a_move_ends_where_the_turn_passes_on() {
    for entry in GAMES {
        let (mut passed, all) = (0, states(entry, entry.meta.seats.1, 3));
        for (seat, rules) in all {
            let mut actions = draft(&rules, seat);
            let mut after = rules.clone();
            after.apply(seat, &Move(actions.clone()).encode()).unwrap();
            let next = match after.turn() {
                Turn::Seat(next) if next != seat => bot_action(&after, next),
                Turn::Seat(_) => continue,
                Turn::Chance | Turn::Over => actions[0].clone(),
            };
            let done = actions.len();
            actions.push(next);
            let why = refusal(&rules, seat, &Move(actions).encode());
            assert_eq!(why, format!("the turn is over after {done} actions, and the move goes on"));
            passed += 1;
        }
        assert!(passed > 0);
    }
}

#[test]
fn seventeen_actions_and_none_are_refused() {
    for entry in GAMES {
        let (seat, rules) = &states(entry, entry.meta.seats.0, 4)[0];
        let action = bot_action(rules, *seat);
        let many = Move(vec![action; MAX_MOVE_ACTIONS + 1]);
        assert_eq!(refusal(rules, *seat, &many.encode()), "a move has 1 to 16 actions, not 17");
        assert_eq!(Move::new(many.0), Err(BadMove::Count(17)));
        assert_eq!(refusal(rules, *seat, &Move(Vec::new()).encode()), "a move has 1 to 16 actions, not 0");
    }
}

#[test]
fn a_move_of_a_seat_that_does_not_decide_is_refused() {
    for entry in GAMES {
        for seats in sizes(entry) {
            for (seat, rules) in states(entry, seats, 5).iter().take(20) {
                let payload = rules.auto(*seat, false);
                for other in (0..=seats).filter(|other| other != seat) {
                    let why = refusal(rules, other, &payload);
                    assert_eq!(why, format!("it is not the turn of seat {other}"));
                    assert!(rules.auto(other, true).is_empty(), "a bot has nothing to say there");
                }
            }
        }
    }
}

#[test]
fn bytes_that_are_no_move_are_refused() {
    for entry in GAMES {
        let (seat, rules) = &states(entry, entry.meta.seats.0, 6)[0];
        let good = rules.auto(*seat, false);
        let longer = [&good[..], &[0]].concat();
        let claims_four_billion = [252, 255, 255, 255, 255];
        for garbage in [&[][..], &good[1..], &good[..good.len() - 1], &longer, &claims_four_billion] {
            assert_eq!(refusal(rules, *seat, garbage), "these bytes are not a move", "{garbage:?}");
        }
        let long = Move(vec![Action(vec![0; MAX_PAYLOAD_BYTES]); 2]);
        assert_eq!(refusal(rules, *seat, &long.encode()), "a move has at most 1024 bytes, not 2055");
        assert_eq!(Move::new(long.0), Err(BadMove::Length(2055)));
    }
}

#[test]
fn the_bot_always_finds_a_legal_action_and_the_game_ends() {
    for entry in GAMES {
        for seats in sizes(entry) {
            for seed in 0..4 {
                let (mut rules, mut draws, mut steps) = (begin(entry, seats), 0, 0);
                while step(&mut rules, seed, &mut draws) {
                    steps += 1;
                    assert!(steps <= 2 * entry.meta.max_actions, "{} goes on for ever", entry.meta.id);
                }
            }
        }
    }
}

#[test]
fn the_bot_does_the_same_wherever_the_state_is_the_same() {
    for entry in GAMES {
        for (seat, rules) in states(entry, entry.meta.seats.0, 7) {
            let elsewhere = GameRules::new((entry.decode)(&rules.game().encode()).unwrap(), rules.bots());
            assert_eq!(elsewhere.auto(seat, false), rules.auto(seat, false));
            assert_eq!(elsewhere.state_hash(), rules.state_hash());
            assert_eq!(rules.state_hash().to_string(), rules.game().state_hash().to_string());
        }
    }
}

#[test]
fn every_change_of_state_shows_in_the_dump_under_a_name_of_its_own() {
    for entry in GAMES {
        for seats in sizes(entry) {
            for pair in states(entry, seats, 8).windows(2) {
                let [before, after] = [&pair[0].1, &pair[1].1].map(Rules::dump);
                assert_ne!(before, after);
                let mut names: Vec<&String> = after.iter().map(|(name, _)| name).collect();
                names.sort();
                assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
            }
        }
    }
}

#[test]
fn a_dump_names_the_one_field_that_differs() {
    let position = |cash| json!({"phase": "turn", "companies": {"PRR": {"cash": cash, "hexes": ["S3"]}}, "players": [{"cash": 1}]});
    let dump = |position| {
        let mut fields = Vec::new();
        flatten(String::new(), &position, &mut fields);
        fields
    };
    let (one, other) = (dump(position(12)), dump(position(13)));
    let differing: Vec<_> = one.iter().zip(&other).filter(|(a, b)| a != b).collect();
    let field = |value: &str| ("companies.PRR.cash".to_owned(), value.to_owned());
    assert_eq!(differing, [(&field("12"), &field("13"))]);
    let names: Vec<&str> = one.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["phase", "companies.PRR.cash", "companies.PRR.hexes", "players[0].cash"]);
}

#[test]
fn the_terms_of_a_contract_are_those_of_the_game() {
    for entry in GAMES {
        let terms = GameTerms::from(entry);
        assert_eq!((terms.game.as_str(), terms.rules.as_str()), (entry.meta.id, entry.meta.rules_version));
        assert_eq!(terms.board.to_string(), (entry.meta.board_hash)().to_string());
    }
}

/// Decides on what no game knows.
#[derive(Debug)]
struct Erring(usize);

impl Bot for Erring {
    fn name(&self) -> &'static str {
        "erring/1"
    }

    fn about(&self) -> &'static str {
        "errs"
    }

    fn decide(&self, _game: &dyn AnyGame) -> Vec<Action> {
        vec![Action(vec![0xff; 3]); self.0]
    }
}

#[test]
fn a_bot_that_errs_does_not_hold_up_the_game() {
    static ERRING: [Erring; 3] = [Erring(0), Erring(1), Erring(17)];
    for entry in GAMES {
        for erring in &ERRING {
            let game = (entry.begin)(&Setup::new(entry.meta.seats.0)).unwrap();
            let (mut rules, mut draws) = (GameRules::new(game, BotSeats::all(erring)), 0);
            for _ in 0..20 {
                assert!(step(&mut rules, 1, &mut draws), "a legal action was found");
            }
        }
    }
}

#[test]
fn each_seat_has_its_own_bot_and_players_the_stand_in() {
    static ERRING: Erring = Erring(1);
    for entry in GAMES {
        for (seat, rules) in states(entry, entry.meta.seats.0, 9).iter().take(40) {
            let picked = rules.auto(*seat, false);
            let with = |own, stand_in| {
                let seats = (0..MAX_SEATS).map(|place| (place == usize::from(*seat)).then_some(own));
                GameRules::new(rules.game().fork(), BotSeats::new(seats, stand_in))
            };
            let (own, other) = (with(&AnyLegal, &ERRING), with(&ERRING, &AnyLegal));
            assert_eq!(own.auto(*seat, false), picked, "its own bot");
            assert_eq!(other.auto(*seat, true), picked, "the stand-in");
            let first = Move(first_choices(rules.game(), *seat)).encode();
            assert_eq!(own.auto(*seat, true), first);
            assert_eq!(other.auto(*seat, false), first);
        }
    }
}
