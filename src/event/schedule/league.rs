//! Formats whose fixtures do not depend on results: round robin, gauntlet, ladder.
//!
//! An encounter is the meeting of two players once in a cycle: a run through the whole schedule. Its place in the
//! cycle says who meets; how often the two have met says who has White.
//!
//! Sources: FIDE Handbook C.05, annex 1 (Berger tables). The other two orders are facts about cutechess-cli and
//! fastchess, recorded from their runs in `tests/data/schedules/recorded.txt`.

use super::openings::Draws;
use super::player;
use crate::event::game::Fixture;
use crate::event::settings::{Colours, GameNumber, Meetings, OpeningPolicy, Order};

/// Who is to meet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Everybody everybody.
    RoundRobin,
    /// So many at the front the others.
    Gauntlet(u16),
    /// Each everybody before it.
    Ladder,
}

#[derive(Clone, Debug)]
pub(super) struct League {
    kind: Kind,
    players: u64,
    meetings: Meetings,
    draws: Draws,
    /// Encounters of a cycle.
    cycle: u64,
    total: u32,
}

/// Two players by their places.
type Two = (u64, u64);

/// The meeting of two players in one cycle.
pub(super) struct Encounter {
    pub(super) cycle: u64,
    /// The round in the sense of the PGN tag, from 0.
    pub(super) round: u64,
    /// The round whose games share an opening if they are to, from 0.
    pub(super) shared: u64,
    pub(super) players: Two,
}

/// A game before its pair is known.
#[derive(PartialEq, Eq)]
struct Board {
    round: u64,
    white: u64,
    black: u64,
    opening: u32,
}

impl League {
    pub(super) fn new(kind: Kind, players: u16, meetings: Meetings, draws: Draws) -> Self {
        let n = u64::from(players);
        let kind = match kind {
            Kind::Gauntlet(seeds) => Kind::Gauntlet(seeds.min(players.saturating_sub(1)).max(1)),
            Kind::RoundRobin => Kind::RoundRobin,
            Kind::Ladder => Kind::Ladder,
        };
        let cycle = match (kind, meetings.order) {
            (_, _) if n < 2 => 0,
            (Kind::RoundRobin | Kind::Ladder, _) => n * (n - 1) / 2,
            (Kind::Gauntlet(seeds), Order::Berger | Order::Cutechess) => u64::from(seeds) * (n - u64::from(seeds)),
            // The seeds meet each other too.
            (Kind::Gauntlet(seeds), Order::Fastchess) => {
                let seeds = u64::from(seeds);
                seeds * n - seeds * (seeds + 1) / 2
            }
        };
        let total = u128::from(cycle) * u128::from(meetings.rounds.get()) * u128::from(meetings.games.get());
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        Self { kind, players: n, meetings, draws, cycle, total }
    }

    pub(super) const fn total(&self) -> u32 {
        self.total
    }

    pub(super) fn fixture(&self, number: GameNumber) -> Option<Fixture> {
        let index = u64::from(number.0.checked_sub(1)?);
        let board = self.board(index)?;
        let games = self.games();
        let game = index % games;
        let id = |place| u16::try_from(place).map_or(player(u16::MAX), player);
        Some(Fixture {
            number,
            round: u32::try_from(board.round + 1).unwrap_or(u32::MAX),
            game: u32::try_from(game + 1).unwrap_or(u32::MAX),
            white: id(board.white),
            black: id(board.black),
            opening: board.opening,
            pair: self.pair(index, &board),
        })
    }

    fn games(&self) -> u64 {
        u64::from(self.meetings.games.get())
    }

    /// A game by its place in the schedule, from 0.
    fn board(&self, index: u64) -> Option<Board> {
        if index >= u64::from(self.total) {
            return None;
        }
        let games = self.games();
        let (place, game) = (index / games, index % games);
        let encounter = self.encounter(place);
        let (first, second) = encounter.players;
        let (white, black) =
            if self.second_has_white(&encounter, index, game) { (second, first) } else { (first, second) };
        let drawn = match self.draws.policy {
            // Two players have one long encounter.
            OpeningPolicy::Default if self.players == 2 => index / self.draws.repeat,
            OpeningPolicy::Default => place * games.div_ceil(self.draws.repeat) + game / self.draws.repeat,
            OpeningPolicy::Encounter => place,
            OpeningPolicy::Round => encounter.shared,
        };
        Some(Board { round: encounter.round, white, black, opening: self.draws.place(drawn) })
    }

    /// The pair that a game belongs to: it and the game before or after it in the encounter, if they have one opening
    /// and changed colours.
    fn pair(&self, index: u64, board: &Board) -> Option<u32> {
        let games = self.games();
        let (first, game, length) = if self.players == 2 {
            (0, index, u64::from(self.total))
        } else {
            (index - index % games, index % games, games)
        };
        let other = game ^ 1;
        let other = if other < length { self.board(first + other)? } else { return None };
        let changed = (other.white, other.black, other.opening) == (board.black, board.white, board.opening);
        let before = first / games * games.div_ceil(2);
        changed.then(|| u32::try_from(before + game / 2).unwrap_or(u32::MAX))
    }

    /// Whether the second named has White in a game of an encounter: `index` is the game's place in the event, `game`
    /// in the encounter.
    fn second_has_white(&self, encounter: &Encounter, index: u64, game: u64) -> bool {
        let met = encounter.cycle * self.games() + game;
        let odd = |count: u64| count % 2 == 1;
        match (self.meetings.order, self.meetings.colours) {
            (Order::Berger | Order::Cutechess | Order::Fastchess, Colours::Fixed) => false,
            (Order::Berger | Order::Cutechess, Colours::Swapped) => odd(met),
            (Order::Berger, Colours::Reversed) => !odd(met),
            // Turned round once more at every encounter of more than two players.
            (Order::Cutechess, Colours::Reversed) if self.players == 2 => !odd(met),
            (Order::Cutechess, Colours::Reversed) => odd(met + encounter.cycle + 1),
            // By the parity of the game's number in the event.
            (Order::Fastchess, Colours::Swapped) => odd(index),
            (Order::Fastchess, Colours::Reversed) => !odd(index),
        }
    }

    /// An encounter by its place in the event, from 0; there are at least two players. Who has White in it is not said.
    pub(super) fn meeting(&self, place: u64) -> Encounter {
        self.encounter(place)
    }

    /// An encounter by its place in the event, from 0; there are at least two players.
    fn encounter(&self, place: u64) -> Encounter {
        let (cycle, within) = (place / self.cycle, place % self.cycle);
        let ((round, players), rounds) = match (self.kind, self.meetings.order) {
            (Kind::RoundRobin, Order::Berger) => (self.berger(cycle, within), self.table() - 1),
            (Kind::RoundRobin, Order::Cutechess) => (circle(self.players, within), self.table() - 1),
            (Kind::RoundRobin, Order::Fastchess) => ((within, lexical(self.players, within)), self.cycle),
            (Kind::Gauntlet(seeds), Order::Berger) => self.columns(u64::from(seeds), within),
            (Kind::Gauntlet(seeds), Order::Cutechess) => {
                let others = self.players - u64::from(seeds);
                ((0, (within / others, u64::from(seeds) + within % others)), 1)
            }
            (Kind::Gauntlet(_), Order::Fastchess) => ((within, lexical(self.players, within)), self.cycle),
            (Kind::Ladder, order) => (self.step(order, within), self.players - 1),
        };
        let round = cycle * rounds + round;
        let shared = match self.meetings.order {
            Order::Berger | Order::Cutechess => round,
            Order::Fastchess => cycle,
        };
        Encounter { cycle, round, shared, players }
    }

    /// The size of the table: an odd number of players has an empty place at its end.
    const fn table(&self) -> u64 {
        self.players + self.players % 2
    }

    /// The Berger table: in round r the last number meets r(n/2) mod (n-1), and the others those as far from that one
    /// in the other direction.
    ///
    /// Where colours are changed from one cycle to the next, the last two rounds of every cycle but the last change
    /// places, so that nobody has the same colour three times in a row (C.05 annex 1 on double round robins). A table
    /// of four has but three rounds, so that there the cycles on both sides matter: every other cycle is changed.
    fn berger(&self, cycle: u64, within: u64) -> (u64, Two) {
        let (table, boards) = (self.table(), self.players / 2);
        let (round, board) = (within / boards, within % boards);
        let (cycles, ring) = (u64::from(self.meetings.rounds.get()), table - 1);
        let turned = match self.meetings.colours {
            Colours::Swapped | Colours::Reversed => self.games() % 2 == 1 && cycles > 1,
            Colours::Fixed => false,
        };
        let changed = turned && if ring == 3 { cycle.is_multiple_of(2) } else { cycle + 1 < cycles };
        let row = match ring - round {
            1 if changed && ring > 1 => round - 1,
            2 if changed => round + 1,
            _ => round,
        };
        let middle = row * (table / 2) % ring;
        // The board of the last number is empty where the number of players is odd.
        let board = board + self.players % 2;
        let players = if board == 0 {
            if row % 2 == 0 { (middle, ring) } else { (ring, middle) }
        } else {
            ((middle + board) % ring, (middle + ring - board) % ring)
        };
        (round, players)
    }

    /// A gauntlet in rounds: in each every one of the smaller side meets the next of the larger, and colours change from
    /// round to round.
    fn columns(&self, seeds: u64, within: u64) -> ((u64, Two), u64) {
        let others = self.players - seeds;
        let (boards, rounds) = (seeds.min(others), seeds.max(others));
        let (round, board) = (within / boards, within % boards);
        let next = (board + round) % rounds;
        let (seed, other) = if seeds <= others { (board, next) } else { (next, board) };
        let players = (seed, seeds + other);
        ((round, self.alternate(players, round % 2 == 1)), rounds)
    }

    /// The ladder: newcomer 1 meets 0, newcomer 2 meets 0 and 1, …
    fn step(&self, order: Order, within: u64) -> (u64, Two) {
        let (mut newcomer, mut left) = (1, within);
        while left >= newcomer {
            left -= newcomer;
            newcomer += 1;
        }
        let players = (newcomer, left);
        let players = match order {
            // Colours change from game to game for the newcomer, and for those that it meets.
            Order::Berger => self.alternate(players, (newcomer - left) % 2 == 0),
            Order::Cutechess | Order::Fastchess => players,
        };
        (newcomer - 1, players)
    }

    const fn alternate(&self, (first, second): Two, turned: bool) -> Two {
        match self.meetings.colours {
            Colours::Swapped | Colours::Reversed if turned => (second, first),
            Colours::Swapped | Colours::Reversed | Colours::Fixed => (first, second),
        }
    }
}

/// The circle method: the first player stays, the others move on by one place a round.
fn circle(players: u64, within: u64) -> (u64, Two) {
    let (boards, ring) = (players / 2, players + players % 2 - 1);
    let (round, board) = (within / boards, within % boards);
    let at = |place: u64| (place + ring - round) % ring + 1;
    let of = |board: u64| (if board == 0 { 0 } else { at(board - 1) }, at(ring - 1 - board));
    // The board with the empty place is passed over.
    let real = |board: &u64| {
        let (first, second) = of(*board);
        first < players && second < players
    };
    let found = (0..=boards).filter(real).nth(usize::try_from(board).unwrap_or(usize::MAX));
    (round, of(found.unwrap_or(board)))
}

/// The pairs in the order of their names: 0-1, 0-2, … 1-2, …
const fn lexical(players: u64, within: u64) -> Two {
    let (mut first, mut left) = (0, within);
    while left >= players - 1 - first {
        left -= players - 1 - first;
        first += 1;
    }
    (first, first + 1 + left)
}
