//! `uci-arbiter doctor -- ENGINE`: examines an engine for what will lose it games, and prints a table.
//!
//! Every wait has a deadline, every process is killed with all it started: the examination always ends.

mod bench;
mod checks;
mod child;
mod endings;
mod positions;

use crate::exit::Exit;
use crate::profile::Places;
use bench::{Bench, Finding, Verdict};
use clap::Args;
use std::io::{self, Write};
use std::time::Duration;

/// Examine a UCI engine for what will lose it games.
#[derive(Debug, Args)]
#[command(after_help = "\
Verdicts: good; note (costs no game, worth knowing); BAD (will cost a game); - (not offered by the engine).
Exit code 0 without a BAD, 1 with one, 3 if the engine cannot be started or is no UCI engine.

Examples:
  uci-arbiter doctor stockfish
  uci-arbiter doctor -- ./my-engine --uci
  uci-arbiter doctor -- uci-arbiter engine scripted ready-only-idle ignore-quit")]
pub struct DoctorArgs {
    /// Seconds to wait for an answer that has no limit of its own
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,
    /// The engine and its arguments, or the name of a profile
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "ENGINE")]
    engine: Vec<String>,
}

/// Runs the subcommand.
pub fn run(args: &DoctorArgs, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit> {
    let mut bench = Bench::new(command(args)?, Duration::from_secs(args.patience));
    if let Err(error) = bench.start() {
        writeln!(err, "{}: {error}", args.engine.join(" "))?;
        return Ok(Exit::BadInput);
    }
    let mut worst = Verdict::Good;
    for (name, check) in checks::CHECKS {
        let finding = check(&mut bench).unwrap_or_else(|finding| finding);
        worst = worst.max(finding.verdict);
        row(name, &finding, out)?;
        out.flush()?;
        if name == checks::HANDSHAKE && finding.verdict == Verdict::Bad {
            writeln!(err, "not a UCI engine: nothing else can be examined")?;
            return Ok(Exit::BadInput);
        }
    }
    bench.discard();
    Ok(if worst == Verdict::Bad { Exit::Found } else { Exit::Success })
}

/// A single word may be the name of a profile; a program of that name in the current folder needs a `./`.
fn command(args: &DoctorArgs) -> io::Result<Vec<String>> {
    if let [name] = args.engine.as_slice()
        && let Ok(profile) = Places::usual().profile(name)
    {
        let (program, arguments) = profile.command_line(&std::env::current_exe()?);
        return Ok(std::iter::once(program.to_string_lossy().into_owned()).chain(arguments).collect());
    }
    Ok(args.engine.clone())
}

fn row(name: &str, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
    let verdict = match finding.verdict {
        Verdict::Good => "good",
        Verdict::Skipped => "-",
        Verdict::Note => "note",
        Verdict::Bad => "BAD",
    };
    // What an engine wrote must not steer a terminal.
    let harmless = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let seen: String = finding.seen.chars().map(harmless).take(160).collect();
    writeln!(out, "{name:<34} {verdict:<5} {seen}")
}
