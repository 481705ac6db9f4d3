//! The checks, in order. Each leaves the engine idle, or discards it.

use crate::app::doctor::bench::{Bench, Checked, Finding, Verdict, seconds};
use crate::app::doctor::{endings, positions};
use std::time::Duration;

/// The check without which there are no others.
pub(super) const HANDSHAKE: &str = "uci: uciok";

type Check = fn(&mut Bench) -> Checked;

/// Every check with its name.
pub(super) const CHECKS: [(&str, Check); 30] = [
    ("silent before uci", silent_before_uci),
    (HANDSHAKE, handshake),
    ("isready when idle", ready_when_idle),
    ("a first move", first_move),
    ("isready in search", ready_in_search),
    ("stop: one bestmove", stop),
    ("stop when idle", stop_when_idle),
    ("go infinite waits for stop", infinite_waits),
    ("go ponder, ponderhit", ponder_hit),
    ("go ponder, stop", ponder_stop),
    ("go movetime 100", move_time),
    ("go with 1 ms and less on the clock", no_time_left),
    ("go depth 256, searchmoves", rare_arguments),
    ("two games without ucinewgame", two_games),
    ("en passant the only move", positions::only_en_passant),
    ("en passant pinned", positions::pinned_en_passant),
    ("promotion the only move", positions::only_promotion),
    ("castling in the move list", positions::castling),
    ("Chess960 castling", positions::chess960),
    ("checkmated", positions::checkmated),
    ("stalemated", positions::stalemated),
    ("counters of a FEN", positions::counters),
    ("long move lists", positions::long_lists),
    ("an illegal move in the list", positions::illegal_list),
    ("odd options", odd_options),
    ("junk lines, CRLF", junk),
    ("spelling", spelling),
    ("quit", endings::quit),
    ("quit in search", endings::quit_in_search),
    ("end of input", endings::end_of_input),
];

/// An answer that should take no time at all, on a machine that may be busy.
pub(super) const PROMPT: Duration = Duration::from_secs(2);
/// Long enough to see what should not come.
const WHILE: Duration = Duration::from_millis(300);

pub(super) fn good(seen: impl Into<String>) -> Checked {
    Ok(Finding::new(Verdict::Good, seen))
}

pub(super) fn note(seen: impl Into<String>) -> Checked {
    Ok(Finding::new(Verdict::Note, seen))
}

pub(super) fn bad(seen: impl Into<String>) -> Checked {
    Ok(Finding::new(Verdict::Bad, seen))
}

fn silent_before_uci(bench: &mut Bench) -> Checked {
    match bench.overhear(WHILE).first() {
        None => good(""),
        Some(line) => note(format!("says {line:?}")),
    }
}

fn handshake(bench: &mut Bench) -> Checked {
    let took = bench.handshake()?;
    let (name, options) = (bench.name.clone(), bench.options.len());
    match name.is_empty() {
        true => note(format!("no id name; {options} options, {}", seconds(took))),
        false => good(format!("{name}; {options} options, {}", seconds(took))),
    }
}

fn ready_when_idle(bench: &mut Bench) -> Checked {
    bench.ready()?;
    let took = bench.ping(bench.patience)?;
    good(seconds(took))
}

fn first_move(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("ucinewgame");
    bench.ping(bench.patience)?;
    positions::plays_legally(bench, "startpos", "go depth 1")
}

fn ready_in_search(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("position startpos\ngo infinite\nisready");
    if bench.comes("readyok", PROMPT)? {
        bench.send("stop");
        bench.best_move(bench.patience)?;
        return good("");
    }
    bench.send("stop");
    let lines = bench.until("bestmove", bench.patience)?;
    // The answer comes now, or never.
    let late = lines.iter().any(|line| line.trim_ascii() == b"readyok") || bench.comes("readyok", PROMPT)?;
    bench.discard();
    let seen = if late { "readyok only after the search" } else { "no readyok at all" };
    bad(format!("{seen}: runners that ask in a search will take it for dead"))
}

fn stop(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("position startpos\ngo infinite");
    bench.overhear(Duration::from_millis(100));
    bench.send("stop");
    let (_, took) = bench.best_move(bench.patience)?;
    if bench.comes("bestmove", WHILE)? {
        return bad("two bestmoves for one go");
    }
    match took > Duration::from_millis(500) {
        true => note(format!("bestmove after {}", seconds(took))),
        false => good(seconds(took)),
    }
}

fn stop_when_idle(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("stop");
    if bench.comes("bestmove", WHILE)? {
        return bad("a bestmove without a go");
    }
    bench.ping(bench.patience)?;
    good("")
}

/// A position with little to search, where engines like to finish early.
fn infinite_waits(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\ngo infinite");
    let early = bench.comes("bestmove", Duration::from_millis(700))?;
    bench.send("stop");
    match early {
        true => note("bestmove before stop: GUIs in analysis take it for an answer to another question"),
        false => bench.best_move(bench.patience).map(|_| Finding::new(Verdict::Good, "")),
    }
}

fn offers(bench: &Bench, option: &str) -> bool {
    bench.options.iter().any(|known| known.name.eq_ignore_ascii_case(option.as_bytes()))
}

fn start_pondering(bench: &mut Bench) -> Result<(), Finding> {
    bench.ready()?;
    if !offers(bench, "Ponder") {
        return Err(Finding::new(Verdict::Skipped, "no option Ponder"));
    }
    bench.send("setoption name Ponder value true\nposition startpos moves e2e4 e7e5\ngo ponder wtime 1000 btime 1000");
    match bench.comes("bestmove", Duration::from_millis(500))? {
        true => Err(Finding::new(Verdict::Bad, "bestmove before ponderhit")),
        false => Ok(()),
    }
}

fn ponder_hit(bench: &mut Bench) -> Checked {
    start_pondering(bench)?;
    bench.send("ponderhit");
    let (mv, took) = bench.best_move(bench.patience)?;
    positions::legal("startpos moves e2e4 e7e5", false, &mv)?;
    match took > Duration::from_millis(1_000) {
        true => bad(format!("{} with 1 s on the clock", seconds(took))),
        false => good(seconds(took)),
    }
}

fn ponder_stop(bench: &mut Bench) -> Checked {
    start_pondering(bench)?;
    bench.send("stop");
    let (_, took) = bench.best_move(bench.patience)?;
    good(seconds(took))
}

fn move_time(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("position startpos moves d2d4\ngo movetime 100");
    let (_, took) = bench.best_move(bench.patience)?;
    match took.as_millis() {
        0..=150 => good(seconds(took)),
        151..=400 => note(seconds(took)),
        _ => bad(seconds(took)),
    }
}

fn no_time_left(bench: &mut Bench) -> Checked {
    bench.ready()?;
    let mut worst = Duration::ZERO;
    for clock in ["wtime 1 btime 1", "wtime 1 btime 1 movestogo 1"] {
        bench.send(&format!("position startpos\ngo {clock}"));
        worst = worst.max(bench.best_move(bench.patience)?.1);
    }
    // Few runners send a clock of nothing or less, and many engines take it for no clock.
    for clock in ["wtime -20 btime 1000", "wtime 0 btime 0"] {
        bench.send(&format!("position startpos\ngo {clock}"));
        if !bench.comes("bestmove", PROMPT)? {
            bench.send("stop");
            bench.best_move(bench.patience)?;
            return note(format!("at most {}; with {clock} it thinks for ever", seconds(worst)));
        }
    }
    match worst.as_millis() {
        0..=100 => good(format!("at most {}", seconds(worst))),
        101..=1_000 => note(format!("at most {}", seconds(worst))),
        _ => bad(format!("{} for a move without time", seconds(worst))),
    }
}

fn rare_arguments(bench: &mut Bench) -> Checked {
    bench.ready()?;
    // The answer is in the arguments: it does not have to find its end by itself.
    bench.send("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\ngo depth 256 movetime 200 searchmoves f6f7");
    bench.overhear(Duration::from_millis(400));
    bench.send("stop\nisready");
    bench.until("readyok", bench.patience)?;
    bench.send("position startpos\ngo depth 2 searchmoves a2a3");
    let (mv, _) = bench.best_move(bench.patience)?;
    match mv.as_str() {
        "a2a3" => good(""),
        other => note(format!("searchmoves a2a3 ignored: {other}")),
    }
}

fn two_games(bench: &mut Bench) -> Checked {
    bench.ready()?;
    positions::plays_legally(bench, "startpos moves e2e4 e7e5 g1f3", "go depth 3")?;
    positions::plays_legally(bench, "fen 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1 moves e3e4", "go depth 3")?;
    positions::plays_legally(bench, "startpos moves a2a4", "go depth 3")
}

fn odd_options(bench: &mut Bench) -> Checked {
    bench.ready()?;
    // What a person might set: paths are that long.
    let long = "x".repeat(300);
    for line in [
        "setoption name No Such Option value 1",
        "setoption name",
        "setoption",
        "setoption name A=B value C:\\a b;D:\\c",
        "setoption name Value value value",
        &format!("setoption name Long value {long}"),
    ] {
        bench.send(line);
    }
    bench.ping(bench.patience)?;
    positions::plays_legally(bench, "startpos", "go depth 1")
}

fn junk(bench: &mut Bench) -> Checked {
    bench.ready()?;
    bench.send("\nxyzzy\n   \ngo_away\nposition\nisready\r");
    match bench.until("readyok", PROMPT) {
        Ok(_) => {}
        Err(_) if bench.ready().is_ok() => return note("isready with CRLF is not understood, or junk upset it"),
        Err(finding) => return Err(finding),
    }
    bench.send("  position   startpos \t moves  e2e4   e7e5 ");
    positions::plays_legally(bench, "startpos moves e2e4 e7e5", "go depth 1")
}

fn spelling(bench: &mut Bench) -> Checked {
    let noise = bench.complaints;
    let heard = bench.spelling.join(", ");
    match (heard.is_empty(), noise) {
        (true, 0) => good(""),
        (true, bytes) => note(format!("{bytes} bytes on stderr")),
        (false, _) => bad(format!("{heard}: some runners read no move there")),
    }
}
