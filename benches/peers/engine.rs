//! Engines that answer at once, so that nothing but pipes and what stands between is measured. They are the bench program
//! itself, started again with the name of one of them.

use shakmaty::{CastlingMode, Chess, Position};
use std::io::{BufWriter, Write};

/// The longest game, in half-moves.
const PLIES: usize = 300;
/// What a search says, up to its variation.
const SEARCH: &str = "info depth 24 seldepth 33 multipv 1 score cp 31 nodes 1234567 nps 1876543 time 657 pv";
/// What a search says, with a variation from the starting position.
pub(crate) const INFO: &[u8] =
    b"info depth 24 seldepth 33 multipv 1 score cp 31 nodes 1234567 nps 1876543 time 657 pv e2e4 e7e5 g1f3\n";

/// The moves of a random game, the same for the same seed: captures are preferred, so that it comes to few men.
pub(crate) fn game(seed: u64) -> Vec<String> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut position = Chess::default();
    let mut moves = Vec::new();
    while moves.len() < PLIES {
        let legal = position.legal_moves();
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let captures = legal.iter().filter(|m| m.is_capture()).copied().collect::<Vec<_>>();
        let from = if captures.is_empty() || state & 3 == 0 { legal.to_vec() } else { captures };
        let Some(m) = from.get(state as usize / 7 % from.len().max(1)) else { break };
        moves.push(m.to_uci(CastlingMode::Standard).to_string());
        position.play_unchecked(*m);
    }
    moves
}

/// Runs the engine of this name until it is told to quit; false if there is none.
pub(crate) fn run(name: &str, argument: Option<&str>) -> bool {
    match name {
        "echo" => listen(|_| {}),
        "game" => play(argument),
        "flood" => flood(argument.and_then(|lines| lines.parse().ok()).unwrap_or(1)),
        _ => return false,
    }
    true
}

pub(crate) fn say(text: &str) {
    std::io::stdout().write_all(text.as_bytes()).unwrap();
}

/// Answers what any engine answers, and gives the other lines to `command`.
pub(crate) fn listen(mut command: impl FnMut(&str)) {
    for line in std::io::stdin().lines() {
        match line.unwrap().trim() {
            "uci" => say("id name Bench\nid author uci-arbiter\nuciok\n"),
            "isready" => say("readyok\n"),
            "quit" => return,
            line => command(line),
        }
    }
}

/// The number of moves in a `position` command from the starting position.
pub(crate) fn made(position: &str) -> usize {
    position.split_ascii_whitespace().skip(3).count()
}

/// Plays the moves of the games whose seeds are in this file, one after the other; a shorter list of moves begins the
/// next. Without a file they are 1, 2, 3, …
fn play(file: Option<&str>) {
    let mut seeds: Box<dyn Iterator<Item = u64>> = match file {
        Some(file) => {
            let text = std::fs::read_to_string(file).unwrap();
            let listed = text.lines().map(|seed| seed.parse().unwrap()).collect::<Vec<u64>>();
            Box::new(listed.into_iter())
        }
        None => Box::new(1..),
    };
    let (mut moves, mut now, mut before) = (game(seeds.next().unwrap()), 0, 0);
    listen(|line| match line.split(' ').next() {
        Some("position") => {
            now = made(line);
            if now < before {
                moves = game(seeds.next().unwrap());
            }
            before = now;
        }
        Some("go") => say(&format!("{SEARCH} {0}\nbestmove {0}\n", moves[now])),
        Some(_) | None => {}
    });
}

/// Says so many lines at each `go`, each as long as [`INFO`]. They go deeper, fifty scores to a depth, up to a
/// depth of 73: polyglot and uci2wb drop a line whose depth and score they have told, and keep few of them in mind.
fn flood(lines: usize) {
    let text = String::from_utf8_lossy(INFO);
    let [depth, score, nodes] = ["depth 24", "cp 31", "nodes 1234567"].map(|field| {
        let start = text.find(field).unwrap();
        start + field.find(' ').unwrap() + 1..start + field.len()
    });
    listen(|line| {
        if line.starts_with("go") {
            let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
            let mut line = INFO.to_vec();
            for number in 0..lines {
                write_number(&mut line[depth.clone()], 10 + (number / 50).min(63));
                write_number(&mut line[score.clone()], 10 + number % 50);
                write_number(&mut line[nodes.clone()], 1_000_000 + number % 9_000_000);
                out.write_all(&line).unwrap();
            }
            out.write_all(b"bestmove e2e4\n").unwrap();
            out.flush().unwrap();
        }
    });
}

/// Fills the field with the digits of the number.
fn write_number(field: &mut [u8], mut number: usize) {
    for digit in field.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}
