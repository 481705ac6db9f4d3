//! The file of `wrap --config`: which engine, which Laws, where records go, every policy. Unknown keys are refused, and
//! everything that is wrong is said at once. The command line has the last word.

use crate::game::FenClock;
use crate::profile::{FileError, Reader, beside};
use crate::proxy::{FaceChoice, Settings};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Table;

/// What the file says. Relative paths are taken from its folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrapFile {
    pub(super) profile: Option<String>,
    pub(super) command: Option<PathBuf>,
    pub(super) arguments: Vec<String>,
    pub(super) directory: Option<PathBuf>,
    pub(super) environment: BTreeMap<String, String>,
    pub(super) laws: Option<String>,
    pub(super) face: Option<FaceChoice>,
    pub(super) fen_clock: Option<FenClock>,
    pub(super) ledger: Option<PathBuf>,
    pub(super) transcript: Option<PathBuf>,
    policies: Table,
}

const KEYS: [&str; 11] = [
    "profile",
    "command",
    "arguments",
    "directory",
    "environment",
    "laws",
    "face",
    "fen-clock",
    "ledger",
    "transcript",
    "policies",
];

impl WrapFile {
    /// Reads a file; `file` names it in messages.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn parse(text: &str, file: &Path) -> Result<Self, FileError> {
        Reader::read(text, file, |mut table, reader| {
            let table = &mut table;
            let path = |text: String| beside(file, &text);
            let program = |text: String| match text.contains(['/', '\\']) {
                true => beside(file, &text),
                false => text.into(),
            };
            let read = Self {
                profile: reader.take(table, "", "profile", "the name of a profile"),
                command: reader.take(table, "", "command", "the name or path of a program").map(program),
                arguments: reader.take(table, "", "arguments", "a list of texts").unwrap_or_default(),
                directory: reader.take(table, "", "directory", "a path").map(path),
                environment: reader.take(table, "", "environment", "a table of texts").unwrap_or_default(),
                laws: reader.take(table, "", "laws", "the name of an edition, or the path of its file"),
                face: reader.take(table, "", "face", "\"auto\", \"uci\" or \"xboard\""),
                fen_clock: reader.take(table, "", "fen-clock", "\"trusted\" or \"unproven\""),
                ledger: reader.take(table, "", "ledger", "a path").map(path),
                transcript: reader.take(table, "", "transcript", "a path").map(path),
                policies: reader.take(table, "", "policies", "a table").unwrap_or_default(),
            };
            if read.profile.is_some() && read.command.is_some() {
                reader.fault("command", "profile or command, not both", "both".to_owned());
            }
            Settings::default().take(&mut read.policies.clone(), "policies.", reader);
            reader.refuse_rest(std::mem::take(table), "", &KEYS);
            Some(read)
        })
    }

    /// The policies over those that hold without the file.
    pub fn apply(&self, settings: &mut Settings) {
        // What is wrong in them was said when the file was read.
        settings.take(&mut self.policies.clone(), "", &mut Reader::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::{Claims, Crash, PREFIX};

    const EXAMPLE: &str = include_str!("../../configs/wrap.toml");

    #[test]
    fn the_annotated_example_names_every_key_and_policy_with_its_default() {
        let whole = EXAMPLE
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line))
            .collect::<Vec<_>>()
            .join("\n");
        let without_profile = whole.replace("profile = \"stockfish\"\n", "");
        assert_ne!(whole, without_profile);
        let file = WrapFile::parse(&without_profile, Path::new("configs/wrap.toml")).unwrap();
        let mut settings = Settings::default();
        file.apply(&mut settings);
        assert_eq!(settings, Settings::default());
        for option in settings.options() {
            let name = String::from_utf8(option.name).unwrap();
            let key = name.strip_prefix(PREFIX).unwrap().to_ascii_lowercase().replace(' ', "-");
            assert!(file.policies.contains_key(&key), "{key}");
        }
        for key in KEYS {
            assert!(
                whole.lines().any(|line| line.starts_with(&format!("{key} = ")) || line == format!("[{key}]")),
                "{key}"
            );
        }
        // As it stands.
        assert_eq!(WrapFile::parse(EXAMPLE, Path::new("x.toml")).unwrap().profile.as_deref(), Some("stockfish"));
    }

    #[test]
    fn policies_are_set_and_paths_are_taken_from_the_file() {
        let text = "command = \"bin/engine\"\nledger = \"a.jsonl\"\n[policies]\nclaims = \"always\"\ncrash = \"restart\"\n\
                    claim-score = -30\nnotes = false\nstart-timeout = 60000";
        let file = WrapFile::parse(text, Path::new("/etc/arbiter/wrap.toml")).unwrap();
        assert_eq!(file.command, Some("/etc/arbiter/bin/engine".into()));
        assert_eq!(file.ledger, Some("/etc/arbiter/a.jsonl".into()));
        let mut settings = Settings::default();
        file.apply(&mut settings);
        assert_eq!((settings.claims, settings.crash), (Claims::Always, Crash::Restart));
        assert_eq!((settings.claim_score, settings.notes, settings.start_ms), (-30, false, 60_000));
    }

    #[test]
    fn every_fault_of_the_file_is_said_at_once() {
        let text = "profile = \"a\"\ncommand = \"b\"\nface = \"cecp\"\nlog = \"x\"\n[policies]\nclaims = \"sometimes\"\n\
                    claim-score = 20000\nnotes = \"yes\"\ncrash-policy = \"die\"";
        let error = WrapFile::parse(text, Path::new("wrap.toml")).unwrap_err().to_string();
        let lines = error.lines().collect::<Vec<_>>();
        assert_eq!(
            lines.get(..5).unwrap(),
            [
                "wrap.toml: face: expected \"auto\", \"uci\" or \"xboard\", got \"cecp\"",
                "wrap.toml: command: expected profile or command, not both, got both",
                "wrap.toml: policies.claims: expected one of \"never\", \"when-not-better\", \"always\", got \"sometimes\"",
                "wrap.toml: policies.claim-score: expected a whole number from -10000 to 10000, got 20000",
                "wrap.toml: policies.notes: expected true or false, got \"yes\"",
            ]
        );
        assert!(lines[5].starts_with("wrap.toml: policies: expected one of bad-position, claim-score, "), "{error}");
        assert!(lines[5].ends_with("got \"crash-policy\""), "{error}");
        assert!(lines[6].ends_with("got \"log\""), "{error}");
        assert_eq!(lines.len(), 7);
    }
}
