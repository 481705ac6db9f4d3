//! One file a subcommand: wires things, no logic.

pub mod solve;
pub mod verify;
