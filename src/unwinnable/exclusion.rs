//! The reason of every move that the static prover leaves out of account, written down for the verifier.
//!
//! Computed once, for an invariant that is finished. A move that lands inside its man's set can be excluded too (a
//! pawn's capture on a square that it reaches by pushes): that is what keeps the man there uncapturable.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

use super::invariant::{Exclusion, Man, Reason};
use super::prover::{Facts, index};

/// Every geometric move of every man that some reason excludes.
pub(super) fn all(men: &[Man], file_order: &[(u8, u8)]) -> Vec<Exclusion> {
    let book = Book { men, file_order, facts: Facts::of(men) };
    let mut list = Vec::new();
    for (at, man) in men.iter().enumerate() {
        for from in man.squares {
            if man.role == Role::Pawn {
                book.pawn(at, from, &mut list);
            } else {
                book.piece(at, from, attacks::attacks(from, man.piece(), Bitboard::EMPTY), &mut list);
            }
        }
        for from in man.promoted {
            let moves = attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from);
            book.piece(at, from, moves, &mut list);
        }
    }
    list
}

struct Book<'a> {
    men: &'a [Man],
    file_order: &'a [(u8, u8)],
    facts: Facts,
}

impl Man {
    pub(super) const fn piece(&self) -> Piece {
        Piece { color: self.color, role: self.role }
    }

    /// It is on the board in every position, and never promoted.
    pub(super) const fn stays_a_pawn(&self) -> bool {
        self.uncapturable && self.promoted.is_empty()
    }
}

impl Book<'_> {
    fn piece(&self, at: usize, from: Square, moves: Bitboard, list: &mut Vec<Exclusion>) {
        let own = index(self.men[at].color);
        for to in moves {
            let reason = if self.facts.closed[own].contains(to) {
                Reason::Target
            } else if attacks::between(from, to).intersects(self.permanent()) {
                Reason::Path
            } else if self.men[at].role == Role::King && self.facts.guarded[1 - own].contains(to) {
                Reason::Attacked
            } else {
                continue;
            };
            list.push(Exclusion { man: at as u8, from, to, reason });
        }
    }

    fn pawn(&self, at: usize, from: Square, list: &mut Vec<Exclusion>) {
        let color = self.men[at].color;
        let exclusion = |to, reason| Exclusion { man: at as u8, from, to, reason };
        for to in attacks::pawn_attacks(color, from) {
            if self.facts.closed[index(color)].contains(to) {
                list.push(exclusion(to, Reason::Target));
            } else if !self.facts.standing[index(!color)].contains(to) {
                list.push(exclusion(to, Reason::NothingThere));
            }
        }
        let forward = color.fold_wb(8, -8);
        let Some(single) = from.offset(forward) else { return };
        let mut ways = vec![(single, Bitboard::from(single))];
        if from.rank() == color.fold_wb(Rank::Second, Rank::Seventh)
            && let Some(double) = single.offset(forward)
        {
            ways.push((double, Bitboard::from(single).with(double)));
        }
        for (to, way) in ways {
            if way.intersects(self.permanent()) {
                list.push(exclusion(to, Reason::Blocked));
            } else if self.must_stand_on(at, from, way) {
                list.push(exclusion(to, Reason::FileOrder));
            }
        }
    }

    fn permanent(&self) -> Bitboard {
        self.facts.permanent[0] | self.facts.permanent[1]
    }

    fn must_stand_on(&self, at: usize, from: Square, way: Bitboard) -> bool {
        self.file_order.iter().any(|&(white, black)| {
            let (white, black) = (usize::from(white), usize::from(black));
            let ahead = |other: usize, color: Color| {
                let beyond = |square: &Square| color.fold_wb(square.rank() > from.rank(), square.rank() < from.rank());
                let other = &self.men[other];
                other.stays_a_pawn() && other.squares.into_iter().filter(beyond).all(|square| way.contains(square))
            };
            (white == at && ahead(black, Color::White)) || (black == at && ahead(white, Color::Black))
        })
    }
}
