//! The director: which game is played next, what a finished game changes, when the event is over.
//!
//! Decides: by the schedule, the results so far and the event's policies alone; fed with the entries of a journal it
//! stands where the event stood. Refuses to know: files, processes, who waits for whom.

use super::game::{Fixture, Game};
use super::journal;
use super::schedule::Schedule;
use super::schedule::swiss::Position;
use super::settings::{AfterForfeit, GameNumber, PlayerId, Settings};
use super::standings::{Absence, Entry, Standings, TeamStandings, forfeit, withdraw};
use super::table::Again;
use crate::laws::{GameResult, Ground, Layer};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroU32;

/// How often a game is played again because the host was at fault, before the event is stopped: a machine that stalls
/// every game decides nothing.
const HOST_FAULTS: u32 = 5;

/// A game that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its place in the schedule.
    pub fixture: Fixture,
    /// The score, and whether an engine failed.
    pub entry: Entry,
    /// Why.
    pub ground: Option<Ground>,
    /// On whose authority.
    pub layer: Layer,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Play this game, which has been begun so often before.
    Play(Fixture, u32),
    /// Pair this round of a Swiss event, from 1, and enter the pairing: it stands where [`Director::position`] says.
    Pair(u32),
    /// Wait for the games in play.
    Wait,
    /// Nothing is left to play.
    Done,
}

/// Why no more games are begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A person asked.
    Asked,
    /// An engine failed, and the event does not go on after that.
    Failure(PlayerId),
    /// A test is decided.
    Decided,
    /// The host stalls the games.
    Host,
    /// The next round could not be paired.
    Unpaired,
}

/// The director of an event.
#[derive(Debug)]
pub struct Director {
    schedule: Schedule,
    policy: super::settings::TroublePolicy,
    /// The first game that was never begun.
    next: u32,
    again: BTreeMap<GameNumber, u32>,
    playing: BTreeMap<GameNumber, u32>,
    outcomes: BTreeMap<GameNumber, Outcome>,
    strikes: Vec<u32>,
    out: BTreeSet<PlayerId>,
    host_faults: u32,
    /// How often a game was played to an end that does not count.
    attempts: BTreeMap<GameNumber, u32>,
    stop: Option<Stop>,
}

impl Director {
    /// An event that has not begun.
    #[must_use]
    pub fn new(settings: &Settings, schedule: Schedule) -> Self {
        Self {
            schedule,
            policy: settings.rules.trouble,
            next: 1,
            again: BTreeMap::new(),
            playing: BTreeMap::new(),
            outcomes: BTreeMap::new(),
            strikes: vec![0; settings.players.len()],
            out: BTreeSet::new(),
            host_faults: 0,
            attempts: BTreeMap::new(),
            stop: None,
        }
    }

    /// Takes an entry of the journal. The games that it leaves in play are to be played again.
    pub fn replay(&mut self, entry: &journal::Entry) {
        use journal::Entry;
        match entry {
            Entry::Begun { number, earlier } => {
                self.next = self.next.max(number.0.saturating_add(1));
                self.again.remove(number);
                self.playing.insert(*number, *earlier);
            }
            Entry::Finished { game, again, failed } => self.finished(game, *again, failed),
            Entry::Decided { number, result, .. } => self.decided(*number, *result),
            Entry::Withdrawn { player, .. } => self.withdraw(*player),
            Entry::Paired { pairing, .. } => self.schedule.pair(pairing),
            Entry::Opened { .. }
            | Entry::Resumed { .. }
            | Entry::Moved { .. }
            | Entry::Incident { .. }
            | Entry::Late { .. }
            | Entry::Closed { .. } => {}
        }
    }

    /// After the journal: games that were in play are to be played again, and what stopped the event stops it no more.
    pub fn resume(&mut self) {
        self.again.append(&mut self.playing);
        if self.stop != Some(Stop::Decided) {
            self.stop = None;
        }
        self.host_faults = 0;
    }

    /// What to do next; a game that is to be played counts as begun.
    pub fn next_task(&mut self) -> Task {
        if self.stop.is_some() {
            return if self.playing.is_empty() { Task::Done } else { Task::Wait };
        }
        while let Some((number, earlier)) = self.again.pop_first() {
            // A journal may say that a game was begun after it had ended.
            if self.outcomes.contains_key(&number) {
                continue;
            }
            if let Some(fixture) = self.fixture(number).filter(|fixture| !self.is_void(fixture)) {
                self.playing.insert(number, earlier);
                return Task::Play(fixture, earlier);
            }
        }
        loop {
            let number = GameNumber(self.next);
            let Some(fixture) = self.fixture(number) else {
                if let Some(round) = self.to_pair() {
                    return Task::Pair(round);
                }
                return if self.playing.is_empty() { Task::Done } else { Task::Wait };
            };
            self.next = self.next.saturating_add(1);
            if self.outcomes.contains_key(&number) || self.is_void(&fixture) {
                continue;
            }
            self.playing.insert(number, 0);
            return Task::Play(fixture, 0);
        }
    }

    fn fixture(&mut self, number: GameNumber) -> Option<Fixture> {
        if self.schedule.known() < number.0 {
            let outcomes = &self.outcomes;
            self.schedule.extend(&|number: GameNumber| outcomes.get(&number).map(|outcome| outcome.entry.result));
        }
        self.schedule.fixture(number)
    }

    /// The round of a Swiss event that is to be paired: the next one, if all games of those before it are over.
    #[must_use]
    pub fn to_pair(&self) -> Option<u32> {
        let is_over = |fixture: Fixture| self.outcomes.contains_key(&fixture.number) || self.is_void(&fixture);
        let over = self.playing.is_empty() && self.schedule.fixtures().all(is_over);
        self.schedule.unpaired().filter(|_| over)
    }

    /// Where a Swiss event stands, before the next round is paired; none for other formats.
    #[must_use]
    pub fn position(&self, settings: &Settings) -> Option<Position> {
        let swiss = settings.format.swiss()?;
        self.schedule.position(swiss, &self.out, &|fixture| self.entry(fixture))
    }

    /// How a game ended, or that it is lost without play.
    fn entry(&self, fixture: &Fixture) -> Option<Entry> {
        let outcome = self.outcomes.get(&fixture.number).map(|outcome| outcome.entry);
        outcome.or_else(|| forfeit(fixture, &|player| self.out.contains(&player)))
    }

    fn is_void(&self, fixture: &Fixture) -> bool {
        self.out.contains(&fixture.white) || self.out.contains(&fixture.black)
    }

    /// Whether there is a game that could be begun.
    pub fn has_more(&mut self) -> bool {
        let fixture = !self.again.is_empty() || self.fixture(GameNumber(self.next)).is_some();
        self.stop.is_none() && (fixture || self.to_pair().is_some())
    }

    /// A game has ended.
    pub fn finished(&mut self, game: &Game, again: Again, failed: &[PlayerId]) {
        let number = game.fixture.number;
        let earlier = self.playing.remove(&number).unwrap_or(0);
        if again != Again::No {
            *self.attempts.entry(number).or_default() += 1;
        }
        match again {
            Again::HostFault => {
                self.host_faults += 1;
                self.again.insert(number, earlier);
                if self.host_faults >= HOST_FAULTS {
                    self.stop = Some(Stop::Host);
                }
            }
            Again::Replay => drop(self.again.insert(number, earlier.saturating_add(1))),
            Again::No => {
                // Without a result it was broken off, and is still to be played.
                match Outcome::of(game) {
                    Some(outcome) => drop(self.outcomes.insert(number, outcome)),
                    None => drop(self.again.insert(number, earlier)),
                }
                for player in failed {
                    self.strike(*player);
                }
            }
        }
    }

    fn strike(&mut self, player: PlayerId) {
        if let Some(strikes) = self.strikes.get_mut(usize::from(player.0)) {
            *strikes += 1;
            if self.policy.strikes.is_some_and(|most| *strikes >= most.get()) {
                self.out.insert(player);
            }
        }
        match self.policy.event {
            AfterForfeit::GoOn => {}
            AfterForfeit::Stop => drop(self.stop.get_or_insert(Stop::Failure(player))),
        }
    }

    /// How often a game was played to an end that does not count.
    #[must_use]
    pub fn attempts(&self, number: GameNumber) -> u32 {
        self.attempts.get(&number).copied().unwrap_or(0)
    }

    /// A person has decided about a game.
    pub fn decided(&mut self, number: GameNumber, result: GameResult) {
        if let Some(outcome) = self.outcomes.get_mut(&number) {
            outcome.entry.result = result;
            outcome.layer = Layer::Director;
        }
    }

    /// A player plays no more games.
    pub fn withdraw(&mut self, player: PlayerId) {
        self.out.insert(player);
    }

    /// No more games are begun.
    pub fn stop(&mut self, why: Stop) {
        self.stop.get_or_insert(why);
    }

    /// Why no more games are begun.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// The games that count, by number.
    #[must_use]
    pub fn outcomes(&self) -> &BTreeMap<GameNumber, Outcome> {
        &self.outcomes
    }

    /// The standings, and what became of players who left.
    #[must_use]
    pub fn standings(&self, settings: &Settings) -> (Standings, Vec<(PlayerId, Absence)>) {
        let (entries, absences) = if settings.format.swiss().is_some() {
            let entries = self.schedule.fixtures().filter_map(|fixture| self.entry(&fixture)).collect();
            (entries, self.out.iter().map(|player| (*player, Absence::Forfeits)).collect())
        } else if self.out.is_empty() {
            (self.outcomes.values().map(|outcome| outcome.entry).collect(), Vec::new())
        } else {
            let entries = self.outcomes.iter().map(|(number, outcome)| (*number, outcome.entry));
            let out = self.out.iter().copied().collect::<Vec<_>>();
            withdraw(self.schedule.fixtures(), &entries.collect::<HashMap<_, _>>(), &out)
        };
        let ratings = settings.players.iter().map(|player| player.rating).collect::<Vec<_>>();
        let (players, byes, tie_breaks) = (settings.players.len(), self.schedule.byes(), &settings.tie_breaks);
        let standings = match settings.format.swiss() {
            Some(swiss) => {
                let games = NonZeroU32::new(swiss.games.count()).unwrap_or(NonZeroU32::MIN);
                Standings::swiss(players, games, &entries, &byes, tie_breaks, &ratings)
            }
            None => Standings::new(players, &entries, &byes, tie_breaks, &ratings),
        };
        (standings, absences)
    }

    /// The standings of the teams, if there are any.
    #[must_use]
    pub fn team_standings(&self, settings: &Settings) -> Option<TeamStandings> {
        let teams = settings.format.teams()?;
        let entries = self.outcomes.iter().map(|(number, outcome)| (*number, outcome.entry)).collect();
        Some(TeamStandings::new(teams, self.schedule.fixtures(), &entries, &self.out))
    }

    /// The players that play no more games.
    #[must_use]
    pub fn out(&self) -> &BTreeSet<PlayerId> {
        &self.out
    }

    /// The games in play.
    pub fn playing(&self) -> impl Iterator<Item = GameNumber> {
        self.playing.keys().copied()
    }

    /// Whether a game that has no outcome yet is still to get one.
    #[must_use]
    pub fn is_awaited(&self, number: GameNumber) -> bool {
        let to_come = self.stop.is_none() && number.0 >= self.next;
        !self.outcomes.contains_key(&number)
            && (self.playing.contains_key(&number) || self.again.contains_key(&number) || to_come)
    }

    /// The games to come that are known, those that are to be played again first.
    pub fn to_come(&self) -> impl Iterator<Item = Fixture> {
        let later = (self.next..=self.schedule.known()).map(GameNumber);
        let later = later.filter(|number| !self.outcomes.contains_key(number));
        let numbers = self.again.keys().copied().chain(later);
        numbers.filter_map(|number| self.schedule.fixture(number)).filter(|fixture| !self.is_void(fixture))
    }

    /// Whether every game of the schedule has been played, or cannot be.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop.is_none() && self.playing.is_empty() && self.again.is_empty() && self.schedule.unpaired().is_none()
    }

    /// The schedule.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}

impl Outcome {
    /// What counts of a game; none if it has no result.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        Some(Self {
            fixture: game.fixture.clone(),
            entry: Entry::of(game)?,
            ground: game.ending.ground,
            layer: game.ending.layer,
        })
    }
}
