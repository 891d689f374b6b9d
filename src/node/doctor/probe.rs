//! Whether a multicast packet that is sent on an interface is heard there again.

use std::net::{Ipv4Addr, SocketAddrV4, UdpSocket};
use std::time::Duration;

use socket2::{Domain, Protocol, SockAddr, Socket, Type};

/// A group for use within one site: no router passes it on.
const GROUP: Ipv4Addr = Ipv4Addr::new(239, 255, 83, 0);

const PATIENCE: Duration = Duration::from_secs(1);

/// Sends a packet on the interface with this address and waits until it comes back.
pub(crate) async fn multicast_comes_back(interface: Ipv4Addr) -> Result<(), String> {
    let (hears, speaks) = sockets(interface).map_err(|why| why.to_string())?;
    let port = hears.local_addr().map_err(|why| why.to_string())?.port();
    let hears = tokio::net::UdpSocket::from_std(hears).map_err(|why| why.to_string())?;
    let mut token = [0; 16];
    getrandom::fill(&mut token).map_err(|why| why.to_string())?;
    let group = SockAddr::from(SocketAddrV4::new(GROUP, port));
    speaks.send_to(&token, &group).map_err(|why| format!("it cannot be sent ({why})"))?;
    let answer = tokio::time::timeout(PATIENCE, async {
        let mut bytes = [0; 64];
        // Others may use the group too.
        loop {
            match hears.recv(&mut bytes).await {
                Ok(length) if bytes[..length] == token => return Ok(()),
                Ok(_) => {}
                Err(why) => return Err(why.to_string()),
            }
        }
    });
    answer.await.unwrap_or_else(|_| Err("nothing was heard; a firewall or a VPN may swallow it".to_owned()))
}

/// One socket that listens to the group on the interface, one that speaks on it.
fn sockets(interface: Ipv4Addr) -> std::io::Result<(UdpSocket, Socket)> {
    let hears = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    hears.join_multicast_v4(&GROUP, &interface)?;
    hears.set_nonblocking(true)?;
    let speaks = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    speaks.set_multicast_if_v4(&interface)?;
    speaks.set_multicast_loop_v4(true)?;
    speaks.set_multicast_ttl_v4(1)?;
    Ok((hears, speaks))
}
