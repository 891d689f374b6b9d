//! Where others can reach this machine, and which of that means the same to them.

use std::net::{IpAddr, SocketAddr};

use crate::discovery::address::local_addresses;
use crate::net::Endpoint;
use crate::table::limits::MAX_ADDRESSES;

/// Where others can reach an endpoint, best first.
pub(crate) fn reachable_at(endpoint: &Endpoint) -> Vec<SocketAddr> {
    let mut all = Vec::new();
    for bound in endpoint.addresses() {
        if bound.ip().is_unspecified() {
            let wants_v4 = bound.is_ipv4();
            let fits = |address: &SocketAddr| !wants_v4 || address.is_ipv4();
            all.extend(local_addresses(bound.port()).into_iter().filter(fits));
        } else {
            all.push(bound);
        }
    }
    all.dedup();
    all.truncate(MAX_ADDRESSES);
    all
}

/// The addresses that mean the same to others: not this machine's own loop, nor those that need a scope. If there are none,
/// those that need one, which others find out by trying; and if there are none either, everybody must be on this machine.
pub(crate) fn shared_of(all: Vec<SocketAddr>) -> Vec<SocketAddr> {
    let needs_scope = |address: &SocketAddr| match address.ip() {
        IpAddr::V4(_) => false,
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    let outside: Vec<SocketAddr> =
        all.iter().filter(|address| !address.ip().is_loopback()).copied().collect();
    let plain: Vec<SocketAddr> = outside.iter().filter(|address| !needs_scope(address)).copied().collect();
    [plain, outside].into_iter().find(|some| !some.is_empty()).unwrap_or(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_told_what_means_most_to_them() {
        let shared = |all: &[&str]| -> Vec<String> {
            let all = all.iter().map(|text| text.parse().unwrap()).collect();
            shared_of(all).iter().map(SocketAddr::to_string).collect()
        };
        let (lan, link, own) = ("10.0.0.5:7", "[fe80::1%2]:7", "127.0.0.1:7");
        assert_eq!(shared(&[lan, link, own]), [lan]);
        assert_eq!(shared(&[link, own, "[::1]:7"]), [link], "nobody else is at this machine's own loop");
        assert_eq!(shared(&[own]), [own], "then everybody is on this machine");
        assert!(shared(&[]).is_empty());
    }
}
