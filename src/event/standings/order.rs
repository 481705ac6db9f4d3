//! How the tied are told apart, players or teams alike: by one criterion after another (FIDE C.07).
//!
//! Knows nobody's games: what a criterion is worth to each, and who is first in the encounters of a group, it is told.

use super::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What tells the tied apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Criterion {
    /// A value that each has whoever is tied with it.
    Own,
    /// What was scored among the tied.
    DirectEncounter,
}

/// The scores among a group, and the group in parts by them.
pub(super) type Encounters = (BTreeMap<usize, Value>, Vec<Vec<usize>>);

/// All in groups that nothing tells apart, the first place first: by `score`, then by the criteria. `values` has a row
/// for each and a column for each criterion; those of direct encounters are filled in. `encounters` is none where a
/// group is not told apart that way.
pub(super) fn ranked<K: Ord>(
    values: &mut [Vec<Option<Value>>],
    score: impl Fn(usize) -> K,
    criteria: &[Criterion],
    encounters: impl Fn(&[usize]) -> Option<Encounters>,
) -> Vec<Vec<usize>> {
    let all = (0..values.len()).collect::<Vec<_>>();
    let mut ranking = Ranking { values, criteria, encounters, groups: Vec::new() };
    for group in split(&all, score) {
        ranking.order(&group, 0);
    }
    ranking.groups
}

struct Ranking<'a, E> {
    values: &'a mut [Vec<Option<Value>>],
    criteria: &'a [Criterion],
    encounters: E,
    groups: Vec<Vec<usize>>,
}

impl<E: Fn(&[usize]) -> Option<Encounters>> Ranking<'_, E> {
    /// Tells a group apart by the criteria from `first` on.
    fn order(&mut self, group: &[usize], first: usize) {
        let Some(criterion) = self.criteria.get(first).copied().filter(|_| group.len() > 1) else {
            self.groups.push(group.to_vec());
            return;
        };
        let parts = match criterion {
            Criterion::DirectEncounter => {
                let Some((among, parts)) = (self.encounters)(group) else { return self.order(group, first + 1) };
                for (one, score) in among {
                    if let Some(value) = self.values.get_mut(one).and_then(|values| values.get_mut(first)) {
                        *value = Some(score);
                    }
                }
                parts
            }
            Criterion::Own => split(group, |one| self.values.get(one).and_then(|values| values.get(first)).copied()),
        };
        // Direct encounter is applied again to those of a group whom it did not tell apart (C.07 art. 6).
        let again = criterion == Criterion::DirectEncounter && parts.len() > 1;
        for part in parts {
            self.order(&part, if again { first } else { first + 1 });
        }
    }
}

/// A group in parts by a value, the greatest first; within a part as before.
pub(super) fn split<K: Ord>(group: &[usize], value: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut parts: BTreeMap<Reverse<K>, Vec<usize>> = BTreeMap::new();
    for one in group {
        parts.entry(Reverse(value(*one))).or_default().push(*one);
    }
    parts.into_values().collect()
}
