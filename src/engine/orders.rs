//! What a GUI orders, in UCI. Unknown words are skipped, as UCI demands; a bad move in a list is told, not passed over.

use crate::game::{Record, Start};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Color, Move};
use std::time::Duration;

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    pub(super) white_ms: Option<i64>,
    pub(super) black_ms: Option<i64>,
    pub(super) white_increment_ms: i64,
    pub(super) black_increment_ms: i64,
    pub(super) moves_to_go: Option<u32>,
    pub(super) move_time_ms: Option<i64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) search_moves: Vec<String>,
}

impl Go {
    pub(super) fn parse(arguments: &str) -> Self {
        let mut go = Self::default();
        let mut words = arguments.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| word.parse::<UciMove>().is_ok()) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                "wtime" => go.white_ms = next(&mut words),
                "btime" => go.black_ms = next(&mut words),
                "winc" => go.white_increment_ms = next(&mut words).unwrap_or(0),
                "binc" => go.black_increment_ms = next(&mut words).unwrap_or(0),
                "movestogo" => go.moves_to_go = next(&mut words),
                "movetime" => go.move_time_ms = next(&mut words),
                "depth" => go.depth = next(&mut words),
                "nodes" => go.nodes = next(&mut words),
                // A mate in n is found within 2n - 1 plies.
                "mate" => go.depth = next(&mut words).map(|moves: u32| moves.saturating_mul(2).saturating_sub(1)),
                _ => {}
            }
        }
        go
    }

    /// How long to think, or `None` for no limit of time.
    pub(super) fn budget(&self, side: Color, overhead_ms: i64) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        let (left, increment) = match side {
            Color::White => (self.white_ms, self.white_increment_ms),
            Color::Black => (self.black_ms, self.black_increment_ms),
        };
        let millis = match (self.move_time_ms, left) {
            (Some(millis), _) => millis - overhead_ms.min(millis / 4),
            (None, Some(left)) => {
                let moves = i64::from(self.moves_to_go.unwrap_or(30).clamp(1, 50));
                let usable = left - overhead_ms;
                (usable / (moves + 1) + increment * 3 / 4).min(usable * 2 / 3)
            }
            (None, None) => return None,
        };
        Some(Duration::from_millis(u64::try_from(millis).unwrap_or(0).max(1)))
    }
}

fn next<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

/// Reads `position`'s arguments.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn position(arguments: &str, mode: CastlingMode) -> Result<Record, String> {
    let mut words = arguments.split_ascii_whitespace();
    let start = match words.next() {
        Some("startpos") => Start::parse("startpos", mode),
        Some("fen") => {
            let fen = words.by_ref().take_while(|word| *word != "moves").collect::<Vec<_>>().join(" ");
            let start = Start::parse(&fen, mode);
            return start.map_err(|error| error.to_string()).and_then(|start| play(start, words));
        }
        Some(_) | None => return Err("position: expected startpos or fen".to_owned()),
    };
    match words.next() {
        Some("moves") | None => start.map_err(|error| error.to_string()).and_then(|start| play(start, words)),
        Some(other) => Err(format!("position: expected moves, got {other:?}")),
    }
}

fn play<'a>(start: Start, moves: impl Iterator<Item = &'a str>) -> Result<Record, String> {
    let mut record = Record::new(start);
    for (index, text) in moves.enumerate() {
        match read_move(&record, text) {
            Some(m) => record.push(m),
            None => {
                return Err(format!("position: move {}: expected a legal move, got {text:?}", index + 1));
            }
        }
    }
    Ok(record)
}

/// A legal move in UCI, either castling spelling.
pub(crate) fn read_move(record: &Record, text: &str) -> Option<Move> {
    text.parse::<UciMove>().ok()?.to_move(record.position()).ok()
}

/// The name and value of `setoption`'s arguments; names may have several words, values any.
pub(super) fn set_option(arguments: &str) -> Option<(String, String)> {
    let rest = arguments.trim().strip_prefix("name ")?;
    let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
    let name = name.trim_end_matches(" value").split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    Some((name.to_ascii_lowercase(), value.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_reads_all_its_words_in_any_order() {
        let go = Go::parse(
            "ponder searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10 binc 20 movestogo 3 depth 256 junk nodes 7",
        );
        assert_eq!((go.white_ms, go.black_ms, go.moves_to_go), (Some(1_000), Some(-5), Some(3)));
        assert_eq!((go.depth, go.nodes, go.ponder), (Some(256), Some(7), true));
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(Go::parse("mate 3").depth, Some(5));
    }

    #[test]
    fn the_budget_never_exceeds_the_clock() {
        for text in ["wtime 10", "wtime 1000 winc 5000", "wtime 50 movestogo 1", "wtime -20 winc 0", "movetime 5"] {
            let budget = Go::parse(text).budget(Color::White, 10).unwrap().as_millis();
            let clock = Go::parse(text).white_ms.or_else(|| Go::parse(text).move_time_ms).unwrap();
            assert!(budget <= u128::from(clock.max(1).unsigned_abs()), "{text}: {budget}");
        }
        assert_eq!(Go::parse("infinite").budget(Color::White, 10), None);
        assert_eq!(Go::parse("depth 3").budget(Color::White, 10), None);
        assert_eq!(Go::parse("btime 100").budget(Color::White, 10), None);
    }

    #[test]
    fn a_bad_move_in_the_list_is_an_error() {
        let read = |text: &str| position(text, CastlingMode::Standard).map(|record| record.ply().0);
        assert_eq!(read("startpos moves e2e4  e7e5\tg1f3"), Ok(3));
        assert_eq!(read("startpos moves"), Ok(0));
        assert_eq!(read("fen 5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - - moves"), Ok(0));
        assert!(read("startpos moves e2e4 e9e5 g1f3").unwrap_err().contains("move 2"));
        assert!(read("fen nonsense").unwrap_err().contains("fen"));
        assert!(read("").is_err());
    }

    #[test]
    fn option_names_have_several_words() {
        assert_eq!(set_option(" name Clear Hash"), Some(("clear hash".to_owned(), String::new())));
        assert_eq!(set_option("name Move Overhead value 20 "), Some(("move overhead".to_owned(), "20".to_owned())));
        assert_eq!(set_option("Hash 3"), None);
    }
}
