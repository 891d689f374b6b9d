//! Dialling: from an address to a link.

use std::net::SocketAddr;
use std::sync::Arc;

use quinn::{ConnectError, ConnectionError, ReadError, TransportErrorCode};
use tokio::time::timeout;
use whistlestop_proto::sign::PublicKey;

use super::NetEvent;
use super::address::plain;
use super::error::DialError;
use super::link::{BARRED, CLOSED, DUPLICATE, Link, Parts, given};
use super::quic;
use super::read::{self, Input, NoGreeting};
use super::reason::clean;
use super::registry::{Claim, Dialling, TellLock, Unclaimed};
use super::shared::Shared;
use super::tls::{DialVerifier, peer_of};

/// What a certificate is refused with, by alert: bad, unsupported, revoked, expired, unknown, missing, access denied.
const CERTIFICATE_ALERTS: [u8; 9] = [42, 43, 44, 45, 46, 48, 49, 51, 116];

/// The signature over the handshake is wrong.
const BAD_SIGNATURE_ALERT: u8 = 51;

/// No protocol in common, or no version of TLS.
const OTHER_PROTOCOL_ALERTS: [u8; 2] = [120, 70];

/// Dials, and tells the node what came of it.
pub(super) async fn dial(
    shared: Arc<Shared>,
    under_way: Dialling,
    address: SocketAddr,
    expected: Option<PublicKey>,
) {
    let why = match shared.dials.clone().try_acquire_owned() {
        Err(_) => DialError::Full,
        Ok(_permit) => match attempt(&shared, address, expected).await {
            Ok((link, input, turn)) => {
                drop(under_way);
                tokio::spawn(read::run(shared, link, input, turn));
                return;
            }
            Err(why) => why,
        },
    };
    drop(under_way);
    if let (DialError::Already { peer }, Some(_)) = (&why, expected) {
        if shared.registry().is_near(peer) {
            // The node asked for a link to this peer and has one, or will hear how the other dial ends.
            return;
        }
        let reason = "it still holds an older link to this player; try again in a few seconds".to_owned();
        let why = DialError::Refused { reason };
        shared.events.emit(NetEvent::DialFailed { address, expected, why }).await;
        return;
    }
    shared.events.emit(NetEvent::DialFailed { address, expected, why }).await;
}

async fn attempt(
    shared: &Arc<Shared>,
    address: SocketAddr,
    expected: Option<PublicKey>,
) -> Result<(Arc<Link>, Input, Arc<TellLock>), DialError> {
    let to = plain(address);
    let no_socket = || DialError::Unreachable("no socket of this program reaches it".to_owned());
    let socket = shared.socket_to(to).ok_or_else(no_socket)?;
    let verifier = shared.tls.verifier(expected);
    let config = quic::client(&shared.tls, verifier.clone(), &shared.limits).map_err(DialError::Failed)?;
    let connecting = socket.connect_with(config, to, "whistlestop").map_err(|why| unreachable(&why))?;
    let connection = match timeout(shared.limits.handshake, connecting).await {
        Err(_) => return Err(DialError::NoAnswer),
        Ok(Err(why)) => return Err(failed(&why, &verifier, expected)),
        Ok(Ok(connection)) => connection,
    };
    let peer = peer_of(&connection).map_err(DialError::BadCertificate)?;
    if peer == shared.own {
        connection.close(CLOSED, b"this is your own address");
        return Err(DialError::Ourselves);
    }
    // From here to its end the claim is held, so that this dial and one from the other side cannot both become links.
    let claim = Claim::new(shared, peer).map_err(|why| match why {
        Unclaimed::Already => DialError::Already { peer },
        Unclaimed::Full => DialError::Full,
        Unclaimed::Barred => DialError::Barred,
    });
    let claim = claim.inspect_err(|why| match why {
        DialError::Barred => connection.close(CLOSED, BARRED.as_bytes()),
        _ => connection.close(DUPLICATE, b"there already is a link"),
    })?;
    let greeted = timeout(shared.limits.handshake, greet(shared, &connection, peer, address)).await;
    let (link, input) = match greeted {
        Err(_) => {
            connection.close(CLOSED, b"no answer to the greeting");
            return Err(DialError::NoAnswer);
        }
        Ok(greeted) => greeted.inspect_err(|_| connection.close(CLOSED, b"a bad answer to the greeting"))?,
    };
    let turn = shared.registry().complete(&link);
    drop(claim);
    let Some(turn) = turn else {
        connection.close(DUPLICATE, b"there already is a link");
        return Err(DialError::Already { peer });
    };
    Ok((link, input, turn))
}

async fn greet(
    shared: &Arc<Shared>,
    connection: &quinn::Connection,
    peer: PublicKey,
    address: SocketAddr,
) -> Result<(Arc<Link>, Input), DialError> {
    let refused = |why: &ConnectionError| refusal(why, peer);
    let (mut stream, receive) = connection.open_bi().await.map_err(|why| refused(&why))?;
    let mut greeting = Vec::new();
    super::frame::write(&super::frame::greeting(&shared.session), &mut greeting);
    let written = stream.write_all(&greeting).await;
    let mut input = Input::new(receive);
    let session = input.greeting().await.map_err(|why| match why {
        NoGreeting::Read(ReadError::ConnectionLost(why)) => refused(&why),
        other => DialError::Failed(clean(other.to_string().as_bytes())),
    })?;
    written.map_err(|why| DialError::Failed(clean(why.to_string().as_bytes())))?;
    let connection = connection.clone();
    let parts = Parts { peer, address, dialled: true, session, connection, stream };
    let link = Link::new(parts, &shared.limits).map_err(|why| DialError::Failed(why.to_string()))?;
    Ok((link, input))
}

fn unreachable(why: &ConnectError) -> DialError {
    match why {
        ConnectError::InvalidRemoteAddress(_) => DialError::Unreachable(
            "it is no address that somebody can have, or of a kind not in use here".to_owned(),
        ),
        ConnectError::EndpointStopping => DialError::Unreachable("the program is ending".to_owned()),
        other => DialError::Unreachable(other.to_string()),
    }
}

/// Why a handshake failed, before the other side had proved anything.
fn failed(why: &ConnectionError, verifier: &DialVerifier, expected: Option<PublicKey>) -> DialError {
    match (verifier.found(), expected) {
        (Some(Err(why)), _) => return DialError::BadCertificate(why),
        (Some(Ok(found)), Some(expected)) if found != expected => {
            return DialError::WrongKey { expected, found };
        }
        _ => {}
    }
    let code = match why {
        ConnectionError::VersionMismatch => return DialError::NotWhistlestop,
        ConnectionError::TimedOut => return DialError::NoAnswer,
        ConnectionError::ConnectionClosed(close) => close.error_code,
        ConnectionError::TransportError(error) => error.code,
        _ => return DialError::Failed(clean(why.to_string().as_bytes())),
    };
    if code == TransportErrorCode::CONNECTION_REFUSED {
        return DialError::Busy;
    }
    if verifier.found().is_some() && code == TransportErrorCode::crypto(BAD_SIGNATURE_ALERT) {
        return DialError::Unproved;
    }
    if OTHER_PROTOCOL_ALERTS.iter().any(|&alert| code == TransportErrorCode::crypto(alert)) {
        return DialError::NotWhistlestop;
    }
    DialError::Failed(clean(why.to_string().as_bytes()))
}

/// Why the other side ended a connection instead of answering the greeting.
fn refusal(why: &ConnectionError, peer: PublicKey) -> DialError {
    match why {
        ConnectionError::ApplicationClosed(close) if close.error_code == DUPLICATE => {
            DialError::Already { peer }
        }
        ConnectionError::ApplicationClosed(close) => DialError::Refused { reason: given(&close.reason) },
        ConnectionError::ConnectionClosed(close)
            if CERTIFICATE_ALERTS
                .iter()
                .any(|&alert| close.error_code == TransportErrorCode::crypto(alert)) =>
        {
            DialError::Refused { reason: "it does not accept this player's certificate".to_owned() }
        }
        ConnectionError::TimedOut => DialError::NoAnswer,
        other => DialError::Failed(clean(other.to_string().as_bytes())),
    }
}
