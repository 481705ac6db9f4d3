//! One file a subcommand: reads arguments, wires things, prints. No rule of chess lives here.

pub mod doctor;
pub mod engine;
pub mod install;
pub mod judge;
pub mod ledger;
pub mod wrap;
