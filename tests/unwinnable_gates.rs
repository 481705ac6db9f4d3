//! The can-mate solver against the positions that people have collected: no wrong answer, few open ones, bounded work.
//!
//! `cargo bench --bench solver` asks the same and tells the time.

use shakmaty::{Chess, Color, Position};
use uci_arbiter::unwinnable::counters::{Counters, Playable, search, under_counters};
use uci_arbiter::unwinnable::query::Query;
use uci_arbiter::unwinnable::{
    Bounds, Budget, Death, LiveMating, Proof, Solver, Standing, Verdict, VerifyError, dead, verify, verify_within,
};

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

/// Answers as a flag needs it: never open, never against the label. Gives the positions generated.
fn decide(solver: &mut Solver, line: &str, position: &Chess, winner: Color, winnable: bool) -> u64 {
    let (verdict, nodes) = solve(solver, position, winner, Budget::FLAG);
    match verdict {
        Verdict::Winnable(_) => assert!(winnable, "{line} {winner}"),
        Verdict::Unwinnable(_) => assert!(!winnable, "{line} {winner}"),
        Verdict::Undetermined(_) => panic!("{line} {winner} is open"),
    }
    nodes
}

/// Every so many of the vectors, both sides: all decided as labelled, none for more than `WORST`, all for at most `most`.
fn vectors(from: usize, most: u64) {
    let mut solver = Solver::default();
    let mut all = 0;
    for line in file("vectors.txt").lines().filter(|line| !line.starts_with('#')).skip(from).step_by(2) {
        let (label, fen) = line.split_once(' ').expect("a label and a FEN");
        let position = Query::parse(fen).expect("a position").position;
        for winner in Color::ALL {
            let winnable = label.contains(winner.fold_wb('W', 'B'));
            let nodes = decide(&mut solver, line, &position, winner, winnable);
            assert!(nodes <= WORST, "{nodes} positions for {line} {winner}");
            all += nodes;
        }
    }
    assert!(all <= most, "{all} positions, expected at most {most}");
}

/// Measured 1,361,078.
const WORST: u64 = 1_500_000;

#[test]
fn vectors_are_answered_as_labelled_one_half() {
    vectors(0, 36_000_000);
}

#[test]
fn vectors_are_answered_as_labelled_other_half() {
    vectors(1, 30_000_000);
}

/// Real positions: all decided, and how much work that is.
#[test]
fn fallen_flags_are_decided() {
    let mut solver = Solver::default();
    let mut all = 0;
    for line in file("flag-falls-2000.txt").lines().filter(|line| !line.starts_with('#')) {
        let query = Query::parse(&line[2..]).expect("a query");
        all += decide(&mut solver, line, &query.position, query.winner, line.starts_with('+'));
    }
    assert!(all <= 100_000, "{all} positions");
}

/// What another solver leaves open: decided, as far as that costs no more than CI can pay.
#[test]
fn queries_left_open_by_others_are_decided() {
    let mut solver = Solver::default();
    let (mut asked, mut decided) = (0, 0);
    for line in file("open-46-decided.txt").lines().filter(|line| !line.starts_with('#')) {
        let query = Query::parse(&line[2..]).expect("a query");
        asked += 1;
        let budget = Budget { nodes: 1_300_000, ..Budget::FLAG };
        match solve(&mut solver, &query.position, query.winner, budget).0 {
            Verdict::Winnable(_) => assert!(line.starts_with('+'), "{line}"),
            Verdict::Unwinnable(_) => assert!(line.starts_with('-'), "{line}"),
            Verdict::Undetermined(_) => continue,
        }
        decided += 1;
    }
    assert!(asked >= OPEN.0 && decided >= OPEN.1, "{decided} of {asked} decided");
}

/// Decided with the budget at a flag, and with that of the test above.
const OPEN: (usize, usize) = (40, 35);

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

#[test]
fn hard_positions_are_answered_as_labelled() {
    let mut solver = Solver::default();
    for line in file("hardest.txt").lines().filter(|line| !line.starts_with('#')) {
        let (label, fen) = line.split_once(' ').expect("a label and a FEN");
        let query = Query::parse(fen).expect("a query");
        let winnable = label.contains(query.winner.fold_wb('W', 'B'));
        let nodes = decide(&mut solver, line, &query.position, query.winner, winnable);
        assert!(nodes <= WORST, "{nodes} positions for {line}");
    }
}

#[test]
fn a_position_is_dead_if_neither_side_can_mate() {
    let dead_or_not = |fen: &str| dead(&Query::parse(fen).expect("a position").position, Budget::FLAG);
    let walls = dead_or_not("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - -");
    assert!(matches!(walls, Death::Dead { .. }), "{walls:?}");
    let one_side = dead_or_not("8/8/8/8/k7/8/8/KQ6 w - -");
    assert!(matches!(one_side, Death::Alive { winner: Color::White, .. }), "{one_side:?}");
    let open = dead(&Query::parse("7k/8/8/3B4/8/6p1/1b4Pp/2b4K w").expect("a position").position, NOTHING);
    assert!(matches!(open, Death::Undetermined(_)), "{open:?}");
}

const NOTHING: Budget<'static> = Budget { nodes: 10, states: 10, ..Budget::IN_PLAY };

/// A helpmate of at most that many plies, by trying everything.
fn helpmate(position: &Chess, winner: Color, plies: usize) -> bool {
    if position.legal_moves().is_empty() {
        return position.turn() != winner && position.is_check();
    }
    plies > 0
        && position.legal_moves().into_iter().any(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            helpmate(&next, winner, plies - 1)
        })
}

#[test]
fn the_shortest_line_is_the_shortest_and_none_shorter_is_overlooked() {
    let mut solver = Solver::default();
    let mut found = [0; 4];
    for line in file("vectors.txt").lines().filter(|line| !line.starts_with('#')).step_by(9) {
        let position = Query::parse(line.split_once(' ').expect("a FEN").1).expect("a position").position;
        for winner in Color::ALL {
            let truth = (0..=3).find(|&plies| helpmate(&position, winner, plies));
            let answer = solver.shortest(&position, winner, 3, Budget::FLAG);
            match (&answer.verdict, truth) {
                (Verdict::Winnable(mate), Some(plies)) => {
                    assert_eq!(mate.0.len(), plies, "{line} {winner}");
                    found[plies] += 1;
                }
                (Verdict::Unwinnable(_), None) => {}
                (Verdict::Undetermined(_), None) => assert_eq!(answer.none_within, Some(3), "{line} {winner}"),
                (verdict, truth) => panic!("{line} {winner}: {truth:?}, {verdict:?}"),
            }
        }
    }
    assert!(found[1] > 0 && found[2] > 0 && found[3] > 0, "{found:?}");
}

#[test]
fn under_the_75_move_rule_a_shorter_line_is_looked_for_and_never_is_complete() {
    let query = Query::parse("8/8/8/4k3/8/8/8/KQ6 w - - white").expect("a query");
    let Verdict::Winnable(line) = Solver::default().shortest(&query.position, Color::White, 20, Budget::FLAG).verdict
    else {
        panic!("a queen mates");
    };
    let plies = line.0.len() as u32;
    let at = |clock| search(&query.position, clock, Color::White, Budget::FLAG);
    let Playable::Mates(last) = at(150 - plies) else { panic!("the last mate is in time") };
    assert_eq!(last.len() as u32, plies);
    assert_eq!(under_counters(&query.position, 150 - plies, &last), Counters::Mates);
    assert!(matches!(at(151 - plies), Playable::Never(_)));
    assert_eq!(search(&query.position, 140, Color::White, NOTHING), Playable::Open);
    // A pawn's move begins the count anew.
    let pawn = Query::parse("8/8/8/4k3/8/8/P7/K7 w - - white").expect("a query");
    assert!(matches!(search(&pawn.position, 149, Color::White, Budget::FLAG), Playable::Mates(_)));
}

#[test]
fn a_proof_that_asks_for_too_much_is_refused_unread() {
    let query = Query::parse("8/8/8/8/1p6/kP6/P7/1K6 w - - white").expect("a query");
    let boast = Verdict::Unwinnable(Proof::Closure { states: u64::MAX, digest: 0 });
    let refused = verify(&query.position, query.winner, &boast);
    assert_eq!(refused, Err(VerifyError::TooLarge { most: 50_000_000, got: u64::MAX }));
    let bounds = Bounds { states: 10, ..Bounds::default() };
    let small = Verdict::Unwinnable(Proof::Closure { states: 11, digest: 0 });
    assert_eq!(
        verify_within(&query.position, query.winner, &small, bounds),
        Err(VerifyError::TooLarge { most: 10, got: 11 })
    );
    let stopped = Bounds { stop: &|| true, ..Bounds::default() };
    let large = Verdict::Unwinnable(Proof::Closure { states: 1_000_000, digest: 0 });
    let start = Chess::default();
    assert_eq!(verify_within(&start, Color::White, &large, stopped), Err(VerifyError::Cancelled));
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
