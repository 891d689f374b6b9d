//! mDNS: telling everybody on the network what is hosted here, and seeing who else does.
//!
//! A hint and nothing more: what is seen may be old, forged or out of reach, and what is here may not be seen. It never
//! decides who is alive and never says who somebody is. The newcomer dials: it sees the others at once.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};

use mdns_sd::{
    HostnameResolutionEvent, IfKind, Receiver, ResolvedService, ScopedIp, ServiceDaemon, ServiceEvent,
    ServiceInfo,
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::ad::{Ad, from_hex};
use super::address::{Interface, best_first, can_be_dialled, interfaces};
use super::limits::{
    INTERFACE_CHECK_SECONDS, RESOLVE_LOCAL_TIME, SEARCH_AGAIN_TIME, SIGHTING_QUEUE, STOP_TIME,
};
use super::sightings::{Sighting, Sightings};

/// What all peers look for.
const SERVICE: &str = "_whistlestop._udp.local.";

const GROUP_V4: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const GROUP_V6: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xfb);

/// Digits of an instance's name that are the beginning of its fingerprint, and all of them.
const PRINT_DIGITS: usize = 16;
const INSTANCE_BYTES: usize = 10;

/// The mDNS side of one process. Dropping it says goodbye too, but does not wait for it to be sent.
pub struct Mdns {
    daemon: ServiceDaemon,
    /// Tells two processes with one key apart.
    suffix: String,
    own: Arc<Mutex<Own>>,
    /// The search that is on; dropping it ends it.
    search: Option<oneshot::Sender<()>>,
    /// What a search that begins later tells by.
    news: Option<mpsc::Sender<Sighting>>,
}

/// What this process says of itself.
#[derive(Debug, Default)]
struct Own {
    /// The name it goes by, also after it was withdrawn: an echo of it is no sighting.
    instance: Option<String>,
    ad: Option<Ad>,
}

/// Why mDNS cannot be used. Everything else works without it.
#[derive(Debug, Error)]
pub enum MdnsError {
    /// There is no network at all.
    #[error(
        "this machine is on no network, so nobody can be found: join one, or type an address or a join code later"
    )]
    NoInterface,
    /// No interface takes part in multicast.
    #[error(
        "this network does not allow multicast ({0}), so tables are not found by themselves: use a join code or an address"
    )]
    NoMulticast(io::Error),
    /// The mDNS service could not be started.
    #[error(
        "mDNS could not be started ({0}), so tables are not found by themselves: use a join code or an address"
    )]
    Failed(String),
}

/// Why an advertisement was not taken.
#[derive(Debug, Error)]
pub enum AdvertiseError {
    /// An advertisement must say a port.
    #[error("a table cannot be advertised without a port: open the network before it")]
    NoPort,
    /// The mDNS service has stopped or does not keep up.
    #[error(
        "the table could not be advertised ({0}), so others will not find it by themselves: give them a join code"
    )]
    Failed(String),
}

impl Mdns {
    /// Starts looking. Sightings come through the receiver until this is stopped or dropped. Must be called within a
    /// tokio runtime.
    pub fn start() -> Result<(Self, mpsc::Receiver<Sighting>), MdnsError> {
        let (mut mdns, sightings) = Self::start_on(&interfaces(), &[])?;
        mdns.search_once()?;
        Ok((mdns, sightings))
    }

    /// The same, but it only looks from [`search`](Self::search) to [`stop_search`](Self::stop_search), as often as that is.
    pub fn start_quiet() -> Result<(Self, mpsc::Receiver<Sighting>), MdnsError> {
        Self::start_on(&interfaces(), &[])
    }

    /// The same without the machine's own loop: whatever is heard came by a network.
    pub fn start_outside() -> Result<(Self, mpsc::Receiver<Sighting>), MdnsError> {
        let outside: Vec<Interface> = interfaces().into_iter().filter(|one| !one.ip.is_loopback()).collect();
        let (mut mdns, sightings) = Self::start_on(&outside, &[IfKind::LoopbackV4, IfKind::LoopbackV6])?;
        mdns.search_once()?;
        Ok((mdns, sightings))
    }

    fn start_on(
        interfaces: &[Interface],
        without: &[IfKind],
    ) -> Result<(Self, mpsc::Receiver<Sighting>), MdnsError> {
        check_multicast(interfaces)?;
        let failed = |error: mdns_sd::Error| MdnsError::Failed(error.to_string());
        let mut random = [0; 2];
        getrandom::fill(&mut random).map_err(|error| MdnsError::Failed(error.to_string()))?;
        let daemon = ServiceDaemon::new().map_err(failed)?;
        let own = Arc::new(Mutex::new(Own::default()));
        let suffix = format!("{:04x}", u16::from_be_bytes(random));
        let (sender, receiver) = mpsc::channel(SIGHTING_QUEUE);
        // From here on dropping it stops the thread behind the daemon.
        let mdns = Self { daemon, suffix, own, search: None, news: Some(sender) };
        for kind in without {
            mdns.daemon.disable_interface(kind.clone()).map_err(failed)?;
        }
        mdns.daemon.set_ip_check_interval(INTERFACE_CHECK_SECONDS).map_err(failed)?;
        Ok((mdns, receiver))
    }

    /// Looks until this is dropped: whoever hears of it hears when the search has failed for good.
    fn search_once(&mut self) -> Result<(), MdnsError> {
        let news = self.news.take();
        self.begin_search(news).map_err(|error| MdnsError::Failed(error.to_string()))
    }

    /// Begins to look, unless it does: whoever is there is told, also those who were told before an earlier search ended.
    /// Must be called within a tokio runtime. `false` if the mDNS service is too busy: it can be tried again.
    pub fn search(&mut self) -> bool {
        let news = self.news.clone();
        self.is_searching() || self.begin_search(news).is_ok()
    }

    /// Looks no longer, and asks nobody anything: what is advertised stays so.
    pub fn stop_search(&mut self) {
        if self.search.take().is_some() {
            // A daemon that is gone does not look either.
            let _ = self.daemon.stop_browse(SERVICE);
        }
    }

    /// Whether it looks.
    pub fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.is_closed())
    }

    fn begin_search(&mut self, news: Option<mpsc::Sender<Sighting>>) -> Result<(), mdns_sd::Error> {
        let Some(news) = news else { return Ok(()) };
        let events = self.daemon.browse(SERVICE)?;
        let (search, end) = oneshot::channel();
        tokio::spawn(hand_over(self.daemon.clone(), events, Arc::clone(&self.own), news, end));
        self.search = Some(search);
        Ok(())
    }

    /// Tells everybody, in place of what was told before.
    pub fn advertise(&self, ad: &Ad) -> Result<(), AdvertiseError> {
        if ad.port == 0 {
            return Err(AdvertiseError::NoPort);
        }
        let failed = |error: mdns_sd::Error| AdvertiseError::Failed(error.to_string());
        let instance = format!("{}{}", &ad.fingerprint.to_string()[..PRINT_DIGITS], self.suffix);
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.ad.as_ref() == Some(ad) {
            return Ok(());
        }
        if own.instance.as_ref() != Some(&instance) {
            self.say_goodbye(&mut own);
        }
        own.instance = Some(instance.clone());
        let host = format!("{instance}.local.");
        let txt = ad.to_txt();
        let service = ServiceInfo::new(SERVICE, &instance, &host, (), ad.port, &txt[..]).map_err(failed)?;
        let mut service = service.enable_addr_auto();
        // The name holds the hash of the key and a random part: nobody else has it, and asking first takes most of a
        // second.
        service.set_requires_probe(false);
        self.daemon.register(service).map_err(failed)?;
        own.ad = Some(ad.clone());
        Ok(())
    }

    /// Says goodbye to everybody, and goes on looking.
    pub fn withdraw(&self) {
        self.say_goodbye(&mut self.own.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn say_goodbye(&self, own: &mut Own) {
        if let (Some(_), Some(instance)) = (own.ad.take(), &own.instance) {
            // A daemon that is gone has said goodbye; whoever missed it forgets by itself.
            let _ = self.daemon.unregister(&format!("{instance}.{SERVICE}"));
        }
    }

    /// Says goodbye, waits a moment for it to be sent, and ends.
    pub async fn stop(self) {
        if let Ok(status) = self.daemon.shutdown() {
            let _ = timeout(STOP_TIME, status.recv_async()).await;
        }
    }
}

impl Drop for Mdns {
    fn drop(&mut self) {
        // It has a thread of its own, which nothing else would end. An error says that it has ended.
        let _ = self.daemon.shutdown();
    }
}

impl fmt::Debug for Mdns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mdns").field("suffix", &self.suffix).field("own", &self.own).finish_non_exhaustive()
    }
}

/// Hands what the mDNS thread finds over to the node. It always takes from the thread, which would end the search if it
/// were kept waiting, and gives when the node has room.
async fn hand_over(
    daemon: ServiceDaemon,
    mut events: Receiver<ServiceEvent>,
    own: Arc<Mutex<Own>>,
    node: mpsc::Sender<Sighting>,
    mut end: oneshot::Receiver<()>,
) {
    let mut sightings = Sightings::default();
    loop {
        tokio::select! {
            event = events.recv_async() => if let Ok(event) = event {
                take_in(&mut sightings, event, &own);
            } else {
                // The thread found more at once than it could keep, and has given up the search. It still knows what
                // was missed, and tells it again; a goodbye that was missed leaves somebody listed for longer.
                sleep(SEARCH_AGAIN_TIME).await;
                match daemon.browse(SERVICE) {
                    Ok(again) => events = again,
                    Err(mdns_sd::Error::Again) => {}
                    Err(_) => return,
                }
            },
            room = node.reserve(), if sightings.has_news() => {
                let Ok(room) = room else { return };
                if let Some(sighting) = sightings.next() {
                    room.send(sighting);
                }
            }
            () = node.closed() => return,
            _ = &mut end => return,
        }
    }
}

fn take_in(sightings: &mut Sightings, event: ServiceEvent, own: &Mutex<Own>) {
    let is_own = |instance: &str| {
        own.lock().unwrap_or_else(PoisonError::into_inner).instance.as_deref() == Some(instance)
    };
    match event {
        ServiceEvent::ServiceResolved(service) => {
            if let Some((instance, ad, addresses)) = read(&service)
                && !is_own(&instance)
            {
                sightings.see(&instance, ad, addresses);
            }
        }
        ServiceEvent::ServiceRemoved(_, name) => {
            if let Some(instance) = instance_of(&name) {
                sightings.lose(&instance);
            }
        }
        _ => {}
    }
}

/// What a stranger says, if it is whole and can be dialled.
fn read(service: &ResolvedService) -> Option<(String, Ad, Vec<SocketAddr>)> {
    let instance = instance_of(&service.fullname)?;
    let ad = Ad::from_txt(service.port, |name| service.get_property_val(name).flatten())?;
    if !ad.fingerprint.to_string().starts_with(&instance[..PRINT_DIGITS]) {
        return None;
    }
    let addresses = dialled(service.addresses.iter(), service.port);
    (!addresses.is_empty()).then_some((instance, ad, addresses))
}

/// The instance in `0123456789abcdef0123._whistlestop._udp.local.`, if it is one of ours.
fn instance_of(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let instance = name.strip_suffix(SERVICE)?.strip_suffix('.')?;
    from_hex::<INSTANCE_BYTES>(instance)?;
    Some(instance.to_owned())
}

/// Addresses to dial, best first. Link-local ones keep the interface that they were heard on, and are useless without.
fn dialled<'a>(ips: impl Iterator<Item = &'a ScopedIp>, port: u16) -> Vec<SocketAddr> {
    let address = |ip: &ScopedIp| match ip {
        ScopedIp::V6(v6) if v6.addr().is_unicast_link_local() => {
            let scope = v6.scope_id().index;
            (scope != 0).then(|| SocketAddrV6::new(*v6.addr(), port, 0, scope).into())
        }
        ip => Some(SocketAddr::new(ip.to_ip_addr().to_canonical(), port)),
    };
    let mut addresses: Vec<SocketAddr> = ips.filter_map(address).filter(can_be_dialled).collect();
    best_first(&mut addresses);
    addresses
}

/// Finds out whether any interface takes part in multicast. The thread behind mDNS would keep it to itself.
fn check_multicast(interfaces: &[Interface]) -> Result<(), MdnsError> {
    let join = |interface: &Interface| match interface.ip {
        IpAddr::V4(ip) => UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?.join_multicast_v4(&GROUP_V4, &ip),
        IpAddr::V6(_) => {
            let socket = UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0))?;
            socket.join_multicast_v6(&GROUP_V6, interface.index.unwrap_or(0))
        }
    };
    let mut why = None;
    for interface in interfaces {
        match join(interface) {
            Ok(()) => return Ok(()),
            Err(error) => why = Some(error),
        }
    }
    Err(why.map_or(MdnsError::NoInterface, MdnsError::NoMulticast))
}

/// Asks the network where `name.local` is; nothing if nobody says so within [`RESOLVE_LOCAL_TIME`].
pub(crate) async fn resolve(host: &str, port: u16) -> Vec<SocketAddr> {
    let Ok(daemon) = ServiceDaemon::new() else { return Vec::new() };
    let mut addresses = Vec::new();
    if let Ok(events) = daemon.resolve_hostname(&format!("{host}."), None) {
        let first = async {
            while let Ok(event) = events.recv_async().await {
                if let HostnameResolutionEvent::AddressesFound(_, ips) = event {
                    return dialled(ips.iter(), port);
                }
            }
            Vec::new()
        };
        addresses = timeout(RESOLVE_LOCAL_TIME, first).await.unwrap_or_default();
    }
    // Nothing was registered, so there is nothing to wait for.
    let _ = daemon.shutdown();
    addresses
}

#[cfg(test)]
mod tests;
