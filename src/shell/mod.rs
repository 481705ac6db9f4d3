//! Threads, processes, files and the clock around the pure state machines.
//!
//! Decides: nothing about chess or protocols. It reads, stamps, steps, writes, in that order. Plain threads: one reads
//! the GUI, one the engine, the main thread keeps the process and the deadlines. The thread that reads from one side
//! writes to the other by itself; it never waits for the other direction.

mod clock_source;
#[cfg(unix)]
pub mod fleet;
mod journal;
pub mod leash;
mod lines;
pub mod openings;
mod outlet;
pub mod page;
#[cfg(unix)]
pub mod pairing;
mod process;
mod pump;
#[cfg(unix)]
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
