//! The command line: subcommands and where their output goes. stdout carries results, stderr everything else.

use crate::app;
use crate::exit::Exit;
use clap::{Parser, Subcommand};
use std::io::{self, BufWriter, Write};

/// A FIDE arbiter for chess engines.
#[derive(Debug, Parser)]
#[command(version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Judge(app::judge::JudgeArgs),
    Laws(app::laws::LawsArgs),
    Solve(app::solve::SolveArgs),
    Verify(app::verify::VerifyArgs),
}

/// Runs the program with the process's arguments and streams.
#[must_use]
pub fn main() -> Exit {
    let cli = Cli::parse();
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut err = io::stderr().lock();
    let done = match &cli.command {
        Command::Judge(args) => app::judge::run(args, io::stdin().lock(), &mut out, &mut err),
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
            Ok(()) | Err(_) => Exit::Io,
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
