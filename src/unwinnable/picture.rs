//! The mate test of the static prover: can any position that obeys the claim be mate by the winner?
//!
//! It answers for a superset, so "no" is certain and "yes" means nothing. For a square `k` of the losing king, a mate
//! needs all of this, each man standing on one square only:
//! - a winner's man other than the king attacks `k`, over squares free of permanent men;
//! - the winner's king is not beside `k`;
//! - each square beside `k` holds a loser's man, or is attacked by a winner's man (over squares free of permanent men,
//!   `k` itself being left by the king).
//!
//! Captures of the checking man, interpositions, men in each other's way and men on one square are not looked at: that
//! only makes more positions look like mates. Pawns attack as pawns; a promoted man attacks as queen and knight
//! together; men that reach `k` from where they already stood (discovered and double checks) are no special case.
//!
//! What is needed is a mask of bits (check, and one per flight). Each man offers, per square, the bits it fills. Which
//! masks can be filled together is found by adding one man after another.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::invariant::Man;

/// Bit of the check in a mask; the flights are the bits below.
const CHECK: u16 = 1 << 8;

/// False if no position obeying the men's sets can be a mate by `winner`. True, too, when `stop` says so.
pub(super) fn mate_conceivable(men: &[Man], winner: Color, stop: &dyn Fn() -> bool) -> bool {
    let loser_king = men.iter().find(|man| man.color != winner && man.role == Role::King);
    loser_king.is_none_or(|king| king.squares.into_iter().any(|k| stop() || mate_conceivable_at(men, winner, k)))
}

fn mate_conceivable_at(men: &[Man], winner: Color, k: Square) -> bool {
    let permanent = men.iter().filter(|man| man.permanent);
    let blocked = permanent.fold(Bitboard::EMPTY, |all, man| all | man.squares).without(k);
    let place = Place { k, flights: &[], blocked };
    let checks = |man: &Man| man.color == winner && man.role != Role::King && place.checks(man);
    if !men.iter().any(checks) {
        return false;
    }
    let mut flights = [k; 8];
    let mut needed = CHECK;
    let mut count = 0;
    for flight in attacks::king_attacks(k) {
        let own = men.iter().any(|man| man.permanent && man.color != winner && man.squares.contains(flight));
        if !own {
            flights[count] = flight;
            needed |= 1 << count;
            count += 1;
        }
    }
    let place = Place { k, flights: &flights[..count], blocked };
    let mut filled = vec![0_u16];
    let mut offers = Vec::with_capacity(men.len());
    let mut hopeful = 0;
    for man in men {
        let offer = if man.color == winner { place.attacking(man) } else { place.blocking(man) };
        let Some(offer) = offer else { return false };
        hopeful |= offer.iter().fold(0, |all, mask| all | mask);
        offers.push(offer);
    }
    if hopeful != needed {
        return false;
    }
    for offer in &offers {
        add(&mut filled, offer);
    }
    filled.contains(&needed)
}

/// The losing king's square and what stands around it.
struct Place<'a> {
    k: Square,
    flights: &'a [Square],
    /// Permanent men, the losing king left out.
    blocked: Bitboard,
}

impl Place<'_> {
    /// The masks that a winner's man can fill, one per square that fills any. Nothing if the man has no square at all.
    fn attacking(&self, man: &Man) -> Option<Vec<u16>> {
        let mut squares = man.squares.without(self.k);
        let promoted = man.promoted.without(self.k);
        if man.role == Role::King {
            squares &= !attacks::king_attacks(self.k);
            if squares.is_empty() {
                return None;
            }
        }
        let mut masks = Vec::new();
        let targets = self.flights.iter().chain(std::iter::once(&self.k));
        let mut from = [(Bitboard::EMPTY, Bitboard::EMPTY); 9];
        let mut any = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (bit, &target) in targets.enumerate() {
            from[bit] = (self.attackers(man.color, man.role, target) & squares, Bitboard::EMPTY);
            if promoted.any() {
                let reach = attacks::queen_attacks(target, self.blocked) | attacks::knight_attacks(target);
                from[bit].1 = reach & promoted;
            }
            any = (any.0 | from[bit].0, any.1 | from[bit].1);
        }
        let mask_of = |holds: &dyn Fn(&(Bitboard, Bitboard)) -> bool| {
            let flights = self.flights.len();
            let bits = from[..=flights].iter().enumerate().filter(|(_, set)| holds(set));
            bits.fold(0_u16, |mask, (bit, _)| mask | if bit == flights { CHECK } else { 1 << bit })
        };
        masks.extend(any.0.into_iter().map(|square| mask_of(&|set| set.0.contains(square))));
        masks.extend(any.1.into_iter().map(|square| mask_of(&|set| set.1.contains(square))));
        if man.role == Role::King {
            masks.iter_mut().for_each(|mask| *mask &= !CHECK);
        }
        Some(masks)
    }

    /// Whether the man attacks the king from anywhere.
    fn checks(&self, man: &Man) -> bool {
        let promoted = attacks::queen_attacks(self.k, self.blocked) | attacks::knight_attacks(self.k);
        man.squares.intersects(self.attackers(man.color, man.role, self.k)) || man.promoted.intersects(promoted)
    }

    /// The squares from which a man attacks the target.
    fn attackers(&self, color: Color, role: Role, target: Square) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(!color, target),
            Role::Knight => attacks::knight_attacks(target),
            Role::Bishop => attacks::bishop_attacks(target, self.blocked),
            Role::Rook => attacks::rook_attacks(target, self.blocked),
            Role::Queen => attacks::queen_attacks(target, self.blocked),
            Role::King => attacks::king_attacks(target),
        }
    }

    /// The flights that a loser's man can take from its king.
    fn blocking(&self, man: &Man) -> Option<Vec<u16>> {
        if man.role == Role::King {
            return Some(Vec::new());
        }
        let set = man.squares | man.promoted;
        let held = self.flights.iter().enumerate().filter(|(_, flight)| set.contains(**flight));
        Some(held.map(|(bit, _)| 1 << bit).collect())
    }
}

/// Adds one man: every mask filled so far, alone or together with one of the man's.
fn add(filled: &mut Vec<u16>, offer: &[u16]) {
    let mut known = [0_u64; 8];
    for &mask in filled.iter() {
        known[usize::from(mask >> 6)] |= 1 << (mask & 63);
    }
    let mut offer = offer.to_vec();
    offer.sort_unstable();
    offer.dedup();
    for at in 0..filled.len() {
        for mask in &offer {
            let both = filled[at] | mask;
            if known[usize::from(both >> 6)] & (1 << (both & 63)) == 0 {
                known[usize::from(both >> 6)] |= 1 << (both & 63);
                filled.push(both);
            }
        }
    }
}
