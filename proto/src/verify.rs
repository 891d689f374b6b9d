//! Checking a table's log without being at the table.

pub mod chain;

use crate::contract::{Accession, Contract};
use crate::entry::{Body, Entry};
use crate::error::VerifyError;
use crate::rules::Rules;
use crate::step::Step;
use crate::world::{Chain, TableContract, Unfit, World};

/// Signatures of a log are checked so many in a row: one by one between the moves of a game each takes longer, as
/// nothing that it needs is at hand any more.
const PROOFS_IN_A_ROW: usize = 64;

/// Whether bots are asked again what they would do when a log is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotMoves {
    /// All of them, however long they take.
    Computed,
    /// Those that take long are believed to have moved as the log says, if that leads to the state that it says.
    Believed,
}

/// Plays the entries again from the start and checks every signature, certificate, link, bot and state.
pub fn verify_log<R: Rules>(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
    genesis: &R,
) -> Result<World<R>, VerifyError> {
    verify_log_with(contract, accessions, entries, genesis, BotMoves::Computed)
}

/// The same, with bots believed if they take long.
pub fn verify_log_with<R: Rules>(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
    genesis: &R,
    bots: BotMoves,
) -> Result<World<R>, VerifyError> {
    verify_each(contract, accessions, entries, genesis, bots, |_, _| ())
}

/// The same; `see` is shown what each entry does to the game, and the game after it, once it is checked.
pub fn verify_each<R: Rules>(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
    genesis: &R,
    bots: BotMoves,
    mut see: impl FnMut(Step, &R),
) -> Result<World<R>, VerifyError> {
    contract.check()?;
    let (table, accessions) = signed_table(contract, accessions, entries)?;
    let keys = table.agreed_keys(&accessions)?;
    let mut world = World::new(&table, &accessions, keys, genesis.clone());
    let mut proved = Vec::new();
    for (done, entry) in entries.iter().enumerate() {
        if done % PROOFS_IN_A_ROW == 0 {
            let is_proved = |entry: &Entry| entry.is_signed(&table.id, &table.verifiers);
            proved = entries[done..].iter().take(PROOFS_IN_A_ROW).map(is_proved).collect();
        }
        let wrong = |why: String| VerifyError::Entry { index: entry.core.index, why };
        let past = Chain { log: &entries[..done], more: &[] };
        if !entry.is_sealed(&world.roll()) {
            return Err(wrong("it changes who counts, and nothing shows that it was final".to_owned()));
        }
        let after = world.after_if(&table, past, genesis, entry, || proved[done % PROOFS_IN_A_ROW]);
        let after = after.map_err(|unfit| wrong(unfit.to_string()))?;
        // What the rules know already was compared just now.
        let auto = match &entry.core.body {
            Body::Auto { seat, stand_in, payload } => Some((*seat, *stand_in, payload)),
            Body::TimeUp { seat, payload } => Some((*seat, true, payload)),
            _ => None,
        };
        if let (Some((seat, stand_in, payload)), BotMoves::Computed) = (auto, bots)
            && world.rules.auto_if_known(seat, stand_in).is_none()
            && world.rules.auto(seat, stand_in) != *payload
        {
            return Err(wrong(Unfit::OtherAuto.to_string()));
        }
        world = after;
        see(table.step(&entry.core.body), &world.rules);
    }
    Ok(world)
}

/// The table with all keys that sign in this log, and the signatures of its founders by voter, if all are there and
/// good.
fn signed_table(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
) -> Result<(TableContract, Vec<Accession>), VerifyError> {
    let table = TableContract::of_log(contract, entries);
    let founders = contract.founders();
    for voter in founders.iter() {
        let signed = accessions.iter().any(|a| a.voter == voter && a.verify(&table.id, &table.verifiers));
        if !signed {
            return Err(VerifyError::Accession(voter));
        }
    }
    let signed = accessions.iter().filter(|accession| founders.contains(accession.voter));
    let mut accessions: Vec<Accession> = signed.cloned().collect();
    accessions.sort_by_key(|accession| accession.voter);
    Ok((table, accessions))
}
