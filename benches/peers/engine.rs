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

/// Plays the moves of the games with these seeds, one after the other; a shorter list of moves begins the next. Without
/// seeds it is 1, 2, 3, …
fn play(seeds: Option<&str>) {
    let listed = seeds.map(|seeds| seeds.split(',').map(|seed| seed.parse().unwrap()).collect::<Vec<u64>>());
    let mut seeds: Box<dyn Iterator<Item = u64>> = match listed {
        Some(listed) => Box::new(listed.into_iter()),
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

/// Says so many lines at each `go`, each as long as [`INFO`] and unlike its neighbours: some programs drop what they have
/// just said.
fn flood(lines: usize) {
    let line = String::from_utf8_lossy(INFO);
    let unlike = (10..74).map(|depth| {
        let told =
            [("depth 24", format!("depth {depth}")), ("cp 31", format!("cp {depth}")), ("4567", format!("45{depth}"))];
        told.iter().fold(line.to_string(), |line, (from, to)| line.replacen(from, to, 1))
    });
    let unlike = unlike.collect::<Vec<_>>();
    listen(|line| {
        if line.starts_with("go") {
            let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
            for line in unlike.iter().cycle().take(lines) {
                out.write_all(line.as_bytes()).unwrap();
            }
            out.write_all(b"bestmove e2e4\n").unwrap();
            out.flush().unwrap();
        }
    });
}
