//! Time classes: the Laws punish differently in standard, rapid and blitz chess, and with or without supervision.

use crate::laws::Edition;
use crate::units::Span;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Standard, rapid or blitz, as the edition draws the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TimeClass {
    /// "Standard" (before 2014: "normal") chess: more time than rapid.
    Standard,
    /// Rapid chess.
    Rapid,
    /// Blitz chess.
    Blitz,
}

/// Whether the Competition Rules apply in full to rapid and blitz (one arbiter supervises few games, moves recorded).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Supervision {
    /// A computer arbiter watches every move of one game and keeps the score: adequate supervision.
    Supervised,
    /// The short rules for rapid and blitz apply.
    Unsupervised,
}

impl TimeClass {
    /// The class of a time control: base time plus sixty times the increment, against the edition's limits.
    ///
    /// Source: FIDE Laws 2023, A.1 and B.1; 2009 and before count fifteen minutes as rapid.
    #[must_use]
    pub fn of(edition: &Edition, base: Span, increment: Span) -> Self {
        let total = Span(base.0.saturating_add(increment.0.saturating_mul(60)));
        let limits = edition.limits();
        if limits.blitz.contains(total) {
            Self::Blitz
        } else if total < limits.rapid_below {
            Self::Rapid
        } else {
            Self::Standard
        }
    }
}

impl fmt::Display for TimeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standard => "standard",
            Self::Rapid => "rapid",
            Self::Blitz => "blitz",
        })
    }
}

impl fmt::Display for Supervision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Supervised => "supervised",
            Self::Unsupervised => "unsupervised",
        })
    }
}
