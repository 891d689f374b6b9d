//! What is on the network now, for whoever only looks.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::{Ad, AdState, Mdns, Sighting};
use crate::games;
use crate::node::system::event_loop;
use crate::table::front::{NearState, NearTable};
use crate::table::wire::Tag;

/// How long after a search that failed the next begins.
const SEARCH_AGAIN: Duration = Duration::from_secs(5);

/// What peers say of themselves and where they are, by their instance.
type FoundAds = BTreeMap<String, (Ad, Vec<SocketAddr>)>;

/// Listens for a while and lists the tables heard of.
pub fn tables(listen: Duration) -> anyhow::Result<Vec<NearTable>> {
    event_loop()?.block_on(async {
        let (mdns, mut sightings) = Mdns::start()?;
        let mut found = FoundAds::new();
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
pub(crate) fn follow(
    me: &PublicKey,
    stop: oneshot::Receiver<()>,
    mut tell: impl FnMut(Result<Vec<NearTable>, String>),
) -> anyhow::Result<()> {
    event_loop()?.block_on(async {
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
    let mut found = FoundAds::new();
    tell(Ok(Vec::new()));
    while let Some(sighting) = sightings.recv().await {
        take_in(&mut found, sighting);
        // Whatever has come by now is shown together.
        while let Ok(sighting) = sightings.try_recv() {
            take_in(&mut found, sighting);
        }
        // What this player's other windows tell, or told before they were killed, is of no use here.
        found.retain(|_, (ad, _)| !ad.fingerprint.is_of(me));
        tell(Ok(merge(&found)));
    }
}

fn take_in(found: &mut FoundAds, sighting: Sighting) {
    match sighting {
        Sighting::Seen { instance, ad, addresses } if ad.is_of_table() => {
            found.insert(instance, (ad, addresses));
        }
        Sighting::Seen { instance, .. } | Sighting::Gone { instance } => {
            found.remove(&instance);
        }
    }
}

/// Several peers tell of one table; what the first of them says of it holds.
fn merge(found: &FoundAds) -> Vec<NearTable> {
    let mut tables: BTreeMap<Tag, NearTable> = BTreeMap::new();
    for (ad, addresses) in found.values() {
        let table = tables.entry(Tag(ad.gathering)).or_insert_with(|| near(ad));
        table.names.push(ad.host.clone());
        table.addresses.extend(addresses);
    }
    tables.into_values().collect()
}

/// A table of which nobody has told yet.
fn near(ad: &Ad) -> NearTable {
    NearTable {
        tag: Tag(ad.gathering),
        name: ad.name.clone(),
        game: ad.game.clone(),
        names: Vec::new(),
        addresses: Vec::new(),
        taken: ad.seats_taken,
        seats: ad.seats,
        state: match ad.state {
            AdState::Open => NearState::Open,
            AdState::Playing => NearState::Playing,
            AdState::Over => NearState::Over,
        },
        pass_phrase: ad.pass_phrase,
        version: ad.version.clone(),
        protocol: ad.protocol,
        fits: ad.protocol == PROTOCOL_VERSION && games::find(&ad.game).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discovery::Fingerprint;

    fn ad(key: u8, name: &str, gathering: u8) -> Ad {
        Ad {
            fingerprint: Fingerprint::of(&PublicKey([key; 32])),
            name: format!("table {gathering}"),
            host: name.to_owned(),
            gathering: [gathering; 8],
            game: "chicago-express".to_owned(),
            seats_taken: 2,
            seats: 3,
            state: AdState::Playing,
            pass_phrase: false,
            version: "0.1.0".to_owned(),
            protocol: PROTOCOL_VERSION,
            port: 7777,
        }
    }

    fn seen(instance: &str, ad: Ad) -> Sighting {
        Sighting::Seen { instance: instance.to_owned(), ad, addresses: Vec::new() }
    }

    /// What is told of these sightings, one after the other.
    fn told(sightings: Vec<Sighting>) -> Vec<Vec<NearTable>> {
        let events = event_loop().unwrap();
        let mut lists = Vec::new();
        events.block_on(async {
            let (give, take) = mpsc::channel(1);
            let giving = async {
                for sighting in sightings {
                    give.send(sighting).await.unwrap();
                    tokio::task::yield_now().await;
                }
                drop(give);
            };
            let mut tell = |near: Result<Vec<NearTable>, String>| lists.push(near.unwrap());
            tokio::join!(look(&PublicKey([9; 32]), take, &mut tell), giving);
        });
        lists
    }

    #[test]
    fn tables_come_and_go_and_several_who_tell_of_one_are_one() {
        let lists = told(vec![
            seen("a", ad(1, "Ann", 5)),
            seen("b", ad(2, "Ben", 5)),
            Sighting::Gone { instance: "a".to_owned() },
            Sighting::Gone { instance: "b".to_owned() },
        ]);
        assert_eq!(lists.first(), Some(&Vec::new()));
        assert_eq!(lists.last(), Some(&Vec::new()));
        let most = lists.iter().filter_map(|list| list.first()).map(|table| table.names.len()).max();
        assert!(lists.iter().all(|list| list.len() <= 1) && most == Some(2), "{lists:?}");
    }

    #[test]
    fn the_own_tables_are_left_out_and_what_does_not_fit_is_marked() {
        let other = Ad { protocol: PROTOCOL_VERSION + 1, ..ad(1, "Ann", 5) };
        let unknown = Ad { game: "go".to_owned(), ..ad(2, "Ben", 6) };
        let trial = Ad { seats_taken: 0, seats: 0, ..ad(4, "doctor", 8) };
        let lists = told(vec![
            seen("doctor", trial),
            seen("own", ad(9, "Me", 4)),
            seen("a", other),
            seen("b", unknown),
            seen("c", ad(3, "Cid", 7)),
        ]);
        let fits: Vec<(String, bool)> =
            lists.last().unwrap().iter().map(|table| (table.names[0].clone(), table.fits)).collect();
        let expected = [("Ann", false), ("Ben", false), ("Cid", true)];
        assert_eq!(fits, expected.map(|(name, fits)| (name.to_owned(), fits)));
    }
}
