//! Engines by name (`conf=NAME`): cutechess's `engines.json`, then our own profiles.
//!
//! Decides: what an entry of `engines.json` means. Refuses to know: where the file lies ([`Sources`]). Entries are read
//! as leniently as cutechess reads them: what is missing has its default, `variants` and buttons mean nothing to us.

use crate::event::settings::{Pondering, Restart, ScoresFrom};
use crate::event::sources::Sources;
use crate::profile::{OptionValue, Profile, Program, Protocol, Quirks};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Whence a command's relative path counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// From the engine's working directory, where one is named.
    #[default]
    Directory,
    /// From the current folder: a profile has put its own before it.
    Here,
}

/// What is known of an engine under a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Configuration {
    pub(super) name: Option<String>,
    pub(super) program: Option<Program>,
    pub(super) origin: Origin,
    pub(super) arguments: Vec<String>,
    pub(super) directory: Option<PathBuf>,
    pub(super) environment: BTreeMap<String, String>,
    pub(super) stderr: Option<PathBuf>,
    pub(super) protocol: Protocol,
    pub(super) first_lines: Vec<String>,
    pub(super) scores: ScoresFrom,
    pub(super) ponder: Pondering,
    pub(super) restart: Restart,
    pub(super) trusted: bool,
    pub(super) debug: bool,
    pub(super) scale: Option<f64>,
    pub(super) options: BTreeMap<String, OptionValue>,
    pub(super) quirks: Quirks,
}

/// An entry of `engines.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Entry {
    name: String,
    command: String,
    working_directory: String,
    stderr_file: String,
    protocol: String,
    timeout_scale_factor: Option<f64>,
    init_strings: Vec<String>,
    whitepov: bool,
    ponder: bool,
    restart: String,
    validate_claims: bool,
    debug: bool,
    options: Vec<Value>,
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            name: String::new(),
            command: String::new(),
            working_directory: String::new(),
            stderr_file: String::new(),
            protocol: String::new(),
            timeout_scale_factor: None,
            init_strings: Vec::new(),
            whitepov: false,
            ponder: false,
            restart: String::new(),
            validate_claims: true,
            debug: false,
            options: Vec::new(),
        }
    }
}

/// Finds an engine by name.
///
/// # Errors
/// A sentence: there is none, or what is there cannot be used.
pub(super) fn named(name: &str, sources: &dyn Sources) -> Result<Configuration, String> {
    let file = sources.engines_json()?;
    if let Some((path, text)) = &file {
        let entries: Vec<Value> = serde_json::from_str(text)
            .map_err(|error| format!("expected a list of engines in {}, got {error}", path.display()))?;
        if let Some(entry) = entries.iter().find(|entry| entry.get("name").and_then(Value::as_str) == Some(name)) {
            let entry = Entry::deserialize(entry)
                .map_err(|error| format!("expected an engine under {name:?} in {}, got {error}", path.display()))?;
            return entry.read().map_err(|what| format!("{}: {name}: {what}", path.display()));
        }
    }
    match sources.profile(name) {
        Ok(profile) => Ok(profile.into()),
        Err(error) => {
            let searched = file.map_or_else(
                || "no engines.json was found".to_owned(),
                |(path, _)| format!("{} has no engine of that name", path.display()),
            );
            Err(format!("{searched}; {error}"))
        }
    }
}

/// The names in `engines.json`, in its order.
///
/// # Errors
/// A sentence: what is there is no list of engines.
pub(super) fn names(sources: &dyn Sources) -> Result<Vec<String>, String> {
    let Some((path, text)) = sources.engines_json()? else { return Ok(Vec::new()) };
    let entries: Vec<Value> = serde_json::from_str(&text)
        .map_err(|error| format!("expected a list of engines in {}, got {error}", path.display()))?;
    let names = entries.iter().filter_map(|entry| entry.get("name").and_then(Value::as_str));
    Ok(names.map(str::to_owned).collect())
}

impl Entry {
    fn read(self) -> Result<Configuration, String> {
        let text = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        let protocol = match self.protocol.as_str() {
            "uci" | "" => Protocol::Uci,
            "xboard" => Protocol::Xboard,
            other => return Err(format!("protocol: expected \"uci\" or \"xboard\", got {other:?}")),
        };
        let Some(command) = text(self.command) else {
            return Err("command: expected a program, got \"\"".to_owned());
        };
        Ok(Configuration {
            name: text(self.name),
            program: Some(Program::Command(command.trim().into())),
            directory: text(self.working_directory).map(PathBuf::from),
            stderr: text(self.stderr_file).map(PathBuf::from),
            protocol,
            first_lines: self.init_strings,
            scores: if self.whitepov { ScoresFrom::White } else { ScoresFrom::Mover },
            ponder: if self.ponder { Pondering::On } else { Pondering::Off },
            restart: match self.restart.as_str() {
                "on" => Restart::On,
                "off" => Restart::Off,
                _ => Restart::Auto,
            },
            trusted: !self.validate_claims,
            debug: self.debug,
            scale: self.timeout_scale_factor.filter(|scale| (0.2..=120.0).contains(scale)),
            options: self.options.iter().filter_map(option).collect(),
            ..Configuration::default()
        })
    }
}

/// An option with its value; buttons are not pressed at the start, as in cutechess.
fn option(entry: &Value) -> Option<(String, OptionValue)> {
    let name = entry.get("name")?.as_str().filter(|name| !name.trim().is_empty())?;
    if entry.get("type").and_then(Value::as_str) == Some("button") {
        return None;
    }
    let value = match entry.get("value")? {
        Value::String(text) if !text.contains(['\n', '\r']) => text.clone(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(_) | Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    Some((name.to_owned(), OptionValue::Value(value)))
}

impl From<Profile> for Configuration {
    fn from(profile: Profile) -> Self {
        Self {
            name: Some(profile.name),
            program: Some(profile.program),
            origin: Origin::Here,
            arguments: profile.arguments,
            directory: profile.directory,
            environment: profile.environment,
            protocol: profile.protocol,
            options: profile.options,
            quirks: profile.quirks,
            ..Self::default()
        }
    }
}
