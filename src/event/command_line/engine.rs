//! What stands after `-engine` and `-each`: one player.
//!
//! `-each` comes after `-engine` whatever their order on the line, and overrides it, as in both programs. Where they
//! differ: `arg=` adds one argument (cutechess-cli), `args=` splits text at blanks outside of quotes (fastchess). An
//! engine without `dir=` runs in the current folder, as in fastchess; cutechess-cli runs it in the system's folder for
//! temporary files. A bare `cmd=` with `dir=` is a file of that folder if there is one, as in fastchess, else searched in
//! `PATH`. Without `name=` the player is called after the command's file, as in fastchess; cutechess-cli takes the name
//! that the engine tells.

use super::configuration::{self, Configuration, Origin};
use super::words::value;
use crate::event::faults::Report;
use crate::event::settings::{Book, Player, Pondering, Restart, ScoresFrom};
use crate::event::sources::Sources;
use crate::event::time_control;
use crate::game::clock::Control;
use crate::profile::{OptionValue, Profile, Program, Protocol};
use crate::units::Span;
use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};

/// The keys that cutechess-cli alone knows.
pub(super) const CUTECHESS_KEYS: [&str; 11] =
    ["conf", "arg", "initstr", "stderr", "trust", "tscale", "ponder", "whitepov", "book", "bookdepth", "debug"];
/// The keys that fastchess alone knows.
pub(super) const FASTCHESS_KEYS: [&str; 2] = ["args", "plies"];
const KEYS: [&str; 25] = [
    "cmd",
    "name",
    "dir",
    "proto",
    "restart",
    "tc",
    "st",
    "timemargin",
    "depth",
    "nodes",
    "option.NAME",
    "rating",
    "conf",
    "arg",
    "initstr",
    "stderr",
    "trust",
    "tscale",
    "ponder",
    "whitepov",
    "book",
    "bookdepth",
    "debug",
    "args",
    "plies",
];
const FLAGS: [&str; 4] = ["trust", "ponder", "whitepov", "debug"];

/// How deep a book goes without `bookdepth=`, in full moves, as in cutechess-cli.
const BOOK_MOVES: u32 = 1000;

/// No search is longer; larger limits are this one. Both programs keep the number in 64 bits with a sign.
const MOST_NODES: NonZeroU64 = NonZeroU64::new(i64::MAX.unsigned_abs()).expect("not zero");

/// A player in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) configuration: Configuration,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    control: Option<Control>,
    per_move: Option<Control>,
    margin: Span,
    depth: Option<NonZeroU32>,
    nodes: Option<NonZeroU64>,
    book: Option<PathBuf>,
    book_moves: Option<u32>,
    rating: Option<u32>,
}

impl Draft {
    /// Takes the words of an option in their order: a later one overrides.
    pub(super) fn take(&mut self, place: &str, words: &[String], sources: &dyn Sources, report: &mut Report) {
        for word in words {
            let (key, text) = word.split_once('=').unwrap_or((word, ""));
            let known = KEYS.contains(&key) || key.starts_with("option.");
            if !known {
                report.unknown(place, &KEYS, key);
            } else if !word.contains('=') && !FLAGS.contains(&key) {
                report.expected(place, &format!("{key}=…"), &format!("{word:?}"));
            } else {
                self.key(&format!("{place}: {key}"), key, text, sources, report);
            }
        }
    }

    fn key(&mut self, place: &str, key: &str, text: &str, sources: &dyn Sources, report: &mut Report) {
        match key {
            "conf" => {
                if let Some(found) = report.keep(place, configuration::named(text, sources)) {
                    self.configuration = found;
                }
            }
            "name" => self.configuration.name = Some(text.to_owned()).filter(|name| !name.trim().is_empty()),
            "cmd" => self.command(place, text, report),
            "dir" => self.directory = Some(text.into()),
            "arg" => self.arguments.push(text.to_owned()),
            "args" => self.arguments = split(text),
            "proto" => match text {
                "uci" => self.configuration.protocol = Protocol::Uci,
                "xboard" => self.configuration.protocol = Protocol::Xboard,
                _ => report.expected(place, "uci or xboard", &format!("{text:?}")),
            },
            "initstr" => self.configuration.first_lines.extend(text.replace("\\n", "\n").lines().map(str::to_owned)),
            "stderr" => self.configuration.stderr = Some(text.into()),
            "restart" => match text {
                "auto" => self.configuration.restart = Restart::Auto,
                "on" => self.configuration.restart = Restart::On,
                "off" => self.configuration.restart = Restart::Off,
                _ => report.expected(place, "auto, on or off", &format!("{text:?}")),
            },
            "trust" => self.configuration.trusted = true,
            "debug" => self.configuration.debug = true,
            "ponder" => self.configuration.ponder = Pondering::On,
            "whitepov" => self.configuration.scores = ScoresFrom::White,
            "tscale" => {
                let scale = value::<f64>(place, text, "a factor from 0.2 to 120", report);
                match scale.filter(|scale| (0.2..=120.0).contains(scale)) {
                    Some(scale) => self.configuration.scale = Some(scale),
                    None if scale.is_some() => report.expected(place, "a factor from 0.2 to 120", text),
                    None => {}
                }
            }
            "tc" => self.control = report.keep(place, time_control::parse(text)).or_else(|| self.control.take()),
            "st" => self.per_move = report.keep(place, time_control::parse_per_move(text)),
            "timemargin" => {
                let millis = value::<u32>(place, text, "milliseconds", report);
                self.margin = Span::from_millis(millis.unwrap_or(0).into());
            }
            "depth" | "plies" => self.depth = value(place, text, "a depth of at least 1", report),
            "nodes" => {
                let nodes: Option<NonZeroU64> = value(place, text, "a number of nodes, at least 1", report);
                self.nodes = nodes.map(|nodes| nodes.min(MOST_NODES));
            }
            "book" => self.book = Some(text.into()),
            "bookdepth" => {
                let moves: Option<NonZeroU32> = value(place, text, "a number of moves, at least 1", report);
                self.book_moves = moves.map(NonZeroU32::get);
            }
            "rating" => self.rating = value(place, text, "a rating", report),
            _ => self.option(place, key, text, report),
        }
    }

    fn command(&mut self, place: &str, text: &str, report: &mut Report) {
        let command = text.trim();
        let program = match command.strip_prefix("house:") {
            Some(house) if crate::engine::NAMES.contains(&house) => Program::House(house.to_owned()),
            Some(house) => return report.unknown(place, &crate::engine::NAMES.map(|name| name), house),
            None if command.is_empty() => {
                return report.expected(place, "a program, or house:search for one of our own", "\"\"");
            }
            None => Program::Command(command.into()),
        };
        self.configuration.program = Some(program);
        self.configuration.origin = Origin::Directory;
    }

    fn option(&mut self, place: &str, key: &str, text: &str, report: &mut Report) {
        let name = key.strip_prefix("option.").unwrap_or(key);
        if name.trim().is_empty() || text.contains(['\n', '\r']) {
            return report.expected(place, "option.NAME=VALUE in one line", &format!("{text:?}"));
        }
        self.configuration.options.insert(name.to_owned(), OptionValue::Value(text.to_owned()));
    }

    /// How much longer its engine may take than others, if it was said.
    pub(super) fn scale(&self) -> Option<f64> {
        self.configuration.scale
    }

    /// The player; faults are reported.
    pub(super) fn finish(self, place: &str, sources: &dyn Sources, report: &mut Report) -> Option<Player> {
        let conf = self.configuration;
        if conf.trusted {
            report.fault(
                &format!("{place}: trust"),
                "not supported: results are ruled by the Laws here, and a claim counts if it is right",
            );
        }
        if conf.debug {
            report.warn(&format!("{place}: debug"), "not supported; -wires DIR writes all that engines say and hear");
        }
        let limited = self.depth.is_some() || self.nodes.is_some();
        let control = match (self.control, self.per_move) {
            (Some(_), Some(_)) => {
                report.fault(&format!("{place}: st"), "expected tc= or st=, got both");
                None
            }
            (Some(control), None) | (None, Some(control)) => Some(control),
            (None, None) if limited => Some(Control::Unlimited),
            (None, None) => {
                report.fault(place, "expected tc=, st=, nodes= or depth=, got none of them");
                None
            }
        };
        let directory = self.directory.or(conf.directory);
        let Some(program) = conf.program else {
            report.fault(place, "expected cmd= or conf=, got neither");
            return None;
        };
        let name = conf.name.unwrap_or_else(|| program.called());
        let arguments = if self.arguments.is_empty() { conf.arguments } else { self.arguments };
        Some(Player {
            engine: Profile {
                name: name.clone(),
                program: match conf.origin {
                    Origin::Directory => located(program, directory.as_deref(), sources),
                    Origin::Here => program,
                },
                arguments,
                directory,
                environment: conf.environment,
                options: conf.options,
                protocol: conf.protocol,
                quirks: conf.quirks,
            },
            name,
            control: control?,
            margin: self.margin,
            depth: self.depth,
            nodes: self.nodes.map(NonZeroU64::get),
            ponder: conf.ponder,
            restart: conf.restart,
            first_lines: conf.first_lines,
            stderr: conf.stderr,
            book: self.book.map(|file| Book { file, moves: self.book_moves.unwrap_or(BOOK_MOVES) }),
            rating: self.rating,
            scores: conf.scores,
        })
    }
}

fn located(program: Program, directory: Option<&Path>, sources: &dyn Sources) -> Program {
    match (program, directory) {
        (Program::Command(command), Some(directory)) if command.is_relative() => {
            let inside = directory.join(&command);
            let bare = command.components().count() == 1;
            Program::Command(if bare && !sources.is_file(&inside) { command } else { inside })
        }
        (program, _) => program,
    }
}

/// Splits text at blanks; quotes of either kind hold a part together, a backslash before a quote makes it a letter.
fn split(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let (mut part, mut open, mut quote) = (String::new(), false, None);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) if chars.peek().is_some_and(|next| matches!(next, '"' | '\'')) => {
                part.extend(chars.next());
                open = true;
            }
            (c, Some(held)) if c == held => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                open = true;
            }
            (' ', None) => {
                if open {
                    parts.push(std::mem::take(&mut part));
                }
                open = false;
            }
            (c, _) => {
                part.push(c);
                open = true;
            }
        }
    }
    if open {
        parts.push(part);
    }
    parts
}

/// Gives players that are called alike a number, as fastchess does: `a`, `a_2`.
pub(super) fn tell_apart(players: &mut [Player], report: &mut Report) {
    let mut taken: BTreeMap<String, u32> = BTreeMap::new();
    for player in players {
        let name = player.name.clone();
        let mut number = taken.get(&name).map_or(1, |seen| seen + 1);
        if number > 1 {
            while taken.contains_key(&format!("{name}_{number}")) {
                number += 1;
            }
            player.name = format!("{name}_{number}");
            player.engine.name.clone_from(&player.name);
            report.warn("-engine", format!("two players are called {name:?}: the second is called {:?}", player.name));
            taken.insert(player.name.clone(), 1);
        }
        taken.insert(name, number);
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn arguments_are_split_at_blanks_outside_of_quotes() {
        assert_eq!(split("-x  --file=\"two words\" 'a b' c\\\"d"), ["-x", "--file=two words", "a b", "c\"d"]);
        assert_eq!(split("\"\" \"open"), ["", "open"]);
        assert!(split("  ").is_empty());
    }
}
