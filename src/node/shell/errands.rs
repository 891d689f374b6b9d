//! What the shell has done in threads beside the table: signals, tables near and kept, the check of the network.

use std::sync::mpsc::{Receiver, channel};

use tokio::sync::oneshot;

use crate::bots::BOTS;
use crate::node::aim::Aim;
use crate::node::doctor::{Found, examine, no_network};
use crate::node::find::browse;
use crate::node::find::target::address_of;
use crate::node::remote::Remote;
use crate::node::session::laptop;
use crate::node::shell::{Shell, ToScreen};
use crate::node::system::{event_loop, stop_signals};
use crate::table::front::{Finding, KeptTable, News, Tag};
use crate::table::store::home::Home;

impl Shell {
    /// From when this returns, signals to stop are heard and give the terminal back.
    pub(crate) fn heed_signals(&self) -> anyhow::Result<()> {
        let events = event_loop()?;
        let mut signals = {
            let _within = events.enter();
            stop_signals(true)?
        };
        self.spawn(move |tell| {
            if let Some(by) = events.block_on(signals.recv()) {
                tell.send(ToScreen::Stop(by));
            }
        });
        Ok(())
    }

    /// Tells the own tables, which takes a moment: their games are played again.
    pub(crate) fn list_kept(&self) {
        let home = self.desk.home.clone();
        self.spawn(move |tell| {
            tell.news(match kept_tables(&home) {
                Ok(tables) => News::Kept(tables),
                Err(why) => News::Trouble(format!("{why:#}")),
            });
        });
    }

    /// Tells the tables near whenever they change, until the player sits down at one.
    pub(crate) fn browse(&mut self) {
        if !self.desk.options.mdns {
            return;
        }
        let (go_on, stop) = oneshot::channel();
        self.browsing = Some(go_on);
        let me = self.desk.identity.public();
        self.spawn(move |tell| {
            let followed = browse::follow(&me, stop, |near| {
                tell.news(near.map_or_else(News::Trouble, News::Near));
            });
            if let Err(why) = followed {
                tell.news(News::Trouble(format!("{why:#}")));
            }
        });
    }

    /// Shows own tables to players of them who come late, until this player sits down at one.
    pub(crate) fn keep(&mut self) {
        if self.keeping.is_some() {
            return;
        }
        let mut seated = self.seated();
        seated.options.mdns = false;
        let ((remote, commands), (ended, end)) = (Remote::new(), channel());
        self.keeping = Some((remote, end));
        self.spawn(move |_| {
            // Without a network nobody comes, and there is nothing to tell.
            if laptop::has_others(&seated.home) {
                let _ = seated.play(&Aim::Keep, commands, &mut |_| {});
            }
            drop(ended);
        });
    }

    /// Says when it has stopped.
    pub(crate) fn stop_keeping(&mut self) -> Option<Receiver<()>> {
        let (remote, end) = self.keeping.take()?;
        remote.try_quit();
        Some(end)
    }

    pub(crate) fn check_network(&mut self, peer: Option<String>) -> anyhow::Result<()> {
        let peer = peer.filter(|text| !text.trim().is_empty());
        let peer = peer.map(|text| address_of(&text)).transpose()?;
        anyhow::ensure!(!self.checking, "the network is being checked already");
        self.checking = true;
        let identity = self.desk.identity.clone();
        self.spawn(move |tell| {
            let mut findings: Vec<Finding> = Vec::new();
            let mut alone = true;
            let examined = examine(&identity, peer, |found| {
                let own = matches!(&found, Found::Interface(one) if one.address.is_loopback());
                if matches!(found, Found::Mdns(_)) && alone {
                    findings.push(no_network());
                }
                if !own {
                    alone = false;
                    findings.push(found.finding());
                    tell.news(News::Network(findings.clone(), false));
                }
            });
            tell.send(ToScreen::Checked);
            if let Err(why) = examined {
                tell.news(News::Trouble(format!("{why:#}")));
            }
            tell.news(News::Network(findings, true));
        });
        Ok(())
    }
}

fn kept_tables(home: &Home) -> anyhow::Result<Vec<KeptTable>> {
    let here = laptop::keys_here(home)?;
    let readable = home.tables(BOTS)?.into_iter().filter_map(|file| Some((file.path, file.table.ok()?)));
    // What a crash left of a table that never began is none.
    let kept = readable.filter(|(_, table)| table.signed).map(|(path, table)| KeptTable {
        tag: Tag::of(&table.table),
        path,
        local: table.keys.iter().all(|key| here.contains(key)),
        game: table.game,
        names: table.names,
        entries: table.entries,
        over: table.over,
        carried_on: table.carried_on.map(|copy| home.journal_path(&copy)),
    });
    Ok(kept.collect())
}
