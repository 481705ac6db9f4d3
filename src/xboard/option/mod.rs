//! Engine options, between UCI's `option name … type …` and xboard's `feature option="NAME -TYPE …"`.
//!
//! An xboard name ends where ` -` begins and stands between double quotes: a UCI name with either is shown under an
//! alias and set under its own name. A value that is set is found by the longest name that fits, for names may contain
//! `=`. Numbers are not clamped: what the engine said is what the GUI sees.

mod cecp;
mod model;
mod uci;

pub use model::{Carrier, EngineOption, OptionKind, Setting, TextForm, resolve};
