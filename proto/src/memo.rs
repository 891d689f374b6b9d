//! What was checked already, for a thread that plays many peers of one table: there each of them checks the same
//! signatures.
//!
//! Nobody but the simulator turns it on. It remembers answers, and never gives one that the check itself would not.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::hash::Hash;

const DOMAIN: &str = "whistlestop/memo/1";

thread_local! {
    static KNOWN: RefCell<Option<BTreeMap<Hash, bool>>> = const { RefCell::new(None) };
}

/// From now on this thread remembers what it checks, and nothing of what it checked before.
pub fn remember_checks() {
    KNOWN.set(Some(BTreeMap::new()));
}

/// The answer of a check that depends on nothing but these bytes.
pub(crate) fn checked(about: &[&[u8]], check: impl FnOnce() -> bool) -> bool {
    if KNOWN.with_borrow(Option::is_none) {
        return check();
    }
    let key = Hash::of(DOMAIN, about);
    let known = KNOWN.with_borrow(|known| known.as_ref().and_then(|known| known.get(&key).copied()));
    known.unwrap_or_else(|| {
        let answer = check();
        KNOWN.with_borrow_mut(|known| known.as_mut().map(|known| known.insert(key, answer)));
        answer
    })
}
