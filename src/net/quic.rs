//! QUIC as a link needs it: small windows, one stream, quick on a local network.

use std::sync::Arc;

use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{AckFrequencyConfig, IdleTimeout, TransportConfig, VarInt};

use super::limits::{
    ACK_AFTER_PACKETS, CONNECTION_WINDOW_BYTES, CRYPTO_BUFFER_BYTES, FIRST_ROUND_TRIP, KEEP_ALIVE, Limits,
    MAX_HALF_OPEN, SEND_WINDOW_BYTES, STREAM_WINDOW_BYTES,
};
use super::tls::{DialVerifier, Tls};

/// How connections are taken.
pub(super) fn server(tls: &Tls, limits: &Limits) -> Result<quinn::ServerConfig, String> {
    let tls = tls.server().map_err(|why| why.to_string())?;
    let tls = QuicServerConfig::try_from(tls).map_err(|why| why.to_string())?;
    let mut config = quinn::ServerConfig::with_crypto(Arc::new(tls));
    let mut tokens = quinn::ValidationTokenConfig::default();
    tokens.sent(0);
    // The dialler opens the one stream.
    config.transport_config(Arc::new(transport(limits, 1)));
    config.validation_token_config(tokens);
    config.max_incoming(MAX_HALF_OPEN);
    config.incoming_buffer_size(u64::from(STREAM_WINDOW_BYTES) / 16);
    config.incoming_buffer_size_total(u64::from(CONNECTION_WINDOW_BYTES));
    Ok(config)
}

/// How one address is dialled.
pub(super) fn client(
    tls: &Tls,
    verifier: Arc<DialVerifier>,
    limits: &Limits,
) -> Result<quinn::ClientConfig, String> {
    let tls = tls.client(verifier).map_err(|why| why.to_string())?;
    let tls = QuicClientConfig::try_from(tls).map_err(|why| why.to_string())?;
    let mut config = quinn::ClientConfig::new(Arc::new(tls));
    config.transport_config(Arc::new(transport(limits, 0)));
    Ok(config)
}

fn transport(limits: &Limits, streams: u32) -> TransportConfig {
    let mut acks = AckFrequencyConfig::default();
    acks.ack_eliciting_threshold(ACK_AFTER_PACKETS.into());
    let idle = IdleTimeout::try_from(limits.idle).unwrap_or_else(|_| VarInt::MAX.into());
    let mut config = TransportConfig::default();
    config
        .max_concurrent_bidi_streams(streams.into())
        .max_concurrent_uni_streams(VarInt::from_u32(0))
        .stream_receive_window(STREAM_WINDOW_BYTES.into())
        .receive_window(CONNECTION_WINDOW_BYTES.into())
        .send_window(SEND_WINDOW_BYTES)
        .crypto_buffer_size(CRYPTO_BUFFER_BYTES)
        .datagram_receive_buffer_size(None)
        .datagram_send_buffer_size(0)
        .max_idle_timeout(Some(idle))
        // A quarter of the time until a link counts as gone.
        .keep_alive_interval(Some(KEEP_ALIVE.min(limits.idle / 4)))
        .initial_rtt(FIRST_ROUND_TRIP)
        .send_fairness(false)
        .ack_frequency_config(Some(acks));
    // The first packets are as small as every network carries them; larger ones are then tried out by themselves.
    config
}
