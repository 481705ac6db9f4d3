//! What is on a broker, and what people want of it: short connections.

use super::broker::{Broker, FleetError, drain, order};
use super::connect::BrokerOptions;
use crate::event::fleet::{
    Activity, EventCard, EventKey, EventOrder, EventState, WorkerCard, WorkerName, WorkerState, pack,
};
use crate::units::counted;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(5);

/// All events and workers.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    /// Events, the highest priority first.
    pub events: Vec<EventCard>,
    /// Workers by name.
    pub workers: Vec<WorkerCard>,
}

/// Whether somebody heard a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Yes.
    Heard,
    /// Nobody is there.
    Nobody,
}

fn with<T>(options: &BrokerOptions, then: impl AsyncFnOnce(Broker) -> Result<T, FleetError>) -> Result<T, FleetError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(async { then(Broker::open(options, |_| ()).await?).await });
    runtime.shutdown_background();
    done
}

/// Reads all cards.
///
/// # Errors
/// The broker is not there.
pub fn overview(options: &BrokerOptions) -> Result<Overview, FleetError> {
    with(options, async |broker| {
        let (mut events, mut workers) = (broker.events().await?, broker.workers().await?);
        events.sort_by(|a, b| (b.priority, &a.name).cmp(&(a.priority, &b.name)));
        workers.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Overview { events, workers })
    })
}

/// Asks an event's coordinator.
///
/// # Errors
/// The broker is not there.
pub fn ask_event(options: &BrokerOptions, event: &EventKey, wish: EventOrder) -> Result<Asked, FleetError> {
    let wish = pack(&wish)?;
    with(options, async |broker| Ok(ask(&broker, order(event), wish).await))
}

/// Asks a worker to leave.
///
/// # Errors
/// The broker is not there.
pub fn ask_drain(options: &BrokerOptions, worker: &WorkerName) -> Result<Asked, FleetError> {
    with(options, async |broker| Ok(ask(&broker, drain(worker), Vec::new()).await))
}

async fn ask(broker: &Broker, subject: String, wish: Vec<u8>) -> Asked {
    match tokio::time::timeout(ANSWER, broker.client.request(subject, wish.into())).await {
        Ok(Ok(_)) => Asked::Heard,
        Ok(Err(_)) | Err(_) => Asked::Nobody,
    }
}

impl Overview {
    /// One JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        // Cards have text keys alone.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Tables for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // A String takes everything.
        _ = writeln!(
            text,
            "{:<16} {:<24} {:>4} {:<8} {:>7} {:>7} {:>8} {:>6} {:>5}",
            "EVENT", "NAME", "PRIO", "STATE", "OPEN", "WAITING", "GAMES", "/MIN", "LATE"
        );
        for card in &self.events {
            let state = match (card.state, card.activity) {
                (EventState::Running, Activity::Play) => "running",
                (EventState::Running, Activity::Audit) => "auditing",
                (EventState::Paused, _) => "paused",
                (EventState::Stopping, _) => "stopping",
                (EventState::Over, _) => "over",
            };
            let figures = card.figures;
            _ = writeln!(
                text,
                "{:<16} {:<24} {:>4} {state:<8} {:>7} {:>7} {:>8} {:>6} {:>5}",
                card.event.as_str(),
                card.name,
                card.priority,
                figures.given,
                figures.waiting,
                figures.games,
                figures.games_a_minute,
                figures.late
            );
        }
        _ = writeln!(
            text,
            "\n{:<32} {:<8} {:>9} {:>8} {:>10}  MACHINE",
            "WORKER", "STATE", "PLAYING", "UNITS", "NODES/S"
        );
        for card in &self.workers {
            let state = match card.state {
                WorkerState::Working => "working",
                WorkerState::Draining => "draining",
            };
            let playing = format!("{}/{}", card.playing.values().sum::<u32>(), card.slots);
            let tags = card.tags.iter().map(String::as_str).collect::<Vec<_>>().join(",");
            _ = writeln!(
                text,
                "{:<32} {state:<8} {playing:>9} {:>8} {:>10}  {} x {} {tags}",
                card.name.as_str(),
                card.finished,
                card.speed,
                card.processors,
                card.processor,
            );
            for (event, why) in &card.refused {
                if let Some(event) = self.events.iter().find(|card| card.event == *event) {
                    _ = writeln!(text, "  does not serve {}: {why}", event.name);
                }
            }
        }
        let slots: u32 = self.workers.iter().map(|card| card.slots).sum();
        let playing: u32 = self.workers.iter().flat_map(|card| card.playing.values()).sum();
        _ = writeln!(text, "{}, {playing} of {slots} slots in use", counted(self.workers.len(), "worker", "workers"));
        text
    }
}
