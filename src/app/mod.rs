//! One file a subcommand: reads arguments, wires things, prints. No rule of chess lives here.

pub mod audit;
pub mod doctor;
mod edition;
pub mod engine;
pub mod event;
pub mod install;
pub mod judge;
pub mod laws;
pub mod ledger;
pub mod manual;
pub mod r#match;
pub mod settings;
pub mod solve;
pub mod verify;
pub mod wrap;
mod wrap_file;

pub use edition::edition;
