//! `worker`: plays for events of other machines.

use super::fleet::BrokerArgs;
use crate::app::settings::Files;
use crate::event::fleet::{AllowList, WorkerName};
use crate::exit::Exit;
use crate::shell::fleet::{WorkerOptions, machine, speed, work};
use clap::Args;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

/// Play games for events of other machines
#[derive(Debug, Args)]
#[command(after_help = "\
The allow-list (TOML) names what this worker starts; without one, house engines alone:

  house = true                      # engines inside this program
  [engines.stockfish]               # for an event's command \"stockfish\" or \".../stockfish\"
  command = \"/usr/games/stockfish\"
  build = \"any\"                   # by default the very file that the coordinator has
  arguments = true                  # let the event's arguments through
  environment = true                # let the event's environment through
  [fetched]
  sha256 = [\"ba78...\"]            # programs from the broker, by content; or: any = true
  [tables]
  syzygy = [\"/srv/syzygy\"]        # endgame tables

SIGTERM lets it play to the end what it has; a second one breaks it off, and others play it.")]
pub struct WorkerArgs {
    #[command(flatten)]
    broker: BrokerArgs,
    /// Games at a time [default: all processors]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroU32>,
    /// What this machine has, separated by commas: events may ask for it
    #[arg(long, value_delimiter = ',', value_name = "TAGS")]
    tags: Vec<String>,
    /// Its name, which no other worker may have [default: the machine's name and the process's number]
    #[arg(long, value_name = "NAME")]
    name: Option<WorkerName>,
    /// Which programs it starts
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// Where fetched engines, books and networks are kept [default: uci-arbiter/fleet in the user's cache folder]
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Nodes a second to tell, instead of measuring for a second
    #[arg(long, value_name = "N")]
    speed: Option<u64>,
}

/// Runs it.
///
/// # Errors
/// stderr cannot be written.
pub fn run(args: &WorkerArgs, err: &mut dyn Write) -> io::Result<Exit> {
    let allow = match &args.allow {
        None => AllowList::default(),
        Some(path) => {
            let read = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
            match read.and_then(|text| AllowList::parse(&text, &path.display().to_string())) {
                Ok(list) => list,
                Err(why) => return writeln!(err, "{why}").map(|()| Exit::BadInput),
            }
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, |count| u32::try_from(count.get()).unwrap_or(1));
    let slots = args.concurrency.or_else(|| NonZeroU32::new(processors)).unwrap_or(NonZeroU32::MIN);
    let speed = match args.speed {
        Some(speed) => speed,
        None => speed(slots)?,
    };
    let options = WorkerOptions {
        broker: args.broker.options(),
        name: args.name.clone().unwrap_or_else(|| WorkerName::near(&machine())),
        slots,
        tags: args.tags.iter().cloned().collect(),
        allow,
        cache: args.cache.clone().unwrap_or_else(cache),
        speed,
        processors,
    };
    match work(options, Arc::new(Files::usual()), err) {
        Ok(exit) => Ok(exit),
        Err(error) => writeln!(err, "{error}").map(|()| Exit::Io),
    }
}

/// The user's cache folder.
fn cache() -> PathBuf {
    let set = |key| std::env::var_os(key).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    folder.unwrap_or_else(std::env::temp_dir).join("uci-arbiter").join("fleet")
}
