//! One file a subcommand: reads arguments, wires things, prints. No rule of chess lives here.

pub mod audit;
pub mod doctor;
mod edition;
pub mod engine;
pub mod event;
pub mod fleet;
pub mod install;
pub mod judge;
pub mod laws;
pub mod ledger;
pub mod manual;
pub mod r#match;
mod same_file;
pub mod settings;
pub mod solve;
pub mod verify;
pub mod worker;
pub mod wrap;
pub mod wrap_file;

pub use edition::edition;
