//! Words about the network of this laptop: firewalls, ports, and what to do.

/// What a firewall does, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wall<'a> {
    /// It is switched off.
    Off,
    /// It filters: whether others get to a table here, and whether what is told to all is heard; nothing if that cannot be told.
    On(Option<bool>, Option<bool>),
    /// Why it could not be read.
    Unread(&'a str),
}

/// A firewall in a line.
pub fn wall(name: &str, wall: &Wall<'_>, port: u16) -> String {
    let lets = |what: &str, lets: Option<bool>| match lets {
        Some(true) => format!("lets {what} in"),
        Some(false) => format!("keeps {what} out"),
        None => format!("it cannot be told whether it lets {what} in"),
    };
    match wall {
        Wall::Off => format!("{name}: is off"),
        Wall::On(game, mdns) => {
            let game = lets(&format!("players to port {port}/udp"), *game);
            format!("{name}: {game}; {}", lets("multicast (mDNS, port 5353/udp)", *mdns))
        }
        Wall::Unread(why) => format!("{name}: could not be read ({why}), so it may keep others out"),
    }
}

/// Who listens at a port: the names of programs, none where only root may know it.
pub fn port(port: u16, programs: &[Option<String>], is_of_tables: bool) -> String {
    let what = if is_of_tables { "where tables listen" } else { "where mDNS is spoken" };
    if programs.is_empty() {
        return format!("port {port}/udp, {what}: free");
    }
    let named: Vec<&str> =
        programs.iter().map(|name| name.as_deref().unwrap_or("a program of another user")).collect();
    format!("port {port}/udp, {what}: used by {}", named.join(", "))
}

/// What to do when another program has the port of tables.
pub fn port_taken(port: u16) -> String {
    format!(
        "whistlestop takes another port while {port}/udp is used: end that program, or choose a port with --listen and open that one"
    )
}

/// Peers can play, but have to be told where.
pub fn unseen(why: &str) -> String {
    format!(
        "peers can play with this laptop, but will not find each other by themselves: multicast does not get through ({why}), everything else does"
    )
}

/// The same of two laptops that have tried it.
pub const UNSEEN_PEER: &str =
    "these two can play together, but will not find each other by themselves: multicast does not get through";

/// What to do then.
pub const BY_ADDRESS: &str =
    "join by address or join code, which needs no multicast: `whistlestop join ADDR`";

/// A firewall that was read keeps others from a table here.
pub fn walled(names: &str) -> String {
    format!("this laptop finds tables and can join them, but {names} keeps others from a table that it hosts")
}

/// To let the game in by ufw.
pub fn open_ufw(port: u16) -> String {
    format!("sudo ufw allow {port}/udp comment whistlestop && sudo ufw allow 5353/udp comment mDNS")
}

/// By firewalld.
pub fn open_firewalld(port: u16) -> String {
    format!("sudo firewall-cmd --add-service=mdns --add-port={port}/udp")
}

/// By nftables.
pub fn open_nftables(port: u16) -> String {
    format!(
        "sudo nft insert rule inet filter input udp dport '{{ 5353, {port} }}' accept   (whistlestop listens there; `sudo nft list ruleset` shows what your table and chain are called)"
    )
}

/// By iptables.
pub fn open_iptables(port: u16) -> String {
    format!("sudo iptables -I INPUT -p udp -m multiport --dports 5353,{port} -j ACCEPT")
}

/// By the firewall of Windows: this program, at its ports and no others.
pub fn open_windows(program: &str, port: u16) -> String {
    format!(
        "in a terminal of an administrator: netsh advfirewall firewall add rule name=whistlestop dir=in action=allow program=\"{program}\" protocol=UDP localport={port},5353 profile=private"
    )
}

/// A network that Windows takes for a public one lets nobody in.
pub const WINDOWS_PRIVATE: &str =
    "in Settings, Network: make this network a private one; on a public one Windows lets nobody in";

/// By the firewall of macOS, which knows programs and no ports.
pub fn open_macos(program: &str, port: u16) -> String {
    let tool = "/usr/libexec/ApplicationFirewall/socketfilterfw";
    format!(
        "sudo {tool} --add '{program}' --unblockapp '{program}'   (it listens at {port}/udp and 5353/udp)"
    )
}

/// What macOS 15 asks for each program that starts others.
pub const MACOS_PRIVACY: &str = "in System Settings, Privacy & Security, Local Network: allow the terminal that whistlestop runs in; macOS 15 and newer say \"No route to host\" (error 65) until then (Apple's own Terminal needs no leave)";
