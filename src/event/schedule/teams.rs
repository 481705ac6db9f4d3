//! The round robin of teams: the teams meet by the Berger tables, board against board.
//!
//! In an encounter the team that the table names first has White on the odd boards, the other on the even ones; in
//! the next game on a board, and in the next cycle, colours are changed. The games of a board follow each other, the
//! boards of an encounter, the encounters of a round.

use super::league::{Kind, League};
use super::openings::Draws;
use crate::event::game::Fixture;
use crate::event::settings::{Colours, GameNumber, Meetings, OpeningPolicy, Order, PlayerId, Teams};

#[derive(Clone, Debug)]
pub(super) struct TeamLeague {
    /// Who meets whom, teams being its players.
    league: League,
    /// The players of each team by board.
    teams: Vec<Vec<PlayerId>>,
    boards: u64,
    games: u64,
    draws: Draws,
    total: u32,
}

impl TeamLeague {
    pub(super) fn new(teams: &Teams, draws: Draws) -> Self {
        let meetings =
            Meetings { rounds: teams.rounds, games: teams.games, order: Order::Berger, colours: Colours::Swapped };
        let count = u16::try_from(teams.teams.len()).unwrap_or(u16::MAX);
        let league = League::new(Kind::RoundRobin, count, meetings, draws);
        let boards = teams.teams.iter().map(|team| team.boards.len()).min().unwrap_or(0) as u64;
        let total = u64::from(league.total()).saturating_mul(boards);
        Self {
            league,
            teams: teams.teams.iter().map(|team| team.boards.clone()).collect(),
            boards,
            games: u64::from(teams.games.get()),
            draws,
            total: u32::try_from(total).unwrap_or(u32::MAX),
        }
    }

    pub(super) const fn total(&self) -> u32 {
        self.total
    }

    pub(super) fn fixture(&self, number: GameNumber) -> Option<Fixture> {
        let index = u64::from(number.0.checked_sub(1)?);
        if index >= u64::from(self.total) {
            return None;
        }
        let (place, game) = (index / self.games, index % self.games);
        let (encounter, board) = (place / self.boards, place % self.boards);
        let meeting = self.league.meeting(encounter);
        let player = |team: u64| {
            let boards = self.teams.get(usize::try_from(team).ok()?)?;
            boards.get(usize::try_from(board).ok()?).copied()
        };
        let (first, second) = (player(meeting.players.0)?, player(meeting.players.1)?);
        let turned = (meeting.cycle * self.games + game + board) % 2 == 1;
        let (white, black) = if turned { (second, first) } else { (first, second) };
        let opening = |game: u64| {
            let drawn = match self.draws.policy {
                OpeningPolicy::Default => place * self.games.div_ceil(self.draws.repeat) + game / self.draws.repeat,
                OpeningPolicy::Encounter => place,
                OpeningPolicy::Round => meeting.shared,
            };
            self.draws.place(drawn)
        };
        let other = game ^ 1;
        let in_pair = other < self.games && opening(other) == opening(game);
        let pair = place * self.games.div_ceil(2) + game / 2;
        Some(Fixture {
            number,
            round: u32::try_from(meeting.round + 1).unwrap_or(u32::MAX),
            game: u32::try_from(game + 1).unwrap_or(u32::MAX),
            white,
            black,
            opening: opening(game),
            pair: in_pair.then(|| u32::try_from(pair).unwrap_or(u32::MAX)),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::event::schedule::Schedule;
    use crate::event::settings::{
        Format, MatchPoints, OpeningOrder, OpeningPolicy, OpeningSource, Openings, PlayerId, Primary, Team, Teams,
        Variant,
    };
    use std::collections::BTreeMap;
    use std::num::NonZeroU32;

    fn schedule(teams: u16, boards: u16, rounds: u32, games: u32) -> Schedule {
        let number = |value| NonZeroU32::new(value).unwrap();
        let team = |team: u16| Team {
            name: format!("T{team}"),
            boards: (0..boards).map(|board| PlayerId(team * boards + board)).collect(),
        };
        let format = Format::TeamRoundRobin(Teams {
            teams: (0..teams).map(team).collect(),
            rounds: number(rounds),
            games: number(games),
            match_points: MatchPoints::default(),
            primary: Primary::default(),
            tie_breaks: Vec::new(),
        });
        let openings = Openings {
            source: OpeningSource::Start,
            order: OpeningOrder::Sequential,
            plies: None,
            start: number(1),
            repeat: number(2),
            policy: OpeningPolicy::Default,
            variant: Variant::Standard,
        };
        Schedule::new(&format, usize::from(teams * boards), &openings, None)
    }

    #[test]
    fn teams_meet_by_the_berger_table_board_against_board() {
        // Four teams: 1-4, 2-3; 4-3, 1-2; 2-4, 3-1. Two boards, the first team White on the first.
        let games = schedule(4, 2, 1, 1).fixtures().map(|f| (f.round, f.white.0, f.black.0)).collect::<Vec<_>>();
        let expected = [
            (1, 0, 6),
            (1, 7, 1),
            (1, 2, 4),
            (1, 5, 3),
            (2, 6, 4),
            (2, 5, 7),
            (2, 0, 2),
            (2, 3, 1),
            (3, 2, 6),
            (3, 7, 3),
            (3, 4, 0),
            (3, 1, 5),
        ];
        assert_eq!(games, expected);
    }

    #[test]
    fn the_next_game_on_a_board_has_the_same_opening_and_changed_colours() {
        let games = schedule(2, 3, 1, 2).fixtures().collect::<Vec<_>>();
        let players = games.iter().map(|f| (f.white.0, f.black.0)).collect::<Vec<_>>();
        assert_eq!(players, [(0, 3), (3, 0), (4, 1), (1, 4), (2, 5), (5, 2)]);
        assert_eq!(games.iter().map(|f| f.opening).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        assert_eq!(games.iter().map(|f| f.pair.unwrap()).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn every_board_meets_that_board_of_every_other_team_as_often_with_either_colour() {
        for (teams, boards, rounds, games) in [(2, 1, 1, 1), (3, 4, 2, 1), (5, 3, 1, 2), (6, 2, 2, 3)] {
            let mut met: BTreeMap<(u16, u16), u32> = BTreeMap::new();
            let schedule = schedule(teams, boards, rounds, games);
            for fixture in schedule.fixtures() {
                assert_eq!(fixture.white.0 % boards, fixture.black.0 % boards);
                *met.entry((fixture.white.0, fixture.black.0)).or_default() += 1;
            }
            let pairs = u32::from(teams * (teams - 1) / 2 * boards);
            assert_eq!(schedule.total(), pairs * rounds * games);
            for ((white, black), count) in &met {
                let other = met.get(&(*black, *white)).copied().unwrap_or(0);
                assert_eq!(count + other, rounds * games);
                assert!(count.abs_diff(other) <= (rounds * games) % 2, "{white} {black}");
            }
        }
    }
}
