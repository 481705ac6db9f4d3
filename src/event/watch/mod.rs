//! What people who watch an event are shown: its state, and what changes in it.
//!
//! Decides: how journal entries and what the places say become games, tables and rulings to look at, with every position
//! worked out, so that whoever shows them needs no rules of chess; which of it is kept, and how long foreign text may be.
//! Refuses to know: who watches, over what, and the time of day, which comes with the news.
//!
//! Nothing here is part of the event: a watcher that misses something misses it alone.

mod board;
mod delta;
mod model;
mod text;
mod vault;
mod view;
mod words;
mod workers;

pub use board::Variation;
pub use delta::Delta;
pub use model::Model;
pub use text::clean;
pub use vault::Kept;
pub use view::{Snapshot, Summary};
pub use workers::{WorkerView, WorkersView};

use super::fleet::{EventKey, WorkerCard};
use super::game::{Fixture, Game, Opening, Played, Score};
use super::journal::Entry;
use super::settings::GameNumber;

/// Something that a watcher may want to know.
#[derive(Clone, Debug)]
pub enum News {
    /// An entry of the journal.
    Entry(Box<Entry>),
    /// A game is set up at a place.
    Started {
        /// The game.
        fixture: Fixture,
        /// Where it starts.
        opening: Opening,
        /// Where it is played.
        place: Place,
    },
    /// A half-move was made.
    Moved {
        /// Which game.
        number: GameNumber,
        /// Its place in the game, from 0.
        ply: u32,
        /// The half-move.
        played: Played,
    },
    /// What an engine thinks.
    Thought(GameNumber, Insight),
    /// A game in play, whole: some of its moves were not told.
    InPlay(Box<Game>, Place),
    /// The machines of a fleet that are there, by name.
    Workers(Vec<Worker>),
}

/// A machine of a fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// What it says of itself.
    pub card: WorkerCard,
    /// The event that is watched.
    pub event: EventKey,
    /// When it was heard last, in milliseconds since 1970 UTC by the event's own clock.
    pub heard: u64,
}

/// Where a game is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its number among the event's places, from 0.
    pub number: usize,
    /// The machine, where it is not this one.
    pub host: Option<String>,
}

/// What an engine says of its search, from its own side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insight {
    /// The half-move that it thinks about, from 0.
    pub ply: u32,
    /// Its score.
    pub score: Option<Score>,
    /// The depth.
    pub depth: Option<u32>,
    /// The nodes.
    pub nodes: Option<u64>,
    /// Its line of play as it came: words in UCI, or in SAN from an xboard engine.
    pub line: Vec<u8>,
}

impl Insight {
    /// So much of a line of play is passed on.
    pub const LONGEST_LINE: usize = 240;
}

#[cfg(test)]
mod tests;
