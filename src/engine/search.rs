//! Looking ahead: what could be committed now is played out again and again, and judged by what came of it.
//!
//! A playout goes on for a few turns of everybody, or to the end of the game if that is nearer: further ahead what comes of
//! a candidate is lost among what comes of everything else, and the game's own judgement sees more. In a playout every seat takes the [best line](Scout::best) by the game's own judgement, now and then another good one,
//! and draws come out as they may. All candidates meet the same luck, so that what differs between them is their own. The
//! weaker half of them is dropped again and again, so that most of the work goes into telling good ones apart.
//!
//! Everything follows from the state in whole numbers: the luck from its hash, and the work is counted in positions judged,
//! never in time. So every machine finds the same. What the seat may not see is [dealt anew](super::game::Worth::redeal) for each playout.

use std::cmp::Reverse;

use super::any_game::state_hash;
use super::bot::Progress;
use super::canonical;
use super::chance::Chance;
use super::game::{Choice, Game, Notes, Standing, Turn};
use super::lines::{Line, Scout};
use super::seat::Seat;

/// How much to look at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions to judge; a few more may be, to end what was begun.
    pub judgements: u64,
    /// Candidates to begin with.
    pub candidates: usize,
}

/// Something that the deciding seat could commit, and what came of it.
#[derive(Clone, Debug)]
pub struct Prospect<G: Game> {
    /// The actions, in order.
    pub actions: Vec<G::Action>,
    /// What came of it.
    pub tally: Tally,
}

/// What some playouts came to, for the seat that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there were.
    pub playouts: u32,
    /// How many of them came to the end of the game; the others were cut short.
    pub ended: u32,
    /// Wins in thousandths; a shared win counts its part.
    pub wins: i64,
    /// The scores at their ends, added up.
    pub score: i64,
    /// How far ahead of the best other the seat ended, added up.
    pub margin: i64,
    /// What their last positions were worth, added up.
    pub worth: i64,
}

/// A win, and everything that is counted in parts of one.
const ONE: i64 = 1_000;

/// Other amounts are tried beside the one that looks best: so many steps more or less.
const OTHER_STEPS: [i64; 4] = [1, -1, 3, -3];

/// What a playout costs at least, in judgements: near the end of a game there is next to nothing to judge.
const PLAYOUT: u64 = 50;

/// Lines that are followed at once in a playout: fewer than for the candidates, as there are so many decisions.
const PLAYOUT_LINES: usize = 4;

/// In playouts after the first one decision of so many is not the best one, but one of the best few.
const STRAYS: u32 = 12;

/// Such a decision is one of so many.
const STRAY_LINES: usize = 3;

/// A playout is so many turns of each seat long.
const TURNS: usize = 4;

/// What the deciding seat could commit, best first; nothing where no seat decides. With a single candidate there is
/// nothing to be found out, and its tally stays empty.
pub fn search<G: Game>(game: &G, effort: &Effort, progress: &Progress) -> Vec<Prospect<G>> {
    let Turn::Seat(seat) = game.turn() else { return Vec::new() };
    let mut study = Study { game, seat, effort, progress, scout: Scout::default(), largest: 1 };
    let mut open = study.candidates();
    study.scout.width = PLAYOUT_LINES;
    let mut dropped: Vec<Prospect<G>> = Vec::new();
    while open.len() > 1 && study.judgements_left() > 0 {
        let rounds = u64::from(open.len().next_power_of_two().trailing_zeros());
        study.play_round(&mut open, study.judgements_left() / rounds);
        study.sort(&mut open);
        let weaker = open.split_off(open.len().div_ceil(2));
        dropped.splice(..0, weaker);
    }
    open.extend(dropped);
    open
}

/// A search under way.
struct Study<'a, G> {
    game: &'a G,
    seat: Seat,
    effort: &'a Effort,
    progress: &'a Progress,
    scout: Scout,
    /// The largest worth seen at the end of a playout: by it worths are compared with wins.
    largest: i64,
}

impl<G: Game> Study<'_, G> {
    fn judgements_left(&self) -> u64 {
        self.effort.judgements.saturating_sub(self.scout.judged)
    }

    /// The lines to be played out: first the best for each first action, then the rest by their worth; with amounts, also
    /// those around the best one.
    fn candidates(&mut self) -> Vec<Prospect<G>> {
        let mut lines = self.scout.finished(self.game, self.seat);
        lines.extend(self.other_amounts());
        lines.sort_by_key(|line| Reverse(line.worth));
        let mut firsts: Vec<G::Action> = Vec::new();
        let (mut kept, mut rest) = (Vec::new(), Vec::new());
        for line in lines {
            let known = line.actions.first().is_none_or(|first| firsts.contains(first));
            if known {
                rest.push(line);
            } else {
                firsts.extend(line.actions.first().cloned());
                kept.push(line);
            }
        }
        let all = kept.into_iter().chain(rest).take(self.effort.candidates);
        all.map(|line| Prospect { actions: line.actions, tally: Tally::default() }).collect()
    }

    /// Where the first action has an amount, some around the one that looks best.
    fn other_amounts(&mut self) -> Vec<Line<G>> {
        let start = Line { actions: Vec::new(), game: self.game.clone(), worth: 0 };
        let mut others = Vec::new();
        for choice in self.game.legal_choices() {
            let Choice::Amount { with, min, max, step } = choice else { continue };
            let range = (min, max, step);
            let best = self.scout.best_amount(&start, self.seat, with, range);
            let near = OTHER_STEPS.map(|steps| best + step * steps);
            let mut amounts: Vec<_> =
                near.into_iter().chain([min]).filter(|amount| *amount != best).collect();
            amounts.retain(|amount| (min..=max).contains(amount));
            amounts.sort_unstable();
            amounts.dedup();
            for amount in amounts {
                others.push(self.scout.with_action(&start, self.seat, with(amount)));
            }
        }
        others.retain(|line| line.may_end(self.seat));
        others
    }

    /// Plays every candidate out with the same luck, again and again until the work of the round is done.
    fn play_round(&mut self, open: &mut [Prospect<G>], judgements: u64) {
        let end = self.scout.judged + judgements;
        while self.scout.judged < end {
            let count = open.len();
            for (place, prospect) in open.iter_mut().enumerate() {
                let share = self.judgements_left() / (count - place) as u64;
                let last = self.play_out(prospect, self.scout.judged + share);
                self.scout.judged += PLAYOUT;
                prospect.tally.add(&last, self.seat);
                self.largest = self.largest.max(last.worth(self.seat).abs());
                self.progress.tell(self.scout.judged, self.effort.judgements);
            }
        }
    }

    /// The game where a playout ends, or where so many positions were judged.
    fn play_out(&mut self, prospect: &Prospect<G>, until: u64) -> G {
        let number = prospect.tally.playouts;
        let luck = canonical::hash("search", &(state_hash(self.game).as_bytes(), number));
        let mut chance = Chance::new(*luck.as_bytes());
        let mut game = self.game.clone();
        game.redeal(self.seat, &mut chance);
        for action in &prospect.actions {
            game.apply(action, &mut Notes::ignored()).expect("what a seat may do follows from what it sees");
        }
        let (mut turns_left, mut on_turn) = (TURNS * game.standings().len(), self.seat);
        while self.scout.judged < until && turns_left > 0 && game.turn() != Turn::Over {
            self.play_on(&mut game, number > 0, &mut chance);
            if let Turn::Seat(next) = game.turn()
                && next != on_turn
            {
                (turns_left, on_turn) = (turns_left - 1, next);
            }
        }
        game
    }

    /// Whoever is on decides, or chance does.
    fn play_on(&mut self, game: &mut G, may_stray: bool, chance: &mut Chance) {
        let Turn::Seat(seat) = game.turn() else { return game.draw(chance, &mut Notes::ignored()) };
        if may_stray && chance.below(STRAYS) == 0 {
            *game = self.stray(game, seat, chance);
        } else if let Some(action) = game.hasty_action() {
            self.scout.judged += 1;
            game.apply(&action, &mut Notes::ignored()).expect("haste keeps to the rules");
        } else {
            *game = self.scout.best(game, seat).game;
        }
    }

    /// The game after one of the best few lines.
    fn stray(&mut self, game: &G, seat: Seat, chance: &mut Chance) -> G {
        let mut lines = self.scout.finished(game, seat);
        lines.sort_by_key(|line| Reverse(line.worth));
        lines.truncate(STRAY_LINES);
        let count = u32::try_from(lines.len()).expect("a few lines");
        lines.swap_remove(chance.below(count) as usize).game
    }

    /// Best first: by wins, and by worth as far as that tells more.
    fn sort(&self, open: &mut [Prospect<G>]) {
        let value = |tally: &Tally| {
            let worth = tally.worth.saturating_mul(ONE) / self.largest;
            (tally.wins + worth).saturating_mul(ONE) / i64::from(tally.playouts.max(1))
        };
        open.sort_by_key(|prospect| Reverse(value(&prospect.tally)));
    }
}

impl Tally {
    /// Counts the end of a playout.
    fn add<G: Game>(&mut self, last: &G, seat: Seat) {
        let standings = last.standings();
        let score = |wanted: bool| {
            let those = standings.iter().filter(move |standing| (standing.seat == seat) == wanted);
            those.map(|standing| standing.score).max()
        };
        let own = score(true).unwrap_or(0);
        self.playouts += 1;
        self.ended += u32::from(last.turn() == Turn::Over);
        self.wins += win(last, &standings, seat);
        self.score += own;
        self.margin += score(false).map_or(0, |other| own - other);
        self.worth = self.worth.saturating_add(last.worth(seat));
    }
}

/// The seat's part of the win. Where the playout was cut short whoever looks best is taken for the winner.
fn win<G: Game>(last: &G, standings: &[Standing], seat: Seat) -> i64 {
    let over = last.turn() == Turn::Over;
    let rank = |standing: &Standing| {
        if over { -i64::from(standing.rank) } else { last.worth(standing.seat) }
    };
    let most = standings.iter().map(rank).max();
    let winners: Vec<Seat> =
        standings.iter().filter(|one| Some(rank(one)) == most).map(|one| one.seat).collect();
    match i64::try_from(winners.len()) {
        Ok(count) if winners.contains(&seat) => ONE / count,
        _ => 0,
    }
}
