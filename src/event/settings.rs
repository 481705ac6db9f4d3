//! The settings of an event, resolved: every value is there and good. The `match` command line and `event.toml` are
//! read into this; the runner knows nothing else.

use crate::game::clock::Control;
use crate::laws::{Edition, TimeClass};
use crate::profile::Profile;
pub use crate::statistics::{Sprt, SprtModel};
use crate::units::Span;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;

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

/// The Laws and what the event adds to them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The name of the preset that these rules began as, for the record.
    pub preset: String,
    /// The edition of the Laws.
    pub laws: Arc<Edition>,
    /// The time class; none: what the slower player's clock makes it.
    pub class: Option<TimeClass>,
    /// Claims of threefold repetition and fifty moves on the players' behalf.
    pub claims: Behalf,
    /// What an illegal move costs.
    pub illegal_moves: IllegalMovePolicy,
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Wins by score.
    pub resign: Option<ResignRule>,
    /// A draw after so many moves by each.
    pub max_moves: Option<NonZeroU32>,
    /// Adjudication by endgame tables.
    pub tablebases: Option<TablebaseRule>,
    /// What follows trouble with an engine.
    pub trouble: TroublePolicy,
}

/// Claims on a player's behalf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behalf {
    /// A player claims for itself or not at all.
    Never,
    /// For the player whose own last score is at most this many centipawns.
    WhenNotBetter(i32),
    /// Whenever a claim is open.
    Always,
}

/// What an illegal move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMovePolicy {
    /// What the Laws say: time for the opponent first, the game later.
    Laws,
    /// The game at once, unless the opponent cannot mate: an event rule.
    Loss,
}

/// A draw by score: both players, half-moves in a row, within a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// From this full move on.
    pub from_move: u32,
    /// Full moves in a row; twice as many half-moves.
    pub moves: u32,
    /// The band in centipawns.
    pub score: i32,
    /// What starts the count anew beside a score outside the band.
    pub reset: DrawReset,
}

/// What starts the count of a draw rule anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReset {
    /// A pawn move or capture, as in cutechess, fastchess and TCEC.
    ByZeroing,
    /// The score alone.
    ByScoreOnly,
}

/// A win by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves in a row of one player.
    pub moves: u32,
    /// The score in centipawns that it must be at or below, negated.
    pub score: i32,
    /// Who must agree.
    pub by: ResignBy,
}

/// Whose scores a win by score needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResignBy {
    /// The loser's alone.
    Loser,
    /// Both players'.
    Both,
}

/// Adjudication by Syzygy tables. It knows the fifty-move counter unless told to ignore it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseRule {
    /// The folders.
    pub paths: Vec<PathBuf>,
    /// With at most so many men on the board.
    pub men: u8,
    /// Whether a win that the fifty-move rule spoils counts as one.
    pub fifty: TablebaseFifty,
    /// Which of its answers end games.
    pub ends: TablebaseEnds,
}

/// Whether the fifty-move rule counts in tablebase positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TablebaseFifty {
    /// A win that it spoils is a draw.
    #[default]
    Counts,
    /// It is ignored.
    Ignored,
}

/// Which tablebase answers end games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TablebaseEnds {
    /// Wins and draws.
    #[default]
    Both,
    /// Wins alone.
    WinLoss,
    /// Draws alone.
    Draw,
}

/// What follows when an engine ends, hangs or does not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TroublePolicy {
    /// What becomes of the game.
    pub game: AfterTrouble,
    /// What a forfeit gives an opponent that cannot mate.
    pub exception: TroubleException,
    /// After how many forfeits by trouble a player is out of the event; none: never.
    pub strikes: Option<NonZeroU32>,
    /// What becomes of the event after a forfeit.
    pub event: AfterForfeit,
    /// How long an engine may take for its handshake.
    pub handshake: Span,
    /// How long it may take for `isready`.
    pub ready: Span,
    /// How long after the fall of its flag, or after `stop`, a move is waited for before the engine is called stalled.
    pub stop: Span,
}

/// What becomes of a game whose engine ended or hung. If both engines stall together the host is at fault, and the
/// game is replayed whatever this says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterTrouble {
    /// It is lost.
    Forfeit,
    /// It is played again from its opening, once; then it is lost.
    ReplayOnce,
    /// The engine is started anew and plays on from the position with the time it has left, once a game; then it is
    /// lost.
    PlayOn,
}

/// What a forfeit by trouble gives an opponent that cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroubleException {
    /// A draw, by analogy with 6.9 and 7.5.5.
    Draw,
    /// The point.
    Win,
}

/// What becomes of the event after a forfeit by trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterForfeit {
    /// It goes on (`-recover`).
    GoOn,
    /// It is stopped when the games in play are over.
    Stop,
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
