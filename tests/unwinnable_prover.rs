//! The static prover by itself: what it proves is exhausted, every move it leaves out of account is looked for in real
//! positions, and the positions that broke other solvers are put to it.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};
use uci_arbiter::unwinnable::invariant::Reason;
use uci_arbiter::unwinnable::{Invariant, Proof, Verdict, prover, roaming, verify};

mod oracle;

use oracle::{Dice, Truth};

/// A position with the squares where each of the invariant's men stands; `None` for a captured one.
#[derive(Clone)]
struct Tracked {
    position: Chess,
    squares: Vec<Option<Square>>,
}

impl Tracked {
    fn new(position: &Chess) -> Self {
        Self { position: position.clone(), squares: position.board().occupied().into_iter().map(Some).collect() }
    }

    fn on(&self, square: Square) -> Option<usize> {
        self.squares.iter().position(|&stands| stands == Some(square))
    }

    fn after(&self, step: Move) -> Self {
        let mut next = self.clone();
        next.position.play_unchecked(step);
        if let Move::Castle { king, rook } = step {
            let color = self.position.turn();
            let side = step.castling_side().expect("it is castling");
            let (king, rook) = (self.on(king).expect("a king"), self.on(rook).expect("a rook"));
            next.squares[king] = Some(side.king_to(color));
            next.squares[rook] = Some(side.rook_to(color));
            return next;
        }
        let from = self.on(step.from().expect("a move on the board")).expect("a man moves");
        let victim = match step {
            Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
            _ if step.is_capture() => Some(step.to()),
            _ => None,
        };
        if let Some(victim) = victim.and_then(|square| self.on(square)) {
            next.squares[victim] = None;
        }
        next.squares[from] = Some(step.to());
        next
    }

    /// The claim holds here: sets, flags, order.
    fn obeys(&self, invariant: &Invariant) -> Result<(), String> {
        for (at, (man, stands)) in invariant.men.iter().zip(&self.squares).enumerate() {
            let Some(square) = *stands else {
                if man.uncapturable {
                    return Err(format!("man {at} was captured"));
                }
                continue;
            };
            let promoted = self.position.board().role_at(square) != Some(man.role);
            if !(if promoted { man.promoted } else { man.squares }).contains(square) {
                return Err(format!("man {at} stands on {square}"));
            }
        }
        for &(white, black) in &invariant.file_order {
            let as_pawn = |at: u8| {
                let square = self.squares[usize::from(at)]?;
                (self.position.board().role_at(square) == Some(Role::Pawn)).then_some(square)
            };
            if let (Some(lower), Some(upper)) = (as_pawn(white), as_pawn(black))
                && (lower.file() != upper.file() || lower.rank() >= upper.rank())
            {
                return Err(format!("men {white} and {black} are not in order"));
            }
        }
        Ok(())
    }

    /// No legal move here is one that the invariant excludes.
    fn makes_no_excluded_move(&self, invariant: &Invariant) -> Result<(), String> {
        for step in self.position.legal_moves() {
            if step.is_castle() {
                continue;
            }
            let from = step.from().expect("a move on the board");
            let man = self.on(from).expect("a man moves");
            let promoted = self.position.board().role_at(from) != Some(invariant.men[man].role);
            let of_pawns = [Reason::NothingThere, Reason::Blocked, Reason::FileOrder];
            if let Some(wrong) = invariant
                .exclusions
                .iter()
                .filter(|exclusion| !(promoted && of_pawns.contains(&exclusion.reason)))
                .find(|exclusion| {
                    usize::from(exclusion.man) == man && exclusion.from == from && exclusion.to == step.to()
                })
            {
                return Err(format!("{step} is legal, excluded by {:?}", wrong.reason));
            }
        }
        Ok(())
    }
}

/// Walks at random through what can follow, checking the claim and the exclusions in each position.
fn holds_on_walks(position: &Chess, dice: &mut Dice, walks: usize, plies: usize) {
    let Some(invariant) = prover::invariant(position) else { return };
    for _ in 0..walks {
        let mut now = Tracked::new(position);
        for _ in 0..plies {
            let holds = now.obeys(&invariant).and_then(|()| now.makes_no_excluded_move(&invariant));
            if let Err(why) = holds {
                panic!("{}, in {}: {why}", oracle::fen(position), oracle::fen(&now.position));
            }
            let moves = now.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            now = now.after(moves[dice.roll(moves.len())]);
        }
    }
}

#[test]
fn the_claim_holds_in_every_position_of_random_walks() {
    let mut dice = Dice(11);
    for (position, ..) in oracle::vectors() {
        holds_on_walks(&position, &mut dice, 2, 60);
    }
    for _ in 0..3_000 {
        if let Some(position) = oracle::blocked(&mut dice) {
            holds_on_walks(&position, &mut dice, 2, 40);
        }
    }
}

#[test]
fn the_claim_holds_with_castling_rights_and_captures_in_passing() {
    let mut dice = Dice(12);
    for fen in [
        "r3k2r/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/1pPp4/1P1P4/8/8/R3K2R w KQkq d6 0 1",
        "1r1k2r1/pp4pp/8/8/8/8/PP4PP/1R1K2R1 w GBgb - 0 1",
        "4k3/8/8/3pPp2/3P1P2/8/8/4K3 w - d6 0 1",
    ] {
        let position = oracle::position(fen).expect("a legal position");
        holds_on_walks(&position, &mut dice, 300, 80);
    }
}

#[test]
fn every_static_proof_is_verified_and_none_is_refuted_by_exhaustion() {
    let vectors = oracle::vectors();
    let mut dice = Dice(13);
    let (mut asked, mut proved, mut exhausted) = (0, 0, 0);
    while asked < 20_000 {
        let found = match dice.roll(3) {
            0 => oracle::blocked(&mut dice),
            _ => oracle::mutated(&vectors[dice.roll(vectors.len())].0, &mut dice),
        };
        let Some(position) = found else { continue };
        for winner in Color::ALL {
            asked += 1;
            let by_sets = prover::prove(&position, winner).map(Proof::Static);
            let by_arrangements = roaming::prove(&position, winner, 500);
            if by_sets.is_none() && by_arrangements.is_none() {
                continue;
            }
            proved += 1;
            for proof in by_sets.into_iter().chain(by_arrangements) {
                if let Err(error) = verify(&position, winner, &Verdict::Unwinnable(proof)) {
                    panic!("{} {winner}: {error}", oracle::fen(&position));
                }
            }
            match oracle::exhaust(&position, winner, 5_000) {
                Truth::Mates => panic!("a mate exists: {} {winner}", oracle::fen(&position)),
                Truth::Never => exhausted += 1,
                Truth::Open => {}
            }
        }
    }
    assert!(proved > 500 && exhausted > 250, "expected more proofs, got {proved}, {exhausted} of them exhausted");
}

#[test]
fn no_label_of_the_vectors_is_contradicted_and_most_walls_are_proved() {
    let (mut unwinnable, mut proved) = (0, 0);
    for (position, white, black) in oracle::vectors() {
        for (winner, can) in [(Color::White, white), (Color::Black, black)] {
            let proof = prover::prove(&position, winner);
            let roaming = if can { roaming::prove(&position, winner, 500) } else { None };
            assert!(!(can && (proof.is_some() || roaming.is_some())), "{} {winner}", oracle::fen(&position));
            unwinnable += usize::from(!can);
            proved += usize::from(proof.is_some());
        }
    }
    assert!(proved >= 732, "expected 732 of {unwinnable} proved, got {proved}");
}

#[test]
fn positions_that_broke_other_solvers_are_not_called_unwinnable() {
    let refuted = include_str!("data/unwinnability/refuted.tsv");
    for line in refuted.lines().filter(|line| !line.starts_with('#')) {
        let (query, _) = line.split_once('\t').expect("a query and its line");
        let (fen, winner) = query.rsplit_once(' ').expect("a FEN and a winner");
        let position = oracle::position(fen).expect("a legal position");
        let winner = Color::from_white(winner == "white");
        assert_eq!(prover::prove(&position, winner), None, "{query}");
        assert_eq!(roaming::prove(&position, winner, 20_000), None, "{query}");
    }
    let five_men = oracle::position("8/8/8/8/1p6/kP6/P7/1K6 w - -").expect("a legal position");
    for winner in Color::ALL {
        assert_eq!(prover::prove(&five_men, winner), None);
    }
}

#[test]
fn a_mirror_changes_nothing() {
    let sorted = |invariant: Option<Invariant>, flip: fn(Bitboard) -> Bitboard, exchange: bool| {
        let invariant = invariant?;
        let mut men: Vec<(bool, Role, u64, u64, bool)> = invariant
            .men
            .iter()
            .map(|man| {
                let white = (man.color == Color::White) != exchange;
                (white, man.role, flip(man.squares).0, flip(man.promoted).0, man.uncapturable)
            })
            .collect();
        men.sort_unstable();
        Some(men)
    };
    for (position, ..) in oracle::vectors() {
        if position.castles().any() || position.maybe_ep_square().is_some() {
            continue;
        }
        let itself = |set| set;
        let here = sorted(prover::invariant(&position), itself, false);
        let colours = oracle::colours_exchanged(&position).and_then(|other| prover::invariant(&other));
        let files = oracle::files_exchanged(&position).and_then(|other| prover::invariant(&other));
        assert_eq!(here, sorted(colours, Bitboard::flip_vertical, true), "{}", oracle::fen(&position));
        assert_eq!(here, sorted(files, Bitboard::flip_horizontal, false), "{}", oracle::fen(&position));
    }
}

#[test]
fn walls_that_exhaustion_cannot_finish_have_few_arrangements() {
    for fen in [
        "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1",
        "8/8/3b3p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - - 0 1",
        "8/2b5/1b5p/b4p1P/5p1K/5Pp1/6P1/5kb1 b - - 0 1",
        "8/b7/1b5p/2b2p1P/3b1p1K/4bPp1/6P1/5kb1 b - - 0 1",
        "8/8/7p/5p1P/5p1K/4bPp1/5bPb/4bkb1 b - - 0 1",
        "8/1p2B1B1/1PpB1B2/k1P1B3/p1P2B2/P7/5K2/8 w - - 0 1",
    ] {
        let position = oracle::position(fen).expect("a legal position");
        for winner in Color::ALL {
            let proof = roaming::prove(&position, winner, 1_000);
            let Some(Proof::Roaming { invariant, arrangements }) = proof else { panic!("{fen} {winner}") };
            let with = |arrangements| {
                let proof = Proof::Roaming { invariant: invariant.clone(), arrangements };
                verify(&position, winner, &Verdict::Unwinnable(proof))
            };
            assert_eq!((arrangements, with(arrangements)), (203, Ok(())), "{fen} {winner}");
            assert!(with(arrangements - 1).is_err() && with(arrangements + 1).is_err(), "{fen} {winner}");
        }
    }
}

#[test]
fn only_a_pawn_that_is_never_captured_stops_a_push_for_certain() {
    for fen in [
        "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1",
        "3k4/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/3K4 w - - 0 1",
        "1b1k4/p1p1pBp1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/3K4 w - - 0 1",
    ] {
        let position = oracle::position(fen).expect("a legal position");
        for winner in Color::ALL {
            let Some(claim) = prover::prove(&position, winner) else { panic!("{fen} {winner}") };
            let accepted = |claim: &Invariant| {
                verify(&position, winner, &Verdict::Unwinnable(Proof::Static(claim.clone()))).is_ok()
            };
            assert!(accepted(&claim), "{fen} {winner}");
            let mut stopped = 0;
            for exclusion in claim.exclusions.iter().filter(|exclusion| exclusion.reason == Reason::FileOrder) {
                let pair = claim.file_order.iter().find(|pair| pair.0 == exclusion.man || pair.1 == exclusion.man);
                let &(white, black) = pair.expect("an order for the reason");
                let ahead = usize::from(if white == exclusion.man { black } else { white });
                let mut weaker = claim.clone();
                weaker.men[ahead].uncapturable = false;
                weaker.men[ahead].permanent = false;
                assert!(!accepted(&weaker), "{fen} {winner}: man {ahead} may be captured and yet stops {exclusion:?}");
                stopped += 1;
            }
            assert!(stopped >= 4, "{fen} {winner}: {stopped} pushes stopped");
        }
    }
}
