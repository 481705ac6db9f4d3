//! What a GUI tells an engine.

use super::token::{content, tokens};

/// A command by its first word. A command that does not start with a known word is unknown, whatever follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `setoption name N [value V]`
    SetOption(SetOption<'a>),
    /// `ucinewgame`
    NewGame,
    /// `position …`: what follows the word.
    Position(&'a [u8]),
    /// `go …`
    Go(Go<'a>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// An empty line, or only white space.
    Blank,
    /// Anything else: `debug`, `register`, `d`, `bench`, other protocols.
    Unknown(&'a [u8]),
}

/// The arguments of `setoption`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetOption<'a> {
    /// The name, words as they came.
    pub name: &'a [u8],
    /// The value; `None` for a button.
    pub value: Option<&'a [u8]>,
}

/// The arguments of `go` that matter to a bystander.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// `ponder`
    pub ponder: bool,
    /// `infinite`, or no limit at all.
    pub infinite: bool,
    /// `perft`: no search, no `bestmove`.
    pub perft: bool,
    /// `searchmoves` is given.
    pub searchmoves: bool,
    /// `wtime` in milliseconds; may be negative.
    pub wtime: Option<i64>,
    /// `btime` in milliseconds; may be negative.
    pub btime: Option<i64>,
    /// `winc` in milliseconds.
    pub winc: Option<i64>,
    /// `binc` in milliseconds.
    pub binc: Option<i64>,
    /// `movetime` in milliseconds.
    pub movetime: Option<i64>,
    /// Everything after `go`.
    pub text: &'a [u8],
}

impl<'a> Command<'a> {
    /// Reads a line, with or without its end.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Self {
        let line = content(line);
        let mut words = tokens(line);
        match words.next() {
            None => Self::Blank,
            Some(b"uci") => Self::Uci,
            Some(b"isready") => Self::IsReady,
            Some(b"setoption") => SetOption::parse(words.rest()).map_or(Self::Unknown(line), Self::SetOption),
            Some(b"ucinewgame") => Self::NewGame,
            Some(b"position") => Self::Position(words.rest()),
            Some(b"go") => Self::Go(Go::parse(words.rest())),
            Some(b"stop") => Self::Stop,
            Some(b"ponderhit") => Self::PonderHit,
            Some(b"quit") => Self::Quit,
            Some(_) => Self::Unknown(line),
        }
    }
}

impl<'a> SetOption<'a> {
    /// Reads what follows `setoption`. The word `name` may be missing (some GUIs forget it); the name ends at the first
    /// word that is exactly `value`.
    fn parse(text: &'a [u8]) -> Option<Self> {
        let mut words = tokens(text);
        let body = match words.next()? {
            b"name" => words.rest(),
            _ => text,
        };
        let mut words = tokens(body);
        let mut end = 0;
        while let Some(word) = words.next() {
            if word == b"value" {
                return Some(Self { name: body.get(..end)?.trim_ascii(), value: Some(words.rest()) });
            }
            end = body.len() - words.rest.len();
        }
        (!body.is_empty()).then_some(Self { name: body.trim_ascii(), value: None })
    }

    /// Whether this sets the option called `name`; option names do not differ by case.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Whether the value is the word `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.value.is_some_and(|value| value.eq_ignore_ascii_case(b"true"))
    }
}

impl<'a> Go<'a> {
    fn parse(text: &'a [u8]) -> Self {
        let mut go = Self { text, ..Self::default() };
        let mut limited = false;
        let mut words = tokens(text);
        while let Some(word) = words.next() {
            match word {
                b"ponder" => go.ponder = true,
                b"infinite" => go.infinite = true,
                b"searchmoves" => go.searchmoves = true,
                b"perft" => go.perft = true,
                b"wtime" => go.wtime = number(words.next()),
                b"btime" => go.btime = number(words.next()),
                b"winc" => go.winc = number(words.next()),
                b"binc" => go.binc = number(words.next()),
                b"movetime" => go.movetime = number(words.next()),
                b"depth" | b"nodes" | b"mate" => limited = true,
                _ => {}
            }
        }
        let timed = go.wtime.is_some() || go.btime.is_some() || go.movetime.is_some();
        go.infinite = go.infinite || !(limited || timed || go.ponder || go.perft);
        go
    }
}

fn number(word: Option<&[u8]>) -> Option<i64> {
    std::str::from_utf8(word?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &[u8]) -> SetOption<'_> {
        match Command::parse(line) {
            Command::SetOption(set) => set,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn option_names_and_values_are_split_at_the_word_value_alone() {
        let set = option(b"setoption name Piece Values value 5\n");
        assert_eq!((set.name, set.value), (&b"Piece Values"[..], Some(&b"5"[..])));
        let set = option(b"setoption name Clear Hash\r\n");
        assert_eq!((set.name, set.value), (&b"Clear Hash"[..], None));
        let set = option(b"setoption name P value C:\\A b;D:\\c");
        assert_eq!(set.value, Some(&b"C:\\A b;D:\\c"[..]));
        let set = option(b"setoption name X value");
        assert_eq!(set.value, Some(&b""[..]));
        let set = option(b"setoption name U value \xe9");
        assert_eq!(set.value, Some(&b"\xe9"[..]));
        assert_eq!(option(b"setoption Hash value 1").name, b"Hash");
    }

    #[test]
    fn a_ponder_go_stays_one_and_an_unlimited_go_is_infinite() {
        let Command::Go(go) = Command::parse(b"go ponder wtime 1000 btime -20") else { panic!() };
        assert!(go.ponder && !go.infinite);
        assert_eq!((go.wtime, go.btime), (Some(1000), Some(-20)));
        assert!(matches!(Command::parse(b"go"), Command::Go(go) if go.infinite));
        assert!(matches!(Command::parse(b"go depth 256"), Command::Go(go) if !go.infinite));
        assert!(matches!(Command::parse(b"go perft 4"), Command::Go(go) if go.perft && !go.infinite));
    }

    #[test]
    fn a_word_is_known_only_whole_and_first() {
        assert!(matches!(Command::parse(b"isreadyx"), Command::Unknown(_)));
        assert!(matches!(Command::parse(b"foo isready"), Command::Unknown(_)));
        assert_eq!(Command::parse(b"\t isready \r\n"), Command::IsReady);
        assert_eq!(Command::parse(b" \r\n"), Command::Blank);
    }
}
