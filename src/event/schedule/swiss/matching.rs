//! Whether everybody can be paired: maximum matching in a general graph (Edmonds' blossoms).

use std::collections::VecDeque;

/// A matching that leaves nobody over, from which pairs are taken for good one by one.
#[derive(Clone, Debug)]
pub(super) struct Matching {
    /// Who may meet whom, by place.
    edges: Vec<Vec<usize>>,
    mates: Vec<Option<usize>>,
    /// Who is paired for good.
    taken: Vec<bool>,
}

impl Matching {
    /// A matching of so many that leaves nobody over; none if there is none.
    pub(super) fn perfect(count: usize, may_meet: &dyn Fn(usize, usize) -> bool) -> Option<Self> {
        let others = |one: usize| (0..count).filter(move |other| *other != one && may_meet(one, *other)).collect();
        let edges = (0..count).map(others).collect();
        let mut matching = Self { edges, mates: vec![None; count], taken: vec![false; count] };
        // Neighbours first: most of them are good, and few are left to search for.
        for one in 0..count {
            if matching.mates[one].is_none() {
                let free = matching.edges[one].iter().copied().find(|other| matching.mates[*other].is_none());
                if let Some(other) = free {
                    (matching.mates[one], matching.mates[other]) = (Some(other), Some(one));
                }
            }
        }
        let all = (0..count).all(|one| matching.mates[one].is_some() || matching.augment(one));
        all.then_some(matching)
    }

    /// Pairs two for good, if the others can be paired then. They must be allowed to meet.
    pub(super) fn take(&mut self, one: usize, other: usize) -> bool {
        let before = self.mates.clone();
        let freed = before[one];
        for two in [one, other] {
            self.taken[two] = true;
            if let Some(mate) = self.mates[two].take() {
                self.mates[mate] = None;
            }
        }
        // Either they were mates, or the mates that they had must be matched with each other, over whomever.
        let whole = match freed {
            Some(mate) if mate != other => self.augment(mate),
            Some(_) | None => true,
        };
        if whole {
            (self.mates[one], self.mates[other]) = (Some(other), Some(one));
        } else {
            self.mates = before;
            (self.taken[one], self.taken[other]) = (false, false);
        }
        whole
    }

    /// Finds a partner for one who has none, by changing those of others; false if that cannot be.
    fn augment(&mut self, root: usize) -> bool {
        let count = self.edges.len();
        let mut search = Search { base: (0..count).collect(), parent: vec![None; count], seen: vec![false; count] };
        search.seen[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(from) = queue.pop_front() {
            for index in 0..self.edges[from].len() {
                let to = self.edges[from][index];
                if self.taken[to] || search.base[from] == search.base[to] || self.mates[from] == Some(to) {
                    continue;
                }
                let outer = to == root || self.mates[to].is_some_and(|mate| search.parent[mate].is_some());
                if outer {
                    search.contract(from, to, &self.mates, &mut queue);
                } else if search.parent[to].is_none() {
                    search.parent[to] = Some(from);
                    match self.mates[to] {
                        None => {
                            self.flip(to, &search.parent);
                            return true;
                        }
                        Some(mate) => {
                            search.seen[mate] = true;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    /// Changes mates along the path that ends in `end`.
    fn flip(&mut self, end: usize, parent: &[Option<usize>]) {
        let mut next = Some(end);
        while let Some(to) = next {
            let Some(from) = parent[to] else { return };
            next = self.mates[from];
            (self.mates[to], self.mates[from]) = (Some(from), Some(to));
        }
    }
}

/// The search for one path: a tree whose odd circles are drawn together.
struct Search {
    base: Vec<usize>,
    parent: Vec<Option<usize>>,
    seen: Vec<bool>,
}

impl Search {
    /// The step to the root from a base: over its mate.
    fn up(&self, at: usize, mates: &[Option<usize>]) -> Option<usize> {
        mates[at].and_then(|mate| self.parent[mate])
    }

    fn common(&self, one: usize, other: usize, mates: &[Option<usize>]) -> usize {
        let mut on_path = vec![false; self.base.len()];
        let mut at = Some(one);
        while let Some(place) = at {
            let base = self.base[place];
            on_path[base] = true;
            at = self.up(base, mates);
        }
        let mut place = self.base[other];
        while !on_path[place] {
            match self.up(place, mates) {
                Some(next) => place = self.base[next],
                None => break,
            }
        }
        place
    }

    fn contract(&mut self, one: usize, other: usize, mates: &[Option<usize>], queue: &mut VecDeque<usize>) {
        let top = self.common(one, other, mates);
        let mut inside = vec![false; self.base.len()];
        for (start, child) in [(one, other), (other, one)] {
            let (mut at, mut child) = (start, child);
            while self.base[at] != top {
                let Some(mate) = mates[at] else { break };
                inside[self.base[at]] = true;
                inside[self.base[mate]] = true;
                self.parent[at] = Some(child);
                child = mate;
                let Some(next) = self.parent[mate] else { break };
                at = next;
            }
        }
        for place in 0..self.base.len() {
            if inside[self.base[place]] {
                self.base[place] = top;
                if !self.seen[place] {
                    self.seen[place] = true;
                    queue.push_back(place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether the rest can be paired, by trying.
    fn can_pair(rest: &[usize], may_meet: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((first, others)) = rest.split_first() else { return true };
        (0..others.len()).any(|at| {
            let mut left = others.to_vec();
            let other = left.remove(at);
            may_meet(*first, other) && can_pair(&left, may_meet)
        })
    }

    proptest! {
        #[test]
        fn there_is_a_matching_where_trying_finds_one_and_pairs_are_taken_where_the_rest_has_one(
            half in 0usize..5,
            bits in proptest::collection::vec(0u8..10, 100),
            dense in 2u8..8,
        ) {
            let count = 2 * half;
            let may_meet = |one: usize, other: usize| bits[one.min(other) * 10 + one.max(other)] < dense;
            let all = (0..count).collect::<Vec<_>>();
            let found = Matching::perfect(count, &may_meet);
            prop_assert_eq!(found.is_some(), can_pair(&all, &may_meet));
            let Some(mut matching) = found else { return Ok(()) };
            let mut left = all;
            while let [first, ..] = left[..] {
                let mut taken = None;
                for other in left.clone().into_iter().skip(1).filter(|other| may_meet(first, *other)) {
                    let rest = left.iter().copied().filter(|place| ![first, other].contains(place)).collect::<Vec<_>>();
                    let can = can_pair(&rest, &may_meet);
                    prop_assert_eq!(matching.take(first, other), can);
                    if can {
                        taken = Some(rest);
                        break;
                    }
                }
                let Some(rest) = taken else { return Err(TestCaseError::fail("a dead end")) };
                left = rest;
            }
        }
    }
}
