//! Who was seen, and what the node is still to be told of it: a bounded list between the mDNS thread and the node.
//!
//! However fast things happen and however slowly the node listens, it holds one entry for each instance: what the node
//! has not heard yet is merged into the newest, and told in the order in which it became news.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;

use super::ad::Ad;
use super::limits::MAX_SIGHTINGS;

/// Something seen by mDNS. A hint: a peer that is gone may stay listed for minutes, one that is here may be said to be
/// gone when a cable is pulled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// A peer says this of itself, for the first time or something new.
    Seen {
        /// Its name among all processes: two may have one key.
        instance: String,
        /// What it says.
        ad: Ad,
        /// Where to dial it, best first. Its link must show a key with the fingerprint of the ad.
        addresses: Vec<SocketAddr>,
    },
    /// A peer that was seen has said goodbye, or has not been heard of for long.
    Gone {
        /// The name that it was seen under.
        instance: String,
    },
}

/// What was seen and what is still to be told.
#[derive(Debug, Default)]
pub(crate) struct Sightings {
    known: BTreeMap<String, Known>,
    /// Instances with news, oldest first, each once.
    news: VecDeque<String>,
}

#[derive(Debug, Default)]
struct Known {
    /// What was seen last; nothing if it is gone.
    now: Option<(Ad, Vec<SocketAddr>)>,
    /// What the node was told last.
    told: Option<(Ad, Vec<SocketAddr>)>,
    in_news: bool,
}

impl Sightings {
    /// Takes in a sighting. One too many is ignored.
    pub(crate) fn see(&mut self, instance: &str, ad: Ad, addresses: Vec<SocketAddr>) {
        if self.known.len() < MAX_SIGHTINGS || self.known.contains_key(instance) {
            self.known.entry(instance.to_owned()).or_default().now = Some((ad, addresses));
            self.note(instance);
        }
    }

    /// Takes in a goodbye.
    pub(crate) fn lose(&mut self, instance: &str) {
        if let Some(known) = self.known.get_mut(instance) {
            known.now = None;
            self.note(instance);
        }
    }

    fn note(&mut self, instance: &str) {
        if let Some(known) = self.known.get_mut(instance)
            && !std::mem::replace(&mut known.in_news, true)
        {
            self.news.push_back(instance.to_owned());
        }
    }

    /// Whether [`next`](Self::next) may have something.
    pub(crate) fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// What the node is to be told next.
    pub(crate) fn next(&mut self) -> Option<Sighting> {
        while let Some(instance) = self.news.pop_front() {
            let Some(known) = self.known.get_mut(&instance) else { continue };
            known.in_news = false;
            let news = known.now != known.told;
            known.told.clone_from(&known.now);
            let Some((ad, addresses)) = known.now.clone() else {
                self.known.remove(&instance);
                if news {
                    return Some(Sighting::Gone { instance });
                }
                continue;
            };
            if news {
                return Some(Sighting::Seen { instance, ad, addresses });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ad::{AdState, Fingerprint};

    fn ad(seats_taken: u8) -> Ad {
        Ad {
            fingerprint: Fingerprint([1; 16]),
            name: "Ada".to_owned(),
            gathering: [0; 8],
            game: "chicago-express".to_owned(),
            seats_taken,
            seats: 4,
            state: AdState::Open,
            pass_phrase: false,
            version: "0.1.0".to_owned(),
            protocol: 1,
            port: 18_300,
        }
    }

    fn seen(instance: &str, seats_taken: u8) -> Sighting {
        Sighting::Seen { instance: instance.to_owned(), ad: ad(seats_taken), addresses: Vec::new() }
    }

    fn gone(instance: &str) -> Sighting {
        Sighting::Gone { instance: instance.to_owned() }
    }

    fn all(sightings: &mut Sightings) -> Vec<Sighting> {
        std::iter::from_fn(|| sightings.next()).collect()
    }

    #[test]
    fn news_is_told_once_and_in_order() {
        let mut list = Sightings::default();
        assert!(!list.has_news());
        list.see("b", ad(1), Vec::new());
        list.see("a", ad(1), Vec::new());
        assert!(list.has_news());
        assert_eq!(all(&mut list), [seen("b", 1), seen("a", 1)]);
        list.see("a", ad(1), Vec::new());
        assert_eq!(all(&mut list), [], "the same again is no news");
        list.see("a", ad(2), Vec::new());
        list.lose("b");
        assert_eq!(all(&mut list), [seen("a", 2), gone("b")]);
        list.lose("b");
        list.lose("never seen");
        assert_eq!(all(&mut list), []);
        list.see("b", ad(1), Vec::new());
        assert_eq!(all(&mut list), [seen("b", 1)], "one that comes back is news");
    }

    #[test]
    fn a_slow_node_is_told_only_how_it_ended() {
        let mut list = Sightings::default();
        list.see("a", ad(1), Vec::new());
        list.see("flicker", ad(1), Vec::new());
        list.see("a", ad(2), Vec::new());
        list.lose("flicker");
        assert_eq!(all(&mut list), [seen("a", 2)]);
        list.lose("a");
        list.see("a", ad(2), Vec::new());
        assert_eq!(all(&mut list), [], "away and back is as if it had stayed");
    }

    #[test]
    fn a_flood_neither_grows_the_list_nor_pushes_anybody_out() {
        let mut list = Sightings::default();
        list.see("friend", ad(1), Vec::new());
        for round in 0..10 {
            for i in 0..10_000 {
                list.see(&format!("{round} {i}"), ad(1), Vec::new());
                list.see("friend", ad(2), Vec::new());
            }
        }
        assert_eq!((list.known.len(), list.news.len()), (MAX_SIGHTINGS, MAX_SIGHTINGS));
        assert_eq!(list.next(), Some(seen("friend", 2)));
        list.lose("0 1");
        assert_eq!(all(&mut list).len(), MAX_SIGHTINGS - 2);
        list.see("newcomer", ad(1), Vec::new());
        assert_eq!(all(&mut list), [seen("newcomer", 1)], "there is room again");
    }
}
