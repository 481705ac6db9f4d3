//! The teams of a report: those of an event as records 310, 352 and 362 tell them, and their standings by the cells.
//!
//! A round of a report is one match of two teams. Where an encounter of the event has several games on a board, the
//! report has as many rounds, and a match is no encounter: its match points are the event's, and nothing here counts
//! them again.

use super::{Document, MatchPoints, Points, Team};
use crate::event::game::Fixture;
use crate::event::settings::{self, GameNumber, PlayerId, Primary, TeamTieBreak, Teams};
use crate::event::standings::{Entry, Played, TeamStandings};
use shakmaty::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

/// The teams of an event with their places and points.
pub(super) fn told(teams: &Teams, standings: Option<&TeamStandings>) -> Vec<Team> {
    let team = |(place, team): (u16, &settings::Team)| {
        let row = standings.and_then(|all| all.rows().iter().find(|row| row.team == usize::from(place)));
        Team {
            number: place.saturating_add(1),
            name: team.name.clone(),
            match_points: row.map(|row| Points::halves(row.match_points.saturating_mul(2))),
            game_points: row.map(|row| Points::halves(row.half_points)),
            rank: row.and_then(|row| u16::try_from(row.rank).ok()),
            players: team.boards.iter().map(|player| player.0.saturating_add(1)).collect(),
            ..Team::default()
        }
    };
    (0..).zip(&teams.teams).map(team).collect()
}

/// White on the odd boards, as the schedule has it.
pub(super) fn board_colours(teams: &Teams) -> Vec<Color> {
    let boards = teams.teams.iter().map(|team| team.boards.len()).min().unwrap_or(0);
    (0..boards).map(|board| if board % 2 == 0 { Color::White } else { Color::Black }).collect()
}

/// What a match is worth, where that has to be said.
pub(super) fn match_points(teams: &Teams) -> Option<MatchPoints> {
    let points = |whole: u32| Points::halves(whole.saturating_mul(2));
    let settings::MatchPoints { win, draw, loss } = teams.match_points;
    let given = MatchPoints { win: points(win), draw: points(draw), loss: points(loss) };
    (given != MatchPoints::default()).then_some(given)
}

impl Document {
    /// The tie-breaks of 202 that teams have here.
    #[must_use]
    pub fn team_tie_breaks(&self) -> Vec<TeamTieBreak> {
        self.tie_breaks.iter().filter_map(|code| code.parse().ok()).collect()
    }

    /// The teams and their standings by the players' cells, each round of the report being one of matches; none where
    /// the report has no teams, or match points that are no whole numbers. Match points stand first, as 212 has no word
    /// for them.
    #[must_use]
    pub fn team_standings(&self) -> Option<(Teams, TeamStandings)> {
        if self.teams.is_empty() {
            return None;
        }
        let MatchPoints { win, draw, loss } = self.match_points.unwrap_or_default();
        let whole = |points: Points| u32::try_from(points.0).ok().filter(|tenths| tenths % 10 == 0).map(|at| at / 10);
        let team = |team: &Team| settings::Team {
            name: team.name.clone(),
            boards: team.players.iter().map(|number| PlayerId(*number)).collect(),
        };
        let teams = Teams {
            teams: self.teams.iter().map(team).collect(),
            rounds: NonZeroU32::MIN,
            games: NonZeroU32::MIN,
            match_points: settings::MatchPoints { win: whole(win)?, draw: whole(draw)?, loss: whole(loss)? },
            primary: Primary::MatchPoints,
            tie_breaks: match self.team_tie_breaks() {
                known if known.is_empty() => TeamTieBreak::USUAL.to_vec(),
                known => known,
            },
        };
        let (mut fixtures, mut entries) = (Vec::new(), BTreeMap::new());
        for (number, game) in (1..).map(GameNumber).zip(self.games()) {
            let (round, white, black) = (u32::from(game.round), PlayerId(game.white), PlayerId(game.black));
            fixtures.push(Fixture { number, round, game: 1, white, black, opening: 0, pair: None });
            if let Some(result) = game.result {
                entries.insert(number, Entry { round, white, black, result, played: Played::Soundly });
            }
        }
        let standings = TeamStandings::new(&teams, fixtures.into_iter(), &entries, &BTreeSet::new());
        Some((teams, standings))
    }
}
