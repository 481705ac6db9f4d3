//! Which team stands where.
//!
//! A match is an encounter of two teams in one round: its game points are the sum over all boards and games, its match
//! points follow when the last of its games has a result. Games that are not played because a player has left are
//! lost by forfeit; where both have left, by both.
//!
//! Source: FIDE Handbook C.07 for the tie-breaks of team competitions, whose codes these are; the extended
//! Sonneborn-Berger systems are named after what is multiplied, the opponent's score first.

use super::order::{Criterion, ranked, split};
use super::sheet::{Line, cells, sheet};
use super::{Entry, Value};
use crate::event::game::Fixture;
use crate::event::plain;
use crate::event::settings::{GameNumber, PlayerId, Primary, Teams};
use crate::laws::GameResult;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// What orders teams with the same score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeamTieBreak {
    /// MPvGP: the other of match and game points.
    OtherScore,
    /// DE: the score in the matches among the tied, if all have met equally often.
    DirectEncounter,
    /// EMMSB: the opponent's match points times the match points made against it.
    MatchMatch,
    /// EMGSB: the opponent's match points times the game points made against it.
    MatchGame,
    /// EGMSB: the opponent's game points times the match points made against it.
    GameMatch,
    /// EGGSB: the opponent's game points times the game points made against it.
    GameGame,
}

impl TeamTieBreak {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::OtherScore, Self::DirectEncounter, Self::MatchMatch, Self::MatchGame, Self::GameMatch, Self::GameGame];
    /// Where an event does not say.
    pub const USUAL: [Self; 3] = [Self::OtherScore, Self::DirectEncounter, Self::MatchGame];

    /// Its code in C.07.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::OtherScore => "MPvGP",
            Self::DirectEncounter => "DE",
            Self::MatchMatch => "EMMSB",
            Self::MatchGame => "EMGSB",
            Self::GameMatch => "EGMSB",
            Self::GameGame => "EGGSB",
        }
    }
}

impl FromStr for TeamTieBreak {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|known| known.code().eq_ignore_ascii_case(text)).ok_or(())
    }
}

/// A team's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRow {
    /// The team, by place in the list of teams.
    pub team: usize,
    /// Its place; teams that nothing tells apart share one.
    pub rank: u32,
    /// Its match points, of matches that are over.
    pub match_points: u32,
    /// Its game points, in halves.
    pub half_points: u32,
    /// Matches won, drawn and lost.
    pub matches: [u32; 3],
    /// The tie-breaks in the order asked for; direct encounter as for players.
    pub values: Vec<Option<Value>>,
}

/// A match as one of its teams sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The round, from 1.
    pub round: u32,
    /// The other team, by place.
    pub opponent: usize,
    /// Game points in halves, its own and the other's.
    pub half_points: (u32, u32),
    /// Match points; none: it is not over.
    pub match_points: Option<u32>,
}

/// The standings of the teams.
#[derive(Clone, Debug)]
pub struct TeamStandings {
    matches: Vec<Vec<Match>>,
    tie_breaks: Vec<TeamTieBreak>,
    rows: Vec<TeamRow>,
}

impl TeamStandings {
    /// From the whole schedule, the scores by the numbers of the games, and the players who have left.
    #[must_use]
    pub fn new(
        teams: &Teams,
        fixtures: impl Iterator<Item = Fixture>,
        entries: &BTreeMap<GameNumber, Entry>,
        out: &BTreeSet<PlayerId>,
    ) -> Self {
        let mut seats = BTreeMap::new();
        for (place, team) in teams.teams.iter().enumerate() {
            seats.extend(team.boards.iter().map(|player| (*player, place)));
        }
        // Half points of the first and the second team, and whether games are missing.
        let mut scores: BTreeMap<(u32, usize, usize), (u32, u32, bool)> = BTreeMap::new();
        for fixture in fixtures {
            let (Some(white), Some(black)) = (seats.get(&fixture.white), seats.get(&fixture.black)) else { continue };
            let score = scores.entry((fixture.round, *white.min(black), *white.max(black))).or_default();
            let forfeit = match (out.contains(&fixture.white), out.contains(&fixture.black)) {
                (false, false) => None,
                (true, false) => Some(GameResult::BlackWins),
                (false, true) => Some(GameResult::WhiteWins),
                (true, true) => Some(GameResult::BothLose),
            };
            let result = entries.get(&fixture.number).map(|entry| entry.result).or(forfeit);
            let (won, lost) = match result {
                Some(GameResult::WhiteWins) => (2, 0),
                Some(GameResult::BlackWins) => (0, 2),
                Some(GameResult::Draw) => (1, 1),
                Some(GameResult::HalfZero) => (1, 0),
                Some(GameResult::ZeroHalf) => (0, 1),
                Some(GameResult::BothLose) => (0, 0),
                None => {
                    score.2 = true;
                    (0, 0)
                }
            };
            let (first, second) = if white < black { (won, lost) } else { (lost, won) };
            (score.0, score.1) = (score.0 + first, score.1 + second);
        }
        let mut matches = vec![Vec::new(); teams.teams.len()];
        for ((round, first, second), (one, other, missing)) in scores {
            for (own, opponent, half_points) in [(first, second, (one, other)), (second, first, (other, one))] {
                let points = match half_points.0.cmp(&half_points.1) {
                    std::cmp::Ordering::Greater => teams.match_points.win,
                    std::cmp::Ordering::Equal => teams.match_points.draw,
                    std::cmp::Ordering::Less => teams.match_points.loss,
                };
                if let Some(matches) = matches.get_mut(own) {
                    matches.push(Match { round, opponent, half_points, match_points: (!missing).then_some(points) });
                }
            }
        }
        let rows = Field::new(&matches, teams.primary).rows(&teams.tie_breaks);
        Self { matches, tie_breaks: teams.tie_breaks.clone(), rows }
    }

    /// The lines, the first place first.
    #[must_use]
    pub fn rows(&self) -> &[TeamRow] {
        &self.rows
    }

    /// The matches of a team in the order of the rounds, those to come too.
    #[must_use]
    pub fn matches(&self, team: usize) -> &[Match] {
        self.matches.get(team).map_or(&[], Vec::as_slice)
    }

    /// The table in text: place, name, match points, game points, matches won, drawn and lost, the tie-breaks, and the
    /// game points of the matches by places.
    #[must_use]
    pub fn text(&self, teams: &Teams) -> String {
        let names = teams.teams.iter().map(|team| plain::line(&team.name)).collect::<Vec<_>>();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        let cell = |row: &TeamRow, other: &TeamRow| {
            if row.team == other.team {
                return "*".to_owned();
            }
            let against = self.matches(row.team).iter().filter(|met| met.opponent == other.team);
            let begun = against.filter(|met| met.match_points.is_some() || met.half_points != (0, 0));
            begun.map(|met| Value::halves(met.half_points.0).to_string()).collect::<Vec<_>>().join(",")
        };
        let lines = self.rows.iter().map(|row| {
            let name = names.get(row.team).map_or("?", |name| name);
            let pad = width.saturating_sub(name.chars().count());
            let ([won, drawn, lost], games) = (row.matches, Value::halves(row.half_points));
            let (rank, points) = (row.rank, row.match_points);
            let left = format!("{rank:>4} {name}{:pad$} {points:>5} {games:>7} {won:>4} {drawn:>4} {lost:>4}", "");
            Line { left, values: &row.values, cells: cells(&self.rows, |other| cell(row, other)) }
        });
        let head = format!("{:>4} {:<width$} {:>5} {:>7} {:>4} {:>4} {:>4}", "Rank", "Team", "MP", "GP", "+", "=", "-");
        sheet(&head, self.tie_breaks.iter().map(|tie_break| tie_break.code()), &lines.collect::<Vec<_>>())
    }
}

/// What all teams have.
struct Field<'a> {
    matches: &'a [Vec<Match>],
    match_points: Vec<u32>,
    half_points: Vec<u32>,
    primary: Primary,
}

impl<'a> Field<'a> {
    fn new(matches: &'a [Vec<Match>], primary: Primary) -> Self {
        let sum = |of: fn(&Match) -> u32| {
            matches.iter().map(|matches| matches.iter().map(of).sum::<u32>()).collect::<Vec<_>>()
        };
        let (match_points, half_points) = (sum(match_points), sum(|met| met.half_points.0));
        Self { matches, match_points, half_points, primary }
    }

    fn rows(&self, tie_breaks: &[TeamTieBreak]) -> Vec<TeamRow> {
        let mut values = (0..self.matches.len()).map(|team| self.values(team, tie_breaks)).collect::<Vec<_>>();
        let criterion = |tie_break: &TeamTieBreak| match tie_break {
            TeamTieBreak::DirectEncounter => Criterion::DirectEncounter,
            TeamTieBreak::OtherScore
            | TeamTieBreak::MatchMatch
            | TeamTieBreak::MatchGame
            | TeamTieBreak::GameMatch
            | TeamTieBreak::GameGame => Criterion::Own,
        };
        let criteria = tie_breaks.iter().map(criterion).collect::<Vec<_>>();
        let encounters = |group: &[usize]| {
            let among = self.among(group)?;
            let parts = split(group, |team| among.get(&team).copied());
            Some((among, parts))
        };
        let groups = ranked(&mut values, |team| self.score(team), &criteria, encounters);
        let mut rows = Vec::new();
        for group in groups {
            let rank = u32::try_from(rows.len() + 1).unwrap_or(u32::MAX);
            for team in group {
                rows.push(self.row(team, rank, values.get(team).cloned().unwrap_or_default()));
            }
        }
        rows
    }

    fn row(&self, team: usize, rank: u32, values: Vec<Option<Value>>) -> TeamRow {
        let of = |list: &[u32]| list.get(team).copied().unwrap_or(0);
        let mut matches = [0; 3];
        for met in self.matches.get(team).into_iter().flatten().filter(|met| met.match_points.is_some()) {
            let [won, drawn, lost] = &mut matches;
            *match met.half_points.0.cmp(&met.half_points.1) {
                std::cmp::Ordering::Greater => won,
                std::cmp::Ordering::Equal => drawn,
                std::cmp::Ordering::Less => lost,
            } += 1;
        }
        let (match_points, half_points) = (of(&self.match_points), of(&self.half_points));
        TeamRow { team, rank, match_points, half_points, matches, values }
    }

    /// The primary score in quarters.
    fn score(&self, team: usize) -> Value {
        match self.primary {
            Primary::MatchPoints => points(self.match_points.get(team).copied().unwrap_or(0)),
            Primary::GamePoints => Value::halves(self.half_points.get(team).copied().unwrap_or(0)),
        }
    }

    fn values(&self, team: usize, tie_breaks: &[TeamTieBreak]) -> Vec<Option<Value>> {
        let matches = self.matches.get(team).map_or(&[][..], Vec::as_slice);
        let of = |list: &[u32], team: usize| i64::from(list.get(team).copied().unwrap_or(0));
        // Match points are whole, game points halves: products come out in quarters.
        let sum = |opponents: &[u32], own: fn(&Match) -> u32, quarters: i64| {
            let product = |met: &Match| of(opponents, met.opponent) * i64::from(own(met)) * quarters;
            Value(matches.iter().map(product).sum())
        };
        let value = |tie_break: &TeamTieBreak| {
            Some(match tie_break {
                TeamTieBreak::DirectEncounter => return None,
                TeamTieBreak::OtherScore => match self.primary {
                    Primary::MatchPoints => Value::halves(self.half_points.get(team).copied().unwrap_or(0)),
                    Primary::GamePoints => points(self.match_points.get(team).copied().unwrap_or(0)),
                },
                TeamTieBreak::MatchMatch => sum(&self.match_points, match_points, 4),
                TeamTieBreak::MatchGame => sum(&self.match_points, |met| met.half_points.0, 2),
                TeamTieBreak::GameMatch => sum(&self.half_points, match_points, 2),
                TeamTieBreak::GameGame => sum(&self.half_points, |met| met.half_points.0, 1),
            })
        };
        tie_breaks.iter().map(value).collect()
    }

    /// The primary score in the matches among a group; none: not all have met, or not equally often.
    fn among(&self, group: &[usize]) -> Option<BTreeMap<usize, Value>> {
        let mut usual = None;
        let mut scores = BTreeMap::new();
        for team in group {
            let over = || self.matches.get(*team).into_iter().flatten().filter(|met| met.match_points.is_some());
            for other in group.iter().filter(|other| *other != team) {
                let met = over().filter(|met| met.opponent == *other).count();
                if met == 0 || *usual.get_or_insert(met) != met {
                    return None;
                }
            }
            let within = over().filter(|met| group.contains(&met.opponent));
            let score = match self.primary {
                Primary::MatchPoints => points(within.map(match_points).sum()),
                Primary::GamePoints => Value::halves(within.map(|met| met.half_points.0).sum()),
            };
            scores.insert(*team, score);
        }
        Some(scores)
    }
}

fn match_points(met: &Match) -> u32 {
    met.match_points.unwrap_or(0)
}

fn points(whole: u32) -> Value {
    Value(4 * i64::from(whole))
}

impl fmt::Display for TeamTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests;
