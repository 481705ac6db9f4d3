//! The runner of matches and events: places where games are played, and the hall where their results come together.
//!
//! Decides: nothing about chess, schedules or results. It starts engines, carries lines, keeps the files. Unix only: it
//! waits with `poll` and ends engines by process groups.

mod affinity;
mod broadcast;
mod feed;
mod hall;
mod latest;
mod live;
mod mailbox;
mod open;
mod outputs;
mod pairing;
mod place;
mod progress;
mod scribe;
mod signals;
mod spool;
mod store;
mod trial;
mod venue;
mod viewers;
mod wakeup;
mod wire_log;
mod wires;

pub use broadcast::has_token;
pub(in crate::shell) use hall::play_at;
pub use hall::{Event, play};
pub use mailbox::{Mailbox, Pause};
pub(in crate::shell) use open::class;
pub use open::{Lengths, OpenError, Opened, append, open_journal};
pub(in crate::shell) use place::{Place, Shared};
pub(in crate::shell) use signals::Ears;
pub use store::{Store, Wrote};
pub use trial::{Trial, try_engine};
#[cfg(test)]
pub(in crate::shell) use venue::Places;
pub(in crate::shell) use venue::{Assigned, Message, Notice, Setup, Venue};

use crate::event::game::{Fixture, Game, Incident, Opening, Played, Unfinished};
use crate::event::settings::GameNumber;
use crate::event::table::{Again, Lost};
use crate::event::watch::Insight;
use shakmaty::ByColor;

/// A game to be played.
#[derive(Debug)]
pub(in crate::shell) struct Job {
    pub(in crate::shell) fixture: Fixture,
    pub(in crate::shell) opening: Opening,
    /// How often it has been begun before.
    pub(in crate::shell) earlier: u32,
    /// What was played of it before it was broken off.
    pub(in crate::shell) resumed: Unfinished,
}

/// What a place says.
#[derive(Debug)]
pub(in crate::shell) struct Report {
    pub(in crate::shell) place: usize,
    pub(in crate::shell) said: Said,
}

#[derive(Debug)]
pub(in crate::shell) enum Said {
    /// A game begins; where, if it is not this machine.
    Started(Fixture, Option<String>),
    Moved(GameNumber, u32, Played),
    /// By its place among the game's incidents.
    Incident(GameNumber, u32, Incident),
    /// What an engine thinks.
    Thought(GameNumber, Insight),
    Finished {
        game: Box<Game>,
        again: Again,
        lost: ByColor<Option<Lost>>,
    },
    /// The opening cannot be set up.
    Unplayable(GameNumber, String),
}
