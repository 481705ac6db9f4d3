//! The wrapper between real runners and real engines, as processes: Debian's stockfish, toga2, glaurung, gnuchess and
//! xboard, and python-chess. A test says what it skips where one of them is not installed; with `ARBITER_TESTS=all`, as
//! `.ci/run` sets it once it has installed them, nothing may be skipped.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may")]
#![expect(clippy::print_stderr, reason = "it says what it skips")]

mod browser;
mod engines;
mod fleet;
mod python;
mod replay;
mod trf;
mod xboard;

use std::path::{Path, PathBuf};

const PROGRAM: &str = env!("CARGO_BIN_EXE_uci-arbiter");

/// A program in `PATH`, or where Debian puts games; says that the test is skipped if there is none.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let games = Path::new("/usr/games").to_owned();
    let found = std::env::split_paths(&folders).chain([games]).map(|folder| folder.join(name)).find(|p| p.is_file());
    if found.is_none() {
        skipped(&format!("{name} is not installed"));
    }
    found
}

fn skipped(why: &str) {
    assert_ne!(std::env::var("ARBITER_TESTS").as_deref(), Ok("all"), "{why}");
    eprintln!("skipped: {why}");
}

/// A folder for a test's files, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
