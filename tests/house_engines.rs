//! The house engines and the doctor as real processes: few tests, each on purpose, every wait with a deadline.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_uci-arbiter");
const PATIENCE: Duration = Duration::from_secs(30);

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.arg("engine").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program was built");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take().expect("it is piped"), child, lines }
    }

    fn send(&mut self, text: &str) {
        writeln!(self.input, "{text}").expect("the engine reads");
    }

    fn wait_for(&self, word: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {word}"));
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// The `bestmove` line for a position and a `go`.
    fn ask(&mut self, position: &str, go: &str) -> String {
        self.send(&format!("position {position}\n{go}"));
        self.wait_for("bestmove")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn a_search_that_is_cut_short_gives_no_score_that_it_has_not_found() {
    let mut engine = Engine::start(&["search"]);
    for nodes in (500..10_000).step_by(500) {
        engine.send(&format!("position startpos moves e2e4\ngo nodes {nodes}"));
        loop {
            let line = engine.lines.recv_timeout(PATIENCE).expect("a bestmove");
            assert!(!line.contains("mate"), "{nodes} nodes: {line}");
            if line.starts_with("bestmove") {
                break;
            }
        }
    }
}

#[test]
fn the_searcher_finds_mates_and_keeps_its_manners() {
    let mut engine = Engine::start(&["search"]);
    engine.send("uci");
    engine.wait_for("uciok");
    assert_eq!(engine.ask("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 4"), "bestmove a1a8");
    assert!(engine.ask("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go depth 6").starts_with("bestmove a1a6"));
    assert_eq!(engine.ask("startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 3"), "bestmove (none)");
    assert_eq!(engine.ask("startpos moves e2e4 e9e5", "go depth 3"), "bestmove 0000");
    assert!(engine.ask("startpos", "go depth 3 searchmoves a2a3 h2h3").starts_with("bestmove a2a3"));
    engine.send("position startpos\ngo infinite\nisready");
    engine.wait_for("readyok");
    engine.send("stop");
    engine.wait_for("bestmove");
    engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 1000 btime 1000\nisready");
    engine.wait_for("readyok");
    engine.send("ponderhit");
    engine.wait_for("bestmove");
    engine.send("setoption name UCI_Chess960 value true");
    let castles = engine.ask("fen 7k/8/8/8/8/8/5PPP/5KR1 w G - 0 1", "go depth 1 searchmoves f1g1");
    assert!(castles.starts_with("bestmove f1g1"), "{castles}");
    engine.send("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn the_same_limit_of_nodes_gives_the_same_move_in_any_process() {
    let position = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut old = Engine::start(&["search"]);
    old.ask("startpos moves d2d4", "go nodes 3000");
    old.ask(position, "go depth 3");
    let moves = [old.ask(position, "go nodes 4000"), Engine::start(&["search"]).ask(position, "go nodes 4000")];
    assert_eq!(moves[0], moves[1]);
    let random = || Engine::start(&["random"]).ask(position, "go");
    assert_eq!(random(), random());
}

#[test]
fn scripted_faults_are_what_they_say() {
    let mut engine = Engine::start(&["scripted", "play=e2e4,a1a1", "none-at-go=3", "hang-at-go=4"]);
    assert_eq!(engine.ask("startpos", "go"), "bestmove e2e4");
    assert_eq!(engine.ask("startpos", "go"), "bestmove a1a1");
    assert_eq!(engine.ask("startpos", "go"), "bestmove (none)");
    engine.send("go infinite\nstop\nisready");
    assert!(loop {
        let line = engine.lines.recv_timeout(PATIENCE).unwrap();
        assert!(!line.starts_with("bestmove"));
        if line == "readyok" {
            break true;
        }
    });
    let mut half = Engine::start(&["scripted", "half-line-at-go=1"]);
    assert_eq!(half.ask("startpos", "go"), "bestmove e2");
    assert!(half.child.wait().unwrap().success());
}

fn doctor(faults: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["doctor", "--patience", "1", "--", PROGRAM, "engine"]).args(faults);
    let output = command.output().expect("the program was built");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn verdict<'a>(table: &'a str, check: &str) -> &'a str {
    let row = table.lines().find(|row| row.starts_with(check)).unwrap_or_else(|| panic!("no {check} in {table}"));
    row.get(34..).and_then(|rest| rest.split_ascii_whitespace().next()).unwrap_or_default()
}

#[test]
fn the_doctor_finds_the_searcher_healthy() {
    let (code, table) = doctor(&["search"]);
    assert_eq!(code, Some(0), "{table}");
    assert!(!table.contains("BAD"), "{table}");
    assert_eq!(verdict(&table, "Chess960 castling"), "good");
}

#[test]
fn the_doctor_names_what_is_wrong() {
    let (code, table) = doctor(&["scripted", "ready-only-idle", "crlf", "double-bestmove", "ignore-quit", "orphan"]);
    assert_eq!(code, Some(1), "{table}");
    for (check, expected) in [
        ("isready in search", "BAD"),
        ("stop: one bestmove", "BAD"),
        ("spelling", "BAD"),
        ("quit ", "note"),
        ("end of input", "BAD"),
    ] {
        assert_eq!(verdict(&table, check), expected, "{check} in {table}");
    }
}

#[test]
fn the_doctor_ends_where_an_engine_never_answers_uci() {
    let (code, table) = doctor(&["scripted", "no-uciok"]);
    assert_eq!((code, verdict(&table, "uci: uciok")), (Some(3), "BAD"), "{table}");
}

#[test]
fn the_doctor_ends_where_an_engine_freezes() {
    let (code, table) = doctor(&["scripted", "freeze-at-go=2"]);
    assert_eq!(code, Some(1), "{table}");
}
