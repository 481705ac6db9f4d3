//! CECP version 2, the protocol of xboard and WinBoard: text <-> messages.
//!
//! Decides: what a line means and how a message is spelled. Refuses to know: the game, the engine, when to say what.
//! Total (no line is an error, none panics) and lossless (a message keeps the text it does not understand as it came,
//! bytes included). Called by the wrapper's xboard face, and by the runner for xboard engines.

mod command;
mod control;
mod feature;
mod moves;
mod option;
mod reply;
mod thinking;
mod words;

pub use command::Command;
pub use control::{Control, Level, LevelError};
pub use feature::{Feature, Features};
pub use moves::{looks_like_move, read_move, spell_move};
pub use option::{Carrier, EngineOption, OptionKind, Setting, TextForm, resolve};
pub use reply::{Outcome, Reply};
pub use thinking::{Score, Thinking};
