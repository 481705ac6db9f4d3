//! Whose turn it is among several events: the highest priority first; among equals, whoever was served least.

use super::names::EventKey;
use std::collections::BTreeMap;

/// What a worker has done for whom.
#[derive(Debug, Default)]
pub struct Share {
    served: BTreeMap<EventKey, u64>,
}

impl Share {
    /// The events in the order in which they are asked for work. An event that is new starts level with the others.
    pub fn order<'a>(&mut self, events: impl Iterator<Item = (&'a EventKey, i32)>) -> Vec<EventKey> {
        let mut open = events.collect::<Vec<_>>();
        let level = open.iter().filter_map(|(event, _)| self.served.get(*event)).copied().min().unwrap_or(0);
        self.served.retain(|event, _| open.iter().any(|(open, _)| *open == event));
        for (event, _) in &open {
            self.served.entry((*event).clone()).or_insert(level);
        }
        let served = &self.served;
        let count = |event: &EventKey| served.get(event).copied().unwrap_or(0);
        open.sort_by_key(|(event, priority)| (std::cmp::Reverse(*priority), count(event), *event));
        open.into_iter().map(|(event, _)| event.clone()).collect()
    }

    /// A unit of an event was taken.
    pub fn served(&mut self, event: &EventKey) {
        if let Some(count) = self.served.get_mut(event) {
            *count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> [EventKey; 3] {
        ["a", "b", "c"].map(|key| key.parse().unwrap())
    }

    #[test]
    fn equals_are_served_in_turn_and_a_higher_priority_before_them() {
        let [a, b, c] = keys();
        let mut share = Share::default();
        let mut served = Vec::new();
        for _ in 0..4 {
            let first = share.order([(&a, 0), (&b, 0)].into_iter()).remove(0);
            share.served(&first);
            served.push(first);
        }
        assert_eq!(served, [&a, &b, &a, &b].map(Clone::clone));
        assert_eq!(share.order([(&a, 0), (&b, 0), (&c, 1)].into_iter()), [c, a, b]);
    }

    #[test]
    fn an_event_that_comes_later_does_not_catch_up() {
        let [a, b, _] = keys();
        let mut share = Share::default();
        for _ in 0..100 {
            share.order([(&a, 0)].into_iter());
            share.served(&a);
        }
        let mut firsts = Vec::new();
        for _ in 0..4 {
            let first = share.order([(&a, 0), (&b, 0)].into_iter()).remove(0);
            share.served(&first);
            firsts.push(first);
        }
        assert_eq!(firsts.iter().filter(|first| **first == b).count(), 2);
    }
}
