//! An event over many machines: what a job is, what a result is, what counts, who may play what.
//!
//! Decides: how games are put together to units of work and what these are called, which result counts and which is
//! late, whose turn it is among several events, which engines a worker starts, how clocks follow a machine's speed.
//! Refuses to know: brokers, connections, processes, files. Called by `shell::fleet`.
//!
//! The words: a *coordinator* is the program that plays an event and keeps its journal; a *worker* plays games for any
//! event; a *unit* is what one worker plays in one go, a pair of games where the schedule has pairs.

mod allow;
mod cards;
mod names;
mod outstanding;
mod pack;
mod scale;
mod share;
mod turn;
mod unit;

pub use allow::{AllowList, Allowed, Refusal};
pub use cards::{Activity, EventCard, EventOrder, EventState, Figures, WorkerCard, WorkerOrder, WorkerState};
pub use names::{Digest, EventKey, NameError, Unit as UnitName, WorkerName};
pub use outstanding::{Outstanding, Taken, Verdict};
pub use pack::{PackError, pack, pack_with, unpack, unpack_with};
pub use scale::scaled;
pub use share::Share;
pub use turn::Turn;
pub use unit::{Outcome, PlayedGame, Unit, UnitGame, UnitResult};
