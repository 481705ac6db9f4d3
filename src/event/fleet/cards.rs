//! What coordinators and workers say of themselves, and what people want of them.

use super::names::{Digest, EventKey, WorkerName};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An event, as its coordinator shows it to workers and people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCard {
    /// The event.
    pub event: EventKey,
    /// Its name for people.
    pub name: String,
    /// The coordinator's machine and process.
    pub coordinator: String,
    /// The program and its version.
    pub program: String,
    /// What workers do for it.
    pub activity: Activity,
    /// The edition of the Laws.
    pub laws: String,
    /// What a worker must have, all of them.
    pub tags: BTreeSet<String>,
    /// The settings that units name.
    pub settings: Digest,
    /// How long a worker may be silent before its unit goes to another, in milliseconds.
    pub lease_ms: u64,
    /// What it stands at.
    pub state: EventState,
    /// Before which other events it is served.
    pub priority: i32,
    /// Figures.
    pub figures: Figures,
    /// Whether every move is to be told.
    pub tells_moves: bool,
    /// The speed, in nodes a second, that the time controls are meant for; none: they are not scaled.
    pub reference_speed: Option<u64>,
}

/// What workers do for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// They play its games.
    Play,
    /// They re-judge finished games.
    Audit,
}

/// What an event stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventState {
    /// Units are given out.
    Running,
    /// No unit is begun for now.
    Paused,
    /// No unit is begun any more; those in play are waited for.
    Stopping,
    /// Units in play are to be broken off.
    Over,
}

/// How far an event is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Units given out.
    pub given: u64,
    /// Of these, not begun by anybody.
    pub waiting: u64,
    /// Games whose result counts, since the coordinator was started.
    pub games: u64,
    /// Results that came late and do not count.
    pub late: u64,
    /// Games counted in the last minute.
    pub games_a_minute: u64,
}

/// A worker, as it shows itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerCard {
    /// Its name.
    pub name: WorkerName,
    /// Its run: started anew it is another.
    pub run: u64,
    /// The program and its version.
    pub program: String,
    /// The processor's name.
    pub processor: String,
    /// The processors it may use.
    pub processors: u32,
    /// Games at a time.
    pub slots: u32,
    /// What it has.
    pub tags: BTreeSet<String>,
    /// Nodes a second of the house search on one thread, all slots searching at once.
    pub speed: u64,
    /// Whether it takes more.
    pub state: WorkerState,
    /// Units in play, by event.
    pub playing: BTreeMap<EventKey, u32>,
    /// Units finished, by all events.
    pub finished: u64,
    /// Which events it does not serve, and why.
    pub refused: BTreeMap<EventKey, String>,
    /// When it was started, in milliseconds since 1970 by its own clock.
    pub since: u64,
}

/// Whether a worker takes more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerState {
    /// It does.
    Working,
    /// It plays to the end what it has, and leaves.
    Draining,
}

/// What people want of an event. The last order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "want", content = "value", rename_all = "kebab-case")]
pub enum EventOrder {
    /// No new units for now.
    Pause,
    /// New units again.
    Continue,
    /// As by Ctrl-C at the coordinator: no new games, those in play are waited for.
    Stop,
    /// Another priority.
    Priority(i32),
}

/// What people want of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerOrder {
    /// It plays to the end what it has, and leaves.
    Drain,
}

impl WorkerCard {
    /// Why a worker such as this does not serve an event; none: nothing on its card speaks against it.
    #[must_use]
    pub fn refusal(&self, event: &EventCard) -> Option<String> {
        if event.program != self.program {
            return Some(format!("expected {}, got {}", event.program, self.program));
        }
        let missing = event.tags.difference(&self.tags).map(String::as_str).collect::<Vec<_>>();
        (!missing.is_empty()).then(|| format!("it has no {}", missing.join(", ")))
    }
}
