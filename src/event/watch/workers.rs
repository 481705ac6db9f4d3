//! The machines that play for an event on a fleet, as people are shown them.

use super::model::{Model, NAME, SENTENCE};
use super::{Worker, clean};
use crate::event::fleet::WorkerState;
use serde::Serialize;

/// So many are shown; of the others it is told how many they are.
const SHOWN: usize = 200;

/// All that are there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorkersView {
    /// How many there are.
    pub count: usize,
    /// Games that they can play at a time, all of them.
    pub slots: u64,
    /// By name, the first ones.
    pub shown: Vec<WorkerView>,
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkerView {
    pub name: String,
    pub processor: String,
    /// Threads that its processor has for it.
    pub threads: u32,
    /// Games at a time.
    pub slots: u32,
    /// Nodes a second of the house search on one thread.
    pub speed: u64,
    /// Units in play for this event, and for others.
    pub playing: [u32; 2],
    /// Units finished, by all events.
    pub finished: u64,
    /// `working` or `draining`.
    pub state: &'static str,
    /// When it was heard last, by the event's own clock.
    pub heard: u64,
    /// Why it does not play for this event.
    pub refused: Option<String>,
}

impl WorkerView {
    fn of(worker: &Worker) -> Self {
        let Worker { card, event, heard } = worker;
        let all = card.playing.values().fold(0_u32, |sum, units| sum.saturating_add(*units));
        let ours = card.playing.get(event).copied().unwrap_or(0);
        Self {
            name: clean(card.name.as_str(), NAME),
            processor: clean(&card.processor, NAME),
            threads: card.processors,
            slots: card.slots,
            speed: card.speed,
            playing: [ours, all.saturating_sub(ours)],
            finished: card.finished,
            state: match card.state {
                WorkerState::Working => "working",
                WorkerState::Draining => "draining",
            },
            heard: *heard,
            refused: card.refused.get(event).map(|why| clean(why, SENTENCE)),
        }
    }
}

impl Model {
    pub(super) fn workers(&mut self, workers: &[Worker]) {
        let view = WorkersView {
            count: workers.len(),
            slots: workers.iter().map(|worker| u64::from(worker.card.slots)).sum(),
            shown: workers.iter().take(SHOWN).map(WorkerView::of).collect(),
        };
        if self.workers.as_ref() != Some(&view) {
            self.workers = Some(view);
            self.changes.workers = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::News;
    use super::super::tests::model;
    use super::*;
    use crate::event::fleet::{EventKey, WorkerCard, WorkerName};
    use std::collections::{BTreeMap, BTreeSet};

    fn worker(name: &str, event: &EventKey) -> Worker {
        let other = EventKey::of_number(2);
        let card = WorkerCard {
            name: WorkerName::near(name),
            run: 1,
            program: "test".to_owned(),
            processor: "<b>EPYC</b>\u{1b}[31m\u{202e}".to_owned(),
            processors: 8,
            slots: 4,
            tags: BTreeSet::new(),
            speed: 1_000_000,
            state: WorkerState::Draining,
            playing: BTreeMap::from([(event.clone(), 2), (other.clone(), 1)]),
            finished: 9,
            refused: BTreeMap::from([(event.clone(), "no\u{7} such engine".to_owned()), (other, "x".to_owned())]),
            since: 0,
        };
        Worker { card, event: event.clone(), heard: 77 }
    }

    #[test]
    fn workers_are_shown_with_what_they_do_for_this_event_and_only_when_something_changes() {
        let event = EventKey::of_number(1);
        let mut model = model();
        let before = serde_json::to_value(model.snapshot(1)).unwrap();
        assert!(before.get("workers").is_none(), "nobody plays for an event on one machine: {before}");
        model.take(News::Workers(vec![worker("a", &event)]), 1);
        let delta = serde_json::to_value(model.delta(2).unwrap()).unwrap();
        let shown = &delta["workers"]["shown"][0];
        assert_eq!((&shown["name"], &shown["playing"]), (&"a".into(), &serde_json::json!([2, 1])));
        assert_eq!((&shown["threads"], &shown["slots"], &shown["heard"]), (&8.into(), &4.into(), &77.into()));
        assert_eq!((&shown["state"], &delta["workers"]["slots"]), (&"draining".into(), &4.into()));
        let text = shown.to_string();
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}') && !text.contains("\\u0007"), "{text}");
        assert_eq!(serde_json::to_value(model.snapshot(2)).unwrap()["workers"], delta["workers"]);
        model.take(News::Workers(vec![worker("a", &event)]), 3);
        assert!(model.delta(10_000).is_none_or(|delta| serde_json::to_value(delta).unwrap().get("workers").is_none()));
        model.take(News::Workers(Vec::new()), 4);
        let delta = serde_json::to_value(model.delta(20_000).unwrap()).unwrap();
        assert_eq!(delta["workers"], serde_json::json!({"count": 0, "slots": 0, "shown": []}));
    }

    #[test]
    fn a_very_large_fleet_is_counted_and_its_first_workers_are_shown() {
        let event = EventKey::of_number(1);
        let mut model = model();
        let workers = (0..1_000).map(|number| worker(&format!("w{number}"), &event)).collect();
        model.take(News::Workers(workers), 1);
        let snapshot = serde_json::to_value(model.snapshot(1)).unwrap();
        assert_eq!((&snapshot["workers"]["count"], &snapshot["workers"]["slots"]), (&1_000.into(), &4_000.into()));
        assert_eq!(snapshot["workers"]["shown"].as_array().unwrap().len(), SHOWN);
    }
}
