//! Side-by-side benches: what this program does, beside the programs that do it otherwise, on one machine in one run.
//!
//! `cargo bench --bench peers [-- SECTION...] [--rounds N] [--quick] [--positions FILE] [--pgn FILE]`, where a section is
//! `solver`, `runner`, `wrapper` or `audit`; all without one. Writes a page in Markdown to standard output (this is how
//! `benches/RESULTS.md` is made) and its progress to standard error. Contenders run in turn, round by round, and a ratio
//! is taken between runs of one round. A program that is absent is named and left out.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a benchmark reads clocks, and its engine thinks for a while")]
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "it prints its results, and any failure ends it")]

mod audit;
mod engine;
mod figures;
mod machine;
mod peer;
mod pipe;
mod process;
mod runner;
mod scripted;
mod solver;
mod wrapper;
mod xboard;

use peer::{Name, Peer};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug)]
struct Bench {
    peers: Vec<Peer>,
    absent: Vec<String>,
    rounds: usize,
    /// Shows that all works, and measures nothing worth a word.
    quick: bool,
    positions: Option<PathBuf>,
    pgn: Option<PathBuf>,
}

impl Bench {
    fn peer(&self, name: Name) -> Option<&Peer> {
        self.peers.iter().find(|peer| peer.name == name)
    }
}

fn print(text: &str) {
    print!("{text}");
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Solver,
    Runner,
    Wrapper,
    Audit,
}

impl Section {
    const ALL: [Self; 4] = [Self::Solver, Self::Runner, Self::Wrapper, Self::Audit];

    fn word(self) -> &'static str {
        match self {
            Self::Solver => "solver",
            Self::Runner => "runner",
            Self::Wrapper => "wrapper",
            Self::Audit => "audit",
        }
    }

    fn run(self, bench: &Bench) {
        match self {
            Self::Solver => solver::section(bench),
            Self::Runner => runner::section(bench),
            Self::Wrapper => wrapper::section(bench),
            Self::Audit => audit::section(bench),
        }
    }
}

const USAGE: &str = "cargo bench --bench peers -- [solver] [runner] [wrapper] [audit] [--rounds N] [--quick] [--positions FILE] [--pgn FILE]";

fn read(arguments: &[String]) -> Result<(Bench, Vec<Section>), String> {
    let mut bench =
        Bench { peers: Vec::new(), absent: Vec::new(), rounds: 5, quick: false, positions: None, pgn: None };
    let mut sections = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word}: expected a value"));
        match word.as_str() {
            // cargo says it.
            "--bench" => {}
            "--quick" => (bench.quick, bench.rounds) = (true, 1),
            "--rounds" => {
                let value = value()?;
                let rounds = value.parse().ok().filter(|&rounds| rounds > 0);
                bench.rounds = rounds.ok_or_else(|| format!("--rounds: expected a number above 0, got {value:?}"))?;
            }
            "--positions" => bench.positions = Some(PathBuf::from(value()?)),
            "--pgn" => bench.pgn = Some(PathBuf::from(value()?)),
            word => match Section::ALL.into_iter().find(|section| section.word() == word) {
                Some(section) => sections.push(section),
                None => return Err(format!("{word:?} is not known")),
            },
        }
    }
    if sections.is_empty() {
        sections.extend(Section::ALL);
    }
    for found in Name::ALL.map(Peer::find) {
        match found {
            Ok(peer) => bench.peers.push(peer),
            Err(why) => bench.absent.push(why),
        }
    }
    Ok((bench, sections))
}

fn main() -> ExitCode {
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    if let [word, name, rest @ ..] = arguments.as_slice()
        && word == "engine"
    {
        let known = engine::run(name, rest.first().map(String::as_str)) || scripted::run(name, rest);
        return if known { ExitCode::SUCCESS } else { ExitCode::from(2) };
    }
    match read(&arguments) {
        Ok((bench, sections)) => {
            machine::head(&bench, &arguments);
            for section in sections {
                section.run(&bench);
            }
            machine::foot();
            ExitCode::SUCCESS
        }
        Err(fault) => {
            figures::progress(&format!("{fault}\nUsage: {USAGE}"));
            ExitCode::from(2)
        }
    }
}
