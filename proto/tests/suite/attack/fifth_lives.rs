//! A start whose own disk goes back before an entry has named its life.

use whistlestop_proto::hash::Hash;

use super::liar::lost_words;
use crate::net::Net;

/// All three have lost their memory. B is started again in the same life, several times, and meets A's start; then A is
/// started elsewhere, in another life, and B's journal goes back to the first of its starts. C has heard all that B said.
#[test]
fn who_waits_for_its_life_and_whose_disk_goes_back_is_not_passed_over_for_ever() {
    for (back, lost) in [(false, false), (true, false), (true, true)] {
        let mut net = Net::players(3);
        net.play(0, 2);
        net.settle();
        let journals: Vec<Vec<u8>> = (0..3).map(|peer| net.peers[peer].journal.clone()).collect();
        (0..3).for_each(|peer| net.crash(peer));
        let [there, elsewhere] = [[2; 32], [3; 32]].map(Hash);
        for peer in [1, 2] {
            net.restore_at(peer, &journals[peer], there).expect("sound");
        }
        net.heal_all();
        net.wait(2_000);
        let (life, old) = (net.live(1).life(), net.peers[1].journal.clone());
        for _ in 0..3 {
            net.crash(1);
            let journal = net.peers[1].journal.clone();
            net.restore_at(1, &journal, there).expect("sound");
            net.heal_all();
            net.wait(1_000);
        }
        net.restore_at(0, &journals[0], there).expect("sound");
        net.heal_all();
        net.wait(2_000);
        assert!(lost_words(&net, 1).iter().any(|word| !word.says.met.is_empty() && word.says.met[0].0 == 0));
        net.crash(0);
        net.crash(1);
        let journal = if back { old } else { net.peers[1].journal.clone() };
        net.restore_at(1, &journal, there).expect("sound");
        assert!(net.live(1).life() == life && net.live(1).is_recovering(), "nothing shows it");
        if lost {
            // What C answers to its first words does not arrive.
            net.censor = Some(Box::new(|from, to, _| (from, to) == (2, 1)));
            net.heal_all();
            net.wait(12_000);
            net.censor = None;
        }
        net.restore_at(0, &journals[0], elsewhere).expect("sound");
        net.heal_all();
        net.wait(60_000);
        let waits: Vec<bool> = (0..3).map(|peer| net.live(peer).is_recovering()).collect();
        assert_eq!(waits, [false; 3], "back {back}, lost {lost}: {}", net.live(1).explain());
        net.finish();
    }
}
