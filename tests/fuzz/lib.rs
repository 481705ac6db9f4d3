//! Nothing: the program is `libfuzzer.rs`, the targets are in `targets/`.
