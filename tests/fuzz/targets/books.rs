//! Files of openings: whatever a book gives can be played, and none of it is guessed.

use super::text::choice;
use shakmaty::{CastlingMode, Chess, Position};
use std::num::NonZeroU32;
use uci_arbiter::event::openings::{Book, PlayerBook, draw};
use uci_arbiter::event::settings::{OpeningOrder, OpeningPolicy, OpeningSource, Openings, Variant};
use uci_arbiter::game::{Record, Start};
use uci_arbiter::xboard::read_move;

pub(crate) fn run(data: &[u8]) {
    let (kind, rest) = choice(data);
    if kind % 4 == 3 {
        return own_book(rest);
    }
    let source = match kind % 4 {
        0 => OpeningSource::Epd("book".into()),
        1 => OpeningSource::Pgn("book".into()),
        _ => OpeningSource::Polyglot("book".into()),
    };
    let openings = Openings {
        source,
        variant: if kind & 4 == 0 { Variant::Standard } else { Variant::Chess960 },
        order: if kind & 8 == 0 { OpeningOrder::Sequential } else { OpeningOrder::Random },
        plies: (kind & 16 != 0).then_some(u32::from(kind >> 5)),
        start: NonZeroU32::MIN,
        repeat: NonZeroU32::MIN,
        policy: OpeningPolicy::default(),
    };
    let Ok(book) = Book::load(&openings, rest.to_vec(), 5) else { return };
    let sound = book.check().is_ok();
    assert!(!book.is_empty());
    for index in 0..book.len().min(6) {
        match book.opening(index) {
            Ok(opening) => {
                let mode = match opening.variant {
                    Variant::Standard => CastlingMode::Standard,
                    Variant::Chess960 => CastlingMode::Chess960,
                };
                let fen = opening.fen.as_deref().unwrap_or("startpos");
                let start = Start::parse(fen, mode).unwrap_or_else(|error| panic!("an opening's start: {error}"));
                let mut record = Record::new(start);
                for word in &opening.moves {
                    let m = read_move(word.as_bytes(), record.position());
                    record.push(m.unwrap_or_else(|| panic!("expected a legal move in {}, got {word}", record.fen())));
                }
                assert!(!record.position().legal_moves().is_empty(), "{}", record.fen());
            }
            Err(error) => assert!(!sound, "{error}"),
        }
    }
}

/// A player's own book gives legal moves, the same for the same draw.
fn own_book(bytes: &[u8]) {
    let Ok(book) = PlayerBook::load("book", bytes.to_vec(), 10) else { return };
    let mut position = Chess::default();
    for ply in 0..20 {
        let number = draw(5, 0, ply);
        let picked = book.pick(&position, number);
        assert_eq!(picked, book.pick(&position, number));
        let Some(m) = picked else { return };
        assert!(position.is_legal(m));
        position.play_unchecked(m);
    }
}
