//! An event in a folder of its own, played by the program, and what it left behind.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_uci-arbiter");

/// A folder that goes with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("uci-arbiter-event-{name}-{}", std::process::id()));
        // What an earlier test with this process id left.
        std::fs::remove_dir_all(&path).unwrap_or(());
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        // What is kept of a refused round goes with the folder.
        command.args(arguments).current_dir(&self.0).env("TMPDIR", &self.0).stdin(std::process::Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().unwrap())
    }

    /// The games of the PGN file.
    pub(crate) fn pgn(&self) -> Vec<String> {
        let text = self.read("games.pgn");
        let games = text.split("[Event ").skip(1);
        games.map(|game| format!("[Event {game}")).collect()
    }

    /// The entries of the JSON lines, or of the journal, of one kind.
    pub(crate) fn entries(&self, name: &str, kind: &str) -> Vec<Value> {
        let text = self.read(name);
        let json = text.lines().filter_map(|line| line.find('{').and_then(|at| line.get(at..)));
        let entries = json.map(|json| serde_json::from_str::<Value>(json).unwrap());
        entries.filter(|entry| entry["kind"] == kind).collect()
    }

    /// The finished games of the JSON lines.
    pub(crate) fn finished(&self) -> Vec<Value> {
        self.entries("games.jsonl", "finished").into_iter().map(|entry| entry["game"].clone()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays in the temporary one harms nobody.
        std::fs::remove_dir_all(&self.0).unwrap_or(());
    }
}

/// A run of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// One game between two scripted engines, White's first.
pub(crate) struct OneGame<'a> {
    pub(crate) white: &'a str,
    pub(crate) black: &'a str,
    /// `control = "10"` and the like.
    pub(crate) time: &'a str,
    /// An EPD line; empty for the start position.
    pub(crate) start: &'a str,
    /// More of `[rules]`.
    pub(crate) rules: &'a str,
}

impl Default for OneGame<'_> {
    fn default() -> Self {
        Self { white: "", black: "", time: "control = \"600\"", start: "", rules: "" }
    }
}

/// What became of one game.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) ran: Ran,
    pub(crate) pgn: String,
    pub(crate) json: Value,
    /// All entries of games that ended, those that do not count too.
    pub(crate) ended: usize,
}

impl OneGame<'_> {
    pub(crate) fn play(&self, name: &str) -> Played {
        let folder = Folder::new(name);
        let openings = if self.start.is_empty() { "" } else { "[openings]\nepd = \"start.epd\"\n" };
        folder.write("start.epd", self.start);
        let engine = |name: &str, faults: &str| {
            let faults = faults.split(';').filter(|fault| !fault.is_empty());
            let faults = faults.map(|fault| format!("{fault:?}")).collect::<Vec<_>>().join(", ");
            format!("[[engines]]\nname = \"{name}\"\nhouse = \"scripted\"\narguments = [{faults}]\n")
        };
        folder.write(
            "game.toml",
            &format!(
                "[event]\nname = \"One game\"\nseed = 1\n[time]\n{}\n{}{}{openings}\
                 [format]\nkind = \"round-robin\"\nrounds = 1\ngames = 1\ncolours = \"fixed\"\n\
                 [rules]\npreset = \"fide\"\nclass = \"standard\"\n{}\n\
                 [output]\npgn = \"games.pgn\"\njsonl = \"games.jsonl\"\n",
                self.time,
                engine("White", self.white),
                engine("Black", self.black),
                self.rules,
            ),
        );
        let ran = folder.run(&["event", "run", "game.toml"]);
        let games = folder.pgn();
        assert_eq!(games.len(), 1, "{ran:?}");
        let mut finished = folder.finished();
        let ended = finished.len();
        Played { pgn: games.into_iter().next().unwrap(), json: finished.pop().unwrap(), ended, ran }
    }
}

impl Played {
    /// Result, ground, articles and layer, in the JSON line and in the PGN alike.
    pub(crate) fn is(&self, result: &str, ground: &str, articles: &[&str], layer: &str) {
        let ending = &self.json["ending"];
        assert_eq!(ending["ground"], ground, "{self:?}");
        let shown = self.tag("Result").unwrap();
        assert_eq!(shown, result, "{self:?}");
        let got = ending["articles"].as_array().cloned().unwrap_or_default();
        assert_eq!(got, articles, "{self:?}");
        let basis = match (articles, layer) {
            ([], "event-rule") => ", event rule".to_owned(),
            ([], _) => String::new(),
            (articles, _) => format!(", FIDE {}", articles.join(" and ")),
        };
        assert_eq!(self.tag("TerminationDetails"), Some(format!("{ground}{basis}")), "{self:?}");
        assert_eq!(self.tag("ResultLayer").as_deref(), Some(layer), "{self:?}");
        let told = format!("Finished game 1 (White vs Black): {result} ");
        assert!(self.ran.out.contains(&told), "{self:?}");
        assert_eq!(self.ran.code, Some(0), "{self:?}");
    }

    pub(crate) fn tag(&self, name: &str) -> Option<String> {
        let start = format!("[{name} \"");
        let line = self.pgn.lines().find_map(|line| line.strip_prefix(&start))?;
        line.strip_suffix("\"]").map(str::to_owned)
    }

    pub(crate) fn has_note(&self, text: &str) {
        let notes = self.json["notes"].as_array().cloned().unwrap_or_default();
        assert!(notes.iter().any(|note| note.as_str().unwrap().contains(text)), "no {text:?} in {self:?}");
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        let plies = self.json["plies"].as_array().unwrap().iter();
        plies.map(|ply| ply["m"].as_str().unwrap().to_owned()).collect()
    }
}
