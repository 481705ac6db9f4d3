//! The bench on which an engine is examined: keeps it running from check to check, starts it again after it failed.

use crate::app::doctor::child::{Child, Heard, now};
use crate::xboard::EngineOption;
use std::io;
use std::time::{Duration, Instant};

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// As it should be.
    Good,
    /// The engine does not offer it.
    Skipped,
    /// Costs no game, but is worth knowing.
    Note,
    /// Will cost a game.
    Bad,
}

/// What one check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    pub(super) seen: String,
}

impl Finding {
    pub(super) fn new(verdict: Verdict, seen: impl Into<String>) -> Self {
        Self { verdict, seen: seen.into() }
    }
}

/// A check that ended early.
pub(super) type Checked = Result<Finding, Finding>;

/// The bench.
#[derive(Debug)]
pub(super) struct Bench {
    command: Vec<String>,
    /// The longest wait for anything that has no limit of its own.
    pub(super) patience: Duration,
    child: Option<Child>,
    pub(super) name: String,
    pub(super) options: Vec<EngineOption>,
    /// Departures in spelling, each once.
    pub(super) spelling: Vec<&'static str>,
    /// Bytes written to stderr by processes that are gone.
    pub(super) complaints: u64,
}

impl Bench {
    pub(super) fn new(command: Vec<String>, patience: Duration) -> Self {
        Self {
            command,
            patience,
            child: None,
            name: String::new(),
            options: Vec::new(),
            spelling: Vec::new(),
            complaints: 0,
        }
    }

    /// Starts a process, without a word to it.
    pub(super) fn start(&mut self) -> io::Result<()> {
        self.discard();
        self.child = Some(Child::start(&self.command)?);
        Ok(())
    }

    /// Makes sure that a process runs, has finished its handshake and has nothing left to say from the check before.
    pub(super) fn ready(&mut self) -> Result<(), Finding> {
        if self.child.is_some() && self.ping(self.patience).is_err() {
            // What killed it was reported, or cannot be told apart: a fresh process takes its place.
            self.discard();
        }
        if self.child.is_none() {
            self.start().map_err(|error| Finding::new(Verdict::Bad, error.to_string()))?;
            self.handshake()?;
        }
        Ok(())
    }

    /// `uci` to `uciok`; keeps name and options.
    pub(super) fn handshake(&mut self) -> Result<Duration, Finding> {
        let begin = now();
        self.options.clear();
        self.send("uci");
        let lines = self.until("uciok", self.patience)?;
        for line in lines {
            if let Some(name) = line.strip_prefix(b"id name ") {
                self.name = String::from_utf8_lossy(name).trim().to_owned();
            }
            self.options.extend(EngineOption::from_uci(&line).filter(|_| line.starts_with(b"option ")));
        }
        Ok(now().saturating_duration_since(begin))
    }

    pub(super) fn send(&self, line: &str) {
        if let Some(child) = &self.child {
            child.send(line);
        }
    }

    /// All lines up to the one that begins with this word, that one last.
    pub(super) fn until(&mut self, word: &str, within: Duration) -> Result<Vec<Vec<u8>>, Finding> {
        let until = now() + within;
        let mut lines = Vec::new();
        loop {
            match self.line(until) {
                Heard::Line(line) => {
                    self.note_spelling(&line);
                    let found = line.split(u8::is_ascii_whitespace).find(|w| !w.is_empty()) == Some(word.as_bytes());
                    lines.push(line);
                    if found {
                        return Ok(lines);
                    }
                    // A flood is not worth keeping.
                    if lines.len() > 10_000 {
                        lines.drain(..5_000);
                    }
                }
                Heard::Silence => {
                    self.discard();
                    return Err(Finding::new(Verdict::Bad, format!("no {word} in {}", seconds(within))));
                }
                Heard::Closed => return Err(self.died()),
            }
        }
    }

    /// `go` to the move in `bestmove`, with the time it took.
    pub(super) fn best_move(&mut self, within: Duration) -> Result<(String, Duration), Finding> {
        let begin = now();
        let lines = self.until("bestmove", within)?;
        let took = now().saturating_duration_since(begin);
        let line = lines.last().map(|line| String::from_utf8_lossy(line).into_owned()).unwrap_or_default();
        Ok((line.split_ascii_whitespace().nth(1).unwrap_or("").to_owned(), took))
    }

    /// `isready` to `readyok`.
    pub(super) fn ping(&mut self, within: Duration) -> Result<Duration, Finding> {
        let begin = now();
        self.send("isready");
        self.until("readyok", within)?;
        Ok(now().saturating_duration_since(begin))
    }

    /// Whether a line with this word comes within a time in which none should.
    pub(super) fn comes(&mut self, word: &str, within: Duration) -> Result<bool, Finding> {
        self.listen(word, within).map(|line| line.is_some())
    }

    /// The first line with this word, if it comes in time; silence is no fault here.
    pub(super) fn listen(&mut self, word: &str, within: Duration) -> Result<Option<String>, Finding> {
        let until = now() + within;
        loop {
            match self.line(until) {
                Heard::Line(line) if line.trim_ascii_start().starts_with(word.as_bytes()) => {
                    return Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()));
                }
                Heard::Line(_) => {}
                Heard::Silence => return Ok(None),
                Heard::Closed => return Err(self.died()),
            }
        }
    }

    /// Anything that was said within a time, up to a few lines.
    pub(super) fn overhear(&mut self, within: Duration) -> Vec<String> {
        let until = now() + within;
        let mut lines = Vec::new();
        while let Heard::Line(line) = self.line(until) {
            if lines.len() < 20 {
                lines.push(String::from_utf8_lossy(&line).into_owned());
            }
        }
        lines
    }

    fn line(&self, until: Instant) -> Heard {
        self.child.as_ref().map_or(Heard::Closed, |child| child.line(until))
    }

    /// The running process, to be ended by the check itself.
    pub(super) fn take(&mut self) -> Option<Child> {
        let child = self.child.take();
        self.complaints += child.as_ref().map_or(0, Child::complaints);
        child
    }

    /// Kills the process: the next check gets a fresh one.
    pub(super) fn discard(&mut self) {
        drop(self.take());
    }

    /// The process closed its output in mid-conversation.
    fn died(&mut self) -> Finding {
        let status = self.take().and_then(|mut child| child.exit(Duration::from_millis(500)));
        Finding::new(
            Verdict::Bad,
            status.map_or_else(|| "closed its output".to_owned(), |status| format!("died: {status}")),
        )
    }

    fn note_spelling(&mut self, line: &[u8]) {
        let is_move = line.trim_ascii_start().starts_with(b"bestmove");
        let upper = |line: &[u8]| line.iter().skip(9).take(4).any(u8::is_ascii_uppercase);
        let found = [
            (line.ends_with(b"\r"), "carriage returns at line ends"),
            (line.contains(&b'\t'), "tabs between words"),
            (line.starts_with(b" "), "blanks at the beginning of lines"),
            (line.contains(&0), "null bytes"),
            (std::str::from_utf8(line).is_err(), "bytes that are not UTF-8"),
            (is_move && upper(line.trim_ascii_start()), "moves in upper case"),
        ];
        for (_, what) in found.into_iter().filter(|(seen, _)| *seen) {
            if !self.spelling.contains(&what) {
                self.spelling.push(what);
            }
        }
    }
}

/// A time for people.
pub(super) fn seconds(time: Duration) -> String {
    match time.as_millis() {
        ms @ 0..1_000 => format!("{ms} ms"),
        ms => format!("{}.{} s", ms / 1_000, ms / 100 % 10),
    }
}
