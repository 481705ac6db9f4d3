//! Checks of positions. In those with a single legal move the engine cannot be right by chance.

use crate::app::doctor::bench::{Bench, Checked, Finding, Verdict};
use crate::app::doctor::checks::{PROMPT, bad, good, note};
use crate::engine::{read_move, read_position};
use shakmaty::CastlingMode;
use std::time::Duration;

/// Sends a position and a `go`, and wants a legal move.
pub(super) fn plays_legally(bench: &mut Bench, position: &str, go: &str) -> Checked {
    let mv = plays(bench, position, go)?;
    legal(position, false, &mv)?;
    good(mv)
}

fn plays(bench: &mut Bench, position: &str, go: &str) -> Result<String, Finding> {
    bench.send(&format!("position {position}"));
    // With this answer, everything of the question before is heard.
    bench.ping(bench.patience)?;
    bench.send(go);
    bench.best_move(bench.patience).map(|(mv, _)| mv)
}

/// Whether a move is legal after a position as `position` describes it.
pub(super) fn legal(position: &str, chess960: bool, mv: &str) -> Result<(), Finding> {
    let record = read_position(position, CastlingMode::from_chess960(chess960))
        .map_err(|error| Finding::new(Verdict::Skipped, error))?;
    match read_move(&record, mv) {
        Some(_) => Ok(()),
        None => Err(Finding::new(Verdict::Bad, format!("{mv:?} is not legal in {}", record.fen()))),
    }
}

pub(super) fn only_en_passant(bench: &mut Bench) -> Checked {
    bench.ready()?;
    plays_legally(bench, "fen 3qb3/6k1/8/5pP1/7K/1n1r4/8/8 w - f6 0 1", "go depth 2")?;
    plays_legally(bench, "fen 8/2p3qr/1k2n3/1P6/8/8/7b/7K b - - 0 1 moves c7c5", "go depth 2")?;
    plays_legally(bench, "fen 3qb3/5pk1/8/6P1/7K/1n1r4/8/8 b - - 0 1 moves f7f5", "go depth 2")
}

pub(super) fn pinned_en_passant(bench: &mut Bench) -> Checked {
    bench.ready()?;
    plays_legally(bench, "fen 8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "go depth 2")?;
    plays_legally(bench, "fen 8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1 moves d2d4", "go depth 2")
}

pub(super) fn only_promotion(bench: &mut Bench) -> Checked {
    bench.ready()?;
    plays_legally(bench, "fen 8/1P6/6k1/8/7K/1r6/4q3/8 w - - 0 1", "go depth 2")?;
    plays_legally(bench, "fen 3q4/5P2/4K3/1r6/k7/8/8/8 w - - 0 1", "go depth 2")
}

/// After each castling there is one legal reply.
pub(super) fn castling(bench: &mut Bench) -> Checked {
    bench.ready()?;
    plays_legally(bench, "fen 8/7n/4Q3/8/8/3p1k2/8/4K2R w K - 0 1 moves e1g1", "go depth 2")?;
    plays_legally(bench, "fen 5k2/8/4Q3/2n5/1p6/8/8/4K2R w K - 0 1 moves e1g1", "go depth 2")
}

pub(super) fn chess960(bench: &mut Bench) -> Checked {
    bench.ready()?;
    if !bench.options.iter().any(|option| option.name == b"UCI_Chess960") {
        return Err(Finding::new(Verdict::Skipped, "no option UCI_Chess960"));
    }
    bench.send("setoption name UCI_Chess960 value true\nucinewgame");
    bench.ping(bench.patience)?;
    let outcome = [
        "fen 7n/6Q1/8/5k2/4p3/8/8/6KR w H - 0 1 moves g1h1",
        "fen 8/n7/4Q3/6p1/8/5k2/8/5KR1 w G - 0 1 moves f1g1",
        "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ]
    .into_iter()
    .map(|position| plays(bench, position, "go depth 2").and_then(|mv| legal(position, true, &mv).map(|()| mv)))
    .collect::<Result<Vec<_>, _>>();
    bench.send("setoption name UCI_Chess960 value false\nucinewgame");
    outcome.and_then(|moves| good(moves.join(", ")))
}

pub(super) fn checkmated(bench: &mut Bench) -> Checked {
    without_a_move(bench, "startpos moves f2f3 e7e5 g2g4 d8h4")
}

pub(super) fn stalemated(bench: &mut Bench) -> Checked {
    without_a_move(bench, "fen k7/P7/K7/8/8/8/8/8 b - - 0 1")
}

/// No runner should ask, but some do.
fn without_a_move(bench: &mut Bench, position: &str) -> Checked {
    bench.ready()?;
    bench.send(&format!("position {position}\ngo depth 2"));
    let mut answer = bench.listen("bestmove", PROMPT)?;
    if answer.is_none() {
        bench.send("stop");
        answer = bench.listen("bestmove", PROMPT)?;
    }
    match answer.as_deref() {
        Some("bestmove (none)" | "bestmove 0000" | "bestmove NULL" | "bestmove") => good(answer.unwrap_or_default()),
        Some(other) => note(format!("nonsense: {other}")),
        None => match bench.ping(PROMPT) {
            Ok(_) => note("no bestmove"),
            Err(_) => note("hangs: neither bestmove nor readyok"),
        },
    }
}

/// The fifty-move count of a FEN at its end: any legal move will do.
pub(super) fn counters(bench: &mut Bench) -> Checked {
    bench.ready()?;
    plays_legally(bench, "fen 4k3/8/8/8/8/8/8/R3K3 w - - 99 150", "go depth 3")?;
    plays_legally(bench, "fen 4k3/8/8/8/8/8/8/R3K3 w - - 149 200", "go depth 3")?;
    plays_legally(bench, "fen 8/8/4k3/8/8/4K3/4P3/8 w - -", "go depth 3")
}

pub(super) fn long_lists(bench: &mut Bench) -> Checked {
    let mut fine = 0_usize;
    for plies in [200, 400, 800, 1_200, 4_000] {
        bench.ready()?;
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let moves = shuffle.iter().cycle().take(plies).copied().collect::<Vec<_>>().join(" ");
        if let Err(Finding { seen, .. }) = plays_legally(bench, &format!("startpos moves {moves}"), "go depth 1") {
            bench.discard();
            let seen = format!("{fine} half-moves are fine, {plies} are not: {seen}");
            return if fine < 800 { bad(seen) } else { note(seen) };
        }
        fine = plies;
    }
    good(format!("{fine} half-moves"))
}

/// A runner with a bug should not kill an engine.
pub(super) fn illegal_list(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("position startpos moves e2e4 e7e5 e1e3 g8f6\ngo depth 1");
    bench.overhear(Duration::from_millis(200));
    bench.send("stop\nisready");
    let survived = bench.until("readyok", bench.patience).is_ok();
    bench.send("ucinewgame");
    match survived {
        true => good("survives"),
        false => note("does not survive"),
    }
}
