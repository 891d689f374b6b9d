//! What a hostile seat does.

use std::net::SocketAddr;

use serde_json::json;
use whistlestop::engine::any_game::{ActionBytes, AnyGame};
use whistlestop::engine::game::Notes;
use whistlestop::table::Table;
use whistlestop::table::rules::Move;
use whistlestop::table::wire::{Tag, Whereabouts, Wire, protocol_frame};
use whistlestop_proto::codec;
use whistlestop_proto::entry::{Body, Core, Entry};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::Rules as _;
use whistlestop_proto::sign::{Identity, PublicKey};
use whistlestop_proto::statement::{Head, Signed};

use crate::Mode;
use crate::raw::{Raw, certificate, framed};
use crate::seat::{Seat, say};

/// The entry from which on it misbehaves: the others are then in the middle of their game.
const FROM_INDEX: usize = 8;

/// How often it signs two moves.
const EQUIVOCATIONS: u32 = 3;

/// Messages of the protocol in a flood: ten times what a link may send in a second.
const FLOOD_MESSAGES: u32 = 20_000;

/// Things said to people in a flood.
const FLOOD_CHATS: u32 = 5_000;

/// Bytes in a flood, of frames for a table that nobody here knows: beyond what a link may send at once and in the
/// seconds that this takes.
const FLOOD_BYTES: usize = 256 << 20;

/// What it has done and will do.
#[derive(Debug)]
pub(crate) struct Misdeeds {
    mode: Mode,
    equivocations: u32,
    begun: bool,
    gone: bool,
}

impl Misdeeds {
    pub(crate) const fn new(mode: Mode) -> Self {
        Self { mode, equivocations: 0, begun: false, gone: false }
    }

    /// Whether it has done all it came for and does not play.
    pub(crate) const fn is_gone(&self) -> bool {
        self.gone
    }

    /// Whether it no longer does what a node does.
    pub(crate) const fn is_aloof(&self) -> bool {
        self.begun && !self.plays_on()
    }

    const fn plays_on(&self) -> bool {
        matches!(self.mode, Mode::Equivocate | Mode::WrongKey | Mode::Withhold)
    }

    /// Whether it moves as others do.
    pub(crate) const fn plays(&self) -> bool {
        !matches!(self.mode, Mode::Equivocate) || self.equivocations >= EQUIVOCATIONS
    }

    /// Whether it keeps a message for itself that the table wants to be sent.
    pub(crate) const fn withholds(&self, message: &Message) -> bool {
        matches!((self.mode, message), (Mode::Withhold, Message::Reveal(_)))
    }

    /// Does what is to be done now.
    pub(crate) async fn go_on(&mut self, seat: &mut Seat) -> anyhow::Result<()> {
        if self.mode == Mode::Equivocate && self.equivocations < EQUIVOCATIONS {
            return self.equivocate(seat);
        }
        if self.begun || seat.index() < FROM_INDEX {
            return Ok(());
        }
        self.begun = true;
        match self.mode {
            Mode::Equivocate | Mode::Withhold => {}
            Mode::Flood => {
                flood(seat).await?;
                self.gone = true;
            }
            Mode::Garbage => {
                send_garbage(seat).await?;
                self.gone = true;
            }
            Mode::WrongKey => pretend(seat)?,
        }
        Ok(())
    }

    /// Signs two moves where one is allowed, and shows the first peer one and the others the other.
    fn equivocate(&mut self, seat: &mut Seat) -> anyhow::Result<()> {
        if seat.attached.len() < 2 {
            return Ok(());
        }
        let Some((table, number)) = seat.turn() else { return Ok(()) };
        let entries: Vec<Entry> = two_moves(table.game())
            .into_iter()
            .filter_map(|action| signed_move(seat, table, number, action))
            .collect();
        let [one, other] = &entries[..] else {
            // Only one thing can be done here: it moves like anybody.
            seat.has_moved();
            let only = two_moves(table_of(seat)?.game()).into_iter().take(1).collect();
            let now = seat.now();
            if let Some(table) = &mut seat.table {
                table.act(now, Move::new(only)?)?;
            }
            return Ok(());
        };
        let tag = Tag::of(&table.id());
        for (place, peer) in seat.attached.iter().enumerate() {
            let entry = if place == 0 { one } else { other };
            let Core { index, state, .. } = entry.core;
            let says = Head { index, round: 0, entry: entry.hash(), state, life: 0, lost: Voters::NONE };
            let head = Signed::new(&seat.identity, &table.id(), number, says);
            for message in [Message::Entry(Box::new(entry.clone())), Message::Head(head)] {
                seat.send(peer, &protocol_frame(tag, &codec::encode(&message)));
            }
        }
        say(&json!({"event": "did", "what": "signed two moves", "index": one.core.index}))?;
        seat.has_moved();
        self.equivocations += 1;
        Ok(())
    }
}

fn table_of(seat: &Seat) -> anyhow::Result<&Table> {
    seat.table.as_ref().ok_or_else(|| anyhow::anyhow!("there is no table"))
}

/// Two different things that the deciding seat may do, if there are two.
fn two_moves(game: &dyn AnyGame) -> Vec<ActionBytes> {
    let is_whole = |action: &ActionBytes| {
        let mut after = game.fork();
        after.apply(action, &mut Notes::ignored()).is_ok()
            && (after.turn() != game.turn() || after.may_pause())
    };
    game.choices().into_iter().map(|choice| choice.action).filter(is_whole).take(2).collect()
}

/// A move as the seat would sign it; none if the game refuses it.
fn signed_move(seat: &Seat, table: &Table, number: u8, action: ActionBytes) -> Option<Entry> {
    let payload = Move::new(vec![action]).ok()?.encode();
    let mut after = table.lockstep().rules().clone();
    after.apply(number, &payload).ok()?;
    let last = table.lockstep().log().last()?;
    let core = Core {
        index: last.core.index + 1,
        prev: last.hash(),
        body: Body::Move { seat: number, payload },
        state: after.state_hash(),
    };
    Some(core.sign(&seat.identity, &table.id(), 0))
}

/// Everybody else at the table, and where they are reached by IPv4.
fn victims(seat: &Seat) -> Vec<(PublicKey, SocketAddr)> {
    let place = |(key, addresses): (&PublicKey, &Vec<SocketAddr>)| {
        let usable = |address: &&SocketAddr| address.is_ipv4() && !address.ip().is_loopback();
        addresses.iter().find(usable).map(|address| (*key, *address))
    };
    seat.book.iter().filter_map(place).collect()
}

fn tell(what: &str, to: SocketAddr, answer: &str) -> anyhow::Result<()> {
    say(&json!({"event": "did", "what": what, "to": to.to_string(), "answer": answer}))
}

/// What was done under which key.
fn tell_as(who: &Identity, what: &str, to: SocketAddr, answer: &str) -> anyhow::Result<()> {
    let key = Hash(who.public().0).to_string();
    say(&json!({"event": "did", "what": what, "to": to.to_string(), "answer": answer, "key": key}))
}

/// Somebody whom nobody knows yet: under the key of somebody who was dropped there is no second try.
fn stranger() -> anyhow::Result<Identity> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|why| anyhow::anyhow!("no random numbers: {why}"))?;
    Ok(Identity::from_secret(&secret))
}

/// Whoever was dropped for this comes back at once.
async fn come_back(seat: &Seat, to: SocketAddr) -> anyhow::Result<()> {
    let answer = match link(&seat.identity, to).await {
        Ok(_) => "LET IN".to_owned(),
        Err(why) => format!("{why:#}"),
    };
    tell("coming back", to, &answer)
}

/// Too many messages, too much to read for people, too many bytes.
async fn flood(seat: &mut Seat) -> anyhow::Result<()> {
    let tag = Tag::of(&table_of(seat)?.id());
    let status = protocol_frame(tag, &codec::encode(&Message::Status(Status::default())));
    let messages = framed(&status).repeat(FLOOD_MESSAGES as usize);
    let chats = framed(&Wire::Chat("buy my shares".to_owned()).frame()).repeat(FLOOD_CHATS as usize);
    let bytes = framed(&protocol_frame(Tag([0; 8]), &vec![0; 60_000]));
    for (_, to) in victims(seat) {
        for (who, what, block, times) in [
            (seat.identity.clone(), "a flood of messages", &messages, 1),
            (stranger()?, "a flood of bytes", &bytes, FLOOD_BYTES / bytes.len()),
            // Behind this one nobody else from here is let in either.
            (stranger()?, "a flood of chat", &chats, 1),
        ] {
            let mut raw = link(&who, to).await?;
            raw.attach(seat).await?;
            for _ in 0..times {
                if raw.write(block).await.is_err() {
                    break;
                }
            }
            tell_as(&who, what, to, &raw.closed().await)?;
        }
        come_back(seat, to).await?;
    }
    Ok(())
}

/// A connection that is greeted as one of this player's.
async fn link(who: &Identity, to: SocketAddr) -> anyhow::Result<Raw> {
    let mut raw = Raw::connect(to, certificate(who)?, who).await?;
    raw.greet().await?;
    Ok(raw)
}

impl Raw {
    /// Says that it is at the table, so that the protocol listens.
    async fn attach(&mut self, seat: &Seat) -> anyhow::Result<()> {
        let attach = Wire::Attach { table: table_of(seat)?.id(), listens: Vec::new(), more_games: None };
        self.write(&framed(&attach.frame())).await
    }
}

/// What is no message, no frame, no greeting, and no packet.
async fn send_garbage(seat: &mut Seat) -> anyhow::Result<()> {
    let tag = Tag::of(&table_of(seat)?.id());
    let mut junk = vec![0; 4096];
    getrandom::fill(&mut junk).map_err(|why| anyhow::anyhow!("no random numbers: {why}"))?;
    // No kind of frame or message begins so: what begins as one may be for another table, and is no offence.
    junk[0] = u8::MAX;
    let strange = framed(&protocol_frame(tag, &junk)).repeat(20);
    for (_, to) in victims(seat) {
        for (who, what, bytes) in [
            (seat.identity.clone(), "messages of junk", strange.clone()),
            (stranger()?, "a frame of junk", framed(&junk)),
            (stranger()?, "an oversize frame", u32::MAX.to_le_bytes().to_vec()),
            (stranger()?, "an empty frame", vec![0; 4]),
            (stranger()?, "a truncated frame", framed(&junk)[..1000].to_vec()),
        ] {
            let mut raw = link(&who, to).await?;
            raw.attach(seat).await?;
            raw.write(&bytes).await?;
            if what == "a truncated frame" {
                raw.cut_off();
            }
            tell_as(&who, what, to, &raw.closed().await)?;
        }
        come_back(seat, to).await?;
        let who = stranger()?;
        let mut raw = Raw::connect(to, certificate(&who)?, &who).await?;
        raw.write(&framed(&junk)).await?;
        tell("no greeting", to, &raw.closed().await)?;
        let socket = tokio::net::UdpSocket::bind("0.0.0.0:0").await?;
        for start in 0..2_000 {
            socket.send_to(&junk[start..start + 1_200], to).await?;
        }
        tell("packets of junk", to, "no answer is the right one")?;
    }
    Ok(())
}

/// Shows every peer the certificates of all others, and tells them that the others live here. Beside the game, which goes
/// on.
fn pretend(seat: &mut Seat) -> anyhow::Result<()> {
    let everybody = victims(seat);
    let lies: Vec<Whereabouts> =
        everybody.iter().map(|(key, _)| Whereabouts { key: *key, addresses: seat.listens() }).collect();
    for (peer, _) in &everybody {
        seat.send(peer, &Wire::Known(lies.clone()).frame());
    }
    say(&json!({"event": "did", "what": "said that all live here"}))?;
    let identity = seat.identity.clone();
    tokio::spawn(async move {
        for (_, from) in &everybody {
            for (_, to) in everybody.iter().filter(|(_, to)| to != from) {
                let answer = match show_anothers(*from, *to, &identity).await {
                    Ok(()) => "LET IN".to_owned(),
                    Err(why) => format!("refused: {why:#}"),
                };
                if tell("the certificate of another", *to, &answer).is_err() {
                    return;
                }
            }
        }
    });
    Ok(())
}

/// Takes the certificate that one peer shows and shows it to another; well if the greeting is answered.
async fn show_anothers(from: SocketAddr, to: SocketAddr, identity: &Identity) -> anyhow::Result<()> {
    let raw = Raw::connect(from, certificate(identity)?, identity).await?;
    let stolen = raw.shown().ok_or_else(|| anyhow::anyhow!("it showed none"))?;
    drop(raw);
    Raw::connect(to, stolen, identity).await?.greet().await
}
