//! A peer with a seat that does everything it should not.
//!
//! What it signs stands in [`perjury`]; that it may be two peers at once, each for one half of the table, in
//! [`faces`](super::world). What is left here are the vices of whoever sends: it alters, withholds, repeats and makes
//! up.

use whistlestop_proto::codec;
use whistlestop_proto::contract::Contract;
use whistlestop_proto::entry::{Body, Core, Entry, Proof};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::MAX_MESSAGES_PER_SECOND;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Backed, Message};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::sign::{Identity, Signature};
use whistlestop_proto::statement::{Head, Signed, Vote};

use super::luck::Luck;
use super::world::Play;

mod perjury;

use perjury::Perjury;

/// Which of these things it does.
#[expect(clippy::struct_excessive_bools, reason = "each is a vice of its own, and any of them go together")]
pub(crate) struct Hostile {
    equivocates: bool,
    /// Keeps its links for draws to itself.
    withholds: bool,
    /// Sends again what it once sent.
    replays: bool,
    /// Speaks in rounds and at indices that are long past.
    is_stale: bool,
    /// Sends what others never signed.
    forges: bool,
    /// Sends bytes that are no message.
    babbles: bool,
    /// Votes in one round after the other, faster than anybody can answer.
    races: bool,
    /// Tells of moves that bots never made.
    makes_up_bots: bool,
    /// Sends more than any table needs.
    floods: bool,
    /// The last round it raced through.
    round: u32,
    heard: Vec<Vec<u8>>,
    /// Its second move, with the index and the head for it.
    second: Option<(u32, Entry, Signed<Head>)>,
    seats: u8,
    perjury: Perjury,
    /// Moves without acknowledging its moves, so that others are bound to them and nothing is final.
    pub(crate) binds: bool,
    /// It is nothing but two peers, each of which keeps the rules.
    pub(crate) is_plain: bool,
}

impl Hostile {
    pub(crate) fn new(luck: &mut Luck, contract: &Contract, seed: u64) -> Self {
        // Vices that came later have their own luck, so that the runs of other seeds stay what they were.
        let mut whim = Luck::new(seed ^ 0x5ca1e);
        let mut also = |chance| seed % 5 == 4 && whim.permille(chance);
        Self {
            races: also(500),
            makes_up_bots: also(500),
            floods: also(300),
            round: 0,
            equivocates: luck.permille(600),
            withholds: luck.permille(300),
            replays: luck.permille(500),
            is_stale: luck.permille(400),
            forges: luck.permille(500),
            babbles: luck.permille(500),
            heard: Vec::new(),
            second: None,
            seats: u8::try_from(contract.seats.len()).expect("few"),
            perjury: Perjury::new(seed, contract.clock.is_on()),
            binds: false,
            is_plain: false,
        }
    }

    /// Two peers that each keep the rules; or that only do not acknowledge what they move.
    pub(crate) fn plain(binds: bool, contract: &Contract, seed: u64) -> Self {
        let mut luck = Luck::new(seed ^ 0xfa_ce5);
        Self { is_plain: true, binds, ..Self::new(&mut luck, contract, seed) }
    }

    /// What it learns from others.
    pub(crate) fn hear(&mut self, bytes: &[u8]) {
        if let (false, Ok(message)) = (self.is_plain, codec::decode::<Message>(bytes)) {
            self.perjury.hear(&message);
            // Old wishes of others are good for being said again.
            if matches!(message, Message::Leave(_) | Message::Return(_)) && self.heard.len() < 300 {
                self.heard.push(bytes.to_vec());
            }
        }
    }

    /// Whether it has just seen links that it did not know, and thinks about what to do.
    pub(crate) fn saw_links(&mut self) -> bool {
        self.perjury.saw_links()
    }

    /// What it signs for one half of the others.
    pub(crate) fn perjure<R: Play>(
        &mut self,
        luck: &mut Luck,
        live: Option<&Lockstep<R>>,
        identity: &Identity,
    ) -> Vec<Vec<u8>> {
        let Some(live) = live.filter(|live| !self.is_plain && live.is_started()) else { return Vec::new() };
        self.perjury.lies(luck, live, identity).iter().map(codec::encode).collect()
    }

    /// Moves of its own that it does not acknowledge.
    fn without_heads<R: Play>(
        message: Message,
        live: Option<&Lockstep<R>>,
        identity: &Identity,
    ) -> Option<Message> {
        let (Some(live), open) = (live, live.map_or(0, |live| live.log().len()) + 1) else {
            return Some(message);
        };
        match message {
            Message::Entry(entry)
                if entry.head().map(|head| head.voter) == live.voter() && entry.head().is_some() =>
            {
                let late = entry.core.sign_late(identity, &live.table(), live.life());
                Some(Message::Entry(Box::new(late)))
            }
            Message::Head(head)
                if Some(head.voter) == live.voter()
                    && head.says.round == 0
                    && head.says.index as usize == open =>
            {
                None
            }
            other => Some(other),
        }
    }

    /// What it sends instead of what an honest peer would.
    pub(crate) fn twist<R: Play>(
        &mut self,
        luck: &mut Luck,
        to: usize,
        bytes: Vec<u8>,
        live: Option<&Lockstep<R>>,
        identity: &Identity,
    ) -> Vec<Vec<u8>> {
        if self.heard.len() < 200 {
            self.heard.push(bytes.clone());
        }
        let Ok(message) = codec::decode::<Message>(&bytes) else { return vec![bytes] };
        if self.binds {
            let told = Self::without_heads(message, live, identity);
            return told.iter().map(codec::encode).collect();
        }
        if self.is_plain {
            return vec![bytes];
        }
        if let Some(twisted) = self.perjury.twist(luck, &message) {
            return twisted.iter().map(codec::encode).collect();
        }
        match &message {
            Message::Reveal(_) if self.withholds => Vec::new(),
            Message::Entry(entry) if self.equivocates && to % 2 == 1 => {
                let second = live.and_then(|live| self.second(live, entry, identity));
                second.map_or(vec![bytes], |(entry, head)| {
                    let both = entry.head().is_some();
                    let entry = codec::encode(&Message::Entry(Box::new(entry)));
                    if both { vec![entry, codec::encode(&Message::Head(head))] } else { vec![entry] }
                })
            }
            _ if luck.permille(50) => vec![bytes[..luck.place(bytes.len())].to_vec()],
            _ => vec![bytes],
        }
    }

    /// Another move for the same index.
    fn second<R: Play>(
        &mut self,
        live: &Lockstep<R>,
        entry: &Entry,
        identity: &Identity,
    ) -> Option<(Entry, Signed<Head>)> {
        let seat = live.seat()?;
        let index = entry.core.index;
        if let Some((_, entry, head)) = self.second.as_ref().filter(|(known, _, _)| *known == index) {
            return Some((entry.clone(), *head));
        }
        let Body::Move { seat: mover, payload } = &entry.core.body else { return None };
        if *mover != seat || index as usize != live.log().len() + 1 {
            return None;
        }
        // Two majorities of an even table share two voters, so one liar cannot part them; of an odd table they may
        // share the liar alone. Nor does one protect against two moves of which the liar acknowledges neither, if each
        // binds half of the others.
        let acknowledges_both = live.voters().len().is_multiple_of(2);
        if !acknowledges_both && entry.head().is_none() {
            return None;
        }
        let other = (0..40).find_map(|salt| {
            let payload_two = live.rules().payload(seat, &mut Luck::new(salt));
            (payload_two != *payload).then_some(payload_two)
        })?;
        let mut rules = live.rules().clone();
        rules.apply(seat, &other).ok()?;
        let body = Body::Move { seat, payload: other };
        let core = Core { index, prev: entry.core.prev, body, state: rules.state_hash() };
        let (hash, state) = (core.hash(), core.state);
        let second = if acknowledges_both {
            core.sign(identity, &live.table(), 0)
        } else {
            core.sign_late(identity, &live.table(), 0)
        };
        let head = Signed::new(
            identity,
            &live.table(),
            seat,
            Head { index, round: 0, entry: hash, state, life: 0, lost: Voters::NONE },
        );
        self.second = Some((index, second.clone(), head));
        Some((second, head))
    }

    /// What it sends from time to time for no reason.
    pub(crate) fn nonsense<R: Play>(
        &mut self,
        luck: &mut Luck,
        live: Option<&Lockstep<R>>,
        identity: &Identity,
    ) -> Vec<Vec<u8>> {
        let mut sent = Vec::new();
        if self.is_plain {
            return sent;
        }
        if self.replays && !self.heard.is_empty() {
            sent.push(luck.pick(&self.heard).clone());
        }
        if self.babbles && luck.permille(20) {
            sent.push((0..luck.below(80)).map(|_| luck.byte(0, 255)).collect());
        }
        let Some(live) = live else { return sent };
        let next = u32::try_from(live.log().len()).expect("short games") + 1;
        if self.forges && luck.permille(20) {
            let victim = luck.byte(0, self.seats - 1);
            let index = luck.number(next - 1, next + 1);
            let signature = Signature([luck.byte(0, 255); 64]);
            let (head, vote) = empty_words(luck, index);
            sent.push(codec::encode(&Message::Head(Signed { voter: victim, says: head, signature })));
            sent.push(codec::encode(&voted(Signed { voter: victim, says: vote, signature })));
        }
        if let (true, Some(seat)) = (self.is_stale && next > 2 && luck.permille(50), live.voter()) {
            let index = luck.number(1, next - 2);
            let (head, vote) = empty_words(luck, index);
            sent.push(codec::encode(&Message::Head(Signed::new(identity, &live.table(), seat, head))));
            sent.push(codec::encode(&voted(Signed::new(identity, &live.table(), seat, vote))));
        }
        if let (true, Some(seat)) = (self.races, live.voter()) {
            for _ in 0..3 {
                self.round += luck.number(1, 900);
                let (_, vote) = empty_words(luck, next);
                let vote = Vote { round: self.round, ..vote };
                sent.push(codec::encode(&voted(Signed::new(identity, &live.table(), seat, vote))));
            }
        }
        if let (true, Some(entry)) = (self.makes_up_bots && luck.permille(200), made_up_bot(luck, live)) {
            sent.push(codec::encode(&Message::Entries(vec![entry])));
        }
        if self.floods && luck.permille(5) {
            let many = usize::try_from(MAX_MESSAGES_PER_SECOND).expect("few") + 100;
            sent.extend(vec![codec::encode(&Message::Want(u32::MAX)); many]);
        }
        sent
    }
}

/// A move of the bot that is to move now, or of one that has moved, but not what it does.
fn made_up_bot<R: Play>(luck: &mut Luck, live: &Lockstep<R>) -> Option<Entry> {
    if let (ToMove::Seat(seat), Some(last)) = (live.rules().turn(), live.log().last())
        && let Some(stand_in) = live.bot_on(seat)
    {
        let (mut rules, payload) = (live.rules().clone(), live.rules().payload(seat, luck));
        rules.apply(seat, &payload).ok()?;
        let body = Body::Auto { seat, stand_in, payload };
        let core = Core { index: last.core.index + 1, prev: last.hash(), body, state: rules.state_hash() };
        return Some(Entry { core, proof: Proof::Itself });
    }
    let is_auto = |entry: &&Entry| matches!(entry.core.body, Body::Auto { .. });
    let autos: Vec<&Entry> = live.log().iter().filter(is_auto).collect();
    let mut entry = (*autos.get(luck.place(autos.len().max(1)))?).clone();
    let Body::Auto { payload, .. } = &mut entry.core.body else { return None };
    let last = payload.last_mut()?;
    *last = 1 + *last % 9;
    if luck.permille(500) {
        entry.core.state.0[0] ^= 1;
    }
    Some(entry)
}

/// A head and a vote for an entry that does not exist.
fn empty_words(luck: &mut Luck, index: u32) -> (Head, Vote) {
    let entry = Hash([luck.byte(0, 255); 32]);
    let head = Head { index, round: luck.number(0, 2), entry, state: entry, life: 0, lost: Voters::NONE };
    (
        head,
        Vote {
            index,
            round: luck.number(1, 5),
            entry,
            change: None,
            acked: None,
            life: 0,
            lost: Voters::NONE,
        },
    )
}

fn voted(vote: Signed<Vote>) -> Message {
    Message::Vote(Box::new(Backed { vote, support: Vec::new() }))
}
