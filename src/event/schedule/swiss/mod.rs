//! Swiss rounds: published pairings and the games that they make.
//!
//! Decides: which games a pairing has, with which colours and openings; whether a pairing is one that may be played
//! ([`Position`]); the built-in system ([`tcec`]); what a pairing program is asked and what its answer means
//! ([`exchange`]). Refuses to know: how a program is run, where pairings are kept. A pairing that was added stays: what
//! is decided about earlier games later changes rounds to come alone.

pub mod exchange;
mod matching;
mod position;
pub mod tcec;

pub use position::{Cell, Misfit, NoPairing, Position};

use super::openings::Draws;
use crate::event::game::Fixture;
use crate::event::settings::{ByeKind, GameNumber, OpeningPolicy, PlayerId, Swiss};
use crate::event::standings::{Bye, Entry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A round as it is published: every player stands in it once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// Who meets whom, in the order of play. The first named has White, in the first of two games.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who has no opponent, and what it gets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<(PlayerId, ByeKind)>,
}

/// The rounds of a Swiss event so far.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    rounds: u32,
    games: u32,
    players: u32,
    draws: Draws,
    pairings: Vec<Pairing>,
    fixtures: Vec<Fixture>,
}

impl Rounds {
    pub(super) fn new(swiss: &Swiss, players: u16, draws: Draws) -> Self {
        Self {
            rounds: if players < 2 { 0 } else { swiss.rounds.get() },
            games: swiss.games.count(),
            players: u32::from(players),
            draws,
            pairings: Vec::new(),
            fixtures: Vec::new(),
        }
    }

    /// Appends the games of a round. A round that is not the next one is left out: what is published stays.
    pub(super) fn add(&mut self, pairing: &Pairing) {
        if self.unpaired() != Some(pairing.round) {
            return;
        }
        for (one, other) in &pairing.pairs {
            let first = u64::try_from(self.fixtures.len()).unwrap_or(u64::MAX);
            // The pair of games that every encounter before made.
            let pair = u32::try_from(first / 2).unwrap_or(u32::MAX);
            let encounter = first / u64::from(self.games.max(1));
            let opening = |game: u32| {
                let drawn = match self.draws.policy {
                    OpeningPolicy::Default => (first + u64::from(game)) / self.draws.repeat.max(1),
                    OpeningPolicy::Encounter => encounter,
                    OpeningPolicy::Round => u64::from(pairing.round - 1),
                };
                self.draws.place(drawn)
            };
            let shared = self.games == 2 && opening(0) == opening(1);
            let games = (0..self.games).map(|game| Fixture {
                number: GameNumber(u32::try_from(first).unwrap_or(u32::MAX).saturating_add(game + 1)),
                round: pairing.round,
                game: game + 1,
                white: if game % 2 == 0 { *one } else { *other },
                black: if game % 2 == 0 { *other } else { *one },
                opening: opening(game),
                pair: shared.then_some(pair),
            });
            let games = games.collect::<Vec<_>>();
            self.fixtures.extend(games);
        }
        self.pairings.push(pairing.clone());
    }

    /// The next round that has no pairing, if there is one.
    pub(super) fn unpaired(&self) -> Option<u32> {
        let next = u32::try_from(self.pairings.len() + 1).unwrap_or(u32::MAX);
        (next <= self.rounds).then_some(next)
    }

    pub(super) fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    pub(super) fn fixture(&self, number: GameNumber) -> Option<Fixture> {
        self.fixtures.get(usize::try_from(number.0.checked_sub(1)?).ok()?).cloned()
    }

    #[expect(clippy::cast_possible_truncation, reason = "games are numbered in u32")]
    pub(super) const fn known(&self) -> u32 {
        self.fixtures.len() as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are no more rounds than u32 counts")]
    pub(super) const fn total(&self) -> u32 {
        let open = self.rounds.saturating_sub(self.pairings.len() as u32);
        let round = (self.players / 2).saturating_mul(self.games);
        self.known().saturating_add(open.saturating_mul(round))
    }

    /// The byes of the rounds so far.
    pub(super) fn byes(&self) -> Vec<Bye> {
        let all = self.pairings.iter().flat_map(|pairing| pairing.byes.iter().map(|bye| (pairing.round, *bye)));
        let bye = |(round, (player, kind)): (u32, (PlayerId, ByeKind))| {
            let half_points = kind.half_points(self.games);
            Bye { round, player, kind, half_points }
        };
        all.map(bye).collect()
    }

    /// Where the event stands after these rounds. `entry` says how a game ended, or that it was not played.
    pub(super) fn position(
        &self,
        swiss: &Swiss,
        out: &BTreeSet<PlayerId>,
        entry: &dyn Fn(&Fixture) -> Option<Entry>,
    ) -> Position {
        let players = usize::try_from(self.players).unwrap_or(0);
        let mut position = Position::new(swiss, players, out);
        for pairing in &self.pairings {
            let games = self.fixtures.iter().filter(|fixture| fixture.round == pairing.round);
            position.add(pairing, &games.filter_map(entry).collect::<Vec<_>>());
        }
        position
    }
}

#[cfg(test)]
mod tests;
