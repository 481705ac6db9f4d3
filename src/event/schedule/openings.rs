//! Which opening a game gets.

use crate::event::settings::{OpeningPolicy, Openings};

/// How openings are drawn from the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws {
    /// How many games in a row start from one.
    pub(super) repeat: u64,
    /// When the next one is taken.
    pub(super) policy: OpeningPolicy,
    /// The length of the list.
    count: Option<u64>,
}

impl Draws {
    pub(super) fn new(openings: &Openings, count: Option<u32>) -> Self {
        Self {
            repeat: u64::from(openings.repeat.get()),
            policy: openings.policy,
            count: count.filter(|count| *count > 0).map(u64::from),
        }
    }

    /// The place, in the order of play, of the opening that is drawn after so many others. At its end the list begins
    /// again. What is skipped at the front of a list is the list's own business.
    pub(super) fn place(&self, earlier: u64) -> u32 {
        let place = self.count.map_or(earlier, |count| earlier % count);
        u32::try_from(place).unwrap_or(u32::MAX)
    }
}
