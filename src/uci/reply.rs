//! What an engine tells a GUI.

use super::token::{content, shown, tokens};
use shakmaty::uci::UciMove;

/// A reply by its first word, which must be the whole word: `uciokay` and `engine says bestmove` are text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `info …`: what follows, not looked at yet.
    Info(&'a [u8]),
    /// `bestmove …`
    BestMove(BestMove),
    /// `readyok`
    ReadyOk,
    /// `uciok`
    UciOk,
    /// `option …`: what follows.
    Option(&'a [u8]),
    /// `id name …`: the name.
    Name(&'a [u8]),
    /// Anything else.
    Text,
}

/// The arguments of `bestmove`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub best: Best,
    /// The move it would like to ponder on, if that can be read.
    pub ponder: Option<UciMove>,
}

/// The move of a `bestmove`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Best {
    /// A readable move.
    Move(UciMove),
    /// `0000`
    Null,
    /// `(none)`, `NULL`, or nothing: there is no move.
    None,
    /// Text that is no move.
    Unreadable(String),
}

impl<'a> Reply<'a> {
    /// Reads a line, with or without its end.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Self {
        let mut words = tokens(content(line));
        match words.next() {
            Some(b"info") => Self::Info(words.rest()),
            Some(b"bestmove") => Self::BestMove(BestMove::parse(words)),
            Some(b"readyok") => Self::ReadyOk,
            Some(b"uciok") => Self::UciOk,
            Some(b"option") => Self::Option(words.rest()),
            Some(b"id") => match words.next() {
                Some(b"name") => Self::Name(words.rest()),
                Some(_) | None => Self::Text,
            },
            Some(_) | None => Self::Text,
        }
    }
}

impl BestMove {
    fn parse<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> Self {
        let best = match words.next() {
            None | Some(b"(none)" | b"NULL" | b"none") => Best::None,
            Some(word) => match UciMove::from_ascii(word) {
                Ok(UciMove::Null) => Best::Null,
                Ok(uci) => Best::Move(uci),
                Err(_) => Best::Unreadable(shown(word)),
            },
        };
        let ponder = match (words.next(), words.next()) {
            (Some(b"ponder"), Some(word)) => UciMove::from_ascii(word).ok(),
            (Some(_) | None, Some(_) | None) => None,
        };
        Self { best, ponder }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_words_are_text() {
        for line in
            [&b"tell user uciok"[..], b"engine says bestmove e2e4 now", b"uciokay", b"readyok2", b"\xff\xfe", b""]
        {
            assert_eq!(Reply::parse(line), Reply::Text);
        }
    }

    #[test]
    fn every_kind_of_best_move_is_told_apart() {
        let best = |line: &[u8]| match Reply::parse(line) {
            Reply::BestMove(best) => best,
            other => panic!("{other:?}"),
        };
        let found = best(b"bestmove e2e4 ponder e7e5\r\n");
        assert_eq!(found.best, Best::Move("e2e4".parse().unwrap()));
        assert_eq!(found.ponder, "e7e5".parse().ok());
        assert_eq!(best(b"bestmove (none)").best, Best::None);
        assert_eq!(best(b"bestmove").best, Best::None);
        assert_eq!(best(b"bestmove 0000").best, Best::Null);
        assert_eq!(best(b"bestmove\tA2A3").best, Best::Unreadable("A2A3".to_owned()));
        assert_eq!(best(b"  bestmove e7e8q").best, Best::Move("e7e8q".parse().unwrap()));
    }
}
