//! What all slots of a worker share: the events that are there, what was prepared for them, the worker's card.

use super::super::broker::{FleetError, drain, persist};
use super::super::package::{Ready, Stock, Unprepared};
use super::slot::Slot;
use crate::event::fleet::{Activity, EventCard, EventKey, EventState, WorkerCard, WorkerState, pack, unpack};
use crate::event::game::ClockScale;
use futures_util::StreamExt;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{Notify, Semaphore};
use tokio::time::Instant;

/// How often all cards are read anew: one that was announced while the connection was away has been missed.
const REFRESH: Duration = Duration::from_secs(15);

/// The pause before an event that was refused is looked at again.
const AGAIN: Duration = Duration::from_secs(10);

/// What the slots share.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) stock: Stock,
    card: Mutex<WorkerCard>,
    events: Mutex<BTreeMap<EventKey, EventCard>>,
    prepared: Mutex<HashMap<EventKey, Arc<Ready>>>,
    /// When an event was refused last.
    tried: Mutex<HashMap<EventKey, Instant>>,
    /// Slots without a unit.
    slots: Mutex<Vec<Slot>>,
    pub(super) free: Arc<Semaphore>,
    /// Rung when the events have changed, or the worker is to leave.
    pub(super) changed: Notify,
    draining: AtomicBool,
    breaking: AtomicBool,
    lines: UnboundedSender<String>,
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    pub(super) fn new(card: WorkerCard, stock: Stock, lines: UnboundedSender<String>) -> Self {
        let count = card.slots;
        Self {
            stock,
            card: Mutex::new(card),
            events: Mutex::default(),
            prepared: Mutex::default(),
            tried: Mutex::default(),
            slots: Mutex::new((0..count).map(|number| Slot::new(number as usize)).collect()),
            free: Arc::new(Semaphore::new(count as usize)),
            changed: Notify::new(),
            draining: AtomicBool::new(false),
            breaking: AtomicBool::new(false),
            lines,
        }
    }

    /// Hears of events and of who wants it to leave, from now on.
    pub(super) async fn listen(self: &Arc<Self>) -> Result<(), FleetError> {
        let broken = |error: async_nats::SubscribeError| FleetError::Broker { what: "cards", got: error.to_string() };
        let client = &self.stock.broker.client;
        let mut cards = client.subscribe("arbiter.event.*").await.map_err(broken)?;
        let mut drains = client.subscribe(drain(&self.card().name)).await.map_err(broken)?;
        self.replace(self.stock.broker.events().await?);
        let desk = Arc::clone(self);
        tokio::spawn(async move {
            let mut refresh = tokio::time::interval(REFRESH);
            loop {
                tokio::select! {
                    Some(message) = cards.next() => {
                        if let Ok(card) = unpack::<EventCard>(&message.payload) {
                            desk.learn(card);
                        }
                    }
                    Some(message) = drains.next() => {
                        desk.drain();
                        desk.say("asked to leave: plays to the end what it has");
                        if let (Some(reply), Ok(card)) = (message.reply, pack(&desk.card())) {
                            desk.stock.broker.client.publish(reply, card.into()).await.unwrap_or(());
                        }
                    }
                    _ = refresh.tick() => {
                        if let Ok(cards) = desk.stock.broker.events().await {
                            desk.replace(cards);
                        }
                    }
                }
            }
        });
        Ok(())
    }

    fn learn(&self, card: EventCard) {
        locked(&self.events).insert(card.event.clone(), card);
        self.changed.notify_waiters();
    }

    fn replace(&self, cards: Vec<EventCard>) {
        *locked(&self.events) = cards.into_iter().map(|card| (card.event.clone(), card)).collect();
        self.changed.notify_waiters();
    }

    /// The events that could give work now.
    pub(super) fn open(&self) -> Vec<EventCard> {
        let events = locked(&self.events);
        events.values().filter(|card| card.state == EventState::Running).cloned().collect()
    }

    pub(super) fn event(&self, event: &EventKey) -> Option<EventCard> {
        locked(&self.events).get(event).cloned()
    }

    /// The card of an event of which a unit has just been given out: one that says "over" is out of date.
    pub(super) async fn event_of_unit(&self, event: &EventKey) -> Option<EventCard> {
        if self.event(event).is_none_or(|card| card.state == EventState::Over)
            && let Ok(Some(card)) = self.stock.broker.event(event).await
        {
            self.learn(card);
        }
        self.event(event)
    }

    /// Whether units of an event are to be broken off.
    pub(super) fn is_over(&self, event: &EventKey) -> bool {
        self.is_breaking_off() || self.event(event).is_some_and(|card| card.state == EventState::Over)
    }

    /// Makes an event ready to be served; none: it cannot be served here, or not now.
    pub(super) async fn prepare(&self, event: &EventCard) -> Option<Arc<Ready>> {
        if let Some(why) = self.card().refusal(event) {
            self.refuse(&event.event, why);
            return None;
        }
        if let Some(ready) = locked(&self.prepared).get(&event.event) {
            return Some(Arc::clone(ready));
        }
        let soon = |at: &Instant| at.elapsed() < AGAIN;
        if locked(&self.tried).get(&event.event).is_some_and(soon) {
            return None;
        }
        let speed = self.card().speed;
        let scale = event.reference_speed.map_or_else(ClockScale::default, |wanted| ClockScale::between(wanted, speed));
        let prepared = match event.activity {
            Activity::Play => {
                let prepared = self.stock.prepare(&event.settings, scale).await;
                prepared.map(|prepared| Ready::Play(Box::new(prepared)))
            }
            Activity::Audit => self.stock.prepare_audit(&event.settings).await.map(Ready::Audit),
        };
        match prepared {
            Ok(prepared) => {
                let prepared = Arc::new(prepared);
                locked(&self.prepared).insert(event.event.clone(), Arc::clone(&prepared));
                locked(&self.card).refused.remove(&event.event);
                Some(prepared)
            }
            // Either may be better the next time: a file may have been put right, the broker be back.
            Err(Unprepared::Refused(why)) => {
                self.refuse(&event.event, why);
                None
            }
            Err(Unprepared::Failed(error)) => {
                self.refuse(&event.event, error.to_string());
                None
            }
        }
    }

    fn refuse(&self, event: &EventKey, why: String) {
        locked(&self.tried).insert(event.clone(), Instant::now());
        let known = locked(&self.card).refused.insert(event.clone(), why.clone());
        if known.as_ref() != Some(&why) {
            let name = self.event(event).map_or_else(|| event.to_string(), |card| card.name);
            self.say(&format!("{name}: not served: {why}"));
        }
    }

    /// A slot for a unit of an event: one that has played for it before, if there is one.
    pub(super) fn slot(&self, event: &EventKey) -> Option<Slot> {
        let mut slots = locked(&self.slots);
        let fits = slots.iter().position(|slot| slot.event() == Some(event));
        let at = fits.or_else(|| slots.iter().position(|slot| slot.event().is_none()));
        match at {
            Some(at) => Some(slots.swap_remove(at)),
            None => slots.pop(),
        }
    }

    pub(super) fn put_back(&self, slot: Slot) {
        locked(&self.slots).push(slot);
    }

    pub(super) fn began(&self, event: &EventKey) {
        *locked(&self.card).playing.entry(event.clone()).or_default() += 1;
    }

    pub(super) fn ended(&self, event: &EventKey, finished: bool) {
        let mut card = locked(&self.card);
        card.finished += u64::from(finished);
        if let Some(count) = card.playing.get_mut(event) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                card.playing.remove(event);
            }
        }
    }

    pub(super) fn card(&self) -> WorkerCard {
        let mut card = locked(&self.card).clone();
        if self.is_draining() {
            card.state = WorkerState::Draining;
        }
        card
    }

    pub(super) fn say(&self, text: &str) {
        drop(self.lines.send(format!("worker {}: {text}", self.card().name)));
    }

    pub(super) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        self.changed.notify_waiters();
    }

    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    pub(super) fn break_off(&self) {
        self.breaking.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_breaking_off(&self) -> bool {
        self.breaking.load(Ordering::Relaxed)
    }

    /// Sends all engines home.
    pub(super) fn leave(&self) {
        for slot in std::mem::take(&mut *locked(&self.slots)) {
            slot.close();
        }
    }

    /// Asks the broker until it answers, unless the worker is told twice to leave.
    pub(super) async fn persist<T, F>(&self, ask: impl FnMut() -> F) -> Result<T, FleetError>
    where
        F: Future<Output = Result<T, FleetError>>,
    {
        persist(ask, || self.is_breaking_off()).await
    }
}
