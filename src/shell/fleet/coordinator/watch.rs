//! The workers that a coordinator knows of.

use super::Cards;
use crate::event::fleet::{EventCard, EventKey, WorkerCard, WorkerName, WorkerState};
use crate::event::watch::Worker;
use crate::shell::Clock;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// A worker that has not shown itself for so long is gone.
const SILENCE: Duration = Duration::from_secs(20);

/// The workers that have shown themselves.
#[derive(Debug, Default)]
pub(super) struct Watch {
    cards: Cards,
    /// When each was heard last, for people.
    heard: BTreeMap<WorkerName, u64>,
}

impl Watch {
    pub(super) fn shown(&mut self, card: WorkerCard) {
        self.heard.insert(card.name.clone(), Clock::wall_ms());
        self.cards.insert(card.name.clone(), (card, Instant::now()));
    }

    /// Forgets those that are silent.
    pub(super) fn forget(&mut self) {
        let now = Instant::now();
        self.cards.retain(|_, (_, at)| now.duration_since(*at) < SILENCE);
        self.heard.retain(|name, _| self.cards.contains_key(name));
    }

    /// All of them, for people who look on.
    pub(super) fn shown_to_people(&self, event: &EventKey) -> Vec<Worker> {
        let worker = |(name, (card, _)): (&WorkerName, &(WorkerCard, Instant))| Worker {
            card: card.clone(),
            event: event.clone(),
            heard: self.heard.get(name).copied().unwrap_or(0),
        };
        self.cards.iter().map(worker).collect()
    }

    /// Games at a time that workers play who may serve an event.
    pub(super) fn slots(&self, event: &EventCard) -> usize {
        let serves = |card: &&WorkerCard| {
            card.state == WorkerState::Working
                && !card.refused.contains_key(&event.event)
                && card.refusal(event).is_none()
        };
        self.cards.values().map(|(card, _)| card).filter(serves).map(|card| card.slots as usize).sum()
    }

    /// Who does not serve an event, and why.
    pub(super) fn refusals(&self, event: &EventKey) -> Vec<String> {
        let cards = self.cards.values().map(|(card, _)| card);
        let refusals = cards.filter_map(|card| card.refused.get(event).map(|why| (card, why)));
        refusals.map(|(card, why)| format!("worker {} does not serve the event: {why}", card.name)).collect()
    }
}
