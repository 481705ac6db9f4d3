//! Sequential probability ratio tests: which of two differences in strength the results so far speak for, and whether
//! that is enough.
//!
//! Sources: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945) for the bounds; M. Van den Bergh's papers for
//! the generalised ratio (see [`Sample`]); the BayesElo model is R. Coulom's.

use super::sample::Sample;
use super::tally::{PairTally, Tally, real};

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
    /// Probability of a false positive.
    pub alpha: f64,
    /// Probability of a false negative.
    pub beta: f64,
    /// In which Elo.
    pub model: SprtModel,
}

/// In which Elo a test is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtModel {
    /// Normalised Elo.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
    /// BayesElo, single games.
    Bayesian,
}

/// What a test counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Pairs of games.
    Pairs(PairTally),
    /// Single games.
    Games(Tally),
}

/// Where a test ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// At or below it the null hypothesis is accepted.
    pub lower: f64,
    /// At or above it the alternative is accepted.
    pub upper: f64,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// Not decided.
    Continue,
    /// The null hypothesis is accepted.
    AcceptH0,
    /// The alternative is accepted.
    AcceptH1,
}

impl Bounds {
    /// Wald's bounds for the two error probabilities.
    #[must_use]
    pub fn new(alpha: f64, beta: f64) -> Self {
        Self { lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() }
    }

    /// What a log-likelihood ratio decides.
    #[must_use]
    pub fn state(self, llr: f64) -> SprtState {
        if llr >= self.upper {
            SprtState::AcceptH1
        } else if llr <= self.lower {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        }
    }

    /// How far towards its bound a log-likelihood ratio is: 1 at the upper, -1 at the lower bound.
    #[must_use]
    pub fn fraction(self, llr: f64) -> f64 {
        if llr >= 0.0 { llr / self.upper } else { -llr / self.lower }
    }
}

impl Sprt {
    /// Where it ends.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::new(self.alpha, self.beta)
    }

    /// The log-likelihood ratio of the two hypotheses. The BayesElo model has no pairs: it counts their single games.
    #[must_use]
    pub fn llr(&self, basis: Basis) -> f64 {
        let sample = match basis {
            Basis::Pairs(pairs) => pairs.sample(),
            Basis::Games(games) => games.sample(),
        };
        match self.model {
            SprtModel::Normalized => sample.llr_normalised(self.elo0, self.elo1),
            SprtModel::Logistic => sample.llr_logistic(self.elo0, self.elo1),
            SprtModel::Bayesian => {
                let games = match basis {
                    Basis::Pairs(pairs) => pairs.games(),
                    Basis::Games(games) => games,
                };
                llr_bayesian(games, self.elo0, self.elo1)
            }
        }
    }

    /// How it stands.
    #[must_use]
    pub fn state(&self, basis: Basis) -> SprtState {
        self.bounds().state(self.llr(basis))
    }
}

/// The log-likelihood ratio under the BayesElo model of single games: `drawelo` is fitted to the sample, half a game is
/// added to each outcome (Jeffreys' prior), and the hypotheses, given in Elo, are stretched to BayesElo.
#[must_use]
fn llr_bayesian(games: Tally, elo0: f64, elo1: f64) -> f64 {
    let (wins, draws, losses) = (real(games.wins) + 0.5, real(games.draws) + 0.5, real(games.losses) + 0.5);
    let total = wins + draws + losses;
    let (win, loss) = (wins / total, losses / total);
    let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
    let x = 10_f64.powf(-draw_elo / 400.0);
    let scale = 4.0 * x / ((1.0 + x) * (1.0 + x));
    let law = |elo: f64| {
        let bayes_elo = elo / scale;
        let win = 1.0 / (1.0 + 10_f64.powf((draw_elo - bayes_elo) / 400.0));
        let loss = 1.0 / (1.0 + 10_f64.powf((draw_elo + bayes_elo) / 400.0));
        (win, 1.0 - win - loss, loss)
    };
    let ((win0, draw0, loss0), (win1, draw1, loss1)) = (law(elo0), law(elo1));
    wins * (win1 / win0).ln() + draws * (draw1 / draw0).ln() + losses * (loss1 / loss0).ln()
}

impl From<PairTally> for Basis {
    fn from(pairs: PairTally) -> Self {
        Self::Pairs(pairs)
    }
}

impl From<Tally> for Basis {
    fn from(games: Tally) -> Self {
        Self::Games(games)
    }
}

impl From<Basis> for Sample {
    fn from(basis: Basis) -> Self {
        match basis {
            Basis::Pairs(pairs) => pairs.sample(),
            Basis::Games(games) => games.sample(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(model: SprtModel) -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model }
    }

    fn close(got: f64, wanted: f64, within: f64) {
        assert!((got - wanted).abs() < within, "expected {wanted}, got {got}");
    }

    #[test]
    fn the_bounds_are_walds() {
        let bounds = Bounds::new(0.05, 0.05);
        close(bounds.upper, 2.944_439, 1e-6);
        close(bounds.lower, -2.944_439, 1e-6);
        let skew = Bounds::new(0.05, 0.10);
        close(skew.upper, 2.890_372, 1e-6);
        close(skew.lower, -2.251_292, 1e-6);
        assert_eq!(skew.state(skew.upper), SprtState::AcceptH1);
        assert_eq!(skew.state(skew.lower), SprtState::AcceptH0);
        assert_eq!(skew.state(0.0), SprtState::Continue);
        close(skew.fraction(skew.lower), -1.0, 1e-12);
        close(skew.fraction(skew.upper / 2.0), 0.5, 1e-12);
    }

    /// The values are those of cutechess 1.5.1's own test class.
    #[test]
    fn the_bayesian_ratio_is_that_of_cutechess() {
        for ((wins, losses, draws), llr) in BAYESIAN {
            let games = Tally { wins, draws, losses };
            close(sprt(SprtModel::Bayesian).llr(games.into()), llr, 1e-6);
        }
    }

    /// Wins, losses, draws; the ratio of [0, 5].
    const BAYESIAN: [((u64, u64, u64), f64); 11] = [
        ((0, 0, 0), -0.00023299),
        ((1, 0, 0), 0.01861594),
        ((0, 0, 1), -0.00064721),
        ((5, 3, 12), 0.06466015),
        ((100, 80, 220), 0.54871427),
        ((3, 0, 1), 0.07231572),
        ((29, 18, 53), 0.31854271),
        ((30, 10, 20), 0.45373859),
        ((1102, 1004, 3210), 2.17152348),
        ((70, 20, 110), 1.76610696),
        ((10, 60, 130), -2.77664117),
    ];

    #[test]
    fn the_generalised_ratios_are_those_of_fastchess() {
        let recorded = include_str!("../../tests/data/statistics/fastchess.txt");
        let mut basis = Basis::Games(Tally::default());
        let mut seen = 0;
        for line in recorded.lines().filter(|line| !line.starts_with('#')) {
            let fields = line.split([' ', '|']).filter(|field| !field.is_empty()).collect::<Vec<_>>();
            let number = |place: usize| fields[place].parse::<u64>().unwrap();
            let model = match fields[0] {
                "wdl" => {
                    basis = Tally { wins: number(1), losses: number(2), draws: number(3) }.into();
                    continue;
                }
                "penta" => {
                    let (loss_loss, loss_draw, win_loss) = (number(1), number(2), number(3));
                    let (draw_draw, win_draw, win_win) = (number(4), number(5), number(6));
                    basis = PairTally { loss_loss, loss_draw, win_loss, draw_draw, win_draw, win_win }.into();
                    continue;
                }
                "normalized" => SprtModel::Normalized,
                "logistic" => SprtModel::Logistic,
                // Another one than cutechess's: it takes BayesElo as it is given.
                _ => continue,
            };
            // Its root finder stops at 0.001.
            let llr = fields[1].parse::<f64>().unwrap();
            close(sprt(model).llr(basis), llr, 2e-4 * llr.abs().max(1.0));
            seen += 1;
        }
        assert!(seen > 40, "{seen}");
    }

    #[test]
    fn a_test_that_has_seen_nothing_goes_on() {
        for model in [SprtModel::Normalized, SprtModel::Logistic, SprtModel::Bayesian] {
            assert_eq!(sprt(model).state(Tally::default().into()), SprtState::Continue);
            assert_eq!(sprt(model).state(PairTally::default().into()), SprtState::Continue);
        }
    }
}
