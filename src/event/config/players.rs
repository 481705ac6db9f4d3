//! `[[engines]]` and `[time]`: who plays, and with how much time.

use super::section::{Section, name_or_path};
use crate::event::faults::Report;
use crate::event::settings::{Book, Player, Pondering, Restart, ScoresFrom};
use crate::event::sources::Sources;
use crate::event::time_control;
use crate::game::clock::Control;
use crate::profile::{Profile, inline, inline_options};
use crate::units::Span;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use toml::{Table, Value};

/// The keys of an engine that is described in place.
const INLINE: [&str; 8] =
    ["command", "house", "arguments", "directory", "environment", "options", "protocol", "quirks"];
const RESTARTS: [(&str, Restart); 3] = [("auto", Restart::Auto), ("on", Restart::On), ("off", Restart::Off)];

/// What an engine searches under.
#[derive(Clone, Debug, Default)]
struct Limits {
    control: Option<Control>,
    margin: Option<Span>,
    depth: Option<NonZeroU32>,
    nodes: Option<NonZeroU64>,
    ponder: Option<bool>,
}

impl Limits {
    fn read(section: &mut Section, report: &mut Report) -> Self {
        let control = section.take::<String>("control", "a time control such as \"5:00+3\"", report);
        let place = section.place("control");
        Self {
            control: control.and_then(|text| report.keep(&place, time_control::parse(&text))),
            margin: section.span("margin", report),
            depth: section.take("depth", "a depth, at least 1", report),
            nodes: section.take("nodes", "a number of nodes, at least 1", report),
            ponder: section.take("ponder", "true or false", report),
        }
    }

    /// What is said here over what is said for all.
    fn over(self, all: &Self) -> Self {
        Self {
            control: self.control.or_else(|| all.control.clone()),
            margin: self.margin.or(all.margin),
            depth: self.depth.or(all.depth),
            nodes: self.nodes.or(all.nodes),
            ponder: self.ponder.or(all.ponder),
        }
    }
}

/// The players that are good, and how many were named.
pub(super) fn read(
    file: &mut Section,
    path: &Path,
    sources: &dyn Sources,
    report: &mut Report,
) -> (Vec<Player>, usize) {
    let said_control = file.has("time");
    let mut time = file.below("time", report);
    let said_control = said_control && time.has("control");
    let all = Limits::read(&mut time, report);
    time.finish(report);
    let engines = match file.raw("engines") {
        Some(Value::Array(engines)) => engines,
        Some(other) => {
            report.expected("engines", "[[engines]] tables", &other.to_string());
            return (Vec::new(), 0);
        }
        None => Vec::new(),
    };
    if engines.len() < 2 {
        report.expected("engines", "at least two [[engines]]", &engines.len().to_string());
    }
    let count = engines.len();
    let mut players: Vec<Player> = Vec::new();
    for (number, engine) in (1..).zip(engines) {
        let Value::Table(table) = engine else {
            report.expected(&format!("engines[{number}]"), "a table", &engine.to_string());
            continue;
        };
        let section = Section::new(&format!("engines[{number}]."), table);
        let place = section.place("name");
        if let Some(player) = player(section, &all, said_control, path, sources, report) {
            if players.iter().any(|other| other.name == player.name) {
                report.expected(&place, "a name that no other engine has", &format!("{:?}", player.name));
            }
            players.push(player);
        }
    }
    (players, count)
}

fn player(
    mut section: Section,
    all: &Limits,
    said_control: bool,
    path: &Path,
    sources: &dyn Sources,
    report: &mut Report,
) -> Option<Player> {
    let name = section.text("name", report);
    if let Some(blank) = name.as_ref().filter(|name| name.trim().is_empty()) {
        report.expected(&section.place("name"), "a name", &format!("{blank:?}"));
    }
    let said_control = said_control || section.has("control");
    let limits = Limits::read(&mut section, report).over(all);
    let restart = section.word("restart", &RESTARTS, report).unwrap_or_default();
    let scores = [("mover", ScoresFrom::Mover), ("white", ScoresFrom::White)];
    let scores = section.word("scores", &scores, report).unwrap_or_default();
    let first_lines = section.take("first-lines", "a list of texts", report).unwrap_or_default();
    let stderr = section.target("stderr", report);
    let rating = section.take("rating", "a rating", report);
    let book = book(&mut section, path, report);
    let here = section.here().to_owned();
    let limited = limits.depth.is_some() || limits.nodes.is_some();
    let control = match limits.control {
        Some(control) => Some(control),
        None if limited && !said_control => Some(Control::Unlimited),
        None => {
            // A control that is there and bad has been reported already.
            if !said_control {
                report.expected(&here, "control, depth or nodes, here or in [time]", "none of them");
            }
            None
        }
    };
    let engine = engine(section, name, path, sources, report)?;
    Some(Player {
        name: engine.name.clone(),
        engine,
        control: control?,
        margin: limits.margin.unwrap_or(Span::ZERO),
        depth: limits.depth,
        nodes: limits.nodes.map(NonZeroU64::get),
        ponder: if limits.ponder == Some(true) { Pondering::On } else { Pondering::Off },
        restart,
        first_lines,
        stderr,
        book,
        rating,
        scores,
    })
}

/// `{ file = "book.bin", moves = 8 }`.
fn book(section: &mut Section, path: &Path, report: &mut Report) -> Option<Book> {
    if !section.has("book") {
        section.raw("book");
        return None;
    }
    let mut book = section.below("book", report);
    let named = book.has("file");
    let file = book.origin("file", path, report);
    let moves: Option<NonZeroU32> = book.take("moves", "a number of moves, at least 1", report);
    if !named {
        report.expected(&book.place("file"), "the path of a Polyglot book", "none");
    }
    book.finish(report);
    Some(Book { file: file?, moves: moves.map_or(1000, NonZeroU32::get) })
}

/// A profile by name, with options of its own over the profile's; or an engine described in place.
fn engine(
    mut section: Section,
    name: Option<String>,
    path: &Path,
    sources: &dyn Sources,
    report: &mut Report,
) -> Option<Profile> {
    let here = section.here().to_owned();
    if section.has("engine") {
        let profile = section.text("engine", report);
        let place = section.place("engine");
        let mut profile = profile.and_then(|name| report.keep(&place, sources.profile(&name_or_path(path, name))));
        if let Some(options) = section.raw("options") {
            let (options, faults) = inline_options(options);
            under(&here, faults, report);
            if let Some(profile) = &mut profile {
                profile.options.extend(options);
            }
        }
        for key in INLINE {
            if section.has(key) {
                section.raw(key);
                report.fault(&section.place(key), "expected engine or a description in place, got both");
            }
        }
        section.finish(report);
        let mut profile = profile?;
        profile.name = name.unwrap_or(profile.name);
        return Some(profile);
    }
    section.raw("engine");
    let mut given = Table::new();
    for key in INLINE {
        if let Some(value) = section.raw(key) {
            given.insert(key.to_owned(), value);
        }
    }
    section.finish(report);
    if !given.contains_key("command") && !given.contains_key("house") {
        report.expected(&here, "engine, command or house", "none of them");
        return None;
    }
    let (profile, faults) = inline(given, path);
    under(&here, faults, report);
    let mut profile = profile?;
    profile.name = name.unwrap_or_else(|| profile.program.called());
    Some(profile)
}

/// Faults of a profile, below the place where it stands.
fn under(here: &str, faults: Vec<crate::profile::Fault>, report: &mut Report) {
    for fault in faults {
        let place = if fault.key.is_empty() { here.to_owned() } else { format!("{here}.{}", fault.key) };
        report.expected(&place, &fault.expected, &fault.got);
    }
}
