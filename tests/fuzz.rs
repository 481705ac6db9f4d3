//! Every fuzz target over its kept corpus: what a fuzzer found once stays found. New inputs are sought by
//! `tests/fuzz/run`.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![expect(clippy::print_stdout, reason = "the input is named before it is run")]

#[path = "fuzz/targets/mod.rs"]
mod targets;

use std::path::{Path, PathBuf};

fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(name);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a readable file");
        (path, bytes)
    };
    let mut files = paths.map(read).collect::<Vec<_>>();
    files.sort();
    files
}

#[test]
fn every_target_holds_over_its_kept_corpus() {
    for (name, run) in targets::TARGETS {
        let files = corpus(name);
        assert!(!files.is_empty(), "{name}: expected a corpus, got nothing");
        for (path, bytes) in files {
            println!("{}", path.display());
            run(&bytes);
            run(bytes.get(..bytes.len() / 2).unwrap_or_default());
        }
    }
}
