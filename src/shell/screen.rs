//! The last gate before a terminal: bytes that would move its cursor, clear it or turn text round do not pass, whoever
//! wrote them. Pipes and files get every byte as it is.

use crate::event::plain;
use std::io::{self, IsTerminal, Write};

/// Writes text, cleaned if it goes to a terminal.
#[derive(Debug)]
pub struct Screen<W> {
    inner: W,
    kind: Kind,
    /// The beginning of a character whose rest has not come yet.
    pending: Vec<u8>,
}

/// What is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Terminal,
    Other,
}

impl<W: Write + IsTerminal> Screen<W> {
    /// For a standard stream.
    pub fn new(inner: W) -> Self {
        let kind = if inner.is_terminal() { Kind::Terminal } else { Kind::Other };
        Self { inner, kind, pending: Vec::new() }
    }
}

impl<W: Write> Screen<W> {
    fn clean(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(bytes);
        let mut text = String::with_capacity(self.pending.len());
        let mut rest = self.pending.as_slice();
        let left = loop {
            match std::str::from_utf8(rest) {
                Ok(good) => {
                    text.push_str(&plain::lines(good));
                    break Vec::new();
                }
                Err(error) => {
                    let (good, bad) = rest.split_at_checked(error.valid_up_to()).unwrap_or((rest, &[]));
                    text.push_str(&plain::lines(&String::from_utf8_lossy(good)));
                    match error.error_len() {
                        // A byte that is no text: a terminal may take it for a control character (C1).
                        Some(length) => {
                            text.push(plain::MARK);
                            rest = bad.get(length..).unwrap_or_default();
                        }
                        None => break bad.to_vec(),
                    }
                }
            }
        };
        self.pending = left;
        self.inner.write_all(text.as_bytes())
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.kind {
            Kind::Other => self.inner.write(bytes),
            Kind::Terminal => self.clean(bytes).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: Kind, pieces: &[&[u8]]) -> Vec<u8> {
        let mut screen = Screen { inner: Vec::new(), kind, pending: Vec::new() };
        for piece in pieces {
            screen.write_all(piece).unwrap();
        }
        screen.flush().unwrap();
        screen.inner
    }

    #[test]
    fn a_terminal_gets_no_control_characters_however_the_text_is_cut() {
        let text = "1. \u{1b}]0;x\u{7} é\n♔\u{9b}2J\u{202e}".as_bytes();
        let expected = "1. \u{fffd}]0;x\u{fffd} é\n♔\u{fffd}2J\u{fffd}".as_bytes();
        for cut in 0..text.len() {
            assert_eq!(written(Kind::Terminal, &[&text[..cut], &text[cut..]]), expected, "cut at {cut}");
        }
        assert_eq!(written(Kind::Terminal, &[b"a\x9bb\xff\n"]), "a\u{fffd}b\u{fffd}\n".as_bytes());
    }

    #[test]
    fn a_pipe_gets_every_byte() {
        assert_eq!(written(Kind::Other, &[b"\x1b[2J\xff"]), b"\x1b[2J\xff");
    }
}
