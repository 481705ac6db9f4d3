//! The wrapper as a pure state machine: stamped lines from either side in, bytes for either side out.
//!
//! Decides: what is forwarded, withheld, changed or added; what is claimed, answered in the engine's place, noted;
//! what a misbehaving engine costs. Refuses to know: processes, files, clocks on the wall, rules of chess (the arbiter
//! knows them). Called by the shell, which does what [`Output`] says, and by the transcripts in `tests/`.
//!
//! Two faces over one `desk`: `uci_face` forwards bytes, `xboard_face` translates. [`Wrap`] chooses by the first word.

mod conventions;
mod desk;
mod engine;
mod output;
mod repair;
mod settings;
mod shuffle;
mod track;
mod uci_face;
mod words;
mod wrap;
mod xboard_face;

pub use desk::Gone;
pub use output::{Order, Output, Record, What};
pub use settings::{
    BadPosition, Claims, Crash, DeadPositions, EarlyMove, HistoryForEngine, PREFIX, Results, Settings, Signal,
};
pub use track::{Change, Done, Found, History, Oracle, Question, Task, TrackError, Tracker};
pub use wrap::{FaceChoice, Wrap};
