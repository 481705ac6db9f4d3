//! PGN: cut into games the same whatever the size of a batch, then audited; and lines of `judge --jsonl`.

use super::text::lines;
use shakmaty::Chess;
use std::sync::{Arc, LazyLock};
use uci_arbiter::audit::{Audited, Auditor, Options, fix, report};
use uci_arbiter::game::{FenClock, MaterialOracle, Start};
use uci_arbiter::judge::{Answer, Judge, Query};
use uci_arbiter::laws::Edition;
use uci_arbiter::pgn::{Game, Place, Score, Splitter, Token};

static LAWS: LazyLock<Arc<Edition>> = LazyLock::new(|| Arc::new(Edition::current()));

fn cut(data: &[u8], size: usize) -> Vec<(Place, Vec<u8>)> {
    let mut splitter = Splitter::new(data);
    let mut games = Vec::new();
    while let Some(batch) = splitter.next_batch(size).expect("memory can be read") {
        // A place's bytes count from its batch.
        games.extend(batch.games.iter().map(|at| (Place { bytes: 0..0, ..at.clone() }, batch.text(at).to_vec())));
    }
    games
}

pub(crate) fn run(data: &[u8]) {
    let games = cut(data, 1 << 20);
    for size in [1, 64] {
        let same = cut(data, size);
        let trimmed = |games: &[(Place, Vec<u8>)]| {
            games.iter().map(|(at, text)| (at.clone(), text.trim_ascii_end().to_vec())).collect::<Vec<_>>()
        };
        assert_eq!(trimmed(&same), trimmed(&games), "batches of {size} bytes");
    }
    for (number, (at, text)) in games.iter().enumerate() {
        assert_eq!(at.number, number as u64 + 1);
        audit(text);
    }
}

fn audit(text: &[u8]) {
    for (place, token) in Game::read(text).tokens() {
        let there = text.get(place.clone()).unwrap_or_else(|| panic!("{place:?} of {} bytes", text.len()));
        if let Token::Move(word) | Token::Unreadable(word) = token {
            assert!(there.starts_with(word) || there.windows(word.len().max(1)).any(|part| part == word));
        }
    }
    let options = Options { fen_clock: FenClock::Trusted, ..Options::default() };
    let mut auditor = Auditor::new(Arc::clone(&LAWS), options, |_: &Chess| MaterialOracle);
    let audited = auditor.audit(text);
    // It travels between machines as JSON.
    let json = serde_json::to_string(&audited).expect("an audit is JSON");
    let again = serde_json::from_str::<Audited>(&json).expect("our own audit is read");
    assert_eq!(format!("{again:?}"), format!("{audited:?}"));
    let at = report::At { file: "a.pgn", game: 1, line: 1 };
    let (mut words, mut json) = (Vec::new(), Vec::new());
    report::write_text(&mut words, at, &audited, true).expect("memory can be written");
    report::write_json(&mut json, at, &audited).expect("memory can be written");
    assert!(!words.iter().any(|byte| byte.is_ascii_control() && *byte != b'\n'), "{}", String::from_utf8_lossy(&words));
    if let Some(ruling) = fix::correction(&audited) {
        let mut fixed = Vec::new();
        fix::write(&mut fixed, text, &audited, ruling).expect("memory can be written");
        let result = auditor.audit(&fixed).recorded.result;
        assert_eq!(result, Some(Score::Known(ruling.result)), "{}", String::from_utf8_lossy(&fixed));
    }
}

/// A line: judged, and its answer is one line of JSON.
pub(crate) fn judge(data: &[u8]) {
    for line in lines(data, 8) {
        let Ok(query) = Query::parse(line) else { continue };
        let policy = query.fen_clock.unwrap_or(FenClock::Trusted);
        let judge = Judge::new(Arc::clone(&LAWS), policy, |_: &Start| MaterialOracle);
        let moves = query.moves.get(..query.moves.len().min(60)).unwrap_or_default();
        let answer = match judge.judge(&query.fen, query.mode, moves) {
            Ok(judged) => {
                assert!(!judged.to_string().is_empty());
                assert!(judged.halfmove_clock_proven <= judged.halfmove_clock);
                assert!(judged.occurrences >= 1 && judged.plies as usize == moves.len());
                let over = judged.ruling.as_ref().is_some_and(|ruling| ruling.ply <= judged.plies);
                assert_eq!(judged.result != "*", over);
                // What it says of the final position it says again of that position alone.
                let alone = judge.judge::<&str>(&judged.fen, query.mode, &[]).expect("our own FEN");
                assert_eq!((&alone.fen, alone.turn, alone.can_mate), (&judged.fen, judged.turn, judged.can_mate));
                Answer::Judged { id: query.id, judged: Box::new(judged) }
            }
            Err(error) => Answer::Error { id: query.id, error: error.to_string() },
        };
        let text = serde_json::to_string(&answer).expect("an answer is JSON");
        assert!(!text.contains('\n'));
    }
}
