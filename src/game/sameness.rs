//! When two positions are the same. Nobody else decides it.
//!
//! Same player to move, men of the same kind and colour on the same squares, the same possible moves of all the men
//! of both players. Source: FIDE Laws 2023, 9.2.3 with 9.2.3.1 and 9.2.3.2 (own words).
//!
//! `SILENT:` a castling right that can never be used (its only legal moves are king moves): the rights themselves are
//! compared, as 9.2.3.2 literally says, in every edition; the alternative, comparing playable castlings, was read by
//! some into the text of 2009. "Temporarily changed" rights (before 2009) never differ if men and turn are the same.

use shakmaty::{Bitboard, Chess, Color, Position, Role};

/// The identity of a position under the Laws: exact, no hash. Counters are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sameness {
    white: Bitboard,
    /// The kind of man on each square as a three-bit number, one bit a plane.
    kinds: [Bitboard; 3],
    /// The rooks that may still castle: a right belongs to *that* rook, also in Chess960.
    rights: Bitboard,
    turn: Color,
    /// The file of an en-passant capture that is legal, or 8. A FEN's target square proves nothing.
    en_passant: u8,
}

/// What sets apart two positions with the same men on the same squares and the same player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A pawn could be captured en passant in one of them.
    EnPassant,
    /// A castling right was lost between them.
    Castling,
}

impl Sameness {
    /// The identity of a position.
    #[must_use]
    pub fn of(position: &Chess) -> Self {
        let board = position.board();
        let [knights, bishops, rooks, queens, kings, pawns] =
            [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Pawn]
                .map(|role| board.by_role(role));
        Self {
            white: board.by_color(Color::White),
            kinds: [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings],
            rights: position.castles().castling_rights(),
            turn: position.turn(),
            en_passant: position.legal_ep_square().map_or(8, |square| u8::from(square.file())),
        }
    }

    /// Why a position that looks the same is not; `None` if it is the same or does not even look it.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let look_alike = self.white == other.white && self.kinds == other.kinds && self.turn == other.turn;
        match look_alike {
            true if self.en_passant != other.en_passant => Some(Difference::EnPassant),
            true if self.rights != other.rights => Some(Difference::Castling),
            true | false => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn of(fen: &str) -> Sameness {
        let fen: Fen = fen.parse().unwrap();
        Sameness::of(&fen.into_position(CastlingMode::Chess960).unwrap())
    }

    #[test]
    fn every_kind_and_colour_of_man_is_told_apart() {
        let men = "PNBRQpnbrq";
        let keys = men.chars().map(|man| of(&format!("3k4/8/8/7{man}/8/8/8/4K3 b - - 0 1")));
        let keys = keys.collect::<std::collections::HashSet<_>>();
        assert_eq!(keys.len(), men.len());
    }

    #[test]
    fn a_right_belongs_to_its_rook() {
        let inner = of("4k3/8/8/8/8/8/4P3/1K3RR1 w F - 0 1");
        let outer = of("4k3/8/8/8/8/8/4P3/1K3RR1 w G - 0 1");
        assert_eq!(inner.difference(&outer), Some(Difference::Castling));
    }

    #[test]
    fn an_illegal_en_passant_square_is_not_a_difference() {
        assert_eq!(of("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), of("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"));
        let (with, without) = (of("8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1"), of("8/8/8/8/k2pP3/8/8/4K3 b - - 0 1"));
        assert_eq!(with.difference(&without), Some(Difference::EnPassant));
    }
}
