//! Rounds that a player of a Swiss event has no opponent in.

use crate::event::settings::PlayerId;
use serde::{Deserialize, Serialize};

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bye {
    /// The round, from 1.
    pub round: u32,
    /// Who.
    pub player: PlayerId,
    /// Why, and for what.
    pub kind: ByeKind,
    /// What it is worth, in half points; twice as much where a round has two games.
    pub half_points: u32,
}

/// Why a player has no opponent, and what it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByeKind {
    /// The pairing left it over: as many points as a win (TRF `U`).
    PairingAllocated,
    /// It asked for none, and gets a win (TRF `F`).
    Full,
    /// It asked for none, and gets a draw (TRF `H`).
    Half,
    /// It is not there, and gets nothing: before its entry, after its withdrawal, or on request (TRF `Z`).
    Zero,
}

impl ByeKind {
    /// Whether the player was there to play: byes that are no voluntary absence (C.07 art. 16.1).
    #[must_use]
    pub const fn is_given(self) -> bool {
        match self {
            Self::PairingAllocated | Self::Full => true,
            Self::Half | Self::Zero => false,
        }
    }

    /// What it is worth in a round of so many games, in half points.
    #[must_use]
    pub const fn half_points(self, games: u32) -> u32 {
        match self {
            Self::PairingAllocated | Self::Full => 2 * games,
            Self::Half => games,
            Self::Zero => 0,
        }
    }
}
