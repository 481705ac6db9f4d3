//! What a fault costs in time. Only arithmetic; the clock moves time (`game::clock`).

use crate::units::Span;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// What an incorrect claim costs the claimant himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimantLoses {
    /// Nothing: only the opponent gains.
    Nothing,
    /// Half of what he has, at most three minutes (1997).
    HalfToThreeMinutes,
    /// As before above two minutes; between one and two minutes he is set to one; below one nothing (2001, 2005).
    HalfAboveTwoMinutes,
}

/// The price of an incorrect claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongClaim {
    /// What the opponent gains.
    pub opponent_gains: Span,
    /// What the claimant loses.
    pub claimant_loses: ClaimantLoses,
}

/// A factor on penalties for fast games, where +2:00 dwarfs the game. Not FIDE: a ruling that used it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PenaltyScale {
    /// Numerator.
    pub times: u32,
    /// Denominator.
    pub over: NonZeroU32,
}

impl PenaltyScale {
    /// The Laws as they are.
    pub const FIDE: Self = Self { times: 1, over: NonZeroU32::MIN };

    /// The scaled penalty.
    #[must_use]
    pub fn apply(self, penalty: Span) -> Span {
        Span(penalty.0.saturating_mul(i64::from(self.times)) / i64::from(self.over.get()))
    }
}

const ONE_MINUTE: Span = Span::from_secs(60);
const TWO_MINUTES: Span = Span::from_secs(120);
const THREE_MINUTES: Span = Span::from_secs(180);

impl ClaimantLoses {
    /// How much a claimant with `left` on his clock loses (0 or more).
    ///
    /// At exactly 2:00 and 1:00 both readings of the 2001 text give the same, so its gaps are harmless.
    #[must_use]
    pub fn from_clock(self, left: Span) -> Span {
        let half = left.half().min(THREE_MINUTES).max(Span::ZERO);
        match self {
            Self::Nothing => Span::ZERO,
            Self::HalfToThreeMinutes => half,
            Self::HalfAboveTwoMinutes if left > TWO_MINUTES => half,
            Self::HalfAboveTwoMinutes if left > ONE_MINUTE => left - ONE_MINUTE,
            Self::HalfAboveTwoMinutes => Span::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(rule: ClaimantLoses, left: &str) -> String {
        let left: Span = left.parse().unwrap();
        (left - rule.from_clock(left)).to_string()
    }

    #[test]
    fn wrong_claim_1997_takes_half_up_to_three_minutes_without_a_floor() {
        let rule = ClaimantLoses::HalfToThreeMinutes;
        assert_eq!(["7:00", "1:30", "0:40"].map(|t| after(rule, t)), ["4:00", "0:45", "0:20"]);
    }

    #[test]
    fn wrong_claim_2001_leaves_at_least_a_minute() {
        let rule = ClaimantLoses::HalfAboveTwoMinutes;
        let left = ["7:00", "5:00", "2:00", "1:30", "1:00", "0:40"];
        assert_eq!(left.map(|t| after(rule, t)), ["4:00", "2:30", "1:00", "1:00", "1:00", "0:40"]);
    }

    #[test]
    fn penalty_scale_divides() {
        let scale = PenaltyScale { times: 1, over: NonZeroU32::new(60).unwrap() };
        assert_eq!(scale.apply(Span::from_secs(120)), Span::from_secs(2));
        assert_eq!(PenaltyScale::FIDE.apply(Span::from_secs(120)), Span::from_secs(120));
    }
}
