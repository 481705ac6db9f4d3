//! What an engine sends.
//!
//! Comments stand between braces that cannot be escaped: braces and control characters inside are replaced.

use crate::xboard::command::braced;
use crate::xboard::thinking::Thinking;
use crate::xboard::words::{split, split_at, tame, text, trim};

/// The result in a claim. The Laws know more scores than xboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`.
    Unfinished,
}

impl Outcome {
    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// Reads a result word.
    #[must_use]
    pub fn parse(word: &[u8]) -> Option<Self> {
        match word {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unfinished),
            _ => None,
        }
    }
}

/// A reply. Text keeps its bytes when read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `feature …`: see [`Reply::features`].
    Feature(&'a [u8]),
    /// `move MOVE`.
    Move(&'a [u8]),
    /// `pong N`.
    Pong(&'a [u8]),
    /// `offer draw`: also a claim, if the coming move makes one true, and also the acceptance of an offer.
    OfferDraw,
    /// `resign`.
    Resign,
    /// `RESULT {COMMENT}`: the game is over by rule.
    Result {
        /// The result.
        result: Outcome,
        /// The comment.
        comment: &'a [u8],
    },
    /// `Illegal move: MOVE` or `Illegal move (REASON): MOVE`.
    IllegalMove {
        /// Why; empty for no reason given.
        reason: &'a [u8],
        /// The move.
        mv: &'a [u8],
    },
    /// `Error (REASON): COMMAND`.
    Error {
        /// Why.
        reason: &'a [u8],
        /// The command.
        command: &'a [u8],
    },
    /// `telluser TEXT`.
    TellUser(&'a [u8]),
    /// `tellusererror TEXT`.
    TellUserError(&'a [u8]),
    /// `tellinfo TEXT`, `tellopponent TEXT`, `tellall TEXT`, `tellothers TEXT`, `tellics TEXT`.
    Tell {
        /// The whole word.
        word: &'a [u8],
        /// The text.
        text: &'a [u8],
    },
    /// `Hint: MOVE`.
    Hint(&'a [u8]),
    /// `stat01: TIME NODES PLY LEFT TOTAL [MOVE]`, the answer to `.`.
    Status(&'a [u8]),
    /// Thinking output.
    Thinking(Thinking<'a>),
    /// `# TEXT`.
    Comment(&'a [u8]),
    /// A line with nothing on it.
    Empty,
    /// Anything else.
    Unknown(&'a [u8]),
}

impl<'a> Reply<'a> {
    /// Reads one line, with or without its line end.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Self {
        let line = trim(line);
        let (word, rest) = split(line);
        match word {
            b"" => Self::Empty,
            b"feature" => Self::Feature(rest),
            b"move" => Self::Move(rest),
            b"pong" => Self::Pong(rest),
            b"offer" if rest == b"draw" => Self::OfferDraw,
            b"resign" => Self::Resign,
            b"telluser" => Self::TellUser(rest),
            b"tellusererror" => Self::TellUserError(rest),
            b"tellinfo" | b"tellopponent" | b"tellall" | b"tellothers" | b"tellics" => Self::Tell { word, text: rest },
            b"Hint:" => Self::Hint(rest),
            b"stat01:" => Self::Status(rest),
            b"Error" => {
                complaint(rest).map_or(Self::Unknown(line), |(reason, command)| Self::Error { reason, command })
            }
            b"Illegal" => match rest.strip_prefix(b"move").and_then(complaint) {
                Some((reason, mv)) => Self::IllegalMove { reason, mv },
                None => Self::Unknown(line),
            },
            _ if word.starts_with(b"#") => Self::Comment(trim(line.strip_prefix(b"#").unwrap_or(line))),
            _ => match Outcome::parse(word) {
                Some(result) => Self::Result { result, comment: braced(rest) },
                None => Thinking::from_xboard(line).map_or(Self::Unknown(line), Self::Thinking),
            },
        }
    }

    /// Appends the reply as a line, newline included.
    pub fn write(&self, out: &mut Vec<u8>) {
        let line = match self {
            Self::Thinking(thinking) => return thinking.write(out),
            Self::Feature(text) => [b"feature ", *text].concat(),
            Self::Move(mv) => [b"move ", *mv].concat(),
            Self::Pong(number) => [b"pong ", *number].concat(),
            Self::OfferDraw => b"offer draw".to_vec(),
            Self::Resign => b"resign".to_vec(),
            Self::Result { result, comment } => {
                format!("{} {{{}}}", result.as_str(), tame(&text(comment))).into_bytes()
            }
            Self::IllegalMove { reason: b"", mv } => [b"Illegal move: ", *mv].concat(),
            Self::IllegalMove { reason, mv } => [b"Illegal move (", *reason, b"): ", *mv].concat(),
            Self::Error { reason, command } => [b"Error (", *reason, b"): ", *command].concat(),
            Self::TellUser(text) => [b"telluser ", *text].concat(),
            Self::TellUserError(text) => [b"tellusererror ", *text].concat(),
            Self::Tell { word, text } => [*word, b" ", *text].concat(),
            Self::Hint(mv) => [b"Hint: ", *mv].concat(),
            Self::Status(text) => [b"stat01: ", *text].concat(),
            Self::Comment(text) => [b"# ", *text].concat(),
            Self::Empty => Vec::new(),
            Self::Unknown(line) => line.to_vec(),
        };
        // Text from elsewhere must not become a second line.
        out.extend(line.into_iter().map(|byte| if matches!(byte, b'\n' | b'\r' | 0) { b' ' } else { byte }));
        out.push(b'\n');
    }
}

/// `(REASON): TEXT` or `: TEXT`.
fn complaint(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = trim(rest);
    match rest.strip_prefix(b"(") {
        Some(reason) => split_at(reason, b"):").map(|(reason, text)| (reason, trim(text))),
        None => rest.strip_prefix(b":").map(|text| (b"".as_slice(), trim(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xboard::Score;

    fn written(reply: &Reply<'_>) -> String {
        let mut out = Vec::new();
        reply.write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_reply_prints_as_it_reads() {
        for line in [
            "feature ping=1 myname=\"A B\"",
            "move e2e4",
            "move O-O-O",
            "pong 17",
            "offer draw",
            "resign",
            "1/2-1/2 {Draw by seventy-five moves rule (FIDE 9.6.2)}",
            "1-0 {White mates}",
            "0-1 {}",
            "* {host is going down}",
            "Illegal move: e1e8",
            "Illegal move (in check): a2a3",
            "Error (unknown command): edit",
            "telluser hello",
            "tellusererror engine died",
            "tellinfo claimable: threefold",
            "tellopponent gg",
            "Hint: e7e5",
            "stat01: 100 2000 5 10 20 e2e4",
            "9 34 100 2000 e2e4 e7e5",
            "# a note",
            "",
            "Chess engine 1.0 by A. Author",
            "Illegal",
            "Error",
        ] {
            let reply = Reply::parse(line.as_bytes());
            assert_eq!(written(&reply), format!("{line}\n"));
        }
    }

    #[test]
    fn replies_mean_what_they_say() {
        assert_eq!(Reply::parse(b"offer draw\r\n"), Reply::OfferDraw);
        assert_eq!(
            Reply::parse(b"1/2-1/2 {a {nested} one}"),
            Reply::Result { result: Outcome::Draw, comment: b"a {nested} one" }
        );
        assert_eq!(Reply::parse(b"1-0"), Reply::Result { result: Outcome::WhiteWins, comment: b"" });
        assert_eq!(
            Reply::parse(b"Error (no such option): option X=1"),
            Reply::Error { reason: b"no such option", command: b"option X=1" }
        );
        let Reply::Thinking(thinking) = Reply::parse(b"12. -100002 7 99 Nf3 d5") else {
            panic!("thinking output");
        };
        assert_eq!((thinking.score, thinking.time_ms, thinking.pv), (Score::IsMated(2), 70, b"Nf3 d5".as_slice()));
        assert_eq!(Reply::parse(b"\xff\xfe"), Reply::Unknown(b"\xff\xfe"));
    }

    #[test]
    fn text_from_elsewhere_cannot_break_out() {
        let comment = Reply::Result { result: Outcome::Draw, comment: b"x} 1-0 {y\nresign" };
        assert_eq!(written(&comment), "1/2-1/2 {x) 1-0 (y resign}\n");
        assert_eq!(written(&Reply::Error { reason: b"r", command: b"a\r\nresign\0" }), "Error (r): a  resign \n");
    }
}
