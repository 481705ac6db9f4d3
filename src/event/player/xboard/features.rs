//! What an xboard engine has told of itself, and how options reach it.
//!
//! Decides: which features are accepted, what is assumed where nothing is said (as the protocol has it), by which
//! command an option is set. Refuses to know: when.

use crate::profile::OptionValue;
use crate::uci;
use crate::xboard::{EngineOption, Feature, OptionKind};
use std::collections::{BTreeMap, BTreeSet};

/// A feature that is on or off and that matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Flag {
    /// It answers `ping`.
    Ping,
    /// It knows `setboard`.
    SetBoard,
    /// Moves follow `usermove`.
    UserMove,
    /// It wants moves in SAN.
    San,
    /// It wants `time` and `otim`.
    Time,
    /// It wants to hear of offers.
    Draw,
    /// It needs `white` and `black`.
    Colors,
    /// One process plays many games.
    Reuse,
    /// It wants to know whom it plays.
    Name,
    /// Its memory is set by `memory`.
    Memory,
    /// Its threads are set by `cores`.
    Smp,
    /// It knows `nps`.
    NodesPerSecond,
}

/// Known, and nothing that we would do differently for it.
const INDIFFERENT: [&[u8]; 9] =
    [b"playother", b"sigint", b"sigterm", b"analyze", b"ics", b"pause", b"debug", b"done", b"myname"];

/// Whether the engine has asked for time for its features (`done=0`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hurry {
    /// Not: an engine that says nothing is one of protocol version 1.
    Short,
    /// It has.
    AsLongAsItTakes,
}

/// What is known.
#[derive(Debug)]
pub(super) struct Features {
    on: BTreeSet<Flag>,
    options: Vec<EngineOption>,
    variants: Vec<Vec<u8>>,
    tables: Vec<Vec<u8>>,
    pub(super) name: Option<String>,
    pub(super) hurry: Hurry,
}

/// What a feature line came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// More may come.
    More,
    /// That was all (`done=1`).
    Done,
}

impl Flag {
    fn parse(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"ping" => Self::Ping,
            b"setboard" => Self::SetBoard,
            b"usermove" => Self::UserMove,
            b"san" => Self::San,
            b"time" => Self::Time,
            b"draw" => Self::Draw,
            b"colors" => Self::Colors,
            b"reuse" => Self::Reuse,
            b"name" => Self::Name,
            b"memory" => Self::Memory,
            b"smp" => Self::Smp,
            b"nps" => Self::NodesPerSecond,
            _ => return None,
        })
    }
}

impl Features {
    /// Before anything is said: the protocol's defaults.
    pub(super) fn new() -> Self {
        Self {
            on: BTreeSet::from([Flag::Time, Flag::Draw, Flag::Colors, Flag::Reuse]),
            options: Vec::new(),
            variants: Vec::new(),
            tables: Vec::new(),
            name: None,
            hurry: Hurry::Short,
        }
    }

    pub(super) fn has(&self, flag: Flag) -> bool {
        self.on.contains(&flag)
    }

    pub(super) fn plays(&self, variant: &[u8]) -> bool {
        self.variants.iter().any(|known| known == variant)
    }

    /// Takes in a line of features and answers each.
    pub(super) fn take(&mut self, text: &[u8], out: &mut Vec<u8>) -> Told {
        let mut told = Told::More;
        for feature in Feature::parse_all(text) {
            let answer: &[u8] = if self.learn(&feature) { b"accepted " } else { b"rejected " };
            out.extend([answer, feature.name.as_slice(), b"\n"].concat());
            if feature.name == b"done" {
                match feature.value.as_slice() {
                    b"0" => self.hurry = Hurry::AsLongAsItTakes,
                    _ => told = Told::Done,
                }
            }
        }
        told
    }

    /// False for a feature that nobody here knows.
    fn learn(&mut self, feature: &Feature) -> bool {
        let list = |text: &[u8]| text.split(|byte| *byte == b',').map(|word| word.trim_ascii().to_vec()).collect();
        if let Some(flag) = Flag::parse(&feature.name) {
            match feature.value.as_slice() {
                b"0" => drop(self.on.remove(&flag)),
                _ => drop(self.on.insert(flag)),
            }
            return true;
        }
        match feature.name.as_slice() {
            b"option" => match EngineOption::from_xboard(&feature.value) {
                Some(option) => {
                    self.options.retain(|known| known.name != option.name);
                    self.options.push(option);
                }
                None => return false,
            },
            b"variants" => self.variants = list(&feature.value),
            b"egt" => self.tables = list(&feature.value),
            b"myname" => self.name = Some(uci::shown(&feature.value)),
            name => return INDIFFERENT.contains(&name),
        }
        true
    }

    /// The commands that set the options, those for threads and memory first.
    pub(super) fn set(&self, options: &BTreeMap<String, OptionValue>) -> Vec<String> {
        let mut set = options.iter().filter_map(|(name, value)| self.command(name, value)).collect::<Vec<_>>();
        set.sort_by_key(|command| command.starts_with("option "));
        set
    }

    /// Whether the engine has an option, or a command in its place.
    pub(super) fn knows(&self, name: &str, value: &OptionValue) -> bool {
        self.command(name, value).is_some()
    }

    fn command(&self, name: &str, value: &OptionValue) -> Option<String> {
        let same = |option: &&EngineOption| option.name.eq_ignore_ascii_case(name.as_bytes());
        let text = match value {
            OptionValue::Press => "",
            OptionValue::Value(text) => text.as_str(),
        };
        if let Some(option) = self.options.iter().find(same) {
            let own = String::from_utf8_lossy(&option.name).into_owned();
            return Some(match &option.kind {
                OptionKind::Button => format!("option {own}"),
                OptionKind::Check { .. } => {
                    let on = ["true", "1", "on", "yes"].iter().any(|word| text.eq_ignore_ascii_case(word));
                    format!("option {own}={}", u8::from(on))
                }
                OptionKind::Spin { .. } | OptionKind::Combo { .. } | OptionKind::Text { .. } => {
                    format!("option {own}={text}")
                }
            });
        }
        let table = |kind: &[u8]| self.tables.iter().any(|known| known == kind);
        match name.to_ascii_lowercase().as_str() {
            "hash" | "memory" if self.has(Flag::Memory) => Some(format!("memory {text}")),
            "threads" | "cores" if self.has(Flag::Smp) => Some(format!("cores {text}")),
            "syzygypath" if table(b"syzygy") => Some(format!("egtpath syzygy {text}")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> (Features, String) {
        let (mut features, mut out) = (Features::new(), Vec::new());
        for line in lines {
            features.take(line.as_bytes(), &mut out);
        }
        (features, String::from_utf8(out).unwrap())
    }

    #[test]
    fn every_feature_is_answered_and_unknown_ones_are_rejected() {
        let (features, answers) = told(&["ping=1 colors=0 exclude=1 myname=\"A 1\"", "debug=1 option=\"X -group y\""]);
        assert!(features.has(Flag::Ping) && !features.has(Flag::Colors) && features.has(Flag::Time));
        assert_eq!(features.name.as_deref(), Some("A 1"));
        let expected = "accepted ping\naccepted colors\nrejected exclude\naccepted myname\naccepted debug\n\
                        rejected option\n";
        assert_eq!(answers, expected);
    }

    #[test]
    fn options_go_by_their_own_name_or_by_the_command_that_carries_them() {
        let (features, _) = told(&[
            "memory=1 smp=1 egt=\"nalimov,syzygy\" option=\"Own Book -check 1\" option=\"Clear -button\"",
            "option=\"Style -combo *Solid /// Wild\"",
        ]);
        let value = |text: &str| OptionValue::Value(text.to_owned());
        let options = BTreeMap::from([
            ("Clear".to_owned(), OptionValue::Press),
            ("Hash".to_owned(), value("64")),
            ("Nothing".to_owned(), value("1")),
            ("SyzygyPath".to_owned(), value("/t")),
            ("Threads".to_owned(), value("2")),
            ("own book".to_owned(), value("false")),
            ("style".to_owned(), value("Wild")),
        ]);
        let set = features.set(&options);
        let expected =
            ["memory 64", "egtpath syzygy /t", "cores 2", "option Clear", "option Own Book=0", "option Style=Wild"];
        assert_eq!(set, expected);
        assert!(!features.knows("Nothing", &value("1")));
    }
}
