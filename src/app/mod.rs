//! One file a subcommand: wires things, no logic.

pub mod verify;
