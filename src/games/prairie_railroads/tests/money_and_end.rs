//! Income, dividends, and the two ends (PR-5, PR-16 to PR-18).

use serde_json::json;

use super::kit::{card, dice, draw_card, offer, pass, play, stage};

#[test]
fn pr_16_income_is_the_sum_over_segments_of_both_ends_and_value_5_for_each() {
    let set = stage(3).track("CRIP", "troy marysville cuba concordia salina");
    let table = set.set();
    // 2, 3, 3 and 5: Troy gives 0, Salina 3.
    assert_eq!((table.income("CRIP"), table.of("CRIP", "value")), (2 + 3 + 3 + 5, 20));
    let cycle = set.branch("CRIP", "concordia beloit salina").grown("salina").set();
    assert_eq!(cycle.income("CRIP"), 2 + 3 + 3 + 6 + 4 + 6, "every segment in Salina counts it");
    assert_eq!(cycle.of("CRIP", "value"), 30);
}

#[test]
fn pr_16_a_western_build_earns_nothing_and_is_worth_25() {
    let west = "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis";
    let (without, with) =
        (stage(3).track("CRIP", west), stage(3).track("CRIP", west).western("CRIP", "st_francis"));
    let (without, with) = (without.set(), with.set());
    assert_eq!(without.income("CRIP"), with.income("CRIP"));
    assert_eq!((without.of("CRIP", "value"), with.of("CRIP", "value")), (40, 65));
}

#[test]
fn pr_17_a_dividend_pays_each_share_a_fifth_of_the_income_rounded_up() {
    // CRIP earns 13: 3 a share, however many are sold.
    let set = stage(3).track("CRIP", "troy marysville cuba concordia salina").shares(1, "CRIP", 3);
    let mut table = set.treasury("CRIP", 7).set();
    table.play(play("PD"));
    // The others earn 3, 2, 2, 2 and 2: a dollar a share. Seat 0 has CRIP and MKT, seat 1 ATSF and SLSF, seat 2 KP and MP.
    assert_eq!(table.purses(), [80 + 3 + 1, 80 + 9 + 2, 80 + 2]);
    assert_eq!((table.treasury("CRIP"), table.see("/dividends_played")), (7, json!(1)), "the bank pays");
    assert!(table.heard("all railroads pay dividends: number 1 of 8"));
    assert!(table.heard("seat 0 gets $4, seat 1 gets $11 and seat 2 gets $2"));
    assert_eq!((table.held(0, "PD"), table.phase().as_str(), table.decider()), (1, "turn", 1));
}

#[test]
fn pr_17_a_drawn_card_pays_the_same() {
    let mut table = stage(3).set();
    table.play(draw_card()).draw_so(card("PD"));
    assert_eq!(table.purses(), [82, 82, 82]);
    assert_eq!((table.see("/dividends_played"), table.see("/drawn_card")), (json!(1), json!(null)));
    assert_eq!((table.held(0, "PD"), table.decider()), (2, 1));
}

#[test]
fn pr_5_the_eighth_dividend_ends_the_game_at_once_whoever_plays_it() {
    for from_deck in [false, true] {
        let set = stage(3).hand(1, [10, 6, 0]).hand(2, [10, 6, 0]);
        let set = if from_deck {
            set.hand(0, [1, 1, 0]).deck([0, 0, 1])
        } else {
            set.hand(0, [1, 1, 1]).deck([5, 5, 0])
        };
        let mut table = set.set();
        assert_eq!(table.see("/dividends_played"), 7);
        if from_deck {
            table.play(draw_card()).draw_so(card("PD"));
        } else {
            table.play(play("PD"));
        }
        assert!(table.is_over());
        assert_eq!((table.phase().as_str(), table.active()), ("over", 0));
        assert_eq!((table.see("/deciding"), table.see("/drawn_card")), (json!(null), json!(null)));
        assert_eq!(table.see("/dividends_played"), 8);
        // No dividend, but the payoff: (5 + 2), (5 + 3), (5 + 2), (5 + 2), (5 + 2) and (5 + 2), one share each.
        assert_eq!(table.purses(), [80 + 14, 80 + 15, 80 + 14]);
        assert_eq!(table.notes().last().unwrap(), "the game is over: the last Pay Dividends card was played");
        assert_eq!(table.refuse(play("CT")), ("PR-5", "the game is over"));
    }
}

#[test]
fn pr_5_the_game_ends_when_the_player_to_move_has_no_card_and_the_deck_is_empty() {
    let set = stage(3).no_cards().hand(0, [0, 1, 0]).hand(2, [0, 0, 2]);
    let mut table = set.clone().set();
    table.play(play("OS")).play(offer("KP")).play(pass()).play(pass());
    assert_eq!(table.phase(), "auction", "the turn is finished first");
    table.play(pass());
    assert!(table.is_over());
    assert_eq!(table.active(), 1, "seat 1 could not move, though seat 2 still could");
    assert!(table.heard("seat 1 has no card left and the deck is empty"));
    assert_eq!(table.notes().last().unwrap(), "the game is over: the player to move has no card");
    assert_eq!(table.purses(), [94, 95, 94], "there is a final payoff all the same");

    let mut deck = set.deck([1, 0, 0]).set();
    deck.play(play("OS")).play(offer("KP")).play(pass()).play(pass()).play(pass());
    assert_eq!(deck.choices(), [draw_card()], "whoever can draw must go on");
    deck.play(draw_card()).draw_so(card("CT")).draw_so(dice(1, 1));
    assert_eq!(deck.decider(), 2);
}

#[test]
fn pr_18_the_final_payoff_parts_value_and_income_among_the_shares_sold() {
    // CRIP: value 20 and income 13 among 4 shares is 9 each (8.25); treasuries count nothing.
    let set = stage(3).track("CRIP", "troy marysville cuba concordia salina").shares(1, "CRIP", 3);
    let set = set.treasury("CRIP", 50).treasury("KP", 9).no_cards().hand(0, [0, 0, 1]);
    let mut table = set.set();
    table.play(play("PD"));
    assert!(table.is_over());
    assert!(table.heard("each share of CRIP pays $9"));
    assert_eq!(table.purses(), [80 + 9 + 7, 80 + 27 + 8 + 7, 80 + 14]);
    for railroad in ["CRIP", "KP"] {
        assert_eq!(table.treasury(railroad), 0);
    }
}

#[test]
fn pr_18_most_money_wins_and_equals_share_the_victory() {
    let end = |set: super::kit::Stage| {
        let mut table = set.no_cards().hand(0, [0, 0, 1]).set();
        table.play(play("PD"));
        table.standings()
    };
    // The payoff brings 14, 15 and 14.
    assert_eq!(end(stage(3).cash(2, 90)), [(2, 104, 1), (1, 95, 2), (0, 94, 3)]);
    assert_eq!(end(stage(3).cash(1, 79)), [(0, 94, 1), (1, 94, 1), (2, 94, 1)]);
    assert_eq!(end(stage(3).cash(1, 99).cash(2, 80)), [(1, 114, 1), (0, 94, 2), (2, 94, 2)]);
}

#[test]
fn pr_18_standings_before_the_end_are_cash_without_the_final_payoff() {
    let table = stage(3).cash(2, 81).set();
    assert_eq!(table.standings(), [(2, 81, 1), (0, 80, 2), (1, 80, 2)]);
}
