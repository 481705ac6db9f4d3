//! `uci-arbiter judge`: one game from the command line, or a stream of them as JSON lines.

use crate::exit::Exit;
use crate::game::{FenClock, MateOracle, SolverOracle, Start};
use crate::judge::{Answer, Judge, Query};
use crate::laws::Edition;
use clap::Args;
use serde_json::value::RawValue;
use shakmaty::CastlingMode;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;

/// Tell what the Laws make of a game so far.
#[derive(Debug, Args)]
#[command(after_help = "\
Moves are UCI (e2e4, e7e8q) or SAN (Nf3, O-O), with or without move numbers.

Examples:
  uci-arbiter judge g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1
  uci-arbiter judge --fen '4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1'
  uci-arbiter judge --laws 2009 --json --fen '4k3/8/8/8/8/8/R7/4K3 w - - 149 110' a2b2
  echo '{\"id\": 1, \"moves\": [\"f2f3\", \"e7e5\", \"g2g4\", \"d8h4\"]}' | uci-arbiter judge --jsonl")]
pub struct JudgeArgs {
    /// Edition of the Laws: a name (see `uci-arbiter laws`) or the path of a .toml file
    #[arg(long, default_value = Edition::CURRENT, value_name = "EDITION")]
    laws: String,
    /// Start position [default: the standard start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Castling by the Chess960 rules; castling moves as king takes own rook
    #[arg(long)]
    chess960: bool,
    /// Whether the FEN's half-move clock counts for the fifty- and seventy-five-move rules. Here a FEN is all the
    /// history there is, so it is trusted by default; the answer says what was seen and what is presumed
    #[arg(long, value_enum, default_value = "trusted", value_name = "POLICY")]
    fen_clock: FenClock,
    /// Print one JSON object: id, laws, fen, turn, plies, occurrences, halfmove_clock, halfmove_clock_proven, result,
    /// ruling (ground, article, articles, layer, text, ply) or null, claims (threefold_now, threefold_with, fifty_now,
    /// fifty_with), dead, can_mate (white, black)
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Read one JSON object a line on stdin (id, fen, moves, chess960, fen_clock), answer one a line in order: as
    /// --json, or id and error
    #[arg(long, conflicts_with_all = ["fen", "moves", "chess960"])]
    jsonl: bool,
    /// The moves
    moves: Vec<String>,
}

/// Runs the subcommand. A closed output is success: the reader had enough.
pub fn run(args: &JudgeArgs, input: impl Read, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit> {
    let laws = match super::edition(&args.laws) {
        Ok(laws) => Arc::new(laws),
        Err(error) => {
            writeln!(err, "--laws: {error}")?;
            return Ok(Exit::BadInput);
        }
    };
    let judges = Judges::new(&laws, |start: &Start| SolverOracle::new(&start.position));
    match args.jsonl {
        true => stream(args, &judges, input, out),
        false => single(args, &judges, out, err),
    }
}

/// One judge for each policy, so that a query may name its own.
struct Judges<F> {
    unproven: Judge<F>,
    trusted: Judge<F>,
}

impl<F, O> Judges<F>
where
    F: Fn(&Start) -> O + Copy,
    O: MateOracle,
{
    fn new(laws: &Arc<Edition>, oracle: F) -> Self {
        Self {
            unproven: Judge::new(Arc::clone(laws), FenClock::Unproven, oracle),
            trusted: Judge::new(Arc::clone(laws), FenClock::Trusted, oracle),
        }
    }

    fn by(&self, policy: FenClock) -> &Judge<F> {
        match policy {
            FenClock::Unproven => &self.unproven,
            FenClock::Trusted => &self.trusted,
        }
    }
}

fn single<F, O>(args: &JudgeArgs, judges: &Judges<F>, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit>
where
    F: Fn(&Start) -> O + Copy,
    O: MateOracle,
{
    let mode = if args.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let moves = args.moves.iter().flat_map(|text| crate::judge::split_moves(text)).collect::<Vec<_>>();
    match judges.by(args.fen_clock).judge(args.fen.as_deref().unwrap_or("startpos"), mode, &moves) {
        Ok(judged) if args.json => {
            let answer = Answer::Judged { id: RawValue::NULL.to_owned(), judged: Box::new(judged) };
            write_line(out, &answer)?;
        }
        Ok(judged) => writeln!(out, "{judged}")?,
        Err(error) if args.json => {
            write_line(out, &Answer::Error { id: RawValue::NULL.to_owned(), error: error.to_string() })?;
            return Ok(Exit::BadInput);
        }
        Err(error) => {
            writeln!(err, "{error}")?;
            return Ok(Exit::BadInput);
        }
    }
    Ok(Exit::Success)
}

/// Answers each line as soon as nothing more is waiting, so that a program can ask and wait.
fn stream<F, O>(args: &JudgeArgs, judges: &Judges<F>, input: impl Read, out: &mut impl Write) -> io::Result<Exit>
where
    F: Fn(&Start) -> O + Copy,
    O: MateOracle,
{
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    let mut exit = Exit::Success;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(exit);
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = answer(args, judges, &line);
        if let Answer::Error { .. } = answer {
            exit = Exit::Found;
        }
        write_line(out, &answer)?;
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
}

fn answer<F, O>(args: &JudgeArgs, judges: &Judges<F>, line: &[u8]) -> Answer
where
    F: Fn(&Start) -> O + Copy,
    O: MateOracle,
{
    let query = match Query::parse(line) {
        Ok(query) => query,
        Err(error) => {
            return Answer::Error { id: error.id, error: error.message };
        }
    };
    let judge = judges.by(query.fen_clock.unwrap_or(args.fen_clock));
    match judge.judge(&query.fen, query.mode, &query.moves) {
        Ok(judged) => Answer::Judged { id: query.id, judged: Box::new(judged) },
        Err(error) => Answer::Error { id: query.id, error: error.to_string() },
    }
}

fn write_line(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")
}
