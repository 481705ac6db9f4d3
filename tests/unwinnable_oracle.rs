//! The solver against exact truth: endings solved whole, blocked positions and mutated vectors exhausted, and another
//! solver where exhaustion does not finish. Each answer must also pass the verifier.
//!
//! The examples `soundness` and `endings` (tests/oracle) run the same by hand, as long as wanted.

use shakmaty::{Chess, Color, Position};
use uci_arbiter::unwinnable::{Budget, Solver, Verdict, verify};

mod oracle;

use oracle::{Dice, Truth, endings::Endings};

/// The solver's answer, which has passed the verifier if it is one.
fn answer(solver: &mut Solver, position: &Chess, winner: Color, budget: Budget<'static>) -> Option<bool> {
    let verdict = solver.can_mate(position, winner, budget).verdict;
    if let Verdict::Undetermined(_) = verdict {
        return None;
    }
    if let Err(error) = verify(position, winner, &verdict) {
        panic!("{} {winner}: {error}", oracle::fen(position));
    }
    Some(matches!(verdict, Verdict::Winnable(_)))
}

/// Every `stride`-th position of the ending, both sides.
fn agrees_on(endings: &mut Endings, men: &str, stride: usize) {
    endings.solve(men);
    let mut solver = Solver::default();
    endings.each(men, stride, |position, truth| {
        for (winner, can) in [(Color::White, truth[0]), (Color::Black, truth[1])] {
            let got = answer(&mut solver, position, winner, Budget::FLAG);
            assert_eq!(got, Some(can), "{men}: {} {winner}", oracle::fen(position));
        }
    });
}

#[test]
fn three_men_all_sets_every_29th_position() {
    let mut endings = Endings::default();
    for men in ["KQk", "KRk", "KBk", "KNk", "KPk", "Kkp"] {
        agrees_on(&mut endings, men, 29);
    }
}

#[test]
fn blocked_positions_of_five_to_eight_men() {
    let mut dice = Dice(5);
    none_is_refuted(20_000, || oracle::blocked(&mut dice));
}

#[test]
fn mutated_vectors() {
    let vectors = oracle::vectors();
    let mut dice = Dice(9);
    none_is_refuted(20_000, || oracle::mutated(&vectors[dice.roll(vectors.len())].0, &mut dice));
}

/// Asks about both sides of each position. A line has been replayed, so only "cannot" is left to be refuted: by
/// exhaustion, and where that does not finish by another solver.
fn none_is_refuted(queries: usize, mut draw: impl FnMut() -> Option<Chess>) {
    let mut solver = Solver::default();
    let mut asked = 0;
    while asked < queries {
        let Some(position) = draw() else { continue };
        for winner in Color::ALL {
            asked += 1;
            if answer(&mut solver, &position, winner, Budget::IN_PLAY) != Some(false) {
                continue;
            }
            match oracle::exhaust(&position, winner, 5_000) {
                Truth::Mates => panic!("a mate exists: {} {winner}", oracle::fen(&position)),
                Truth::Never => {}
                Truth::Open => assert!(!other_solver_mates(&position, winner), "{} {winner}", oracle::fen(&position)),
            }
        }
    }
}

/// Whether chasolver shows a line that is legal here and ends in mate by the winner.
fn other_solver_mates(position: &Chess, winner: Color) -> bool {
    use std::str::FromStr;
    let Ok(board) = chasolver_board(&oracle::fen(position)) else { return false };
    let color = winner.fold_wb(chess::Color::White, chess::Color::Black);
    let Some(chasolver::Winnability::Winnable { helpmate }) = chasolver::winnability(&board, color) else {
        return false;
    };
    let mut now = position.clone();
    for step in helpmate {
        let uci = shakmaty::uci::UciMove::from_str(&step.to_string());
        let Some(step) = uci.ok().and_then(|uci| uci.to_move(&now).ok()) else { return false };
        now.play_unchecked(step);
    }
    now.is_checkmate() && now.turn() != winner
}

fn chasolver_board(fen: &str) -> Result<chess::Board, chess::Error> {
    std::str::FromStr::from_str(fen)
}

#[test]
fn mirrors_parents_and_children_agree() {
    let mut solver = Solver::default();
    let mut dice = Dice(3);
    let vectors = oracle::vectors();
    for round in 0..400 {
        let root =
            if round % 2 == 0 { oracle::blocked(&mut dice) } else { Some(vectors[dice.roll(vectors.len())].0.clone()) };
        let Some(position) = root else { continue };
        let plain = position.castles().castling_rights().is_empty() && position.maybe_ep_square().is_none();
        for winner in Color::ALL {
            let Some(can) = answer(&mut solver, &position, winner, Budget::IN_PLAY) else { continue };
            let mut same = |other: Option<Chess>, winner: Color, what: &str| {
                let got = other.and_then(|other| answer(&mut solver, &other, winner, Budget::IN_PLAY));
                assert!(got.is_none_or(|got| got == can), "{what}: {} {winner}", oracle::fen(&position));
            };
            if plain {
                same(oracle::colours_exchanged(&position), !winner, "colours exchanged");
                same(oracle::files_exchanged(&position), winner, "files exchanged");
            }
            for step in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(step);
                let got = answer(&mut solver, &child, winner, Budget::IN_PLAY);
                assert!(
                    can || got != Some(true),
                    "a child mates, its parent cannot: {} {step}",
                    oracle::fen(&position)
                );
            }
        }
    }
}
