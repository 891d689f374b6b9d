//! Can this network play? What a node needs, tried out one by one.

mod advice;
mod ask;
mod firewall;
mod found;
mod ports;
mod probe;

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use whistlestop_proto::sign::{Identity, PublicKey};

pub(crate) use self::advice::no_network;
pub use self::advice::{
    firewall_advice, firewall_line, multicast_advice, own_program, port_advice, port_line, vpn_advice,
};
pub use self::firewall::{Firewall, FirewallKind, State, System, lets_players_in};
pub use self::found::{Found, FoundAddress, PeerCheck};
pub use self::ports::PortUse;

use self::ask::ToolAnswers;
use self::firewall::MDNS_PORT;
use self::probe::multicast_comes_back;
use crate::discovery::address::{Typed, interfaces};
use crate::discovery::{Ad, AdState, DEFAULT_PORT, Fingerprint, Mdns, Sighting};
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
            tell(Found::Interface(FoundAddress { name, address, is_tunnel, multicast }));
        }
        tell(Found::Mdns(find_oneself().await));
        for found in look_around(System::here()).await {
            tell(found);
        }
        if let Some(typed) = peer {
            tell(Found::Peer(check_peer(identity, typed.resolve().await?).await?));
        }
        Ok(())
    })
}

/// The firewalls, and who listens where, as far as this user may know.
async fn look_around(system: System) -> Vec<Found> {
    let program = own_program();
    let asks = system.firewall_asks(&program).into_iter().chain(ports::asks(system)).collect();
    let answers = ToolAnswers::gather(asks).await;
    let firewalls = system.firewalls(&answers, &program, DEFAULT_PORT).into_iter().map(Found::Firewall);
    let used = ports::read(system, &answers, &[DEFAULT_PORT, MDNS_PORT], std::process::id());
    firewalls.chain(used.unwrap_or_default().into_iter().map(Found::Port)).collect()
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
        // Whoever asks wants to know whether it would have been found by itself.
        let shown = Mdns::start_outside().ok().map(|(teller, _)| teller);
        if let (Some(teller), Some(address)) = (&shown, endpoint.addresses().first()) {
            // If it cannot be told, it is not heard, which is what is told there.
            let _ = teller.advertise(&shown_doctor(&identity.public(), address.port()));
        }
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
        if let Some(teller) = shown {
            teller.stop().await;
        }
        endpoint.shutdown("stopped").await;
        Ok(())
    })
}

/// What a doctor says of itself. Nobody joins a table that is over.
fn shown_doctor(key: &PublicKey, port: u16) -> Ad {
    Ad {
        fingerprint: Fingerprint::of(key),
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
        port,
    }
}

/// One mDNS of this program tells of a table, another must hear of it by a network that others are on too.
async fn find_oneself() -> Result<Duration, String> {
    let key = fresh_identity().map_err(|why| why.to_string())?.public();
    let (teller, _) = Mdns::start_outside().map_err(|why| why.to_string())?;
    let (hearer, mut sightings) = Mdns::start_outside().map_err(|why| why.to_string())?;
    // Nothing listens there, and nobody dials it.
    let ad = shown_doctor(&key, 9);
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
    // A peer at the machine's own loop is told of by none of its networks.
    let is_elsewhere = addresses.iter().any(|address| !address.ip().is_loopback());
    let hearer = Mdns::start_outside().ok().filter(|_| is_elsewhere);
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
    let heard = match (&there, hearer) {
        (Ok((peer, _)), Some((hearer, sightings))) => {
            let heard = hears(sightings, peer, &addresses).await;
            hearer.stop().await;
            Some(heard)
        }
        _ => None,
    };
    out.shutdown("examined").await;
    back.shutdown("examined").await;
    Ok(PeerCheck { addresses, there, back: returned, heard })
}

/// Whether a peer, or another one at its laptop, is heard telling of itself.
async fn hears(mut sightings: mpsc::Receiver<Sighting>, peer: &PublicKey, addresses: &[SocketAddr]) -> bool {
    let is_there = |place: &SocketAddr| addresses.iter().any(|address| address.ip() == place.ip());
    let heard = timeout(PATIENCE, async {
        while let Some(sighting) = sightings.recv().await {
            if let Sighting::Seen { ad, addresses, .. } = sighting
                && (ad.fingerprint.is_of(peer) || addresses.iter().any(is_there))
            {
                return true;
            }
        }
        false
    });
    heard.await.unwrap_or(false)
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
