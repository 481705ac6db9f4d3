//! The verifier and the certificates: what is true is accepted, and every corruption of it is refused with a reason.

use shakmaty::{Bitboard, Chess, Color, Square};
use uci_arbiter::app::verify::{Tally, check_lines};
use uci_arbiter::unwinnable::certificate::{Certificate, check};
use uci_arbiter::unwinnable::{Budget, Invariant, MateLine, Proof, Solver, Verdict, VerifyError, prover, verify};

mod oracle;

const WALL: &str = "8/5k2/8/p1p1p1p1/P1P1P1P1/8/5K2/8 w - - 0 1";

fn position(fen: &str) -> Chess {
    oracle::position(fen).expect("a legal position")
}

fn solved(fen: &str, winner: Color) -> (Chess, Verdict) {
    let position = position(fen);
    let verdict = Solver::default().can_mate(&position, winner, Budget::FLAG).verdict;
    (position, verdict)
}

fn line(fen: &str, winner: Color) -> (Chess, Vec<shakmaty::Move>) {
    match solved(fen, winner) {
        (position, Verdict::Winnable(MateLine(moves))) => (position, moves),
        (_, other) => panic!("expected a line, got {other:?}"),
    }
}

fn wall() -> (Chess, Invariant) {
    let position = position(WALL);
    let invariant = prover::prove(&position, Color::White).expect("a wall of pawns");
    (position, invariant)
}

fn static_verdict(invariant: Invariant) -> Verdict {
    Verdict::Unwinnable(Proof::Static(invariant))
}

#[test]
fn a_line_is_accepted_for_its_winner_only() {
    let (position, moves) = line("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", Color::White);
    let verdict = Verdict::Winnable(MateLine(moves));
    assert_eq!(verify(&position, Color::White, &verdict), Ok(()));
    assert!(matches!(verify(&position, Color::Black, &verdict), Err(VerifyError::NoMate { .. })));
}

#[test]
fn a_truncated_or_reordered_line_is_refused() {
    let (position, moves) = line("8/8/8/4k3/8/8/1P6/4K3 w - - 0 1", Color::White);
    let short = Verdict::Winnable(MateLine(moves[..moves.len() - 1].to_vec()));
    assert!(matches!(verify(&position, Color::White, &short), Err(VerifyError::NoMate { .. })));
    let late = Verdict::Winnable(MateLine(moves[1..].to_vec()));
    assert!(matches!(verify(&position, Color::White, &late), Err(VerifyError::IllegalMove { ply: 1, .. })));
    let empty = Verdict::Winnable(MateLine::default());
    assert!(matches!(verify(&position, Color::White, &empty), Err(VerifyError::NoMate { .. })));
}

#[test]
fn a_changed_closure_is_refused() {
    let position = position("8/8/8/8/8/k7/p7/K7 w - - 0 1");
    let blocked = oracle::position("1k6/1P6/1K6/8/8/8/8/8 b - - 0 1").expect("a legal position");
    assert!(matches!(
        verify(&position, Color::White, &Verdict::Unwinnable(Proof::Closure { states: 1, digest: 0 })),
        Err(VerifyError::Digest { .. })
    ));
    assert!(matches!(
        verify(&blocked, Color::White, &Verdict::Unwinnable(Proof::Closure { states: 1 << 20, digest: 0 })),
        Err(VerifyError::States { .. } | VerifyError::MateReached { .. } | VerifyError::Digest { .. })
    ));
}

#[test]
fn the_solver_s_closures_are_accepted_and_their_changes_refused() {
    let mut closures = 0;
    let mut solver = Solver::default();
    for (position, ..) in oracle::vectors() {
        let verdict = solver.can_mate(&position, Color::White, Budget::IN_PLAY).verdict;
        let Verdict::Unwinnable(Proof::Closure { states, digest }) = verdict else { continue };
        closures += 1;
        let with =
            |states, digest| verify(&position, Color::White, &Verdict::Unwinnable(Proof::Closure { states, digest }));
        assert_eq!(with(states, digest), Ok(()), "{}", oracle::fen(&position));
        assert!(matches!(with(states, digest ^ 1), Err(VerifyError::Digest { .. })));
        assert!(matches!(with(states - 1, digest), Err(VerifyError::States { .. })));
        assert!(matches!(with(states + 1, digest), Err(VerifyError::States { .. })));
    }
    assert!(closures > 100, "expected more closures among the vectors, got {closures}");
}

#[test]
fn the_solver_s_split_proofs_are_accepted_and_their_changes_refused() {
    let mut splits = 0;
    let mut solver = Solver::default();
    let budget = Budget { nodes: 200_000, states: 20_000, ..Budget::IN_PLAY };
    for (position, white, black) in oracle::vectors() {
        for (winner, can) in [(Color::White, white), (Color::Black, black)] {
            if can || splits >= 12 {
                continue;
            }
            let verdict = solver.can_mate(&position, winner, budget).verdict;
            let Verdict::Unwinnable(Proof::Split { claims, states }) = verdict else { continue };
            splits += 1;
            let with =
                |claims, states| verify(&position, winner, &Verdict::Unwinnable(Proof::Split { claims, states }));
            assert_eq!(with(claims.clone(), states), Ok(()), "{}", oracle::fen(&position));
            assert!(with(claims.clone(), 0).is_err(), "{}", oracle::fen(&position));
            for at in 0..claims[0].men.len() {
                let mut wider = claims.clone();
                wider[0].men[at].squares = Bitboard::FULL;
                assert!(with(wider, states).is_err(), "man {at} of {}", oracle::fen(&position));
                let mut kingless = claims.clone();
                kingless[0].men.remove(at);
                assert!(with(kingless, states).is_err(), "without man {at} of {}", oracle::fen(&position));
            }
        }
    }
    assert!(splits == 12, "expected 12 split proofs among the vectors, got {splits}");
}

#[test]
fn terminal_and_material_are_not_taken_on_trust() {
    let terminal = Verdict::Unwinnable(Proof::Terminal);
    let material = Verdict::Unwinnable(Proof::Material);
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(verify(&stalemate, Color::White, &terminal), Ok(()));
    assert_eq!(verify(&stalemate, Color::Black, &terminal), Ok(()));
    assert_eq!(verify(&stalemate, Color::Black, &material), Ok(()));
    assert!(verify(&stalemate, Color::White, &material).is_err());
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert!(verify(&mate, Color::White, &terminal).is_err());
    assert_eq!(verify(&mate, Color::Black, &terminal), Ok(()));
    for (fen, lost) in [
        ("7k/8/8/8/8/8/8/KN5q w - - 0 1", true),
        ("7k/8/8/8/8/8/8/KN5r w - - 0 1", false),
        ("7k/8/8/8/8/8/7p/KN6 w - - 0 1", false),
        ("7k/8/8/8/8/8/8/KB5q w - - 0 1", true),
        ("7k/8/8/8/8/8/8/KB2b3 w - - 0 1", false),
        ("7k/8/8/8/8/8/8/KB3b2 w - - 0 1", true),
        ("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", false),
    ] {
        assert_eq!(verify(&position(fen), Color::White, &material).is_ok(), lost, "{fen}");
    }
    let undetermined = Verdict::Undetermined(uci_arbiter::unwinnable::Spent { nodes: 7 });
    assert_eq!(verify(&stalemate, Color::White, &undetermined), Err(VerifyError::Undetermined));
}

#[test]
fn a_narrowed_claim_is_refused() {
    let (position, invariant) = wall();
    assert_eq!(verify(&position, Color::White, &static_verdict(invariant.clone())), Ok(()));
    for at in 0..invariant.men.len() {
        for square in invariant.men[at].squares {
            let mut less = invariant.clone();
            less.men[at].squares.discard(square);
            let got = verify(&position, Color::White, &static_verdict(less));
            assert!(matches!(got, Err(VerifyError::Claim(_))), "man {at} without {square}: {got:?}");
        }
    }
}

#[test]
fn a_claim_widened_to_the_whole_board_is_refused() {
    let (position, invariant) = wall();
    for at in 0..invariant.men.len() {
        let mut more = invariant.clone();
        more.men[at].squares = Bitboard::FULL;
        assert!(verify(&position, Color::White, &static_verdict(more)).is_err(), "man {at}");
    }
}

#[test]
fn an_exclusion_left_out_invented_or_given_another_reason_is_refused() {
    let (position, invariant) = wall();
    for at in 0..invariant.exclusions.len() {
        let mut fewer = invariant.clone();
        let gone = fewer.exclusions.remove(at);
        let needless = invariant.men[usize::from(gone.man)].squares.contains(gone.to);
        let got = verify(&position, Color::White, &static_verdict(fewer));
        assert!(needless || got.is_err(), "{gone:?}: {got:?}");
    }
    let mut invented = invariant.clone();
    let king = invariant.men.iter().position(|man| man.squares.contains(Square::F2)).expect("a king on f2");
    invented.exclusions.push(uci_arbiter::unwinnable::invariant::Exclusion {
        man: king as u8,
        from: Square::F2,
        to: Square::E2,
        reason: uci_arbiter::unwinnable::invariant::Reason::Attacked,
    });
    assert!(verify(&position, Color::White, &static_verdict(invented)).is_err());
}

#[test]
fn a_claim_about_another_position_is_refused() {
    let (_, invariant) = wall();
    for fen in ["8/5k2/8/p1p1p1p1/P1P1P1P1/8/5K2/7B w - - 0 1", "8/5k2/8/p1p1p1p1/P1P1P1P1/6p1/5K2/8 w - - 0 1"] {
        assert!(verify(&position(fen), Color::White, &static_verdict(invariant.clone())).is_err(), "{fen}");
    }
    let queen = position("8/5k2/8/p1p1p1p1/P1P1P1P1/8/4QK2/8 w - - 0 1");
    let everything = prover::invariant(&queen).expect("few men");
    assert!(verify(&queen, Color::White, &static_verdict(everything)).is_err(), "a queen can mate");
}

#[test]
fn certificates_are_read_as_they_were_written() {
    let mut solver = Solver::default();
    for (position, ..) in oracle::vectors().into_iter().step_by(7) {
        for winner in Color::ALL {
            let mut verdicts = vec![solver.can_mate(&position, winner, Budget::IN_PLAY).verdict];
            verdicts.extend(prover::prove(&position, winner).map(static_verdict));
            for verdict in verdicts {
                if matches!(verdict, Verdict::Undetermined(_)) {
                    continue;
                }
                for chess960 in [false, true] {
                    let certificate =
                        Certificate { position: position.clone(), chess960, winner, verdict: verdict.clone() };
                    let text = certificate.to_string();
                    let read = check(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(read.verdict, certificate.verdict, "{text}");
                    assert_eq!(read.to_string(), text);
                }
            }
        }
    }
}

#[test]
fn verify_names_the_line_and_the_reason() {
    let good = r#"{"fen":"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1","chess960":false,"winner":"white","verdict":"winnable","line":["b1b8"]}"#;
    let text = [
        "# certificates",
        good,
        "",
        &good.replace("b1b8", "b1b7"),
        &good.replace("b1b8", "b1c3"),
        &good.replace("\"white\"", "\"black\""),
        &good.replace("\"chess960\"", "\"chess690\""),
        "hello",
        r#"{"fen":"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1","chess960":false,"winner":"white","verdict":"unwinnable","proof":"material"}"#,
    ]
    .join("\n");
    let mut out = Vec::new();
    let tally = check_lines(text.as_bytes(), false, 50_000_000, &mut out).expect("a vector takes all");
    let out = String::from_utf8(out).expect("text");
    assert_eq!(tally, Tally { accepted: 1, rejected: 6 }, "{out}");
    for words in [
        "line 2: accepted: White can mate, 1 ply",
        "line 4: rejected: expected mate by white at ply 1",
        "line 5: rejected: line: expected a move that is legal where it is played, got \"b1c3\"",
        "line 6: rejected: expected mate by black",
        "line 7: rejected: expected a certificate (one JSON object): column ",
        "line 8: rejected: expected a certificate",
        "line 9: rejected: expected lost material of white",
        "1 accepted, 6 rejected",
    ] {
        assert!(out.contains(words), "expected \"{words}\" in\n{out}");
    }
}
