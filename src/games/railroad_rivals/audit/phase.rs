//! What must hold at one moment of a game for two to five.

use super::super::action::At;
use super::super::board::{Railroad, board};
use super::super::state::{Bidding, Draw, LaidTile, Phase, RailroadRivals};
use super::super::text::stock_tiles;
use crate::engine::audit::{Audit, ensure};
use crate::engine::game::BadPosition;
use crate::engine::seat::{Seat, SeatSet};

/// What was drawn so far.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    /// Markets, of which so many had cities.
    markets: u32,
    with_cities: u32,
}

impl RailroadRivals {
    pub(super) fn check_phase(&self) -> Audit {
        let seats = self.players.seats();
        ensure(self.row.is_empty(), || "only solitaire has a row (RR-12)")?;
        if self.phase == Phase::Draw(Draw::SetUp) {
            let start = Self::set_up(seats, self.options);
            return ensure(
                start.as_ref() == Some(self),
                || "before the order is drawn everything lies as at the set-up (RR-1)",
            );
        }
        self.check_first_tile(|laid| board().starts.contains(laid.tile.place()))?;
        self.check_drawn()?;
        self.check_hands()?;
        match self.phase {
            Phase::Draw(Draw::Market) => {
                self.check_nothing_done()?;
                ensure(self.round > 1 && self.market_is_to_come(), || "there is nothing to draw (RR-5)")
            }
            Phase::Bid(bidding) => {
                self.check_nothing_done()?;
                self.check_bidding(&bidding)
            }
            Phase::Draft => self.check_draft(),
            Phase::Lay(seat) => self.check_laying(seat),
            Phase::Draw(Draw::Goods(laid)) => self.check_goods(laid),
            Phase::Deliver(seat) => self.check_delivering(seat),
            Phase::Over => {
                let ended = self.last_round && self.is_last_round() && self.delivered.is_empty();
                ensure(ended, || "no reason to end holds (RR-10)")
            }
            Phase::Draw(_) | Phase::Arrange | Phase::Keep => Err("this happens only in solitaire".into()),
        }
    }

    /// As many tiles were drawn as the turns say (RR-4, RR-5).
    fn check_drawn(&self) -> Audit {
        let seats = u32::from(self.players.seats());
        let two = &board().figures.two_players;
        let (cities_removed, stocks_removed) =
            if seats == 2 { (two.cities_removed, two.stocks_removed) } else { (0, 0) };
        let same = Railroad::all()
            .all(|railroad| self.removed.stocks.count(railroad.index()) == u16::from(stocks_removed));
        ensure(same, || {
            format!("there must be {} of each railroad out of the game (RR-4)", stock_tiles(stocks_removed))
        })?;
        ensure(self.round >= 1, || "turns are counted from 1")?;

        let hands: u32 = self.players.as_slice().iter().map(|player| u32::from(player.hand.len())).sum();
        let laid = u32::try_from(self.map.tiles().len()).unwrap_or(0).saturating_sub(1);
        let dealt = seats * u32::from(board().figures.hand);
        let (outside, drawn) = (laid + hands + u32::from(self.market.cities.len()), self.drawn()?);
        ensure(
            outside == dealt + seats * drawn.with_cities,
            || "the city tiles outside the pile are not as many as were drawn (RR-5)",
        )?;
        let gone = u32::from(self.removed.cities.len()).checked_sub(cities_removed.into());
        let rest_gone = drawn.with_cities < drawn.markets;
        let fits = match gone {
            Some(gone) if rest_gone => gone < seats && self.city_pile().is_empty(),
            gone => gone == Some(0),
        };
        ensure(fits, || "another number of city tiles has left the game (RR-4, RR-5)")?;
        let held = self.players.as_slice().iter().map(|player| player.stocks.total()).sum::<u32>();
        let all = 48 - 12 * u32::from(stocks_removed);
        ensure(
            held + self.market.stocks.total() == self.stocks_in(drawn, all),
            || "the stocks outside the pile are not as many as were drawn (RR-5)",
        )?;
        // Turns without city tiles go on only as long as somebody lays one (RR-10).
        let before = laid.checked_sub(self.laid.into());
        let without = (drawn.markets - drawn.with_cities).saturating_sub(1);
        ensure(before.is_some_and(|before| before >= without), || "the game would be over (RR-10)")
    }

    /// How many markets there were, and how many with city tiles.
    fn drawn(&self) -> Result<Drawn, BadPosition> {
        let to_come = u32::from(self.phase == Phase::Draw(Draw::Market));
        let markets = u32::from(self.round) - to_come;
        let hands: u32 = self.players.as_slice().iter().map(|player| u32::from(player.hand.len())).sum();
        let seats = u32::from(self.players.seats());
        let laid = u32::try_from(self.map.tiles().len()).unwrap_or(0).saturating_sub(1);
        let outside = laid + hands + u32::from(self.market.cities.len());
        let with_cities = outside.saturating_sub(seats * u32::from(board().figures.hand)) / seats;
        ensure(with_cities <= markets, || "more city tiles were drawn than there were turns (RR-5)")?;
        Ok(Drawn { markets, with_cities })
    }

    /// Stock tiles drawn in so many markets, as long as there were any.
    fn stocks_in(&self, drawn: Drawn, all: u32) -> u32 {
        let seats = u32::from(self.players.seats());
        let Drawn { markets, with_cities } = drawn;
        all.min(seats * with_cities + 2 * seats * (markets - with_cities))
    }

    /// Only who has laid a tile this turn can be without one (RR-10).
    fn check_hands(&self) -> Audit {
        let place = |seat: Seat| self.order.as_slice().iter().position(|&other| other == seat);
        let done = match self.phase {
            Phase::Lay(seat) => place(seat).unwrap_or(0),
            Phase::Draw(Draw::Goods(LaidTile { seat, .. })) => place(seat).map_or(0, |place| place + 1),
            Phase::Deliver(_) | Phase::Over => usize::MAX,
            _ => 0,
        };
        let waiting = self.order.as_slice().iter().skip(done);
        let waiting = waiting.copied().find(|&seat| self.players[seat].hand.is_empty());
        waiting.map_or(Ok(()), |seat| Err(format!("{seat} must hold a city tile (RR-10)").into()))
    }

    /// A turn has only begun: nothing is drafted, laid or delivered.
    fn check_nothing_done(&self) -> Audit {
        let drafted = self.players.as_slice().iter().any(|player| player.drafted.total() > 0);
        let to_come = self.phase == Phase::Draw(Draw::Market);
        let market = !to_come || self.market_is_empty();
        ensure(!drafted && market, || "nothing is drafted before the draft (RR-7)")?;
        self.check_nothing_laid()
    }

    fn check_nothing_laid(&self) -> Audit {
        let nothing = self.laid == 0 && self.delivered.is_empty() && !self.last_round;
        ensure(nothing, || "nothing is laid or delivered yet this turn")
    }

    fn market_is_empty(&self) -> bool {
        self.market.cities.is_empty() && self.market.stocks.is_empty()
    }

    /// The bidding is one that the game would have opened, and goes on (RR-6).
    fn check_bidding(&self, bidding: &Bidding) -> Audit {
        ensure(self.round > 1, || "nobody bids in the first turn (RR-6)")?;
        self.check_market_counts()?;
        let fresh = self.new_bidding().auction;
        let resumed = fresh.resume(&bidding.auction.position(()), |seat| self.players[seat].score)?;
        ensure(resumed == bidding.auction, || "the bidding is not one of this game")?;
        let (passed, bidders) = (bidding.passed.set(), bidding.auction.bidders());
        let all: SeatSet = Seat::all(self.players.seats()).collect();
        let parted =
            Seat::all(self.players.seats()).all(|seat| passed.contains(seat) != bidders.contains(seat));
        ensure(
            parted && all.len() == passed.len() + bidders.len(),
            || "who does not bid must have passed (RR-6)",
        )?;
        let from_last = self.order.as_slice().iter().rev();
        let in_turn = bidding.auction.high().is_some()
            || bidding.passed.as_slice().iter().eq(from_last.take(bidding.passed.as_slice().len()));
        ensure(in_turn, || "without a bid the last in order passes first (RR-6)")
    }

    /// The draft goes round in order, a tile each, and then again (RR-7).
    fn check_draft(&self) -> Audit {
        self.check_nothing_laid()?;
        self.check_market_counts()?;
        let counts = self.order.as_slice().iter().map(|&seat| self.players[seat].drafted.total());
        let counts: Vec<u8> = counts.collect();
        let in_turn = counts.is_sorted_by(|a, b| a >= b) && counts[0] <= counts[counts.len() - 1] + 1;
        ensure(in_turn, || "the draft goes round in order (RR-7)")
    }

    /// What lies open and what was drafted this turn is what was drawn this turn (RR-5, RR-7).
    fn check_market_counts(&self) -> Audit {
        let players = self.players.as_slice().iter();
        let players =
            players.map(|player| (player.drafted, u32::from(player.hand.len()), player.stocks.total()));
        let (mut cities, mut stocks) = (u32::from(self.market.cities.len()), self.market.stocks.total());
        let seats = u32::from(self.players.seats());
        let only_stocks = self.only_stocks();
        for (drafted, hand, held) in players {
            cities += u32::from(drafted.cities);
            stocks += u32::from(drafted.stocks);
            let laid = matches!(self.phase, Phase::Draft | Phase::Bid(_));
            let has = held >= drafted.stocks.into() && (!laid || hand >= drafted.cities.into());
            let kinds = only_stocks || drafted.stocks <= 1;
            ensure(has && kinds, || "somebody has drafted what is not there (RR-7)")?;
        }
        let drawn = self.drawn()?;
        let all = 48 - self.removed.stocks.total();
        let with_cities = if only_stocks { 0 } else { seats };
        let before = Drawn {
            markets: drawn.markets.saturating_sub(1),
            with_cities: drawn.with_cities.saturating_sub(u32::from(!only_stocks)),
        };
        let expected = self.stocks_in(drawn, all) - self.stocks_in(before, all);
        ensure(
            only_stocks || drawn.with_cities == drawn.markets,
            || "no city tile lies open any more (RR-5)",
        )?;
        ensure(!only_stocks || drawn.with_cities < drawn.markets, || "city tiles must lie open (RR-5)")?;
        ensure(
            cities == with_cities && stocks == expected,
            || "the market and what was drafted are not what was drawn (RR-5)",
        )
    }

    /// The draft of this turn is over.
    fn check_drafted(&self) -> Audit {
        ensure(self.market_is_empty(), || "whatever lies open is drafted first (RR-7)")?;
        self.check_market_counts()
    }

    /// The seat is next to lay, and can (RR-8).
    fn check_laying(&self, seat: Seat) -> Audit {
        self.check_drafted()?;
        let before = self.order.as_slice().iter().take_while(|&&other| other != seat).count();
        let possible = usize::from(self.laid) <= before && self.delivered.is_empty() && !self.last_round;
        ensure(possible, || format!("{seat} cannot be the next to lay a tile (RR-8)"))?;
        let fits = self.fit_needed(self.players[seat].hand).is_some();
        ensure(fits, || format!("{seat} has no tile that fits and would be passed (RR-8)"))
    }

    /// The tile lies there, without goods as yet (RR-8).
    fn check_goods(&self, LaidTile { seat, at }: LaidTile) -> Audit {
        self.check_drafted()?;
        let upto = 1 + self.order.as_slice().iter().take_while(|&&other| other != seat).count();
        let possible =
            (1..=upto).contains(&self.laid.into()) && self.delivered.is_empty() && !self.last_round;
        ensure(possible, || format!("{seat} cannot have laid a tile (RR-8)"))?;
        self.check_awaiting_goods(at)
    }

    pub(super) fn check_awaiting_goods(&self, at: At) -> Audit {
        let bare = at != At::default() && self.map.at(at).is_some_and(|laid| laid.cubes.is_empty());
        ensure(bare && !self.bag.is_empty(), || "no goods are to be drawn there (RR-8)")
    }

    /// Those before the seat have delivered, and there is something left to (RR-9, RR-10).
    fn check_delivering(&self, seat: Seat) -> Audit {
        self.check_drafted()?;
        let before = self.order.as_slice().iter().take_while(|&&other| other != seat).count();
        let counts = self.delivered.total() == u32::try_from(before).unwrap_or(u32::MAX)
            && self.laid <= self.players.seats();
        ensure(counts, || format!("{seat} cannot be the next to deliver (RR-9)"))?;
        ensure(self.anything_to_deliver(), || "there is nothing to deliver (RR-9)")?;
        ensure(self.last_round == self.is_last_round(), || "last_round is not what the hands say (RR-10)")
    }
}
