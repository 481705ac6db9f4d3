//! Engine profiles: `engines/NAME.toml`, one file an engine: how to start it, its options, its quirks.
//!
//! Decides: what a profile may say, where a name is looked up. Refuses to know: how the engine is run. Every fault of
//! a file is reported at once, with file, key, what was expected and what was found. Used by wrap, match and install.

mod faults;
mod places;
mod read;

pub use faults::{Fault, FileError};
pub(crate) use faults::{Reader, beside};
pub use places::{LookupError, Places, builtin_names};
pub use read::parse;
pub(crate) use read::{inline, inline_options};

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How to run one engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The engine's name for people.
    pub name: String,
    /// What to start.
    pub program: Program,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory; ours by default.
    pub directory: Option<PathBuf>,
    /// Environment variables beside ours.
    pub environment: BTreeMap<String, String>,
    /// Options to set after the handshake, in alphabetical order.
    pub options: BTreeMap<String, OptionValue>,
    /// What it speaks.
    pub protocol: Protocol,
    /// How it departs from its protocol.
    pub quirks: Quirks,
}

/// What to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A command: a bare name is searched in `PATH`; a relative path is taken from the profile's folder.
    Command(PathBuf),
    /// An engine inside this binary (`uci-arbiter engine NAME`).
    House(String),
}

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// UCI.
    #[default]
    Uci,
    /// CECP version 2.
    Xboard,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A button to press.
    Press,
    /// Text, a number, `true` or `false`, as `setoption` spells it; empty text is `<empty>`.
    Value(String),
}

/// How an engine departs from its protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// `isready` during a search.
    pub ready_while_searching: ReadyWhileSearching,
    /// What of its output is put right.
    pub repair: Vec<Repair>,
    /// Which history it is sent.
    pub history: History,
}

/// What an engine does with `isready` during a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadyWhileSearching {
    /// It answers, as UCI demands.
    #[default]
    Answers,
    /// It answers after the search: `readyok` is given in its place.
    Silent,
}

/// What can be put right in an engine's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// Carriage returns at line ends.
    Crlf,
    /// Tabs between words.
    Tabs,
    /// Blanks at the beginning of a line.
    LeadingSpace,
    /// Upper-case squares and promotion letters.
    UpperCase,
    /// Castling as king takes rook in standard chess, or as the king's step in Chess960.
    Castling,
}

impl Repair {
    /// Everything that can be.
    pub const ALL: [Self; 5] = [Self::Crlf, Self::Tabs, Self::LeadingSpace, Self::UpperCase, Self::Castling];
}

/// Which history an engine is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum History {
    /// As it came from the GUI.
    #[default]
    Full,
    /// The position after the last irreversible move and the moves since.
    Prune,
}

impl Profile {
    /// The command and its arguments; `this` is the path of this binary, which the house engines are part of.
    #[must_use]
    pub fn command_line(&self, this: &std::path::Path) -> (PathBuf, Vec<String>) {
        match &self.program {
            Program::Command(command) => (command.clone(), self.arguments.clone()),
            Program::House(engine) => {
                let own = ["engine".to_owned(), engine.clone()].into_iter();
                (this.to_owned(), own.chain(self.arguments.iter().cloned()).collect())
            }
        }
    }
}

impl Program {
    /// What it is called without a name: its file name without a program's ending.
    #[must_use]
    pub fn called(&self) -> String {
        match self {
            Self::House(name) => name.clone(),
            Self::Command(path) => {
                let executable = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe"));
                let name = if executable { path.file_stem() } else { path.file_name() };
                name.unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
        }
    }
}

impl OptionValue {
    /// The `setoption` line, without a line end.
    #[must_use]
    pub fn to_uci(&self, name: &str) -> String {
        match self {
            Self::Press => format!("setoption name {name}"),
            Self::Value(value) if value.is_empty() => format!("setoption name {name} value <empty>"),
            Self::Value(value) => format!("setoption name {name} value {value}"),
        }
    }
}
