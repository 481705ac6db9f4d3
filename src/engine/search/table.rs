//! The transposition table: what is known of positions seen in this search. Each search has a fresh one.

use shakmaty::Move;

/// How a score stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) key: u64,
    pub(super) depth: i32,
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

#[derive(Debug)]
pub(super) struct Table(Vec<Option<Known>>);

impl Table {
    /// A table within a number of megabytes. Kept small for short searches: it is made anew for each.
    pub(super) fn new(megabytes: usize) -> Self {
        let size = std::mem::size_of::<Option<Known>>();
        Self(vec![None; ((megabytes << 20) / size).max(1)])
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.0.get(self.slot(key)).copied().flatten().filter(|known| known.key == key)
    }

    /// Keeps the deeper of two positions that want the same place, and the newer of the same position.
    pub(super) fn put(&mut self, known: Known) {
        let slot = self.slot(known.key);
        if let Some(place) = self.0.get_mut(slot) {
            let keep = place.is_some_and(|old| old.key != known.key && old.depth > known.depth);
            if !keep {
                *place = Some(known);
            }
        }
    }

    fn slot(&self, key: u64) -> usize {
        usize::try_from(key % self.0.len().max(1) as u64).unwrap_or(0)
    }
}
