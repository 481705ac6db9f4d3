//! uci-arbiter: a FIDE arbiter for chess engines.

pub mod app;
pub mod unwinnable;
