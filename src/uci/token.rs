//! Words of a line: bytes between white space. White space is arbitrary in UCI, tabs and a carriage return included.

use std::fmt::Write as _;

/// The words of a line, in order.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    pub(super) rest: &'a [u8],
}

/// The words of `line`.
#[must_use]
pub fn tokens(line: &[u8]) -> Tokens<'_> {
    Tokens { rest: line }
}

impl<'a> Tokens<'a> {
    /// What follows the words taken so far, leading white space trimmed.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.rest.trim_ascii()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.rest.trim_ascii_start();
        if start.is_empty() {
            self.rest = start;
            return None;
        }
        let end = start.iter().position(u8::is_ascii_whitespace).unwrap_or(start.len());
        let (word, rest) = start.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

/// The line without its end (`\n`, `\r\n`) and without what some programs put before the first word of a stream:
/// byte-order marks, NUL bytes.
#[must_use]
pub fn content(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut line = line;
    while let Some(rest) = line.strip_prefix(b"\xef\xbb\xbf").or_else(|| line.strip_prefix(b"\0")) {
        line = rest;
    }
    line
}

/// The first word of a line.
#[must_use]
pub fn first_word(line: &[u8]) -> &[u8] {
    tokens(content(line)).next().unwrap_or_default()
}

/// Foreign bytes as text for a message: printable ASCII as it is, other bytes escaped, at most 80 of them.
#[must_use]
pub fn shown(bytes: &[u8]) -> String {
    const LONGEST: usize = 80;
    let mut text = String::new();
    for byte in bytes.iter().take(LONGEST) {
        match byte {
            b' '..=b'~' => text.push(char::from(*byte)),
            other => write!(text, "\\x{other:02x}").unwrap_or_default(),
        }
    }
    if bytes.len() > LONGEST {
        text.push_str("...");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_arbitrary() {
        let words = tokens(b" \t position  startpos\x0c moves\te2e4 \r").collect::<Vec<_>>();
        assert_eq!(words, [&b"position"[..], b"startpos", b"moves", b"e2e4"]);
    }

    #[test]
    fn a_mark_before_the_first_word_is_no_word() {
        assert_eq!(first_word(b"\xef\xbb\xbfuciok\r\n"), b"uciok");
        assert_eq!(first_word(b"\xef\xbb\xbf\0\xef\xbb\xbfuciok\r\n"), b"uciok");
        assert_eq!(first_word(b"\0\0bestmove e2e4\n"), b"bestmove");
        assert_eq!(first_word(b"\r\n"), b"");
    }

    #[test]
    fn shown_text_is_short_and_printable() {
        assert_eq!(shown(b"e9e5\xff\0"), "e9e5\\xff\\x00");
        assert!(shown(&[b'a'; 5_000]).len() < 100);
    }
}
