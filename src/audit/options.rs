//! What an audit is asked for.

use super::finding::{FindingId, Severity};
use crate::game::FenClock;
use serde::{Deserialize, Serialize};

/// How a disconnection or stall is judged. `SILENT:` the Laws do not know machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, clap::ValueEnum)]
pub enum Policy {
    /// Like a flag fall: a draw if the opponent cannot mate (by analogy with 6.9 and 7.5.5).
    #[default]
    Laws,
    /// A loss, whatever the opponent has: such a win is a note, not an error.
    Forfeit,
}

/// One name given to `--only` or `--ignore`: a finding or a severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// One finding.
    Id(FindingId),
    /// All of a severity.
    Severity(Severity),
}

impl std::str::FromStr for Pick {
    type Err = super::finding::UnknownId;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::Severity).or_else(|_| text.parse().map(Self::Id))
    }
}

impl Pick {
    fn fits(self, id: FindingId, severity: Severity) -> bool {
        match self {
            Self::Id(picked) => picked == id,
            Self::Severity(picked) => picked == severity,
        }
    }
}

/// What is asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Options {
    /// Whether a FEN's half-move clock counts.
    pub fen_clock: FenClock,
    /// How a disconnection is judged.
    pub policy: Policy,
    /// Only these, if there are any.
    pub only: Vec<Pick>,
    /// Not these.
    pub ignore: Vec<Pick>,
}

impl Options {
    /// Whether a finding is asked for.
    #[must_use]
    pub fn wants(&self, id: FindingId, severity: Severity) -> bool {
        let picked = |picks: &[Pick]| picks.iter().any(|pick| pick.fits(id, severity));
        (self.only.is_empty() || picked(&self.only)) && !picked(&self.ignore)
    }

    /// Whether any of these may be found, whatever their severity.
    #[must_use]
    pub fn wants_any(&self, ids: &[FindingId]) -> bool {
        ids.iter().any(|id| Severity::ALL.into_iter().any(|severity| self.wants(*id, severity)))
    }
}
