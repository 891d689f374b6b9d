//! Addresses as sockets compare them, and which socket reaches which.

use std::net::{IpAddr, SocketAddr};

/// An address in its one form: an IPv4 address never dressed as IPv6, a scope only where it means something.
///
/// QUIC takes packets only from exactly the address it dialled, and the system names the sender in this form.
pub(super) fn plain(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(_) => address,
        SocketAddr::V6(v6) => match address.ip().to_canonical() {
            ip @ IpAddr::V4(_) => SocketAddr::new(ip, v6.port()),
            ip @ IpAddr::V6(_) if !v6.ip().is_unicast_link_local() => SocketAddr::new(ip, v6.port()),
            IpAddr::V6(ip) => std::net::SocketAddrV6::new(ip, v6.port(), 0, v6.scope_id()).into(),
        },
    }
}

/// How well a socket bound to `from` reaches `to`; `None` if not at all.
pub(super) fn fitness(from: SocketAddr, to: SocketAddr) -> Option<u8> {
    let any = from.ip().is_unspecified();
    let same_family = from.is_ipv4() == to.is_ipv4();
    // A socket for all of IPv6 carries IPv4 too.
    let dual = from.is_ipv6() && any;
    if !(same_family || dual) {
        return None;
    }
    let near = any || from.ip().is_loopback() == to.ip().is_loopback();
    Some(2 * u8::from(near) + u8::from(same_family))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn every_address_has_one_form() {
        assert_eq!(plain(at("[::ffff:10.0.0.5]:7777")), at("10.0.0.5:7777"));
        assert_eq!(plain(at("10.0.0.5:7777")), at("10.0.0.5:7777"));
        assert_eq!(plain(at("[fd00::1%3]:7777")), at("[fd00::1]:7777"));
        assert_eq!(plain(at("[fe80::1%3]:7777")), at("[fe80::1%3]:7777"));
    }

    #[test]
    fn the_socket_that_reaches_furthest_is_the_one_that_fits() {
        let best = |sockets: &[&str], to: &str| {
            let fits = |&&from: &&&str| fitness(at(from), at(to));
            sockets.iter().filter(|from| fits(from).is_some()).max_by_key(fits).copied().map(str::to_owned)
        };
        let both = ["127.0.0.1:1", "[::1]:1"];
        assert_eq!(best(&both, "127.0.0.1:7").as_deref(), Some("127.0.0.1:1"));
        assert_eq!(best(&both, "[::1]:7").as_deref(), Some("[::1]:1"));
        assert_eq!(best(&["127.0.0.1:1", "0.0.0.0:1"], "10.0.0.5:7").as_deref(), Some("0.0.0.0:1"));
        assert_eq!(best(&["[::]:1"], "10.0.0.5:7").as_deref(), Some("[::]:1"));
        assert_eq!(best(&["[::]:1", "0.0.0.0:1"], "10.0.0.5:7").as_deref(), Some("0.0.0.0:1"));
        assert_eq!(best(&["0.0.0.0:1", "[::1]:1"], "[fe80::1%3]:7").as_deref(), Some("[::1]:1"));
        assert_eq!(best(&["0.0.0.0:1"], "[fe80::1%3]:7"), None);
        assert_eq!(best(&["[::1]:1"], "10.0.0.5:7"), None);
    }
}
