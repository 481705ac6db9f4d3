//! Events: who plays whom, under which rules and clocks, and what comes of it.
//!
//! Decides: the settings of an event, its schedule, openings, the play of one game between two players (the table),
//! event rules, standings, what is written in the journal and said to people. Refuses to know: processes, files,
//! threads, clocks on the wall. Called by `shell::runner` for `match` and `event`.

pub mod adjudication;
pub mod announce;
pub mod command_line;
pub mod config;
pub mod director;
pub mod faults;
pub mod feed;
pub mod fleet;
pub mod game;
pub mod journal;
pub mod mating;
pub mod openings;
pub mod pgn;
pub mod plain;
pub mod player;
pub mod presets;
pub mod report;
pub mod schedule;
pub mod settings;
pub mod sources;
pub mod standings;
pub mod table;
pub mod time_control;
pub mod trf;
pub mod watch;
