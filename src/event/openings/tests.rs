use super::*;
use std::num::NonZeroU32;
use std::path::PathBuf;

fn openings(source: OpeningSource, order: OpeningOrder, start: u32) -> Openings {
    Openings {
        source,
        order,
        plies: None,
        start: NonZeroU32::new(start).unwrap(),
        repeat: NonZeroU32::new(2).unwrap(),
        policy: crate::event::settings::OpeningPolicy::Default,
        variant: Variant::Standard,
    }
}

fn epd(lines: &str, order: OpeningOrder, start: u32, seed: u64) -> Result<Book, OpeningError> {
    let source = OpeningSource::Epd(PathBuf::from("book.epd"));
    Book::load(&openings(source, order, start), lines.as_bytes().to_vec(), seed)
}

/// Positions that tell themselves apart by their move numbers.
fn numbered(count: u32) -> String {
    (1..=count).map(|number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number}\r\n")).collect()
}

fn numbers(book: &Book, count: u32) -> Vec<u32> {
    let number = |index| {
        let fen = book.opening(index).unwrap().fen.unwrap();
        fen.rsplit(' ').next().unwrap().parse().unwrap()
    };
    (0..count).map(number).collect()
}

#[test]
fn a_list_is_gone_through_in_order_and_again() {
    let book = epd(&numbered(3), OpeningOrder::Sequential, 1, 0).unwrap();
    assert_eq!((book.len(), numbers(&book, 7)), (3, vec![1, 2, 3, 1, 2, 3, 1]));
    assert_eq!(numbers(&epd(&numbered(3), OpeningOrder::Sequential, 3, 0).unwrap(), 3), [3, 1, 2]);
    assert_eq!(numbers(&epd(&numbered(3), OpeningOrder::Sequential, 5, 0).unwrap(), 3), [2, 3, 1], "wraps");
}

#[test]
fn a_random_order_is_the_whole_list_and_the_same_for_the_same_seed() {
    let order = |seed| numbers(&epd(&numbered(50), OpeningOrder::Random, 1, seed).unwrap(), 100);
    let first = order(1);
    assert_eq!(first, order(1));
    assert_ne!(first, order(2));
    let mut once = first[..50].to_vec();
    once.sort_unstable();
    assert_eq!(once, (1..=50).collect::<Vec<_>>());
    assert_eq!(first[..50], first[50..]);
    let started = numbers(&epd(&numbered(50), OpeningOrder::Random, 11, 1).unwrap(), 40);
    assert_eq!(started, first[10..50]);
}

#[test]
fn comments_and_empty_lines_are_no_openings_and_lines_are_named_as_in_the_file() {
    let text = "\u{feff}# a book\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n   \n; more\n4k3/8/8/8/8/8/4P3/4K3 z - - 0 1";
    let book = epd(text, OpeningOrder::Sequential, 1, 0).unwrap();
    assert_eq!(book.len(), 2);
    let error = book.opening(1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "book.epd line 6: expected w or b as the side to move, got \"4k3/8/8/8/8/8/4P3/4K3 z - - 0 1\""
    );
    assert_eq!(book.check(), Err(vec![error]));
}

#[test]
fn an_empty_file_is_refused() {
    let error = epd("# nothing\n", OpeningOrder::Random, 1, 0).unwrap_err();
    assert_eq!(error.to_string(), "book.epd: expected at least one opening, got none");
}

#[test]
fn no_bytes_panic() {
    for bytes in [&b"\xff\xfe\n\0"[..], b"\xef\xbb\xbf", b"\n\n", b";", b"\"", b"4k3 w - - hmvc \"", b"[", b"{"] {
        for source in
            [OpeningSource::Epd("a".into()), OpeningSource::Pgn("a".into()), OpeningSource::Polyglot("a".into())]
        {
            if let Ok(book) = Book::load(&openings(source, OpeningOrder::Random, 1), bytes.to_vec(), 0) {
                assert!(book.opening(0).is_ok() || book.check().is_err());
            }
        }
    }
}

#[test]
fn chess960_by_number_all_and_two_numbers() {
    let load = |source| Book::load(&openings(source, OpeningOrder::Sequential, 1), Vec::new(), 0);
    let fen = |book: &Book, index| book.opening(index).unwrap().fen.unwrap();
    let some = load(OpeningSource::Chess960(vec![518, 0])).unwrap();
    assert_eq!(some.len(), 2);
    assert_eq!(fen(&some, 0), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(some.opening(0).unwrap().variant, Variant::Chess960);
    let all = load(OpeningSource::Chess960(Vec::new())).unwrap();
    assert_eq!((all.len(), fen(&all, 518)), (960, fen(&some, 0)));
    let double = load(OpeningSource::DoubleChess960(Vec::new())).unwrap();
    assert_eq!(double.len(), 921_600);
    assert_eq!(fen(&double, 518 * 960), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let error = load(OpeningSource::Chess960(vec![960])).unwrap_err();
    assert_eq!(error.to_string(), "openings.chess960: expected numbers from 0 to 959, got 960");
}

#[test]
fn without_a_file_there_is_the_start_position() {
    let book = Book::load(&openings(OpeningSource::Start, OpeningOrder::Random, 1), Vec::new(), 0).unwrap();
    assert_eq!((book.len(), book.opening(9).unwrap()), (1, Opening::default()));
}
