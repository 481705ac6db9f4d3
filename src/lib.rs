//! uci-arbiter: a FIDE arbiter for chess engines.
//!
//! # The map
//!
//! | module | what it decides | what it refuses to know |
//! |---|---|---|
//! | [`units`] | moments, spans, counts | anything else |
//! | [`foreign`] | how messages repeat what others wrote | what it should have been |
//! | [`laws`] | which article says what in which edition; what beats what; what a fault costs | positions |
//! | [`game`] | one game: the [`game::Arbiter`], its record, clocks, claims, faults and rulings | processes, files, protocols |
//! | [`unwinnable`] | whether a side can still mate, with a line or a proof | the game around the position |
//! | [`pgn`] | where a PGN game begins and ends, what is a move, a comment, a result | what the moves mean |
//! | [`audit`] | what is wrong with a finished game's record | files, threads |
//! | [`statistics`] | what results say of the difference in strength | who played, how games end |
//! | [`event`] | an event: its settings, schedule, tables, director, journal, standings, reports, and what watchers see | processes, files, threads, the time of day |
//! | [`judge`] | what the Laws make of one game so far | where it came from |
//! | [`uci`], [`xboard`] | what a line of text says | games, engines, time |
//! | [`proxy`] | what the wrapper forwards, withholds, adds and claims | processes, files, clocks on the wall |
//! | [`ledger`], [`profile`] | how entries and engine profiles are spelled | when and why |
//! | [`shell`] | how bytes, processes and moments come in and out | chess, protocols |
//! | [`engine`] | the house engines: two honest, one that misbehaves | the arbiter |
//! | [`app`], [`cli`], [`exit`] | subcommands, arguments, exit codes | rules |
//!
//! # Invariants
//!
//! - Dependencies point one way: `units < laws < game`, `unwinnable` beside `game`, `judge` and `audit` above them, `app` on top.
//! - The arbiter is sans-IO: `step(stamp, input) -> effects` and `deadline()`. It reads no clock.
//! - A ruling by law cannot exist without a citation, and only an edition makes a citation.
//! - Whether a side can mate is three-valued. Nothing is ever called dead without a proof.
//! - Where the Laws are silent a comment says `SILENT:` with the choice made and its alternative.

pub mod app;
pub mod audit;
pub mod cli;
pub mod engine;
pub mod event;
pub mod exit;
pub mod foreign;
pub mod game;
pub mod judge;
pub mod laws;
pub mod ledger;
pub mod pgn;
pub mod profile;
pub mod proxy;
pub mod shell;
pub mod statistics;
pub mod uci;
pub mod units;
pub mod unwinnable;
pub mod xboard;
