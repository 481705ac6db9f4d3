//! uci-arbiter: a FIDE arbiter for chess engines.

pub mod unwinnable;
