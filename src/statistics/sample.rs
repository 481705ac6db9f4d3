//! Elo and log-likelihood ratio of a sample: games, or pairs of games.
//!
//! Source: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution"
//! and "Normalized Elo" (own words); the golden values in the tests are those of fishtest's own code.

use super::tally::real;

/// How often each outcome of a unit came; outcomes are evenly spread from 0 to 1.
#[derive(Clone, Debug)]
pub struct Sample {
    counts: Vec<u64>,
    /// Games in a unit: 2 for pairs.
    games: f64,
}

/// What an outcome that never came counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeros {
    /// Nothing: figures may be infinite or NaN.
    Kept,
    /// A thousandth, as in fishtest: figures stay finite.
    Regularised,
}

/// What a sample says of the difference in strength. Figures may be infinite or NaN where zeros are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points a game, 0 to 1.
    pub score: f64,
    /// Logistic Elo.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
    /// Normalised Elo.
    pub nelo: f64,
    /// Half of its 95 % interval.
    pub nelo_error: f64,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// The standard deviation of the score.
    pub deviation: f64,
}

/// Normalised Elo for one standard deviation a game.
const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;
/// The normal law holds 95 % within so many standard deviations.
const Z_95: f64 = 1.959_963_984_540_054;

/// A law: values between 0 and 1 and their probabilities.
type Law = Vec<(f64, f64)>;

impl Sample {
    /// Pairs of games: how many scored 0, a half, one, one and a half, two points.
    #[must_use]
    pub fn pairs(counts: [u64; 5]) -> Self {
        Self { counts: counts.to_vec(), games: 2.0 }
    }

    /// Single games: losses, draws, wins.
    #[must_use]
    pub fn games(counts: [u64; 3]) -> Self {
        Self { counts: counts.to_vec(), games: 1.0 }
    }

    /// The law found, and the number of units.
    fn law(&self, zeros: Zeros) -> (Law, f64) {
        let weight = |count: u64| match zeros {
            Zeros::Kept => real(count),
            Zeros::Regularised => real(count).max(1e-3),
        };
        let units = self.counts.iter().map(|count| weight(*count)).sum::<f64>();
        let last = self.counts.len().saturating_sub(1).max(1);
        let value = |place: usize| real(place as u64) / real(last as u64);
        let law = self.counts.iter().enumerate().map(|(place, count)| (value(place), weight(*count) / units));
        (law.collect(), units)
    }

    /// Elo with its interval, normalised Elo, likelihood of superiority.
    #[must_use]
    pub fn estimate(&self, zeros: Zeros) -> Estimate {
        let (law, units) = self.law(zeros);
        Estimate::of(&law, units, self.games)
    }

    /// The log-likelihood ratio of two logistic Elo differences.
    #[must_use]
    pub fn llr_logistic(&self, elo0: f64, elo1: f64) -> f64 {
        let (law, units) = self.law(Zeros::Regularised);
        let fitted = |elo: f64| tilted(&law, |value| value - score_of(elo));
        ratio(&law, units, &fitted(elo0), &fitted(elo1))
    }

    /// The log-likelihood ratio of two normalised Elo differences.
    #[must_use]
    pub fn llr_normalised(&self, nelo0: f64, nelo1: f64) -> f64 {
        let (law, units) = self.law(Zeros::Regularised);
        let fitted = |nelo: f64| with_t_value(&law, nelo / NELO_PER_T * self.games.sqrt());
        ratio(&law, units, &fitted(nelo0), &fitted(nelo1))
    }
}

impl Estimate {
    /// From a law found in so many units of so many games each.
    pub(super) fn of(law: &[(f64, f64)], units: f64, games: f64) -> Self {
        let (score, variance) = moments(law);
        let deviation = (variance / units).sqrt();
        let (lower, upper) = (score - Z_95 * deviation, score + Z_95 * deviation);
        let nelo_of = |score: f64| (score - 0.5) / (variance * games).sqrt() * NELO_PER_T;
        Self {
            score,
            elo: elo_of(score),
            error: (elo_of(upper) - elo_of(lower)) / 2.0,
            nelo: nelo_of(score),
            nelo_error: (nelo_of(upper) - nelo_of(lower)) / 2.0,
            los: (1.0 - libm::erf(-(score - 0.5) / (2.0 * variance / units).sqrt())) / 2.0,
            deviation,
        }
    }
}

fn ratio(law: &[(f64, f64)], units: f64, under0: &[f64], under1: &[f64]) -> f64 {
    let logs = under0.iter().zip(under1).map(|(p0, p1)| (p1 / p0).ln());
    units * law.iter().zip(logs).map(|((_, p), log)| p * log).sum::<f64>()
}

fn moments(law: &[(f64, f64)]) -> (f64, f64) {
    // From the top, as match runners add: where a sum is a half in truth, its last digit decides a printed sign.
    let mean = law.iter().rev().map(|(value, p)| value * p).fold(0.0, |sum, term| sum + term);
    let variance = law.iter().rev().map(|(value, p)| p * (value - mean).powi(2)).fold(0.0, |sum, term| sum + term);
    (mean, variance)
}

/// The Elo difference of an expected score; infinite at 0 and 1, NaN beyond.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score of an Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The most likely law under which `offset` has mean zero: p / (1 + x offset), x found by bisection.
fn tilted(law: &[(f64, f64)], offset: impl Fn(f64) -> f64) -> Vec<f64> {
    let offsets = law.iter().map(|(value, _)| offset(*value)).collect::<Vec<_>>();
    let (least, most) = offsets.iter().fold((f64::MAX, f64::MIN), |(a, b), o| (a.min(*o), b.max(*o)));
    let sum = |x: f64| law.iter().zip(&offsets).map(|((_, p), o)| p * o / (1.0 + x * o)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / most + 1e-12, -1.0 / least - 1e-12);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    law.iter().zip(&offsets).map(|((_, p), o)| p / (1.0 + x * o)).collect()
}

/// The most likely law with this t-value, by fixed point: at most ten rounds.
fn with_t_value(law: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / real(law.len() as u64); law.len()];
    for _ in 0..10 {
        let current = law.iter().zip(&fitted).map(|((value, _), p)| (*value, *p)).collect::<Vec<_>>();
        let (mean, variance) = moments(&current);
        let deviation = variance.sqrt();
        let next =
            tilted(law, |value| value - 0.5 - t * deviation * (1.0 + ((mean - value) / deviation).powi(2)) / 2.0);
        let moved = next.iter().zip(&fitted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fitted = next;
        if moved < 1e-9 {
            break;
        }
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, wanted: f64, within: f64) {
        assert!((got - wanted).abs() < within, "expected {wanted}, got {got}");
    }

    #[test]
    fn the_golden_values_of_fishtest_come_out() {
        for (counts, bounds, llr_nelo, llr_elo, elo, error, los, nelo) in [
            ([13, 37, 50, 25, 3], (0.0, 4.0), -0.549_12, -0.802_23, -43.658, 29.427, 0.001_61, -63.968),
            ([398, 4112, 7672, 4336, 430], (0.0, 3.0), 2.958_33, 3.526_00, 2.952_08, 2.178_33, 0.996_05, 5.0128),
            ([56, 1144, 2546, 1310, 77], (0.0, 3.0), 2.948_47, 4.864_23, 7.040_38, 3.621_15, 0.999_93, 13.0709),
            ([5, 295, 1145, 466, 2], (0.0, 3.0), 2.978_57, 6.173_48, 14.9928, 4.963_65, 1.0, 33.2966),
        ] {
            let sample = Sample::pairs(counts);
            close(sample.llr_normalised(bounds.0, bounds.1), llr_nelo, 2e-4);
            close(sample.llr_logistic(bounds.0, bounds.1), llr_elo, 2e-4);
            let estimate = sample.estimate(Zeros::Regularised);
            close(estimate.elo, elo, 2e-3);
            close(estimate.error, error, 2e-2);
            close(estimate.nelo, nelo, 2e-3);
            close(estimate.los, los, 2e-5);
        }
        let games = Sample::games([10, 20, 30]);
        close(games.llr_normalised(0.0, 5.0), 0.346_42, 2e-4);
        close(games.llr_logistic(0.0, 5.0), 0.423_17, 2e-4);
        close(games.estimate(Zeros::Regularised).elo, 120.412, 2e-3);
    }
}
