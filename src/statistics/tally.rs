//! How often each outcome came: of single games, and of pairs of games with one opening and changed colours.

use super::sample::{Estimate, Sample, Zeros};
use std::ops::{Add, AddAssign};

/// Games of one player, by what they brought it. A loss by both (0-0) is a loss for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn; a half point against nothing counts here too.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// All games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points in halves.
    #[must_use]
    pub const fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Points a game, 0 to 1; NaN if there are no games.
    #[must_use]
    pub fn score(self) -> f64 {
        real(self.half_points()) / 2.0 / real(self.games())
    }

    /// Draws a game, 0 to 1; NaN if there are no games.
    #[must_use]
    pub fn draw_ratio(self) -> f64 {
        real(self.draws) / real(self.games())
    }

    /// The same games as the opponent counts them.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// As a sample of single games.
    #[must_use]
    pub fn sample(self) -> Sample {
        Sample::games([self.losses, self.draws, self.wins])
    }

    /// Elo and its companions from single games, zeros kept as they are.
    #[must_use]
    pub fn estimate(self) -> Estimate {
        self.sample().estimate(Zeros::Kept)
    }

    /// The likelihood of superiority from decisive games alone (draws say nothing of the sign); NaN without any.
    #[must_use]
    pub fn decisive_los(self) -> f64 {
        let (wins, losses) = (real(self.wins), real(self.losses));
        0.5 + 0.5 * libm::erf((wins - losses) / (2.0 * (wins + losses)).sqrt())
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Pairs of games of one player, by what the two games brought it. A point in a pair comes in two ways, which are
/// counted apart because their ratio tells sharp openings from quiet ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    /// Two losses.
    pub loss_loss: u64,
    /// A loss and a draw.
    pub loss_draw: u64,
    /// A win and a loss.
    pub win_loss: u64,
    /// Two draws.
    pub draw_draw: u64,
    /// A win and a draw.
    pub win_draw: u64,
    /// Two wins.
    pub win_win: u64,
}

impl PairTally {
    /// Adds a pair by the half points that each of its games brought: 0, 1 or 2 each; more count as 2.
    pub fn add_pair(&mut self, one: u8, other: u8) {
        let place = match (one.min(other), one.max(other)) {
            (0, 0) => &mut self.loss_loss,
            (0, 1) => &mut self.loss_draw,
            (0, _) => &mut self.win_loss,
            (1, 1) => &mut self.draw_draw,
            (1, _) => &mut self.win_draw,
            (_, _) => &mut self.win_win,
        };
        *place += 1;
    }

    /// The five classes, by half points from 0 to 4.
    #[must_use]
    pub const fn five(self) -> [u64; 5] {
        [self.loss_loss, self.loss_draw, self.win_loss + self.draw_draw, self.win_draw, self.win_win]
    }

    /// All pairs.
    #[must_use]
    pub const fn pairs(self) -> u64 {
        let [a, b, c, d, e] = self.five();
        a + b + c + d + e
    }

    /// The single games in the pairs.
    #[must_use]
    pub const fn games(self) -> Tally {
        Tally {
            wins: 2 * self.win_win + self.win_draw + self.win_loss,
            draws: 2 * self.draw_draw + self.win_draw + self.loss_draw,
            losses: 2 * self.loss_loss + self.loss_draw + self.win_loss,
        }
    }

    /// The share of pairs that brought one point, 0 to 1; NaN if there are no pairs.
    #[must_use]
    pub fn draw_ratio(self) -> f64 {
        real(self.win_loss + self.draw_draw) / real(self.pairs())
    }

    /// Pairs won for each pair lost; infinite or NaN if none was lost.
    #[must_use]
    pub fn pairs_ratio(self) -> f64 {
        real(self.win_win + self.win_draw) / real(self.loss_draw + self.loss_loss)
    }

    /// Pairs of a win and a loss for each pair of draws; infinite or NaN if there is none of these.
    #[must_use]
    pub fn win_loss_ratio(self) -> f64 {
        real(self.win_loss) / real(self.draw_draw)
    }

    /// The same pairs as the opponent counts them.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            loss_loss: self.win_win,
            loss_draw: self.win_draw,
            win_loss: self.win_loss,
            draw_draw: self.draw_draw,
            win_draw: self.loss_draw,
            win_win: self.loss_loss,
        }
    }

    /// As a sample of pairs.
    #[must_use]
    pub fn sample(self) -> Sample {
        Sample::pairs(self.five())
    }

    /// Elo and its companions from pairs, zeros kept as they are.
    #[must_use]
    pub fn estimate(self) -> Estimate {
        let pairs = real(self.pairs());
        let share = |count: u64| real(count) / pairs;
        let middle = share(self.win_loss) + share(self.draw_draw);
        let below = [(0.0, share(self.loss_loss)), (0.25, share(self.loss_draw)), (0.5, middle)];
        let above = [(0.75, share(self.win_draw)), (1.0, share(self.win_win))];
        Estimate::of(&[below.as_slice(), above.as_slice()].concat(), pairs, 2.0)
    }
}

impl Add for PairTally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            loss_loss: self.loss_loss + other.loss_loss,
            loss_draw: self.loss_draw + other.loss_draw,
            win_loss: self.win_loss + other.win_loss,
            draw_draw: self.draw_draw + other.draw_draw,
            win_draw: self.win_draw + other.win_draw,
            win_win: self.win_win + other.win_win,
        }
    }
}

impl AddAssign for PairTally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
pub(super) const fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_results_has_its_class() {
        let mut tally = PairTally::default();
        for (one, other) in [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (2, 1), (1, 2), (2, 2)] {
            tally.add_pair(one, other);
        }
        assert_eq!(tally.five(), [1, 2, 3, 2, 1]);
        assert_eq!((tally.win_loss, tally.draw_draw), (2, 1));
        assert_eq!(tally.games(), Tally { wins: 6, draws: 6, losses: 6 });
        assert_eq!(tally.reversed().reversed(), tally);
        assert_eq!(tally.reversed().games(), tally.games().reversed());
    }

    #[test]
    fn ratios_are_of_the_whole() {
        let tally = PairTally { loss_loss: 1, loss_draw: 1, win_loss: 3, draw_draw: 2, win_draw: 2, win_win: 1 };
        assert_eq!((tally.draw_ratio(), tally.pairs_ratio(), tally.win_loss_ratio()), (0.5, 1.5, 1.5));
        let games = Tally { wins: 3, draws: 5, losses: 2 };
        assert_eq!((games.score(), games.draw_ratio(), games.half_points()), (0.55, 0.5, 11));
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert!(Tally::default().score().is_nan() && Tally::default().decisive_los().is_nan());
        assert!(PairTally::default().draw_ratio().is_nan());
    }
}
