//! A worker's allow-list: which programs it starts for events of others. What is not named is not started.
//!
//! ```toml
//! house = true                        # the engines inside this program; by default they may
//!
//! [engines.stockfish]                 # for an event's command "stockfish", or ".../stockfish"
//! command = "/usr/games/stockfish"    # what is started here
//! build = "any"                       # by default the very file that the coordinator has
//! arguments = true                    # the event's arguments reach it; by default an event that has some is refused
//! environment = true                  # so for its environment variables
//!
//! [fetched]
//! sha256 = ["ba78…"]                  # programs from the broker's object store; or: any = true
//!
//! [tables]
//! syzygy = ["/srv/syzygy"]            # endgame tables for events that adjudicate by them
//! ```

use super::names::Digest;
use crate::profile::Program;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Which programs a worker starts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AllowList {
    #[serde(default = "yes")]
    house: bool,
    #[serde(default)]
    engines: BTreeMap<String, Entry>,
    #[serde(default)]
    fetched: Fetched,
    #[serde(default)]
    tables: Tables,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Entry {
    command: PathBuf,
    #[serde(default)]
    build: Build,
    #[serde(default)]
    arguments: bool,
    #[serde(default)]
    environment: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Build {
    /// The file that the coordinator has.
    #[default]
    Same,
    /// Whichever is here.
    Any,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Fetched {
    #[serde(default)]
    any: bool,
    #[serde(default)]
    sha256: BTreeSet<Digest>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Tables {
    #[serde(default)]
    syzygy: Vec<PathBuf>,
}

fn yes() -> bool {
    true
}

impl Default for AllowList {
    fn default() -> Self {
        Self { house: true, engines: BTreeMap::new(), fetched: Fetched::default(), tables: Tables::default() }
    }
}

/// What a worker starts for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// An engine inside the program.
    House,
    /// A file of this machine; with a digest, only if it has it.
    Here(PathBuf, Option<Digest>),
    /// A file from the object store.
    Fetched(Digest),
}

/// Why a worker does not start a player's engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// House engines are excluded.
    #[error("the allow-list excludes house engines")]
    House,
    /// Nothing in the list fits.
    #[error("the allow-list names neither {name:?} nor its SHA-256")]
    Unnamed {
        /// The engine.
        name: String,
    },
    /// The event gives it what the list does not let through.
    #[error("the allow-list lets no {what} of an event through to {name:?}")]
    Extra {
        /// The engine.
        name: String,
        /// What.
        what: &'static str,
    },
    /// The coordinator could not read its file, and only the same file may be started.
    #[error("{name:?}: expected the SHA-256 of the coordinator's file, got none (build = \"any\" allows another)")]
    NoDigest {
        /// The engine.
        name: String,
    },
}

impl AllowList {
    /// Reads a list. `name` names the file in messages.
    ///
    /// # Errors
    /// It is none: where, what was expected, what came.
    pub fn parse(text: &str, name: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let got = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{name}: expected an allow-list, got {got}")
        })
    }

    /// What is started for a player; `digest` is that of the coordinator's file.
    ///
    /// # Errors
    /// The list does not let it be started.
    pub fn resolve(
        &self,
        program: &Program,
        digest: Option<&Digest>,
        has_arguments: bool,
        has_environment: bool,
    ) -> Result<Allowed, Refusal> {
        let path = match program {
            Program::House(_) if has_environment => {
                return Err(Refusal::Extra { name: "house engines".to_owned(), what: "environment" });
            }
            Program::House(_) if self.house => return Ok(Allowed::House),
            Program::House(_) => return Err(Refusal::House),
            Program::Command(path) => path,
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(entry) = self.engines.get(&name) {
            let extra = [
                (has_arguments && !entry.arguments, "arguments"),
                (has_environment && !entry.environment, "environment"),
            ];
            if let Some((_, what)) = extra.into_iter().find(|(refused, _)| *refused) {
                return Err(Refusal::Extra { name, what });
            }
            return match (entry.build, digest) {
                (Build::Any, _) => Ok(Allowed::Here(entry.command.clone(), None)),
                (Build::Same, Some(digest)) => Ok(Allowed::Here(entry.command.clone(), Some(digest.clone()))),
                (Build::Same, None) => Err(Refusal::NoDigest { name }),
            };
        }
        match digest {
            Some(digest) if self.fetched.any || self.fetched.sha256.contains(digest) => {
                let extra = [(has_arguments, "arguments"), (has_environment, "environment")];
                match extra.into_iter().find(|(given, _)| *given) {
                    Some((_, what)) => Err(Refusal::Extra { name, what }),
                    None => Ok(Allowed::Fetched(digest.clone())),
                }
            }
            Some(_) | None => Err(Refusal::Unnamed { name }),
        }
    }

    /// Where the worker's endgame tables are.
    #[must_use]
    pub fn syzygy(&self) -> &[PathBuf] {
        &self.tables.syzygy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "
        [engines.stockfish]
        command = \"/usr/games/stockfish\"
        [engines.lc0]
        command = \"/opt/lc0\"
        build = \"any\"
        arguments = true
        [fetched]
        sha256 = [\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"]
    ";

    fn command(path: &str) -> Program {
        Program::Command(PathBuf::from(path))
    }

    #[test]
    fn nothing_is_started_that_the_list_does_not_name() {
        let list = AllowList::default();
        assert_eq!(list.resolve(&Program::House("search".to_owned()), None, true, false), Ok(Allowed::House));
        let unnamed = Err(Refusal::Unnamed { name: "sh".to_owned() });
        assert_eq!(list.resolve(&command("/bin/sh"), Some(&Digest::of(b"abc")), false, false), unnamed);
        let none = AllowList::parse("house = false", "list").unwrap();
        assert_eq!(none.resolve(&Program::House("search".to_owned()), None, false, false), Err(Refusal::House));
    }

    #[test]
    fn a_name_stands_for_the_workers_own_command_and_the_coordinators_file() {
        let list = AllowList::parse(LIST, "list").unwrap();
        let digest = Digest::of(b"xyz");
        let here = Allowed::Here("/usr/games/stockfish".into(), Some(digest.clone()));
        assert_eq!(list.resolve(&command("/evil/stockfish"), Some(&digest), false, false), Ok(here));
        let none = Err(Refusal::NoDigest { name: "stockfish".to_owned() });
        assert_eq!(list.resolve(&command("stockfish"), None, false, false), none);
        let any = Allowed::Here("/opt/lc0".into(), None);
        assert_eq!(list.resolve(&command("lc0"), Some(&digest), true, false), Ok(any));
    }

    #[test]
    fn arguments_and_environment_pass_only_where_the_list_says_so() {
        let list = AllowList::parse(LIST, "list").unwrap();
        let digest = Digest::of(b"abc");
        let extra = |name: &str, what| Err(Refusal::Extra { name: name.to_owned(), what });
        assert_eq!(list.resolve(&command("stockfish"), Some(&digest), true, false), extra("stockfish", "arguments"));
        assert_eq!(list.resolve(&command("lc0"), Some(&digest), true, true), extra("lc0", "environment"));
        assert_eq!(list.resolve(&command("new"), Some(&digest), true, false), extra("new", "arguments"));
    }

    #[test]
    fn what_is_allowed_by_content_is_fetched() {
        let list = AllowList::parse(LIST, "list").unwrap();
        let digest = Digest::of(b"abc");
        assert_eq!(list.resolve(&command("new"), Some(&digest), false, false), Ok(Allowed::Fetched(digest)));
    }

    #[test]
    fn an_unknown_key_is_named() {
        let error = AllowList::parse("hose = true", "allow.toml").unwrap_err();
        assert!(error.starts_with("allow.toml: expected an allow-list, got ") && error.contains("hose"), "{error}");
    }
}
