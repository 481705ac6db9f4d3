//! The targets under libFuzzer: `FUZZ_TARGET` names one. See `run`.

#![no_main]

#[path = "targets/mod.rs"]
mod targets;

use std::sync::LazyLock;

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let found = targets::TARGETS.iter().find(|(known, _)| *known == name);
    let known = || targets::TARGETS.map(|(name, _)| name).join(", ");
    found.unwrap_or_else(|| panic!("FUZZ_TARGET: expected one of {}, got {name:?}", known())).1
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| TARGET(data));
