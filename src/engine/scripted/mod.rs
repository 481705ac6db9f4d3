//! The engine that misbehaves on purpose, so that everything that has to survive bad engines can be tested.
//!
//! Without a fault it is a decent engine that plays the first legal move.

mod script;

pub use script::{Script, ScriptError};

use crate::engine::clock::now;
use crate::engine::orders;
use crate::engine::output::Output;
use script::{Answer, AtGo};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position};
use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Nothing outlives this, so that a test that fails leaves no process for long.
const LONGEST_LIFE: Duration = Duration::from_secs(600);

/// Runs until it is told to end and does, or dies on its own.
pub(super) fn run(script: Script, input: impl BufRead + Send + 'static, out: &Output) -> u8 {
    if script.dies_at_start {
        return 3;
    }
    let (sender, lines) = mpsc::channel();
    let listen = move || {
        for line in input.split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                break;
            }
        }
    };
    drop(std::thread::spawn(listen));
    let mode = CastlingMode::Standard;
    let position = "startpos".to_owned();
    let mut engine =
        Scripted { script, out: out.clone(), lines, mode, position, goes: 0, search: None, waiting: 0, played: 0 };
    engine.start();
    engine.live()
}

struct Scripted {
    script: Script,
    out: Output,
    lines: Receiver<String>,
    mode: CastlingMode,
    position: String,
    goes: u32,
    search: Option<Searching>,
    /// Pings to answer when the search is over.
    waiting: u32,
    /// Moves taken from the list.
    played: usize,
}

struct Searching {
    /// When `bestmove` is due; `None` waits for `stop` or `ponderhit`.
    due: Option<Instant>,
    hangs: bool,
    answer: String,
}

/// What a line leads to.
enum Next {
    Goes,
    Ends(u8),
    Freezes,
}

impl Scripted {
    fn start(&self) {
        if self.script.banner {
            self.say("Scripted engine by nobody\nuciokay\nengine says bestmove e2e4 now");
        }
        if self.script.orphan {
            leave_orphan();
        }
        let noise = "x".repeat(99) + "\n";
        for _ in 0..self.script.stderr_bytes.div_ceil(100) {
            drop(std::io::stderr().write_all(noise.as_bytes()));
        }
    }

    fn live(&mut self) -> u8 {
        let end = now() + LONGEST_LIFE;
        loop {
            let due = self.search.as_ref().filter(|search| !search.hangs).and_then(|search| search.due);
            let wait = due.unwrap_or(end).min(end).saturating_duration_since(now());
            match self.lines.recv_timeout(wait) {
                Ok(line) => match self.hear(&line) {
                    Next::Goes => {}
                    Next::Ends(code) => return code,
                    Next::Freezes => {
                        self.pause(LONGEST_LIFE);
                        return 0;
                    }
                },
                Err(RecvTimeoutError::Timeout) if due.is_some() => self.answer(),
                Err(RecvTimeoutError::Timeout) => return 0,
                Err(RecvTimeoutError::Disconnected) if self.script.ignores_eof => {
                    self.pause(LONGEST_LIFE);
                    return 0;
                }
                Err(RecvTimeoutError::Disconnected) => return 0,
            }
        }
    }

    fn hear(&mut self, line: &str) -> Next {
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        match word {
            "uci" => self.introduce(),
            "isready" if self.script.ready_only_idle && self.search.is_some() => self.waiting += 1,
            "isready" => self.reply(self.script.readyok, "readyok"),
            "setoption" => {
                if let Some((name, value)) = orders::set_option(rest).filter(|(name, _)| name == "uci_chess960") {
                    let _: String = name;
                    self.mode = if value == "true" { CastlingMode::Chess960 } else { CastlingMode::Standard };
                }
            }
            "position" => rest.trim().clone_into(&mut self.position),
            "go" => return self.go(rest),
            "stop" | "ponderhit" => self.release(),
            "quit" => return self.quit(),
            _ => {}
        }
        Next::Goes
    }

    fn introduce(&self) {
        self.say("id name House Scripted\nid author the uci-arbiter authors");
        self.say("option name Ponder type check default false\noption name UCI_Chess960 type check default false");
        if self.script.odd_options {
            self.say("option name Piece Values type spin default 1 min -5 max 9\noption name A=B type string default <empty>");
            self.say(
                "option name Style type combo default Very Risky var Solid var Very Risky\noption name Go! type button",
            );
            self.say("option name Book File type string default min 3 var x.bin\noption name Bonus -checks type check default true");
        }
        self.reply(self.script.uciok, "uciok");
    }

    fn reply(&self, how: Answer, line: &str) {
        match how {
            Answer::AtOnce => self.say(line),
            Answer::After(ms) => {
                self.pause(Duration::from_millis(ms));
                self.say(line);
            }
            Answer::Never => {}
        }
    }

    fn go(&mut self, arguments: &str) -> Next {
        self.answer();
        self.goes += 1;
        let go = orders::Go::parse(arguments);
        let waits = (go.infinite || go.ponder) && !self.script.early_bestmove;
        let due = now() + Duration::from_millis(self.script.thinks_ms);
        let mut search = Searching { due: (!waits).then_some(due), hangs: false, answer: self.choose() };
        self.think_aloud(&search.answer);
        match self.script.at(self.goes) {
            Some(AtGo::Crash) => std::process::abort(),
            Some(AtGo::Exit) => return Next::Ends(0),
            Some(AtGo::HalfLine) => {
                self.out.raw(b"info depth 1 score cp 0 pv e2e4\nbestmove e2");
                return Next::Ends(0);
            }
            Some(AtGo::Freeze) => return Next::Freezes,
            Some(AtGo::Hang) => search.hangs = true,
            Some(AtGo::Instead(line)) => line.clone_into(&mut search.answer),
            None => {}
        }
        self.search = Some(search);
        Next::Goes
    }

    /// The move: the next of the list, or the first legal one.
    fn choose(&mut self) -> String {
        if let Some(mv) = self.script.plays.get(self.played) {
            self.played += 1;
            return format!("bestmove {mv}");
        }
        let Ok(record) = orders::position(&self.position, self.mode) else {
            return "bestmove 0000".to_owned();
        };
        match record.position().legal_moves().first() {
            Some(m) => format!("bestmove {}", UciMove::from_move(*m, self.mode)),
            None => "bestmove (none)".to_owned(),
        }
    }

    fn think_aloud(&self, answer: &str) {
        for number in 0..self.script.flood_lines {
            self.say(&format!("info depth {number} currmove e2e4 currmovenumber 1"));
        }
        if self.script.line_bytes > 0 {
            self.say(&format!("info string {}", "x".repeat(self.script.line_bytes)));
        }
        let score = self.script.score.as_deref().unwrap_or("cp 0");
        let pv = answer.strip_prefix("bestmove ").filter(|mv| mv.parse::<UciMove>().is_ok());
        let pv = pv.map_or_else(String::new, |mv| format!(" pv {mv}"));
        self.say(&format!("info depth 1 score {score} nodes 1 time 0{pv}"));
        for (_, text) in self.script.says.iter().filter(|(at, _)| *at == self.goes) {
            self.say(text);
        }
    }

    /// `stop` or `ponderhit`.
    fn release(&mut self) {
        let due = now() + Duration::from_millis(self.script.stops_after_ms);
        if let Some(search) = &mut self.search {
            search.due = Some(due);
        }
    }

    fn answer(&mut self) {
        let Some(search) = self.search.take_if(|search| !search.hangs) else {
            return;
        };
        self.say(&search.answer);
        if self.script.double_bestmove {
            self.say(&search.answer);
        }
        for _ in 0..std::mem::take(&mut self.waiting) {
            self.reply(self.script.readyok, "readyok");
        }
    }

    fn quit(&self) -> Next {
        if self.script.ignores_quit {
            return Next::Goes;
        }
        self.pause(Duration::from_millis(self.script.quits_after_ms));
        if self.script.crashes_at_quit {
            std::process::abort();
        }
        Next::Ends(0)
    }

    fn say(&self, text: &str) {
        for line in text.lines() {
            self.out.raw(&self.script.spell(line));
        }
    }

    /// Does nothing for a while.
    #[expect(clippy::disallowed_methods, reason = "a fault of this engine is to let time pass")]
    #[expect(clippy::unused_self, reason = "reads as what the engine does")]
    fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// A child that keeps our output open and lives on after us: this engine once more, deaf to the end of its input.
fn leave_orphan() {
    let Ok(this) = std::env::current_exe() else {
        return;
    };
    let mut command = std::process::Command::new(this);
    command.args(["engine", "scripted", "ignore-eof", "ignore-quit"]).stdin(std::process::Stdio::null());
    drop(command.spawn());
}
