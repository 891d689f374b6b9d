//! Sessions whose people all sit at this laptop: new tables, tables that were begun, and copies.
//!
//! The same driver, protocol, journals, events and commands as over the network; only the links are in memory.

use std::path::Path;

use anyhow::{Context as _, bail};
use whistlestop_proto::contract::{Contract, SeatPlan};
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::text::are_alike;

use crate::node::options::Options;
use crate::node::plan::plan_terms;
use crate::node::session::Session;
use crate::node::session::local_peer::LocalPeer;
use crate::node::system::random;
use crate::table::front::{People, Plan};
use crate::table::kept::Kept;
use crate::table::stake::{bring, unstaked_seat};
use crate::table::store::config::PlayerName;
use crate::table::store::home::Home;
use crate::table::store::journal::read_journal;
use crate::table::store::players::Resident;
use crate::table::terms::{Terms, seat_names};
use crate::table::{OpenTableError, Table};

/// The keys of everybody who plays on this laptop: a table where nobody else sits needs no network.
pub fn keys_here(home: &Home) -> anyhow::Result<Vec<PublicKey>> {
    let owner = Resident { home: home.clone(), identity: home.identity()? };
    Ok(household(&owner)?.iter().map(|one| one.identity.public()).collect())
}

/// Whether all people of a journal's table are on this laptop.
pub fn is_local(home: &Home, path: &Path) -> anyhow::Result<bool> {
    let here = keys_here(home)?;
    Ok(contract_of(path)?.keyed().all(|(_, key)| here.contains(&key)))
}

/// Whether several people share this laptop at a journal's table.
pub fn is_shared(home: &Home, path: &Path) -> anyhow::Result<bool> {
    Ok(contract_of(path)?.keyed().count() > 1 && is_local(home, path)?)
}

/// How many people of this laptop have a seat at a journal's table.
pub fn seats_here(home: &Home, path: &Path) -> anyhow::Result<usize> {
    let here = keys_here(home)?;
    Ok(contract_of(path)?.keyed().filter(|(_, key)| here.contains(key)).count())
}

/// A new table for the people of a plan, who must be [`People::Here`].
pub(crate) fn found(owner: Resident, options: &Options, plan: &Plan) -> anyhow::Result<Session> {
    let terms = plan_terms(plan)?;
    let People::Here(others) = &plan.people else { bail!("people on the network need a network") };
    let mut names = vec![PlayerName::new(options.name.clone())?];
    let mut people = vec![owner];
    for name in others {
        let name = PlayerName::typed(name).with_context(|| format!("{name:?} is no name"))?;
        let known = |other: &PlayerName| are_alike(other.as_str(), name.as_str());
        if names.iter().any(known) {
            bail!(
                "two people are called {:?}; give each a name of their own, and do not name yourself again",
                name.as_str()
            );
        }
        people.push(people[0].home.resident(&name)?);
        names.push(name);
    }
    let seats = seat(&names, &people, plan, &terms)?;
    let contract = Terms { seats, nonce: random()?, ..terms }.contract(options.bots)?;
    begin(people, options, contract)
}

/// Takes a table up again. Whoever lost their journal goes on from that of the owner.
pub(crate) fn resume(owner: &Resident, options: &Options, path: &Path) -> anyhow::Result<Session> {
    let contract = contract_of(path)?;
    if let Some(name) = options.programs.keys().find(|name| !seat_names(&contract).contains(name)) {
        bail!("nobody at this table is called {name:?}");
    }
    let here = household(owner)?;
    let mut people = Vec::new();
    for (_, key) in contract.keyed() {
        let one = here.iter().find(|one| one.identity.public() == key);
        people.push(one.cloned().context("somebody at this table is not on this laptop")?);
    }
    let (now, bots) = (options.clock.now(), options.bots);
    sit_down(people, options, |one| Table::resume(now, &one.home, one.identity.clone(), path, bots))
}

/// Begins a table that carries another on from its last final entry. Whoever is not here can decide nothing about it, so bots
/// play for them; the other table stays as it is.
pub(crate) fn carry_on(owner: &Resident, options: &Options, path: &Path) -> anyhow::Result<Session> {
    let (now, bots) = (options.clock.now(), options.bots);
    let mut left = Table::resume(now, &owner.home, owner.identity.clone(), path, bots)?;
    if left.is_over() {
        bail!("the game of this table is over: there is nothing to carry on");
    }
    let here = household(owner)?;
    let (mut people, mut seats) = (Vec::new(), Vec::new());
    for plan in &left.contract().seats {
        let one = match plan {
            SeatPlan::Keyed { key, .. } => here.iter().find(|one| one.identity.public() == *key),
            SeatPlan::Bot { .. } => None,
        };
        people.extend(one.cloned());
        seats.push(match plan {
            SeatPlan::Keyed { .. } if one.is_none() => {
                SeatPlan::Bot { name: left.contract().stand_in.clone() }
            }
            _ => plan.clone(),
        });
    }
    if people.is_empty() {
        bail!("nobody on this laptop has a seat at this table");
    }
    let contract = left.copy(seats, random()?)?;
    // Its journal is read once more, to begin where it ends.
    drop(left);
    begin(people, options, contract)
}

/// Begins a table. Nobody here can choose by what another brings: one program makes up all of it.
pub(crate) fn begin(
    people: Vec<Resident>,
    options: &Options,
    mut contract: Contract,
) -> anyhow::Result<Session> {
    for one in &people {
        bring(&mut contract, &one.identity, random()?);
    }
    let (now, bots) = (options.clock.now(), options.bots);
    sit_down(people, options, |one| {
        Table::found(now, &one.home, one.identity.clone(), contract.clone(), bots)
    })
}

/// Everybody sits down at a table of their own.
fn sit_down(
    people: Vec<Resident>,
    options: &Options,
    mut open: impl FnMut(&Resident) -> Result<Table, OpenTableError>,
) -> anyhow::Result<Session> {
    let peer = |one: Resident| {
        let table = open(&one)?;
        Ok(LocalPeer::on_laptop(one, table, options))
    };
    let peers = people.into_iter().map(peer).collect::<Result<_, OpenTableError>>()?;
    Ok(Session::on_laptop(options.clock.now(), peers, options))
}

fn contract_of(path: &Path) -> anyhow::Result<Contract> {
    let kept = Kept::read(&read_journal(path)?);
    Ok(kept.map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))?.contract)
}

/// The people on the first seats, and bots on the rest.
fn seat(
    names: &[PlayerName],
    people: &[Resident],
    plan: &Plan,
    terms: &Terms,
) -> anyhow::Result<Vec<SeatPlan>> {
    if names.len() + usize::from(plan.bots) != usize::from(plan.seats) {
        bail!("{} people and {} bots do not fill {} seats", names.len(), plan.bots, plan.seats);
    }
    let keyed = names
        .iter()
        .zip(people)
        .map(|(name, one)| unstaked_seat(name.as_str().to_owned(), one.identity.public()));
    let bot = SeatPlan::Bot { name: terms.stand_in.clone() };
    Ok(keyed.chain(std::iter::repeat_n(bot, plan.bots.into())).collect())
}

/// Everybody whose key is on this laptop, its owner first.
fn household(owner: &Resident) -> anyhow::Result<Vec<Resident>> {
    let mut all = vec![owner.clone()];
    all.extend(owner.home.residents()?);
    Ok(all)
}
