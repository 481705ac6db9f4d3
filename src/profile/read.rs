//! From TOML to a [`Profile`], all faults at once: each key is read by itself, so that one bad key hides no other.

use crate::profile::faults::{Fault, FileError, Reader, beside};
use crate::profile::{OptionValue, Profile, Program, Quirks};
use std::collections::BTreeMap;
use std::path::Path;
use toml::{Table, Value};

/// Reads a profile. `file` names it in messages; relative paths are taken from its folder.
///
/// # Errors
/// Everything that is wrong.
pub fn parse(text: &str, file: &Path) -> Result<Profile, FileError> {
    Reader::read(text, file, |table, reader| profile(table, file, reader))
}

/// Reads a profile that stands in a table of another file; relative paths are taken from that file's folder.
pub(crate) fn inline(table: Table, file: &Path) -> (Option<Profile>, Vec<Fault>) {
    let mut reader = Reader::default();
    let profile = profile(table, file, &mut reader);
    (profile, reader.into_faults())
}

/// Reads a table of options by itself.
pub(crate) fn inline_options(options: Value) -> (BTreeMap<String, OptionValue>, Vec<Fault>) {
    let mut reader = Reader::default();
    let mut table = Table::from_iter([("options".to_owned(), options)]);
    let options = self::options(&mut table, &mut reader);
    (options, reader.into_faults())
}

fn profile(mut table: Table, file: &Path, reader: &mut Reader) -> Option<Profile> {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = reader.take(&mut table, "", "name", "text").unwrap_or(stem);
    let program = program(&mut table, file, reader);
    let arguments = reader.take(&mut table, "", "arguments", "a list of texts").unwrap_or_default();
    let directory = reader.take::<String>(&mut table, "", "directory", "a path");
    let environment = reader.take(&mut table, "", "environment", "a table of texts").unwrap_or_default();
    let protocol = reader.take(&mut table, "", "protocol", "\"uci\" or \"xboard\"").unwrap_or_default();
    let options = options(&mut table, reader);
    let quirks = quirks(&mut table, reader);
    let known = ["name", "command", "house", "arguments", "directory", "environment", "protocol", "options", "quirks"];
    reader.refuse_rest(table, "", &known);
    Some(Profile {
        name,
        program: program?,
        arguments,
        directory: directory.map(|path| beside(file, &path)),
        environment,
        options,
        protocol,
        quirks,
    })
}

fn program(table: &mut Table, file: &Path, reader: &mut Reader) -> Option<Program> {
    let has = (table.contains_key("command"), table.contains_key("house"));
    let command = reader.take::<String>(table, "", "command", "the name or path of a program");
    let house = reader.take::<String>(table, "", "house", "the name of an engine inside this program");
    match (command, house) {
        (Some(command), None) if command.trim().is_empty() => {
            reader.fault("command", "the name or path of a program", "\"\"".to_owned());
            None
        }
        (Some(command), None) if command.contains(['/', '\\']) => Some(Program::Command(beside(file, &command))),
        (Some(command), None) => Some(Program::Command(command.into())),
        (None, Some(house)) if crate::engine::NAMES.contains(&house.as_str()) => Some(Program::House(house)),
        (None, Some(house)) => {
            reader.fault("house", &format!("one of {}", crate::engine::NAMES.join(", ")), format!("{house:?}"));
            None
        }
        (Some(_), Some(_)) => {
            reader.fault("house", "command or house, not both", "both".to_owned());
            None
        }
        (None, None) => {
            // A key that is there and bad has been reported already.
            if has == (false, false) {
                reader.fault("command", "command or house", "neither".to_owned());
            }
            None
        }
    }
}

fn options(table: &mut Table, reader: &mut Reader) -> BTreeMap<String, OptionValue> {
    let entries: Table = reader.take(table, "", "options", "a table").unwrap_or_default();
    let mut options = BTreeMap::new();
    for (name, value) in entries {
        let key = format!("options.{name}");
        let read = match &value {
            Value::String(text) if text.contains(['\n', '\r']) => None,
            Value::String(text) => Some(OptionValue::Value(text.clone())),
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Some(OptionValue::Value(value.to_string())),
            Value::Table(inner) if inner.len() == 1 && inner.get("press") == Some(&Value::Boolean(true)) => {
                Some(OptionValue::Press)
            }
            Value::Table(_) | Value::Array(_) | Value::Datetime(_) => None,
        };
        match read {
            Some(read) => drop(options.insert(name, read)),
            None => {
                reader.fault(&key, "one line of text, a number, true, false or { press = true }", value.to_string())
            }
        }
    }
    options
}

fn quirks(table: &mut Table, reader: &mut Reader) -> Quirks {
    let mut table: Table = reader.take(table, "", "quirks", "a table").unwrap_or_default();
    let table = &mut table;
    let at = "quirks.";
    let repair = "a list of \"crlf\", \"tabs\", \"leading-space\", \"upper-case\", \"castling\"";
    let quirks = Quirks {
        ready_while_searching: reader
            .take(table, at, "ready-while-searching", "\"answers\" or \"silent\"")
            .unwrap_or_default(),
        repair: reader.take(table, at, "repair", repair).unwrap_or_default(),
        history: reader.take(table, at, "history", "\"full\" or \"prune\"").unwrap_or_default(),
    };
    let known = ["ready-while-searching", "repair", "history"];
    reader.refuse_rest(std::mem::take(table), at, &known);
    quirks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{History, Protocol, ReadyWhileSearching, Repair};

    fn read(text: &str) -> Result<Profile, String> {
        parse(text, Path::new("engines/x.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn a_full_profile() {
        let profile = read(
            r#"
            name = "My Engine"
            command = "../bin/engine"
            arguments = ["-x", "two words"]
            directory = "data"
            protocol = "xboard"
            [environment]
            LANG = "C"
            [options]
            Hash = 64
            Ponder = true
            "Clear Hash" = { press = true }
            Book = ""
            [quirks]
            ready-while-searching = "silent"
            repair = ["crlf", "castling"]
            history = "prune"
            "#,
        )
        .unwrap();
        assert_eq!(profile.program, Program::Command("engines/../bin/engine".into()));
        assert_eq!(profile.directory, Some("engines/data".into()));
        assert_eq!(profile.protocol, Protocol::Xboard);
        assert_eq!(profile.quirks.ready_while_searching, ReadyWhileSearching::Silent);
        assert_eq!(profile.quirks.repair, [Repair::Crlf, Repair::Castling]);
        assert_eq!(profile.quirks.history, History::Prune);
        let set = profile.options.iter().map(|(name, value)| value.to_uci(name)).collect::<Vec<_>>();
        assert_eq!(
            set,
            [
                "setoption name Book value <empty>",
                "setoption name Clear Hash",
                "setoption name Hash value 64",
                "setoption name Ponder value true"
            ]
        );
    }

    #[test]
    fn the_least_profile() {
        let profile = read("command = \"toga2\"").unwrap();
        assert_eq!((profile.name.as_str(), profile.program), ("x", Program::Command("toga2".into())));
        let house = read("house = \"search\"\narguments = [\"-v\"]").unwrap();
        let (command, arguments) = house.command_line(Path::new("/bin/uci-arbiter"));
        assert_eq!((command, arguments.join(" ")), ("/bin/uci-arbiter".into(), "engine search -v".to_owned()));
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let error = read(
            r#"
            command = 7
            argumnets = []
            protocol = "uci2"
            [options]
            Hash = [1]
            [quirks]
            history = "none"
            repairs = []
            "#,
        )
        .unwrap_err();
        let lines = error.lines().collect::<Vec<_>>();
        assert_eq!(
            lines,
            [
                "engines/x.toml: command: expected the name or path of a program, got 7",
                "engines/x.toml: protocol: expected \"uci\" or \"xboard\", got \"uci2\"",
                "engines/x.toml: options.Hash: expected one line of text, a number, true, false or { press = true }, got [1]",
                "engines/x.toml: quirks.history: expected \"full\" or \"prune\", got \"none\"",
                "engines/x.toml: quirks: expected one of ready-while-searching, repair, history, got \"repairs\"",
                "engines/x.toml: expected one of name, command, house, arguments, directory, environment, protocol, options, quirks, got \"argumnets\"",
            ]
        );
    }

    #[test]
    fn what_starts_the_engine_is_said_once() {
        assert!(read("").unwrap_err().ends_with("command: expected command or house, got neither"));
        assert!(read("command = \"a\"\nhouse = \"search\"").unwrap_err().contains("not both"));
        assert!(read("house = \"stockfish\"").unwrap_err().contains("house: expected one of random, search"));
        let broken = read("command = ").unwrap_err();
        assert!(broken.starts_with("engines/x.toml: expected a TOML file, got TOML parse error"), "{broken}");
        assert_eq!(broken.lines().count(), 1);
    }
}
