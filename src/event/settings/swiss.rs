//! A Swiss event: how its rounds are paired.

use super::PlayerId;
use crate::event::standings::ByeKind;
use shakmaty::Color;
use std::num::NonZeroU32;
use std::path::PathBuf;

/// A Swiss event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// How many rounds it has.
    pub rounds: NonZeroU32,
    /// Games of two players in a round.
    pub games: RoundGames,
    /// By which system its rounds are paired.
    pub system: PairingSystem,
    /// Fictitious points in the first rounds.
    pub acceleration: Acceleration,
    /// Players of whom no two are to meet.
    pub forbidden: Vec<Vec<PlayerId>>,
    /// Rounds in which players are to have no opponent, as they asked.
    pub byes: Vec<RequestedBye>,
    /// Players who are not there from the first round on.
    pub late: Vec<LateEntry>,
}

/// Games of two players in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoundGames {
    /// One.
    #[default]
    One,
    /// Two, with changed colours.
    Two,
}

impl RoundGames {
    /// How many.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

/// By which system rounds are paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingSystem {
    /// The FIDE Dutch system (C.04.3), by a program that implements it.
    Dutch {
        /// The program.
        program: PairingProgram,
        /// The colour of the first player in the first round.
        initial_colour: Color,
    },
    /// The system of the TCEC Swiss: deterministic, Monrad-like, and not FIDE's.
    Tcec {
        /// In how many groups of equal size the list of players is cut for seeding; the first of each group are seeded
        /// first, then the second ones. 1: the list as it is, so that neighbours meet in the first round.
        seeding_groups: NonZeroU32,
    },
}

/// A pairing program with JaVaFo's interface: `PROGRAM ARGUMENTS… IN.trf -p OUT.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingProgram {
    /// A bare name is searched in `PATH`.
    pub command: PathBuf,
    /// What stands before the files: `--dutch` for bbpPairings, `-jar javafo.jar` for JaVaFo by `java`.
    pub arguments: Vec<String>,
}

/// Fictitious points in the first rounds, so that equals meet sooner in a large field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acceleration {
    /// None.
    #[default]
    Off,
    /// Baku acceleration (FIDE C.04.5.1).
    Baku,
}

/// A bye that a player asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedBye {
    /// Who.
    pub player: PlayerId,
    /// What it gets; never [`ByeKind::PairingAllocated`].
    pub kind: ByeKind,
    /// In which rounds, from 1.
    pub rounds: Vec<u32>,
}

/// A player that comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateEntry {
    /// Who.
    pub player: PlayerId,
    /// The first round that it is paired in.
    pub from: u32,
}
