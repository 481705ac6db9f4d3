//! A stream of PGN cut into batches of whole games, each game with its number and line. Memory holds one batch and the
//! beginning of the next, whatever the size of the stream.

use super::scan::{self, Found};
use std::io::{self, Read};
use std::mem;
use std::ops::Range;

/// A game longer than this is cut: no real one is, and memory stays bounded.
const LONGEST: usize = 8 << 20;

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number in the file, from 1.
    pub number: u64,
    /// Line of its first tag or move, from 1.
    pub line: u64,
    /// Its bytes in the batch.
    pub bytes: Range<usize>,
}

/// Some games of a file.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The bytes as read, games and what lies between them.
    pub bytes: Vec<u8>,
    /// The games in order.
    pub games: Vec<Place>,
}

impl Batch {
    /// The text of a game of this batch.
    #[must_use]
    pub fn text(&self, place: &Place) -> &[u8] {
        self.bytes.get(place.bytes.clone()).unwrap_or_default()
    }
}

/// Cuts a stream.
#[derive(Debug)]
pub struct Splitter<R> {
    input: R,
    rest: Vec<u8>,
    games: u64,
    line: u64,
    ended: bool,
}

impl<R: Read> Splitter<R> {
    /// Cuts this stream.
    pub fn new(input: R) -> Self {
        Self { input, rest: Vec::new(), games: 0, line: 1, ended: false }
    }

    /// The next games, about `size` bytes of them but at least one, or bytes between games without any; `None` at the end.
    ///
    /// # Errors
    /// The stream cannot be read. What was read before stays good; the next call gives the games in it.
    pub fn next_batch(&mut self, size: usize) -> io::Result<Option<Batch>> {
        let mut wanted = size;
        loop {
            if let Err(error) = self.fill(wanted) {
                self.ended = true;
                return Err(error);
            }
            let full = self.rest.len() >= LONGEST;
            let (games, used) = self.cut(self.ended || full);
            if used > 0 {
                let tail = self.rest.get(used..).unwrap_or_default().to_vec();
                self.rest.truncate(used);
                return Ok(Some(Batch { bytes: mem::replace(&mut self.rest, tail), games }));
            }
            if self.ended {
                return Ok(None);
            }
            wanted = self.rest.len().saturating_mul(2).min(LONGEST).max(size);
        }
    }

    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        while !self.ended && self.rest.len() < wanted {
            let missing = u64::try_from(wanted - self.rest.len()).unwrap_or(u64::MAX);
            self.ended = self.input.by_ref().take(missing).read_to_end(&mut self.rest)? == 0;
        }
        Ok(())
    }

    /// The whole games in `rest`, and how much of it they use up.
    fn cut(&mut self, last: bool) -> (Vec<Place>, usize) {
        let mut games = Vec::new();
        let mut at = 0;
        loop {
            let bytes = self.rest.get(at..).unwrap_or_default();
            match scan::game(bytes, last) {
                Found::Game { start, end } => {
                    self.line += lines(bytes.get(..start));
                    self.games += 1;
                    let (number, line) = (self.games, self.line);
                    games.push(Place { number, line, bytes: at + start..at + end });
                    self.line += lines(bytes.get(start..end));
                    at += end;
                }
                Found::Nothing { end } => {
                    self.line += lines(bytes.get(..end));
                    return (games, at + end);
                }
                Found::More => return (games, at),
            }
        }
    }
}

fn lines(bytes: Option<&[u8]>) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', bytes.unwrap_or_default()).count();
    u64::try_from(feeds).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(pgn: &[u8], size: usize) -> Vec<(u64, u64, String)> {
        let mut splitter = Splitter::new(pgn);
        let mut all = Vec::new();
        while let Some(batch) = splitter.next_batch(size).unwrap() {
            for place in &batch.games {
                let text = String::from_utf8_lossy(batch.text(place)).trim_end().to_owned();
                all.push((place.number, place.line, text));
            }
        }
        all
    }

    fn texts(pgn: &str) -> Vec<String> {
        let whole = games(pgn.as_bytes(), 1 << 20);
        for size in [1, 7, 64] {
            assert_eq!(games(pgn.as_bytes(), size), whole, "batches of {size} bytes");
        }
        whole.into_iter().map(|(_, _, text)| text).collect()
    }

    #[test]
    fn a_game_ends_where_the_next_tag_or_move_begins() {
        assert_eq!(
            texts("[Result \"1-0\"] e4 *\n[Result \"0-1\"] e4 *\n"),
            ["[Result \"1-0\"] e4 *", "[Result \"0-1\"] e4 *"]
        );
        assert_eq!(
            texts("1. e4 1-0\n\n1. d4 0-1 {so it was} ; and so\n1. c4 *"),
            ["1. e4 1-0", "1. d4 0-1 {so it was} ; and so", "1. c4 *"]
        );
        assert_eq!(texts("[Event \"a\"]\n\n[Event \"b\"]\n\n*\n"), ["[Event \"a\"]", "[Event \"b\"]\n\n*"]);
    }

    #[test]
    fn empty_lines_escapes_comments_and_variations_end_nothing() {
        let game = "[Event \"a\"]\n\n[Date \"?\"]\n\n{ a }\n\n1. e4 (1. d4 *)\n%escaped 1-0\n{[Event \"x\"] 1-0} 1-0";
        assert_eq!(texts(game), [game]);
    }

    #[test]
    fn a_nested_comment_ends_with_its_outer_brace_and_a_stray_one_at_the_first() {
        assert_eq!(
            texts("e4 { a { b } c } *\n\nd4 { a { b } *\n\nc4 *"),
            ["e4 { a { b } c } *", "d4 { a { b } *", "c4 *"]
        );
    }

    #[test]
    fn a_comment_never_closed_does_not_swallow_the_next_game() {
        let games = games(b"[Event \"a\"]\n1. e4 { oh\n\n[Event \"b\"]\n\n1. d4 {x} *", 1 << 20);
        assert_eq!(games.iter().map(|(number, line, _)| (*number, *line)).collect::<Vec<_>>(), [(1, 1), (2, 4)]);
    }

    #[test]
    fn nothing_between_games_is_passed_on_in_pieces_and_whole() {
        let nothing = vec![b"\0\0\0\n%escaped\n".as_slice(); 10_000].concat();
        let pgn = [&nothing, b"[Event \"a\"]\n\n*\n".as_slice()].concat();
        let mut splitter = Splitter::new(pgn.as_slice());
        let (mut bytes, mut lines) = (Vec::new(), Vec::new());
        while let Some(batch) = splitter.next_batch(4_096).unwrap() {
            assert!(batch.bytes.len() <= 8_192, "{}", batch.bytes.len());
            lines.extend(batch.games.iter().map(|place| (place.number, place.line)));
            bytes.extend(batch.bytes);
        }
        assert!(bytes == pgn);
        assert_eq!(lines, [(1, 20_001)]);
    }

    #[test]
    fn a_byte_order_mark_and_carriage_returns_are_no_text() {
        let games = games(b"\xef\xbb\xbf\r\n[Event \"a\"]\r\n\r\n*\r\n\r\n[Event \"b\"]\r\n\r\n*\r\n\x1a", 1 << 20);
        assert_eq!(games.iter().map(|(number, line, _)| (*number, *line)).collect::<Vec<_>>(), [(1, 2), (2, 6)]);
    }
}
