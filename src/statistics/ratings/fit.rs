//! The ratings of greatest likelihood, by Newton's method, and their standard errors.
//!
//! The likelihood is concave, and the groups are such that it has one summit; White's advantage alone can be without
//! bound. Everything here is in logistic units.
//!
//! Errors: with H the second derivatives and V the sum of the variances of the games' points (draws make them smaller
//! than p (1 - p)), the covariance of the ratings is H⁻¹ V H⁻¹. Where there were no draws that is the inverse of the
//! Fisher information. Simulated events agree with it from a few games a player on.

use super::super::tally::real;
use super::groups::{Anchored, Group};
use super::matrix::Matrix;
use super::{MOST_WITH_ERRORS, PER_ELO, Pairing, Question, draws};

/// Beyond this (1,737 Elo) an advantage of White has no bound.
const WHITE_BOUND: f64 = 10.0;
/// Newton needs about ten steps.
const STEPS: usize = 200;

/// Where a player stands in the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// Its rating is given.
    Fixed(f64),
    /// Its rating is a variable.
    Free { group: usize, variable: usize },
    /// It has no rating.
    None,
}

/// Which variables there are.
#[derive(Debug)]
pub(super) struct Layout {
    places: Vec<Place>,
    /// The group of every player that has one.
    group_of: Vec<Option<usize>>,
    /// The variables of each group without an anchor.
    floating: Vec<Vec<usize>>,
    average: f64,
    free: usize,
}

impl Layout {
    pub(super) fn new(question: &Question<'_>, groups: &[Group]) -> Self {
        let mut places = vec![Place::None; question.players];
        let mut group_of = vec![None; question.players];
        let (mut floating, mut free) = (Vec::new(), 0);
        for (index, group) in groups.iter().enumerate() {
            let mut variables = Vec::new();
            for player in &group.players {
                let anchor = question.anchors.iter().rev().find(|(anchor, _)| anchor == player);
                let place = match anchor {
                    Some((_, elo)) => Place::Fixed(elo * PER_ELO),
                    None => {
                        variables.push(free);
                        free += 1;
                        Place::Free { group: index, variable: free - 1 }
                    }
                };
                if let (Some(own), Some(group)) = (places.get_mut(*player), group_of.get_mut(*player)) {
                    (*own, *group) = (place, Some(index));
                }
            }
            match group.anchored {
                Anchored::Yes => {}
                Anchored::No => floating.push(variables),
            }
        }
        Self { places, group_of, floating, average: question.average * PER_ELO, free }
    }

    pub(super) fn place(&self, player: usize) -> Place {
        self.places.get(player).copied().unwrap_or(Place::None)
    }

    /// Whether a game between two says anything: both are of one group.
    fn counts(&self, pairing: &Pairing) -> bool {
        let group = |player: usize| self.group_of.get(player).copied().flatten();
        group(pairing.white).is_some() && group(pairing.white) == group(pairing.black)
    }
}

/// A pairing in variables.
#[derive(Clone, Copy, Debug)]
struct Term {
    white: Option<usize>,
    black: Option<usize>,
    /// What does not change: given ratings and a given advantage.
    constant: f64,
    games: f64,
    points: f64,
    pairing: Pairing,
}

/// Ratings found.
#[derive(Debug)]
pub(super) struct Fit {
    values: Vec<f64>,
    terms: Vec<Term>,
    /// The variable of White's advantage, or its value.
    white: White,
    /// The variables of each group without an anchor: H is singular along their averages.
    floating: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, Debug)]
enum White {
    Given(f64),
    Variable(usize),
}

/// The greatest likelihood; none: White's advantage, if it is to be estimated, has no bound.
pub(super) fn fit(layout: &Layout, pairings: &[Pairing], white: Option<f64>) -> Option<Fit> {
    let (white, size) = match white {
        Some(given) => (White::Given(given), layout.free),
        None => (White::Variable(layout.free), layout.free + 1),
    };
    let side = |player: usize| match layout.place(player) {
        Place::Fixed(value) => (None, value),
        Place::Free { variable, .. } => (Some(variable), 0.0),
        Place::None => (None, 0.0),
    };
    let term = |pairing: &Pairing| {
        let ((first, one), (second, other)) = (side(pairing.white), side(pairing.black));
        let advantage = match white {
            White::Given(value) => value,
            White::Variable(_) => 0.0,
        };
        Term {
            white: first,
            black: second,
            constant: one - other + advantage,
            games: real(pairing.tally.games()),
            points: real(pairing.tally.half_points()) / 2.0,
            pairing: *pairing,
        }
    };
    let terms = pairings.iter().filter(|pairing| layout.counts(pairing)).map(term).collect();
    let floating = layout.floating.clone();
    let mut fit = Fit { values: vec![layout.average; size], terms, white, floating };
    if let White::Variable(variable) = white {
        if let Some(value) = fit.values.get_mut(variable) {
            *value = 0.0;
        }
        if fit.terms.is_empty() {
            return None;
        }
    }
    fit.climb();
    fit.centre(layout);
    (fit.white().abs() <= WHITE_BOUND || matches!(white, White::Given(_))).then_some(fit)
}

impl Fit {
    /// No games: everybody has the average.
    pub(super) fn nothing(layout: &Layout) -> Self {
        let floating = layout.floating.clone();
        Self { values: vec![layout.average; layout.free], terms: Vec::new(), white: White::Given(0.0), floating }
    }

    pub(super) fn white(&self) -> f64 {
        match self.white {
            White::Given(value) => value,
            White::Variable(variable) => self.value(Some(variable)),
        }
    }

    pub(super) fn rating(&self, layout: &Layout, player: usize) -> f64 {
        match layout.place(player) {
            Place::Fixed(value) => value,
            Place::Free { variable, .. } => self.value(Some(variable)),
            Place::None => f64::NAN,
        }
    }

    fn value(&self, variable: Option<usize>) -> f64 {
        variable.and_then(|variable| self.values.get(variable)).copied().unwrap_or(0.0)
    }

    /// The variables that a term depends on, with their signs.
    fn parts(&self, term: &Term) -> [(Option<usize>, f64); 3] {
        let advantage = match self.white {
            White::Given(_) => None,
            White::Variable(variable) => Some(variable),
        };
        [(term.white, 1.0), (term.black, -1.0), (advantage, 1.0)]
    }

    fn difference(&self, term: &Term) -> f64 {
        self.parts(term).iter().map(|(variable, sign)| sign * self.value(*variable)).sum::<f64>() + term.constant
    }

    /// What White is expected to score in each pairing that says anything.
    pub(super) fn expectations(&self) -> Vec<(f64, Pairing)> {
        self.terms.iter().map(|term| (expected(self.difference(term)), term.pairing)).collect()
    }

    fn likelihood(&self) -> f64 {
        let of = |term: &Term| {
            let x = self.difference(term);
            // ln of the logistic function, without overflow.
            let won = -(-x).exp().ln_1p();
            let lost = -x.exp().ln_1p();
            let (won, lost) = (if x < -700.0 { x } else { won }, if x > 700.0 { -x } else { lost });
            term.points * won + (term.games - term.points) * lost
        };
        self.terms.iter().map(of).sum()
    }

    fn climb(&mut self) {
        let games = self.terms.iter().map(|term| term.games).sum::<f64>();
        let largest = |gradient: &[f64]| gradient.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let (mut likelihood, mut gradient) = (self.likelihood(), self.gradient());
        for _ in 0..STEPS {
            if largest(&gradient) <= 1e-12 * games || self.white().abs() > WHITE_BOUND {
                return;
            }
            let step = self.solve(&self.weights(), &gradient);
            let before = self.values.clone();
            let mut part = 1.0;
            // Far from the summit a whole step may lead down.
            loop {
                for ((value, before), step) in self.values.iter_mut().zip(&before).zip(&step) {
                    *value = before + part * step;
                }
                let (now, slope) = (self.likelihood(), self.gradient());
                // At the summit the likelihood's own digits end before those of its slope.
                if now > likelihood || now.is_finite() && largest(&slope) < largest(&gradient) {
                    (likelihood, gradient) = (now, slope);
                    break;
                }
                part /= 2.0;
                if part < 1e-6 {
                    self.values = before;
                    return;
                }
            }
        }
    }

    fn gradient(&self) -> Vec<f64> {
        let mut gradient = vec![0.0; self.values.len()];
        for term in &self.terms {
            let over = term.points - term.games * expected(self.difference(term));
            for (variable, sign) in self.parts(term) {
                add(&mut gradient, variable, sign * over);
            }
        }
        gradient
    }

    /// The weights of the terms in H.
    fn weights(&self) -> Vec<f64> {
        let weight = |term: &Term| {
            let p = expected(self.difference(term));
            term.games * p * (1.0 - p)
        };
        self.terms.iter().map(weight).collect()
    }

    /// What is added to every cell of H that belongs to a group without an anchor, so that H is regular. It changes
    /// nothing in differences within the group.
    fn ballast(&self, diagonal: &[f64]) -> Vec<f64> {
        let of = |variables: &Vec<usize>| {
            let size = real(variables.len() as u64);
            let sum = variables.iter().filter_map(|variable| diagonal.get(*variable)).sum::<f64>();
            (sum / size).max(1e-9) / size
        };
        self.floating.iter().map(of).collect()
    }

    /// H x for the given weights of the terms.
    fn apply(&self, weights: &[f64], ballast: &[f64], x: &[f64]) -> Vec<f64> {
        let mut result = vec![0.0; x.len()];
        let at = |variable: Option<usize>| variable.and_then(|variable| x.get(variable)).copied().unwrap_or(0.0);
        for (term, weight) in self.terms.iter().zip(weights) {
            let parts = self.parts(term);
            let along = parts.iter().map(|(variable, sign)| sign * at(*variable)).sum::<f64>();
            for (variable, sign) in parts {
                add(&mut result, variable, sign * weight * along);
            }
        }
        for (variables, ballast) in self.floating.iter().zip(ballast) {
            let sum = variables.iter().map(|variable| at(Some(*variable))).sum::<f64>();
            for variable in variables {
                add(&mut result, Some(*variable), ballast * sum);
            }
        }
        result
    }

    /// Solves H x = b by conjugate gradients.
    fn solve(&self, weights: &[f64], b: &[f64]) -> Vec<f64> {
        let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let mut diagonal = vec![0.0; b.len()];
        for (term, weight) in self.terms.iter().zip(weights) {
            for (variable, _) in self.parts(term) {
                add(&mut diagonal, variable, *weight);
            }
        }
        let ballast = self.ballast(&diagonal);
        let scaled = |residual: &[f64]| {
            let divide = |(value, by): (&f64, &f64)| if *by > 0.0 { value / by } else { *value };
            residual.iter().zip(&diagonal).map(divide).collect::<Vec<_>>()
        };
        let mut x = vec![0.0; b.len()];
        let mut residual = b.to_vec();
        let mut direction = scaled(&residual);
        let mut product = dot(&residual, &direction);
        let goal = product * 1e-20;
        for _ in 0..10 * b.len() + 50 {
            if product.is_nan() || product <= goal {
                break;
            }
            let image = self.apply(weights, &ballast, &direction);
            let along = dot(&direction, &image);
            if along.is_nan() || along <= 0.0 {
                break;
            }
            let length = product / along;
            for (((x, residual), direction), image) in x.iter_mut().zip(&mut residual).zip(&direction).zip(&image) {
                *x += length * direction;
                *residual -= length * image;
            }
            let next = scaled(&residual);
            let new = dot(&residual, &next);
            for (direction, next) in direction.iter_mut().zip(&next) {
                *direction = next + new / product * *direction;
            }
            product = new;
        }
        x
    }

    /// Groups without an anchor have the average that was asked for.
    fn centre(&mut self, layout: &Layout) {
        for variables in &layout.floating {
            let sum = variables.iter().map(|variable| self.value(Some(*variable))).sum::<f64>();
            let shift = layout.average - sum / real(variables.len() as u64);
            for variable in variables {
                add(&mut self.values, Some(*variable), shift);
            }
        }
    }

    /// The standard error of each variable, that of White's advantage last if it is one. `equal` is the draw rate of
    /// equals. None: too many players.
    pub(super) fn errors(&self, equal: f64) -> Option<Vec<f64>> {
        let size = self.values.len();
        if size > MOST_WITH_ERRORS {
            return None;
        }
        let mut matrix = Matrix::zero(size);
        let mut variances = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let p = expected(self.difference(term));
            let spread = p * (1.0 - p);
            variances.push(term.games * (spread - draws::part(p, equal) / 4.0).max(0.0));
            let parts = self.parts(term);
            for (row, one) in parts {
                for (column, other) in parts {
                    if let (Some(row), Some(column)) = (row, column) {
                        matrix.add(row, column, term.games * spread * one * other);
                    }
                }
            }
        }
        let diagonal = (0..size).filter_map(|place| matrix.row(place).get(place).copied()).collect::<Vec<_>>();
        for (variables, ballast) in self.floating.iter().zip(self.ballast(&diagonal)) {
            for row in variables {
                for column in variables {
                    matrix.add(*row, *column, ballast);
                }
            }
        }
        let inverse = matrix.inverse()?;
        let error = |variable: usize| {
            let row = inverse.row(variable);
            let of = |(term, variance): (&Term, &f64)| {
                let at = |variable: Option<usize>| variable.and_then(|column| row.get(column)).copied().unwrap_or(0.0);
                let along = self.parts(term).iter().map(|(variable, sign)| sign * at(*variable)).sum::<f64>();
                variance * along * along
            };
            self.terms.iter().zip(&variances).map(of).sum::<f64>().sqrt()
        };
        Some((0..size).map(error).collect())
    }
}

/// The points a game to be expected with a difference in rating.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

fn add(list: &mut [f64], at: Option<usize>, value: f64) {
    if let Some(place) = at.and_then(|at| list.get_mut(at)) {
        *place += value;
    }
}
