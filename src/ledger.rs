//! The ledger: every ruling, claim, fault and unusual event of a game in play, one JSON object a line.
//!
//! Decides: what an entry holds and how it is spelled. Refuses to know: files, clocks, when something is worth an
//! entry. Written by the wrapper's shell, read by `uci-arbiter ledger`. A line is written in one piece and ends in a
//! newline, so that a reader can tell a line cut short by a crash from a bad one.

use crate::foreign::{json_fault, shortened};
use crate::game::Ruling;
use crate::laws::{GameResult, Ground, Layer};
use serde::{Deserialize, Serialize};

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// When, in milliseconds since 1970 UTC, by the shell's clock.
    pub time: u64,
    /// Which game of this process, from 1; 0 before the first.
    pub game: u32,
    /// Half-moves made in the game as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The position on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// What happened.
    pub event: Event,
    /// The articles it rests on, most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<String>,
    /// What anyone can check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// One sentence for people; may be empty where the event says all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// White or Black, as the ledger spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// Who acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// The engine itself.
    Engine,
    /// The wrapper on the engine's behalf.
    Arbiter,
    /// The opponent, through the GUI or runner.
    Opponent,
    /// The GUI or runner.
    Runner,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The program started.
    Opened {
        /// Name and version of this program.
        program: String,
        /// The engine's command and arguments.
        engine: Vec<String>,
        /// The edition of the Laws.
        laws: String,
    },
    /// The protocol shown upstream was settled by the first word received.
    Face {
        /// Which.
        face: Face,
    },
    /// The engine finished its handshake.
    EngineReady {
        /// As it calls itself.
        name: String,
    },
    /// A game started.
    GameStarted {
        /// The start position.
        start: String,
        /// Whether castling goes by the Chess960 rules.
        chess960: bool,
        /// Why it is taken for a new game: `ucinewgame`, `new`, another start position.
        why: String,
    },
    /// The moves before the position on the board are not known: counts are lower bounds from here on.
    HistoryUnknown {
        /// Why.
        why: String,
    },
    /// The history was rebuilt from a bare position.
    HistoryRebuilt {
        /// The moves found.
        moves: Vec<String>,
    },
    /// Moves were taken back.
    TakenBack {
        /// The half-moves that remain.
        to: u32,
    },
    /// A `position` (or move) from the GUI could not be read; the state is unknown until the next good one.
    BadPosition {
        /// The index of the bad move in the list, from 0, if the list was at fault.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<u32>,
        /// The text at fault.
        got: String,
    },
    /// The game is over by rule.
    Ruled {
        /// The score.
        result: GameResult,
        /// Why.
        ground: Ground,
        /// On whose authority.
        layer: Layer,
    },
    /// A claim would be correct.
    Claimable {
        /// Of what.
        ground: Ground,
        /// The move to announce, if the claim needs one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// A draw was claimed.
    Claimed {
        /// By whom.
        by: Actor,
        /// Of what; none if the position gives no ground.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ground: Option<Ground>,
        /// Whether it was correct.
        correct: bool,
        /// The line that carried it.
        line: String,
    },
    /// A draw was offered.
    Offered {
        /// By whom.
        by: Actor,
    },
    /// An offer was accepted.
    Accepted {
        /// By whom.
        by: Actor,
    },
    /// A player resigned.
    Resigned {
        /// By whom.
        by: Actor,
    },
    /// A result was sent upstream.
    ResultSent {
        /// The score.
        result: GameResult,
        /// The comment with it.
        comment: String,
    },
    /// The GUI or runner told the result.
    ResultHeard {
        /// As it came: `1-0`, `*`, …
        result: String,
        /// The comment with it.
        comment: String,
    },
    /// A flag is about to fall or has fallen.
    Clock {
        /// Whose.
        side: Side,
        /// What is left, negative if overdrawn.
        left_ms: i64,
    },
    /// The engine misbehaved.
    Fault {
        /// How.
        fault: EngineFault,
    },
    /// What was done about a fault.
    Remedy {
        /// What.
        remedy: Remedy,
    },
    /// A line was deliberately changed, added or withheld.
    Rewritten {
        /// Why.
        why: String,
        /// As it came, if one came.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        /// As it went, if one went.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// A setting of the wrapper was changed by the GUI.
    Setting {
        /// Its name.
        name: String,
        /// The new value.
        value: String,
    },
    /// Something unusual that is nobody's fault.
    Unusual {
        /// What.
        what: String,
    },
    /// The program is about to end.
    Closed {
        /// Its exit code.
        exit: u8,
    },
}

/// The protocol shown upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// UCI.
    Uci,
    /// xboard, CECP version 2.
    Xboard,
}

/// How an engine can misbehave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineFault {
    /// It could not be started.
    NotStarted,
    /// No `uciok`.
    NoUciok,
    /// No `readyok`.
    NoReadyok,
    /// It ended, was killed by a signal, or closed its output, in mid-game.
    Died,
    /// It sent a move that is not legal.
    IllegalMove,
    /// It sent `bestmove` without a move where there are legal moves.
    NoMove,
    /// It sent `bestmove` with something that is no move.
    UnreadableMove,
    /// It does not answer `stop`.
    NeverStops,
    /// It let its clock run out without a move.
    NoBestmove,
    /// It sent `bestmove` before `stop` or `ponderhit`.
    EarlyBestmove,
    /// It sent a second `bestmove` for one `go`, or one for none.
    UnaskedBestmove,
    /// It writes faster than anyone can read.
    Flood,
    /// It sends white space, line ends or letter case that GUIs do not read.
    Spelling,
    /// It ignores `quit`.
    IgnoresQuit,
    /// It left processes behind.
    Orphans,
    /// It rejected an option.
    RejectedOption,
}

/// What was done about a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Remedy {
    /// Nothing: the line went on as it came.
    Forwarded,
    /// The line was put right.
    Repaired,
    /// The line was withheld.
    Dropped,
    /// The line was held until it was due.
    Held,
    /// The engine was started again and the game replayed to it.
    Restarted,
    /// A move was answered in the engine's place.
    Substituted {
        /// The move.
        mv: String,
        /// Where it came from: the last principal variation, the only legal move.
        source: String,
    },
    /// `readyok` was answered in the engine's place.
    AnsweredReady,
    /// The engine was killed.
    Killed,
    /// The program ends, so that the runner sees a dead engine.
    DiedToo,
}

/// A line that is not an entry.
#[derive(Debug, thiserror::Error)]
#[error("expected a ledger entry, got {got:?}: {cause}")]
pub struct ParseEntryError {
    /// The line, shortened.
    got: String,
    /// What the JSON reader said.
    cause: String,
}

impl Entry {
    /// An entry with nothing but the event; the other fields are filled by struct update.
    #[must_use]
    pub const fn new(time: u64, game: u32, event: Event) -> Self {
        Self {
            time,
            game,
            ply: None,
            fen: None,
            event,
            articles: Vec::new(),
            evidence: Vec::new(),
            text: String::new(),
        }
    }

    /// The entry for a ruling: score, ground and layer, its articles, its evidence in words, its sentence.
    #[must_use]
    pub fn of_ruling(time: u64, game: u32, fen: Option<String>, ruling: &Ruling) -> Self {
        let event = Event::Ruled { result: ruling.result, ground: ruling.ground, layer: ruling.layer };
        Self {
            ply: Some(ruling.ply.0),
            fen,
            articles: ruling.citations.iter().map(ToString::to_string).collect(),
            evidence: ruling.evidence.iter().map(ToString::to_string).filter(|words| !words.is_empty()).collect(),
            text: ruling.text(),
            ..Self::new(time, game, event)
        }
    }
}

/// The line for an entry, newline included.
#[must_use]
pub fn to_line(entry: &Entry) -> String {
    // An entry has string keys only and no floats: nothing in it can fail to be JSON.
    let mut line = serde_json::to_string(entry).unwrap_or_default();
    line.push('\n');
    line
}

/// Reads one line, with or without its newline.
///
/// # Errors
/// The line is not JSON or not an entry.
pub fn parse(line: &[u8]) -> Result<Entry, ParseEntryError> {
    let line = line.trim_ascii_end();
    serde_json::from_slice(line).map_err(|error| ParseEntryError {
        got: shortened(&String::from_utf8_lossy(line)),
        cause: json_fault(line, &error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruled() -> Entry {
        let event = Event::Ruled { result: GameResult::Draw, ground: Ground::DeadPosition, layer: Layer::Law };
        Entry {
            ply: Some(57),
            fen: Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()),
            articles: vec!["FIDE Laws 2023, 5.2.2".to_owned()],
            evidence: vec!["White cannot mate".to_owned(), "Black cannot mate".to_owned()],
            text: "draw: dead position".to_owned(),
            ..Entry::new(1_700_000_000_123, 2, event)
        }
    }

    #[test]
    fn a_line_reads_as_it_was_written() {
        let line = to_line(&ruled());
        assert!(line.ends_with("}\n"));
        assert!(line.contains(r#""event":{"kind":"ruled","result":"1/2-1/2","ground":"dead-position","layer":"law"}"#));
        assert_eq!(parse(line.as_bytes()).unwrap(), ruled());
    }

    #[test]
    fn nested_tags_and_odd_text_survive() {
        for event in [
            Event::Fault { fault: EngineFault::NoUciok },
            Event::Remedy {
                remedy: Remedy::Substituted { mv: "e2e4".to_owned(), source: "only legal move".to_owned() },
            },
            Event::Remedy { remedy: Remedy::Killed },
            Event::Rewritten {
                why: "line ends\r\n\0\u{1b}[2J".to_owned(),
                before: Some("\u{fffd}\"\\".to_owned()),
                after: None,
            },
            Event::Clock { side: Side::Black, left_ms: -12 },
        ] {
            let entry = Entry::new(1, 1, event);
            let line = to_line(&entry);
            assert_eq!(line.matches('\n').count(), 1, "one line an entry: {line}");
            assert_eq!(parse(line.as_bytes()).unwrap(), entry);
        }
    }

    #[test]
    fn every_cut_of_a_line_is_an_error_not_another_entry() {
        let line = to_line(&ruled());
        let whole = line.trim_end().as_bytes();
        for cut in 0..whole.len() {
            assert!(parse(whole.get(..cut).unwrap()).is_err(), "cut at {cut}");
        }
        assert!(parse(br#"{"time":1,"game":1,"event":{"kind":"no-such"}}"#).is_err());
        assert!(parse(br#"{"time":1,"game":1,"event":{"kind":"offered","by":"engine"},"extra":0}"#).is_err());
    }
}
