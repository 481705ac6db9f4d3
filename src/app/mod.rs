//! The subcommands: each an argument struct and a `run` that writes to a given output. Called by `main`.

pub mod laws;
