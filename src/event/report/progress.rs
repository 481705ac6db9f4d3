//! The counts that reports are made of, game by game.

use super::reason::reason;
use crate::event::game::{Ending, Fixture};
use crate::event::settings::PlayerId;
use crate::laws::GameResult;
use crate::statistics::{PairTally, Tally};
use shakmaty::Color;
use std::collections::{BTreeMap, HashMap};

/// What a player has made so far.
#[derive(Clone, Debug, Default)]
pub struct PlayerProgress {
    /// Its name.
    pub name: String,
    /// Its games with White.
    pub white: Tally,
    /// Its games with Black.
    pub black: Tally,
    /// Its finished pairs of games.
    pub pairs: PairTally,
    /// How its games ended and how often, in cutechess's words.
    pub outcomes: BTreeMap<String, u64>,
}

impl PlayerProgress {
    /// All its games.
    #[must_use]
    pub fn games(&self) -> Tally {
        self.white + self.black
    }
}

/// The counts of an event. For figures without failures a second one is kept and given the other games alone.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    players: Vec<PlayerProgress>,
    open: HashMap<u32, Half>,
    finished: u32,
}

/// The half of a pair that is there.
#[derive(Clone, Copy, Debug)]
struct Half {
    white: PlayerId,
    black: PlayerId,
    /// Half points of White and Black.
    points: (u8, u8),
}

impl Progress {
    /// An event that has not begun; names in the order of the players.
    #[must_use]
    pub fn new(names: &[String]) -> Self {
        let player = |name: &String| PlayerProgress { name: name.clone(), ..PlayerProgress::default() };
        Self { players: names.iter().map(player).collect(), open: HashMap::new(), finished: 0 }
    }

    /// The players in their order.
    #[must_use]
    pub fn players(&self) -> &[PlayerProgress] {
        &self.players
    }

    #[cfg(test)]
    pub(super) fn players_mut(&mut self) -> &mut [PlayerProgress] {
        &mut self.players
    }

    /// Games added, those without a result too.
    #[must_use]
    pub const fn finished(&self) -> u32 {
        self.finished
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: &Fixture, ending: &Ending, final_fen: &str) {
        self.finished += 1;
        self.outcome(fixture, ending, final_fen);
        let Some(result) = ending.result else { return };
        let points = half_points(result);
        if let Some(white) = self.player(fixture.white) {
            count(&mut white.white, points.0);
        }
        if let Some(black) = self.player(fixture.black) {
            count(&mut black.black, points.1);
        }
        let Some(pair) = fixture.pair else { return };
        match self.open.remove(&pair) {
            Some(half) if (half.white, half.black) == (fixture.black, fixture.white) => {
                if let Some(white) = self.player(fixture.white) {
                    white.pairs.add_pair(half.points.1, points.0);
                }
                if let Some(black) = self.player(fixture.black) {
                    black.pairs.add_pair(half.points.0, points.1);
                }
            }
            Some(_) | None => {
                self.open.insert(pair, Half { white: fixture.white, black: fixture.black, points });
            }
        }
    }

    fn outcome(&mut self, fixture: &Fixture, ending: &Ending, final_fen: &str) {
        let text = reason(ending, final_fen);
        let told = |side: Color| match ending.result.and_then(GameResult::winner) {
            Some(winner) if winner == side => format!("Win: {text}"),
            Some(_) => format!("Loss: {text}"),
            None => text.clone(),
        };
        for (side, id) in [(Color::White, fixture.white), (Color::Black, fixture.black)] {
            let text = told(side);
            if let Some(player) = self.player(id) {
                *player.outcomes.entry(text).or_default() += 1;
            }
        }
    }

    fn player(&mut self, id: PlayerId) -> Option<&mut PlayerProgress> {
        self.players.get_mut(usize::from(id.0))
    }
}

const fn half_points(result: GameResult) -> (u8, u8) {
    match result {
        GameResult::WhiteWins => (2, 0),
        GameResult::BlackWins => (0, 2),
        GameResult::Draw => (1, 1),
        GameResult::BothLose => (0, 0),
        GameResult::HalfZero => (1, 0),
        GameResult::ZeroHalf => (0, 1),
    }
}

const fn count(tally: &mut Tally, half_points: u8) {
    match half_points {
        0 => tally.losses += 1,
        1 => tally.draws += 1,
        _ => tally.wins += 1,
    }
}
