//! Checks a static claim: that the position obeys it, that no move breaks it, that no mate by the winner obeys it.
//!
//! What a claim says is defined at [`Invariant`]. Everything is checked square by square with shakmaty's attack tables;
//! each excluded move must carry a reason, and the reason must be true in every position that obeys the claim. The
//! argument is induction over plies, so reasons may only speak of the position before the move, and they may rest on
//! the claim itself: it is known of that position.

use std::collections::{HashMap, HashSet};

use shakmaty::{Bitboard, CastlingSide, Chess, Color, EnPassantMode, Piece, Position, Rank, Role, Square, attacks};

use super::VerifyError;
use crate::unwinnable::invariant::{Exclusion, Invariant, Man, Reason};

/// Checks the claim against the position, and that it leaves no mate to `winner`.
pub(super) fn verify(position: &Chess, winner: Color, invariant: &Invariant) -> Result<(), VerifyError> {
    inductive(position, invariant)?;
    Claim::read(invariant)?.no_mate(winner)
}

/// Checks that the position obeys the claim and that no move breaks it.
pub(super) fn inductive(position: &Chess, invariant: &Invariant) -> Result<(), VerifyError> {
    let claim = Claim::read(invariant)?;
    claim.unbroken(invariant)?;
    claim.obeyed_by(position)
}

/// Checks that no move breaks the claim and that it leaves no mate to `winner`, whichever position may obey it.
pub(super) fn mateless(winner: Color, invariant: &Invariant) -> Result<(), VerifyError> {
    let claim = Claim::read(invariant)?;
    claim.unbroken(invariant)?;
    claim.no_mate(winner)
}

struct Claim<'a> {
    men: &'a [Man],
    file_order: &'a [(u8, u8)],
    excluded: HashMap<(usize, Square, Square), Vec<Reason>>,
}

fn refuse<T>(why: String) -> Result<T, VerifyError> {
    Err(VerifyError::Claim(why))
}

impl<'a> Claim<'a> {
    fn read(invariant: &'a Invariant) -> Result<Self, VerifyError> {
        let mut excluded: HashMap<_, Vec<Reason>> = HashMap::new();
        for exclusion in &invariant.exclusions {
            let at = usize::from(exclusion.man);
            if at >= invariant.men.len() {
                return refuse(format!("expected a man below {}, got an exclusion for man {at}", invariant.men.len()));
            }
            excluded.entry((at, exclusion.from, exclusion.to)).or_default().push(exclusion.reason);
        }
        Ok(Self { men: &invariant.men, file_order: &invariant.file_order, excluded })
    }

    /// From any position that obeys the claim each move leads to one that does.
    fn unbroken(&self, invariant: &Invariant) -> Result<(), VerifyError> {
        self.well_formed()?;
        for exclusion in &invariant.exclusions {
            self.justified(exclusion)?;
        }
        (0..self.men.len()).try_for_each(|at| self.moves_stay_inside(at))
    }

    /// The flags and sets make sense by themselves.
    fn well_formed(&self) -> Result<(), VerifyError> {
        if self.men.len() > 64 {
            return refuse(format!("expected at most 64 men, got {}", self.men.len()));
        }
        for color in Color::ALL {
            let kings = self.men.iter().filter(|man| man.role == Role::King && man.color == color).count();
            if kings != 1 {
                return refuse(format!("expected one king of {color}, got {kings}"));
            }
        }
        for (at, man) in self.men.iter().enumerate() {
            let ends = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
            if man.role == Role::Pawn && man.squares.intersects(ends) {
                return refuse(format!("man {at}: expected a pawn on ranks 2 to 7, got {:?}", man.squares & ends));
            }
            if man.role != Role::Pawn && man.promoted.any() {
                return refuse(format!("man {at}: expected no promotion of a {:?}", man.role));
            }
            if man.role == Role::King && !man.uncapturable {
                return refuse(format!("man {at}: expected a king never to be captured"));
            }
            if man.permanent && !(man.uncapturable && man.promoted.is_empty() && man.squares.count() == 1) {
                return refuse(format!("man {at}: expected a permanent man on one square, uncapturable"));
            }
        }
        for &(white, black) in self.file_order {
            let (Some(lower), Some(upper)) = (self.men.get(usize::from(white)), self.men.get(usize::from(black)))
            else {
                return refuse(format!("expected a pair of men, got {white} and {black}"));
            };
            let colors = lower.color == Color::White && upper.color == Color::Black;
            let bound = |man: &Man| {
                let file = man.squares.first().map_or(Bitboard::EMPTY, |square| Bitboard::from_file(square.file()));
                man.role == Role::Pawn && man.squares.is_subset(file)
            };
            let files = [lower, upper].map(|man| man.squares.first().map(Square::file));
            if !(colors && bound(lower) && bound(upper) && files[0] == files[1]) {
                return refuse(format!("men {white}, {black}: expected two pawns bound to one file"));
            }
        }
        Ok(())
    }

    /// The position asked about obeys the claim, and so does what castling and a capture in passing may do to it.
    fn obeyed_by(&self, position: &Chess) -> Result<(), VerifyError> {
        let board = position.board();
        if board.occupied().count() != self.men.len() {
            return refuse(format!("expected {} men, got {}", board.occupied().count(), self.men.len()));
        }
        let homes: Vec<Square> = board.occupied().into_iter().collect();
        for (at, (man, &home)) in self.men.iter().zip(&homes).enumerate() {
            let stands = board.piece_at(home) == Some(Piece { color: man.color, role: man.role });
            if !(stands && man.squares.contains(home)) {
                return refuse(format!("man {at}: expected what stands on {home}, with {home} in its set"));
            }
        }
        let man_of = |square: Square| homes.iter().position(|&home| home == square).map(|at| &self.men[at]);
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = position.castles().rook(color, side) else { continue };
                let targets = [(board.king_of(color), side.king_to(color)), (Some(rook), side.rook_to(color))];
                for (from, to) in targets {
                    if !from.and_then(man_of).is_some_and(|man| man.squares.contains(to)) {
                        return refuse(format!("expected the castling target {to} of {color} in the man's set"));
                    }
                }
            }
        }
        if let Some(skipped) = position.ep_square(EnPassantMode::PseudoLegal) {
            let pawn = skipped.offset(position.turn().fold_wb(-8, 8)).and_then(man_of);
            if !pawn.is_some_and(|man| man.squares.contains(skipped)) {
                return refuse(format!("expected {skipped}, just stepped over, in the pawn's set"));
            }
        }
        for &(white, black) in self.file_order {
            let (lower, upper) = (homes[usize::from(white)], homes[usize::from(black)]);
            if lower.file() != upper.file() || lower.rank() >= upper.rank() {
                return refuse(format!("expected the white pawn below the black one, got {lower} and {upper}"));
            }
        }
        Ok(())
    }

    /// The stated reason is a fact in every position that obeys the claim with the man on its square.
    fn justified(&self, exclusion: &Exclusion) -> Result<(), VerifyError> {
        let &Exclusion { man: at, from, to, reason } = exclusion;
        let man = &self.men[usize::from(at)];
        let way = push_way(man, from, to);
        let true_of_all = match reason {
            Reason::Target => self.men.iter().any(|other| {
                other.permanent && other.squares.contains(to) && (other.color == man.color || other.role == Role::King)
            }),
            Reason::Path => attacks::between(from, to).intersects(self.permanent()),
            Reason::Attacked => man.role == Role::King && self.attacked_for_sure(usize::from(at), to),
            Reason::NothingThere => {
                let capture = man.role == Role::Pawn && attacks::pawn_attacks(man.color, from).contains(to);
                capture && !self.men.iter().any(|other| can_be_taken(other, man.color, to))
            }
            Reason::Blocked => way.is_some_and(|way| way.intersects(self.permanent())),
            Reason::FileOrder => way.is_some_and(|way| self.pawn_ahead_on(usize::from(at), from, way)),
        };
        if true_of_all {
            return Ok(());
        }
        refuse(format!("man {at}, {from} to {to}: expected {} ({reason:?}) to hold, it does not", reason.code()))
    }

    fn permanent(&self) -> Bitboard {
        self.men.iter().filter(|man| man.permanent).fold(Bitboard::EMPTY, |all, man| all | man.squares)
    }

    /// One enemy man, never captured and never promoted, attacks `to` from everywhere, whoever stands where. The king
    /// that moves is not in the way: it leaves its square.
    fn attacked_for_sure(&self, king: usize, to: Square) -> bool {
        (0..self.men.len()).any(|guard| {
            let man = &self.men[guard];
            if man.color == self.men[king].color || !man.uncapturable || man.promoted.any() {
                return false;
            }
            let mut in_the_way = Bitboard::EMPTY;
            for (other, set) in self.men.iter().enumerate() {
                if other != guard && other != king {
                    in_the_way |= set.squares | set.promoted;
                }
            }
            let piece = Piece { color: man.color, role: man.role };
            man.squares.into_iter().all(|from| attacks::attacks(from, piece, in_the_way).contains(to))
        })
    }

    /// A pawn that is on the board in every position, as a pawn, stands ahead on the file, and has no square ahead but
    /// on the way.
    fn pawn_ahead_on(&self, pawn: usize, from: Square, way: Bitboard) -> bool {
        let certain = |man: &Man| man.uncapturable && man.promoted.is_empty();
        self.file_order.iter().any(|&(white, black)| {
            let (white, black) = (usize::from(white), usize::from(black));
            let (lower, upper) = (&self.men[white], &self.men[black]);
            if white == pawn {
                let on_the_way = |square: Square| square.rank() <= from.rank() || way.contains(square);
                certain(upper) && upper.squares.into_iter().all(on_the_way)
            } else if black == pawn {
                let on_the_way = |square: Square| square.rank() >= from.rank() || way.contains(square);
                certain(lower) && lower.squares.into_iter().all(on_the_way)
            } else {
                false
            }
        })
    }

    fn excluded(&self, at: usize, from: Square, to: Square, by: &[Reason]) -> bool {
        self.excluded.get(&(at, from, to)).is_some_and(|reasons| reasons.iter().any(|reason| by.contains(reason)))
    }

    /// Every move of the man that is not excluded ends inside its sets and captures nobody who is uncapturable.
    fn moves_stay_inside(&self, at: usize) -> Result<(), VerifyError> {
        let man = &self.men[at];
        for from in man.squares {
            if man.role == Role::Pawn {
                self.pawn_stays_inside(at, from)?;
                continue;
            }
            for to in attacks::attacks(from, Piece { color: man.color, role: man.role }, Bitboard::EMPTY) {
                if !self.excluded(at, from, to, &[Reason::Target, Reason::Path, Reason::Attacked]) {
                    self.lands(at, from, to, man.squares)?;
                    self.may_capture(at, from, to)?;
                }
            }
        }
        for from in man.promoted {
            for to in attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from) {
                if !self.excluded(at, from, to, &[Reason::Target, Reason::Path]) {
                    self.lands(at, from, to, man.promoted)?;
                    self.may_capture(at, from, to)?;
                }
            }
        }
        Ok(())
    }

    fn pawn_stays_inside(&self, at: usize, from: Square) -> Result<(), VerifyError> {
        let man = &self.men[at];
        let set_at = |to: Square| {
            let last = man.color.fold_wb(Rank::Eighth, Rank::First);
            if to.rank() == last { man.promoted } else { man.squares }
        };
        for to in attacks::pawn_attacks(man.color, from) {
            if !self.excluded(at, from, to, &[Reason::Target, Reason::NothingThere]) {
                self.lands(at, from, to, set_at(to))?;
                self.may_capture(at, from, to)?;
            }
        }
        let forward = man.color.fold_wb(8, -8);
        let Some(single) = from.offset(forward) else { return Ok(()) };
        let pushes = [Reason::Target, Reason::Blocked, Reason::FileOrder];
        if !self.excluded(at, from, single, &pushes) {
            self.lands(at, from, single, set_at(single))?;
        }
        if from.rank() == man.color.fold_wb(Rank::Second, Rank::Seventh)
            && let Some(double) = single.offset(forward)
            && !self.excluded(at, from, double, &pushes)
        {
            self.lands(at, from, double, man.squares)?;
            // Captured in passing, the pawn is captured on the square it stepped over.
            self.lands(at, from, single, man.squares)?;
        }
        Ok(())
    }

    fn lands(&self, at: usize, from: Square, to: Square, set: Bitboard) -> Result<(), VerifyError> {
        if set.contains(to) {
            return Ok(());
        }
        refuse(format!("man {at}, {from} to {to}: expected {to} in its set or a reason why not"))
    }

    fn may_capture(&self, at: usize, from: Square, to: Square) -> Result<(), VerifyError> {
        let color = self.men[at].color;
        match self.men.iter().position(|other| other.uncapturable && can_be_taken(other, color, to)) {
            Some(other) => refuse(format!("man {at}, {from} to {to}: expected man {other} never to be captured")),
            None => Ok(()),
        }
    }

    /// No position that obeys the claim is a mate by `winner`, as far as checks, flights and the kings' distance go.
    fn no_mate(&self, winner: Color) -> Result<(), VerifyError> {
        let Some(king) = self.men.iter().find(|man| man.role == Role::King && man.color != winner) else {
            return refuse(format!("expected a king of {}", !winner));
        };
        match king.squares.into_iter().find(|&k| self.looks_like_mate(winner, k)) {
            Some(k) => refuse(format!("expected no mate by {winner}, got a possible one with the king on {k}")),
            None => Ok(()),
        }
    }

    /// Whether the men, each on one square of its sets, can check a king on `k` and take all its flights.
    fn looks_like_mate(&self, winner: Color, k: Square) -> bool {
        let solid = self.permanent().without(k);
        let flights: Vec<Square> = attacks::king_attacks(k).into_iter().collect();
        // What is done so far: bit 0 the check, then a bit per flight.
        let mut done: HashSet<u16> = HashSet::from([0]);
        for man in self.men {
            let choices = if man.color == winner { attacking(man, k, &flights, solid) } else { filling(man, &flights) };
            if man.role == Role::King && man.color == winner && choices.is_empty() {
                return false;
            }
            let before: Vec<u16> = done.iter().copied().collect();
            done.extend(before.iter().flat_map(|&mask| choices.iter().map(move |&choice| mask | choice)));
        }
        let all: u16 = (1 << (flights.len() + 1)) - 1;
        done.contains(&all)
    }
}

/// Whether a capture on `to` by `taker` could take this man.
fn can_be_taken(man: &Man, taker: Color, to: Square) -> bool {
    man.color != taker && man.role != Role::King && (man.squares | man.promoted).contains(to)
}

/// The squares that a pawn steps on when it goes from `from` to `to` by a push, or nothing if that is no push.
fn push_way(man: &Man, from: Square, to: Square) -> Option<Bitboard> {
    let forward = man.color.fold_wb(8, -8);
    let single = from.offset(forward).filter(|_| man.role == Role::Pawn)?;
    if single == to {
        return Some(Bitboard::from(single));
    }
    let double = single.offset(forward).filter(|&double| double == to)?;
    (from.rank() == man.color.fold_wb(Rank::Second, Rank::Seventh)).then(|| Bitboard::from(single).with(double))
}

/// For each square of a winner's man: what it attacks around `k`. A king has an entry for every square it may have.
fn attacking(man: &Man, k: Square, flights: &[Square], solid: Bitboard) -> HashSet<u16> {
    let mut choices = HashSet::new();
    let mut stand = |from: Square, reach: Bitboard, checks: bool| {
        let beside_king = man.role == Role::King && attacks::king_attacks(k).contains(from);
        if from != k && !beside_king {
            let check = u16::from(checks && reach.contains(k));
            let bits = flights.iter().enumerate().filter(|(_, flight)| reach.contains(**flight));
            choices.insert(bits.fold(check, |mask, (bit, _)| mask | 2 << bit));
        }
    };
    for from in man.squares {
        let reach = attacks::attacks(from, Piece { color: man.color, role: man.role }, solid);
        stand(from, reach, man.role != Role::King);
    }
    for from in man.promoted {
        stand(from, attacks::queen_attacks(from, solid) | attacks::knight_attacks(from), true);
    }
    choices
}

/// The flights that a loser's man can fill; a permanent one fills its own like any other.
fn filling(man: &Man, flights: &[Square]) -> HashSet<u16> {
    let set = if man.role == Role::King { Bitboard::EMPTY } else { man.squares | man.promoted };
    flights.iter().enumerate().filter(|(_, flight)| set.contains(**flight)).map(|(bit, _)| 2 << bit).collect()
}
