//! The units that are handed out and not counted yet, and what a result makes of them.
//!
//! A game counts once for each attempt: the first result that names a game which is handed out is taken, whatever unit
//! it came in; every other is late.

use super::names::{Unit as UnitName, WorkerName};
use super::unit::{PlayedGame, Unit, UnitResult};
use crate::event::settings::GameNumber;
use std::collections::BTreeMap;

/// What is handed out.
#[derive(Debug, Default)]
pub struct Outstanding {
    units: BTreeMap<UnitName, Open>,
    games: BTreeMap<GameNumber, (u32, UnitName)>,
}

#[derive(Debug)]
struct Open {
    unit: Unit,
    /// Games of it that are not counted.
    left: usize,
    by: Option<WorkerName>,
}

/// What a result is.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// It counts.
    Counts(PlayedGame),
    /// Its game was counted before, or is not asked for any more.
    Late(PlayedGame),
}

/// Who has taken a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Nobody yet, as far as is known.
    Nobody,
    /// A worker.
    By(WorkerName),
    /// It is not handed out.
    Unknown,
}

impl Outstanding {
    /// A unit is handed out.
    pub fn offer(&mut self, unit: Unit) {
        let name = unit.name();
        for game in &unit.games {
            self.games.insert(game.fixture.number, (game.attempt, name.clone()));
        }
        self.units.insert(name, Open { left: unit.games.len(), unit, by: None });
    }

    /// A worker has begun a unit; whether it is handed out.
    pub fn begun(&mut self, unit: &UnitName, worker: WorkerName) -> bool {
        match self.units.get_mut(unit) {
            Some(open) => {
                open.by = Some(worker);
                true
            }
            None => false,
        }
    }

    /// Who has a unit.
    #[must_use]
    pub fn taken(&self, unit: &UnitName) -> Taken {
        match self.units.get(unit) {
            Some(open) => open.by.clone().map_or(Taken::Nobody, Taken::By),
            None => Taken::Unknown,
        }
    }

    /// Takes a result: what of it counts.
    pub fn take(&mut self, result: UnitResult) -> Vec<Verdict> {
        result.games.into_iter().map(|game| self.judge(game)).collect()
    }

    fn judge(&mut self, game: PlayedGame) -> Verdict {
        let asked = self.games.get(&game.number).filter(|(attempt, _)| *attempt == game.attempt);
        let Some((_, name)) = asked.cloned() else { return Verdict::Late(game) };
        self.games.remove(&game.number);
        if let Some(open) = self.units.get_mut(&name) {
            open.left = open.left.saturating_sub(1);
            if open.left == 0 {
                self.units.remove(&name);
            }
        }
        Verdict::Counts(game)
    }

    /// Nobody is to play what fits any more; how many games these are.
    pub fn drop_where(&mut self, fits: impl Fn(&Taken) -> bool) -> usize {
        let before = self.games.len();
        self.units.retain(|_, open| !fits(&open.by.clone().map_or(Taken::Nobody, Taken::By)));
        let units = &self.units;
        self.games.retain(|_, (_, name)| units.contains_key(name));
        before - self.games.len()
    }

    /// Nobody is to play a unit any more; how many games these are.
    pub fn drop_unit(&mut self, unit: &UnitName) -> usize {
        let before = self.games.len();
        self.units.remove(unit);
        self.games.retain(|_, (_, name)| name != unit);
        before - self.games.len()
    }

    /// A unit that is handed out.
    #[must_use]
    pub fn unit(&self, name: &UnitName) -> Option<&Unit> {
        self.units.get(name).map(|open| &open.unit)
    }

    /// The units handed out, and who has them.
    pub fn units(&self) -> impl Iterator<Item = (&UnitName, &Unit, Option<&WorkerName>)> {
        self.units.iter().map(|(name, open)| (name, &open.unit, open.by.as_ref()))
    }

    /// How many units are handed out.
    #[must_use]
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::fleet::{Digest, EventKey, Outcome, UnitGame};
    use crate::event::game::{Fixture, Opening};
    use crate::event::settings::PlayerId;

    fn fixture(number: u32, pair: Option<u32>) -> Fixture {
        let number = GameNumber(number);
        Fixture { number, round: 1, game: 1, white: PlayerId(0), black: PlayerId(1), opening: 0, pair }
    }

    fn unit(games: &[(u32, u32)]) -> Unit {
        Unit {
            event: EventKey::of_number(1),
            settings: Digest::of(b""),
            laws: "2023".to_owned(),
            program: "test".to_owned(),
            games: games
                .iter()
                .map(|(number, attempt)| UnitGame {
                    fixture: fixture(*number, Some((number - 1) / 2)),
                    opening: Opening::default(),
                    earlier: 0,
                    attempt: *attempt,
                })
                .collect(),
        }
    }

    fn worker(name: &str) -> WorkerName {
        WorkerName::near(name)
    }

    fn result(of: &Unit, by: &str) -> UnitResult {
        let games = of.games.iter().map(|game| PlayedGame {
            number: game.fixture.number,
            attempt: game.attempt,
            outcome: Outcome::Unplayable { why: String::new() },
        });
        UnitResult { event: of.event.clone(), unit: of.name(), worker: worker(by), run: 1, games: games.collect() }
    }

    fn counted(verdicts: &[Verdict]) -> usize {
        verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Counts(_))).count()
    }

    #[test]
    fn a_pair_that_two_workers_played_counts_once() {
        let (mut outstanding, pair) = (Outstanding::default(), unit(&[(1, 0), (2, 0)]));
        outstanding.offer(pair.clone());
        assert_eq!(counted(&outstanding.take(result(&pair, "first"))), 2);
        assert!(outstanding.is_empty());
        let late = outstanding.take(result(&pair, "second"));
        assert!(matches!(late.as_slice(), [Verdict::Late(_), Verdict::Late(_)]), "{late:?}");
    }

    #[test]
    fn what_is_left_of_a_pair_counts_in_whichever_unit_it_comes() {
        let (mut outstanding, pair) = (Outstanding::default(), unit(&[(1, 0), (2, 0)]));
        let half = unit(&[(2, 0)]);
        outstanding.offer(half.clone());
        // The pair as it was handed out before the first of its games was counted.
        let verdicts = outstanding.take(result(&pair, "first"));
        assert!(matches!(verdicts.as_slice(), [Verdict::Late(_), Verdict::Counts(_)]), "{verdicts:?}");
        assert_eq!(counted(&outstanding.take(result(&half, "second"))), 0);
    }

    #[test]
    fn a_game_that_is_played_again_does_not_count_by_its_earlier_attempt() {
        let (mut outstanding, first, again) = (Outstanding::default(), unit(&[(1, 0)]), unit(&[(1, 1)]));
        outstanding.offer(first.clone());
        assert_eq!(counted(&outstanding.take(result(&first, "a"))), 1);
        outstanding.offer(again.clone());
        assert_eq!(counted(&outstanding.take(result(&first, "b"))), 0);
        assert_eq!(counted(&outstanding.take(result(&again, "b"))), 1);
    }

    #[test]
    fn what_nobody_has_begun_can_be_dropped_and_is_late_then() {
        let (mut outstanding, one, two) = (Outstanding::default(), unit(&[(1, 0), (2, 0)]), unit(&[(3, 0), (4, 0)]));
        outstanding.offer(one.clone());
        outstanding.offer(two.clone());
        assert!(outstanding.begun(&one.name(), worker("a")));
        assert_eq!(outstanding.taken(&one.name()), Taken::By(worker("a")));
        assert_eq!(outstanding.drop_where(|taken| *taken == Taken::Nobody), 2);
        assert_eq!(counted(&outstanding.take(result(&two, "b"))), 0);
        assert_eq!(counted(&outstanding.take(result(&one, "a"))), 2);
        assert!(!outstanding.begun(&one.name(), worker("a")));
    }

    #[test]
    fn a_unit_is_a_pair_where_the_schedule_has_one() {
        let half = unit(&[(1, 0)]);
        assert!(half.is_half() && half.takes(&fixture(2, Some(0))));
        assert!(!half.takes(&fixture(3, Some(1))) && !half.takes(&fixture(3, None)));
        let whole = unit(&[(1, 0), (2, 0)]);
        assert!(!whole.is_half() && !whole.takes(&fixture(3, Some(0))));
        assert_eq!(whole.name().as_str(), "1a0-2a0");
    }
}
