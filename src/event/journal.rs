//! The journal of an event: one entry a line, `CRC JSON`, appended and never rewritten. What is in it has happened;
//! the event is what a replay of it makes.
//!
//! Decides: the form of a line, what a torn or damaged file still says. Refuses to know: files, what follows from an
//! entry. The checksum is CRC-32 (IEEE) of the JSON bytes, eight hexadecimal digits. A line that was cut by a crash is
//! the last one and is dropped; damage in the middle is told by number and the rest is kept.

use super::game::{Game, Incident, Played};
use super::schedule::swiss::Pairing;
use super::settings::{GameNumber, PlayerId};
use super::table::Again;
use crate::laws::GameResult;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Entry {
    /// The event was opened. The first entry.
    Opened {
        /// The program and its version.
        program: String,
        /// When, in milliseconds since 1970 UTC.
        at: u64,
        /// The settings, whole, as `event.toml`.
        settings: String,
        /// The edition of the Laws, whole, where it was read from a file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        laws: Option<String>,
        /// The folder that relative paths are taken from.
        folder: String,
        /// The names of the players, in order.
        players: Vec<String>,
        /// CRC-32 of the openings, so that another file under the same name is found out.
        openings: u32,
        /// How long the PGN file was before: what follows is the event's.
        pgn_from: u64,
        /// The same of the file of final positions.
        #[serde(default)]
        epd_from: u64,
        /// The same of the JSON lines.
        #[serde(default)]
        jsonl_from: u64,
    },
    /// The program was started again on this journal.
    Resumed {
        /// When, in milliseconds since 1970 UTC.
        at: u64,
    },
    /// A game was begun.
    Begun {
        /// Which.
        number: GameNumber,
        /// How often it had been begun and given up before.
        earlier: u32,
    },
    /// A half-move was made in a game that can be resumed.
    Moved {
        /// Which game.
        number: GameNumber,
        /// Its place in the game, from 0.
        ply: u32,
        /// The half-move.
        played: Played,
    },
    /// An illegal move, a refused claim, an offer or a restart in a game that can be resumed. It comes after the
    /// half-moves that were made before it.
    Incident {
        /// Which game.
        number: GameNumber,
        /// Its place among the game's incidents, from 0.
        index: u32,
        /// What happened.
        incident: Incident,
    },
    /// A game is over.
    Finished {
        /// The game.
        game: Box<Game>,
        /// Whether it will be played again, and so does not count.
        again: Again,
        /// The players whose engines failed.
        failed: Vec<PlayerId>,
    },
    /// A game was played once more after its result had been counted: evidence, which changes nothing.
    Late {
        /// The game as it was played then.
        game: Box<Game>,
    },
    /// A director decided about a game. It stands above what the game's own entry says, which stays.
    Decided {
        /// Which game.
        number: GameNumber,
        /// The score.
        result: GameResult,
        /// Who.
        by: String,
        /// Why.
        reason: String,
        /// When, in milliseconds since 1970 UTC.
        at: u64,
    },
    /// A player plays no more games.
    Withdrawn {
        /// Who.
        player: PlayerId,
        /// Why.
        reason: String,
    },
    /// A round of a Swiss event was paired and published. It stays as it is, whatever is decided about earlier games.
    Paired {
        /// The round.
        #[serde(flatten)]
        pairing: Pairing,
        /// By what or whom.
        by: PairedBy,
        /// When, in milliseconds since 1970 UTC.
        at: u64,
    },
    /// The program ended in an orderly way.
    Closed {
        /// How.
        how: Closing,
    },
}

/// By what or whom a round was paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairedBy {
    /// A pairing program, as it was called.
    Program(String),
    /// This program, by the system of this name.
    BuiltIn(String),
    /// A director.
    Director {
        /// Who.
        name: String,
        /// Why.
        reason: String,
    },
}

/// `bbpPairings.exe --dutch`, `built in: tcec`, `Jo: no pairing exists`.
impl std::fmt::Display for PairedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Program(called) => f.write_str(called),
            Self::BuiltIn(system) => write!(f, "built in: {system}"),
            Self::Director { name, reason } => write!(f, "{name}: {reason}"),
        }
    }
}

/// How an event's program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closing {
    /// All games are played, or a test is decided.
    Complete,
    /// It was stopped and can be resumed.
    Stopped,
}

impl Entry {
    /// The entry as JSON, without a checksum, with a line end.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = self.json();
        json.push(b'\n');
        json
    }

    fn json(&self) -> Vec<u8> {
        // The shapes above have no map with keys that are not text, and no numbers that JSON lacks.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The line, with its end.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let json = self.json();
        let mut line = format!("{:08x} ", crc32fast::hash(&json)).into_bytes();
        line.extend(json);
        line.push(b'\n');
        line
    }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("journal: line {line}: expected {expected}, got {got:?}")]
pub struct Damage {
    /// From 1.
    pub line: usize,
    /// What should stand there.
    pub expected: &'static str,
    /// The beginning of what does.
    pub got: String,
}

/// What is left of a journal beside its good entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// What is wrong, except a last line that was cut.
    pub damage: Vec<Damage>,
    /// The length of the file up to the end of its last whole line: where to go on.
    pub good: u64,
}

impl Rest {
    /// Reads a journal and hands out its good entries, in order.
    pub fn of(bytes: &[u8], mut entry: impl FnMut(Entry)) -> Self {
        let mut journal = Self::default();
        let mut at = 0;
        for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let whole = line.ends_with(b"\n");
            let is_last = at + line.len() == bytes.len();
            at += line.len();
            match parse(line.trim_ascii_end()) {
                Ok(good) if whole => entry(good),
                // Cut by a crash: it was never confirmed to anybody.
                Ok(_) | Err(_) if is_last && !whole => return journal,
                Ok(good) => entry(good),
                Err(expected) => {
                    let got = String::from_utf8_lossy(line.get(..line.len().min(60)).unwrap_or_default()).into_owned();
                    journal.damage.push(Damage { line: index + 1, expected, got });
                }
            }
            journal.good = at as u64;
        }
        journal
    }
}

fn parse(line: &[u8]) -> Result<Entry, &'static str> {
    let (crc, json) = line.split_at_checked(9).ok_or("a checksum and an entry")?;
    let crc = std::str::from_utf8(crc).ok().and_then(|crc| u32::from_str_radix(crc.trim_end(), 16).ok());
    let crc = crc.ok_or("a checksum of eight hexadecimal digits")?;
    if crc != crc32fast::hash(json) {
        return Err("an entry that fits its checksum");
    }
    serde_json::from_slice(json).map_err(|_| "an entry of this version")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let begun = |number| Entry::Begun { number: GameNumber(number), earlier: 0 };
        vec![begun(1), begun(2), Entry::Closed { how: Closing::Stopped }]
    }

    fn read(bytes: &[u8]) -> (Vec<Entry>, Rest) {
        let mut entries = Vec::new();
        let rest = Rest::of(bytes, |entry| entries.push(entry));
        (entries, rest)
    }

    fn bytes() -> Vec<u8> {
        entries().iter().flat_map(Entry::to_line).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let (read, journal) = read(&bytes());
        assert_eq!(read, entries());
        assert_eq!(journal.good, bytes().len() as u64);
        assert!(journal.damage.is_empty());
    }

    #[test]
    fn an_incident_is_written_and_read() {
        use crate::event::game::{Happening, Incident};
        use crate::event::mating::Side;
        for what in [
            Happening::FaultyMove { uci: "e2e5".to_owned() },
            Happening::UnreadableMove { text: "\u{fffd}e4".to_owned() },
            Happening::NoMove,
            Happening::WrongClaim { announced: "f3g1".to_owned() },
            Happening::Offer { by: Side::White },
            Happening::Restart { side: Side::Black },
        ] {
            let incident = Incident { ply: 3, spent_ns: u64::MAX, what };
            let entry = Entry::Incident { number: GameNumber(4), index: 1, incident };
            assert_eq!(read(&entry.to_line()).0, [entry]);
        }
    }

    #[test]
    fn a_journal_cut_anywhere_keeps_every_whole_entry() {
        let whole = bytes();
        let ends: Vec<usize> =
            whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
        for cut in 0..whole.len() {
            let (read, journal) = read(&whole[..cut]);
            let expected = ends.iter().filter(|end| **end <= cut).count();
            assert_eq!(read, entries()[..expected], "cut at {cut}");
            assert!(journal.damage.is_empty(), "cut at {cut}");
            assert_eq!(journal.good, ends[..expected].last().copied().unwrap_or(0) as u64);
        }
    }

    #[test]
    fn a_last_line_that_is_whole_and_damaged_is_no_torn_one() {
        let mut damaged = bytes();
        let last = damaged.len() - 3;
        damaged[last] ^= 1;
        let (read, journal) = read(&damaged);
        assert_eq!(read, entries()[..2]);
        assert_eq!(journal.damage[0].line, 3);
        assert_eq!(journal.good, damaged.len() as u64);
    }

    #[test]
    fn damage_in_the_middle_is_named_and_the_rest_kept() {
        let mut damaged = bytes();
        damaged[12] ^= 1;
        let (read, journal) = read(&damaged);
        assert_eq!(read, entries()[1..]);
        assert_eq!(journal.damage[0].line, 1);
        assert_eq!(journal.damage[0].expected, "an entry that fits its checksum");
    }
}
