use super::*;
use crate::event::settings::{MatchPoints, Team};
use crate::event::standings::Played;
use std::num::NonZeroU32;

/// Teams of two boards, and matches by round: the teams and the score of each board, as the first team sees it.
struct Event {
    teams: Teams,
    fixtures: Vec<Fixture>,
    entries: BTreeMap<GameNumber, Entry>,
}

impl Event {
    fn new(count: u16, tie_breaks: &[TeamTieBreak]) -> Self {
        let team =
            |team: u16| Team { name: format!("Team {team}"), boards: vec![PlayerId(2 * team), PlayerId(2 * team + 1)] };
        let teams = Teams {
            teams: (0..count).map(team).collect(),
            rounds: NonZeroU32::MIN,
            games: NonZeroU32::MIN,
            match_points: MatchPoints::default(),
            primary: Primary::MatchPoints,
            tie_breaks: tie_breaks.to_vec(),
        };
        Self { teams, fixtures: Vec::new(), entries: BTreeMap::new() }
    }

    fn play(&mut self, round: u32, first: u16, second: u16, scores: [Option<GameResult>; 2]) {
        for (board, result) in (0..).zip(scores) {
            let number = GameNumber(u32::try_from(self.fixtures.len()).unwrap() + 1);
            let (white, black) = (PlayerId(2 * first + board), PlayerId(2 * second + board));
            self.fixtures.push(Fixture { number, round, game: 1, white, black, opening: 0, pair: None });
            if let Some(result) = result {
                self.entries.insert(number, Entry { round, white, black, result, played: Played::Soundly });
            }
        }
    }

    fn standings(&self, out: &[u16]) -> TeamStandings {
        let out = out.iter().map(|player| PlayerId(*player)).collect();
        TeamStandings::new(&self.teams, self.fixtures.iter().cloned(), &self.entries, &out)
    }
}

const WON: Option<GameResult> = Some(GameResult::WhiteWins);
const DRAWN: Option<GameResult> = Some(GameResult::Draw);
const LOST: Option<GameResult> = Some(GameResult::BlackWins);

#[test]
fn more_game_points_win_the_match_and_an_unfinished_match_brings_none() {
    let mut event = Event::new(3, &TeamTieBreak::USUAL);
    event.play(1, 0, 1, [WON, DRAWN]);
    event.play(2, 1, 2, [WON, None]);
    event.play(3, 0, 2, [None, None]);
    let standings = event.standings(&[]);
    let rows = standings.rows().iter().map(|row| (row.team, row.match_points, row.half_points, row.matches));
    assert_eq!(rows.collect::<Vec<_>>(), [(0, 2, 3, [1, 0, 0]), (1, 0, 3, [0, 0, 1]), (2, 0, 0, [0, 0, 0])]);
    assert_eq!(standings.matches(1)[1].match_points, None);
    // The player of the last board has left: its game is lost, and the match over.
    let standings = event.standings(&[5]);
    let rows = standings.rows().iter().map(|row| (row.team, row.match_points, row.half_points));
    assert_eq!(rows.collect::<Vec<_>>(), [(0, 2, 5), (1, 2, 5), (2, 0, 0)]);
}

#[test]
fn match_points_are_what_the_event_says() {
    let mut event = Event::new(2, &[]);
    event.teams.match_points = MatchPoints { win: 3, draw: 2, loss: 1 };
    event.play(1, 0, 1, [WON, LOST]);
    event.play(2, 1, 0, [WON, DRAWN]);
    let points = event.standings(&[]).rows().iter().map(|row| (row.team, row.match_points)).collect::<Vec<_>>();
    assert_eq!(points, [(1, 5), (0, 3)]);
}

#[test]
fn teams_with_the_same_match_points_are_told_apart_as_c_07_says() {
    // 0 beats 1 by 1.5, 1 beats 2 by 2, 2 beats 0 by 1.5; all beat 3: by 2, 1.5 and 2.
    let mut event = Event::new(4, &TeamTieBreak::ALL);
    event.play(1, 0, 1, [WON, DRAWN]);
    event.play(1, 2, 3, [WON, WON]);
    event.play(2, 1, 2, [WON, WON]);
    event.play(2, 0, 3, [WON, WON]);
    event.play(3, 2, 0, [WON, DRAWN]);
    event.play(3, 1, 3, [WON, DRAWN]);
    let standings = event.standings(&[]);
    let order = standings.rows().iter().map(|row| (row.team, row.rank, row.match_points, row.half_points));
    assert_eq!(order.collect::<Vec<_>>(), [(0, 1, 4, 8), (1, 2, 4, 8), (2, 3, 4, 7), (3, 4, 0, 1)]);
}

#[test]
fn the_sums_of_products_are_exact() {
    let mut event = Event::new(
        3,
        &[TeamTieBreak::MatchMatch, TeamTieBreak::MatchGame, TeamTieBreak::GameMatch, TeamTieBreak::GameGame],
    );
    event.play(1, 0, 1, [WON, DRAWN]);
    event.play(2, 0, 2, [DRAWN, DRAWN]);
    event.play(3, 1, 2, [LOST, DRAWN]);
    // Match points 3, 0, 3; game points 2.5, 1, 2.5.
    let standings = event.standings(&[]);
    let row = standings.rows().iter().find(|row| row.team == 0).unwrap();
    let values = row.values.iter().map(|value| value.unwrap().to_string()).collect::<Vec<_>>();
    assert_eq!(values, ["3", "3", "4.5", "4"]);
    let text = standings.text(&event.teams);
    assert!(text.lines().nth(1).unwrap().starts_with("   1 Team 0     3     2.5    1    1    0"), "{text}");
}

#[test]
fn the_direct_encounter_orders_those_who_have_all_met() {
    let mut event = Event::new(2, &[TeamTieBreak::DirectEncounter]);
    event.teams.primary = Primary::GamePoints;
    event.play(1, 0, 1, [WON, LOST]);
    let standings = event.standings(&[]);
    assert_eq!(standings.rows().iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(standings.rows()[0].values, [Some(Value(4))]);
}
