//! An answer as a line of text, as JSON, and as a certificate.

use crate::units::counted;
use std::io::{self, Write};

use crate::foreign::shortened;
use serde::Serialize;
use shakmaty::{CastlingMode, EnPassantMode, fen::Fen};

use super::{Done, SolveArgs};
use crate::unwinnable::certificate::Certificate;
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
        #[serde(skip_serializing_if = "Option::is_none")]
        none_within: Option<usize>,
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
        Err(error) => return writeln!(out, "error {error} ({})", shortened(line)),
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
            if let Some(counters) = &done.counters {
                write!(out, " counters {counters}")?;
            }
        }
        Verdict::Unwinnable(_) => write!(out, "unwinnable evidence {} nodes {}", evidence(args, answer), answer.nodes)?,
        Verdict::Undetermined(spent) => {
            write!(out, "undetermined spent {}", spent.nodes)?;
            if let Some(plies) = answer.none_within {
                write!(out, " no mate within {}", counted(plies, "ply", "plies"))?;
            }
        }
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
        counters: done.counters.clone(),
        none_within: answer.none_within,
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
