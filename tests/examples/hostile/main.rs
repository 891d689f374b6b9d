//! A peer that means harm, for `scripts/lan-lab`: it joins a table as a seat and then misbehaves.
//!
//! It stands on the program's own network, table and protocol, so that it is trusted as far as any peer is, and leaves
//! their ways where its mode says so. It tells what it did and how the others answered, a JSON object a line; whether
//! that was the right answer the lab decides.

mod misdeeds;
mod raw;
mod seat;

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Parser, ValueEnum};

use misdeeds::Misdeeds;
use seat::Seat;

/// A peer that means harm.
#[derive(Debug, Parser)]
struct Args {
    /// What it does
    mode: Mode,
    /// The host's address
    #[arg(long)]
    join: SocketAddr,
    /// Its home
    #[arg(long)]
    home: PathBuf,
    /// What it is called
    #[arg(long)]
    name: String,
    /// Taken as headless peers take it: the output is JSON anyway
    #[arg(long)]
    json: bool,
}

/// How it misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// Signs two moves for one index, sends them to different peers, and plays on
    Equivocate,
    /// Sends far too much, small and large, then is gone
    Flood,
    /// Sends what is no message, no frame and no handshake, then is gone
    Garbage,
    /// Shows certificates of other players' keys and says that they live here, but plays
    WrongKey,
    /// Never reveals its link for a draw, but stays and talks
    Withhold,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("the system gave no event loop")?;
    runtime.block_on(async {
        let (mut seat, mut events) = Seat::join(args.join, args.home, args.name)?;
        let mut misdeeds = Misdeeds::new(args.mode);
        while !seat.is_done() && !misdeeds.is_gone() {
            seat.wait(&mut events, &misdeeds).await?;
            misdeeds.go_on(&mut seat).await?;
            seat.pump(&misdeeds)?;
        }
        seat.end().await
    })
}
