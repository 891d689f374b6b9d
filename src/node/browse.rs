//! What is on the network now, for whoever only looks.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;

use crate::discovery::{Ad, Mdns, Sighting};
use crate::table::wire::Tag;

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
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the system gave no event loop")?;
    runtime.block_on(async {
        let (mdns, mut sightings) = Mdns::start()?;
        let mut found = BTreeMap::new();
        let hear = async {
            while let Some(sighting) = sightings.recv().await {
                match sighting {
                    Sighting::Seen { instance, ad, addresses } => {
                        found.insert(instance, (ad, addresses));
                    }
                    Sighting::Gone { instance } => {
                        found.remove(&instance);
                    }
                }
            }
        };
        // The end of the time is the end of the search, not a failure.
        let _ = tokio::time::timeout(listen, hear).await;
        mdns.stop().await;
        Ok(merge(found.into_values()))
    })
}

/// Several peers tell of one table.
fn merge(found: impl Iterator<Item = (Ad, Vec<SocketAddr>)>) -> Vec<Seen> {
    let mut tables: BTreeMap<Tag, Seen> = BTreeMap::new();
    for (ad, addresses) in found {
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
