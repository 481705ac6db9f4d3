//! A static invariant: for every man of the position asked about, the squares where it may ever stand.
//!
//! Data only. The prover grows one, the verifier checks one, the certificate prints one; none of them shares code with
//! another, they share this vocabulary.
//!
//! A position *obeys* an invariant if every man on the board is one of its men and stands on a square of that man's
//! set (of `squares` as it was, of `promoted` once it promoted), if every man that is `uncapturable` is on the board,
//! and if every pair of `file_order` of which both are on the board as pawns stands in that order, the white one below
//! the black one on their file. (Two pawns that never leave a file never pass each other: a push ends before the pawn
//! ahead. So the order outlives every move that leaves both on the board as pawns, and needs no more than sets on one
//! file. But it stops a push for certain only if the pawn ahead is there for certain: uncapturable, never promoted.)
//!
//! The invariant is *inductive* if every legal move
//! from a position that obeys it leads to a position that obeys it. The argument is plain induction over plies, so a
//! move may be left out of account only for a reason that is true of the position *before* the move: see [`Reason`].
//! What follows a move (stalemate, mate, recapture) is never a reason.

use shakmaty::{Bitboard, Color, Role, Square};

/// One man of the position asked about, and what holds of it in every position that can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Whose man it is.
    pub color: Color,
    /// What it is in the position asked about.
    pub role: Role,
    /// Where it may stand as what it is.
    pub squares: Bitboard,
    /// Where it may stand once it has promoted, whatever to. Empty: it never promotes.
    pub promoted: Bitboard,
    /// No legal move ever captures it.
    pub uncapturable: bool,
    /// It never leaves its one square and is never captured.
    pub permanent: bool,
}

/// Why a move that the board's geometry allows is not legal, by a fact about the position before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The target holds a permanent man of the mover's own side, or a permanent king.
    Target,
    /// A square between holds a permanent man.
    Path,
    /// A king's target is attacked by one enemy man that is never captured, from wherever it may stand.
    Attacked,
    /// A pawn's capture on a square where no enemy man but the king may stand (the square that a pawn steps over counts
    /// as a square where that pawn may stand, so capture in passing is covered).
    NothingThere,
    /// A pawn's push into or over a permanent man.
    Blocked,
    /// A pawn's push into a pawn of the other side that stands further up the same file, is never captured, never
    /// promotes, and has no square further up but on the way.
    FileOrder,
}

impl Reason {
    /// Every reason, in the order of their codes.
    pub const ALL: [Self; 6] =
        [Self::Target, Self::Path, Self::Attacked, Self::NothingThere, Self::Blocked, Self::FileOrder];

    /// The code in certificates: `R1` to `R6`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Target => "R1",
            Self::Path => "R2",
            Self::Attacked => "R3",
            Self::NothingThere => "R4",
            Self::Blocked => "R5",
            Self::FileOrder => "R6",
        }
    }
}

/// One excluded move of one man. A promoted man moves by the rules of queen and knight together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exclusion {
    /// Index into [`Invariant::men`].
    pub man: u8,
    /// Where it stands.
    pub from: Square,
    /// Where it cannot go.
    pub to: Square,
    /// Why not.
    pub reason: Reason,
}

/// What holds in every position that can follow, and why.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Invariant {
    /// The men, in the order of their squares (a1, b1, … h8) in the position asked about.
    pub men: Vec<Man>,
    /// Pairs (white pawn, black pawn) bound to one file as long as they are pawns, the white one below the black one.
    pub file_order: Vec<(u8, u8)>,
    /// The moves left out of account, each with its reason.
    pub exclusions: Vec<Exclusion>,
}
