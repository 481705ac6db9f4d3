//! An answer as a line of text, as JSON, and as a certificate.

use std::io::{self, Write};

use serde::Serialize;
use shakmaty::{CastlingMode, EnPassantMode, Move, fen::Fen};

use super::{Done, SolveArgs};
use crate::unwinnable::certificate::Certificate;
use crate::unwinnable::counters::{Counters, under_counters};
use crate::unwinnable::query::Query;
use crate::unwinnable::{Answer, Proof, Verdict};

#[derive(Serialize)]
#[serde(untagged)]
enum Line {
    Answer {
        fen: String,
        winner: &'static str,
        verdict: &'static str,
        line: Vec<String>,
        evidence: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        counters: Option<String>,
        nodes: u64,
        time_us: u128,
    },
    Error {
        query: String,
        error: String,
    },
}

/// One line for one question.
pub(super) fn write(args: &SolveArgs, line: &str, done: &Done, out: &mut dyn Write) -> io::Result<()> {
    if args.json {
        serde_json::to_writer(&mut *out, &json(args, line, done))?;
        return out.write_all(b"\n");
    }
    let (query, answer) = match &done.asked {
        Ok(asked) => asked,
        Err(error) => return writeln!(out, "error {error} ({line})"),
    };
    match &answer.verdict {
        Verdict::Winnable(moves) => {
            write!(out, "winnable")?;
            for &m in &moves.0 {
                write!(out, " {}", m.to_uci(query.mode))?;
            }
            write!(
                out,
                "{} evidence {} nodes {}",
                if moves.0.is_empty() { " mate" } else { "#" },
                evidence(args, answer),
                answer.nodes
            )?;
            if args.counters {
                write!(out, " counters {}", counters(query, &moves.0))?;
            }
        }
        Verdict::Unwinnable(_) => write!(out, "unwinnable evidence {} nodes {}", evidence(args, answer), answer.nodes)?,
        Verdict::Undetermined(spent) => write!(out, "undetermined spent {}", spent.nodes)?,
    }
    writeln!(out, " time {} ({line})", done.time.as_micros())
}

fn json(args: &SolveArgs, line: &str, done: &Done) -> Line {
    let (query, answer) = match &done.asked {
        Ok(asked) => asked,
        Err(error) => {
            return Line::Error { query: line.to_owned(), error: error.to_string() };
        }
    };
    let (verdict, moves) = match &answer.verdict {
        Verdict::Winnable(moves) => ("winnable", moves.0.as_slice()),
        Verdict::Unwinnable(_) => ("unwinnable", [].as_slice()),
        Verdict::Undetermined(_) => ("undetermined", [].as_slice()),
    };
    Line::Answer {
        fen: Fen::from_position(&query.position, EnPassantMode::Legal).to_string(),
        winner: query.winner.fold_wb("white", "black"),
        verdict,
        line: moves.iter().map(|m| m.to_uci(query.mode).to_string()).collect(),
        evidence: evidence(args, answer),
        counters: (args.counters && verdict == "winnable").then(|| counters(query, moves)),
        nodes: answer.nodes,
        time_us: done.time.as_micros(),
    }
}

fn evidence(args: &SolveArgs, answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Winnable(_) if args.min.is_some() => "shortest-helpmate".to_owned(),
        Verdict::Winnable(_) => "helpmate".to_owned(),
        Verdict::Unwinnable(Proof::Terminal) => "terminal".to_owned(),
        Verdict::Unwinnable(Proof::Material) => "material".to_owned(),
        Verdict::Unwinnable(Proof::Closure { states, .. }) => format!("closure {states}"),
        Verdict::Unwinnable(Proof::Static(_)) => "static".to_owned(),
        Verdict::Unwinnable(Proof::Split { states, .. }) => format!("split {states}"),
        Verdict::Unwinnable(Proof::Roaming { arrangements, .. }) => format!("roaming {arrangements}"),
        Verdict::Undetermined(_) => "none".to_owned(),
    }
}

/// `mates`, or where 9.6 would cut the line.
pub(super) fn counters(query: &Query, moves: &[Move]) -> String {
    match under_counters(&query.position, query.halfmoves, moves) {
        Counters::Mates => "mates".to_owned(),
        Counters::SeventyFive(plies) => format!("cut-by-75-moves-after {plies}"),
        Counters::Fivefold(plies) => format!("cut-by-fivefold-after {plies}"),
    }
}

/// The certificate of a decided question.
pub(super) fn certify(query: &Query, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    if let Verdict::Undetermined(_) = answer.verdict {
        return Ok(());
    }
    let certificate = Certificate {
        position: query.position.clone(),
        chess960: query.mode == CastlingMode::Chess960,
        winner: query.winner,
        verdict: answer.verdict.clone(),
    };
    writeln!(out, "{certificate}")
}
