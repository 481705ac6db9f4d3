//! The knockout: the loser of an encounter is out.
//!
//! The bracket is the usual one: first and second seed can meet in the final only, byes go to the top seeds. Fixtures
//! come in waves. A wave holds, for every encounter of the round that is open, as many games as it takes at least to
//! decide it; the next wave is made when all results of this one are known. So no game is played for nothing, and the
//! schedule depends on the results alone, not on the order in which they came.

use super::openings::Draws;
use super::{Outlook, player};
use crate::event::game::Fixture;
use crate::event::settings::{GameNumber, OpeningPolicy, PlayerId};
use crate::laws::GameResult;
use std::num::NonZeroU32;

/// A round of a knockout: its encounters in the order of the bracket.
pub type Round = Vec<Encounter>;

/// A mini-match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The player with the better seed. It has White in the first game.
    pub higher: PlayerId,
    /// The other one; none: a bye.
    pub lower: Option<PlayerId>,
    /// The games so far.
    pub games: Vec<GameNumber>,
    /// Half points of the two, from the games whose results were known when the last wave was made.
    pub half_points: (u32, u32),
    /// Who goes on, if it is decided.
    pub winner: Option<PlayerId>,
    opening: u32,
    pair: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Knockout {
    players: u32,
    games: u32,
    extra_pairs: Option<u32>,
    draws: Draws,
    drawn: u64,
    pairs: u32,
    rounds: Vec<Round>,
    fixtures: Vec<Fixture>,
}

/// What an encounter needs.
enum Need {
    Nothing(PlayerId),
    Games(u32),
}

impl Knockout {
    pub(super) fn new(players: u16, games: NonZeroU32, extra_pairs: Option<NonZeroU32>, draws: Draws) -> Self {
        let mut knockout = Self {
            players: u32::from(players),
            games: games.get(),
            extra_pairs: extra_pairs.map(NonZeroU32::get),
            draws,
            drawn: 0,
            pairs: 0,
            rounds: Vec::new(),
            fixtures: Vec::new(),
        };
        if players >= 2 {
            let seats = seats(players);
            let first = seats.chunks(2).filter_map(|two| match two {
                [Some(one), other] | [other, Some(one)] => Some(Encounter::new(*one, *other)),
                _ => None,
            });
            knockout.rounds.push(first.collect());
            knockout.wave(&[]);
        }
        knockout
    }

    pub(super) fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    pub(super) fn fixture(&self, number: GameNumber) -> Option<Fixture> {
        self.fixtures.get(usize::try_from(number.0.checked_sub(1)?).ok()?).cloned()
    }

    #[expect(clippy::cast_possible_truncation, reason = "games are numbered in u32")]
    pub(super) const fn known(&self) -> u32 {
        self.fixtures.len() as u32
    }

    pub(super) const fn total(&self) -> u32 {
        let planned = self.players.saturating_sub(1).saturating_mul(self.games);
        if planned > self.known() { planned } else { self.known() }
    }

    pub(super) fn extend(&mut self, results: &dyn Fn(GameNumber) -> Option<GameResult>) -> Outlook {
        loop {
            let Some(round) = self.rounds.last() else { return Outlook::Complete };
            let mut played = Vec::new();
            for number in round.iter().flat_map(|encounter| &encounter.games) {
                match results(*number) {
                    Some(result) => played.push((*number, result)),
                    None => return Outlook::Waiting(*number),
                }
            }
            if self.wave(&played) {
                continue;
            }
            let Some(round) = self.rounds.last() else { return Outlook::Complete };
            let winners = round.iter().filter_map(|encounter| encounter.winner).collect::<Vec<_>>();
            if winners.len() < 2 {
                return Outlook::Complete;
            }
            let next = winners.chunks(2).filter_map(|two| match two {
                [one, other] => Some(Encounter::new(*one, Some(*other))),
                [one] => Some(Encounter::new(*one, None)),
                _ => None,
            });
            self.rounds.push(next.collect());
            self.wave(&[]);
        }
    }

    /// Takes in all results of the last round and appends the games that it needs next; whether there are any.
    fn wave(&mut self, results: &[(GameNumber, GameResult)]) -> bool {
        let Some(mut round) = self.rounds.pop() else { return false };
        let number = u32::try_from(self.rounds.len() + 1).unwrap_or(u32::MAX);
        let before = self.fixtures.len();
        let shared = match self.draws.policy {
            OpeningPolicy::Round if results.is_empty() => Some(self.draw()),
            OpeningPolicy::Round => round.first().map(|encounter| encounter.opening),
            OpeningPolicy::Default | OpeningPolicy::Encounter => None,
        };
        for encounter in &mut round {
            let games = match encounter.need(results, &self.fixtures, self.games, self.extra_pairs) {
                Need::Nothing(winner) => {
                    encounter.winner = Some(winner);
                    0
                }
                Need::Games(games) => games,
            };
            for _ in 0..games {
                self.append(encounter, number, shared);
            }
        }
        self.rounds.push(round);
        self.fixtures.len() > before
    }

    fn draw(&mut self) -> u32 {
        let place = self.draws.place(self.drawn);
        self.drawn += 1;
        place
    }

    /// Appends the next game of an encounter.
    fn append(&mut self, encounter: &mut Encounter, round: u32, shared: Option<u32>) {
        let Some(lower) = encounter.lower else { return };
        let game = u32::try_from(encounter.games.len()).unwrap_or(u32::MAX);
        let extra = game.checked_sub(self.games);
        // A further pair has an opening of its own: one that was a draw before would be one again.
        let draws = match (extra, self.draws.policy) {
            (Some(extra), _) => extra % 2 == 0,
            (None, OpeningPolicy::Default) => u64::from(game) % self.draws.repeat == 0,
            (None, OpeningPolicy::Encounter) => game == 0,
            (None, OpeningPolicy::Round) => false,
        };
        if draws {
            encounter.opening = self.draw();
        } else if let (Some(shared), None) = (shared, extra) {
            encounter.opening = shared;
        }
        let in_pair = extra.is_some() || self.in_pair(game);
        if in_pair && extra.unwrap_or(game) % 2 == 0 {
            encounter.pair = self.pairs;
            self.pairs += 1;
        }
        let (white, black) = if game % 2 == 0 { (encounter.higher, lower) } else { (lower, encounter.higher) };
        let number = GameNumber(self.known().saturating_add(1));
        encounter.games.push(number);
        self.fixtures.push(Fixture {
            number,
            round,
            game: game.saturating_add(1),
            white,
            black,
            opening: encounter.opening,
            pair: in_pair.then_some(encounter.pair),
        });
    }

    /// Whether a regular game shares its opening with the one that it makes a pair with.
    fn in_pair(&self, game: u32) -> bool {
        let first = game - game % 2;
        let share = match self.draws.policy {
            OpeningPolicy::Default => u64::from(first) / self.draws.repeat == u64::from(first + 1) / self.draws.repeat,
            OpeningPolicy::Encounter | OpeningPolicy::Round => true,
        };
        first + 1 < self.games && share
    }
}

impl Encounter {
    /// The place in the list of players is the seed.
    fn new(one: PlayerId, other: Option<PlayerId>) -> Self {
        let (higher, lower) = match other {
            Some(other) => (one.min(other), Some(one.max(other))),
            None => (one, None),
        };
        Self { higher, lower, games: Vec::new(), half_points: (0, 0), winner: None, opening: 0, pair: 0 }
    }

    /// Takes in the results, which are all there, and says what is needed next.
    fn need(
        &mut self,
        results: &[(GameNumber, GameResult)],
        fixtures: &[Fixture],
        games: u32,
        extra_pairs: Option<u32>,
    ) -> Need {
        if self.lower.is_none() {
            return Need::Nothing(self.higher);
        }
        let scores = self.games.iter().map(|number| self.score(*number, results, fixtures)).collect::<Vec<_>>();
        self.half_points = scores.iter().fold((0, 0), |(a, b), (x, y)| (a + x, b + y));
        let (high, low) = self.half_points;
        let lead = high.abs_diff(low);
        let played = u32::try_from(scores.len()).unwrap_or(u32::MAX);
        let leader = if high >= low { self.higher } else { self.lower.unwrap_or(self.higher) };
        if let Some(left) = games.checked_sub(played).filter(|left| *left > 0) {
            // The leader may win all that come: then so many decide it.
            let (lead, open) = (u64::from(lead), 2 * u64::from(left));
            return if lead > open {
                Need::Nothing(leader)
            } else {
                Need::Games(u32::try_from((open - lead) / 4 + 1).unwrap_or(left).min(left))
            };
        }
        let pairs = (played - games) / 2;
        // Two who both lose would go on for ever.
        let barren = pairs > 0 && matches!(scores.as_slice(), [.., (0, 0), (0, 0)]);
        if lead > 0 || barren || extra_pairs.is_some_and(|most| pairs >= most) {
            Need::Nothing(leader)
        } else {
            Need::Games(2)
        }
    }

    /// Half points of the higher and the lower seed in a game.
    fn score(&self, number: GameNumber, results: &[(GameNumber, GameResult)], fixtures: &[Fixture]) -> (u32, u32) {
        let result = results.iter().find(|(known, _)| *known == number).map(|(_, result)| *result);
        let (white, black) = result.map_or((0, 0), half_points);
        let fixture = usize::try_from(number.0).ok().and_then(|number| fixtures.get(number.checked_sub(1)?));
        if fixture.is_some_and(|fixture| fixture.white == self.higher) { (white, black) } else { (black, white) }
    }
}

/// Half points of White and Black.
const fn half_points(result: GameResult) -> (u32, u32) {
    match result {
        GameResult::WhiteWins => (2, 0),
        GameResult::BlackWins => (0, 2),
        GameResult::Draw => (1, 1),
        GameResult::BothLose => (0, 0),
        GameResult::HalfZero => (1, 0),
        GameResult::ZeroHalf => (0, 1),
    }
}

/// The first round's seats, two by two: seed s sits opposite seed (size + 1 - s) in every round that both reach.
fn seats(players: u16) -> Vec<Option<PlayerId>> {
    let size = usize::from(players).next_power_of_two();
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.iter().flat_map(|seed| [*seed, last - seed]).collect();
    }
    let seat = |seed: usize| u16::try_from(seed).ok().filter(|seed| *seed < players).map(player);
    seeds.into_iter().map(seat).collect()
}
