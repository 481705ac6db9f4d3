//! Who plays whom, in which order, with which colours and from which opening.
//!
//! Decides: the fixtures of an event, a function of its format, its number of players and its openings alone; of a
//! knockout, of the results too. The same questions get the same answers, so an event that is resumed goes on with the
//! schedule that it had. Refuses to know: who the players are, how games are played, who is late or gone.
//!
//! Round robins, gauntlets and ladders are computed game by game and held nowhere; a knockout grows by
//! [`Schedule::extend`], a Swiss event by [`Schedule::pair`].

mod knockout;
mod league;
mod openings;
pub mod swiss;
mod teams;

pub use knockout::{Encounter, Round};

use super::game::Fixture;
use super::settings::{Format, GameNumber, Openings, PlayerId, Swiss};
use super::standings::{Bye, Entry};
use crate::laws::GameResult;
use knockout::Knockout;
use league::{Kind, League};
use openings::Draws;
use std::collections::BTreeSet;
use swiss::{Pairing, Position, Rounds};
use teams::TeamLeague;

/// The fixtures of an event.
#[derive(Clone, Debug)]
pub struct Schedule {
    plan: Plan,
}

#[derive(Clone, Debug)]
enum Plan {
    League(League),
    Teams(TeamLeague),
    Knockout(Knockout),
    Swiss(Rounds),
}

/// Whether more fixtures will come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// All fixtures are known.
    Complete,
    /// More may come when these results are known: nothing can be said before the result of this game.
    Waiting(GameNumber),
    /// More will come when this round of a Swiss event is paired.
    Unpaired(u32),
}

impl Schedule {
    /// The schedule of a format for so many players. `opening_count` is the length of the list of openings (`Book::len`),
    /// in whose order of play `Fixture::opening` counts; without it the list has no end. Fewer than two players have no fixtures, and
    /// fixtures after the 4,294,967,295th do not exist.
    #[must_use]
    pub fn new(format: &Format, players: usize, openings: &Openings, opening_count: Option<u32>) -> Self {
        let draws = Draws::new(openings, opening_count);
        let players = u16::try_from(players).unwrap_or(u16::MAX);
        let league = |kind, meetings| Plan::League(League::new(kind, players, meetings, draws));
        let plan = match format {
            Format::RoundRobin(meetings) => league(Kind::RoundRobin, *meetings),
            Format::Gauntlet { seeds, meetings } => {
                league(Kind::Gauntlet(u16::try_from(seeds.get()).unwrap_or(u16::MAX)), *meetings)
            }
            Format::Ladder(meetings) => league(Kind::Ladder, *meetings),
            Format::TeamRoundRobin(teams) => Plan::Teams(TeamLeague::new(teams, draws)),
            Format::Knockout { games, extra_pairs } => {
                Plan::Knockout(Knockout::new(players, *games, *extra_pairs, draws))
            }
            Format::Swiss(swiss) => Plan::Swiss(Rounds::new(swiss, players, draws)),
        };
        Self { plan }
    }

    /// A game by its number; none: it is not known, or not yet.
    #[must_use]
    pub fn fixture(&self, number: GameNumber) -> Option<Fixture> {
        match &self.plan {
            Plan::League(league) => league.fixture(number),
            Plan::Teams(teams) => teams.fixture(number),
            Plan::Knockout(knockout) => knockout.fixture(number),
            Plan::Swiss(rounds) => rounds.fixture(number),
        }
    }

    /// All games known so far, in order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        (1..=self.known()).filter_map(|number| self.fixture(GameNumber(number)))
    }

    /// How many games are known so far: their numbers are 1 to this.
    #[must_use]
    pub const fn known(&self) -> u32 {
        match &self.plan {
            Plan::League(league) => league.total(),
            Plan::Teams(teams) => teams.total(),
            Plan::Knockout(knockout) => knockout.known(),
            Plan::Swiss(rounds) => rounds.known(),
        }
    }

    /// How many games the event has, as progress lines say it; of a knockout, if every encounter goes its full length
    /// and none beyond; of a Swiss event, if nobody is absent in the rounds to come.
    #[must_use]
    pub const fn total(&self) -> u32 {
        match &self.plan {
            Plan::League(league) => league.total(),
            Plan::Teams(teams) => teams.total(),
            Plan::Knockout(knockout) => knockout.total(),
            Plan::Swiss(rounds) => rounds.total(),
        }
    }

    /// Appends the fixtures that follow from the results so far; those that are there stay as they are. A game that is
    /// to be played again has no result.
    pub fn extend(&mut self, results: &dyn Fn(GameNumber) -> Option<GameResult>) -> Outlook {
        match &mut self.plan {
            Plan::League(_) | Plan::Teams(_) => Outlook::Complete,
            Plan::Knockout(knockout) => knockout.extend(results),
            Plan::Swiss(rounds) => rounds.unpaired().map_or(Outlook::Complete, Outlook::Unpaired),
        }
    }

    /// Takes the pairing of the next round of a Swiss event. Any other is left out: what is published stays.
    pub fn pair(&mut self, pairing: &Pairing) {
        match &mut self.plan {
            Plan::League(_) | Plan::Teams(_) | Plan::Knockout(_) => {}
            Plan::Swiss(rounds) => rounds.add(pairing),
        }
    }

    /// The next round of a Swiss event that has no pairing, if there is one.
    #[must_use]
    pub fn unpaired(&self) -> Option<u32> {
        match &self.plan {
            Plan::League(_) | Plan::Teams(_) | Plan::Knockout(_) => None,
            Plan::Swiss(rounds) => rounds.unpaired(),
        }
    }

    /// The rounds of a Swiss event that are paired; empty for other formats.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        match &self.plan {
            Plan::League(_) | Plan::Teams(_) | Plan::Knockout(_) => &[],
            Plan::Swiss(rounds) => rounds.pairings(),
        }
    }

    /// The byes of the rounds of a Swiss event that are paired; empty for other formats.
    #[must_use]
    pub fn byes(&self) -> Vec<Bye> {
        match &self.plan {
            Plan::League(_) | Plan::Teams(_) | Plan::Knockout(_) => Vec::new(),
            Plan::Swiss(rounds) => rounds.byes(),
        }
    }

    /// Where a Swiss event stands after its paired rounds; none for other formats. `out` plays no more; `entry` says
    /// how a game ended, or that it was not played.
    #[must_use]
    pub fn position(
        &self,
        swiss: &Swiss,
        out: &BTreeSet<PlayerId>,
        entry: &dyn Fn(&Fixture) -> Option<Entry>,
    ) -> Option<Position> {
        match &self.plan {
            Plan::League(_) | Plan::Teams(_) | Plan::Knockout(_) => None,
            Plan::Swiss(rounds) => Some(rounds.position(swiss, out, entry)),
        }
    }

    /// The rounds of a knockout so far; empty for other formats.
    #[must_use]
    pub fn bracket(&self) -> &[Round] {
        match &self.plan {
            Plan::League(_) | Plan::Swiss(_) | Plan::Teams(_) => &[],
            Plan::Knockout(knockout) => knockout.rounds(),
        }
    }
}

/// A player by its place, which was counted as a `u16`.
const fn player(place: u16) -> PlayerId {
    PlayerId(place)
}

#[cfg(test)]
mod tests;
