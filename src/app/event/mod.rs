//! `event`: plays an event from its file, goes on with one from its journal, and does what a director does.

mod check;
mod decide;
pub(crate) mod live;
mod pair;
mod ratings;
mod run;
mod status;
mod trf;

use crate::app::fleet::GiveArgs;
use crate::exit::Exit;
use crate::shell::fleet::FleetOptions;
use crate::shell::page::Address;
use std::io::{self, Write};
use std::path::PathBuf;

/// Play an event, resume it, look at it, decide about it
#[derive(Debug, clap::Args)]
pub struct EventArgs {
    #[command(subcommand)]
    command: EventCommand,
}

/// How an event is given to a fleet
#[derive(Debug, clap::Args)]
struct FleetOptionArgs {
    #[command(flatten)]
    give: GiveArgs,
    /// Scale each worker's clocks by its speed: the times are meant for so many nodes a second of the house search
    #[arg(long, value_name = "NODES", requires = "fleet", value_parser = clap::value_parser!(u64).range(1..))]
    reference_speed: Option<u64>,
}

impl FleetOptionArgs {
    fn options(&self) -> Option<FleetOptions> {
        self.give.options(self.reference_speed)
    }
}

#[derive(Debug, clap::Subcommand)]
enum EventCommand {
    /// Play an event from its file, from the start
    Run {
        /// The file (configs/event.toml shows every key)
        file: PathBuf,
        /// Where the journal is kept, if the file does not say; by default NAME.journal in the current folder
        #[arg(long)]
        journal: Option<PathBuf>,
        /// Show the event in browsers while it is played, as 127.0.0.1:8000 or a port; port 0 is any that is free
        #[arg(long, value_name = "ADDRESS")]
        live: Option<Address>,
        #[command(flatten)]
        fleet: FleetOptionArgs,
    },
    /// Tell everything that is wrong with an event's file, and start each engine once
    Check {
        /// The file
        file: PathBuf,
        /// Do not start the engines
        #[arg(long)]
        no_engines: bool,
    },
    /// Go on with an event where its journal ends
    Resume {
        /// The journal
        journal: PathBuf,
        /// Show the event in browsers while it is played, as 127.0.0.1:8000 or a port; port 0 is any that is free
        #[arg(long, value_name = "ADDRESS")]
        live: Option<Address>,
        #[command(flatten)]
        fleet: FleetOptionArgs,
    },
    /// Show an event in browsers from its journal: one that is over, or that another program plays
    Serve {
        /// The journal
        journal: PathBuf,
        /// Where, as 127.0.0.1:8000 or a port; port 0 is any that is free
        #[arg(value_name = "ADDRESS", default_value = "127.0.0.1:8000")]
        address: Address,
    },
    /// Tell where an event stands
    Status {
        /// The journal
        journal: PathBuf,
        /// Each game with its ruling
        #[arg(long)]
        games: bool,
    },
    /// Ratings from the games of journals and PGN files, by maximum likelihood, with errors
    Ratings(ratings::RatingsArgs),
    /// Decide the result of a game, as the event's director; its own ruling stays on record
    Rule {
        /// The journal
        journal: PathBuf,
        /// The number of the game
        game: u32,
        /// 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2
        result: String,
        /// Who decides
        #[arg(long, value_parser = a_text)]
        by: String,
        /// Why
        #[arg(long, value_parser = a_text)]
        reason: String,
    },
    /// Take a player out of an event: it plays no more games
    Withdraw {
        /// The journal
        journal: PathBuf,
        /// The player's name
        player: String,
        /// Why
        #[arg(long, value_parser = a_text)]
        reason: String,
    },
    /// Pair the next round of a Swiss event by hand, as its director: where the pairing program refuses, or is not there
    Pair {
        /// The journal
        journal: PathBuf,
        /// The round; only the next one can be paired
        #[arg(long)]
        round: u32,
        /// The pairs, as "WHITE-BLACK" by the engines' names
        #[arg(required = true)]
        pairs: Vec<String>,
        /// Who gets the pairing-allocated bye
        #[arg(long)]
        bye: Vec<String>,
        /// Who decides
        #[arg(long, value_parser = a_text)]
        by: String,
        /// Why
        #[arg(long, value_parser = a_text)]
        reason: String,
    },
    /// Write the tournament report (TRF) of an event
    Trf {
        /// The journal; or a report, NAME.trf, to be written in this version
        journal: PathBuf,
        /// The version of the format
        #[arg(long, default_value = "trf26")]
        format: trf::Format,
        /// Print what the pairing program of a Swiss event is given for the next round, instead
        #[arg(long, conflicts_with_all = ["format", "out"])]
        question: bool,
        /// Where to; by default it is printed
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Print the file of an event with the players, the format and the clock that a tournament report (TRF) tells of
    Import {
        /// The report
        report: PathBuf,
    },
    /// Print the standings and tie-breaks of a tournament report (TRF)
    Standings {
        /// The report
        report: PathBuf,
        /// What a round without play means for the tie-breaks; by default what the report says, or its pairings
        #[arg(long)]
        system: Option<trf::SystemName>,
        /// Which tie-breaks, in this order; by default those of the report
        #[arg(long, value_delimiter = ',')]
        tie_breaks: Option<Vec<String>>,
    },
    /// Begin no new games of a running event
    Pause {
        /// The journal
        journal: PathBuf,
    },
    /// Begin new games again
    Continue {
        /// The journal
        journal: PathBuf,
    },
}

/// A text of a director, who must say something.
fn a_text(given: &str) -> Result<String, &'static str> {
    match given.trim() {
        "" => Err("expected a text, got none"),
        text => Ok(text.to_owned()),
    }
}

/// Runs it.
///
/// # Errors
/// stdout or stderr cannot be written.
pub fn run(args: &EventArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    match &args.command {
        EventCommand::Run { file, journal, live, fleet } => {
            let how = run::How { live: live.as_ref(), fleet: fleet.options() };
            run::run(file, journal.as_deref(), &how, out, err)
        }
        EventCommand::Check { file, no_engines } => check::run(file, *no_engines, out, err),
        EventCommand::Resume { journal, live, fleet } => {
            let how = run::How { live: live.as_ref(), fleet: fleet.options() };
            run::resume(journal, &how, out, err)
        }
        EventCommand::Serve { journal, address } => live::serve(journal, address, err),
        EventCommand::Status { journal, games } => status::run(journal, *games, out, err),
        EventCommand::Rule { journal, game, result, by, reason } => {
            decide::rule(journal, *game, result, by, reason, out, err)
        }
        EventCommand::Ratings(args) => ratings::run(args, out, err),
        EventCommand::Withdraw { journal, player, reason } => decide::withdraw(journal, player, reason, out, err),
        EventCommand::Pair { journal, round, pairs, bye, by, reason } => {
            pair::run(journal, *round, pairs, bye, (by, reason), out, err)
        }
        EventCommand::Trf { journal, question: true, .. } => pair::question(journal, out, err),
        EventCommand::Trf { journal, format, question: false, out: file } => {
            trf::write(journal, *format, file.as_deref(), out, err)
        }
        EventCommand::Import { report } => trf::import(report, out, err),
        EventCommand::Standings { report, system, tie_breaks } => {
            trf::standings(report, *system, tie_breaks.as_deref(), out, err)
        }
        EventCommand::Pause { journal } => decide::pause(journal, crate::shell::runner::Pause::Pause, err),
        EventCommand::Continue { journal } => decide::pause(journal, crate::shell::runner::Pause::Continue, err),
    }
}
