//! The 960 start positions by number (Scharnagl's scheme, as used by FIDE, Guidelines II): light bishop, dark bishop,
//! queen, knights; rook, king and rook fill what is left. Number 518 is the standard position.

use super::OpeningError;
use crate::event::game::Opening;
use crate::event::settings::Variant;

/// How many start positions there are.
pub(super) const COUNT: u32 = 960;

/// Where the two knights stand among the five free squares.
const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Numbers out of range are refused.
pub(super) fn check(place: &str, mut numbers: impl Iterator<Item = u16>) -> Result<(), OpeningError> {
    match numbers.find(|number| u32::from(*number) >= COUNT) {
        None => Ok(()),
        Some(number) => Err(OpeningError {
            place: place.to_owned(),
            expected: "numbers from 0 to 959".to_owned(),
            got: number.to_string(),
        }),
    }
}

/// The opening where White's men stand by one number and Black's by another.
pub(super) fn opening(white: u32, black: u32) -> Opening {
    let (white, black) = (rank(white), rank(black));
    // The rooks are the outermost of their rank, so that KQkq names them.
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", black.to_ascii_lowercase());
    Opening { fen: Some(fen), variant: Variant::Chess960, moves: Vec::new() }
}

/// The first rank, as in a FEN.
fn rank(number: u32) -> String {
    let number = number as usize;
    let mut men = [None; 8];
    let (number, light) = (number / 4, number % 4);
    place(&mut men, 2 * light + 1, 'B');
    let (number, dark) = (number / 4, number % 4);
    place(&mut men, 2 * dark, 'B');
    let (number, queen) = (number / 6, number % 6);
    place_free(&mut men, queen, 'Q');
    let (first, second) = KNIGHTS.get(number % 10).copied().unwrap_or_default();
    // The farther one first: then the nearer place is still counted right.
    place_free(&mut men, second, 'N');
    place_free(&mut men, first, 'N');
    for man in ['R', 'K', 'R'] {
        place_free(&mut men, 0, man);
    }
    men.into_iter().flatten().collect()
}

fn place(men: &mut [Option<char>; 8], file: usize, man: char) {
    if let Some(square) = men.get_mut(file) {
        *square = Some(man);
    }
}

/// Puts a man on the free square of that number, from 0.
fn place_free(men: &mut [Option<char>; 8], free: usize, man: char) {
    if let Some(square) = men.iter_mut().filter(|square| square.is_none()).nth(free) {
        *square = Some(man);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn known_numbers_give_their_positions() {
        for (number, men) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (2, "BQNNRBKR"),
            (3, "BQNNRKRB"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
        ] {
            assert_eq!(rank(number), men);
        }
    }

    #[test]
    fn all_are_different_with_the_king_between_the_rooks_and_bishops_of_both_colours() {
        let all: BTreeSet<_> = (0..COUNT).map(rank).collect();
        assert_eq!(all.len(), 960);
        for men in all {
            let files = |man| men.match_indices(man).map(|(file, _)| file).collect::<Vec<_>>();
            let (rooks, king, bishops) = (files('R'), files('K'), files('B'));
            assert!(rooks[0] < king[0] && king[0] < rooks[1] && (bishops[0] + bishops[1]) % 2 == 1, "{men}");
        }
    }
}
