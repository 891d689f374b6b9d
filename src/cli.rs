//! The commands: what they are called and what they take.

mod arena;
mod args;
mod doctor;
mod exit;
mod export;
mod failure;
mod files;
mod input;
pub mod json;
mod lines;
mod log;
mod peer;
mod play;
mod replay;
mod report;
mod rules;
mod screen;
mod tables;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{CommandFactory, Parser, Subcommand};

use lines::OutputForm;

/// Train board games for laptops on one network: no server, no internet.
#[derive(Debug, Parser)]
#[command(name = "whistlestop", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<ProgramCommand>,
    #[command(flatten)]
    lobby: screen::LobbyArgs,
}

#[derive(Debug, Subcommand)]
enum ProgramCommand {
    /// Play at once, offline: against bots, and with others on this laptop
    #[command(after_help = PLAY_EXAMPLES)]
    Play(play::PlayArgs),
    /// Open a table and wait for the others
    #[command(after_help = HOST_EXAMPLES)]
    Host(peer::HostArgs),
    /// Sit down at a table on the network
    #[command(after_help = JOIN_EXAMPLES)]
    Join(peer::JoinArgs),
    /// Look on at a table
    #[command(after_help = WATCH_EXAMPLES)]
    Watch(peer::WatchArgs),
    /// List the tables on the network
    #[command(after_help = TABLES_EXAMPLES)]
    Tables(tables::TablesArgs),
    /// A peer without a screen, played by a bot or a program
    #[command(after_help = format!("{PEER_EXAMPLES}\n\nExit codes:\n{}", exit::help()))]
    Peer(peer::PeerArgs),
    /// Go on with a table after a break or a crash
    #[command(after_help = RESUME_EXAMPLES)]
    Resume(peer::ResumeArgs),
    /// Check journals: every signature, draw and state, and whether they hold the same game
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(files::VerifyArgs),
    /// Look at a table again, entry by entry
    #[command(after_help = replay::EXAMPLES)]
    Replay(replay::ReplayArgs),
    /// A journal as a web page with pictures of the board and charts, or as JSON
    #[command(after_help = export::EXAMPLES)]
    Export(export::ExportArgs),
    /// Bots against bots: many games on all cores, and how strong each is
    #[command(after_help = arena::EXAMPLES)]
    Arena(arena::ArenaArgs),
    /// Can this network play? Interfaces, multicast, the way to a peer and back, and what to do
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::DoctorArgs),
    /// The rules engine on standard input and output: one JSON request a line, one answer a line
    #[command(after_help = rules::HELP)]
    Rules,
}

const EXAMPLES: &str = "\
Examples:
  whistlestop                                    the lobby: tables near you, your own tables, practice, new tables
  whistlestop play chicago-express               at once, against two bots
  whistlestop host chicago-express --seats 3     open a table for three
  whistlestop join                               on the other laptops: find it and sit down
  whistlestop resume                             go on after a break, or after a crash
  whistlestop arena --help                       how strong are the bots, also your own?
  whistlestop rules --help                       the engine for programs in any language
  whistlestop COMMAND --help                     what a command takes, with examples";

const PLAY_EXAMPLES: &str = "\
Examples:
  whistlestop play chicago-express                        you and two bots
  whistlestop play chicago-express --bots 3
  whistlestop play chicago-express --players Ben,Cid      three people, one laptop
  whistlestop play railroad-rivals --solitaire            alone, without bots
  whistlestop play chicago-express --players Ben --bots 1 --draw seed:7
  whistlestop play chicago-express --bot-seats hard       against bots that look far ahead
  whistlestop play chicago-express --bot-cmd Monty='python3 my_bot.py'
  whistlestop play railways-of-the-world --option map=mexico
  whistlestop play chicago-express --text                 lines of text and typed numbers

Options of games:
  railroad-rivals         ordered_bidding, challenge
  railways-of-the-world   map, operations, barons, first_turn_order, pay_half";

const HOST_EXAMPLES: &str = "\
With --text you type the number of a choice (and an amount); also: say TEXT, bot SEAT, leave, quit.

Examples:
  whistlestop host chicago-express --seats 3
  whistlestop host chicago-express --seats 4 --bots 2            two people, two bots
  whistlestop host chicago-express --seats 3 --pass-phrase 'blue train'
  whistlestop host railroad-rivals --seats 3 --option ordered_bidding=true

Options of games:
  railroad-rivals         ordered_bidding, challenge
  railways-of-the-world   map, operations, barons, first_turn_order, pay_half";

const JOIN_EXAMPLES: &str = "\
Examples:
  whistlestop join                        the first table found with a free seat
  whistlestop join ann                    the table that ann hosts
  whistlestop join 192.168.1.5:7777       where mDNS does not get through
  whistlestop join 'the words of a join code'";

const WATCH_EXAMPLES: &str = "\
Examples:
  whistlestop watch
  whistlestop watch ann --projector          large, for the room
  whistlestop watch ann --json";

const TABLES_EXAMPLES: &str = "\
Examples:
  whistlestop tables
  whistlestop tables --json --seconds 5";

const PEER_EXAMPLES: &str = "\
With --json each event is one line on standard output, and commands are read from standard input, one JSON object a
line: {\"cmd\":\"act\",\"actions\":[...]}, bot, give_back, take_back, come_back, ready, chat, leave, quit.
Without --bot it is told by \"your_turn\" what it may do, and acts by \"act\". docs/programs.md lists the events,
docs/events.schema.json says what is in them. What fails is told as an event too, \"error\", beside the sentence.

Examples:
  whistlestop peer --host chicago-express --seats 3 --bot greedy --json
  whistlestop peer --join --bot random --json
  whistlestop peer --join 192.168.1.5:7777 --bot greedy --games 10
  whistlestop peer --join --bot-cmd 'python3 my_bot.py' --bot-time 5 --json";

const RESUME_EXAMPLES: &str = "\
Examples:
  whistlestop resume                    the last unfinished table
  whistlestop resume --list
  whistlestop resume 3f2a --bot greedy
  whistlestop resume 3f2a --bot-cmd Monty='python3 my_bot.py'   a program at a table of this laptop
  whistlestop resume 3f2a --copy        without the others, if they do not come back
  whistlestop resume 3f2a --copy --bot greedy --json   the same, with a bot on your seat
  whistlestop resume from-a-friend.wsl  any one journal restores the table for all whose keys are there";

const VERIFY_EXAMPLES: &str = "\
Of a table of earlier rules the signatures and the order of entries are checked, and it is said that the rules were not.

Examples:
  whistlestop verify table.wsl
  whistlestop verify mine.wsl theirs.wsl --json";

/// All commands with what they take, for whoever wants to know whether one is right without running it.
pub fn command_line() -> clap::Command {
    Cli::command()
}

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    let is_told = tells_events(std::env::args_os().skip(1));
    std::panic::set_hook(Box::new(move |panic| failure::report_bug(panic, is_told)));
    let Cli { command, lobby } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::report_usage(&error, is_told),
    };
    let result = match command {
        Some(ProgramCommand::Play(args)) => play::play(&args),
        Some(ProgramCommand::Host(args)) => peer::host(&args),
        Some(ProgramCommand::Join(args)) => peer::join(&args),
        Some(ProgramCommand::Watch(args)) => peer::watch(&args),
        Some(ProgramCommand::Tables(args)) => tables::tables(&args),
        Some(ProgramCommand::Peer(args)) => peer::peer(&args),
        Some(ProgramCommand::Resume(args)) => peer::resume(&args),
        Some(ProgramCommand::Verify(args)) => files::verify(&args),
        Some(ProgramCommand::Replay(args)) => replay::replay(&args),
        Some(ProgramCommand::Export(args)) => export::export(&args),
        Some(ProgramCommand::Arena(args)) => arena::arena(&args),
        Some(ProgramCommand::Doctor(args)) => doctor::doctor(&args),
        Some(ProgramCommand::Rules) => {
            succeed(rules::serve(io::stdin().lock(), lines::out(OutputForm::Json)))
        }
        None => match screen::lobby(&lobby) {
            Ok(None) => succeed(command_line().print_help()),
            Ok(Some(code)) => Ok(code),
            Err(why) => Err(why),
        },
    };
    result.unwrap_or_else(|error| failure::report(error, is_told))
}

/// Whether the command that these words begin tells events, as JSON: then it tells also as an event that it failed.
fn tells_events(mut words: impl Iterator<Item = OsString>) -> bool {
    let plays = ["play", "host", "join", "watch", "peer", "resume"];
    let command = words.next();
    command.is_some_and(|command| plays.iter().any(|name| command == *name))
        && words.any(|word| word == "--json")
}

fn succeed(result: io::Result<()>) -> anyhow::Result<ExitCode> {
    result.context("input or output failed")?;
    Ok(ExitCode::SUCCESS)
}
