//! What a match writes and shows: `-pgnout`, `-epdout`, the intervals, and what of both programs has no effect here.
//!
//! Where the two programs differ: `-pgnout FILE min fi` is cutechess-cli's, `-pgnout file=FILE min=true …` fastchess's.
//! Files are appended to in both; fastchess's `append=false` empties a file first, which is not done here. Without
//! `-ratinginterval` cutechess-cli shows ratings at the end, fastchess after every ten games.

use super::words::{Dialect, Line, Pairs, TRUTH, word};
use crate::event::faults::Report;
use crate::event::settings::{Comments, FinalTable, Output, PgnOutput, Style, Unfinished};
use std::path::PathBuf;

pub(super) fn output(line: &Line, dialect: Dialect, report: &mut Report) -> Output {
    let path = |name: &str| line.text(name).map(PathBuf::from);
    let as_cutechess = match dialect {
        Dialect::Cutechess => Style::Cutechess,
        Dialect::Fastchess => Style::FastchessAsCutechess,
    };
    let styles = [("cutechess", as_cutechess), ("fastchess", Style::Fastchess)];
    let given = line.values("-output").map(|values| Pairs::read("-output", values, &["format"], report));
    let style = given.and_then(|pairs| pairs.word("format", &styles, report));
    let mut interval = |name: &str| line.read::<u32>(name, "a number of games", report);
    let (ratings, scores, outcomes) =
        (interval("-ratinginterval"), interval("-scoreinterval"), interval("-outcomeinterval"));
    Output {
        pgn: line.values("-pgnout").and_then(|values| pgn(values, report)),
        epd: line.values("-epdout").and_then(|values| epd(values, report)),
        jsonl: path("-jsonl"),
        live_pgn: path("-livepgn"),
        feed: None,
        wires: path("-wires"),
        journal: path("-journal"),
        style: style.unwrap_or(match dialect {
            Dialect::Cutechess => Style::Cutechess,
            Dialect::Fastchess => Style::Fastchess,
        }),
        rating_interval: ratings.unwrap_or(match dialect {
            Dialect::Cutechess => 0,
            Dialect::Fastchess => 10,
        }),
        score_interval: scores.unwrap_or(1),
        standings: FinalTable::Hidden,
        outcome_interval: outcomes.unwrap_or(0),
    }
}

/// The keys of fastchess's `-pgnout` that add to comments what `-jsonl` holds here.
const IN_JSONL: [&str; 4] = ["nodes", "seldepth", "nps", "timeleft"];
/// The keys whose matter is kept nowhere.
const NOWHERE: [&str; 4] = ["hashfull", "tbhits", "pv", "latency"];

fn pgn(values: &[String], report: &mut Report) -> Option<PgnOutput> {
    let keys: Vec<&str> =
        ["file", "append", "min", "fi", "notation", "match_line"].into_iter().chain(IN_JSONL).chain(NOWHERE).collect();
    let first = values.first()?;
    let named = first.split_once('=').is_some_and(|(key, _)| keys.contains(&key));
    if !named {
        return Some(positional(first, values.get(1..).unwrap_or_default(), report));
    }
    let pairs = Pairs::read("-pgnout", values, &keys, report);
    let truth = |key: &str, report: &mut Report| pairs.word(key, &TRUTH, report);
    appended("-pgnout", &pairs, report);
    for key in IN_JSONL.into_iter().filter(|key| truth(key, report) == Some(true)).collect::<Vec<_>>() {
        report.warn(&format!("-pgnout: {key}"), "not written to the PGN; -jsonl FILE holds it for every move");
    }
    for key in NOWHERE.into_iter().filter(|key| truth(key, report) == Some(true)).collect::<Vec<_>>() {
        report.warn(&format!("-pgnout: {key}"), "not supported; -wires DIR writes all that engines say");
    }
    if pairs.text("match_line").is_some() {
        report.warn("-pgnout: match_line", "not supported; -wires DIR writes all that engines say");
    }
    if let Some(false) = pairs.word("notation", &[("san", true), ("lan", false), ("uci", false)], report) {
        report.warn("-pgnout: notation", "not supported, moves are written in SAN; -jsonl FILE holds them in UCI");
    }
    let min = truth("min", report) == Some(true);
    let finished = truth("fi", report) == Some(true);
    let Some(file) = pairs.text("file") else {
        report.expected("-pgnout", "file=FILE", "none");
        return None;
    };
    Some(pgn_output(file, min, finished))
}

fn positional(file: &str, rest: &[String], report: &mut Report) -> PgnOutput {
    for word in rest.iter().filter(|word| !matches!(word.as_str(), "min" | "fi")) {
        report.expected("-pgnout", "FILE [min] [fi]", &format!("{word:?}"));
    }
    let has = |wanted: &str| rest.iter().any(|word| word == wanted);
    pgn_output(file, has("min"), has("fi"))
}

fn pgn_output(file: &str, min: bool, finished: bool) -> PgnOutput {
    PgnOutput {
        file: file.into(),
        comments: if min { Comments::None } else { Comments::Full },
        unfinished: if finished { Unfinished::Left } else { Unfinished::Written },
    }
}

fn epd(values: &[String], report: &mut Report) -> Option<PathBuf> {
    let first = values.first()?;
    if !first.starts_with("file=") && !first.starts_with("append=") {
        if let Some(more) = values.get(1) {
            report.expected("-epdout", "FILE", &format!("{more:?}"));
        }
        return Some(first.into());
    }
    let pairs = Pairs::read("-epdout", values, &["file", "append"], report);
    appended("-epdout", &pairs, report);
    if pairs.text("file").is_none() {
        report.expected("-epdout", "file=FILE", "none");
    }
    pairs.text("file").map(PathBuf::from)
}

fn appended(option: &str, pairs: &Pairs<'_>, report: &mut Report) {
    if pairs.word("append", &TRUTH, report) == Some(false) {
        report.warn(&format!("{option}: append"), "not supported, what is in the file stays: remove it first");
    }
}

/// Says of every option that does nothing here that it does nothing, and refuses those that would change a result.
pub(super) fn unsupported(line: &Line, report: &mut Report) {
    let harmless = [
        ("-autosaveinterval", "not needed: the journal is written after every game"),
        ("-resultformat", "not supported: the table at the end has one form"),
        ("-log", "not supported; -wires DIR writes what engines say and hear, -journal FILE the games"),
        ("-report", "not supported: pairs are counted wherever games are played in pairs"),
        ("-crc32", "not supported: games are written without a checksum"),
        ("-check-mate-pvs", "not supported: principal variations are not examined"),
        ("-show-latency", "not supported; -wires DIR writes every line with its time"),
        ("-testEnv", "means nothing here: output and settings are the same everywhere"),
        ("-debug", "not supported; -wires DIR writes what engines say and hear"),
    ];
    for (name, what) in harmless {
        if line.has(name) {
            report.warn(name, what);
        }
    }
    if let Some("disk") = line.text("-bookmode") {
        report.warn("-bookmode", "not supported: books are read into memory");
    }
    if let Some(text) = line.text("-debug") {
        word("-debug", text, &[("all", ())], report);
    }
    if line.has("-strict") {
        report.fault("-strict", "not supported: no warning ends a match here; leave it out");
    }
    for name in ["--compliance", "-compliance"] {
        if line.has(name) {
            report.fault(name, "no part of a match; an engine is examined by `uci-arbiter doctor -- ENGINE`");
        }
    }
    if let Some(values) = line.values("-config") {
        let pairs = Pairs::read("-config", values, &["file", "discard", "outname", "stats"], report);
        let discarded = pairs.word("discard", &TRUTH, report) == Some(true);
        if pairs.text("file").is_some() && !discarded {
            report.fault("-config: file", "not supported: a stopped match is resumed from its own -journal FILE");
        } else {
            report.warn("-config", "not supported: the state of a match is kept in its -journal FILE");
        }
    }
}
