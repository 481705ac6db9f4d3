//! The event's own rules for ending a game early: by scores, by length, by endgame tables.
//!
//! Decides: when a rule that the organiser set ends a game that the Laws let go on. Refuses to know: the Laws (the
//! arbiter is asked first; only a game that goes on comes here), engines, files (tables answer through [`Tablebase`]).
//!
//! The counters are cutechess-cli's, whose semantics fastchess and TCEC share, after every move in this order: tables,
//! draw, win, length.
//!
//! - A score counts if it has a depth of at least one. A move without (a book's, or of an engine that said nothing)
//!   sets the draw count and the mover's own counts to zero.
//! - Draw: one count for both. It grows by each score within the band, in either direction; a score outside or a mate
//!   sets it to zero; a pawn move or capture sets it to zero *before* its own score is counted. Twice the number of
//!   moves is needed, and as many full moves must have been completed as the rule says.
//! - Win: a count for each side of its scores at or below the threshold, and one of those at or above it. The loser's
//!   count decides, after the loser's move; where both must agree, the winner's count must have come as far.
//! - Full moves are those of the position's move number, as fastchess counts and PGN shows; cutechess counts from the
//!   start of the game, which differs only where a FEN starts later than with move 1.
//! - Length: half-moves of the game, the opening's included, as cutechess counts.

mod tables;

pub use tables::{Dtz, Tablebase, Value, Wdl};

use super::game::Score;
use super::settings::{DrawReset, DrawRule, ResignBy, ResignRule, Rules, TablebaseEnds, TablebaseRule};
use crate::laws::{GameResult, Ground};
use crate::units::{HalfMoves, counted};
use shakmaty::{ByColor, Chess, Color, Position};
use std::num::NonZeroU32;
use std::sync::Arc;

/// A game ended by an event rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Which rule.
    pub ground: Ground,
    /// The score.
    pub result: GameResult,
    /// The evidence, in words.
    pub words: String,
}

/// A move that was made, and what its player said of it.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// Who made it.
    pub mover: Color,
    /// The position after it.
    pub position: &'a Chess,
    /// The mover's last score for it; none for a book move.
    pub score: Option<Score>,
    /// The depth of that score.
    pub depth: Option<u32>,
    /// Half-moves without pawn move or capture after it, as the event counts them; zero: it was one.
    pub quiet: HalfMoves,
    /// Half-moves of the game after it, those of the opening included.
    pub plies: u32,
}

/// The event rules at work in one game.
#[derive(Debug)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    max_moves: Option<NonZeroU32>,
    tables: Option<(TablebaseRule, Arc<dyn Tablebase>)>,
    /// Scores in a row within the band.
    level: u32,
    /// Scores in a row that say the mover loses.
    losing: ByColor<u32>,
    /// Scores in a row that say the mover wins.
    winning: ByColor<u32>,
}

impl Adjudicator {
    /// For a game that begins. Without `tables` the rule for them does nothing.
    #[must_use]
    pub fn new(rules: &Rules, tables: Option<Arc<dyn Tablebase>>) -> Self {
        Self {
            draw: rules.draw,
            resign: rules.resign,
            max_moves: rules.max_moves,
            tables: rules.tablebases.clone().zip(tables),
            level: 0,
            losing: ByColor::default(),
            winning: ByColor::default(),
        }
    }

    /// Whether a rule ends the game after this move. To be asked after every move of the game that the Laws let go on.
    pub fn after_move(&mut self, made: Made<'_>) -> Option<Adjudication> {
        self.count(made);
        // All are asked in this order, and each is kept from changing what the next counts.
        self.by_tables(made)
            .or_else(|| self.by_draw(made))
            .or_else(|| self.by_win(made))
            .or_else(|| self.by_length(made))
    }

    fn count(&mut self, made: Made<'_>) {
        let by_zeroing = self.draw.is_some_and(|rule| rule.reset == DrawReset::ByZeroing);
        if made.quiet.0 == 0 && by_zeroing {
            self.level = 0;
        }
        let (losing, winning) = (self.losing.get_mut(made.mover), self.winning.get_mut(made.mover));
        let Some(score) = searched(made) else {
            (self.level, *losing, *winning) = (0, 0, 0);
            return;
        };
        if let Some(rule) = self.draw {
            let within = match score {
                Score::Cp(centipawns) => i64::from(centipawns).abs() <= i64::from(rule.score),
                Score::Mate(_) => false,
            };
            self.level = if within { self.level.saturating_add(1) } else { 0 };
        }
        if let Some(rule) = self.resign {
            let (loses, wins) = match score {
                Score::Cp(centipawns) => (centipawns <= -rule.score, centipawns >= rule.score),
                Score::Mate(moves) => (moves <= 0, moves > 0),
            };
            *losing = if loses { losing.saturating_add(1) } else { 0 };
            *winning = if wins { winning.saturating_add(1) } else { 0 };
        }
    }

    fn by_draw(&self, made: Made<'_>) -> Option<Adjudication> {
        let rule = self.draw?;
        let completed = made.position.fullmoves().get() - 1;
        let enough = self.level >= rule.moves.saturating_mul(2) && completed >= rule.from_move;
        (enough && searched(made).is_some()).then(|| Adjudication {
            ground: Ground::ScoreDraw,
            result: GameResult::Draw,
            words: format!(
                "both players' scores were within {} pawns of level for {} in a row, {} played",
                pawns(rule.score),
                counted(self.level, "half-move", "half-moves"),
                counted(completed, "move", "moves")
            ),
        })
    }

    fn by_win(&self, made: Made<'_>) -> Option<Adjudication> {
        let rule = self.resign?;
        let count = *self.losing.get(made.mover);
        let agreed = match rule.by {
            ResignBy::Loser => true,
            ResignBy::Both => *self.winning.get(!made.mover) >= rule.moves,
        };
        let enough = count >= rule.moves && agreed && searched(made).is_some();
        enough.then(|| {
            let (loser, winner) = (name(made.mover), name(!made.mover));
            let more = match rule.by {
                ResignBy::Loser => String::new(),
                ResignBy::Both => format!(", and {winner}'s at {} or more", pawns(rule.score)),
            };
            Adjudication {
                ground: Ground::ScoreWin,
                result: GameResult::win(!made.mover),
                words: format!(
                    "{loser}'s score was -{} pawns or less for {} in a row{more}",
                    pawns(rule.score),
                    counted(count, "move", "moves")
                ),
            }
        })
    }

    fn by_length(&self, made: Made<'_>) -> Option<Adjudication> {
        let most = self.max_moves?.get();
        (made.plies >= most.saturating_mul(2)).then(|| Adjudication {
            ground: Ground::MoveLimit,
            result: GameResult::Draw,
            words: format!("{} made by each player", counted(most, "move was", "moves were")),
        })
    }

    fn by_tables(&self, made: Made<'_>) -> Option<Adjudication> {
        let (rule, tables) = self.tables.as_ref()?;
        let position = made.position;
        if position.castles().any() || position.board().occupied().count() > usize::from(rule.men) {
            return None;
        }
        let value = tables::value(position, made.quiet, rule.fifty, tables.as_ref())?;
        let result = match value {
            Value::Win => GameResult::win(position.turn()),
            Value::Loss => GameResult::win(!position.turn()),
            Value::Draw => GameResult::Draw,
        };
        let wanted = match rule.ends {
            TablebaseEnds::Both => true,
            TablebaseEnds::WinLoss => value != Value::Draw,
            TablebaseEnds::Draw => value == Value::Draw,
        };
        wanted.then(|| {
            let men = position.board().occupied().count();
            let words = match result.winner() {
                Some(winner) => format!("{men} men: {} wins by the endgame tables", name(winner)),
                None => format!("{men} men: a draw by the endgame tables"),
            };
            Adjudication {
                ground: Ground::Tablebase,
                result,
                words: format!("{words}, half-move count {}", made.quiet),
            }
        })
    }
}

/// The score that counts.
fn searched(made: Made<'_>) -> Option<Score> {
    made.score.filter(|_| made.depth.is_some_and(|depth| depth > 0))
}

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn pawns(centipawns: i32) -> String {
    let size = centipawns.unsigned_abs();
    format!("{}.{:02}", size / 100, size % 100)
}

#[cfg(test)]
mod tests;
