//! What a GUI sends.
//!
//! Lenient: white space of any kind and amount; moves with or without `usermove`; arguments that nobody needs may be
//! missing or follow. Old commands that protocol version 2 only tolerates (`white`, `black`, `edit`) are known.

use crate::xboard::control::Level;
use crate::xboard::moves::looks_like_move;
use crate::xboard::words::{number, split, text, trim};
use std::fmt;

/// A command. Text keeps its bytes; numbers are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `xboard`: speak xboard.
    Xboard,
    /// `protover N`.
    Protover(u32),
    /// `accepted FEATURE`.
    Accepted(&'a [u8]),
    /// `rejected FEATURE`.
    Rejected(&'a [u8]),
    /// `new`: a new game, the engine plays Black, analysis and force mode end.
    New,
    /// `variant NAME`.
    Variant(&'a [u8]),
    /// `quit`.
    Quit,
    /// `random`: toggles random play; nothing to do.
    Random,
    /// `force`: nobody thinks, moves are only checked.
    Force,
    /// `go`: the engine plays the side to move.
    Go,
    /// `playother`: the engine plays the side not to move.
    PlayOther,
    /// `white`, old: White is to move, the engine plays Black.
    White,
    /// `black`, old: Black is to move, the engine plays White.
    Black,
    /// `level MOVES BASE INCREMENT`.
    Level(Level),
    /// `st N`: time for each move, in milliseconds.
    MoveTime(i64),
    /// `sd N`: a limit of depth.
    Depth(u32),
    /// `nps N`: nodes taken for a second.
    NodesPerSecond(u64),
    /// `time N`: the engine's clock, in centiseconds.
    Time(i64),
    /// `otim N`: the opponent's clock, in centiseconds.
    OpponentTime(i64),
    /// `usermove MOVE`, or a line that is a move.
    Move(&'a [u8]),
    /// `?`: move now.
    MoveNow,
    /// `ping N`; the number comes back as it came.
    Ping(&'a [u8]),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result RESULT {COMMENT}`.
    Result {
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: &'a [u8],
        /// The text between the braces.
        comment: &'a [u8],
    },
    /// `setboard FEN`.
    SetBoard(&'a [u8]),
    /// `edit`, old: a board follows, up to a line with a single dot.
    Edit,
    /// `hint`.
    Hint,
    /// `bk`: show book moves.
    Book,
    /// `undo`: one half-move back.
    Undo,
    /// `remove`: two half-moves back.
    Remove,
    /// `hard`: ponder.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show thinking.
    Post,
    /// `nopost`: do not.
    NoPost,
    /// `analyze`.
    Analyze,
    /// `exit`: leave analysis.
    ExitAnalysis,
    /// `.`: how far is the analysis.
    Status,
    /// `name OPPONENT`.
    Name(&'a [u8]),
    /// `rating OWN OPPONENT`.
    Rating(&'a [u8]),
    /// `computer`: the opponent is one.
    Computer,
    /// `ics HOST`; `-` for none.
    Ics(&'a [u8]),
    /// `pause`.
    Pause,
    /// `resume`.
    Resume,
    /// `memory N`, in megabytes.
    Memory(u64),
    /// `cores N`.
    Cores(u32),
    /// `egtpath KIND PATH`.
    EgtPath {
        /// `syzygy`, `nalimov`, …
        kind: &'a [u8],
        /// Where.
        path: &'a [u8],
    },
    /// `option NAME=VALUE` or `option NAME`: see [`resolve`](crate::xboard::resolve), for a name may contain `=`.
    Option(&'a [u8]),
    /// A line with nothing on it.
    Empty,
    /// A known command whose argument is missing or wrong.
    Malformed {
        /// The whole line.
        line: &'a [u8],
        /// What should stand there.
        expected: &'static str,
    },
    /// Anything else.
    Unknown(&'a [u8]),
}

impl<'a> Command<'a> {
    /// Reads one line, with or without its line end.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Self {
        let line = trim(line);
        let (word, rest) = split(line);
        match Self::plain(word) {
            Some(command) => command,
            None => Self::with_argument(line, word, rest),
        }
    }

    /// Commands without an argument; what follows them is ignored.
    fn plain(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"" => Self::Empty,
            b"xboard" => Self::Xboard,
            b"new" => Self::New,
            b"quit" => Self::Quit,
            b"random" => Self::Random,
            b"force" => Self::Force,
            b"go" => Self::Go,
            b"playother" => Self::PlayOther,
            b"white" => Self::White,
            b"black" => Self::Black,
            b"?" => Self::MoveNow,
            b"draw" => Self::Draw,
            b"edit" => Self::Edit,
            b"hint" => Self::Hint,
            b"bk" => Self::Book,
            b"undo" => Self::Undo,
            b"remove" => Self::Remove,
            b"hard" => Self::Hard,
            b"easy" => Self::Easy,
            b"post" => Self::Post,
            b"nopost" => Self::NoPost,
            b"analyze" => Self::Analyze,
            b"exit" => Self::ExitAnalysis,
            b"." => Self::Status,
            b"computer" => Self::Computer,
            b"pause" => Self::Pause,
            b"resume" => Self::Resume,
            _ => return None,
        })
    }

    fn with_argument(line: &'a [u8], word: &[u8], rest: &'a [u8]) -> Self {
        let malformed = |expected| Self::Malformed { line, expected };
        let (first, after) = split(rest);
        let some = |make: fn(&'a [u8]) -> Self, expected| match first {
            b"" => malformed(expected),
            _ => make(rest),
        };
        match word {
            // A bare `protover` and a garbled number are taken for the version that everyone speaks.
            b"protover" => Self::Protover(number(first).unwrap_or(2)),
            b"accepted" => Self::Accepted(rest),
            b"rejected" => Self::Rejected(rest),
            b"name" => Self::Name(rest),
            b"rating" => Self::Rating(rest),
            b"ics" => Self::Ics(rest),
            b"variant" => some(Self::Variant, "the name of a variant"),
            b"usermove" => some(Self::Move, "a move"),
            b"ping" => some(Self::Ping, "a number"),
            b"setboard" => some(Self::SetBoard, "a FEN"),
            b"option" => some(Self::Option, "NAME=VALUE or NAME"),
            b"level" => match Level::parse(rest) {
                Ok(level) => Self::Level(level),
                Err(_) => malformed("moves, minutes[:seconds], seconds"),
            },
            b"st" => seconds_as_millis(first).map_or_else(|| malformed("seconds"), Self::MoveTime),
            b"sd" => number(first).map_or_else(|| malformed("a depth"), Self::Depth),
            b"nps" => number(first).map_or_else(|| malformed("nodes a second"), Self::NodesPerSecond),
            b"time" => number(first).map_or_else(|| malformed("centiseconds"), Self::Time),
            b"otim" => number(first).map_or_else(|| malformed("centiseconds"), Self::OpponentTime),
            b"memory" => number(first).map_or_else(|| malformed("megabytes"), Self::Memory),
            b"cores" => number(first).map_or_else(|| malformed("a number of cores"), Self::Cores),
            b"egtpath" if !after.is_empty() => Self::EgtPath { kind: first, path: after },
            b"egtpath" => malformed("a kind and a path"),
            b"result" if first.is_empty() => malformed("a result and {a comment}"),
            b"result" => Self::Result { result: first, comment: braced(after) },
            _ if looks_like_move(line) => Self::Move(line),
            _ => Self::Unknown(line),
        }
    }

    /// What to answer to a command that is unknown, refused or malformed; `None` for one that is fine.
    #[must_use]
    pub fn complaint(&self) -> Option<(String, String)> {
        match self {
            Self::Malformed { line, expected } => Some((format!("expected {expected}"), text(line))),
            Self::Unknown(line) => Some(("unknown command".to_owned(), text(line))),
            Self::Edit => Some(("use setboard".to_owned(), "edit".to_owned())),
            Self::Xboard | Self::Protover(_) | Self::Accepted(_) | Self::Rejected(_) | Self::New | Self::Variant(_) => {
                None
            }
            Self::Quit | Self::Random | Self::Force | Self::Go | Self::PlayOther | Self::White | Self::Black => None,
            Self::Level(_) | Self::MoveTime(_) | Self::Depth(_) | Self::NodesPerSecond(_) | Self::Time(_) => None,
            Self::OpponentTime(_) | Self::Move(_) | Self::MoveNow | Self::Ping(_) | Self::Draw => None,
            Self::Result { .. } | Self::SetBoard(_) | Self::Hint | Self::Book | Self::Undo | Self::Remove => None,
            Self::Hard | Self::Easy | Self::Post | Self::NoPost | Self::Analyze | Self::ExitAnalysis => None,
            Self::Status | Self::Name(_) | Self::Rating(_) | Self::Computer | Self::Ics(_) | Self::Pause => None,
            Self::Resume | Self::Memory(_) | Self::Cores(_) | Self::EgtPath { .. } | Self::Option(_) => None,
            Self::Empty => None,
        }
    }

    /// Appends the command as a line, newline included: bytes that came as text go as they came.
    pub fn write(&self, out: &mut Vec<u8>) {
        let (word, argument): (&str, &[u8]) = match self {
            Self::Accepted(text) => ("accepted", text),
            Self::Rejected(text) => ("rejected", text),
            Self::Variant(text) => ("variant", text),
            Self::Move(text) => ("usermove", text),
            Self::Ping(text) => ("ping", text),
            Self::SetBoard(text) => ("setboard", text),
            Self::Name(text) => ("name", text),
            Self::Rating(text) => ("rating", text),
            Self::Ics(text) => ("ics", text),
            Self::Option(text) => ("option", text),
            Self::Malformed { line, .. } | Self::Unknown(line) => ("", line),
            Self::Empty => ("", b""),
            Self::EgtPath { kind, path } => return join(out, &[b"egtpath", kind, path]),
            Self::Result { result, comment } => {
                return join(out, &[b"result", result, &[b"{", *comment, b"}"].concat()]);
            }
            plain_or_number => return join(out, &[plain_or_number.to_string().as_bytes()]),
        };
        match (word, argument) {
            ("", line) => join(out, &[line]),
            (word, b"") => join(out, &[word.as_bytes()]),
            (word, argument) => join(out, &[word.as_bytes(), argument]),
        }
    }
}

fn join(out: &mut Vec<u8>, words: &[&[u8]]) {
    out.extend_from_slice(&words.join(&b' '));
    out.push(b'\n');
}

/// The text between the first `{` and the last `}`; all of it if there are none.
pub(super) fn braced(bytes: &[u8]) -> &[u8] {
    let inner = bytes.strip_prefix(b"{").unwrap_or(bytes);
    inner.strip_suffix(b"}").unwrap_or(inner)
}

/// Seconds, whole or with a decimal fraction, as milliseconds.
pub(super) fn seconds_as_millis(word: &[u8]) -> Option<i64> {
    let word = std::str::from_utf8(word).ok()?;
    let (whole, fraction) = word.split_once('.').unwrap_or((word, "0"));
    let digits = |part: &str| !part.is_empty() && part.len() <= 9 && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(whole.parse::<i64>().ok()? * 1_000 + thousandths.parse::<i64>().ok()?)
}

/// The command for people and, where it carries no text, for the wire.
impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Protover(n) => return write!(f, "protover {n}"),
            Self::Level(level) => return write!(f, "level {level}"),
            Self::MoveTime(ms) if ms % 1_000 == 0 => return write!(f, "st {}", ms / 1_000),
            Self::MoveTime(ms) => return write!(f, "st {}.{:03}", ms / 1_000, ms % 1_000),
            Self::Depth(n) => return write!(f, "sd {n}"),
            Self::NodesPerSecond(n) => return write!(f, "nps {n}"),
            Self::Time(cs) => return write!(f, "time {cs}"),
            Self::OpponentTime(cs) => return write!(f, "otim {cs}"),
            Self::Memory(n) => return write!(f, "memory {n}"),
            Self::Cores(n) => return write!(f, "cores {n}"),
            Self::Xboard => "xboard",
            Self::New => "new",
            Self::Quit => "quit",
            Self::Random => "random",
            Self::Force => "force",
            Self::Go => "go",
            Self::PlayOther => "playother",
            Self::White => "white",
            Self::Black => "black",
            Self::MoveNow => "?",
            Self::Draw => "draw",
            Self::Edit => "edit",
            Self::Hint => "hint",
            Self::Book => "bk",
            Self::Undo => "undo",
            Self::Remove => "remove",
            Self::Hard => "hard",
            Self::Easy => "easy",
            Self::Post => "post",
            Self::NoPost => "nopost",
            Self::Analyze => "analyze",
            Self::ExitAnalysis => "exit",
            Self::Status => ".",
            Self::Computer => "computer",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Accepted(_) | Self::Rejected(_) | Self::Variant(_) | Self::Move(_) | Self::Ping(_) => {
                return self.lossy(f);
            }
            Self::SetBoard(_) | Self::Name(_) | Self::Rating(_) | Self::Ics(_) | Self::Option(_) => {
                return self.lossy(f);
            }
            Self::Malformed { .. } | Self::Unknown(_) | Self::Empty => return self.lossy(f),
            Self::EgtPath { .. } | Self::Result { .. } => return self.lossy(f),
        };
        f.write_str(word)
    }
}

impl Command<'_> {
    fn lossy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Vec::new();
        self.write(&mut line);
        f.write_str(text(&line).trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(line: &str) -> String {
        let mut out = Vec::new();
        Command::parse(line.as_bytes()).write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_command_prints_as_it_reads() {
        let plain = "xboard new quit random force go playother white black ? draw edit hint bk undo remove hard easy post \
                     nopost analyze exit . computer pause resume";
        for line in plain.split(' ') {
            assert!(Command::parse(line.as_bytes()).complaint().is_none() || line == "edit", "{line}");
            assert_eq!(written(line), format!("{line}\n"));
        }
        for line in [
            "protover 2",
            "accepted setboard",
            "rejected san",
            "variant fischerandom",
            "level 40 5 0",
            "level 0 0:30 1",
            "st 5",
            "st 0.500",
            "sd 12",
            "nps 1000",
            "time 29950",
            "time -3",
            "otim 30000",
            "usermove e2e4",
            "usermove O-O",
            "ping 7",
            "result 1/2-1/2 {Draw by repetition}",
            "result 0-1 {}",
            "setboard 4k3/8/8/8/8/8/8/4K3 w - - 12 40",
            "name Rebel = 1",
            "rating 2500 0",
            "ics freechess.org",
            "ics -",
            "memory 256",
            "cores 4",
            "egtpath syzygy /a b;/c",
            "option A=B=C",
            "option Clear Hash",
            "accepted",
            "what is this",
        ] {
            assert_eq!(written(line), format!("{line}\n"));
            assert_eq!(Command::parse(line.as_bytes()).to_string(), line);
        }
    }

    #[test]
    fn moves_come_with_or_without_a_word() {
        for (line, mv) in [("usermove e2e4", "e2e4"), ("e7e8q\r\n", "e7e8q"), ("O-O", "O-O"), ("\te1h1 ", "e1h1")] {
            assert_eq!(Command::parse(line.as_bytes()), Command::Move(mv.as_bytes()), "{line}");
        }
    }

    #[test]
    fn white_space_and_trailing_words_are_forgiven() {
        assert_eq!(Command::parse(b"  ping\t 5 \r\n"), Command::Ping(b"5"));
        assert_eq!(Command::parse(b"force now"), Command::Force);
        assert_eq!(Command::parse(b"protover"), Command::Protover(2));
        assert_eq!(Command::parse(b" \r\n"), Command::Empty);
        assert_eq!(Command::parse(b"sd 5 plies"), Command::Depth(5));
        let result = Command::Result { result: b"1-0", comment: b"a {b} c" };
        assert_eq!(Command::parse(b"result 1-0 {a {b} c}"), result);
    }

    #[test]
    fn what_is_wrong_is_said_and_kept() {
        for (line, reason) in [
            ("level 40", "expected moves, minutes[:seconds], seconds"),
            ("st x", "expected seconds"),
            ("sd -1", "expected a depth"),
            ("time", "expected centiseconds"),
            ("usermove", "expected a move"),
            ("ping", "expected a number"),
            ("setboard", "expected a FEN"),
            ("memory 99999999999999999999999", "expected megabytes"),
            ("egtpath syzygy", "expected a kind and a path"),
            ("result", "expected a result and {a comment}"),
            ("edit", "use setboard"),
            ("xboards", "unknown command"),
        ] {
            let (got, command) = Command::parse(line.as_bytes()).complaint().unwrap();
            assert_eq!((got.as_str(), command.as_str()), (reason, line));
            assert_eq!(written(line), format!("{line}\n"));
        }
    }

    #[test]
    fn no_bytes_are_lost_and_none_panic() {
        for line in
            [b"\xff\xfe\x00junk".as_slice(), b"name J\xe9r\xf4me", b"option F\xe9=\xe8", b"usermove \xff", b"\x00"]
        {
            let mut out = Vec::new();
            Command::parse(line).write(&mut out);
            assert_eq!(out.strip_suffix(b"\n"), Some(line));
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_a_command_that_writes_one_line(line in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            let line: Vec<u8> = line.into_iter().filter(|byte| *byte != b'\n').collect();
            let mut out = Vec::new();
            Command::parse(&line).write(&mut out);
            proptest::prop_assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 1);
        }
    }
}
