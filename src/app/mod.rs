//! One file a subcommand: reads arguments, wires things, prints. No rule of chess lives here.

pub mod audit;
mod edition;
pub mod judge;
pub mod laws;
pub mod solve;
pub mod verify;

pub use edition::edition;
