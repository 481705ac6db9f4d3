//! Real engines behind the wrapper play games against themselves: every move is legal, nothing is added to a clean
//! game, `quit` ends everything.

use shakmaty::{Chess, Position, uci::UciMove};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use uci_arbiter::ledger::{self, Event};

/// Plays forty half-moves through `wrap ARGUMENTS`, and gives back every line heard and the ledger's events.
fn play(name: &str, arguments: &[&str]) -> (Vec<String>, Vec<Event>) {
    let file = crate::folder(name).join("ledger.jsonl");
    let mut child = Command::new(crate::PROGRAM)
        .arg("wrap")
        .arg("--ledger")
        .arg(&file)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .env("PATH", format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default()))
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut heard = Vec::new();
    let mut ask = |text: &str, word: &str| -> String {
        writeln!(input, "{text}").unwrap();
        for line in lines.by_ref() {
            heard.push(line);
            if heard.last().unwrap().starts_with(word) {
                break;
            }
        }
        heard.last().unwrap().clone()
    };
    ask("uci", "uciok");
    ask("ucinewgame\nisready", "readyok");
    let (mut position, mut moves) = (Chess::default(), String::new());
    for _ in 0..40 {
        ask(&format!("position startpos{moves}\nisready"), "readyok");
        let line = ask("go depth 4", "bestmove");
        let word = line.split(' ').nth(1).unwrap();
        let m = word.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
        moves = format!("{} {word}", if moves.is_empty() { " moves" } else { &moves });
        if position.legal_moves().is_empty() {
            break;
        }
    }
    // The answer to isready in a search comes from the engine, or in its place.
    ask(&format!("position startpos{moves}\ngo infinite\nisready"), "readyok");
    ask("stop", "bestmove");
    writeln!(input, "quit").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let text = std::fs::read(&file).unwrap();
    let entries = text.split_inclusive(|byte| *byte == b'\n').map(|line| ledger::parse(line).unwrap().event);
    (heard, entries.collect())
}

fn clean(name: &str, arguments: &[&str]) {
    let (heard, events) = play(name, arguments);
    let noted = heard.iter().filter(|line| line.starts_with("info string arbiter: ")).collect::<Vec<_>>();
    let faults = events.iter().filter(|event| matches!(event, Event::Fault { .. })).collect::<Vec<_>>();
    assert!(faults.is_empty(), "{faults:?}");
    let claims = noted.iter().all(|note| note.contains(": claim ") || note.contains(": draw: "));
    assert!(claims, "{noted:?}");
    assert!(matches!(events.last(), Some(Event::Closed { exit: 0 })), "{events:?}");
}

#[test]
fn stockfish_plays_through_the_wrapper() {
    if crate::program("stockfish").is_some() {
        clean("stockfish", &["stockfish"]);
    }
}

#[test]
fn toga2_plays_through_the_wrapper() {
    if crate::program("toga2").is_some() {
        clean("toga2", &["toga2"]);
    }
}

/// It falls silent on `isready` in a search: the profile has it answered.
#[test]
fn glaurung_plays_through_the_wrapper() {
    if crate::program("glaurung").is_some() {
        let (_, events) = play("glaurung", &["glaurung"]);
        let faults = events.iter().filter(|event| matches!(event, Event::Fault { .. })).collect::<Vec<_>>();
        assert!(faults.len() <= 1, "{faults:?}");
    }
}

/// It crashes on a clean `quit`, which is not reported.
#[test]
fn gnuchess_plays_through_the_wrapper() {
    if crate::program("gnuchess").is_some() {
        clean("gnuchess", &["gnuchess"]);
    }
}
