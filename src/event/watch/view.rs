//! What is shown, as JSON. Scores are from White's side; times in milliseconds, moments since 1970 UTC.

use super::board::Variation;
use super::workers::WorkersView;
use crate::event::game::Score;
use crate::laws::{GameResult, Ground, Layer};
use serde::{Deserialize, Serialize};

/// The whole state, but for the moves of finished games.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshot {
    /// When it was made.
    pub now: u64,
    /// What does not change.
    pub event: EventView,
    /// What can change.
    #[serde(flatten)]
    pub state: StateView,
    /// The machines of a fleet; absent where the event's own machine plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<WorkersView>,
    /// The games in play.
    pub playing: Vec<GameView>,
    /// The last finished games, newest last.
    pub results: Vec<Summary>,
}

/// What does not change in an event.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EventView {
    pub name: String,
    pub site: String,
    pub format: String,
    pub laws: String,
    pub edition: String,
    pub program: &'static str,
    pub players: Vec<PlayerView>,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    pub name: String,
    pub rating: Option<u32>,
    pub time: String,
}

/// What changes now and then.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StateView {
    pub counts: Counts,
    /// `null` while the event goes on, else `complete` or `stopped`.
    pub closed: Option<&'static str>,
    pub standings: StandingsView,
    /// Games to come whose players are known, the next first.
    pub upcoming: Vec<Pairing>,
    /// The rounds of a knockout.
    pub bracket: Vec<Vec<EncounterView>>,
    pub withdrawn: Vec<Withdrawn>,
    /// The rounds of a Swiss event that were paired.
    pub rounds: Vec<RoundView>,
}

/// A round of a Swiss event.
#[derive(Clone, Debug, Serialize)]
pub struct RoundView {
    pub round: u32,
    /// Who paired it.
    pub by: String,
    pub byes: Vec<ByeView>,
}

/// A player without an opponent.
#[derive(Clone, Debug, Serialize)]
pub struct ByeView {
    pub player: u16,
    pub why: &'static str,
}

/// How many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub finished: u32,
    pub playing: u32,
    /// Of the whole event, as far as that can be said.
    pub total: u32,
}

/// A game to come.
#[derive(Clone, Debug, Serialize)]
pub struct Pairing {
    pub n: u32,
    pub round: u32,
    pub game: u32,
    pub white: u16,
    pub black: u16,
}

/// An encounter of a knockout.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterView {
    pub higher: u16,
    pub lower: Option<u16>,
    pub games: Vec<u32>,
    pub points: [String; 2],
    pub winner: Option<u16>,
}

/// A player who has left.
#[derive(Clone, Debug, Serialize)]
pub struct Withdrawn {
    pub player: u16,
    pub reason: String,
}

/// The table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StandingsView {
    pub tie_breaks: Vec<&'static str>,
    pub rows: Vec<RowView>,
    /// The teams, where teams play.
    pub teams: Vec<TeamView>,
}

/// A team's line in the table.
#[derive(Clone, Debug, Serialize)]
pub struct TeamView {
    pub name: String,
    pub rank: u32,
    pub match_points: u32,
    pub game_points: String,
    /// Matches won, drawn and lost.
    pub matches: [u32; 3],
}

/// A player's line in the table.
#[derive(Clone, Debug, Serialize)]
pub struct RowView {
    pub player: u16,
    pub rank: u32,
    pub points: String,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub faults: u32,
    pub values: Vec<String>,
    /// The results against the others, in the order of the rows; `null` against itself.
    pub cells: Vec<Option<String>>,
}

/// A finished game in a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub n: u32,
    pub round: u32,
    pub game: u32,
    pub white: u16,
    pub black: u16,
    pub result: Option<GameResult>,
    pub ground: Option<Ground>,
    /// The ground for people.
    pub title: String,
    pub layer: Layer,
    pub articles: Vec<String>,
    pub text: String,
    pub plies: usize,
    pub ended: u64,
    /// A director's decision above it.
    pub decided: Option<Decision>,
    /// `helpmate`, `proof`, `open`: what there is to see beside the words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
}

/// What a director decided.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Decision {
    pub result: GameResult,
    pub by: String,
    pub reason: String,
}

/// A game with its moves.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    pub n: u32,
    pub round: u32,
    pub game: u32,
    pub white: u16,
    pub black: u16,
    /// Where it is played.
    pub place: Option<PlaceView>,
    pub started: u64,
    pub chess960: bool,
    /// Where it starts; `null` if that is not known (yet).
    pub start: Option<String>,
    pub plies: Vec<PlyView>,
    /// The clocks at the start, White's and Black's; `null` without one.
    pub clocks: [Option<i64>; 2],
    /// When the last move came: the clock of the side to move runs since then.
    pub since: u64,
    pub thought: Option<ThoughtView>,
    pub ending: Option<RulingView>,
}

/// Where a game is played.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceView {
    pub number: usize,
    pub host: Option<String>,
}

/// A half-move.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlyView {
    /// The number of the full move.
    pub number: u32,
    pub white: bool,
    pub san: String,
    /// The position after it.
    pub fen: String,
    pub from: String,
    pub to: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    pub spent_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<i64>,
    /// The line of play in SAN.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pv: String,
}

/// What the engine on the move thinks.
#[derive(Clone, Debug, Serialize)]
pub struct ThoughtView {
    pub ply: u32,
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub pv: String,
}

/// How a game ended, whole.
#[derive(Clone, Debug, Serialize)]
pub struct RulingView {
    #[serde(flatten)]
    pub summary: Summary,
    /// What the ground means, in plain words.
    pub meaning: &'static str,
    /// On whose authority, in plain words.
    pub authority: &'static str,
    pub cited: Vec<ArticleView>,
    pub laws: String,
    pub final_fen: String,
    pub mating: Vec<MatingView>,
    pub notes: Vec<String>,
}

/// A cited article.
#[derive(Clone, Debug, Serialize)]
pub struct ArticleView {
    pub article: String,
    /// What it is about.
    pub what: String,
    /// What it says in this edition, in plain words.
    pub says: String,
}

/// Whether a side could still mate.
#[derive(Clone, Debug, Serialize)]
pub struct MatingView {
    pub side: &'static str,
    /// `possible`, `impossible` or `undetermined`.
    pub answer: &'static str,
    /// In words.
    pub text: String,
    /// The helpmate from the final position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Variation,
    /// Whether there is a certificate to download.
    pub certificate: bool,
}
