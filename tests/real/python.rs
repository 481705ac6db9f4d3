//! python-chess drives the wrapper: its options, play, ponder and analysis, and the moves of stockfish alone.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python that has a module: `ARBITER_PYTHON`, the one that `.ci/run` makes, or the system's.
pub(crate) fn python_with(module: &str) -> Option<PathBuf> {
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python/bin/python");
    let import = format!("import {module}");
    let has_module = |python: &PathBuf| {
        Command::new(python).args(["-c", &import]).output().is_ok_and(|output| output.status.success())
    };
    let given = std::env::var_os("ARBITER_PYTHON").map(PathBuf::from);
    let found = given.into_iter().chain([made, PathBuf::from("python3")]).find(has_module);
    if found.is_none() {
        crate::skipped(&format!("the Python module {module} is not installed"));
    }
    found
}

#[test]
fn python_chess_analyses_plays_and_ponders_through_the_wrapper() {
    let (Some(python), Some(stockfish)) = (python_with("chess.engine"), crate::program("stockfish")) else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/python_chess.py");
    let output = Command::new(python).arg(script).arg(crate::PROGRAM).arg(stockfish).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
