//! `uci-arbiter engine NAME`: an engine inside this binary, on stdin and stdout.

use crate::engine::{self, Output, Script};
use crate::exit::Exit;
use clap::{Args, Subcommand};
use std::io::{self, BufReader};
use std::path::PathBuf;

/// Run a house engine (UCI on stdin and stdout).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  printf 'position startpos\\ngo depth 6\\n' | uci-arbiter engine search
  uci-arbiter wrap -- uci-arbiter engine scripted hang-at-go=3")]
pub struct EngineArgs {
    #[command(subcommand)]
    engine: Engine,
}

#[derive(Debug, Subcommand)]
enum Engine {
    /// A legal move at random; the same for the same seed and position
    Random,
    /// A small alpha-beta searcher
    Search,
    /// An engine that misbehaves on purpose
    #[command(after_help = Script::WORDS, after_long_help = Script::WORDS)]
    Scripted(ScriptedArgs),
}

#[derive(Debug, Args)]
struct ScriptedArgs {
    /// Faults, listed below
    faults: Vec<String>,
    /// A file with more faults, one a line; lines that begin with # are comments
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
}

/// Runs the engine until it is told to quit. It owns stdin and stdout, and writes from several threads.
#[must_use]
pub fn run(args: &EngineArgs) -> Exit {
    let out = Output::new(io::stdout());
    match &args.engine {
        Engine::Random => engine::random(io::stdin().lock(), &out),
        Engine::Search => engine::search(io::stdin().lock(), &out),
        Engine::Scripted(args) => return scripted(args, &out),
    }
    Exit::Success
}

fn scripted(args: &ScriptedArgs, out: &Output) -> Exit {
    let script = match read_script(args) {
        Ok(script) => script,
        Err(error) => {
            // stdout belongs to the protocol.
            return match io::Write::write_fmt(&mut io::stderr(), format_args!("{error}\n")) {
                Ok(()) | Err(_) => Exit::BadInput,
            };
        }
    };
    match engine::scripted(script, BufReader::new(io::stdin()), out) {
        0 => Exit::Success,
        _ => Exit::BadInput,
    }
}

fn read_script(args: &ScriptedArgs) -> Result<Script, String> {
    let text = match &args.script {
        Some(file) => std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?,
        None => String::new(),
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let words = args.faults.iter().map(String::as_str).chain(lines);
    Script::parse(words).map_err(|error| error.to_string())
}
