use std::net::{IpAddr, SocketAddr, SocketAddrV6, UdpSocket};

use super::kit::{Peer, identity, loopback};
use crate::net::limits::Limits;
use crate::net::{BindError, DialError, Endpoint, NetEvent};

#[expect(clippy::print_stderr, reason = "a test that cannot run here says so")]
fn skipped(what: &str) {
    eprintln!("SKIPPED: {what}");
}

fn at(text: &str) -> SocketAddr {
    text.parse().unwrap()
}

fn has_ipv6() -> bool {
    UdpSocket::bind("[::1]:0").is_ok()
}

#[tokio::test]
async fn a_port_in_use_is_a_clear_sentence() {
    let peer = Peer::new(1);
    let port = peer.address().port();
    let why = Endpoint::bind(&identity(2), &[peer.address()]).unwrap_err();
    assert!(matches!(why, BindError::InUse(_)));
    let words = why.to_string();
    assert!(words.starts_with(&format!("port {port} is already in use")) && words.contains("choose another"));
    if has_ipv6() {
        let everywhere = SocketAddr::new(at("[::]:0").ip(), port);
        assert!(matches!(Endpoint::bind(&identity(2), &[everywhere]), Err(BindError::InUse(_))));
    }
}

#[tokio::test]
async fn an_address_of_another_machine_is_a_clear_sentence() {
    // For documentation only: no machine has it.
    let why = Endpoint::bind(&identity(1), &[at("192.0.2.1:0")]).unwrap_err();
    assert_eq!(
        why.to_string(),
        "this machine has no address 192.0.2.1: leave it out, or choose one of its own"
    );
}

#[test]
fn outside_a_runtime_is_an_error_and_no_panic() {
    assert!(matches!(Endpoint::bind(&identity(1), &[loopback()]), Err(BindError::NoRuntime)));
}

#[tokio::test]
async fn ipv6_loopback_works() {
    if !has_ipv6() {
        return skipped("this machine has no IPv6");
    }
    let mut a = Peer::on(1, &[at("[::1]:0")], Limits::default());
    let mut b = Peer::on(2, &[at("[::1]:0")], Limits::default());
    a.link(&mut b).await;
    a.talks_with(&mut b).await;
}

#[tokio::test]
async fn one_socket_for_everything_takes_ipv4_and_ipv6_and_dials_both() {
    // Without any address, and without IPv6 too, it listens for everybody.
    let mut host = Peer::on(1, &[], Limits::default());
    let port = host.address().port();
    let families = if has_ipv6() { vec!["127.0.0.1", "::1"] } else { vec!["127.0.0.1"] };
    for (number, family) in (2..).zip(families) {
        let ip: IpAddr = family.parse().unwrap();
        let mut guest = Peer::on(number, &[SocketAddr::new(ip, 0)], Limits::default());
        guest.endpoint.dial(SocketAddr::new(ip, port), Some(host.key));
        guest.linked(host.key).await;
        let NetEvent::Linked { address, .. } = host.next().await else { panic!("a link") };
        assert_eq!(address, guest.address(), "an IPv4 address is shown as one");
        host.endpoint.close(&guest.key, "the other way now");
        host.unlinked(guest.key).await;
        guest.unlinked(host.key).await;
        host.link(&mut guest).await;
        host.talks_with(&mut guest).await;
    }
}

#[tokio::test]
async fn several_sockets_are_one_endpoint() {
    let mut host = Peer::on(1, &[loopback(), loopback()], Limits::default());
    let addresses = host.endpoint.addresses();
    assert_eq!(addresses.len(), 2);
    for (number, address) in (2..).zip(addresses) {
        let mut guest = Peer::new(number);
        guest.endpoint.dial(address, Some(host.key));
        guest.linked(host.key).await;
        host.linked(guest.key).await;
        host.talks_with(&mut guest).await;
    }
}

#[tokio::test]
async fn the_same_port_for_both_families_is_no_conflict_with_itself() {
    if !has_ipv6() {
        return skipped("this machine has no IPv6");
    }
    let port = UdpSocket::bind("[::]:0").unwrap().local_addr().unwrap().port();
    let both = [SocketAddr::new(at("[::]:0").ip(), port), SocketAddr::new(at("0.0.0.0:0").ip(), port)];
    let mut host = Peer::on(1, &both, Limits::default());
    let mut guest = Peer::new(2);
    guest.endpoint.dial(SocketAddr::new(loopback().ip(), port), None);
    guest.linked(host.key).await;
    host.linked(guest.key).await;
}

#[tokio::test]
async fn a_link_local_address_works_with_its_scope() {
    let local = |interface: if_addrs::Interface| match interface.ip() {
        IpAddr::V6(ip) if ip.is_unicast_link_local() => Some((ip, interface.index?)),
        _ => None,
    };
    let Some((ip, scope)) = if_addrs::get_if_addrs().unwrap().into_iter().find_map(local) else {
        return skipped("this machine has no link-local IPv6 address");
    };
    let mut host = Peer::on(1, &[at("[::]:0")], Limits::default());
    let mut guest = Peer::on(2, &[at("[::]:0")], Limits::default());
    let address = SocketAddrV6::new(ip, host.address().port(), 0, scope).into();
    guest.endpoint.dial(address, Some(host.key));
    guest.linked(host.key).await;
    let NetEvent::Linked { address: SocketAddr::V6(from), .. } = host.next().await else { panic!("a link") };
    assert_eq!((*from.ip(), from.scope_id()), (ip, scope), "so that it can be dialled back");
    host.talks_with(&mut guest).await;
}

#[tokio::test]
async fn an_address_of_a_family_without_a_socket_is_a_clear_sentence() {
    let mut peer = Peer::new(1);
    peer.endpoint.dial(at("[::1]:7777"), None);
    let why = peer.failed().await;
    assert_eq!(why, DialError::Unreachable("no socket of this program reaches it".to_owned()));
}
