//! The programs to compare with: where they are, and what version they say they are.

use crate::pipe::Piped;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name {
    D3Chess,
    Cutechess,
    Fastchess,
    Polyglot,
    Uci2wb,
    PythonChess,
    PgnExtract,
}

impl Name {
    pub(crate) const ALL: [Self; 7] = [
        Self::D3Chess,
        Self::Cutechess,
        Self::Fastchess,
        Self::Polyglot,
        Self::Uci2wb,
        Self::PythonChess,
        Self::PgnExtract,
    ];

    /// As the program is called on the page, its file, and the variable that says where it is.
    pub(crate) fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::D3Chess => ("D3-Chess", "cha", "ARBITER_PEER_D3CHESS"),
            Self::Cutechess => ("cutechess-cli", "cutechess-cli", "ARBITER_PEER_CUTECHESS"),
            Self::Fastchess => ("fastchess", "fastchess", "ARBITER_PEER_FASTCHESS"),
            Self::Polyglot => ("polyglot", "polyglot", "ARBITER_PEER_POLYGLOT"),
            Self::Uci2wb => ("uci2wb", "uci2wb", "ARBITER_PEER_UCI2WB"),
            Self::PythonChess => ("python-chess", "python3", "ARBITER_PEER_PYTHON"),
            Self::PgnExtract => ("pgn-extract", "pgn-extract", "ARBITER_PEER_PGN_EXTRACT"),
        }
    }

    /// What it says of itself; `None` if that cannot be had, so that it is of no use.
    fn version(self, path: &Path) -> Option<String> {
        let mut command = Command::new(path);
        match self {
            Self::D3Chess => first_line(&mut command, "CHA"),
            Self::Cutechess | Self::Fastchess | Self::PgnExtract => first_line(command.arg("--version"), ""),
            Self::Polyglot => first_line(command.args(["-noini", "-ec", "false"]), "PolyGlot"),
            Self::PythonChess => {
                let script =
                    "import chess, sys; print('python-chess', chess.__version__, 'on Python', sys.version.split()[0])";
                first_line(command.args(["-c", script]), "python-chess")
            }
            // It tells nobody but those who read it.
            Self::Uci2wb => {
                let program = std::fs::read(path).ok()?;
                let mut texts = program.split(|byte| !(b' '..=b'~').contains(byte));
                let found =
                    texts.find(|text| text.starts_with(b"UCI2WB ") && text.get(7).is_some_and(u8::is_ascii_digit));
                found.map(|text| String::from_utf8_lossy(text).into_owned())
            }
        }
    }
}

/// The first line that contains this, of what the program says before it hears anything.
fn first_line(command: &mut Command, word: &str) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    text.iter()
        .flat_map(|text| text.lines())
        .map(str::trim)
        .find(|line| !line.is_empty() && line.contains(word))
        .map(str::to_owned)
}

#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) name: Name,
    pub(crate) path: PathBuf,
    pub(crate) version: String,
}

/// Where the programs are found beside `PATH`: Debian's place for games.
const GAMES: &str = "/usr/games";

impl Peer {
    /// The program, or why it is left out.
    pub(crate) fn find(name: Name) -> Result<Self, String> {
        let (shown, file, variable) = name.words();
        let path = match std::env::var_os(variable) {
            Some(path) => std::path::absolute(path).unwrap(),
            None => {
                let path = std::env::var_os("PATH").unwrap_or_default();
                let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
                let mut files = folders.map(|folder| folder.join(file)).filter(|path| path.is_file());
                files.next().ok_or_else(|| {
                    format!("{shown}: no `{file}` in PATH or {GAMES}, and {variable} is not set: left out")
                })?
            }
        };
        let version = name.version(&path).ok_or_else(|| {
            let what = match (path.is_file(), name) {
                (false, _) => "is no file",
                (true, Name::PythonChess) => "has no module `chess`",
                (true, _) => "does not say its version",
            };
            format!("{shown}: {} {what}: left out", path.display())
        })?;
        Ok(Self { name, path, version })
    }
}

/// Our own program.
pub(crate) const OURS: &str = env!("CARGO_BIN_EXE_uci-arbiter");

/// This program, which is also its engines.
pub(crate) fn own() -> String {
    std::env::current_exe().unwrap().to_str().unwrap().to_owned()
}

/// Starts a program that is spoken to by pipes, its complaints thrown away.
pub(crate) fn quietly(command: &mut Command) -> Piped {
    Piped::start(command.stderr(Stdio::null()))
}
