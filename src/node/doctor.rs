//! Can this network play? What a node needs, tried out one by one.

mod advice;
mod found;
mod probe;

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use whistlestop_proto::sign::{Identity, PublicKey};

pub(crate) use self::advice::no_network;
pub use self::advice::{firewall_advice, vpn_advice};
pub use self::found::{Found, Interface, PeerCheck};

use self::probe::multicast_comes_back;
use crate::discovery::address::{Typed, interfaces};
use crate::discovery::{Ad, AdState, Fingerprint, Mdns, Sighting};
use crate::net::{Endpoint, NetEvent};
use crate::node::reach::addresses::reachable_at;
use crate::node::system::{event_loop, random, stop_signals};
use crate::table::wire::{Frame, Wire};

/// How long each thing may take; on a network that works it takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tries out this machine's network and, if one is given, the way to a peer and back; tells what it finds as it comes.
pub fn examine(identity: &Identity, peer: Option<Typed>, mut tell: impl FnMut(Found)) -> anyhow::Result<()> {
    event_loop()?.block_on(async {
        for found in interfaces() {
            let multicast = match found.ip {
                IpAddr::V4(address) => Some(multicast_comes_back(address).await),
                IpAddr::V6(_) => None,
            };
            let (name, address, is_tunnel) = (found.name, found.ip, found.is_tunnel);
            tell(Found::Interface(Interface { name, address, is_tunnel, multicast }));
        }
        tell(Found::Mdns(find_oneself().await));
        if let Some(typed) = peer {
            tell(Found::Peer(check_peer(identity, typed.resolve().await?).await?));
        }
        Ok(())
    })
}

/// Answers others who examine their network, until the program is stopped.
pub fn answer(
    identity: &Identity,
    listen: &[SocketAddr],
    mut ready: impl FnMut(&[SocketAddr]) -> std::io::Result<()>,
    mut called: impl FnMut(SocketAddr) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    event_loop()?.block_on(async {
        let (endpoint, mut events) = Endpoint::bind(identity, listen)?;
        let mut stop = stop_signals(false)?;
        ready(&reachable_at(&endpoint))?;
        let mut seen = std::collections::BTreeMap::new();
        loop {
            let event = tokio::select! {
                Some(event) = events.recv() => event,
                _ = stop.recv() => break,
            };
            match event {
                NetEvent::Linked { peer, address, .. } => {
                    seen.insert(peer, address);
                }
                NetEvent::Unlinked { peer, .. } => {
                    seen.remove(&peer);
                }
                NetEvent::Frame { peer, bytes } => {
                    let Ok(Frame::Wire(wire)) = Frame::parse(&bytes) else { continue };
                    // Only the first time, and only to where the caller is.
                    if let (Wire::CallMe { key, port }, Some(mut address)) = (*wire, seen.remove(&peer)) {
                        called(address)?;
                        address.set_port(port);
                        endpoint.dial(address, Some(key));
                    }
                }
                NetEvent::DialFailed { .. } => {}
            }
        }
        endpoint.shutdown("stopped").await;
        Ok(())
    })
}

/// One mDNS of this program tells of a table, another must hear of it by a network that others are on too.
async fn find_oneself() -> Result<Duration, String> {
    let key = fresh_identity().map_err(|why| why.to_string())?.public();
    let (teller, _) = Mdns::start_outside().map_err(|why| why.to_string())?;
    let (hearer, mut sightings) = Mdns::start_outside().map_err(|why| why.to_string())?;
    let ad = Ad {
        fingerprint: Fingerprint::of(&key),
        name: "doctor".to_owned(),
        host: "doctor".to_owned(),
        gathering: [0; 8],
        game: "none".to_owned(),
        seats_taken: 0,
        seats: 0,
        // Without seats it is no table to anybody, and one that is over to an earlier program.
        state: AdState::Over,
        pass_phrase: false,
        version: crate::table::gather::PROGRAM_VERSION.to_owned(),
        protocol: whistlestop_proto::contract::PROTOCOL_VERSION,
        port: 9,
    };
    let started = Instant::now();
    let told = teller.advertise(&ad).map_err(|why| why.to_string());
    let mine = Fingerprint::of(&key);
    let heard = timeout(PATIENCE, async {
        while let Some(sighting) = sightings.recv().await {
            if matches!(&sighting, Sighting::Seen { ad, .. } if ad.fingerprint == mine) {
                return true;
            }
        }
        false
    });
    let heard = heard.await;
    let took = started.elapsed();
    teller.stop().await;
    hearer.stop().await;
    told?;
    match heard {
        Ok(true) => Ok(took),
        _ => Err(format!("heard nothing of itself within {} s", PATIENCE.as_secs())),
    }
}

async fn check_peer(identity: &Identity, addresses: Vec<SocketAddr>) -> anyhow::Result<PeerCheck> {
    let (out, mut out_events) = Endpoint::bind(identity, &[])?;
    // A port and a key that the peer has never seen: what gets through to it would get through to a game.
    let caller = fresh_identity()?;
    let (back, mut back_events) = Endpoint::bind(&caller, &[])?;
    let started = Instant::now();
    for address in &addresses {
        out.dial(*address, None);
    }
    let there = match first_link(&mut out_events).await {
        Ok(peer) => Ok((peer, started.elapsed())),
        Err(why) => Err(why),
    };
    let returned = match &there {
        Ok((peer, _)) => {
            let port = back.addresses().first().map_or(0, SocketAddr::port);
            let call = Wire::CallMe { key: caller.public(), port };
            // If it cannot be sent no call comes back, which is told below.
            let _ = out.send(peer, &call.frame());
            first_link(&mut back_events).await.map(|_| ())
        }
        Err(_) => Err("not tried: the peer was not reached".to_owned()),
    };
    out.shutdown("examined").await;
    back.shutdown("examined").await;
    Ok(PeerCheck { addresses, there, back: returned })
}

/// The first peer that links within the time.
async fn first_link(events: &mut mpsc::Receiver<NetEvent>) -> Result<PublicKey, String> {
    let mut last = "nothing came through".to_owned();
    let found = timeout(PATIENCE, async {
        while let Some(event) = events.recv().await {
            match event {
                NetEvent::Linked { peer, .. } => return Some(peer),
                NetEvent::DialFailed { why, .. } => last = why.to_string(),
                NetEvent::Frame { .. } | NetEvent::Unlinked { .. } => {}
            }
        }
        None
    });
    let found = found.await;
    found.ok().flatten().ok_or(last)
}

fn fresh_identity() -> anyhow::Result<Identity> {
    Ok(Identity::from_secret(&random()?))
}
