//! The command line: subcommands and where their output goes. stdout carries results, stderr everything else.

use crate::app;
use crate::exit::Exit;
use crate::shell::Screen;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A FIDE arbiter for chess engines.
#[derive(Debug, Parser)]
#[command(version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Wrap(app::wrap::WrapArgs),
    Match(app::r#match::MatchArgs),
    Event(app::event::EventArgs),
    Audit(app::audit::AuditArgs),
    Judge(app::judge::JudgeArgs),
    Solve(app::solve::SolveArgs),
    Verify(app::verify::VerifyArgs),
    Laws(app::laws::LawsArgs),
    Ledger(app::ledger::LedgerArgs),
    Engine(app::engine::EngineArgs),
    Fleet(app::fleet::FleetArgs),
    Worker(app::worker::WorkerArgs),
    Install(app::install::InstallArgs),
    Doctor(app::doctor::DoctorArgs),
    Manual(app::manual::ManualArgs),
    /// Keep an engine on a leash (used by wrap)
    #[cfg(unix)]
    #[command(subcommand, hide = true)]
    Leash(crate::shell::leash::LeashCommand),
}

/// GUIs that cannot pass arguments: a copy or link of this program called `arbiter-NAME` wraps the profile NAME. What
/// it starts of itself (its leash, a house engine) is told by the first argument.
fn arguments(mut given: Vec<OsString>) -> Vec<OsString> {
    let name = given.first().map(Path::new).and_then(Path::file_stem).and_then(|stem| stem.to_str());
    let profile = name.and_then(|name| name.strip_prefix("arbiter-")).map(OsString::from);
    let of_itself = given.get(1).is_some_and(|word| word == "leash" || word == "engine");
    if let (Some(profile), false) = (profile, of_itself) {
        given.splice(1..1, ["wrap".into(), profile]);
    }
    given
}

/// Runs the program with the process's arguments and streams.
#[must_use]
pub fn main() -> Exit {
    let cli = Cli::parse_from(arguments(std::env::args_os().collect()));
    if let Command::Engine(args) = &cli.command {
        // An engine writes from several threads: nobody else may hold stdout.
        return app::engine::run(args);
    }
    let mut out = BufWriter::with_capacity(1 << 16, Screen::new(io::stdout().lock()));
    let mut err = Screen::new(io::stderr().lock());
    let done = match &cli.command {
        Command::Audit(args) => app::audit::run(args, &mut out, &mut err),
        Command::Judge(args) => app::judge::run(args, io::stdin().lock(), &mut out, &mut err),
        Command::Doctor(args) => app::doctor::run(args, &mut out, &mut err),
        Command::Engine(_) => Ok(Exit::Success),
        Command::Event(args) => app::event::run(args, &mut out, &mut err),
        Command::Fleet(args) => app::fleet::run(args, &mut out, &mut err),
        Command::Worker(args) => app::worker::run(args, &mut err),
        Command::Match(args) => app::r#match::run(args, &mut out, &mut err),
        Command::Install(args) => app::install::run(args, &mut out, &mut err),
        Command::Wrap(args) => app::wrap::run(args, &mut err),
        #[cfg(unix)]
        Command::Leash(command) => crate::shell::leash::run(command),
        Command::Ledger(args) => app::ledger::run(args, io::stdin().lock(), &mut out, &mut err),
        Command::Manual(args) => app::manual::run(args, Cli::command(), &mut out),
        Command::Laws(args) => laws(args, &mut out, &mut err),
        Command::Solve(args) => {
            app::solve::run(args, io::stdin(), &mut out).map(|solved| found(solved.bad + solved.rejected))
        }
        Command::Verify(args) => app::verify::run(args, &mut out).map(|tally| found(tally.rejected)),
    };
    match done.and_then(|exit| out.flush().map(|()| exit)) {
        Ok(exit) => exit,
        // The reader of our output has had enough: that is no failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => match writeln!(err, "{error}") {
            Ok(()) | Err(_) => Exit::from(&error),
        },
    }
}

fn laws(args: &app::laws::LawsArgs, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit> {
    match app::laws::run(args, out) {
        Ok(()) => Ok(Exit::Success),
        Err(app::laws::LawsError::Write(error)) => Err(error),
        Err(app::laws::LawsError::Edition(error)) => writeln!(err, "{error}").map(|()| Exit::BadInput),
    }
}

/// A run that finished, with so many things that are not right.
fn found(wrong: u64) -> Exit {
    if wrong == 0 { Exit::Success } else { Exit::Found }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        let given = line.split(' ').map(OsString::from).collect();
        let words = arguments(given).into_iter().map(|word| word.to_string_lossy().into_owned());
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_name_of_a_link_is_the_profile_to_wrap() {
        assert_eq!(read("/opt/arbiter-stockfish"), "/opt/arbiter-stockfish wrap stockfish");
        assert_eq!(read("arbiter-toga2.exe --quiet"), "arbiter-toga2.exe wrap toga2 --quiet");
        assert_eq!(read("uci-arbiter judge e2e4"), "uci-arbiter judge e2e4");
        assert_eq!(read("arbiter-x leash watch"), "arbiter-x leash watch");
        assert_eq!(read("arbiter-x engine random"), "arbiter-x engine random");
    }
}
