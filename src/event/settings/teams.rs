//! Teams: who plays on which board, and how matches count.

use super::PlayerId;
pub use crate::event::standings::TeamTieBreak;
use std::num::NonZeroU32;

/// A round robin of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams {
    /// The teams, in the order of their pairing numbers; all have as many boards.
    pub teams: Vec<Team>,
    /// How often the whole schedule is run through.
    pub rounds: NonZeroU32,
    /// Games on each board of an encounter.
    pub games: NonZeroU32,
    /// What an encounter brings.
    pub match_points: MatchPoints,
    /// What orders the teams first.
    pub primary: Primary,
    /// What orders teams with the same score.
    pub tie_breaks: Vec<TeamTieBreak>,
}

/// A team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Its name; no two are alike.
    pub name: String,
    /// Its players, the first board first.
    pub boards: Vec<PlayerId>,
}

/// Match points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchPoints {
    /// For more than half of the game points.
    pub win: u32,
    /// For half of them.
    pub draw: u32,
    /// For less.
    pub loss: u32,
}

impl Default for MatchPoints {
    fn default() -> Self {
        Self { win: 2, draw: 1, loss: 0 }
    }
}

/// What orders teams first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Primary {
    /// Match points.
    #[default]
    MatchPoints,
    /// Game points.
    GamePoints,
}

impl Teams {
    /// The team of a player and its board, both from 0.
    #[must_use]
    pub fn seat(&self, player: PlayerId) -> Option<(usize, usize)> {
        let board = |team: &Team| team.boards.iter().position(|member| *member == player);
        self.teams.iter().enumerate().find_map(|(place, team)| Some((place, board(team)?)))
    }
}
