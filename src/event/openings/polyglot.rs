//! Polyglot books (`.bin`): entries of sixteen bytes, big-endian, in rising order of their key: key, move, weight, and
//! four bytes that nothing here needs. The keys are those of `shakmaty`'s 64-bit Zobrist hash, which is Polyglot's.
//!
//! A move of weight 0 is never made: that is how books mark moves that are only to be known. Castling is king takes
//! rook; books that write the king's step are understood too. An entry that is no legal move is passed over: it belongs
//! to another position with the same key.

use super::OpeningError;
use super::random::Random;
use crate::event::game::Opening;
use crate::event::settings::Variant;
use crate::game::{Record, Start};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, File as BoardFile, Move, Position, Rank, Role, Square};

const ENTRY: usize = 16;

/// A drawn line ends here at the latest: a book may lead round in circles.
const LONGEST: u32 = 200;

/// A book's bytes.
#[derive(Debug)]
pub(super) struct File {
    name: String,
    bytes: Vec<u8>,
}

/// A player's own book: which move it plays, while it lasts.
#[derive(Debug)]
pub struct PlayerBook {
    file: File,
    moves: u32,
}

impl PlayerBook {
    /// A book of these bytes, used up to a full move of the game. `name` is for messages.
    ///
    /// # Errors
    /// The bytes are no Polyglot book.
    pub fn load(name: &str, bytes: Vec<u8>, moves: u32) -> Result<Self, OpeningError> {
        Ok(Self { file: File::new(name.to_owned(), bytes)?, moves })
    }

    /// The move to be played, by weight; none if the book knows none or is no longer used. `draw` decides among several
    /// (see [`super::draw`]): the same number gives the same move.
    #[must_use]
    pub fn pick(&self, position: &Chess, draw: u64) -> Option<Move> {
        if position.fullmoves().get() > self.moves {
            return None;
        }
        self.file.pick(position, &mut Random::new(draw))
    }
}

impl File {
    pub(super) fn new(name: String, bytes: Vec<u8>) -> Result<Self, OpeningError> {
        let fault =
            |place: String, expected: &str, got: String| OpeningError { place, expected: expected.to_owned(), got };
        if bytes.is_empty() || !bytes.len().is_multiple_of(ENTRY) {
            let got = format!("{} bytes", bytes.len());
            return Err(fault(name, "a Polyglot book: entries of 16 bytes", got));
        }
        let file = Self { name, bytes };
        let mut before = 0;
        for (index, entry) in file.bytes.chunks_exact(ENTRY).enumerate() {
            let key = number(entry, 0, 8);
            if key < before {
                let place = format!("{} entry {}", file.name, index + 1);
                return Err(fault(place, "keys in rising order", format!("{key:#018x} after {before:#018x}")));
            }
            before = key;
        }
        Ok(file)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Refuses a book that cannot begin a game.
    pub(super) fn has_start(&self, variant: Variant) -> Result<(), OpeningError> {
        let start = Start { mode: mode(variant), ..Start::standard() };
        match self.moves(&start.position).is_empty() {
            false => Ok(()),
            true => Err(OpeningError {
                place: self.name.clone(),
                expected: "a move in the standard start position".to_owned(),
                got: "none".to_owned(),
            }),
        }
    }

    /// A line drawn by weight, as long as the book or `plies` lasts; it stops before a move that ends the game and
    /// before a position stands for the third time.
    pub(super) fn line(&self, plies: Option<u32>, variant: Variant, random: &mut Random) -> Opening {
        let mode = mode(variant);
        let mut record = Record::new(Start { mode, ..Start::standard() });
        for _ in 0..plies.unwrap_or(LONGEST).min(LONGEST) {
            let Some(m) = self.pick(record.position(), random) else { break };
            let mut after = record.clone();
            after.push(m);
            if after.position().legal_moves().is_empty() || after.occurrences() >= 3 {
                break;
            }
            record = after;
        }
        let moves = record.moves().iter().map(|m| m.to_uci(mode).to_string()).collect();
        Opening { fen: None, variant, moves }
    }

    fn pick(&self, position: &Chess, random: &mut Random) -> Option<Move> {
        let moves = self.moves(position);
        let total = moves.iter().map(|(_, weight)| u32::from(*weight)).sum();
        let mut drawn = random.below(total);
        moves.into_iter().find_map(|(m, weight)| match drawn.checked_sub(u32::from(weight)) {
            Some(rest) => {
                drawn = rest;
                None
            }
            None => Some(m),
        })
    }

    /// The book's legal moves that have a weight.
    fn moves(&self, position: &Chess) -> Vec<(Move, u16)> {
        // Polyglot counts an en-passant square where a pawn stands beside the one that was pushed, pinned or not.
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
        let legal = position.legal_moves();
        let entries = self.bytes.get(self.first(key) * ENTRY..).unwrap_or_default().chunks_exact(ENTRY);
        let moves = entries.take_while(|entry| number(entry, 0, 8) == key).filter_map(|entry| {
            let (coded, weight) = (number(entry, 8, 2), u16::try_from(number(entry, 10, 2)).ok()?);
            let m = legal.iter().copied().find(|m| is_coded(*m, coded))?;
            (weight > 0).then_some((m, weight))
        });
        // More than a position can have moves: a hostile book costs no more than an honest one.
        moves.take(256).collect()
    }

    /// The number of the first entry whose key is not smaller.
    fn first(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.bytes.len() / ENTRY);
        while low < high {
            let middle = low + (high - low) / 2;
            match number(self.bytes.get(middle * ENTRY..).unwrap_or_default(), 0, 8) < key {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }
}

/// Big-endian bytes of an entry as a number.
fn number(entry: &[u8], at: usize, length: usize) -> u64 {
    entry.iter().skip(at).take(length).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

/// Whether a book means this move: from, to and promotion in three-bit fields, castling as king takes rook.
fn is_coded(m: Move, coded: u64) -> bool {
    let field = |shift: u32| u32::try_from(coded >> shift & 7).unwrap_or(0);
    let to = Square::from_coords(BoardFile::new(field(0)), Rank::new(field(3)));
    let from = Square::from_coords(BoardFile::new(field(6)), Rank::new(field(9)));
    let promotion = match field(12) {
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => None,
    };
    let king_step = m.castling_side().map(|side| side.king_to(m_color(from)));
    m.from() == Some(from) && m.promotion() == promotion && (m.to() == to || king_step == Some(to))
}

/// Whose castling it is, by the rank it starts from.
fn m_color(from: Square) -> Color {
    Color::from_white(from.rank() == Rank::First)
}

fn mode(variant: Variant) -> CastlingMode {
    match variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A book of entries: key, move, weight.
    pub(crate) fn book(entries: &[(u64, u16, u16)]) -> Vec<u8> {
        let mut entries = entries.to_vec();
        entries.sort_unstable();
        let coded = |(key, m, weight): &(u64, u16, u16)| {
            [key.to_be_bytes().as_slice(), &m.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
        };
        entries.iter().flat_map(coded).collect()
    }

    fn position(fen: &str) -> Chess {
        Start::parse(fen, CastlingMode::Standard).unwrap().position
    }

    fn key(fen: &str) -> u64 {
        position(fen).zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
    }

    fn coded(uci: &str) -> u16 {
        let square = |text: &str| Square::from_ascii(text.as_bytes()).unwrap();
        let (from, to) = (square(&uci[..2]), square(&uci[2..4]));
        let promotion = match uci.get(4..) {
            Some("n") => 1,
            Some("q") => 4,
            _ => 0,
        };
        let place = |square: Square| u16::from(square.rank() as u8) << 3 | u16::from(square.file() as u8);
        promotion << 12 | place(from) << 6 | place(to)
    }

    fn picked(entries: &[(u64, u16, u16)], fen: &str, draw: u64) -> Option<String> {
        let book = PlayerBook::load("book.bin", book(entries), 100).unwrap();
        book.pick(&position(fen), draw).map(|m| m.to_uci(CastlingMode::Standard).to_string())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// The test positions of the format's description (hgm.nubati.net/book_format.html).
    #[test]
    fn keys_are_those_of_the_formats_description() {
        for (fen, expected) in [
            (START, 0x463b_9618_1691_fc9c_u64),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key(fen), expected, "{fen}");
        }
    }

    #[test]
    fn moves_are_drawn_by_weight_and_weight_zero_never() {
        let entries = [(key(START), coded("e2e4"), 3), (key(START), coded("d2d4"), 1), (key(START), coded("a2a3"), 0)];
        let mut counts = std::collections::BTreeMap::new();
        for draw in 0..4_000 {
            *counts.entry(picked(&entries, START, draw).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(counts.keys().map(String::as_str).collect::<Vec<_>>(), ["d2d4", "e2e4"]);
        assert!((2_850..3_150).contains(&counts["e2e4"]), "{counts:?}");
    }

    #[test]
    fn castling_and_promotion_are_understood() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for spelled in ["e1h1", "e1g1"] {
            assert_eq!(picked(&[(key(castling), coded(spelled), 1)], castling, 0).as_deref(), Some("e1g1"));
        }
        let black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        assert_eq!(picked(&[(key(black), coded("e8a8"), 1)], black, 0).as_deref(), Some("e8c8"));
        let promotion = "8/4P3/8/8/8/k7/8/4K3 w - - 0 1";
        assert_eq!(picked(&[(key(promotion), coded("e7e8n"), 1)], promotion, 0).as_deref(), Some("e7e8n"));
    }

    #[test]
    fn an_illegal_move_of_another_position_with_the_same_key_is_passed_over() {
        assert_eq!(picked(&[(key(START), coded("e2e5"), 9)], START, 0), None);
    }

    #[test]
    fn a_book_is_used_up_to_its_full_move() {
        let late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9";
        let bytes = book(&[(key(START), coded("e2e4"), 1)]);
        let pick = |moves| PlayerBook::load("b", bytes.clone(), moves).unwrap().pick(&position(late), 0).is_some();
        assert!(pick(9) && !pick(8));
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let error = |bytes| PlayerBook::load("book.bin", bytes, 1).unwrap_err().to_string();
        assert_eq!(error(vec![0; 17]), "book.bin: expected a Polyglot book: entries of 16 bytes, got 17 bytes");
        let mut unsorted = book(&[(1, 0, 1), (2, 0, 1)]);
        unsorted.rotate_left(16);
        assert_eq!(
            error(unsorted),
            "book.bin entry 2: expected keys in rising order, got 0x0000000000000001 after 0x0000000000000002"
        );
    }

    #[test]
    fn a_drawn_line_ends_with_the_book_and_never_goes_round() {
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let file = File::new("b".to_owned(), book(&[(key(START), coded("e2e4"), 1), (key(after), coded("e7e5"), 1)]));
        let file = file.unwrap();
        let line = |plies| file.line(plies, Variant::Standard, &mut Random::new(1)).moves;
        assert_eq!((line(None), line(Some(1))), (vec!["e2e4".to_owned(), "e7e5".to_owned()], vec!["e2e4".to_owned()]));
        let mut record = Record::new(Start::standard());
        let mut entries = Vec::new();
        for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            entries.push((record.position().zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0, coded(m), 1));
            let uci: shakmaty::uci::UciMove = m.parse().unwrap();
            let m = uci.to_move(record.position()).unwrap();
            record.push(m);
        }
        let round = File::new("b".to_owned(), book(&entries)).unwrap();
        assert_eq!(round.line(None, Variant::Standard, &mut Random::new(1)).moves.len(), 7);
    }
}
