//! One game's text as tags and tokens. Nothing is copied: every piece borrows the text and knows its place in it.

use super::scan::{self, Close};
use crate::laws::GameResult;
use std::borrow::Cow;
use std::ops::Range;

/// What a result token or tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Score {
    /// A score that the Laws know.
    Known(GameResult),
    /// `*`: not finished, or not recorded.
    Open,
}

impl Score {
    /// Reads a result; dashes of every length and the sign for a half are accepted.
    #[must_use]
    pub fn of_token(token: &[u8]) -> Option<Self> {
        Some(match token {
            b"1-0" => Self::Known(GameResult::WhiteWins),
            b"0-1" => Self::Known(GameResult::BlackWins),
            b"1/2-1/2" | b"1/2" => Self::Known(GameResult::Draw),
            b"1/2-0" => Self::Known(GameResult::HalfZero),
            b"0-1/2" => Self::Known(GameResult::ZeroHalf),
            b"*" => Self::Open,
            // Move numbers come here too: nothing is allocated for them.
            _ if token.is_ascii() => return None,
            _ => match std::str::from_utf8(token).ok()?.replace(['–', '—', '‐'], "-").replace('½', "1/2") {
                plain if plain.as_bytes() != token => return Self::of_token(plain.as_bytes()),
                _ => return None,
            },
        })
    }

    /// Reads the value of a Result tag, where `0-0` is both losing and not castling.
    #[must_use]
    pub fn of_tag(value: &[u8]) -> Option<Self> {
        match value.trim_ascii() {
            b"0-0" => Some(Self::Known(GameResult::BothLose)),
            value => Self::of_token(value),
        }
    }

    /// As PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Known(result) => result.as_str(),
            Self::Open => "*",
        }
    }
}

/// A tag: name and raw value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The value between its quotes, escapes and all.
    pub value: &'a [u8],
    /// Where the value begins in the game's text.
    pub at: usize,
}

impl<'a> Tag<'a> {
    /// The value as text: escapes undone, UTF-8 or else Latin-1.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        match memchr::memchr(b'\\', self.value) {
            None => text(self.value),
            Some(_) => {
                let mut plain = Vec::with_capacity(self.value.len());
                let mut escaped = false;
                for b in self.value {
                    escaped = *b == b'\\' && !escaped;
                    if !escaped {
                        plain.push(*b);
                    }
                }
                Cow::Owned(text(&plain).into_owned())
            }
        }
    }
}

/// Foreign bytes as text: UTF-8, or Latin-1 if they are not.
#[must_use]
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// The tags that the audit asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header<'a> {
    /// White's name.
    pub white: Option<Tag<'a>>,
    /// Black's name.
    pub black: Option<Tag<'a>>,
    /// The result.
    pub result: Option<Tag<'a>>,
    /// The round.
    pub round: Option<Tag<'a>>,
    /// PGN's word for how the game ended.
    pub termination: Option<Tag<'a>>,
    /// TCEC's finer word for it.
    pub details: Option<Tag<'a>>,
    /// The start position.
    pub fen: Option<Tag<'a>>,
    /// Whether there is a start position.
    pub setup: Option<Tag<'a>>,
    /// The variant.
    pub variant: Option<Tag<'a>>,
    /// Half-moves.
    pub ply_count: Option<Tag<'a>>,
    /// The time control.
    pub time_control: Option<Tag<'a>>,
}

/// A game's text, its tags read.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    text: &'a [u8],
    /// The tags; of a tag given twice the first.
    pub header: Header<'a>,
    movetext: usize,
}

impl<'a> Game<'a> {
    /// Reads the tags.
    #[must_use]
    pub fn read(text: &'a [u8]) -> Self {
        let mut header = Header::default();
        let mut at = 0;
        while let Some(b) = text.get(at) {
            match b {
                b'[' => {
                    let end = scan::tag_end(text, at).unwrap_or(text.len());
                    if let Some(tag) = tag(text, at, end) {
                        header.take(tag);
                    }
                    at = end;
                }
                b'%' if at == 0 || text.get(at - 1) == Some(&b'\n') => {
                    at = scan::line_end(text, at).unwrap_or(text.len());
                }
                b if b.is_ascii_whitespace() => at += 1,
                _ => break,
            }
        }
        Self { text, header, movetext: at }
    }

    /// The moves, comments and results, in order.
    #[must_use]
    pub fn tokens(&self) -> Tokens<'a> {
        Tokens { text: self.text, at: self.movetext, depth: 0 }
    }

    /// The game's whole text.
    #[must_use]
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Where the movetext begins.
    #[must_use]
    pub fn movetext_at(&self) -> usize {
        self.movetext
    }
}

impl<'a> Header<'a> {
    fn take(&mut self, tag: Tag<'a>) {
        let place = match tag.name {
            b"White" => &mut self.white,
            b"Black" => &mut self.black,
            b"Result" => &mut self.result,
            b"Round" => &mut self.round,
            b"Termination" => &mut self.termination,
            b"TerminationDetails" => &mut self.details,
            b"FEN" => &mut self.fen,
            b"SetUp" | b"Setup" => &mut self.setup,
            b"Variant" => &mut self.variant,
            b"PlyCount" => &mut self.ply_count,
            b"TimeControl" => &mut self.time_control,
            _ => return,
        };
        place.get_or_insert(tag);
    }
}

fn tag(text: &[u8], at: usize, end: usize) -> Option<Tag<'_>> {
    let name = scan::name_at(text, at);
    let inner = text.get(at..end)?;
    let open = memchr::memchr(b'"', inner)? + 1;
    let close = memchr::memrchr(b'"', inner).filter(|close| *close >= open).unwrap_or(inner.len());
    Some(Tag { name, value: inner.get(open..close)?, at: at + open })
}

/// A piece of movetext. Move numbers, NAGs, annotation signs and variations are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// What stands where a move should: a letter or a castling zero first, `!` and `?` cut off.
    Move(&'a [u8]),
    /// A comment's text.
    Comment(&'a [u8]),
    /// A result.
    Result(Score),
    /// A comment that nothing closes.
    Unclosed,
    /// Text that is none of these.
    Unreadable(&'a [u8]),
}

/// The pieces of a game's movetext.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    depth: u32,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (Range<usize>, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let at = self.at;
            match self.text.get(at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'{' => {
                    let (end, next, closed) = match scan::close(self.text, at + 1, true) {
                        Close::At(end) => (end, end + 1, true),
                        Close::Never(end) => (end, end, false),
                        Close::More => (self.text.len(), self.text.len(), false),
                    };
                    self.at = next;
                    if !closed {
                        return Some((at..end, Token::Unclosed));
                    }
                    if self.depth == 0 {
                        return Some((at..next, Token::Comment(self.text.get(at + 1..end)?)));
                    }
                }
                b';' => {
                    self.at = scan::line_end(self.text, at).unwrap_or(self.text.len());
                    if self.depth == 0 {
                        return Some((at..self.at, Token::Comment(self.text.get(at + 1..self.at)?)));
                    }
                }
                b'%' if at == 0 || self.text.get(at - 1) == Some(&b'\n') => {
                    self.at = scan::line_end(self.text, at).unwrap_or(self.text.len());
                }
                b'(' => {
                    self.depth += 1;
                    self.at += 1;
                }
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.at += 1;
                }
                _ => {
                    self.at = scan::token_end(self.text, at);
                    if self.depth == 0
                        && let Some(found) = self.word(at, self.at)
                    {
                        return Some(found);
                    }
                }
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// What a word of the movetext is; `None` if it is passed over.
    fn word(&self, at: usize, end: usize) -> Option<(Range<usize>, Token<'a>)> {
        let word = self.text.get(at..end)?;
        if let Some(score) = Score::of_token(word) {
            return Some((at..end, Token::Result(score)));
        }
        let (skipped, rest) = without_number(word);
        let rest_end = rest.iter().rposition(|b| !matches!(b, b'!' | b'?')).map_or(0, |last| last + 1);
        let core = rest.get(..rest_end)?;
        let place = at + skipped..end;
        match core.first()? {
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O' | b'o' | b'0' | b'-' | b'Z'
                if is_move_like(core) =>
            {
                Some((place, Token::Move(core)))
            }
            b'$' | b'%' => None,
            // Signs such as +- or =, in ASCII or not.
            _ if !core.iter().any(u8::is_ascii_alphanumeric) => None,
            _ if matches!(core, b"N" | b"D" | b"e.p." | b"ep" | b"mate" | b"ch" | b"dbl") => None,
            _ => Some((place, Token::Unreadable(core))),
        }
    }
}

fn is_move_like(core: &[u8]) -> bool {
    match core {
        b"N" | b"--" => core == b"--",
        [b'-', ..] => false,
        _ => core.len() >= 2 && core != b"ep" && core != b"ch" && core != b"e.p.",
    }
}

/// Cuts off a move number and its dots.
fn without_number(word: &[u8]) -> (usize, &[u8]) {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = word.get(digits..).unwrap_or_default().iter().take_while(|b| **b == b'.').count();
    let all = digits + dots;
    let is_number = dots > 0 || all == word.len();
    match is_number {
        true => (all, word.get(all..).unwrap_or_default()),
        false => (0, word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pgn: &str) -> String {
        let game = Game::read(pgn.as_bytes());
        let tokens = game.tokens().map(|(_, token)| match token {
            Token::Move(m) => text(m).into_owned(),
            Token::Comment(c) => format!("{{{}}}", text(c)),
            Token::Result(score) => score.as_str().to_owned(),
            Token::Unclosed => "unclosed".to_owned(),
            Token::Unreadable(word) => format!("?{}?", text(word)),
        });
        tokens.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_nags_signs_and_variations_are_passed_over() {
        assert_eq!(
            shown("1.e4! $1 e5?? 2. (2. d4 (2. c4) {x}) Nf3 +- 2...Nc6 = 0-0 O-O-O# e8=Q+ 1-0"),
            "e4 e5 Nf3 Nc6 0-0 O-O-O# e8=Q+ 1-0"
        );
    }

    #[test]
    fn what_is_no_move_is_not_dropped() {
        assert_eq!(shown("1. e4 xyzzy 2. -- Z0 7.Qx *"), "e4 ?xyzzy? -- Z0 Qx *");
        assert_eq!(shown("1. e4 { never"), "e4 unclosed");
    }

    #[test]
    fn results_in_every_spelling() {
        assert_eq!(shown("½-½ 1–0 0—1 1/2 *"), "1/2-1/2 1-0 0-1 1/2-1/2 *");
        assert_eq!(Score::of_tag(b" 0-0 "), Some(Score::Known(GameResult::BothLose)));
    }

    #[test]
    fn tag_values_keep_quotes_backslashes_and_latin_1() {
        let game = Game::read(b"[White \"a \\\"b\\\" \\\\c\"]\n[Black \"M\xfcller\"] [Result \"1-0\"]e4 *");
        assert_eq!(game.header.white.unwrap().text(), "a \"b\" \\c");
        assert_eq!(game.header.black.unwrap().text(), "Müller");
        assert_eq!(game.header.result.unwrap().value, b"1-0");
        assert_eq!(game.tokens().count(), 2);
    }

    #[test]
    fn comments_carry_their_text_even_after_the_result() {
        assert_eq!(shown("e4 {a, White mates}\n1-0 ; { so ended }\n"), "e4 {a, White mates} 1-0 { { so ended }}");
    }
}
