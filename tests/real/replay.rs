//! Replay against python-chess: random games from the standard start, from Chess960 starts and from positions with
//! traps. After every half-move both must say the same of the legal moves, the FEN, check, mate, stalemate,
//! repetition, the half-move clock and what may be claimed.
//!
//! Every run plays a few thousand half-moves; a million by hand:
//! `ARBITER_REPLAY_PLIES=1000000 cargo test --test real replay -- --nocapture`. On 2026-11-30, beside python-chess 1.11.2:
//! 6,731 games, 1,000,000 half-moves, no difference, 272 s.
//!
//! One difference is meant: python-chess grants no fifty-move claim with an announced move that mates or stalemates, where
//! the Laws are silent and ours does.

use shakmaty::{CastlingMode, Chess, Move, Position};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use uci_arbiter::game::{ClaimTest, FenClock, Record, Start};
use uci_arbiter::laws::Edition;

/// Half-moves of an ordinary run.
const PLIES: u64 = 3_000;

/// What python-chess says of one position.
struct Told<'a> {
    uci: &'a str,
    fen: &'a str,
    flags: &'a str,
    legal: &'a str,
    claims_asked: bool,
}

impl<'a> Told<'a> {
    fn read(line: &'a str) -> Self {
        let fields = line.split('\t').collect::<Vec<_>>();
        let [uci, fen, flags, legal, asked] = fields.as_slice() else { panic!("expected five fields, got {line:?}") };
        Self { uci, fen, flags, legal, claims_asked: *asked == "?" }
    }
}

fn spelled(m: Move, mode: CastlingMode) -> String {
    m.to_uci(mode).to_string()
}

fn has_reply(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    !after.legal_moves().is_empty()
}

/// What our replay says, in the letters of `replay.py`.
fn flags(record: &Record, laws: &Edition, claims: bool) -> String {
    let position = record.position();
    let stuck = position.legal_moves().is_empty();
    let quiet = record.quiet_presumed().0;
    let mut flags = String::new();
    let mut flag = |holds: bool, letter: char| flags.extend(holds.then_some(letter));
    flag(position.is_check(), 'c');
    flag(position.is_check() && stuck, 'm');
    flag(!position.is_check() && stuck, 's');
    for (count, letter) in [(2, '2'), (3, '3'), (5, '5')] {
        flag(record.occurrences() >= count, letter);
    }
    flag(quiet >= 100 && !stuck, 'f');
    flag(quiet >= 150 && !stuck, 'v');
    if claims {
        let open = ClaimTest { record, counts: laws.counts(), fen_clock: FenClock::Trusted }.open();
        flag(open.threefold_now || !open.threefold_with.is_empty(), 'T');
        flag(open.fifty_now || open.fifty_with.iter().any(|m| has_reply(position, *m)), 'F');
    }
    flags
}

#[test]
fn replay_says_what_python_chess_says() {
    let Some(python) = crate::python::python_with("chess") else { return };
    let plies = std::env::var("ARBITER_REPLAY_PLIES").ok().and_then(|text| text.parse().ok()).unwrap_or(PLIES);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/replay.py");
    let words = [plies.to_string(), "9".to_owned()];
    let mut child = Command::new(python).arg(script).args(words).stdout(Stdio::piped()).spawn().unwrap();
    let laws = Edition::current();
    let mut record: Option<Record> = None;
    let (mut games, mut seen, mut kinds) = (0_u64, 0_u64, BTreeMap::<char, u64>::new());
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        if let Some(start) = line.strip_prefix("G\t") {
            let (mode, fen) = start.split_once('\t').unwrap();
            let mode = if mode == "chess960" { CastlingMode::Chess960 } else { CastlingMode::Standard };
            record = Some(Record::new(Start::parse(fen, mode).unwrap()));
            games += 1;
            continue;
        }
        let told = Told::read(&line);
        let record = record.as_mut().unwrap();
        let mode = record.mode();
        if !told.uci.is_empty() {
            let legal = record.position().legal_moves();
            let m = legal.iter().copied().find(|m| spelled(*m, mode) == told.uci);
            record.push(m.unwrap_or_else(|| panic!("expected {} to be legal in {}", told.uci, record.fen())));
            seen += 1;
        }
        let mut legal = record.position().legal_moves().iter().map(|m| spelled(*m, mode)).collect::<Vec<_>>();
        legal.sort();
        assert_eq!(legal.join(" "), told.legal, "{}", told.fen);
        assert_eq!(record.fen(), told.fen);
        assert_eq!(flags(record, &laws, told.claims_asked), told.flags, "{}", told.fen);
        for letter in told.flags.chars() {
            *kinds.entry(letter).or_default() += 1;
        }
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(seen, plies);
    for letter in ['c', '2', '3', '5', 'T'] {
        assert!(kinds.contains_key(&letter), "no position with {letter} among {seen}");
    }
    eprintln!("{games} games, {seen} half-moves, positions by kind: {kinds:?}");
}
