//! Which of the two programs a command line is written for, by the words that only one of them knows.

use super::engine::{CUTECHESS_KEYS, FASTCHESS_KEYS};
use super::words::{Dialect, Given, Line, Of, word};
use crate::event::faults::Report;

pub(super) fn dialect(line: &Line, report: &mut Report) -> Dialect {
    let dialects = [("cutechess", Dialect::Cutechess), ("fastchess", Dialect::Fastchess)];
    if let Some(said) = line.text("-dialect").and_then(|text| word("-dialect", text, &dialects, report)) {
        return said;
    }
    let first = |dialect| line.given.iter().find_map(|given| told(given, dialect));
    match (first(Dialect::Cutechess), first(Dialect::Fastchess)) {
        (_, None) => Dialect::Cutechess,
        (None, Some(word)) => {
            let what = format!("read as fastchess's because of {word}; -dialect cutechess reads it as cutechess-cli's");
            report.warn("", what);
            Dialect::Fastchess
        }
        (Some(one), Some(other)) => {
            let what = format!("{one} is cutechess-cli's and {other} fastchess's: read as cutechess-cli's");
            report.warn("", format!("{what}; -dialect fastchess reads it as fastchess's"));
            Dialect::Cutechess
        }
    }
}

/// The word of an option that only this program knows.
fn told(given: &Given, dialect: Dialect) -> Option<String> {
    match (given.of, dialect) {
        (Of::Cutechess, Dialect::Cutechess) | (Of::Fastchess, Dialect::Fastchess) => Some(given.name.to_owned()),
        (Of::Both | Of::Ours | Of::Cutechess | Of::Fastchess, Dialect::Cutechess | Dialect::Fastchess) => {
            let value = given.values.iter().find(|value| tells(given.name, value, dialect))?;
            Some(format!("{} {value}", given.name))
        }
    }
}

fn tells(option: &str, value: &str, dialect: Dialect) -> bool {
    let key = value.split_once('=').map_or(value, |(key, _)| key);
    match (option, dialect) {
        ("-engine" | "-each", Dialect::Cutechess) => {
            CUTECHESS_KEYS.contains(&key) || matches!(value, "proto=xboard" | "restart=auto")
        }
        ("-engine" | "-each", Dialect::Fastchess) => FASTCHESS_KEYS.contains(&key),
        ("-tournament", Dialect::Cutechess) => matches!(value, "round-robin" | "knockout" | "pyramid"),
        ("-tournament", Dialect::Fastchess) => value == "roundrobin",
        ("-openings", Dialect::Cutechess) => matches!(value, "policy=default" | "policy=encounter"),
        ("-pgnout" | "-epdout", Dialect::Fastchess) => {
            value.contains('=') && matches!(key, "file" | "append" | "notation" | "min" | "nodes")
        }
        ("-sprt", Dialect::Fastchess) => key == "model",
        (_, Dialect::Cutechess | Dialect::Fastchess) => false,
    }
}
