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
mod viewers;
mod wakeup;
mod wire_log;
mod wires;

pub use broadcast::has_token;
pub use hall::{Event, play};
pub use mailbox::{Mailbox, Pause};
pub use open::{Lengths, OpenError, Opened, append, open_journal};
pub use store::{Store, Wrote};
pub use trial::{Trial, try_engine};

use crate::event::game::{Fixture, Game, Opening, Played};
use crate::event::settings::GameNumber;
use crate::event::table::{Again, Lost, TableError};
use crate::event::watch::Insight;
use shakmaty::ByColor;

/// A game to be played.
#[derive(Debug)]
struct Job {
    fixture: Fixture,
    opening: Opening,
    /// How often it has been begun before.
    earlier: u32,
    /// What was played of it before it was broken off.
    resumed: Vec<Played>,
}

/// What a place says.
#[derive(Debug)]
struct Report {
    place: usize,
    said: Said,
}

#[derive(Debug)]
enum Said {
    Started(Fixture),
    Moved(GameNumber, u32, Played),
    /// What an engine thinks.
    Thought(GameNumber, Insight),
    Finished {
        game: Box<Game>,
        again: Again,
        lost: ByColor<Option<Lost>>,
    },
    /// The opening cannot be set up.
    Unplayable(GameNumber, TableError),
}
