//! The settings of an event, resolved: every value is there and good. The `match` command line and `event.toml` are
//! read into this; the runner knows nothing else.

use crate::game::clock::Control;
use crate::profile::Profile;
pub use crate::statistics::{Sprt, SprtModel};
use crate::units::Span;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

mod rules;
mod swiss;
mod teams;

pub use super::standings::{ByeKind, TieBreak};
pub use rules::*;
pub use swiss::*;
pub use teams::*;

/// A player of the event, by its place in [`Settings::players`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct PlayerId(pub u16);

/// The number of a game in its event, from 1, in the order of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct GameNumber(pub u32);

/// An event.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The PGN tag `Event`.
    pub name: String,
    /// The PGN tag `Site`.
    pub site: String,
    /// Who plays, in the order of their pairing numbers.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub format: Format,
    /// What orders players with the same points.
    pub tie_breaks: Vec<TieBreak>,
    /// Where games start.
    pub openings: Openings,
    /// The Laws and what the event adds to them.
    pub rules: Rules,
    /// A test that ends the event when it is decided; two players only.
    pub sprt: Option<Sprt>,
    /// What starts and repeats the random order of openings.
    pub seed: u64,
    /// How and where it is played.
    pub play: Play,
    /// What is written and shown.
    pub output: Output,
    /// Where the games are shown elsewhere while they are played.
    pub broadcast: Option<Broadcast>,
}

/// A round of a broadcast that games are pushed to (lichess: `POST /api/broadcast/round/ID/push`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    /// Where PGN is sent to.
    pub url: String,
    /// Where the token is; it is never kept here.
    pub token: Token,
}

/// Where a token is read from when the event begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// The environment variable of this name.
    Environment(String),
    /// The first line of this file.
    File(PathBuf),
}

/// A player: an engine and what it plays under.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its name in the event; no two are alike.
    pub name: String,
    /// How to start it.
    pub engine: Profile,
    /// Its clock.
    pub control: Control,
    /// How late a move may be after the flag has fallen (`timemargin`); anything but zero is an event rule.
    pub margin: Span,
    /// The depth that each search is limited to.
    pub depth: Option<NonZeroU32>,
    /// The nodes that each search is limited to.
    pub nodes: Option<u64>,
    /// Whether it thinks on the opponent's time.
    pub ponder: Pondering,
    /// When its process is started anew.
    pub restart: Restart,
    /// Lines sent before the handshake.
    pub first_lines: Vec<String>,
    /// Where its stderr goes; nowhere by default.
    pub stderr: Option<PathBuf>,
    /// A Polyglot book that its moves are taken from while it lasts.
    pub book: Option<Book>,
    /// The rating it is said to have at the start, for tables.
    pub rating: Option<u32>,
    /// From whose side its engine tells scores.
    pub scores: ScoresFrom,
}

/// From whose side an engine tells scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoresFrom {
    /// Its own, as the protocols demand.
    #[default]
    Mover,
    /// White's, also when it has Black (`whitepov`): they are turned round before anything reads them.
    White,
}

/// A player's own opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The Polyglot file.
    pub file: PathBuf,
    /// To which full move it is used.
    pub moves: u32,
}

/// Whether a player thinks on the opponent's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pondering {
    /// Not.
    #[default]
    Off,
    /// If its engine can.
    On,
}

/// When an engine's process is started anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// After trouble only; an xboard engine without `reuse` for every game.
    #[default]
    Auto,
    /// For every game.
    On,
    /// After trouble only.
    Off,
}

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// All against all.
    RoundRobin(Meetings),
    /// The first `seeds` players against all others.
    Gauntlet {
        /// How many players stand at the front.
        seeds: NonZeroUsize,
        /// The games.
        meetings: Meetings,
    },
    /// The loser is out.
    Knockout {
        /// Games of a mini-match; after a tie further pairs are played until it is decided.
        games: NonZeroU32,
        /// The further pairs, at most; after them the higher seed goes on. None: no limit.
        extra_pairs: Option<NonZeroU32>,
    },
    /// Each player meets every player before it in the list ("pyramid", ladder of pairs).
    Ladder(Meetings),
    /// Players with the same points meet, and no two twice.
    Swiss(Swiss),
    /// All teams against all, board against board.
    TeamRoundRobin(Teams),
}

impl Format {
    /// A Swiss event's terms; none for other formats.
    #[must_use]
    pub const fn swiss(&self) -> Option<&Swiss> {
        match self {
            Self::Swiss(swiss) => Some(swiss),
            Self::RoundRobin(_)
            | Self::Gauntlet { .. }
            | Self::Knockout { .. }
            | Self::Ladder(_)
            | Self::TeamRoundRobin(_) => None,
        }
    }

    /// The teams; none for events without.
    #[must_use]
    pub const fn teams(&self) -> Option<&Teams> {
        match self {
            Self::TeamRoundRobin(teams) => Some(teams),
            Self::RoundRobin(_) | Self::Gauntlet { .. } | Self::Knockout { .. } | Self::Ladder(_) | Self::Swiss(_) => {
                None
            }
        }
    }
}

/// How often two players meet, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meetings {
    /// How often the whole schedule is run through.
    pub rounds: NonZeroU32,
    /// Games an encounter.
    pub games: NonZeroU32,
    /// The order of the rounds.
    pub order: Order,
    /// Who has White in the games of an encounter.
    pub colours: Colours,
}

/// The order in which the encounters of a round robin are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Berger tables (FIDE C.05, annex 1).
    #[default]
    Berger,
    /// As cutechess-cli pairs.
    Cutechess,
    /// As fastchess pairs: all games of one encounter after another, 1-2, 1-3, … 2-3, ….
    Fastchess,
}

/// Who has White in the games of an encounter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// They change with every game, and from one meeting of the two to the next.
    #[default]
    Swapped,
    /// The first named has White in all of them (`-noswap`).
    Fixed,
    /// Changed with every game, the second named first (`-reverse`).
    Reversed,
}

/// Where games start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// What the list is made of.
    pub source: OpeningSource,
    /// In which order it is gone through.
    pub order: OpeningOrder,
    /// Half-moves taken of a PGN game or book line; none: all that there are.
    pub plies: Option<u32>,
    /// The first one used, from 1.
    pub start: NonZeroU32,
    /// How many games in a row start from one opening.
    pub repeat: NonZeroU32,
    /// When the next one is taken.
    pub policy: OpeningPolicy,
    /// Whether the games are Chess960; a position that needs it makes its own game one.
    pub variant: Variant,
}

/// What the list of openings is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// The one start position.
    Start,
    /// A file of EPD or FEN lines. Counters in six-field lines and in `hmvc`, `fmvn` are kept.
    Epd(PathBuf),
    /// A PGN file.
    Pgn(PathBuf),
    /// Lines of a Polyglot book, drawn by weight with the event's seed.
    Polyglot(PathBuf),
    /// Chess960 numbers, 0 to 959; none: all of them.
    Chess960(Vec<u16>),
    /// Pairs of Chess960 numbers, White's and Black's; none: all 921,600.
    DoubleChess960(Vec<(u16, u16)>),
}

/// In which order openings are gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As listed.
    #[default]
    Sequential,
    /// Shuffled with the event's seed; the whole list before one comes again.
    Random,
}

/// When the next opening is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningPolicy {
    /// After `repeat` games.
    #[default]
    Default,
    /// For each encounter.
    Encounter,
    /// For each round: all its games share one.
    Round,
}

/// The castling rules of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960 (`fischerandom`).
    Chess960,
}

/// How and where the event is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Games at a time.
    pub concurrency: NonZeroUsize,
    /// Which processors the games are bound to.
    pub affinity: Affinity,
    /// The pause between two games of one place.
    pub wait: Span,
    /// What becomes of games that were in play when the program ended.
    pub interrupted: Interrupted,
}

/// What becomes of games that were in play when the program ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interrupted {
    /// They are played again from their openings.
    #[default]
    Replay,
    /// They go on from the last move in the journal, with the time the players had then.
    Resume,
}

/// Which processors games are bound to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Affinity {
    /// None.
    #[default]
    Off,
    /// One each, as many as there are.
    Auto,
    /// One each of these.
    List(Vec<usize>),
}

/// What is written and shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Games in PGN.
    pub pgn: Option<PgnOutput>,
    /// Final positions in EPD.
    pub epd: Option<PathBuf>,
    /// Everything, one JSON object a line.
    pub jsonl: Option<PathBuf>,
    /// The games in play, rewritten after every move.
    pub live_pgn: Option<PathBuf>,
    /// A folder for the files that viewers of the TCEC kind poll.
    pub feed: Option<PathBuf>,
    /// A folder for what was said on the wires, one file a game.
    pub wires: Option<PathBuf>,
    /// The journal that an event is resumed from; none: the runner names it.
    pub journal: Option<PathBuf>,
    /// Whose words progress is told in.
    pub style: Style,
    /// Ratings are shown after so many games; 0: at the end only.
    pub rating_interval: u32,
    /// Scores are shown after so many games; 0: at the end only.
    pub score_interval: u32,
    /// Outcomes are shown after so many games; 0: never.
    pub outcome_interval: u32,
    /// Whether the standings are shown at the end.
    pub standings: FinalTable,
}

/// Whether the standings are shown at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalTable {
    /// Not: match runners have ratings in their place.
    #[default]
    Hidden,
    /// With the cross table and the tie-breaks.
    Shown,
}

/// Whose words progress is told in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// cutechess-cli's.
    #[default]
    Cutechess,
    /// fastchess's.
    Fastchess,
    /// What fastchess calls cutechess's (`-output format=cutechess`): its own figures in such lines.
    FastchessAsCutechess,
}

/// How games are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnOutput {
    /// The file; games are appended in the order of the schedule.
    pub file: PathBuf,
    /// What stands in comments.
    pub comments: Comments,
    /// Whether games without a result are written too.
    pub unfinished: Unfinished,
}

/// What stands in a PGN's comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comments {
    /// Score, depth and time, as cutechess writes them.
    #[default]
    Full,
    /// None (`min`).
    None,
    /// `[%eval]` and `[%clk]` commands beside them.
    Commands,
}

/// What becomes of games without a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unfinished {
    /// They are written with `*`.
    #[default]
    Written,
    /// They are left out (`fi`).
    Left,
}
