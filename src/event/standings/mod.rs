//! Who stands where, and who beat whom.
//!
//! Decides: points, places, tie-breaks after FIDE C.07, the cross table, what a withdrawal does to it. Refuses to know:
//! how games ended beyond their scores, how tables are coloured or sent.
//!
//! In round robins, gauntlets, ladders and knockouts forfeited games count like played ones in opponents' scores (C.07
//! art. 15 for round robins). In Swiss events rounds that were not played count by art. 16, edition of 1 March 2026.

mod bye;
mod order;
mod sheet;
mod teams;
mod tie_break;
mod unplayed;
mod withdrawal;

pub use bye::{Bye, ByeKind};
pub use teams::{Match, TeamRow, TeamStandings, TeamTieBreak};
pub use tie_break::{Cut, TieBreak, UnknownTieBreak, Value};
pub use withdrawal::{Absence, forfeit, withdraw};

use super::game::Game;
use super::report::failure;
use super::settings::PlayerId;
use crate::laws::GameResult;
use crate::statistics::Tally;
use sheet::{Line, cells, sheet};
use std::num::NonZeroU32;

/// A score in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The round, from 1.
    pub round: u32,
    /// White.
    pub white: PlayerId,
    /// Black.
    pub black: PlayerId,
    /// The score.
    pub result: GameResult,
    /// Whether it was played.
    pub played: Played,
}

/// Whether a game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It was, and nobody failed.
    Soundly,
    /// It was, until an engine failed: lost its connection, stalled, overstepped the time, made an illegal move.
    UntilFailure,
    /// It was not: a player had withdrawn.
    Forfeited,
}

impl Entry {
    /// Of a game; none if it has no result.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        let played = match failure(&game.ending) {
            Some(_) => Played::UntilFailure,
            None => Played::Soundly,
        };
        let (white, black, round) = (game.fixture.white, game.fixture.black, game.fixture.round);
        Some(Self { round, white, black, result: game.ending.result?, played })
    }

    /// Half points of White and Black.
    #[must_use]
    pub const fn half_points(self) -> (u32, u32) {
        match self.result {
            GameResult::WhiteWins => (2, 0),
            GameResult::BlackWins => (0, 2),
            GameResult::Draw => (1, 1),
            GameResult::BothLose => (0, 0),
            GameResult::HalfZero => (1, 0),
            GameResult::ZeroHalf => (0, 1),
        }
    }
}

/// A game as one of its players sees it.
#[derive(Clone, Copy, Debug)]
struct View {
    round: u32,
    opponent: usize,
    half_points: u32,
    black: bool,
    played: Played,
}

/// A player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The player.
    pub player: PlayerId,
    /// Its place; players that nothing tells apart share one.
    pub rank: u32,
    /// Its points, in halves.
    pub half_points: u32,
    /// Its games with White, forfeited ones too.
    pub white: Tally,
    /// Its games with Black, forfeited ones too.
    pub black: Tally,
    /// Games that it got or lost without play.
    pub forfeits: u32,
    /// Games lost by its own failures.
    pub faults: u32,
    /// The tie-breaks in the order asked for. Direct encounter is a count of points in the last group that it was
    /// applied to, and nothing where it was not.
    pub values: Vec<Option<Value>>,
}

/// The standings.
#[derive(Clone, Debug)]
pub struct Standings {
    views: Vec<Vec<View>>,
    tie_breaks: Vec<TieBreak>,
    rows: Vec<Row>,
}

impl Standings {
    /// The standings of so many players. `ratings` are by player; missing ones are unknown.
    #[must_use]
    pub fn new(
        players: usize,
        entries: &[Entry],
        byes: &[Bye],
        tie_breaks: &[TieBreak],
        ratings: &[Option<u32>],
    ) -> Self {
        Self::with(players, entries, byes, tie_breaks, ratings, None)
    }

    /// The standings of a Swiss event with so many games a round: rounds that were not played count in opponents' scores
    /// by C.07 art. 16, and forfeits are no direct encounters. Every game of a round counts as one round there. A round
    /// that a player has neither a game nor a bye in is one that is not over.
    #[must_use]
    pub fn swiss(
        players: usize,
        games: NonZeroU32,
        entries: &[Entry],
        byes: &[Bye],
        tie_breaks: &[TieBreak],
        ratings: &[Option<u32>],
    ) -> Self {
        Self::with(players, entries, byes, tie_breaks, ratings, Some(games))
    }

    fn with(
        players: usize,
        entries: &[Entry],
        byes: &[Bye],
        tie_breaks: &[TieBreak],
        ratings: &[Option<u32>],
        games: Option<NonZeroU32>,
    ) -> Self {
        let mut views = vec![Vec::new(); players];
        for entry in entries {
            let (white, black) = (usize::from(entry.white.0), usize::from(entry.black.0));
            let (white_points, black_points) = entry.half_points();
            let (round, played) = (entry.round, entry.played);
            if white.max(black) < players && white != black {
                let sides = [(white, black, white_points, false), (black, white, black_points, true)];
                for (own, opponent, half_points, black) in sides {
                    if let Some(views) = views.get_mut(own) {
                        views.push(View { round, opponent, half_points, black, played });
                    }
                }
            }
        }
        let rows = tie_break::rank(&views, byes, tie_breaks, ratings, games);
        Self { views, tie_breaks: tie_breaks.to_vec(), rows }
    }

    /// The lines, the first place first.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The cross table's cell: half points of `player` in its games against `opponent`, in the order of play.
    #[must_use]
    pub fn cell(&self, player: PlayerId, opponent: PlayerId) -> Vec<u32> {
        let views = self.views.get(usize::from(player.0)).map_or(&[][..], Vec::as_slice);
        let of = views.iter().filter(|view| view.opponent == usize::from(opponent.0));
        of.map(|view| view.half_points).collect()
    }

    /// The same in a word: `1=0` for a win, a draw and a loss, `+6=3-2` where they are more than ten.
    #[must_use]
    pub fn cell_text(&self, player: PlayerId, opponent: PlayerId) -> String {
        cell_text(&self.cell(player, opponent))
    }

    /// The table in text, one line a player: place, name, points, games, wins, draws, losses, the tie-breaks, and the
    /// cross table by places, `1=0` for a win, a draw and a loss, `+6=3-2` where they are more than ten. Of more than 500
    /// players it has no cross table, and says so.
    #[must_use]
    pub fn text(&self, names: &[String]) -> String {
        let name = |player: PlayerId| names.get(usize::from(player.0)).map_or("?", String::as_str);
        let width = self.rows.iter().map(|row| name(row.player).chars().count()).max().unwrap_or(0).max(4);
        let lines = self.rows.iter().map(|row| {
            let Tally { wins, draws, losses } = row.white + row.black;
            let (games, points) = (wins + draws + losses, Value::halves(row.half_points));
            let (rank, name) = (row.rank, name(row.player));
            let pad = width - name.chars().count().min(width);
            let left = format!("{rank:>4} {name}{:pad$} {points:>7} {games:>5} {wins:>5} {draws:>5} {losses:>5}", "");
            let cell = |other: &Row| match other.player == row.player {
                true => "*".to_owned(),
                false => cell_text(&self.cell(row.player, other.player)),
            };
            Line { left, values: &row.values, cells: cells(&self.rows, cell) }
        });
        let head =
            format!("{:>4} {:<width$} {:>7} {:>5} {:>5} {:>5} {:>5}", "Rank", "Name", "Points", "Games", "+", "=", "-");
        sheet(&head, self.tie_breaks.iter().map(|tie_break| tie_break.code()), &lines.collect::<Vec<_>>())
    }
}

/// So many results of an encounter are shown one by one.
const WIDEST: usize = 10;

/// The results against one opponent.
fn cell_text(results: &[u32]) -> String {
    if results.len() <= WIDEST {
        return results.iter().copied().map(mark).collect();
    }
    let count = |wanted: char| results.iter().filter(|result| mark(**result) == wanted).count();
    format!("+{}={}-{}", count('1'), count('='), count('0'))
}

const fn mark(half_points: u32) -> char {
    match half_points {
        0 => '0',
        1 => '=',
        _ => '1',
    }
}

#[cfg(test)]
mod tests;
