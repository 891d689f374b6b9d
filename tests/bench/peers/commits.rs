//! How long a committed move takes until all have acknowledged it.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Stdio;

use tempfile::TempDir;
use whistlestop::bots::{self, BOTS};
use whistlestop::games::GAMES;
use whistlestop::node::players::mind::MindPlan;
use whistlestop::node::remote::Remote;
use whistlestop::node::{Aim, AlonePolicy, AwayPolicy, Clock, Node, Options, Player};
use whistlestop::table::front::{Event, People, Plan};
use whistlestop::table::store::home::Home;
use whistlestop_proto::contract::{DrawMode, TimeControl};

use crate::process::{Peer, homes};

/// The times of the host's own moves in a game with so many peers, in microseconds. The host is a node in this process, so
/// that nobody has to read and parse what it tells on the core that is measured; the others are processes.
pub(crate) fn commits(peers: u32, pace_millis: u64) -> Vec<f64> {
    let homes = homes();
    let home = Home::open(Some(homes.path().join("0"))).expect("a home can be made");
    let identity = home.identity().expect("a key can be made");
    let bot = bots::find("random").expect("there is such a bot");
    let options = Options {
        clock: Clock::start(),
        name: "host".to_owned(),
        listen: vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 0))],
        mdns: false,
        bots: BOTS,
        player: Player::Mind { mind: MindPlan::Bot(bot), pace_millis },
        programs: BTreeMap::new(),
        away: AwayPolicy::Wait,
        alone: AlonePolicy::Wait,
        linger_millis: 30_000,
        attended: false,
        deadline: None,
    };
    let (mut others, mut times) = (Vec::new(), Vec::new());
    let mut tell = |event: Event| match event {
        Event::Listening { addresses, .. } => {
            let join = |number| join(&homes, number, &addresses[0], pace_millis);
            others = (1..peers).map(join).collect::<Vec<_>>();
        }
        Event::InStep { took, .. } => times.push(took.as_secs_f64() * 1e6),
        _ => {}
    };
    let (_remote, commands) = Remote::new();
    let aim = Aim::Open { plan: plan(peers, bot.name()), games: 1, ready: true };
    Node::run(home, identity, options, &aim, commands, &mut tell).expect("the games are played to their end");
    times
}

fn join(homes: &TempDir, number: u32, address: &SocketAddr, pace_millis: u64) -> Peer {
    let home = homes.path().join(number.to_string());
    let (address, pace) = (address.to_string(), pace_millis.to_string());
    Peer::start(&home, &["--join", &address, "--bot", "random", "--pace", &pace, "--quiet"], Stdio::null())
}

fn plan(peers: u32, stand_in: &str) -> Plan {
    Plan {
        name: None,
        game: GAMES[0].meta.id.to_owned(),
        options: BTreeMap::new(),
        seats: u8::try_from(peers).expect("a handful"),
        bots: 0,
        bot: stand_in.to_owned(),
        draw: DrawMode::Fresh,
        clock: TimeControl::None,
        pass_phrase: None,
        people: People::Network,
    }
}
