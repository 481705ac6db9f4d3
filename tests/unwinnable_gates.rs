//! The can-mate solver against the positions that people have collected: no wrong answer, few open ones, bounded work.
//!
//! Budgets are small so that the whole file runs in CI; `cargo bench --bench solver` asks the same with the full budget.

use shakmaty::{Chess, Color, Position};
use uci_arbiter::unwinnable::query::Query;
use uci_arbiter::unwinnable::{Budget, LiveMating, Proof, Solver, Standing, Verdict, verify};

const CI: Budget<'static> = Budget { nodes: 300_000, states: 40_000, ..Budget::IN_PLAY };

/// Closures larger than this are not visited a second time in CI.
const VERIFIED_STATES: u64 = 3_000;

fn file(name: &str) -> String {
    let path = format!("{}/tests/data/unwinnability/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Answers, and has the verifier accept the answer.
fn solve(solver: &mut Solver, position: &Chess, winner: Color, budget: Budget<'_>) -> (Verdict, u64) {
    let answer = solver.can_mate(position, winner, budget);
    let large = match &answer.verdict {
        Verdict::Unwinnable(Proof::Closure { states, .. } | Proof::Split { states, .. }) => *states > VERIFIED_STATES,
        Verdict::Undetermined(_) => true,
        Verdict::Winnable(_) | Verdict::Unwinnable(_) => false,
    };
    if !large {
        verify(position, winner, &answer.verdict).unwrap_or_else(|error| panic!("{winner} {position:?}: {error}"));
    }
    (answer.verdict, answer.nodes)
}

/// A third of the vectors, both sides: every decided answer is the label's, and at most one in twenty is open.
#[test]
fn vectors_are_answered_as_labelled() {
    let mut solver = Solver::default();
    let (mut asked, mut open) = (0, 0);
    for line in file("vectors.txt").lines().filter(|line| !line.starts_with('#')).step_by(3) {
        let (label, fen) = line.split_once(' ').expect("a label and a FEN");
        let position = Query::parse(fen).expect("a position").position;
        for winner in Color::ALL {
            let winnable = label.contains(winner.fold_wb('W', 'B'));
            asked += 1;
            match solve(&mut solver, &position, winner, CI).0 {
                Verdict::Winnable(_) => assert!(winnable, "{line} {winner}"),
                Verdict::Unwinnable(_) => assert!(!winnable, "{line} {winner}"),
                Verdict::Undetermined(_) => open += 1,
            }
        }
    }
    assert!(open * 20 <= asked, "{open} of {asked} are open");
}

/// Each was called unwinnable by another solver, and each has a line.
#[test]
fn positions_called_unwinnable_by_others_are_winnable() {
    let mut solver = Solver::default();
    for line in file("refuted.tsv").lines().filter(|line| !line.starts_with('#')) {
        let query = Query::parse(line.split('\t').next().expect("a query")).expect("a query");
        let budget = Budget { nodes: 1_000_000, states: 400_000, ..CI };
        let verdict = solve(&mut solver, &query.position, query.winner, budget).0;
        assert!(matches!(verdict, Verdict::Winnable(_)), "{line}: {verdict:?}");
    }
}

/// What remains open stays open or is decided with evidence; nothing is decided against the labels.
#[test]
fn hard_positions_are_never_answered_wrongly() {
    let mut solver = Solver::default();
    for line in file("hardest.txt").lines().filter(|line| !line.starts_with('#')) {
        let (label, fen) = line.split_once(' ').expect("a label and a FEN");
        let query = Query::parse(fen).expect("a query");
        let winnable = label.contains(query.winner.fold_wb('W', 'B'));
        match solve(&mut solver, &query.position, query.winner, CI).0 {
            Verdict::Winnable(_) => assert!(winnable, "{line}"),
            Verdict::Unwinnable(_) => assert!(!winnable, "{line}"),
            Verdict::Undetermined(_) => {}
        }
    }
}

/// Work, not time: positions generated for a fixed set of questions. Lower the bound when the solver gets better.
#[test]
fn the_work_for_fixed_questions_does_not_grow() {
    let mut solver = Solver::default();
    let mut nodes = 0;
    for line in file("vectors.txt").lines().filter(|line| line.starts_with("WB")).step_by(5) {
        let position = Query::parse(&line[3..]).expect("a position").position;
        for winner in Color::ALL {
            nodes += solver.can_mate(&position, winner, Budget::IN_PLAY).nodes;
        }
    }
    assert!(nodes <= WORK, "{nodes} positions, expected at most {WORK}");
}

/// Measured 532,707 when this was written.
const WORK: u64 = 550_000;

/// The cheap question never contradicts a label, and every proof it gives is accepted.
#[test]
fn cheap_proofs_are_true() {
    let mut solver = Solver::default();
    let mut proven = 0;
    for line in file("vectors.txt").lines().filter(|line| !line.starts_with('#')) {
        let (label, fen) = line.split_once(' ').expect("a label and a FEN");
        let position = Query::parse(fen).expect("a position").position;
        for winner in Color::ALL {
            if let Some(proof) = solver.cheap_proof(&position, winner) {
                assert!(!label.contains(winner.fold_wb('W', 'B')), "{line} {winner}");
                verify(&position, winner, &Verdict::Unwinnable(proof))
                    .unwrap_or_else(|error| panic!("{line}: {error}"));
                proven += 1;
            }
        }
    }
    assert!(proven >= 500, "{proven} proven");
}

#[test]
fn a_cancelled_question_ends_at_once_and_is_undetermined() {
    let hard = Query::parse("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - - white").expect("a query");
    let stop = || true;
    let answer = Solver::default().can_mate(&hard.position, hard.winner, Budget::DEEP.cancelled_by(&stop));
    assert!(matches!(answer.verdict, Verdict::Undetermined(_)));
    assert!(answer.nodes <= 2_048, "{} positions after the cancellation", answer.nodes);
}

/// Pseudo-random games: at every ply the evidence held for each side is true of its position.
#[test]
fn a_live_game_holds_true_evidence_at_every_ply() {
    let mut dice = 0x2545_f491_4f6c_dd1d_u64;
    let mut kept = 0;
    let mut plies = 0;
    for _ in 0..12 {
        let mut now = Chess::default();
        let mut live = LiveMating::new(&now);
        for _ in 0..160 {
            let moves = now.legal_moves();
            if moves.is_empty() {
                break;
            }
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let m = moves[dice as usize % moves.len()];
            let before = now.clone();
            now.play_unchecked(m);
            live.played(&before, m, &now);
            for color in Color::ALL {
                let standing = live.can_mate(color, Budget::IN_PLAY);
                let (position, verdict) = live.evidence(color);
                if standing != Standing::Undetermined {
                    verify(position, color, &verdict).unwrap_or_else(|error| panic!("{color} {position:?}: {error}"));
                }
                if standing == Standing::Winnable {
                    assert_eq!(*position, now, "a line is about the position on the board");
                }
            }
            plies += 2;
        }
        kept += plies - live.asked() as usize;
        plies = 0;
    }
    assert!(kept > 0);
}
