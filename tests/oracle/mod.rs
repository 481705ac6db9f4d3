//! The truth about small and blocked positions, worked out on shakmaty alone, and positions to try.
//!
//! Shared by the tests and the hand-run example `soundness`. Nothing here calls the solver.

#![allow(dead_code, unreachable_pub, reason = "each test that includes this module uses a part of it")]

pub mod endings;

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, PositionError, Rank, Role,
    Setup, Square, fen::Fen,
};

/// Reads a FEN as the solver's users may: unreachable boards are welcome, illegal ones are not.
pub fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok().and_then(|fen| legal(fen.into_setup()))
}

/// The position of a set-up, if it is one.
pub fn legal(setup: Setup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Board, side to move, castling rights and legal capture in passing; at most 32 men.
type Key = (u64, u128, u64, u32);

pub fn key(position: &Chess) -> Key {
    let board = position.board();
    let mut men = 0_u128;
    for square in board.occupied() {
        let piece = board.piece_at(square).expect("an occupied square holds a piece");
        men = men << 4 | u128::from(piece.role as u8 | piece.color.fold_wb(8, 0));
    }
    let passing = position.ep_square(EnPassantMode::Legal).map_or(64, u32::from);
    let turn = position.turn().fold_wb(128, 0);
    (board.occupied().0, men, position.castles().castling_rights().0, passing | turn)
}

/// A fast hash for keys that nobody chooses with malice.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    fn write_u64(&mut self, value: u64) {
        let x = (self.0 ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = x ^ (x >> 29);
    }
    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
}

pub type Known = HashSet<Key, BuildHasherDefault<Mixer>>;

/// What exhaustion says of one would-be winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// A reachable position is a mate by this side.
    Mates,
    /// All reachable positions were visited and none is.
    Never,
    /// The limit came first.
    Open,
}

/// Visits what can be reached, each position once, until `winner` has mated or `limit` positions are known.
pub fn exhaust(root: &Chess, winner: Color, limit: usize) -> Truth {
    walk(root, limit, |position| position.turn() != winner && position.is_checkmate())
}

/// Visits what can be reached until `stop` holds of a position or `limit` positions are known.
pub fn walk(root: &Chess, limit: usize, mut stop: impl FnMut(&Chess) -> bool) -> Truth {
    let mut known = Known::default();
    let mut open = vec![root.clone()];
    known.insert(key(root));
    while let Some(position) = open.pop() {
        if stop(&position) {
            return Truth::Mates;
        }
        if position.board().occupied().count() == 2 {
            continue;
        }
        for step in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(step);
            if known.insert(key(&next)) {
                open.push(next);
            }
        }
        if known.len() > limit {
            return Truth::Open;
        }
    }
    Truth::Never
}

/// A small generator of numbers, the same everywhere for the same seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % sides as u64) as usize
    }

    fn square(&mut self) -> Square {
        Square::new(self.roll(64) as u32)
    }

    fn color(&mut self) -> Color {
        Color::from_white(self.roll(2) == 0)
    }

    fn man(&mut self) -> Piece {
        const ROLES: [Role; 8] =
            [Role::Pawn, Role::Pawn, Role::Pawn, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Queen];
        Piece { color: self.color(), role: ROLES[self.roll(ROLES.len())] }
    }
}

fn set_up(board: Board, turn: Color) -> Option<Chess> {
    let ends = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    if board.by_role(Role::Pawn).intersects(ends) || board.occupied().count() > 32 {
        return None;
    }
    legal(Setup { board, turn, ..Setup::empty() })
}

/// The position with one to three men moved, taken off, added or turned.
pub fn mutated(root: &Chess, dice: &mut Dice) -> Option<Chess> {
    let mut board = root.board().clone();
    for _ in 0..=dice.roll(3) {
        let men: Vec<Square> = board.occupied().into_iter().collect();
        let from = men[dice.roll(men.len())];
        let piece = board.piece_at(from).expect("an occupied square holds a piece");
        let to = dice.square();
        match dice.roll(5) {
            0 | 1 if board.piece_at(to).is_none() => {
                board.discard_piece_at(from);
                board.set_piece_at(to, piece);
            }
            2 if piece.role != Role::King => board.discard_piece_at(from),
            3 if board.piece_at(to).is_none() => board.set_piece_at(to, dice.man()),
            4 if piece.role != Role::King => board.set_piece_at(from, Piece { color: !piece.color, role: piece.role }),
            _ => {}
        }
    }
    set_up(board, dice.color())
}

/// Rammed pawns, two kings and up to two more men: 5 to 8 men in all where it fits.
pub fn blocked(dice: &mut Dice) -> Option<Chess> {
    let mut board = Board::empty();
    for _ in 0..1 + dice.roll(3) {
        let lower = Square::new((8 + dice.roll(40)) as u32);
        let upper = lower.offset(8)?;
        board.set_piece_at(lower, Color::White.pawn());
        board.set_piece_at(upper, Color::Black.pawn());
    }
    let men = [Color::White.king(), Color::Black.king()];
    let extra = dice.roll(3);
    let more: Vec<Piece> = (0..extra).map(|_| dice.man()).collect();
    for piece in men.into_iter().chain(more) {
        let square = dice.square();
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set_piece_at(square, piece);
    }
    set_up(board, dice.color())
}

/// The position seen from the other side, colours exchanged; castling rights are not carried over.
pub fn colours_exchanged(root: &Chess) -> Option<Chess> {
    let mut board = Board::empty();
    for (square, piece) in root.board() {
        board.set_piece_at(square.flip_vertical(), Piece { color: !piece.color, role: piece.role });
    }
    set_up(board, !root.turn())
}

/// The position with files a to h exchanged for h to a; castling rights are not carried over.
pub fn files_exchanged(root: &Chess) -> Option<Chess> {
    let mut board = Board::empty();
    for (square, piece) in root.board() {
        board.set_piece_at(square.flip_horizontal(), piece);
    }
    set_up(board, root.turn())
}

/// The labelled positions of `vectors.txt`: position, whether White and whether Black can still mate.
pub fn vectors() -> Vec<(Chess, bool, bool)> {
    let text = include_str!("../data/unwinnability/vectors.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .filter_map(|line| {
            let (label, fen) = line.split_once(' ')?;
            Some((position(fen)?, label.starts_with('W'), label.ends_with('B')))
        })
        .collect()
}
