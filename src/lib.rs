//! uci-arbiter: a FIDE arbiter for chess engines.

pub mod app;
pub mod game;
pub mod laws;
pub mod units;
pub mod unwinnable;
