//! `crosstable.json` and `enginerating.json`.

use crate::event::director::Outcome;
use crate::event::settings::{GameNumber, PlayerId};
use crate::event::standings::{Row, Standings};
use crate::laws::GameResult;
use crate::statistics::Tally;
use crate::statistics::ratings::{self, DrawRate, Pairing, Question, Rating, WhiteAdvantage};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What the tables are made of.
#[derive(Clone, Copy, Debug)]
pub struct TableInput<'a> {
    /// The event's name.
    pub event: &'a str,
    /// The players' names, by player; no two are alike.
    pub names: &'a [String],
    /// The ratings that they are said to have.
    pub given: &'a [Option<u32>],
    /// The standings.
    pub standings: &'a Standings,
    /// The games that count.
    pub outcomes: &'a BTreeMap<GameNumber, Outcome>,
}

/// Ratings estimated from the event's games, by player; none where there can be none.
pub type Estimates = Vec<Option<f64>>;

/// The ratings that the event's own games give; their average is that of the ratings given, if all are, else 0.
#[must_use]
pub fn estimates(input: &TableInput<'_>) -> Estimates {
    let mut pairings: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    for outcome in input.outcomes.values() {
        let tally = pairings.entry((place(outcome.fixture.white), place(outcome.fixture.black))).or_default();
        match outcome.entry.result {
            GameResult::WhiteWins => tally.wins += 1,
            GameResult::Draw => tally.draws += 1,
            GameResult::BlackWins => tally.losses += 1,
            GameResult::BothLose | GameResult::HalfZero | GameResult::ZeroHalf => {}
        }
    }
    let pairings = pairings.into_iter().map(|((white, black), tally)| Pairing { white, black, tally });
    let pairings = pairings.collect::<Vec<_>>();
    let known = input.given.iter().copied().flatten().map(f64::from).collect::<Vec<_>>();
    let average = match u32::try_from(known.len()) {
        Ok(count) if count > 0 && known.len() == input.names.len() => known.iter().sum::<f64>() / f64::from(count),
        Ok(_) | Err(_) => 0.0,
    };
    let (white, draws) = (WhiteAdvantage::Fixed(0.0), DrawRate::Estimated);
    let question = Question { players: input.names.len(), pairings: &pairings, anchors: &[], average, white, draws };
    let elo = |rating: &Rating| match rating {
        // What smaller groups have says nothing of the others.
        Rating::Rated { group: 0, elo } => Some(elo.value),
        Rating::Rated { .. }
        | Rating::Anchor(_)
        | Rating::WonAll
        | Rating::LostAll
        | Rating::Between
        | Rating::NoGames => None,
    };
    ratings::rate(&question).players.iter().map(elo).collect()
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    abbreviation: String,
    /// What the event's games have changed, where a rating was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    games: u64,
    games_as_black: u64,
    games_as_white: u64,
    losses_as_black: u64,
    losses_as_white: u64,
    /// Sonneborn-Berger.
    neustadtl: f64,
    /// Points of a hundred games.
    #[serde(skip_serializing_if = "Option::is_none")]
    performance: Option<f64>,
    rank: u32,
    rating: Option<u32>,
    results: Map<String, Value>,
    score: f64,
    strikes: u32,
    wins_as_black: u64,
    wins_as_white: u64,
}

/// `crosstable.json`.
#[must_use]
pub fn crosstable(input: &TableInput<'_>, estimates: &Estimates) -> String {
    let rows = input.standings.rows();
    let name = |id: PlayerId| input.names.get(place(id)).cloned().unwrap_or_default();
    let mut results = results(input);
    let mut taken = BTreeSet::new();
    let mut table = Map::new();
    let all_given = input.given.iter().all(Option::is_some);
    for row in rows {
        let own = name(row.player);
        let rating = input.given.get(place(row.player)).copied().flatten();
        let estimate = estimates.get(place(row.player)).copied().flatten();
        let games = (row.white + row.black).games();
        let line = Line {
            abbreviation: abbreviation(&own, &mut taken),
            elo: estimate.zip(rating).filter(|_| all_given).map(|(now, then)| (now - f64::from(then)).round()),
            games,
            games_as_black: row.black.games(),
            games_as_white: row.white.games(),
            losses_as_black: row.black.losses,
            losses_as_white: row.white.losses,
            neustadtl: neustadtl(row, input.standings),
            performance: (games > 0).then(|| 100.0 * (row.white + row.black).score()),
            rank: row.rank,
            rating,
            results: results.remove(&row.player).unwrap_or_default(),
            score: f64::from(row.half_points) / 2.0,
            strikes: row.faults,
            wins_as_black: row.black.wins,
            wins_as_white: row.white.wins,
        };
        table.insert(own, serde_json::to_value(line).unwrap_or_default());
    }
    let order = rows.iter().map(|row| name(row.player)).collect::<Vec<_>>();
    json!({ "Event": input.event, "Order": order, "Table": table }).to_string()
}

/// The games of each player against each opponent.
fn results(input: &TableInput<'_>) -> BTreeMap<PlayerId, Map<String, Value>> {
    let mut lists: BTreeMap<(PlayerId, PlayerId), (Vec<Value>, String, u32)> = BTreeMap::new();
    for (number, outcome) in input.outcomes {
        let (white, black) = (outcome.fixture.white, outcome.fixture.black);
        let (white_points, black_points) = outcome.entry.half_points();
        let winner = match outcome.entry.result {
            GameResult::WhiteWins => "White",
            GameResult::BlackWins => "Black",
            GameResult::Draw | GameResult::BothLose | GameResult::HalfZero | GameResult::ZeroHalf => "None",
        };
        for (own, other, points, side, color) in
            [(white, black, white_points, "White", 0), (black, white, black_points, "Black", 1)]
        {
            let (scores, text, sum) = lists.entry((own, other)).or_default();
            let result = f64::from(points) / 2.0;
            scores.push(json!({ "Game": number.0, "Result": result, "Winner": winner, "Side": side, "Color": color }));
            text.push(match points {
                0 => '0',
                1 => '=',
                _ => '1',
            });
            *sum += points;
        }
    }
    let mut results: BTreeMap<PlayerId, Map<String, Value>> = BTreeMap::new();
    for ((own, other), (scores, text, sum)) in lists {
        let opponent = input.names.get(place(other)).cloned().unwrap_or_default();
        let value = json!({ "H2h": f64::from(sum) / 2.0, "Scores": scores, "Text": text });
        results.entry(own).or_default().insert(opponent, value);
    }
    results
}

fn neustadtl(row: &Row, standings: &Standings) -> f64 {
    let against = |other: &Row| {
        let points = standings.cell(row.player, other.player).iter().sum::<u32>();
        f64::from(points) / 2.0 * f64::from(other.half_points) / 2.0
    };
    standings.rows().iter().filter(|other| other.player != row.player).map(against).sum()
}

/// The first letter and a later one, or a letter and a number: no two are alike.
fn abbreviation(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut letters = name.chars().filter(|c| c.is_alphanumeric());
    let first = letters.next().unwrap_or('?');
    let pairs = letters.map(|letter| format!("{first}{letter}"));
    let numbers = (2..).map(|number: u32| format!("{first}{number}"));
    let found = pairs.chain(numbers).find(|short| !taken.contains(short)).unwrap_or_default();
    taken.insert(found.clone());
    found
}

/// `enginerating.json`: by name the rating given, the one that the event's games give, and what that rests on.
#[must_use]
pub fn engine_ratings(input: &TableInput<'_>, estimates: &Estimates) -> String {
    let mut file = Map::new();
    for row in input.standings.rows() {
        let given = input.given.get(place(row.player)).copied().flatten();
        let estimate = estimates.get(place(row.player)).copied().flatten().map(f64::round);
        let games = (row.white + row.black).games();
        let name = input.names.get(place(row.player)).cloned().unwrap_or_default();
        file.insert(name, json!({ "elo": given, "estimate": estimate, "games": games }));
    }
    Value::Object(file).to_string()
}

fn place(id: PlayerId) -> usize {
    usize::from(id.0)
}
