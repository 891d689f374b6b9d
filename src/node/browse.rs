//! What is on the network now, for whoever only looks.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::{Ad, AdState, Mdns, Sighting};
use crate::games;
use crate::table::front::{NearState, NearTable};
use crate::table::wire::Tag;

/// How long after a search that failed the next begins.
const SEARCH_AGAIN: Duration = Duration::from_secs(5);

/// What peers say of themselves and where they are, by their instance.
type Found = BTreeMap<String, (Ad, Vec<SocketAddr>)>;

/// A table on the network, as its peers tell of it. Hints, not proofs.
#[derive(Clone, Debug)]
pub struct Seen {
    /// By which it can be joined.
    pub tag: Tag,
    /// What its first peer says.
    pub ad: Ad,
    /// The names of all peers that tell of it.
    pub names: Vec<String>,
    /// Where they can be reached.
    pub addresses: Vec<SocketAddr>,
}

/// Listens for a while and lists the tables heard of.
pub fn tables(listen: Duration) -> anyhow::Result<Vec<Seen>> {
    super::event_loop()?.block_on(async {
        let (mdns, mut sightings) = Mdns::start()?;
        let mut found = Found::new();
        let hear = async {
            while let Some(sighting) = sightings.recv().await {
                take_in(&mut found, sighting);
            }
        };
        // The end of the time is the end of the search, not a failure.
        let _ = tokio::time::timeout(listen, hear).await;
        mdns.stop().await;
        Ok(merge(&found))
    })
}

/// Tells the tables of others on the network whenever they change, until `stop` is dropped. Where nothing can be found,
/// that is told once, and tried again: a network may come.
pub(super) fn follow(
    me: &PublicKey,
    stop: oneshot::Receiver<()>,
    mut tell: impl FnMut(Result<Vec<NearTable>, String>),
) -> anyhow::Result<()> {
    super::event_loop()?.block_on(async {
        let mut told = None;
        let mut tell_news = |news: Result<Vec<NearTable>, String>| {
            if told.as_ref() != Some(&news) {
                told = Some(news.clone());
                tell(news);
            }
        };
        let search = async {
            loop {
                match Mdns::start() {
                    Ok((_mdns, sightings)) => look(me, sightings, &mut tell_news).await,
                    Err(why) => tell_news(Err(why.to_string())),
                }
                tokio::time::sleep(SEARCH_AGAIN).await;
            }
        };
        tokio::select! {
            () = search => {}
            _ = stop => {}
        }
    });
    Ok(())
}

/// Follows one search to its end.
async fn look(
    me: &PublicKey,
    mut sightings: mpsc::Receiver<Sighting>,
    tell: &mut impl FnMut(Result<Vec<NearTable>, String>),
) {
    let mut found = Found::new();
    tell(Ok(Vec::new()));
    while let Some(sighting) = sightings.recv().await {
        take_in(&mut found, sighting);
        // Whatever has come by now is shown together.
        while let Ok(sighting) = sightings.try_recv() {
            take_in(&mut found, sighting);
        }
        // What this player's other windows tell, or told before they were killed, is of no use here.
        found.retain(|_, (ad, _)| !ad.fingerprint.is_of(me));
        tell(Ok(merge(&found).into_iter().map(near).collect()));
    }
}

fn take_in(found: &mut Found, sighting: Sighting) {
    match sighting {
        Sighting::Seen { instance, ad, addresses } => {
            found.insert(instance, (ad, addresses));
        }
        Sighting::Gone { instance } => {
            found.remove(&instance);
        }
    }
}

fn near(seen: Seen) -> NearTable {
    let fits = seen.ad.protocol == PROTOCOL_VERSION && games::find(&seen.ad.game).is_some();
    let state = match seen.ad.state {
        AdState::Open => NearState::Open,
        AdState::Playing => NearState::Playing,
        AdState::Over => NearState::Over,
    };
    NearTable {
        tag: seen.tag,
        game: seen.ad.game,
        names: seen.names,
        taken: seen.ad.seats_taken,
        seats: seen.ad.seats,
        state,
        pass_phrase: seen.ad.pass_phrase,
        version: seen.ad.version,
        fits,
    }
}

/// Several peers tell of one table.
fn merge(found: &Found) -> Vec<Seen> {
    let mut tables: BTreeMap<Tag, Seen> = BTreeMap::new();
    for (ad, addresses) in found.values().cloned() {
        let tag = Tag(ad.gathering);
        let seen = tables.entry(tag).or_insert_with(|| Seen {
            tag,
            ad: ad.clone(),
            names: Vec::new(),
            addresses: Vec::new(),
        });
        seen.names.push(ad.name);
        seen.addresses.extend(addresses);
    }
    tables.into_values().collect()
}
