//! Every transcript in `tests/transcripts`: both sides of the wire with stamps, compared whole. Time is simulated.
//!
//! A file holds what goes in and what must come out: `SECONDS > TEXT` from the GUI, `E< TEXT` from the engine,
//! `gone exit N`, `gone signal N`, `gone missing TEXT`, `eof`, `wait`; out come `<`, `E>`, `order`, `ledger`. Before
//! it, `! NAME = VALUE` sets a policy, `! ledger` shows the events, `! options` our own options. `UPDATE_TRANSCRIPTS=1` writes what came out.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod playback;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use uci_arbiter::game::{Conditions, FenClock};
use uci_arbiter::laws::Edition;
use uci_arbiter::proxy::{FaceChoice, Gone, Output, Settings, What, Wrap};
use uci_arbiter::units::Stamp;

struct Player {
    wrap: Wrap,
    out: Output,
    text: String,
    ledger: bool,
    options: bool,
}

fn shown(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b' '..=b'~' => text.push(char::from(*byte)),
            b'\t' => text.push_str("\\t"),
            b'\r' => text.push_str("\\r"),
            other => write!(text, "\\x{other:02x}").unwrap(),
        }
    }
    text
}

fn unshown(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut chars = text.bytes();
    while let Some(byte) = chars.next() {
        match byte {
            b'\\' => match chars.next() {
                Some(b't') => bytes.push(b'\t'),
                Some(b'r') => bytes.push(b'\r'),
                Some(b'x') => {
                    let digits = [chars.next().unwrap(), chars.next().unwrap()];
                    bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
                }
                other => bytes.extend(other),
            },
            other => bytes.push(other),
        }
    }
    bytes
}

impl Player {
    fn emit(&mut self, at: Stamp) {
        let micros = at.0 / 1_000;
        let time = format!("{:5}.{:06}", micros / 1_000_000, micros % 1_000_000);
        for (direction, bytes) in [("E>", &mut self.out.down), ("<", &mut self.out.up)] {
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                let end = if line.ends_with(b"\n") { "" } else { "\\" };
                let line = line.strip_suffix(b"\n").unwrap_or(line);
                let ours = line.starts_with(b"option name Arbiter") || line.starts_with(b"feature option=\"Arbiter");
                if ours && !self.options {
                    continue;
                }
                writeln!(self.text, "{time} {direction} {}{end}", shown(line)).unwrap();
            }
            bytes.clear();
        }
        for order in self.out.orders.drain(..) {
            writeln!(self.text, "{time} order {order:?}").unwrap();
        }
        for record in self.out.records.drain(..).filter(|_| self.ledger) {
            let what = match &record.what {
                What::Ruling(ruling) => format!("{{\"kind\":\"ruled\"}} {ruling}"),
                What::Event(event) => serde_json::to_string(event).unwrap(),
            };
            writeln!(self.text, "{time} ledger {what}").unwrap();
        }
    }

    /// Lets every deadline pass that is due by `at`.
    fn pass(&mut self, at: Stamp) {
        while let Some(due) = self.wrap.deadline().filter(|due| *due <= at) {
            self.wrap.tick(due, &mut self.out);
            self.emit(due);
            self.settle(due);
            assert_ne!(self.wrap.deadline(), Some(due), "a deadline must not come again:\n{}", self.text);
        }
    }

    fn settle(&mut self, at: Stamp) {
        if self.wrap.has_work() {
            self.wrap.settle(at, &mut self.out);
            self.emit(at);
        }
        while let Some(task) = self.wrap.task() {
            self.wrap.done(at, task.run(), &mut self.out);
            self.emit(at);
        }
    }

    fn input(&mut self, at: Stamp, kind: &str, rest: &str) {
        // A single backslash at the end stands for the newline that is not there.
        let cut = rest.strip_suffix('\\').filter(|before| !before.ends_with('\\'));
        let mut line = unshown(cut.unwrap_or(rest));
        if cut.is_none() {
            line.push(b'\n');
        }
        match kind {
            ">" => self.wrap.upstream(at, &line, &mut self.out),
            "E<" => self.wrap.engine(at, &line, &mut self.out),
            "eof" => self.wrap.upstream_end(at, &mut self.out),
            "wait" => {}
            "gone" => {
                let gone = match rest.split_once(' ') {
                    Some(("exit", code)) => Gone::Exited(code.parse().unwrap()),
                    Some(("signal", number)) => Gone::Killed(number.parse().unwrap()),
                    Some(("missing", text)) => Gone::NotStarted(text.to_owned()),
                    other => panic!("gone {other:?}"),
                };
                self.wrap.engine_gone(at, &gone, &mut self.out);
            }
            other => panic!("unknown input {other}"),
        }
        self.emit(at);
        self.settle(at);
    }
}

fn stamp(text: &str) -> Stamp {
    let span: uci_arbiter::units::Span = text.parse().unwrap();
    Stamp(0).after(span)
}

fn play(script: &str) -> String {
    let mut settings = Settings::default();
    let (mut ledger, mut options) = (false, false);
    let mut player: Option<Player> = None;
    let mut text = String::new();
    for line in script.lines() {
        if let Some(setting) = line.strip_prefix("! ") {
            match setting.split_once(" = ") {
                Some((name, value)) => assert!(settings.set(name, value), "{line}"),
                None if setting == "options" => options = true,
                None => ledger = setting == "ledger",
            }
            writeln!(text, "{line}").unwrap();
            continue;
        }
        let mut words = line.trim_start().splitn(3, ' ');
        let (time, kind, rest) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
        if line.starts_with('#') || line.is_empty() {
            player.as_mut().map_or(&mut text, |player| &mut player.text).push_str(&format!("{line}\n"));
            continue;
        }
        if matches!(kind, "<" | "E>" | "order" | "ledger") {
            continue;
        }
        let player = player.get_or_insert_with(|| Player {
            wrap: Wrap::new(
                settings.clone(),
                Conditions { fen_clock: FenClock::Trusted, ..Conditions::standard(Arc::new(Edition::current())) },
                FaceChoice::Auto,
            ),
            out: Output::default(),
            text: std::mem::take(&mut text),
            ledger,
            options,
        });
        let at = stamp(time);
        player.pass(at);
        let micros = at.0 / 1_000;
        let space = if rest.is_empty() { "" } else { " " };
        writeln!(player.text, "{:5}.{:06} {kind}{space}{rest}", micros / 1_000_000, micros % 1_000_000).unwrap();
        player.input(at, kind, rest);
    }
    player.map_or(text, |player| player.text)
}

fn transcript(path: &Path) -> datatest_stable::Result<()> {
    playback::check(path, "UPDATE_TRANSCRIPTS", play)
}

datatest_stable::harness! { { test = transcript, root = "tests/transcripts", pattern = r".*\.txt$" } }
