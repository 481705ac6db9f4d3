//! Elo, pentanomial and likelihood ratio of a match between two players.
//!
//! Source: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution"
//! and "Normalized Elo" (own words); the golden values in the tests are those of fishtest's own code.

/// How the outcomes of a unit are spread: its values between 0 and 1 and how often each came.
#[derive(Clone, Debug)]
pub struct Sample {
    /// (value, count); counts of zero are read as 0.001.
    outcomes: Vec<(f64, f64)>,
    units: f64,
    /// Games in a unit: 2 for pairs.
    games: f64,
}

/// What a sample says of the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Logistic Elo.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
    /// Normalised Elo.
    pub nelo: f64,
    /// Likelihood of superiority.
    pub los: f64,
}

const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

impl Sample {
    /// Pairs of games: how many scored 0, a half, one, one and a half, two points.
    #[must_use]
    pub fn pairs(counts: [u64; 5]) -> Self {
        Self::new(&counts, 2.0)
    }

    /// Single games: losses, draws, wins.
    #[must_use]
    pub fn games(counts: [u64; 3]) -> Self {
        Self::new(&counts, 1.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
    fn new(counts: &[u64], games: f64) -> Self {
        let last = (counts.len().max(2) - 1) as f64;
        let outcomes = counts.iter().enumerate().map(|(i, count)| (i as f64 / last, (*count as f64).max(1e-3)));
        let outcomes = outcomes.collect::<Vec<_>>();
        let units = outcomes.iter().map(|(_, count)| count).sum();
        Self { outcomes, units, games }
    }

    fn law(&self) -> Vec<(f64, f64)> {
        self.outcomes.iter().map(|(value, count)| (*value, count / self.units)).collect()
    }

    /// Elo with its interval, normalised Elo, likelihood of superiority.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let (mean, variance) = moments(&self.law());
        let deviation = (variance * self.games).sqrt();
        let width = 1.959_963_984_540_054 * (variance / self.units).sqrt();
        let error = (elo_of(mean + width) - elo_of(mean - width)) / 2.0;
        Estimate {
            elo: elo_of(mean),
            error,
            nelo: (mean - 0.5) / deviation * NELO_PER_T,
            los: normal((mean - 0.5) / (variance / self.units).sqrt()),
        }
    }

    /// The log-likelihood ratio of two logistic Elo differences.
    #[must_use]
    pub fn llr_logistic(&self, elo0: f64, elo1: f64) -> f64 {
        let law = self.law();
        let fitted = |elo: f64| tilted(&law, |value| value - score_of(elo));
        self.ratio(&law, &fitted(elo0), &fitted(elo1))
    }

    /// The log-likelihood ratio of two normalised Elo differences.
    #[must_use]
    pub fn llr_normalised(&self, nelo0: f64, nelo1: f64) -> f64 {
        let law = self.law();
        let fitted = |nelo: f64| with_t_value(&law, nelo / NELO_PER_T * self.games.sqrt());
        self.ratio(&law, &fitted(nelo0), &fitted(nelo1))
    }

    fn ratio(&self, law: &[(f64, f64)], under0: &[f64], under1: &[f64]) -> f64 {
        let logs = under0.iter().zip(under1).map(|(p0, p1)| (p1 / p0).ln());
        self.units * law.iter().zip(logs).map(|((_, p), log)| p * log).sum::<f64>()
    }
}

fn moments(law: &[(f64, f64)]) -> (f64, f64) {
    let mean = law.iter().map(|(value, p)| value * p).sum::<f64>();
    let variance = law.iter().map(|(value, p)| p * (value - mean).powi(2)).sum::<f64>();
    (mean, variance)
}

fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / score - 1.0).log10()
}

fn score_of(elo: f64) -> f64 {
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
#[expect(clippy::cast_precision_loss, reason = "five outcomes")]
fn with_t_value(law: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / law.len() as f64; law.len()];
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

/// The distribution function of the normal law, by its error function (Numerical Recipes' rational fit, 1e-7).
fn normal(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * x);
    let series = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let exponent = series.iter().rev().fold(0.0, |sum, c| sum * t + c);
    let tail = 0.5 * t * (-x * x + exponent).exp();
    if z >= 0.0 { 1.0 - tail } else { tail }
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
            let estimate = sample.estimate();
            close(estimate.elo, elo, 2e-3);
            close(estimate.error, error, 2e-2);
            close(estimate.nelo, nelo, 2e-3);
            close(estimate.los, los, 2e-5);
        }
        let games = Sample::games([10, 20, 30]);
        close(games.llr_normalised(0.0, 5.0), 0.346_42, 2e-4);
        close(games.llr_logistic(0.0, 5.0), 0.423_17, 2e-4);
        close(games.estimate().elo, 120.412, 2e-3);
    }
}
