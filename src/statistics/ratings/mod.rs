//! Ratings of many players from the results of their games: maximum likelihood, with standard errors.
//!
//! Decides: the logistic (Elo) ratings under which the points that each player made are the points to be expected,
//! draws being half points (the Bradley-Terry model, as Ordo has it); an advantage of White and a draw rate, given or
//! estimated; who cannot be rated and why. Refuses to know: names, files, what is printed. No rating is invented:
//! there is no prior, and players whose results allow every rating from some point on get none.
//!
//! Sources: L. R. Ford, "Solution of a ranking problem from binary comparisons" (1957), for when ratings exist;
//! R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties" (1970), for draws.

mod draws;
mod fit;
mod groups;
mod matrix;

pub use groups::{Anchored, Group};

use super::tally::Tally;
use fit::{Fit, Layout};

/// Logistic units of one Elo.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// Standard errors need a matrix of this many rows and columns, at most (128 MB, held twice).
pub const MOST_WITH_ERRORS: usize = 4_000;

/// Games between two players with one distribution of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// White, by place in the list of players.
    pub white: usize,
    /// Black.
    pub black: usize,
    /// What White made.
    pub tally: Tally,
}

/// White's advantage, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WhiteAdvantage {
    /// Given.
    Fixed(f64),
    /// Estimated with the ratings.
    Estimated,
}

/// The part of the games between equal players that is drawn. Ratings do not depend on it; their errors do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawRate {
    /// Given, 0 to 1.
    Fixed(f64),
    /// Estimated: as many draws are expected as there were.
    Estimated,
}

/// What ratings are made from.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// How many players there are.
    pub players: usize,
    /// Their games; players that do not exist or play themselves are left out.
    pub pairings: &'a [Pairing],
    /// Players whose ratings are given, in Elo.
    pub anchors: &'a [(usize, f64)],
    /// The average rating of every group without an anchor.
    pub average: f64,
    /// White's advantage.
    pub white: WhiteAdvantage,
    /// The draw rate.
    pub draws: DrawRate,
}

/// A value with its standard error; none: there were too many players for errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The value.
    pub value: f64,
    /// One standard deviation of what it would be in other events of the same games.
    pub error: Option<f64>,
}

/// What can be said of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// Its rating is given.
    Anchor(f64),
    /// Its rating in Elo, in its group (a place in [`Ratings::groups`]). The error is against the anchors of the group,
    /// or its average.
    Rated {
        /// Which group.
        group: usize,
        /// The rating.
        elo: Estimated,
    },
    /// It won all its games: above all its opponents, nobody knows how far.
    WonAll,
    /// It lost all its games.
    LostAll,
    /// It won all its games against some and lost all against others.
    Between,
    /// It played no games.
    NoGames,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By player.
    pub players: Vec<Rating>,
    /// What each player made of its games.
    pub tallies: Vec<Tally>,
    /// Players that can be compared, the largest group first. Ratings of two groups say nothing of each other.
    pub groups: Vec<Group>,
    /// White's advantage in Elo; none: it was to be estimated, and the results set no bound to it.
    pub white: Option<Estimated>,
    /// The draw rate of equals, 0 to 1; none: it was to be estimated, and there were no games.
    pub draws: Option<f64>,
}

/// Rates the players.
#[must_use]
pub fn rate(question: &Question<'_>) -> Ratings {
    let good = |pairing: &&Pairing| {
        pairing.white < question.players && pairing.black < question.players && pairing.white != pairing.black
    };
    let pairings = question.pairings.iter().filter(good).copied().collect::<Vec<_>>();
    let mut tallies = vec![Tally::default(); question.players];
    for pairing in &pairings {
        for (player, tally) in [(pairing.white, pairing.tally), (pairing.black, pairing.tally.reversed())] {
            if let Some(sum) = tallies.get_mut(player) {
                *sum += tally;
            }
        }
    }
    let groups = groups::groups(question.players, &pairings, question.anchors);
    let layout = Layout::new(question, &groups);
    let fitted = match question.white {
        WhiteAdvantage::Fixed(elo) => fit::fit(&layout, &pairings, Some(elo * PER_ELO)),
        WhiteAdvantage::Estimated => fit::fit(&layout, &pairings, None),
    };
    // What has no bound is told, and the ratings are those without it.
    let (fit, bounded) = match fitted {
        Some(fit) => (fit, true),
        None => (fit::fit(&layout, &pairings, Some(0.0)).unwrap_or_else(|| Fit::nothing(&layout)), false),
    };
    let draws = match question.draws {
        DrawRate::Fixed(rate) => Some(rate.clamp(0.0, 1.0)),
        DrawRate::Estimated => draws::rate(&fit.expectations()),
    };
    let errors = fit.errors(draws.unwrap_or(0.0));
    let rating = |player: usize| match layout.place(player) {
        fit::Place::Fixed(value) => Rating::Anchor(value / PER_ELO),
        fit::Place::Free { group, variable } => {
            let error = errors.as_ref().and_then(|errors| errors.get(variable)).map(|error| error / PER_ELO);
            Rating::Rated { group, elo: Estimated { value: fit.rating(&layout, player) / PER_ELO, error } }
        }
        fit::Place::None => unrated(tallies.get(player).copied().unwrap_or_default()),
    };
    let white = bounded.then(|| {
        let error = match question.white {
            WhiteAdvantage::Fixed(_) => Some(0.0),
            WhiteAdvantage::Estimated => errors.as_ref().and_then(|errors| errors.last()).map(|error| error / PER_ELO),
        };
        Estimated { value: fit.white() / PER_ELO, error }
    });
    Ratings { players: (0..question.players).map(rating).collect(), tallies, groups, white, draws }
}

/// Alone in its group: nobody has taken points from it and given it some.
fn unrated(tally: Tally) -> Rating {
    match (tally.games(), tally.half_points()) {
        (0, _) => Rating::NoGames,
        (_, 0) => Rating::LostAll,
        (games, points) if points == 2 * games => Rating::WonAll,
        (_, _) => Rating::Between,
    }
}

#[cfg(test)]
mod tests;
