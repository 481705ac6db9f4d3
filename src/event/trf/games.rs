//! The games of a report: two cells that speak of one another.

use super::{Cell, Document, Mark};
use crate::laws::GameResult;
use shakmaty::Color;

/// A game between two players of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The round, from 1.
    pub round: u16,
    /// White's number; where a forfeit names no colours, the lower number.
    pub white: u16,
    /// Black's.
    pub black: u16,
    /// The result; none: it is not over.
    pub result: Option<GameResult>,
    /// Whether it was played.
    pub played: GamePlayed,
}

/// Whether a game of a report was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePlayed {
    /// It was.
    Yes,
    /// It was over in less than one move, and is not rated.
    Short,
    /// It was not.
    No,
}

/// Why two cells cannot be those of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// The opponent's cell does not name the player.
    Opponent,
    /// Both have one colour, or one of them has none.
    Colour,
    /// No game ends with these two results.
    Result,
}

impl Document {
    /// The games, by rounds, in each by the number of the first player named. Cells that do not fit each other make
    /// none; [`super::parse`] lets none pass.
    #[must_use]
    pub fn games(&self) -> Vec<Game> {
        let mut games = Vec::new();
        for round in 0..self.rounds_told() {
            for player in &self.players {
                if let Some(Cell::Game { opponent, .. }) = player.cells.get(round).copied()
                    && player.number < opponent
                    && let Ok(Some(game)) = self.game(round, player.number)
                {
                    games.push(game);
                }
            }
        }
        games
    }

    /// The game of a player in a round, from 0; none: it has no game there.
    pub(super) fn game(&self, round: usize, number: u16) -> Result<Option<Game>, Misfit> {
        let cell = |number| self.player(number).and_then(|player| player.cells.get(round)).copied();
        let Some(Cell::Game { opponent, colour, mark }) = cell(number) else { return Ok(None) };
        let other = match cell(opponent) {
            Some(Cell::Game { opponent, colour, mark }) if opponent == number => (colour, mark),
            Some(_) | None => return Err(Misfit::Opponent),
        };
        let first_is_white = match (colour, other.0) {
            (Some(Color::White), Some(Color::Black)) => true,
            (Some(Color::Black), Some(Color::White)) => false,
            (None, None) => number < opponent,
            (Some(_), Some(_) | None) | (None, Some(_)) => return Err(Misfit::Colour),
        };
        let ((white, black), marks) =
            if first_is_white { ((number, opponent), (mark, other.1)) } else { ((opponent, number), (other.1, mark)) };
        let (result, played) = result(marks.0, marks.1).ok_or(Misfit::Result)?;
        let round = u16::try_from(round + 1).unwrap_or(u16::MAX);
        Ok(Some(Game { round, white, black, result, played }))
    }
}

/// What White's and Black's marks say together.
fn result(white: Mark, black: Mark) -> Option<(Option<GameResult>, GamePlayed)> {
    use GameResult::{BlackWins, BothLose, Draw, HalfZero, WhiteWins, ZeroHalf};
    let (result, played) = match (white, black) {
        (Mark::Win, Mark::Loss) => (WhiteWins, GamePlayed::Yes),
        (Mark::Loss, Mark::Win) => (BlackWins, GamePlayed::Yes),
        (Mark::Draw, Mark::Draw) => (Draw, GamePlayed::Yes),
        (Mark::Loss, Mark::Loss) => (BothLose, GamePlayed::Yes),
        (Mark::Draw, Mark::Loss) => (HalfZero, GamePlayed::Yes),
        (Mark::Loss, Mark::Draw) => (ZeroHalf, GamePlayed::Yes),
        (Mark::ShortWin, Mark::ShortLoss) => (WhiteWins, GamePlayed::Short),
        (Mark::ShortLoss, Mark::ShortWin) => (BlackWins, GamePlayed::Short),
        (Mark::ShortDraw, Mark::ShortDraw) => (Draw, GamePlayed::Short),
        (Mark::ShortLoss, Mark::ShortLoss) => (BothLose, GamePlayed::Short),
        (Mark::ShortDraw, Mark::ShortLoss) => (HalfZero, GamePlayed::Short),
        (Mark::ShortLoss, Mark::ShortDraw) => (ZeroHalf, GamePlayed::Short),
        (Mark::ForfeitWin, Mark::ForfeitLoss) => (WhiteWins, GamePlayed::No),
        (Mark::ForfeitLoss, Mark::ForfeitWin) => (BlackWins, GamePlayed::No),
        (Mark::ForfeitLoss, Mark::ForfeitLoss) => (BothLose, GamePlayed::No),
        (Mark::Pending, Mark::Pending) => return Some((None, GamePlayed::No)),
        (
            Mark::Win
            | Mark::Draw
            | Mark::Loss
            | Mark::ShortWin
            | Mark::ShortDraw
            | Mark::ShortLoss
            | Mark::ForfeitWin
            | Mark::ForfeitLoss
            | Mark::Pending,
            _,
        ) => return None,
    };
    Some((Some(result), played))
}
