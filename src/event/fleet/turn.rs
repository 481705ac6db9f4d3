//! Results in the order of the schedule, so that a test that stops early does not favour games that end fast.

use crate::event::game::Game;
use crate::event::settings::GameNumber;
use std::collections::BTreeMap;

/// Holds results back until those before them are there.
#[derive(Debug)]
pub struct Turn {
    next: u32,
    held: BTreeMap<GameNumber, Game>,
}

impl Default for Turn {
    fn default() -> Self {
        Self { next: 1, held: BTreeMap::new() }
    }
}

impl Turn {
    /// Takes results and gives those whose turn it is, in order. `awaited` says of a game without a result whether it
    /// is still to get one.
    pub fn take(&mut self, games: impl IntoIterator<Item = Game>, awaited: impl Fn(GameNumber) -> bool) -> Vec<Game> {
        self.held.extend(games.into_iter().map(|game| (game.fixture.number, game)));
        let mut due = Vec::new();
        while !self.held.is_empty() {
            let number = GameNumber(self.next);
            match self.held.remove(&number) {
                Some(game) => due.push(game),
                None if awaited(number) => break,
                None => {}
            }
            self.next = self.next.saturating_add(1);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::game::{Ending, Fixture, Opening};
    use crate::event::settings::PlayerId;

    fn game(number: u32) -> Game {
        let number = GameNumber(number);
        let (white, black) = (PlayerId(0), PlayerId(1));
        Game {
            fixture: Fixture { number, round: 1, game: 1, white, black, opening: 0, pair: None },
            opening: Opening::default(),
            plies: Vec::new(),
            ending: Ending::none(),
            started: 0,
            ended: 0,
            final_fen: String::new(),
            notes: Vec::new(),
            host: None,
        }
    }

    fn numbers(games: &[Game]) -> Vec<u32> {
        games.iter().map(|game| game.fixture.number.0).collect()
    }

    #[test]
    fn a_fast_game_waits_for_the_slow_one_before_it() {
        let mut turn = Turn::default();
        assert!(turn.take([game(2), game(3)], |_| true).is_empty());
        assert_eq!(numbers(&turn.take([game(1)], |_| true)), [1, 2, 3]);
        assert_eq!(numbers(&turn.take([game(4)], |_| true)), [4]);
    }

    #[test]
    fn a_game_that_will_not_be_played_holds_nothing_back() {
        let mut turn = Turn::default();
        assert_eq!(numbers(&turn.take([game(2), game(4)], |number| number.0 == 3)), [2]);
        assert_eq!(numbers(&turn.take([], |_| false)), [4]);
    }
}
