//! What a position is worth to the side to move, in centipawns: material and squares, blended from opening to ending.

use shakmaty::{Chess, Color, Position, Role, Square};

/// The worth of a man.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// How much a man makes a position a middlegame; all of them together make [`OPENING`].
const fn phase(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

const OPENING: i32 = 24;

/// The worth of the position to the side to move.
pub(super) fn evaluate(position: &Chess) -> i32 {
    let (mut opening, mut ending, mut in_play) = (0, 0, 0);
    for (square, piece) in position.board().clone() {
        let sign = if piece.color == position.turn() { 1 } else { -1 };
        let (early, late) = stands(piece.role, piece.color, square);
        opening += sign * (worth(piece.role) + early);
        ending += sign * (worth(piece.role) + late);
        in_play += phase(piece.role);
    }
    let in_play = in_play.min(OPENING);
    (opening * in_play + ending * (OPENING - in_play)) / OPENING + 10
}

/// What a man gains by standing on a square, in the opening and in the ending.
fn stands(role: Role, color: Color, square: Square) -> (i32, i32) {
    let file = i32::from(u8::from(square.file()));
    let rank = match color {
        Color::White => i32::from(u8::from(square.rank())),
        Color::Black => 7 - i32::from(u8::from(square.rank())),
    };
    // 0 on the edge to 3 in the middle, for each direction.
    let (by_file, by_rank) = (file.min(7 - file), rank.min(7 - rank));
    let middle = by_file + by_rank;
    match role {
        Role::Pawn => {
            let forward = rank - 1;
            let central = if by_file >= 2 { 6 * forward.min(3) } else { 0 };
            (central + 2 * forward - if by_file == 3 && forward == 0 { 12 } else { 0 }, 4 * forward * forward)
        }
        Role::Knight => (8 * middle - 24, 6 * middle - 18),
        Role::Bishop => (4 * middle - 10 - if rank == 0 { 8 } else { 0 }, 3 * middle - 9),
        Role::Rook => (3 * by_file + if rank == 6 { 18 } else { 0 }, if rank == 6 { 10 } else { 0 }),
        Role::Queen => (2 * by_file - if rank > 1 { 4 } else { 0 }, 5 * middle - 15),
        Role::King => {
            (-12 * rank.min(4) - 9 * by_file + if rank == 0 && by_file == 1 { 14 } else { 0 }, 9 * middle - 27)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;
    use shakmaty::CastlingMode;

    #[test]
    fn colours_are_treated_alike() {
        let value = |fen: &str| evaluate(&Start::parse(fen, CastlingMode::Standard).unwrap().position);
        for (white, black) in [
            ("4k3/8/8/8/3N4/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/3n4/8/8/8/4K3 b - - 0 1"),
            ("r3k3/8/8/4P3/8/8/1Q6/6K1 w - - 0 1", "6k1/1q6/8/8/4p3/8/8/R3K3 b - - 0 1"),
        ] {
            assert_eq!(value(white), value(black));
        }
        assert!(value("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 800);
        assert!(value("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1") < -800);
    }
}
