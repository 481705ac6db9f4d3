//! Legal moves of the solver's board.
//!
//! Decides: which moves are legal, castling (also Chess960) and en passant included. Refuses to know: which are good.
//! Called by the finder and the closure; compared with shakmaty move by move in tests.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::board::{Board, Kind, Step, wing};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Legal moves of one man of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) from: Square,
    /// Never empty.
    pub(crate) to: Bitboard,
    pub(crate) role: Role,
    /// A promotion stands for all four.
    pub(crate) kind: Kind,
}

impl Steps {
    /// Calls `stop` with each move until it returns true; tells whether it did.
    pub(crate) fn each(self, stop: &mut impl FnMut(Step) -> bool) -> bool {
        let Self { from, to, role, kind } = self;
        to.into_iter().any(|to| match kind {
            Kind::Promotion(_) => {
                PROMOTIONS.into_iter().any(|into| stop(Step { from, to, role, kind: Kind::Promotion(into) }))
            }
            Kind::Plain | Kind::Double | Kind::EnPassant | Kind::Castle => stop(Step { from, to, role, kind }),
        })
    }
}

/// What a non-king move must respect.
struct Bounds {
    king: Square,
    occupied: Bitboard,
    pinned: Bitboard,
    /// Squares that end a single check; all squares if there is no check.
    targets: Bitboard,
}

impl Bounds {
    fn allowed(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { self.targets & attacks::ray(self.king, from) } else { self.targets }
    }
}

/// The squares one step ahead for `color`.
fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// The squares that pawns of `color` attack.
fn pawns_attack(pawns: Bitboard, color: Color) -> Bitboard {
    let aside =
        Bitboard((pawns.0 & !Bitboard::from_file(File::H).0) << 1 | (pawns.0 & !Bitboard::from_file(File::A).0) >> 1);
    ahead(aside, color)
}

impl Board {
    pub(crate) fn has_step(&self) -> bool {
        self.each_steps(&mut |_| true)
    }

    /// The side to move is checkmated.
    pub(crate) fn is_checkmate(&self) -> bool {
        self.checkers().any() && !self.has_step()
    }

    /// Calls `stop` with each legal move until it returns true; tells whether it did.
    pub(crate) fn each_step(&self, stop: &mut impl FnMut(Step) -> bool) -> bool {
        self.each_steps(&mut |steps| steps.each(stop))
    }

    /// Calls `stop` with the legal moves man by man until it returns true; tells whether it did.
    pub(crate) fn each_steps(&self, stop: &mut impl FnMut(Steps) -> bool) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let occupied = self.occupied();
        let near = attacks::king_attacks(king) & !self.of(us);
        let checkers = if near.any() {
            let danger = self.danger(!us, occupied.without(king));
            let to = near & !danger;
            if to.any() && stop(Steps { from: king, to, role: Role::King, kind: Kind::Plain }) {
                return true;
            }
            if danger.contains(king) { self.attackers(king, !us, occupied) } else { Bitboard::EMPTY }
        } else {
            self.attackers(king, !us, occupied)
        };
        let targets = if checkers.is_empty() {
            if self.castling.any() && self.castle_steps(king, occupied, stop) {
                return true;
            }
            Bitboard::FULL
        } else if let Some(checker) = checkers.single_square() {
            attacks::between(king, checker).with(checker)
        } else {
            return false;
        };
        let bounds = Bounds { king, occupied, pinned: self.pinned(king, us, occupied), targets };
        self.piece_steps(&bounds, stop) || self.pawn_steps(&bounds, stop)
    }

    /// The squares that men of `by` attack when `occupied` is occupied.
    pub(crate) fn danger(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let men = self.of(by);
        let mut danger = pawns_attack(men & self.role(Role::Pawn), by) | attacks::king_attacks(self.king(by));
        for from in men & self.role(Role::Knight) {
            danger |= attacks::knight_attacks(from);
        }
        let queens = self.role(Role::Queen);
        for from in men & (self.role(Role::Bishop) | queens) {
            danger |= attacks::bishop_attacks(from, occupied);
        }
        for from in men & (self.role(Role::Rook) | queens) {
            danger |= attacks::rook_attacks(from, occupied);
        }
        danger
    }

    /// Men of `color` that shield their own `king` from a slider.
    fn pinned(&self, king: Square, color: Color, occupied: Bitboard) -> Bitboard {
        self.shields(king, !color, occupied) & self.of(color)
    }

    /// Men of `color` that stand between a slider of `color` and the enemy `king`.
    pub(crate) fn screens(&self, king: Square, color: Color, occupied: Bitboard) -> Bitboard {
        self.shields(king, color, occupied) & self.of(color)
    }

    /// Men that stand alone between `king` and a slider of `by`.
    fn shields(&self, king: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        let snipers = self.of(by)
            & (attacks::rook_attacks(king, Bitboard::EMPTY) & straight
                | attacks::bishop_attacks(king, Bitboard::EMPTY) & diagonal);
        let mut shields = Bitboard::EMPTY;
        for sniper in snipers {
            let shield = attacks::between(king, sniper) & occupied;
            if shield.count() == 1 {
                shields |= shield;
            }
        }
        shields
    }

    fn castle_steps(&self, king: Square, occupied: Bitboard, stop: &mut impl FnMut(Steps) -> bool) -> bool {
        let us = self.turn;
        for rook in self.castling & self.of(us) {
            let step = Step { from: king, to: rook, role: Role::King, kind: Kind::Castle };
            let (king_to, rook_to) = (wing(step).king_to(us), wing(step).rook_to(us));
            let path = attacks::between(king, king_to).with(king_to) | attacks::between(rook, rook_to).with(rook_to);
            if (path.without(king).without(rook) & occupied).any() {
                continue;
            }
            let without = occupied.without(king);
            let walk = attacks::between(king, king_to);
            if walk.into_iter().any(|square| self.attackers(square, !us, without).any()) {
                continue;
            }
            let castled = without.without(rook).with(rook_to);
            if self.attackers(king_to, !us, castled).is_empty()
                && self.attackers(king_to, !us, without).is_empty()
                && stop(Steps { from: king, to: Bitboard::from_square(rook), role: Role::King, kind: Kind::Castle })
            {
                return true;
            }
        }
        false
    }

    fn piece_steps(&self, bounds: &Bounds, stop: &mut impl FnMut(Steps) -> bool) -> bool {
        let ours = self.of(self.turn);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in ours & self.role(role) {
                let reach = match role {
                    Role::Knight => attacks::knight_attacks(from),
                    Role::Bishop => attacks::bishop_attacks(from, bounds.occupied),
                    Role::Rook => attacks::rook_attacks(from, bounds.occupied),
                    _ => attacks::queen_attacks(from, bounds.occupied),
                };
                let to = reach & !ours & bounds.allowed(from);
                if to.any() && stop(Steps { from, to, role, kind: Kind::Plain }) {
                    return true;
                }
            }
        }
        false
    }

    fn pawn_steps(&self, bounds: &Bounds, stop: &mut impl FnMut(Steps) -> bool) -> bool {
        let us = self.turn;
        let (third, last) = match us {
            Color::White => (Rank::Third, Rank::Eighth),
            Color::Black => (Rank::Sixth, Rank::First),
        };
        let (third, last) = (Bitboard::from_rank(third), Bitboard::from_rank(last));
        let enemies = self.of(!us);
        let free = !bounds.occupied;
        let passing = self.ep.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let movers = ahead(free, !us) | pawns_attack(enemies | passing, !us);
        let role = Role::Pawn;
        for from in self.men(us, role) & movers {
            let allowed = bounds.allowed(from);
            let takes = attacks::pawn_attacks(us, from);
            let push = ahead(Bitboard::from_square(from), us) & free;
            let to = (takes & enemies | push) & allowed;
            if to.any() {
                let kind = if to.is_disjoint(last) { Kind::Plain } else { Kind::Promotion(Role::Queen) };
                if stop(Steps { from, to, role, kind }) {
                    return true;
                }
            }
            let to = ahead(push & third, us) & free & allowed;
            if to.any() && stop(Steps { from, to, role, kind: Kind::Double }) {
                return true;
            }
            if let Some(to) = self.ep
                && takes.contains(to)
                && self.en_passant_is_safe(from, to)
                && stop(Steps { from, to: Bitboard::from_square(to), role, kind: Kind::EnPassant })
            {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

    fn position(fen: &str, mode: CastlingMode) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(mode).unwrap()
    }

    /// Both generators agree in the whole tree, keys decode to themselves, and moves lead to the same board.
    fn compare(position: &Chess, depth: u32) -> u64 {
        let board = Board::new(position);
        assert_eq!(Board::from_key(board.key()), board);
        if depth == 0 {
            return 1;
        }
        let mut steps = Vec::new();
        board.each_step(&mut |step| {
            steps.push(step);
            false
        });
        let mut ours: Vec<String> = steps.iter().map(|&s| format!("{:?}", board.to_move(s))).collect();
        let mut theirs: Vec<String> = position.legal_moves().iter().map(|m| format!("{m:?}")).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{}", Fen::from_position(position, shakmaty::EnPassantMode::Legal));
        let mut nodes = 0;
        for step in steps {
            let mut next = position.clone();
            next.play_unchecked(board.to_move(step));
            assert_eq!(board.after(step), Board::new(&next));
            nodes += compare(&next, depth - 1);
        }
        nodes
    }

    #[test]
    fn perft_agrees_with_shakmaty() {
        let standard = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379),
        ];
        for (fen, depth, nodes) in standard {
            assert_eq!(compare(&position(fen, CastlingMode::Standard), depth), nodes, "{fen}");
        }
    }

    #[test]
    fn chess960_castling_agrees_with_shakmaty() {
        let fens = [
            "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
            "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
            "8/8/8/8/8/8/k7/qRK4R w HB - 0 1",
            "rk2r3/8/8/8/8/8/8/RK2R3 b EAea - 0 1",
            "1k6/8/8/8/8/8/8/q1R1KR2 w FC - 0 1",
        ];
        for fen in fens {
            compare(&position(fen, CastlingMode::Chess960), 3);
        }
    }
}
