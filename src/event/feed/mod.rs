//! What viewers of the TCEC kind poll: one game as it is played, the cross table, the schedule and the ratings, as text
//! of files.
//!
//! Decides: the shapes of `live.json`, `live.pgn`, `crosstable.json`, `schedule.json` and `enginerating.json`: which
//! keys there are and how values are spelled. Refuses to know: files, when they are written, who reads them. The shapes
//! are facts about what octopoulos's TCEC viewer reads; what is not known is left out, never made up: openings have no
//! names here, engines' lines are not kept.

mod live;
mod schedule;
mod table;

pub use live::{Engine, Live, live};
pub use schedule::{Row, schedule};
pub use table::{Estimates, TableInput, crosstable, engine_ratings, estimates};

#[cfg(test)]
mod tests;
