//! What the misbehaving engine does wrong: a list of words, from arguments or from a file.

use std::str::FromStr;

/// The faults of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    pub(super) dies_at_start: bool,
    pub(super) banner: bool,
    pub(super) odd_options: bool,
    pub(super) uciok: Answer,
    pub(super) readyok: Answer,
    pub(super) ready_only_idle: bool,
    pub(super) at_go: Vec<(u32, AtGo)>,
    pub(super) says: Vec<(u32, String)>,
    pub(super) plays: Vec<String>,
    pub(super) score: Option<String>,
    pub(super) thinks_ms: u64,
    pub(super) stops_after_ms: u64,
    pub(super) early_bestmove: bool,
    pub(super) double_bestmove: bool,
    pub(super) flood_lines: u32,
    pub(super) line_bytes: usize,
    pub(super) stderr_bytes: usize,
    pub(super) spelling: Vec<Spelling>,
    pub(super) orphan: bool,
    pub(super) ignores_quit: bool,
    pub(super) ignores_eof: bool,
    pub(super) crashes_at_quit: bool,
    pub(super) quits_after_ms: u64,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Answer {
    #[default]
    AtOnce,
    After(u64),
    Never,
}

/// What happens at a certain `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtGo {
    /// Aborts.
    Crash,
    /// Ends with exit code 0.
    Exit,
    /// Sends half of its `bestmove` line, then ends.
    HalfLine,
    /// Closes nothing, sends no `bestmove`, not even after `stop`; still answers `isready` and `quit`.
    Hang,
    /// Hears nothing any more.
    Freeze,
    /// Sends this in place of a move.
    Instead(&'static str),
}

/// How lines are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    Crlf,
    Tabs,
    LeadingSpace,
    UpperCase,
    NulBytes,
    NotUtf8,
}

/// A word that is no fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("scripted engine: expected {expected}, got {got:?}")]
pub struct ScriptError {
    expected: String,
    got: String,
}

impl Script {
    /// Every word with what it does, for `--help`.
    pub const WORDS: &'static str = "\
  At the start
    die-at-start          ends with exit code 3 before it says anything
    banner                talks before it is asked
    no-uciok, slow-uciok=MS
    odd-options           offers options with names and values that trip parsers
  isready
    no-readyok, slow-readyok=MS
    ready-only-idle       answers isready only when its search is over
  At the Nth go, counted from 1
    crash-at-go=N, exit-at-go=N, half-line-at-go=N
    hang-at-go=N          no bestmove, not even after stop
    freeze-at-go=N        hears nothing any more
    illegal-at-go=N, none-at-go=N, null-at-go=N, bare-at-go=N, words-at-go=N
    say-at-go=N:TEXT      sends TEXT before its bestmove
  Every search
    play=MOVE,MOVE,…      these moves in turn, legal or not; else the first legal move
    score=TEXT            score TEXT with each move, such as score=mate:1 or score=cp:900
    think=MS              time for each move
    late-bestmove=MS      answers stop only so much later
    early-bestmove        does not wait for stop or ponderhit
    double-bestmove
    flood=LINES, big-line=BYTES, stderr=BYTES
  Spelling
    crlf, tabs, leading-space, upper-case, nul-bytes, not-utf8
  At the end
    ignore-quit, slow-quit=MS, crash-at-quit, ignore-eof (for ten minutes)
    orphan                leaves a child behind that keeps its output open";

    /// Reads the words.
    ///
    /// # Errors
    /// An unknown word, or a missing or bad number.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, ScriptError> {
        let mut script = Self::default();
        for word in words {
            script.add(word)?;
        }
        Ok(script)
    }

    fn add(&mut self, word: &str) -> Result<(), ScriptError> {
        let (name, argument) = word.split_once('=').unwrap_or((word, ""));
        if let Some(what) = name.strip_suffix("-at-go") {
            return self.add_at_go(what, argument, word);
        }
        match name {
            "die-at-start" => self.dies_at_start = true,
            "banner" => self.banner = true,
            "odd-options" => self.odd_options = true,
            "no-uciok" => self.uciok = Answer::Never,
            "slow-uciok" => self.uciok = Answer::After(number(argument, word)?),
            "no-readyok" => self.readyok = Answer::Never,
            "slow-readyok" => self.readyok = Answer::After(number(argument, word)?),
            "ready-only-idle" => self.ready_only_idle = true,
            "play" => self.plays.extend(argument.split(',').map(str::to_owned)),
            "score" => self.score = Some(argument.replace(':', " ")),
            "think" => self.thinks_ms = number(argument, word)?,
            "late-bestmove" => self.stops_after_ms = number(argument, word)?,
            "early-bestmove" => self.early_bestmove = true,
            "double-bestmove" => self.double_bestmove = true,
            "flood" => self.flood_lines = number(argument, word)?,
            "big-line" => self.line_bytes = number(argument, word)?,
            "stderr" => self.stderr_bytes = number(argument, word)?,
            "orphan" => self.orphan = true,
            "ignore-quit" => self.ignores_quit = true,
            "ignore-eof" => self.ignores_eof = true,
            "crash-at-quit" => self.crashes_at_quit = true,
            "slow-quit" => self.quits_after_ms = number(argument, word)?,
            _ => self.spelling.push(spelling(name, word)?),
        }
        Ok(())
    }

    fn add_at_go(&mut self, what: &str, argument: &str, word: &str) -> Result<(), ScriptError> {
        if what == "say" {
            let (at, text) = argument.split_once(':').unwrap_or((argument, ""));
            self.says.push((number(at, word)?, text.to_owned()));
            return Ok(());
        }
        let what = match what {
            "crash" => AtGo::Crash,
            "exit" => AtGo::Exit,
            "half-line" => AtGo::HalfLine,
            "hang" => AtGo::Hang,
            "freeze" => AtGo::Freeze,
            "illegal" => AtGo::Instead("bestmove a1a1"),
            "none" => AtGo::Instead("bestmove (none)"),
            "null" => AtGo::Instead("bestmove 0000"),
            "bare" => AtGo::Instead("bestmove"),
            "words" => AtGo::Instead("bestmove I would rather not"),
            _ => return Err(unknown(word)),
        };
        self.at_go.push((number(argument, word)?, what));
        Ok(())
    }

    /// What happens at this `go`, if anything does.
    pub(super) fn at(&self, go: u32) -> Option<AtGo> {
        self.at_go.iter().find(|(at, _)| *at == go).map(|(_, what)| *what)
    }

    /// A line as it is spelled on the wire, line end included.
    pub(super) fn spell(&self, line: &str) -> Vec<u8> {
        let has = |spelling| self.spelling.contains(&spelling);
        let is_move = line.starts_with("bestmove");
        let mut text = line.to_owned();
        if has(Spelling::UpperCase) && is_move {
            text = text.to_ascii_uppercase().replacen("BESTMOVE", "bestmove", 1);
        }
        if has(Spelling::Tabs) {
            text = text.replace(' ', "\t");
        }
        if has(Spelling::LeadingSpace) && is_move {
            text.insert_str(0, "  ");
        }
        let mut bytes = text.into_bytes();
        if has(Spelling::NulBytes) && line.starts_with("info") {
            bytes.extend(b" \0\0 x");
        }
        if has(Spelling::NotUtf8) && line.starts_with("info") {
            bytes.extend(b" string \xff\xfe\xe9");
        }
        bytes.extend(if has(Spelling::Crlf) { b"\r\n".as_slice() } else { b"\n" });
        bytes
    }
}

fn spelling(name: &str, word: &str) -> Result<Spelling, ScriptError> {
    match name {
        "crlf" => Ok(Spelling::Crlf),
        "tabs" => Ok(Spelling::Tabs),
        "leading-space" => Ok(Spelling::LeadingSpace),
        "upper-case" => Ok(Spelling::UpperCase),
        "nul-bytes" => Ok(Spelling::NulBytes),
        "not-utf8" => Ok(Spelling::NotUtf8),
        _ => Err(unknown(word)),
    }
}

fn unknown(word: &str) -> ScriptError {
    ScriptError { expected: "a fault (see --help)".to_owned(), got: word.to_owned() }
}

fn number<T: FromStr>(text: &str, word: &str) -> Result<T, ScriptError> {
    text.parse().map_err(|_| ScriptError { expected: "a number after =".to_owned(), got: word.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_a_fault() {
        // A word of the help is one that stands first on its line or in a list of them, and contains no blank.
        let listed = Script::WORDS.lines().filter(|line| line.starts_with("    "));
        for line in listed {
            for part in line.trim().split("  ").next().unwrap().split(", ") {
                let word = part.split(" (").next().unwrap();
                let word =
                    word.replace("=N:TEXT", "=1:x y").replace("=MOVE,MOVE,…", "=e2e4,a1a1").replace("=TEXT", "=cp:1");
                let word =
                    ["MS", "N", "LINES", "BYTES"].iter().fold(word, |w, unit| w.replace(&format!("={unit}"), "=1"));
                assert!(Script::parse([word.as_str()]).is_ok(), "{word}");
            }
        }
        for word in ["crash-at-go", "crash-at-go=x", "no-such", "flood=-1", "fly-at-go=1", ""] {
            assert!(Script::parse([word]).is_err(), "{word}");
        }
    }

    #[test]
    fn spelling_touches_what_it_names() {
        let spell = |word, line| String::from_utf8_lossy(&Script::parse([word]).unwrap().spell(line)).into_owned();
        assert_eq!(spell("upper-case", "bestmove a7a8q ponder e2e4"), "bestmove A7A8Q PONDER E2E4\n");
        assert_eq!(spell("tabs", "bestmove e2e4"), "bestmove\te2e4\n");
        assert_eq!(spell("crlf", "readyok"), "readyok\r\n");
        assert_eq!(spell("leading-space", "bestmove e2e4"), "  bestmove e2e4\n");
        assert_eq!(spell("nul-bytes", "info depth 1"), "info depth 1 \0\0 x\n");
    }
}
