//! Endings of few men, solved whole: of every position, who can still be mated in whatever follows.
//!
//! All positions of a set of men are numbered. A position can end in mate by a side if it is such a mate or if some
//! legal move leads to a position that can. That is worked out from nothing, by passes over all positions until a pass
//! changes nothing; sets with fewer men and sets after promotion come first. Nothing is assumed of material but that a
//! bare king never mates.
//!
//! A position after a double step, where capture in passing is legal, is looked at through its own moves. Positions
//! with such a right, or with castling rights, are not numbered themselves.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Piece, Position, Role, Setup, Square};

use super::{Mixer, legal};

/// Men of a set as four-bit codes, in rising order.
type Men = Vec<u8>;

const WHITE_MATES: u8 = 1;
const BLACK_MATES: u8 = 2;
const NO_POSITION: u8 = 4;

/// The solved sets of men.
#[derive(Default)]
pub struct Endings(HashMap<u64, Vec<u8>, BuildHasherDefault<Mixer>>);

/// The codes of a set in one number.
fn name(men: &[u8]) -> u64 {
    men.iter().fold(1, |name, &man| name << 4 | u64::from(man))
}

/// Who has more than a king, as the bits of who could mate at all.
fn armed(men: &[u8]) -> u8 {
    let more = |color: Color| men.iter().filter(|&&man| piece(man).color == color).count() > 1;
    (u8::from(more(Color::White)) * WHITE_MATES) | (u8::from(more(Color::Black)) * BLACK_MATES)
}

fn code(piece: Piece) -> u8 {
    piece.role as u8 | piece.color.fold_wb(8, 0)
}

fn piece(code: u8) -> Piece {
    let role = Role::try_from(u32::from(code & 7)).expect("a code made from a role");
    Piece { color: Color::from_white(code & 8 != 0), role }
}

fn sorted(mut men: Men) -> Men {
    men.sort_unstable();
    men
}

/// Sets that one move can lead to from this one.
fn after(men: &Men) -> Vec<Men> {
    let mut all = Vec::new();
    for at in 0..men.len() {
        let one = piece(men[at]);
        if one.role != Role::King {
            let mut fewer = men.clone();
            fewer.remove(at);
            all.push(fewer);
        }
        if one.role == Role::Pawn {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let mut promoted = men.clone();
                promoted[at] = code(Piece { color: one.color, role });
                all.push(sorted(promoted));
            }
        }
    }
    all
}

/// The position of a number, if it is legal.
fn position_of(men: &Men, number: usize) -> Option<Chess> {
    let mut board = Board::empty();
    let mut taken = Bitboard::EMPTY;
    for (at, &man) in men.iter().enumerate() {
        let square = Square::new((number >> (6 * (men.len() - 1 - at)) & 63) as u32);
        if taken.contains(square) || (man & 7 == Role::Pawn as u8 && Bitboard(0xff00_0000_0000_00ff).contains(square)) {
            return None;
        }
        taken.add(square);
        board.set_piece_at(square, piece(man));
    }
    let turn = Color::from_white(number >> (6 * men.len()) == 1);
    legal(Setup { board, turn, ..Setup::empty() })
}

impl Endings {
    /// Solves the set of men, as in `KPkp`, and all that it leads to.
    pub fn solve(&mut self, men: &str) {
        let men = men.chars().map(|letter| code(Piece::from_char(letter).expect("a letter of a man"))).collect();
        self.solve_men(sorted(men));
    }

    fn solve_men(&mut self, men: Men) {
        if self.0.contains_key(&name(&men)) {
            return;
        }
        for fewer in after(&men) {
            self.solve_men(fewer);
        }
        let numbers = 2 << (6 * men.len());
        self.0.insert(name(&men), vec![0; numbers]);
        let armed = armed(&men);
        let mut upwards = true;
        loop {
            let mut changed = false;
            for step in 0..numbers {
                let number = if upwards { step } else { numbers - 1 - step };
                changed |= self.look(&men, number, armed);
            }
            if !changed {
                return;
            }
            upwards = !upwards;
        }
    }

    /// Brings one number up to date. True if more is known than before.
    fn look(&mut self, men: &Men, number: usize, armed: u8) -> bool {
        let before = self.0[&name(men)][number];
        if before & NO_POSITION != 0 || before == armed {
            return false;
        }
        let now = position_of(men, number).map_or(NO_POSITION, |position| before | self.follow(&position, armed));
        self.0.get_mut(&name(men)).expect("the set is being solved")[number] = now;
        now & !NO_POSITION != before
    }

    /// What the position's moves lead to, as far as is known.
    fn follow(&self, position: &Chess, armed: u8) -> u8 {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            return position.turn().fold_wb(BLACK_MATES, WHITE_MATES);
        }
        let mut known = 0;
        for step in moves {
            let mut next = position.clone();
            next.play_unchecked(step);
            known |= if next.ep_square(EnPassantMode::Legal).is_some() {
                self.follow(&next, armed)
            } else {
                self.known(&next)
            };
            if known == armed {
                break;
            }
        }
        known
    }

    fn known(&self, position: &Chess) -> u8 {
        let mut list = [(0, Square::A1); 8];
        let count = position.board().occupied().count();
        for (entry, (square, piece)) in list.iter_mut().zip(position.board()) {
            *entry = (code(piece), square);
        }
        let list = &mut list[..count];
        list.sort_unstable();
        let turn = position.turn().fold_wb(1, 0);
        let number = list.iter().fold(turn, |number, &(_, square)| number << 6 | usize::from(square));
        let name = list.iter().fold(1, |name, &(man, _)| name << 4 | u64::from(man));
        self.0[&name][number]
    }

    /// Calls `each` with every `stride`-th position of a solved set, and whether White and Black can mate.
    pub fn each(&self, men: &str, stride: usize, mut each: impl FnMut(&Chess, [bool; 2])) {
        let men =
            sorted(men.chars().map(|letter| code(Piece::from_char(letter).expect("a letter of a man"))).collect());
        for (number, &known) in self.0[&name(&men)].iter().enumerate().step_by(stride) {
            if known & NO_POSITION == 0 {
                let position = position_of(&men, number).expect("it was a position when it was solved");
                each(&position, [known & WHITE_MATES != 0, known & BLACK_MATES != 0]);
            }
        }
    }
}
