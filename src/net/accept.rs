//! Taking connections: from a stranger's first packet to a link.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use quinn::Incoming;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::address::plain;
use super::gate::Gate;
use super::link::{BARRED, CLOSED, DUPLICATE, Link, OLDER, Parts};
use super::read::{self, Input};
use super::registry::Admission;
use super::shared::Shared;
use super::tls::peer_of;

/// Takes connections from one socket until it is closed.
pub(super) async fn run(shared: Arc<Shared>, socket: quinn::Endpoint) {
    let mut gate = Gate::new(shared.limits.handshake_burst, shared.limits.handshakes_per_second);
    let mut second = interval(Duration::from_secs(1));
    second.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            incoming = socket.accept() => match incoming {
                Some(incoming) => consider(&shared, &mut gate, incoming),
                None => return,
            },
            _ = second.tick(), if !gate.is_idle() => gate.forget(),
        }
    }
}

/// Decides, before anything costly is done, whether to go on.
fn consider(shared: &Arc<Shared>, gate: &mut Gate, incoming: Incoming) {
    // Whoever dials first shows that it receives at the address it sends from: nobody can use up another's tries, and
    // a flood of made-up addresses costs nothing. On a local network that is less than a millisecond. Not asked of
    // link-local addresses: the proof that quinn hands out leaves out their scope, so it would never fit.
    let from = plain(incoming.remote_address());
    if !incoming.remote_address_validated() && !is_link_local(from.ip()) {
        // An error means that it may not be asked again; then it is not wanted either.
        let _ = incoming.retry();
        return;
    }
    if !gate.allow(from.ip()) {
        tracing::debug!(%from, "refused a connection: too many tries");
        return incoming.refuse();
    }
    let Ok(permit) = shared.half_open.clone().try_acquire_owned() else {
        tracing::debug!(%from, "refused a connection: too many at once");
        return incoming.refuse();
    };
    let shared = shared.clone();
    tokio::spawn(async move {
        let welcome = welcome(shared.clone(), incoming);
        tokio::select! {
            () = welcome => {}
            () = shared.events.ended() => {}
        }
        drop(permit);
    });
}

fn is_link_local(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local())
}

/// Finishes the handshake, hears the greeting, and makes a link of it or says why not.
async fn welcome(shared: Arc<Shared>, incoming: Incoming) {
    let address = plain(incoming.remote_address());
    let connecting = match incoming.accept() {
        Ok(connecting) => connecting,
        Err(why) => return tracing::debug!(%address, %why, "a connection failed"),
    };
    let connection = match timeout(shared.limits.handshake, connecting).await {
        Ok(Ok(connection)) => connection,
        Ok(Err(why)) => return tracing::debug!(%address, %why, "a handshake failed"),
        Err(_) => return tracing::debug!(%address, "a handshake took too long"),
    };
    match timeout(shared.limits.handshake, greeted(&shared, &connection)).await {
        Ok(Ok(())) => {}
        Ok(Err((code, why))) => {
            tracing::debug!(%address, %why, "refused a connection");
            connection.close(code, why.as_bytes());
        }
        Err(_) => connection.close(CLOSED, b"you did not greet in time"),
    }
}

async fn greeted(
    shared: &Arc<Shared>,
    connection: &quinn::Connection,
) -> Result<(), (quinn::VarInt, String)> {
    let refuse = |why: &dyn std::fmt::Display| (CLOSED, why.to_string());
    let peer = peer_of(connection).map_err(|why| refuse(&why))?;
    if peer == shared.own {
        return Err(refuse(&"this is your own address"));
    }
    let (stream, receive) = connection.accept_bi().await.map_err(|why| refuse(&why))?;
    let mut input = Input::new(receive);
    let session =
        input.greeting().await.map_err(|why| refuse(&format_args!("you sent a bad frame: {why}")))?;
    let address = plain(connection.remote_address());
    let parts = Parts { peer, address, dialled: false, session, connection: connection.clone(), stream };
    let link = Link::new(parts, &shared.limits).map_err(|why| refuse(&why))?;
    let turn = loop {
        let admission = shared.registry().admit(&link);
        match admission {
            Admission::Taken(turn) => break turn,
            // An error is the expected way: the claim is gone.
            Admission::Hold(mut claim) => drop(claim.changed().await),
            Admission::Duplicate => return Err((DUPLICATE, "there already is a link".to_owned())),
            Admission::Older => {
                return Err((OLDER, "a newer start of your program is linked here".to_owned()));
            }
            Admission::Barred => return Err(refuse(&BARRED)),
            Admission::Full => {
                let why = "this peer has as many links as it takes; try again later";
                return Err(refuse(&why));
            }
        }
    };
    // If this fails the link is over, and whoever reads from it says so.
    let _ = link.greet(&shared.session);
    tokio::spawn(read::run(shared.clone(), link, input, turn));
    Ok(())
}
