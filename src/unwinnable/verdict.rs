//! The three answers to "can this side still checkmate?". Never a guess: a line, a proof, or what was spent.

use shakmaty::{Color, Move};

use super::invariant::Invariant;

/// The answer for one position and one would-be winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Mate is possible: this line of legal moves (both sides helping) ends with the winner giving mate.
    Winnable(MateLine),
    /// Mate is impossible, for the stated reason.
    Unwinnable(Proof),
    /// Neither was shown within the budget.
    Undetermined(Spent),
}

/// Nothing is known yet.
impl Default for Verdict {
    fn default() -> Self {
        Self::Undetermined(Spent::default())
    }
}

/// A legal co-operative line from the position asked about to a mate by the asked side. Empty if mate is on the board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MateLine(pub Vec<Move>);

/// Why no series of legal moves mates. Each can be checked without trusting who found it.
///
/// # The material table
///
/// The winner's *material is lost* if one of these holds (men are counted on the board; nothing else matters):
/// 1. the winner has only the king;
/// 2. the winner has king and one knight and nothing else, and the loser has nothing but the king and queens (or
///    only the king);
/// 3. the winner has king and one or more bishops, all on one square colour, and nothing else, and the loser has no
///    pawn, no knight and no bishop on the other square colour (queens, rooks and bishops on the same colour do not
///    matter).
///
/// # The closed set
///
/// The *closed set* of a root position and a winner is the smallest set of positions that contains the root and, with
/// every position in it that is not a leaf, all positions after its legal moves. A *leaf* is a position without legal
/// moves or one where the winner's material is lost. The proof holds if no position in the set is a checkmate given by
/// the winner (a leaf by material is looked at too: mate on the board comes before material).
///
/// Two positions are the same if board, side to move, castling rights (by rook) and *legal* en-passant target are the
/// same. The target square counts only if a pawn can legally capture on it now. Move counters never count.
///
/// # The digest
///
/// Each position is written as a four-bit code per square:
///
/// | code | square holds |
/// |---|---|
/// | 0 | nothing |
/// | 1 to 6 | white pawn, knight, bishop, rook, queen, king |
/// | 7 | a rook with castling rights (first rank: white, last rank: black), instead of 4 or 12 |
/// | 8 | nothing, and it is the legal en-passant target, instead of 0 |
/// | 9 to 14 | black pawn, knight, bishop, rook, queen, king |
/// | 15 | the king of the side to move, instead of 6 or 14 |
///
/// `p[i]`, for i from 0 to 3, is the 64-bit number whose bit `s` is bit `i` of the code on square `s` (a1 = 0,
/// b1 = 1, ... h8 = 63). With all arithmetic modulo 2^64 and
///
/// ```text
/// mix(x):  x ^= x >> 30; x *= 0xbf58476d1ce4e5b9; x ^= x >> 27; x *= 0x94d049bb133111eb; x ^= x >> 31; x
/// h(seed): mix(mix(mix(mix(seed ^ p[0]) + p[1]) ^ p[2]) + p[3])
/// ```
///
/// the hash of a position is the 128-bit number `h(0x243f6a8885a308d3) << 64 | h(0x13198a2e03707344)`, and the digest
/// is the sum of the hashes of all positions of the closed set modulo 2^128. The order of visiting does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The position ends the game without a mate by the winner (stalemate, or the winner is the side mated).
    Terminal,
    /// The winner's material is lost (the material table above).
    Material,
    /// The closed set (above) was visited whole and none of it is a mate by the winner.
    Closure {
        /// Number of distinct positions in the closed set, root and leaves among them.
        states: u64,
        /// The digest (above) of the closed set.
        digest: u128,
    },
    /// A claim about all that can follow, broken by no move, that no mate by the winner obeys.
    Static(Invariant),
    /// All arrangements were visited and none can be a mate by the winner.
    ///
    /// An *arrangement* is the board without its bishops, the side to move, the square just stepped over by a pawn that
    /// an enemy pawn stands ready to take in passing, and the *range* of each side's bishops. At first the range is what
    /// the claim says of the side's bishops; a pawn that promotes to a bishop adds all squares of that colour and leaves
    /// the board. The claim is as in [`Proof::Static`], and may leave mates open. There is no castling right.
    ///
    /// The steps from an arrangement: if the side to move has a range, nothing but the turn changes, or an enemy man
    /// (not the king) on a square of the range disappears; any other man moves as if there were no bishops, and a pawn
    /// may also take on an empty square of the enemy's range. A step is no step if the mover's king is attacked after it
    /// by pawn, knight or king, or by rook or queen over squares that are empty and in neither range.
    ///
    /// After a step of the winner there *can be a mate* if the loser's king is attacked by a man other than a bishop, or
    /// is seen along a diagonal from an empty square of the winner's range, and every square beside it holds a man of
    /// the loser, or is in the loser's range, or is attacked or seen so (the king itself not in the way). The attack on
    /// the king must come from the man that moved or over the square that it left, unless a bishop may have moved, a
    /// pawn took in passing, or a pawn became a bishop.
    ///
    /// Each move from a real position has a step to the arrangement of the position after it, and each real mate can be
    /// a mate in its arrangement; so if none can be, there is none.
    Roaming {
        /// The claim that bounds the bishops.
        invariant: Invariant,
        /// The number of arrangements, the one asked about among them.
        arrangements: u64,
    },
    /// Every position that is reachable without going on from a leaf was visited and none is a mate by the winner. Leaves
    /// are those of the closed set, and positions that obey one of the claims. Each claim is inductive and no mate by the
    /// winner obeys it, as in [`Proof::Static`], but its men need not be those of the root.
    ///
    /// A position obeys a claim if it has no castling rights and no en-passant target, and if each man on the board can
    /// be named as a different man of the claim, standing where the claim lets that man stand, such that the claim's
    /// uncapturable men are all named and its file orders hold. A program that overlooks a possible naming visits more
    /// and proves the same: so there is no digest, and the count is a bound for what the checking will cost, no more.
    Split {
        /// The claims.
        claims: Vec<Invariant>,
        /// Number of positions that were visited.
        states: u64,
    },
}

/// What was spent on a question that stayed open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spent {
    /// Positions expanded.
    pub nodes: u64,
}

/// The answer to "is this position dead?": neither side can mate by any series of legal moves.
///
/// Source: FIDE Laws 2023, 5.2.2 (own words).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// One side can still mate.
    Alive {
        /// Who.
        winner: Color,
        /// How.
        line: MateLine,
    },
    /// Neither can.
    Dead {
        /// Why White cannot.
        white: Proof,
        /// Why Black cannot.
        black: Proof,
    },
    /// Neither was shown within the budget.
    Undetermined(Spent),
}
