//! `[format]`, `[openings]`, `[sprt]`, `[play]` and `[output]`.

use super::section::{Section, beside};
use crate::event::command_line::check_sprt;
use crate::event::faults::Report;
use crate::event::settings::{
    Affinity, Colours, Comments, FinalTable, Format, Interrupted, Meetings, OpeningOrder, OpeningPolicy, OpeningSource,
    Openings, Order, Output, PgnOutput, Play, Player, Sprt, SprtModel, Style, Team, Unfinished, Variant,
};
use crate::units::Span;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use toml::Value;

pub(super) const AT_LEAST_ONE: &str = "a number, at least 1";

#[derive(Clone, Copy)]
enum Kind {
    RoundRobin,
    Gauntlet,
    Knockout,
    Ladder,
    Swiss,
    Teams,
}

/// Whose names a format may use.
pub(super) struct Field<'a> {
    pub(super) path: &'a Path,
    pub(super) named: &'a [Player],
    pub(super) players: usize,
    pub(super) teams: Vec<Team>,
}

pub(super) fn format(file: &mut Section, field: Field<'_>, report: &mut Report) -> Format {
    let Field { path, named, players, teams } = field;
    let mut section = file.below("format", report);
    let kinds = [
        ("round-robin", Kind::RoundRobin),
        ("gauntlet", Kind::Gauntlet),
        ("knockout", Kind::Knockout),
        ("ladder", Kind::Ladder),
        ("swiss", Kind::Swiss),
        ("team-round-robin", Kind::Teams),
    ];
    let kind = section.word("kind", &kinds, report).unwrap_or(Kind::RoundRobin);
    match kind {
        Kind::RoundRobin | Kind::Gauntlet | Kind::Knockout | Kind::Ladder | Kind::Swiss if !teams.is_empty() => {
            report.expected(&section.place("kind"), "\"team-round-robin\", as there are [[teams]]", "another");
        }
        Kind::Teams if teams.is_empty() => report.expected("teams", "at least two [[teams]]", "none"),
        Kind::RoundRobin | Kind::Gauntlet | Kind::Knockout | Kind::Ladder | Kind::Swiss | Kind::Teams => {}
    }
    if let Kind::Swiss = kind {
        let swiss = super::swiss::read(&mut section, path, named, players, report);
        section.finish(report);
        return Format::Swiss(swiss);
    }
    let games: Option<NonZeroU32> = section.take("games", AT_LEAST_ONE, report);
    let two = NonZeroU32::MIN.saturating_add(1);
    let format = match kind {
        Kind::RoundRobin | Kind::Swiss => Format::RoundRobin(meetings(&mut section, games, report)),
        Kind::Teams => {
            let rounds = section.take("rounds", AT_LEAST_ONE, report);
            Format::TeamRoundRobin(super::teams::format(&mut section, teams, rounds, games, report))
        }
        Kind::Knockout => {
            let extra_pairs = section.take("extra-pairs", AT_LEAST_ONE, report);
            Format::Knockout { games: games.unwrap_or(two), extra_pairs }
        }
        Kind::Ladder => Format::Ladder(meetings(&mut section, games, report)),
        Kind::Gauntlet => {
            let seeds: NonZeroUsize = section.take("seeds", AT_LEAST_ONE, report).unwrap_or(NonZeroUsize::MIN);
            if players > 1 && seeds.get() >= players {
                let expected = format!("fewer than the {players} engines");
                report.expected(&section.place("seeds"), &expected, &seeds.to_string());
            }
            Format::Gauntlet { seeds, meetings: meetings(&mut section, games, report) }
        }
    };
    section.finish(report);
    format
}

fn meetings(section: &mut Section, games: Option<NonZeroU32>, report: &mut Report) -> Meetings {
    let orders = [("berger", Order::Berger), ("cutechess", Order::Cutechess), ("fastchess", Order::Fastchess)];
    let colours = [("swapped", Colours::Swapped), ("fixed", Colours::Fixed), ("reversed", Colours::Reversed)];
    Meetings {
        rounds: section.take("rounds", AT_LEAST_ONE, report).unwrap_or(NonZeroU32::MIN),
        games: games.unwrap_or(NonZeroU32::MIN.saturating_add(1)),
        order: section.word("order", &orders, report).unwrap_or_default(),
        colours: section.word("colours", &colours, report).unwrap_or_default(),
    }
}

pub(super) fn openings(file: &mut Section, path: &Path, format: &Format, report: &mut Report) -> Openings {
    let mut section = file.below("openings", report);
    let source = opening_source(&mut section, path, report);
    let orders = [("sequential", OpeningOrder::Sequential), ("random", OpeningOrder::Random)];
    let policies =
        [("default", OpeningPolicy::Default), ("encounter", OpeningPolicy::Encounter), ("round", OpeningPolicy::Round)];
    let variants = [("standard", Variant::Standard), ("chess960", Variant::Chess960)];
    let natural = match &source {
        OpeningSource::Chess960(_) | OpeningSource::DoubleChess960(_) => Variant::Chess960,
        OpeningSource::Start | OpeningSource::Epd(_) | OpeningSource::Pgn(_) | OpeningSource::Polyglot(_) => {
            Variant::Standard
        }
    };
    let games = match format {
        Format::RoundRobin(meetings) | Format::Ladder(meetings) | Format::Gauntlet { meetings, .. } => meetings.games,
        Format::Knockout { games, .. } => *games,
        Format::Swiss(swiss) => NonZeroU32::new(swiss.games.count()).unwrap_or(NonZeroU32::MIN),
        Format::TeamRoundRobin(teams) => teams.games,
    };
    // A pair of games with changed colours shares its opening; a single game has its own.
    let pair = games.min(NonZeroU32::MIN.saturating_add(1));
    let openings = Openings {
        source,
        order: section.word("order", &orders, report).unwrap_or_default(),
        plies: section.take::<NonZeroU32>("plies", AT_LEAST_ONE, report).map(NonZeroU32::get),
        start: section.take("start", AT_LEAST_ONE, report).unwrap_or(NonZeroU32::MIN),
        repeat: section.take("repeat", AT_LEAST_ONE, report).unwrap_or(pair),
        policy: section.word("policy", &policies, report).unwrap_or_default(),
        variant: section.word("variant", &variants, report).unwrap_or(natural),
    };
    section.finish(report);
    openings
}

/// What a file of openings is made into.
type MakeSource = fn(PathBuf) -> OpeningSource;

fn opening_source(section: &mut Section, path: &Path, report: &mut Report) -> OpeningSource {
    let keys = ["epd", "pgn", "polyglot", "chess960", "double-chess960"];
    let given = keys.iter().filter(|key| section.has(key)).copied().collect::<Vec<_>>();
    let mut source = OpeningSource::Start;
    let files: [(&'static str, MakeSource); 3] =
        [("epd", OpeningSource::Epd), ("pgn", OpeningSource::Pgn), ("polyglot", OpeningSource::Polyglot)];
    for (key, make) in files {
        if let Some(file) = section.origin(key, path, report) {
            source = make(file);
        }
    }
    if let Some(list) = numbers::<u16>(section, "chess960", "\"all\" or a list of numbers from 0 to 959", report) {
        if let Some(wrong) = list.iter().find(|number| **number > 959) {
            report.expected(&section.place("chess960"), "numbers from 0 to 959", &wrong.to_string());
        }
        source = OpeningSource::Chess960(list);
    }
    let expected = "\"all\" or a list of pairs of numbers from 0 to 959";
    if let Some(list) = numbers::<(u16, u16)>(section, "double-chess960", expected, report) {
        if let Some((white, black)) = list.iter().find(|(white, black)| *white > 959 || *black > 959) {
            let place = section.place("double-chess960");
            report.expected(&place, "numbers from 0 to 959", &format!("[{white}, {black}]"));
        }
        source = OpeningSource::DoubleChess960(list);
    }
    if given.len() > 1 {
        report.expected(section.here(), &format!("one of {}", keys.join(", ")), &given.join(" and "));
    }
    source
}

/// A list, or `"all"` for an empty one; an empty list is a fault.
fn numbers<T: DeserializeOwned>(
    section: &mut Section,
    key: &'static str,
    expected: &str,
    report: &mut Report,
) -> Option<Vec<T>> {
    let value = section.raw(key)?;
    if value.as_str() == Some("all") {
        return Some(Vec::new());
    }
    match Vec::<T>::deserialize(value.clone()) {
        Ok(list) if !list.is_empty() => Some(list),
        Ok(_) | Err(_) => {
            report.expected(&section.place(key), expected, &value.to_string());
            None
        }
    }
}

pub(super) fn sprt(file: &mut Section, players: usize, report: &mut Report) -> Option<Sprt> {
    let mut section = match file.below_or_off("sprt", report)? {
        super::section::OnOff::Off => return None,
        super::section::OnOff::On(section) => section,
    };
    let mut number = |key: &'static str| {
        let value = match section.raw(key) {
            Some(Value::Integer(whole)) => whole.to_string().parse().ok(),
            Some(Value::Float(number)) => Some(number),
            Some(other) => {
                report.expected(&section.place(key), "a number", &other.to_string());
                return None;
            }
            None => None,
        };
        if value.is_none() {
            report.expected(&section.place(key), "a number", "none");
        }
        value
    };
    let (elo0, elo1, alpha, beta) = (number("elo0"), number("elo1"), number("alpha"), number("beta"));
    let models =
        [("normalized", SprtModel::Normalized), ("logistic", SprtModel::Logistic), ("bayesian", SprtModel::Bayesian)];
    let model = section.word("model", &models, report).unwrap_or_default();
    section.finish(report);
    let sprt = Sprt { elo0: elo0?, elo1: elo1?, alpha: alpha?, beta: beta?, model };
    check_sprt("sprt", &sprt, players, report);
    Some(sprt)
}

pub(super) fn play(file: &mut Section, report: &mut Report) -> Play {
    let mut section = file.below("play", report);
    let play = Play {
        concurrency: section.take("concurrency", AT_LEAST_ONE, report).unwrap_or(NonZeroUsize::MIN),
        affinity: match section.raw("affinity") {
            None => Affinity::Off,
            Some(Value::String(text)) if text == "off" => Affinity::Off,
            Some(Value::String(text)) if text == "auto" => Affinity::Auto,
            Some(value) => match Vec::<usize>::deserialize(value.clone()) {
                Ok(list) if !list.is_empty() => Affinity::List(list),
                Ok(_) | Err(_) => {
                    let expected = "\"off\", \"auto\" or a list of processors";
                    report.expected(&section.place("affinity"), expected, &value.to_string());
                    Affinity::Off
                }
            },
        },
        wait: section.span("wait", report).unwrap_or(Span::ZERO),
        interrupted: section
            .word("interrupted", &[("replay", Interrupted::Replay), ("resume", Interrupted::Resume)], report)
            .unwrap_or_default(),
    };
    section.finish(report);
    play
}

pub(super) fn output(file: &mut Section, report: &mut Report) -> Output {
    let mut section = file.below("output", report);
    let styles = [
        ("cutechess", Style::Cutechess),
        ("fastchess", Style::Fastchess),
        ("fastchess-as-cutechess", Style::FastchessAsCutechess),
    ];
    let games = "a number of games";
    let output = Output {
        pgn: pgn(&mut section, report),
        epd: section.target("epd", report),
        jsonl: section.target("jsonl", report),
        live_pgn: section.target("live-pgn", report),
        feed: section.target("feed", report),
        wires: section.target("wires", report),
        journal: section.target("journal", report),
        style: section.word("style", &styles, report).unwrap_or_default(),
        rating_interval: section.take("rating-interval", games, report).unwrap_or(0),
        score_interval: section.take("score-interval", games, report).unwrap_or(1),
        standings: match section.take("standings", "true or false", report) {
            Some(false) => FinalTable::Hidden,
            Some(true) | None => FinalTable::Shown,
        },
        outcome_interval: section.take("outcome-interval", games, report).unwrap_or(0),
    };
    section.finish(report);
    output
}

/// `"games.pgn"`, or a table.
fn pgn(section: &mut Section, report: &mut Report) -> Option<PgnOutput> {
    let place = section.place("pgn");
    let table = match section.raw("pgn")? {
        Value::String(file) => {
            return Some(PgnOutput {
                file: file.into(),
                comments: Comments::default(),
                unfinished: Unfinished::default(),
            });
        }
        Value::Table(table) => table,
        other => {
            report.expected(&place, "a path or a table", &other.to_string());
            return None;
        }
    };
    let mut inner = Section::new(&format!("{place}."), table);
    let comments = [("full", Comments::Full), ("none", Comments::None), ("commands", Comments::Commands)];
    let unfinished = [("written", Unfinished::Written), ("left", Unfinished::Left)];
    if !inner.has("file") {
        report.expected(&inner.place("file"), "a path", "none");
    }
    let file = inner.target("file", report);
    let comments = inner.word("comments", &comments, report).unwrap_or_default();
    let unfinished = inner.word("unfinished", &unfinished, report).unwrap_or_default();
    inner.finish(report);
    Some(PgnOutput { file: file?, comments, unfinished })
}

/// Folders that are read.
pub(super) fn folders(
    section: &mut Section,
    key: &'static str,
    path: &Path,
    report: &mut Report,
) -> Option<Vec<PathBuf>> {
    let paths: Vec<PathBuf> = section.take(key, "a list of folders", report)?;
    Some(paths.iter().map(|folder| beside(path, folder)).collect())
}
