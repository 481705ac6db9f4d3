//! `uci-arbiter wrap`: stands where an engine stood.

use super::same_file::are_apart;
use super::wrap_file::WrapFile;
use crate::exit::Exit;
use crate::game::{Conditions, FenClock};
use crate::laws::Edition;
use crate::ledger::Event;
use crate::profile::{Places, Profile, ReadyWhileSearching, Repair};
use crate::proxy::{
    BadPosition, Claims, Crash, DeadPositions, EarlyMove, FaceChoice, HistoryForEngine, Results, Settings, Signal, Wrap,
};
use crate::shell::{Journal, Launch, Setup, run as run_pump};
use clap::Args;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Stand between a GUI or match runner and an engine: forward everything, follow the game, rule by the Laws.
#[derive(Debug, Args)]
#[command(after_help = "\
The protocol shown to the GUI is chosen by the first word it sends: uci or xboard.

Examples:
  uci-arbiter wrap -- stockfish
  uci-arbiter wrap stockfish
  uci-arbiter wrap --config configs/wrap.toml
  uci-arbiter wrap --ledger games.jsonl --claims always -- ./engine --its-own-option
  cutechess-cli -engine cmd=uci-arbiter arg=wrap arg=--results=trust arg=-- arg=stockfish proto=xboard trust …")]
pub struct WrapArgs {
    /// The profile of the engine, which may have defaults of its own: a name looked up in engines/, or the path of a .toml file
    #[arg(required_unless_present_any = ["engine", "config"], conflicts_with = "engine")]
    profile: Option<String>,
    /// Take engine, Laws, files and policies from this file, where the command line does not say otherwise
    /// (configs/wrap.toml shows every key)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The engine and its arguments
    #[arg(last = true, value_name = "ENGINE")]
    engine: Vec<String>,
    /// Edition of the Laws [default: 2023]
    #[arg(long, value_name = "EDITION")]
    laws: Option<String>,
    /// The protocol shown to the GUI [default: auto]
    #[arg(long, value_enum, value_name = "FACE")]
    face: Option<FaceChoice>,
    /// Write rulings, claims, faults and unusual events to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Write every line of both wires with its time to this file
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    policy: Policy,
}

/// Policies; each can also be set by the GUI as an option `Arbiter …`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Policies")]
struct Policy {
    /// Draws claimed on the engine's behalf [default: when-not-better]
    #[arg(long, value_enum)]
    claims: Option<Claims>,
    /// Up to which of its own scores an engine is not better, in centipawns [default: 0]
    #[arg(long, value_name = "CP", allow_hyphen_values = true)]
    claim_score: Option<i64>,
    /// What an xboard runner takes as a result: offers only, or result claims at any moment (cutechess-cli `trust`) [default: offers]
    #[arg(long, value_enum)]
    results: Option<Results>,
    /// What to do on our move in a dead position [default: answer]
    #[arg(long, value_enum)]
    dead_positions: Option<DeadPositions>,
    /// Keep `cp 0` for positions drawn by the Laws [default: off]
    #[arg(long, value_enum)]
    signal: Option<Signal>,
    /// Put right what the engine spells so that GUIs do not read it
    #[arg(long)]
    repair: bool,
    /// What of the game the engine is told [default: full]
    #[arg(long, value_enum)]
    history: Option<HistoryForEngine>,
    /// What to do about a position that cannot be followed [default: forward]
    #[arg(long, value_enum)]
    bad_position: Option<BadPosition>,
    /// What to do about a bestmove before stop or ponderhit [default: hold-ponder]
    #[arg(long, value_enum)]
    early_move: Option<EarlyMove>,
    /// What to do when the engine dies or hangs in mid-game [default: die]
    #[arg(long, value_enum)]
    crash: Option<Crash>,
    /// Answer isready for the engine after this time in a search; 0: never [default: 0]
    #[arg(long, value_name = "MS")]
    ready_after: Option<i64>,
    /// How long the engine may take to answer stop; 0: for ever [default: 5000]
    #[arg(long, value_name = "MS")]
    stop_timeout: Option<i64>,
    /// How long the engine may take to answer uci [default: 10000]
    #[arg(long, value_name = "MS")]
    start_timeout: Option<i64>,
    /// Send no notes
    #[arg(long)]
    quiet: bool,
    /// Whether the half-move clock of a FEN counts [default: trusted]
    #[arg(long, value_enum, value_name = "POLICY")]
    fen_clock: Option<FenClock>,
}

impl Policy {
    /// What was asked for over what the file says over what the engine's profile says over the defaults.
    fn settings(&self, profile: Option<&Profile>, file: &WrapFile) -> Settings {
        let mut settings = Settings::default();
        if let Some(profile) = profile {
            if profile.quirks.ready_while_searching == ReadyWhileSearching::Silent {
                settings.ready_after_ms = 100;
            }
            settings.repair.clone_from(&profile.quirks.repair);
            settings.history = match profile.quirks.history {
                crate::profile::History::Full => HistoryForEngine::Full,
                crate::profile::History::Prune => HistoryForEngine::Prune,
            };
        }
        file.apply(&mut settings);
        settings.claims = self.claims.unwrap_or(settings.claims);
        settings.claim_score = self.claim_score.unwrap_or(settings.claim_score);
        settings.results = self.results.unwrap_or(settings.results);
        settings.dead = self.dead_positions.unwrap_or(settings.dead);
        settings.signal = self.signal.unwrap_or(settings.signal);
        if self.repair {
            settings.repair = Repair::ALL.to_vec();
        }
        settings.history = self.history.unwrap_or(settings.history);
        settings.bad_position = self.bad_position.unwrap_or(settings.bad_position);
        settings.early_move = self.early_move.unwrap_or(settings.early_move);
        settings.crash = self.crash.unwrap_or(settings.crash);
        settings.ready_after_ms = self.ready_after.unwrap_or(settings.ready_after_ms);
        settings.stop_ms = self.stop_timeout.unwrap_or(settings.stop_ms);
        settings.start_ms = self.start_timeout.unwrap_or(settings.start_ms);
        settings.notes &= !self.quiet;
        settings
    }
}

/// Runs the subcommand on the process's own streams.
///
/// # Errors
/// Only if not even a message can be written.
pub fn run(args: &WrapArgs, err: &mut impl Write) -> io::Result<Exit> {
    let bad = |err: &mut dyn Write, message: String| writeln!(err, "{message}").map(|()| Exit::BadInput);
    let file = match args.config.as_deref().map(read_file).transpose() {
        Ok(file) => file.unwrap_or_default(),
        Err(error) => return bad(err, error),
    };
    let laws = args.laws.as_deref().or(file.laws.as_deref()).unwrap_or(Edition::CURRENT);
    let laws = match super::edition(laws) {
        Ok(laws) => Arc::new(laws),
        Err(error) => return bad(err, format!("laws: {error}")),
    };
    let named = match args.engine.is_empty() {
        true => args.profile.as_deref().or(file.profile.as_deref()),
        false => None,
    };
    let profile = match named.map(|name| Places::usual().profile(name)) {
        Some(Ok(profile)) => Some(profile),
        Some(Err(error)) => return bad(err, error.to_string()),
        None => None,
    };
    let launch = match (&profile, args.engine.split_first(), &file.command) {
        (Some(profile), _, _) => launch(profile)?,
        (None, Some((program, arguments)), _) => Launch {
            program: program.into(),
            arguments: arguments.to_vec(),
            directory: None,
            environment: Default::default(),
            stderr: Default::default(),
        },
        (None, None, Some(command)) => Launch {
            program: command.clone(),
            arguments: file.arguments.clone(),
            directory: file.directory.clone(),
            environment: file.environment.clone(),
            stderr: Default::default(),
        },
        (None, None, None) => {
            return bad(err, "expected a profile or an engine, on the command line or in the file".to_owned());
        }
    };
    let ledger = args.ledger.as_deref().or(file.ledger.as_deref());
    let transcript = args.transcript.as_deref().or(file.transcript.as_deref());
    let journal = match Journal::open(ledger, transcript) {
        Ok(journal) => journal,
        Err(error) => {
            writeln!(err, "{error}")?;
            return Ok(Exit::from(&error.cause));
        }
    };
    if let Err(error) = are_apart(("ledger", ledger), ("transcript", transcript)) {
        return bad(err, error.to_string());
    }
    let mut command = vec![launch.program.display().to_string()];
    command.extend(launch.arguments.iter().cloned());
    journal.event(Event::Opened {
        program: concat!("uci-arbiter ", env!("CARGO_PKG_VERSION")).to_owned(),
        engine: command,
        laws: laws.name().to_owned(),
    });
    let fen_clock = args.policy.fen_clock.or(file.fen_clock).unwrap_or(FenClock::Trusted);
    let conditions = Conditions { fen_clock, ..Conditions::standard(laws) };
    let options = profile.iter().flat_map(|profile| &profile.options);
    let options = options.map(|(name, value)| value.to_uci(name)).collect();
    let face = args.face.or(file.face).unwrap_or_default();
    let wrap = Wrap::new(args.policy.settings(profile.as_ref(), &file), conditions, face).with_options(options);
    Ok(run_pump(Setup {
        wrap,
        launch,
        journal,
        input: Box::new(own_stream(&io::stdin())?),
        output: Box::new(own_stream(&io::stdout())?),
    }))
}

fn read_file(path: &Path) -> Result<WrapFile, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    WrapFile::parse(&text, path).map_err(|error| error.to_string())
}

fn launch(profile: &Profile) -> io::Result<Launch> {
    let (program, arguments) = profile.command_line(&std::env::current_exe()?);
    Ok(Launch {
        program,
        arguments,
        directory: profile.directory.clone(),
        environment: profile.environment.clone(),
        stderr: Default::default(),
    })
}

/// A standard stream without the buffer that the library puts before it: bytes go out when they are written.
#[cfg(unix)]
fn own_stream(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn own_stream(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_the_defaults_that_hold() {
        let command = WrapArgs::augment_args(clap::Command::new("wrap"));
        let default = Settings::default();
        let holds = [
            ("claims", default.claims.as_str().to_owned()),
            ("claim_score", default.claim_score.to_string()),
            ("results", default.results.as_str().to_owned()),
            ("dead_positions", default.dead.as_str().to_owned()),
            ("signal", default.signal.as_str().to_owned()),
            ("history", default.history.as_str().to_owned()),
            ("bad_position", default.bad_position.as_str().to_owned()),
            ("early_move", default.early_move.as_str().to_owned()),
            ("crash", default.crash.as_str().to_owned()),
            ("ready_after", default.ready_after_ms.to_string()),
            ("stop_timeout", default.stop_ms.to_string()),
            ("start_timeout", default.start_ms.to_string()),
            ("laws", Edition::CURRENT.to_owned()),
            ("face", "auto".to_owned()),
            ("fen_clock", "trusted".to_owned()),
        ];
        for argument in command.get_arguments().filter(|argument| argument.get_action().takes_values()) {
            let name = argument.get_id().as_str();
            let Some((_, default)) = holds.iter().find(|(known, _)| *known == name) else {
                assert!(["profile", "config", "engine", "ledger", "transcript"].contains(&name), "{name}");
                continue;
            };
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.ends_with(&format!("[default: {default}]")), "{name}: {help}");
        }
    }
}
