//! Bytes into lines: framed by `\n` alone, however they were cut on the way. No byte is lost or changed.

use std::io::{ErrorKind, Read};

/// The longest line that anybody looks at. What is longer goes through in pieces, unread.
pub(super) const LONGEST: usize = 1 << 20;
const CHUNK: usize = 1 << 16;

/// What a reader has next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A whole line with its end.
    Line(&'a [u8]),
    /// The last line, without an end.
    Last(&'a [u8]),
    /// A piece of a line that is too long; the flag tells whether it is the end of it.
    Part(&'a [u8], bool),
}

/// Reads lines.
#[derive(Debug)]
pub(super) struct Lines<R> {
    source: R,
    /// Bytes that were read stand before `end`; what follows is room.
    buffer: Vec<u8>,
    /// Where the first byte not given out stands.
    start: usize,
    /// Up to where no newline was found.
    seen: usize,
    end: usize,
    /// Inside a line that is too long.
    inside: bool,
    ended: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, buffer: vec![0; 2 * CHUNK], start: 0, seen: 0, end: 0, inside: false, ended: false }
    }

    /// Waits for more bytes; false at the end of the stream. A read error is an end.
    pub(super) fn fill(&mut self) -> bool {
        if self.ended {
            return false;
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.seen, self.end) = (self.seen - self.start, self.end - self.start);
            self.start = 0;
        }
        if self.buffer.len() < self.end + CHUNK {
            self.buffer.resize(self.end + CHUNK, 0);
        } else if self.buffer.len() > 8 * CHUNK && self.end < CHUNK {
            // A long line is over: its room is given back.
            self.buffer.truncate(2 * CHUNK);
            self.buffer.shrink_to_fit();
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        let got = loop {
            match self.source.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                got => break got,
            }
        };
        let got = got.unwrap_or(0);
        self.end += got;
        self.ended = got == 0;
        !self.ended
    }

    /// Whether everything read has been given out.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The next piece that is complete.
    pub(super) fn next(&mut self) -> Option<Piece<'_>> {
        let rest = self.buffer.get(self.seen..self.end).unwrap_or_default();
        match memchr::memchr(b'\n', rest) {
            Some(at) => {
                let (start, end) = (self.start, self.seen + at + 1);
                (self.start, self.seen) = (end, end);
                let line = self.buffer.get(start..end).unwrap_or_default();
                match std::mem::take(&mut self.inside) {
                    true => Some(Piece::Part(line, true)),
                    false => Some(Piece::Line(line)),
                }
            }
            None => {
                self.seen = self.end;
                self.unfinished()
            }
        }
    }

    fn unfinished(&mut self) -> Option<Piece<'_>> {
        let start = self.start;
        let held = self.end - start;
        if held == 0 || !(self.ended || self.inside || held > LONGEST) {
            return None;
        }
        self.start = self.end;
        let piece = self.buffer.get(start..self.end).unwrap_or_default();
        if self.ended && !self.inside {
            return Some(Piece::Last(piece));
        }
        self.inside = !self.ended;
        Some(Piece::Part(piece, self.ended))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// Gives its bytes in pieces of the given sizes, over and over.
    struct Cut<'a>(&'a [u8], Vec<usize>, usize);

    impl Read for Cut<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let size = self.1[self.2 % self.1.len()].min(self.0.len()).min(to.len());
            self.2 += 1;
            let (now, later) = self.0.split_at(size);
            to[..size].copy_from_slice(now);
            self.0 = later;
            Ok(size)
        }
    }

    fn all(bytes: &[u8], cuts: &[usize]) -> (Vec<u8>, Vec<String>) {
        let mut lines = Lines::new(Cut(bytes, cuts.to_vec(), 0));
        let (mut joined, mut kinds) = (Vec::new(), Vec::new());
        loop {
            let more = lines.fill();
            while let Some(piece) = lines.next() {
                let (bytes, kind) = match piece {
                    Piece::Line(bytes) => (bytes, format!("line {}", bytes.len())),
                    Piece::Last(bytes) => (bytes, format!("last {}", bytes.len())),
                    Piece::Part(bytes, end) => (bytes, format!("part {end}")),
                };
                joined.extend_from_slice(bytes);
                kinds.push(kind);
            }
            if !more {
                return (joined, kinds);
            }
        }
    }

    #[test]
    fn lines_are_the_same_however_they_are_cut() {
        let text = b"bestmove e2e4\r\n\n\xff\xfe\ninfo string last";
        for cuts in [&[1][..], &[2, 3], &[1_000]] {
            let (joined, kinds) = all(text, cuts);
            assert_eq!(joined, text);
            assert_eq!(kinds, ["line 15", "line 1", "line 3", "last 16"]);
        }
    }

    #[test]
    fn a_line_of_three_megabytes_comes_in_parts_and_the_next_is_whole() {
        let mut text = vec![b'x'; 3_000_000];
        text.extend_from_slice(b"\nbestmove e2e4\n");
        let (joined, kinds) = all(&text, &[65_536]);
        assert_eq!(joined, text);
        assert_eq!(kinds.last().unwrap(), "line 14");
        assert_eq!(kinds.iter().filter(|kind| *kind == "part true").count(), 1);
        let (joined, kinds) = all(&text[..2_000_000], &[65_536]);
        assert_eq!(joined.len(), 2_000_000);
        assert!(kinds.last().unwrap().starts_with("part"));
    }
}
