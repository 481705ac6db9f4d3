//! Tie-breaks: what tells players with the same points apart.
//!
//! Source: FIDE Handbook C.07 (tie-break regulations), whose codes these are; the order is the event's to announce.

use super::order::{Criterion, Encounters, ranked, split};
use super::unplayed::{Part, Swiss, cut};
use super::{Bye, Played, Row, View};
use crate::event::settings::PlayerId;
use crate::statistics::Tally;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Which of the scores that are summed are left out (C.07 art. 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    /// None.
    #[default]
    Nothing,
    /// `/C1`: the least.
    Least,
    /// `/C2`: the two least.
    TwoLeast,
    /// `/M1`: the least and the greatest (median).
    Median,
    /// `/M2`: the two least and the two greatest.
    TwoMedian,
}

impl Cut {
    /// How many of the least, and of the greatest.
    pub(super) const fn counts(self) -> (usize, usize) {
        match self {
            Self::Nothing => (0, 0),
            Self::Least => (1, 0),
            Self::TwoLeast => (2, 0),
            Self::Median => (1, 1),
            Self::TwoMedian => (2, 2),
        }
    }
}

/// A tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// DE: points in the games among the tied, if all of them have met equally often; in Swiss events also as far as
    /// games that were not played could change nothing.
    DirectEncounter,
    /// SB: the points of opponents beaten and half of those of opponents drawn with (Sonneborn-Berger).
    SonnebornBerger(Cut),
    /// WIN: wins, those by forfeit too.
    Wins,
    /// WON: wins on the board.
    WinsPlayed,
    /// KS: points against those who have at least half of the points that they could have (Koya).
    Koya,
    /// BH: the points of all opponents (Buchholz).
    Buchholz(Cut),
    /// BPG: games played with Black.
    BlackGames,
    /// BWG: games won with Black on the board.
    BlackWins,
    /// PS: the sum of the scores after each round.
    Progressive,
    /// PS/C1: the same without the first round's.
    ProgressiveCut1,
    /// REP: the rounds that it chose to play: all but byes on request and forfeits of its own.
    RoundsElected,
    /// TPN: the pairing number, the lowest first.
    PairingNumber,
    /// ARO: the average rating of the opponents of played games, to the nearest whole.
    AverageRating,
    /// `fewest-faults`: fewer games lost by failures of one's own. An event rule, not FIDE's.
    FewestFaults,
}

/// A name that no tie-break has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTieBreak(pub String);

impl fmt::Display for UnknownTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = TieBreak::ALL.map(TieBreak::code).join(", ");
        write!(f, "tie-break: expected one of {known}, got \"{}\"", self.0)
    }
}

impl std::error::Error for UnknownTieBreak {}

impl TieBreak {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::DirectEncounter,
        Self::SonnebornBerger(Cut::Nothing),
        Self::SonnebornBerger(Cut::Least),
        Self::SonnebornBerger(Cut::TwoLeast),
        Self::Wins,
        Self::WinsPlayed,
        Self::Koya,
        Self::Buchholz(Cut::Nothing),
        Self::Buchholz(Cut::Least),
        Self::Buchholz(Cut::TwoLeast),
        Self::Buchholz(Cut::Median),
        Self::Buchholz(Cut::TwoMedian),
        Self::BlackGames,
        Self::BlackWins,
        Self::Progressive,
        Self::ProgressiveCut1,
        Self::RoundsElected,
        Self::AverageRating,
        Self::PairingNumber,
        Self::FewestFaults,
    ];

    /// Its code in C.07, or its name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::DirectEncounter => "DE",
            Self::SonnebornBerger(Cut::Nothing) => "SB",
            Self::SonnebornBerger(Cut::Least) => "SB/C1",
            Self::SonnebornBerger(Cut::TwoLeast) => "SB/C2",
            Self::SonnebornBerger(Cut::Median) => "SB/M1",
            Self::SonnebornBerger(Cut::TwoMedian) => "SB/M2",
            Self::Wins => "WIN",
            Self::WinsPlayed => "WON",
            Self::Koya => "KS",
            Self::Buchholz(Cut::Nothing) => "BH",
            Self::Buchholz(Cut::Least) => "BH/C1",
            Self::Buchholz(Cut::TwoLeast) => "BH/C2",
            Self::Buchholz(Cut::Median) => "BH/M1",
            Self::Buchholz(Cut::TwoMedian) => "BH/M2",
            Self::BlackGames => "BPG",
            Self::BlackWins => "BWG",
            Self::Progressive => "PS",
            Self::ProgressiveCut1 => "PS/C1",
            Self::RoundsElected => "REP",
            Self::AverageRating => "ARO",
            Self::PairingNumber => "TPN",
            Self::FewestFaults => "fewest-faults",
        }
    }
}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|tie_break| tie_break.code().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownTieBreak(text.to_owned()))
    }
}

/// A tie-break's value, exact in quarter points; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub i64);

impl Value {
    /// From half points.
    #[must_use]
    pub const fn halves(half_points: u32) -> Self {
        Self(2 * half_points as i64)
    }

    const fn count(count: u32) -> Self {
        Self(4 * count as i64)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = self.0.unsigned_abs() / 4;
        let part = match self.0.unsigned_abs() % 4 {
            0 => "",
            1 => ".25",
            2 => ".5",
            _ => ".75",
        };
        f.pad(&format!("{sign}{whole}{part}"))
    }
}

/// What all players have, by place in the list.
struct Field<'a> {
    views: &'a [Vec<View>],
    byes: &'a [Bye],
    ratings: &'a [Option<u32>],
    /// Half points.
    points: Vec<u32>,
    /// How unplayed rounds count in a Swiss event.
    swiss: Option<Swiss>,
}

/// The lines, the first place first. `games` are those of a round of a Swiss event.
pub(super) fn rank(
    views: &[Vec<View>],
    byes: &[Bye],
    tie_breaks: &[TieBreak],
    ratings: &[Option<u32>],
    games: Option<NonZeroU32>,
) -> Vec<Row> {
    let mut points = views.iter().map(|views| views.iter().map(|view| view.half_points).sum()).collect::<Vec<u32>>();
    for bye in byes {
        if let Some(points) = points.get_mut(usize::from(bye.player.0)) {
            *points += bye.half_points;
        }
    }
    let swiss = games.map(|games| Swiss::new(views, byes, games));
    let field = Field { views, byes, ratings, points, swiss };
    let mut values = vec![Vec::new(); views.len()];
    for (player, values) in values.iter_mut().enumerate() {
        values.extend(tie_breaks.iter().map(|tie_break| field.value(player, *tie_break)));
    }
    let criterion = |tie_break: &TieBreak| match tie_break {
        TieBreak::DirectEncounter => Criterion::DirectEncounter,
        TieBreak::SonnebornBerger(_)
        | TieBreak::Wins
        | TieBreak::WinsPlayed
        | TieBreak::Koya
        | TieBreak::Buchholz(_)
        | TieBreak::BlackGames
        | TieBreak::BlackWins
        | TieBreak::Progressive
        | TieBreak::ProgressiveCut1
        | TieBreak::RoundsElected
        | TieBreak::AverageRating
        | TieBreak::PairingNumber
        | TieBreak::FewestFaults => Criterion::Own,
    };
    let criteria = tie_breaks.iter().map(criterion).collect::<Vec<_>>();
    let points = |player: usize| field.points.get(player).copied();
    let groups = ranked(&mut values, points, &criteria, |group| field.direct_encounter(group));
    let mut rows = Vec::with_capacity(views.len());
    for group in groups {
        let rank = u32::try_from(rows.len() + 1).unwrap_or(u32::MAX);
        for player in group {
            rows.push(field.row(player, rank, values.get(player).cloned().unwrap_or_default()));
        }
    }
    rows
}

impl Field<'_> {
    fn views(&self, player: usize) -> &[View] {
        self.views.get(player).map_or(&[], Vec::as_slice)
    }

    fn byes(&self, player: usize) -> impl Iterator<Item = &Bye> {
        self.byes.iter().filter(move |bye| usize::from(bye.player.0) == player)
    }

    /// The games of a round that a bye stands for.
    fn games(&self) -> u32 {
        self.swiss.as_ref().map_or(1, Swiss::games)
    }

    fn points(&self, player: usize) -> u32 {
        self.points.get(player).copied().unwrap_or(0)
    }

    /// Points in the games among a group, and the group in parts by them; none: it tells nobody apart.
    fn direct_encounter(&self, group: &[usize]) -> Option<Encounters> {
        match &self.swiss {
            Some(_) => super::unplayed::direct_encounter(self.views, group),
            None => {
                let among = self.among(group)?;
                let parts = split(group, |player| among.get(&player).copied());
                Some((among.into_iter().map(|(player, points)| (player, Value::halves(points))).collect(), parts))
            }
        }
    }

    /// What opponents' scores contribute.
    fn parts(&self, player: usize) -> Vec<Part> {
        match &self.swiss {
            Some(swiss) => swiss.parts(player, self.points(player)),
            None => {
                let part = |view: &View| Part::played(self.points(view.opponent), view.half_points);
                self.views(player).iter().map(part).collect()
            }
        }
    }

    /// Half points in the games among a group; none: not all have met, or not equally often.
    fn among(&self, group: &[usize]) -> Option<BTreeMap<usize, u32>> {
        let mut usual = None;
        let mut points = BTreeMap::new();
        for player in group {
            for other in group.iter().filter(|other| *other != player) {
                let games = self.views(*player).iter().filter(|view| view.opponent == *other).count();
                if games == 0 || *usual.get_or_insert(games) != games {
                    return None;
                }
            }
            let within = self.views(*player).iter().filter(|view| group.contains(&view.opponent));
            points.insert(*player, within.map(|view| view.half_points).sum());
        }
        Some(points)
    }

    fn value(&self, player: usize, tie_break: TieBreak) -> Option<Value> {
        let views = self.views(player);
        let count = |wanted: &dyn Fn(&View) -> bool| {
            Value::count(u32::try_from(views.iter().filter(|view| wanted(view)).count()).unwrap_or(u32::MAX))
        };
        let on_board = |view: &View| view.played != Played::Forfeited;
        Some(match tie_break {
            TieBreak::DirectEncounter => return None,
            TieBreak::SonnebornBerger(least) => Value(cut(self.parts(player), least).iter().map(Part::product).sum()),
            TieBreak::Wins => {
                // A bye that is worth a win is one (C.07 art. 7).
                let given = self.byes(player).filter(|bye| bye.kind.is_given());
                let given = u32::try_from(given.count()).unwrap_or(u32::MAX).saturating_mul(self.games());
                Value(count(&|view| view.half_points == 2).0 + Value::count(given).0)
            }
            TieBreak::WinsPlayed => count(&|view| view.half_points == 2 && on_board(view)),
            TieBreak::Koya => {
                // As many half points as games are half of all that there were.
                let games = |other: usize| match &self.swiss {
                    Some(swiss) => u64::from(swiss.rounds()),
                    None => self.views(other).len() as u64,
                };
                let half = |other: usize| u64::from(self.points(other)) >= games(other);
                Value(views.iter().filter(|v| half(v.opponent)).map(|v| 2 * i64::from(v.half_points)).sum())
            }
            TieBreak::Buchholz(least) => {
                let parts = self.parts(player).into_iter().map(Part::without_result).collect();
                Value(cut(parts, least).iter().map(Part::product).sum())
            }
            TieBreak::BlackGames => count(&|view| view.black && on_board(view)),
            TieBreak::BlackWins => count(&|view| view.black && view.half_points == 2 && on_board(view)),
            TieBreak::Progressive => self.progressive(player),
            TieBreak::ProgressiveCut1 => {
                let first = views.iter().filter(|view| view.round == 1).map(|view| view.half_points).sum::<u32>();
                let given = self.byes(player).filter(|bye| bye.round == 1).map(|bye| bye.half_points).sum::<u32>();
                Value(self.progressive(player).0 - Value::halves(first + given).0)
            }
            TieBreak::RoundsElected => {
                let lost = |view: &View| !on_board(view) && view.half_points == 0;
                let games = views.iter().filter(|view| !lost(view)).count();
                let given = self.byes(player).filter(|bye| bye.kind.is_given()).count();
                let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
                Value::count(count(games).saturating_add(count(given).saturating_mul(self.games())))
            }
            TieBreak::PairingNumber => Value(-4 * i64::try_from(player + 1).unwrap_or(i64::MAX / 4)),
            TieBreak::AverageRating => {
                let rated = views.iter().filter(|view| on_board(view));
                let ratings = rated.filter_map(|view| self.ratings.get(view.opponent).copied().flatten());
                let (sum, number) = ratings.fold((0, 0), |(sum, number), rating| (sum + i64::from(rating), number + 1));
                // A half goes up.
                Value(if number == 0 { return None } else { 4 * ((2 * sum + number) / (2 * number)) })
            }
            TieBreak::FewestFaults => Value(-4 * i64::from(self.faults(player))),
        })
    }

    /// The sum of the scores after each round.
    fn progressive(&self, player: usize) -> Value {
        let rounds = self.views.iter().flatten().map(|view| view.round);
        let last = rounds.chain(self.byes.iter().map(|bye| bye.round)).max().unwrap_or(0);
        let sums = |round: u32, half_points: u32| 2 * i64::from(half_points) * i64::from(last - round + 1);
        let played = self.views(player).iter().map(|view| sums(view.round, view.half_points)).sum::<i64>();
        Value(played + self.byes(player).map(|bye| sums(bye.round, bye.half_points)).sum::<i64>())
    }

    /// Games that a player lost or half lost by its own failure: it has less than its opponent.
    fn faults(&self, player: usize) -> u32 {
        let faults =
            self.views(player).iter().filter(|view| view.played == Played::UntilFailure && view.half_points == 0);
        u32::try_from(faults.count()).unwrap_or(u32::MAX)
    }

    fn row(&self, player: usize, rank: u32, values: Vec<Option<Value>>) -> Row {
        let (mut white, mut black) = (Tally::default(), Tally::default());
        for view in self.views(player) {
            let tally = if view.black { &mut black } else { &mut white };
            match view.half_points {
                0 => tally.losses += 1,
                1 => tally.draws += 1,
                _ => tally.wins += 1,
            }
        }
        let forfeits = self.views(player).iter().filter(|view| view.played == Played::Forfeited).count();
        Row {
            player: PlayerId(u16::try_from(player).unwrap_or(u16::MAX)),
            rank,
            half_points: self.points(player),
            white,
            black,
            forfeits: u32::try_from(forfeits).unwrap_or(u32::MAX),
            faults: self.faults(player),
            values,
        }
    }
}
