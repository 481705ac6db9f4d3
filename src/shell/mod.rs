//! Threads, processes, files and the clock around the pure state machines.
//!
//! Decides: nothing about chess or protocols. It reads, stamps, steps, writes, in that order. Plain threads: one reads
//! the GUI, one the engine, the main thread keeps the process and the deadlines. The thread that reads from one side
//! writes to the other by itself; it never waits for the other direction.

mod clock_source;
pub mod fleet;
mod journal;
#[cfg(unix)]
pub mod leash;
mod lines;
pub mod openings;
mod outlet;
pub mod page;
pub mod pairing;
mod process;
mod pump;
pub mod runner;
mod screen;
pub mod tables;
#[cfg(test)]
#[cfg(unix)]
mod venues;
mod writable;

pub use clock_source::Clock;
pub use journal::{Journal, JournalError};
pub use process::{Launch, no_program, resolve_program};
pub use pump::{Setup, run};
pub use screen::Screen;
pub use writable::open_to_write;
