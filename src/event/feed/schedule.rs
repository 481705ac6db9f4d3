//! `schedule.json`: the games of the event in order, played, in play and to come.

use super::live::evaluation;
use crate::event::game::{Fixture, Game};
use crate::event::pgn::{PgnContext, duration, time_of_day};
use crate::event::report;
use crate::laws::GameResult;
use serde::Serialize;
use shakmaty::Color;

/// A game as the schedule has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Row {
    game: u32,
    round: u32,
    white: String,
    black: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_ev: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_ev: Option<String>,
    /// Full moves, the last one counted if only White made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    /// `00:12:34`.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    final_fen: Option<String>,
    /// `16:29:34 on 2025.10.09`, UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
}

impl Row {
    /// Of a game to come.
    #[must_use]
    pub fn to_come(fixture: &Fixture, context: &PgnContext) -> Self {
        let name = |id| context.name(id).to_owned();
        let (white, black) = (name(fixture.white), name(fixture.black));
        Self { game: fixture.number.0, round: fixture.round, white, black, ..Self::default() }
    }

    /// Of a game in play, as far as it has come.
    #[must_use]
    pub fn in_play(game: &Game, context: &PgnContext) -> Self {
        Self {
            result: Some("*".to_owned()),
            termination: Some("in progress".to_owned()),
            start: Some(time_of_day(game.started)),
            ..Self::to_come(&game.fixture, context)
        }
    }

    /// The result that counts: a director's, where it is another than the game's own.
    pub fn decide(&mut self, result: GameResult) {
        self.result = Some(result.as_str().to_owned());
    }

    /// Of a game that is over.
    #[must_use]
    pub fn over(game: &Game, context: &PgnContext) -> Self {
        let first = match game.opening.fen.as_deref().and_then(|fen| fen.split_ascii_whitespace().nth(1)) {
            Some("b") => Color::Black,
            Some(_) | None => Color::White,
        };
        let mover = |index: usize| if index.is_multiple_of(2) { first } else { !first };
        let last = |side: Color| {
            let mut own = game.plies.iter().enumerate().rev().filter(|(index, _)| mover(*index) == side);
            own.find_map(|(_, played)| evaluation(played, side))
        };
        Self {
            result: Some(game.ending.result.map_or("*", GameResult::as_str).to_owned()),
            white_ev: last(Color::White),
            black_ev: last(Color::Black),
            moves: Some(game.plies.len().div_ceil(2)),
            duration: Some(duration(game.ended.saturating_sub(game.started))),
            termination: Some(report::reason(&game.ending, &game.final_fen)),
            final_fen: Some(game.final_fen.clone()),
            start: Some(time_of_day(game.started)),
            ..Self::to_come(&game.fixture, context)
        }
    }
}

/// The file.
#[must_use]
pub fn schedule(rows: &[Row]) -> String {
    // Rows have nothing that JSON lacks.
    serde_json::to_string(rows).unwrap_or_default()
}
