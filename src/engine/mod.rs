//! The engines inside this binary.

/// Their names.
pub const NAMES: [&str; 3] = ["random", "search", "scripted"];
