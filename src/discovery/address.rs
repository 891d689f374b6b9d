//! Addresses as people type them, and the addresses of this machine.
//!
//! [`parse`] only reads; [`Typed::resolve`] asks for names. Neither dials.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};

use if_addrs::IfOperStatus;
use thiserror::Error;
use tokio::time::timeout;
use whistlestop_proto::text::clean;

use super::limits::{MAX_ADDRESSES, MAX_TYPED_ADDRESS_BYTES, RESOLVE_TIME};
use super::mdns;

/// The port of a peer that does not say another: 1830 with a zero, below the ports that systems hand out.
pub const DEFAULT_PORT: u16 = 18_300;

/// A typed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Addresses to dial. More than one if it was link-local without a scope: the same on each interface.
    Addresses(Vec<SocketAddr>),
    /// A name, to be asked for.
    Name {
        /// The name, in lower case.
        host: String,
        /// The port there.
        port: u16,
    },
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// Nothing was typed.
    #[error("no address was given: type one like 192.168.1.23 or 192.168.1.23:{DEFAULT_PORT}")]
    Empty,
    /// It is longer than any address.
    #[error("that is too long for an address: type one like 192.168.1.23:{DEFAULT_PORT}")]
    TooLong,
    /// It is neither an address nor a name.
    #[error(
        "\"{0}\" is neither an address nor the name of a machine: type one like 192.168.1.23:{DEFAULT_PORT}, [fe80::1%eth0]:{DEFAULT_PORT} or laptop.local"
    )]
    Malformed(String),
    /// Its port is no port.
    #[error("\"{0}\" is not a port: give a number from 1 to 65535 behind the colon, or leave it out")]
    BadPort(String),
    /// It names an interface that is not here.
    #[error("this machine has no interface \"{0}\": the part behind the % must be one of {1}")]
    NoInterface(String, InterfaceNames),
    /// It is link-local, and there is no interface to find it on.
    #[error(
        "{0} can only be reached on a network with IPv6, and this machine is on none: use an IPv4 address"
    )]
    NoLinkLocal(Ipv6Addr),
    /// It is the address of no single machine.
    #[error("{0} is not the address of one machine: ask the host for the address that its screen shows")]
    NotOneMachine(IpAddr),
}

/// Why no address could be found for a name.
#[derive(Debug, Error)]
pub enum ResolveError {
    /// Nobody knows it.
    #[error("no machine named \"{host}\" was found ({why}): check the name, or type its address")]
    Unknown {
        /// The name.
        host: String,
        /// What the system says.
        why: String,
    },
    /// Nobody answered in time.
    #[error("nobody said within {} seconds where \"{host}\" is: type its address instead", RESOLVE_TIME.as_secs())]
    TimedOut {
        /// The name.
        host: String,
    },
}

/// An address of this machine and the interface that has it.
#[derive(Clone, Debug)]
pub struct Interface {
    /// What the system calls it.
    pub name: String,
    /// The address.
    pub ip: IpAddr,
    /// The interface's number, which a scope may be.
    pub index: Option<u32>,
    /// Whether it leads to one other machine only.
    pub is_tunnel: bool,
}

/// The names of this machine's interfaces, for a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceNames(Vec<String>);

impl fmt::Display for InterfaceNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            f.write_str("none (there is no network)")
        } else {
            f.write_str(&self.0.join(", "))
        }
    }
}

/// Reads an address: `10.0.0.5`, `10.0.0.5:7777`, `fe80::1%eth0`, `[fe80::1%eth0]:7777`, `laptop.local:7777`.
pub fn parse(text: &str) -> Result<Typed, AddressError> {
    parse_on(text, &interfaces())
}

/// The scope that `eth0` or `2` in `fe80::1%eth0` means on this machine.
pub fn scope_id(scope: &str) -> Option<u32> {
    scope_on(scope, &interfaces())
}

/// The addresses of this machine that others can dial, best first: cables and wireless networks before tunnels and
/// virtual networks, link-local ones behind those that need no scope, and the machine's own loop-back last.
pub fn local_addresses(port: u16) -> Vec<SocketAddr> {
    local_on(port, &interfaces())
}

/// An address to dial with its scope: a link-local one without a scope stands for itself on each interface that could
/// lead there, which may be none.
pub fn with_scopes(address: SocketAddr) -> Vec<SocketAddr> {
    with_scopes_on(address, &interfaces())
}

/// Whether an address can belong to a single machine's socket.
pub(crate) fn can_be_dialled(address: &SocketAddr) -> bool {
    address.port() != 0 && is_one_machine(address.ip().to_canonical())
}

/// Puts the addresses that are most likely to work first, and bounds them.
pub(crate) fn best_first(addresses: &mut Vec<SocketAddr>) {
    addresses.sort_by_key(|address| (rank(address.ip()), *address));
    addresses.dedup();
    addresses.truncate(MAX_ADDRESSES);
}

/// This machine's interfaces that are up, one for each address; none if the system does not say.
pub fn interfaces() -> Vec<Interface> {
    let all = if_addrs::get_if_addrs().unwrap_or_default().into_iter();
    let up = all.filter(|interface| interface.oper_status != IfOperStatus::Down);
    up.map(|interface| Interface {
        ip: interface.ip(),
        index: interface.index,
        is_tunnel: interface.is_p2p,
        name: interface.name,
    })
    .collect()
}

impl Typed {
    /// Where to dial, best first. Names ending in `.local` are asked for by mDNS first, since many systems cannot.
    pub async fn resolve(self) -> Result<Vec<SocketAddr>, ResolveError> {
        let (host, port) = match self {
            Self::Addresses(addresses) => return Ok(addresses),
            Self::Name { host, port } => (host, port),
        };
        let asking = async {
            if host.rsplit('.').next() == Some("local") {
                let found = mdns::resolve(&host, port).await;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            tokio::net::lookup_host((host.as_str(), port)).await.map(Iterator::collect)
        };
        let answer: io::Result<Vec<SocketAddr>> = match timeout(RESOLVE_TIME, asking).await {
            Ok(answer) => answer,
            Err(_) => return Err(ResolveError::TimedOut { host }),
        };
        match answer {
            Ok(mut addresses) => {
                addresses.retain(can_be_dialled);
                best_first(&mut addresses);
                if addresses.is_empty() {
                    return Err(ResolveError::Unknown { host, why: "it has no address".to_owned() });
                }
                Ok(addresses)
            }
            Err(error) => Err(ResolveError::Unknown { host, why: error.to_string() }),
        }
    }
}

fn parse_on(text: &str, interfaces: &[Interface]) -> Result<Typed, AddressError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    if text.len() > MAX_TYPED_ADDRESS_BYTES {
        return Err(AddressError::TooLong);
    }
    let malformed = || AddressError::Malformed(clean(text, MAX_TYPED_ADDRESS_BYTES));
    let (host, port) = split_port(text).ok_or_else(malformed)?;
    let port = port.map_or(Ok(DEFAULT_PORT), parse_port)?;
    if let Ok(ip) = host.parse::<Ipv4Addr>() {
        return one_machine(ip.into()).map(|ip| Typed::Addresses(vec![SocketAddr::new(ip, port)]));
    }
    if host.contains(':') {
        return parse_v6(host, port, interfaces).ok_or_else(malformed)?.map(Typed::Addresses);
    }
    if !is_host_name(host) {
        return Err(malformed());
    }
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    Ok(Typed::Name { host, port })
}

/// Takes the port off, and the brackets. Two colons without brackets are an IPv6 address without a port.
fn split_port(text: &str) -> Option<(&str, Option<&str>)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (host, rest) = rest.split_once(']')?;
        let port = if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) };
        return host.contains(':').then_some((host, port));
    }
    match text.split_once(':') {
        Some((host, port)) if !port.contains(':') => Some((host, Some(port))),
        _ => Some((text, None)),
    }
}

fn parse_port(text: &str) -> Result<u16, AddressError> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let port = plain.then(|| text.parse().ok()).flatten().filter(|&port| port != 0);
    port.ok_or_else(|| AddressError::BadPort(clean(text, MAX_TYPED_ADDRESS_BYTES)))
}

/// Nothing if it is no IPv6 address at all.
fn parse_v6(
    host: &str,
    port: u16,
    interfaces: &[Interface],
) -> Option<Result<Vec<SocketAddr>, AddressError>> {
    let (ip, scope) = host.split_once('%').map_or((host, None), |(ip, scope)| (ip, Some(scope)));
    let ip: Ipv6Addr = ip.parse().ok()?;
    if scope == Some("") {
        return None;
    }
    let scoped = || match (ip.to_canonical(), scope) {
        (IpAddr::V6(ip), Some(scope)) => {
            let id = scope_on(scope, interfaces).ok_or_else(|| no_interface(scope, interfaces))?;
            Ok(vec![SocketAddrV6::new(ip, port, 0, id).into()])
        }
        (ip, _) => Ok(with_scopes_on(SocketAddr::new(ip, port), interfaces)),
    };
    let addresses = one_machine(ip.into()).and_then(|_| scoped());
    Some(
        addresses
            .and_then(|list| if list.is_empty() { Err(AddressError::NoLinkLocal(ip)) } else { Ok(list) }),
    )
}

fn no_interface(scope: &str, interfaces: &[Interface]) -> AddressError {
    let mut names: Vec<String> = interfaces.iter().map(|interface| interface.name.clone()).collect();
    names.sort();
    names.dedup();
    AddressError::NoInterface(clean(scope, MAX_TYPED_ADDRESS_BYTES), InterfaceNames(names))
}

fn scope_on(scope: &str, interfaces: &[Interface]) -> Option<u32> {
    let named =
        interfaces.iter().find(|interface| interface.name == scope).and_then(|interface| interface.index);
    // By number too, as systems print it.
    let numbered = || {
        let number: u32 = scope.parse().ok()?;
        interfaces.iter().any(|interface| interface.index == Some(number)).then_some(number)
    };
    named.or_else(numbered)
}

fn with_scopes_on(address: SocketAddr, interfaces: &[Interface]) -> Vec<SocketAddr> {
    match address {
        SocketAddr::V6(v6) if v6.ip().is_unicast_link_local() && v6.scope_id() == 0 => {
            let mut scopes: Vec<u32> =
                interfaces.iter().filter(|i| is_v6_link_local(i.ip)).filter_map(|i| i.index).collect();
            scopes.sort_unstable();
            scopes.dedup();
            scopes.truncate(MAX_ADDRESSES);
            scopes.into_iter().map(|scope| SocketAddrV6::new(*v6.ip(), v6.port(), 0, scope).into()).collect()
        }
        _ => vec![address],
    }
}

fn local_on(port: u16, interfaces: &[Interface]) -> Vec<SocketAddr> {
    let mut list: Vec<_> = interfaces
        .iter()
        .filter(|interface| is_one_machine(interface.ip))
        .map(|interface| {
            let address = match interface.ip {
                IpAddr::V6(ip) if ip.is_unicast_link_local() => {
                    SocketAddrV6::new(ip, port, 0, interface.index.unwrap_or(0)).into()
                }
                ip => SocketAddr::new(ip, port),
            };
            let aside = interface.is_tunnel || is_virtual(&interface.name);
            ((interface.ip.is_loopback(), aside, rank(interface.ip), address), address)
        })
        .collect();
    list.sort_unstable();
    list.dedup();
    list.into_iter().map(|(_, address)| address).collect()
}

/// Networks inside the machine, and tunnels: others in the room are seldom there.
fn is_virtual(interface: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "br-",
        "cni",
        "docker",
        "flannel",
        "lxc",
        "lxd",
        "podman",
        "ppp",
        "tailscale",
        "tap",
        "tun",
        "utun",
        "vbox",
        "vEthernet",
        "veth",
        "virbr",
        "vmnet",
        "wg",
        "zt",
    ];
    BEGINNINGS.iter().any(|beginning| interface.starts_with(beginning))
}

/// Smaller is likelier to lead there.
fn rank(ip: IpAddr) -> u8 {
    match ip {
        _ if ip.is_loopback() => 6,
        IpAddr::V4(v4) if v4.is_private() => 0,
        IpAddr::V4(v4) if v4.is_link_local() => 4,
        IpAddr::V4(_) => 1,
        IpAddr::V6(v6) if v6.is_unicast_link_local() => 5,
        IpAddr::V6(v6) if v6.is_unique_local() => 2,
        IpAddr::V6(_) => 3,
    }
}

fn is_v6_link_local(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local())
}

fn one_machine(ip: IpAddr) -> Result<IpAddr, AddressError> {
    let ip = ip.to_canonical();
    is_one_machine(ip).then_some(ip).ok_or(AddressError::NotOneMachine(ip))
}

fn is_one_machine(ip: IpAddr) -> bool {
    !ip.is_unspecified() && !ip.is_multicast() && ip != IpAddr::V4(Ipv4Addr::BROADCAST)
}

/// Whether this can be the name of a machine. One whose last part is a number is a mistyped address.
fn is_host_name(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    let is_part = |part: &str| {
        (1..=63).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
            && !part.starts_with('-')
            && !part.ends_with('-')
    };
    let last_is_number =
        text.rsplit('.').next().is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    text.len() <= 253 && text.split('.').all(is_part) && !last_is_number
}

#[cfg(test)]
mod tests;
