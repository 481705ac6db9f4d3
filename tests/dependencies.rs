//! What the program is built from: licences that GPL-3.0-or-later can be joined with, nothing that is banned, no heavy
//! crate twice, and a page of the manual that says all of it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences that a part of a GPL-3.0-or-later program may have.
const LICENCES: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "GPL-3.0-or-later",
    "ISC",
    "MIT",
    "MIT-0",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

/// Never: C libraries for TLS, where Rust has its own; a rule of chess from elsewhere in the shipped program.
const BANNED: [&str; 4] = ["openssl-sys", "native-tls", "aws-lc-sys", "libsqlite3-sys"];

/// What is slow to build stands in the tree once.
const ONCE: [&str; 9] = ["axum", "clap", "hyper", "regex", "ring", "rustls", "serde", "shakmaty", "tokio"];

fn metadata() -> Value {
    let host = Command::new("rustc").args(["-vV"]).output().expect("rustc is there");
    let host = String::from_utf8(host.stdout).expect("rustc writes text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host").to_owned();
    let words = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform"];
    let output = Command::new(env!("CARGO")).args(words).arg(host).output().expect("cargo is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

fn packages(metadata: &Value) -> impl Iterator<Item = (&str, &str)> {
    let packages = metadata["packages"].as_array().expect("packages").iter();
    packages.map(|package| {
        (package["name"].as_str().expect("a name"), package["license"].as_str().unwrap_or("no licence named"))
    })
}

/// Whether an SPDX expression leaves a choice that is allowed. `/` is the older way to write `OR`; exceptions only add
/// permissions.
fn is_allowed(expression: &str) -> bool {
    let flat = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let words = flat.split_whitespace().collect::<Vec<_>>();
    let alternatives = |words: &[&str]| {
        words.split(|word| *word == "OR").any(|one| one.first().is_some_and(|name| LICENCES.contains(name)))
    };
    // In all expressions here AND joins alternatives, never the other way round.
    words.split(|word| *word == "AND").all(alternatives)
}

#[test]
fn every_licence_can_be_joined_with_gpl_3() {
    let metadata = metadata();
    let wrong = packages(&metadata).filter(|(_, licence)| !is_allowed(licence)).collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_allowed("MIT AND Proprietary") && !is_allowed("no licence named"));
}

#[test]
fn nothing_banned_is_in_the_tree_and_nothing_heavy_twice() {
    let metadata = metadata();
    let mut counts = BTreeMap::<_, u32>::new();
    for (name, _) in packages(&metadata) {
        *counts.entry(name).or_default() += 1;
    }
    let banned = BANNED.iter().filter(|name| counts.contains_key(*name)).collect::<Vec<_>>();
    assert!(banned.is_empty(), "{banned:?}");
    let twice = ONCE.iter().filter(|name| counts.get(*name).is_some_and(|count| *count > 1)).collect::<Vec<_>>();
    assert!(twice.is_empty(), "{twice:?}");
}

/// The rows of the manual's page, from `Cargo.toml` and the metadata.
fn rows() -> Vec<String> {
    let metadata = metadata();
    let licences = packages(&metadata).collect::<BTreeMap<_, _>>();
    let manifest = std::fs::read_to_string("Cargo.toml").expect("a manifest");
    let shipped = manifest.split("\n\n").filter(|section| {
        section.starts_with("[target.") || section.lines().take(2).any(|line| line == "[dependencies]")
    });
    let lines = shipped.flat_map(str::lines);
    let mut rows = lines
        .filter_map(|line| {
            let (name, rest) = line.split_once(" = ")?;
            let (_, reason) = rest.rsplit_once(" # ").unwrap_or((rest, ""));
            let reason = reason.trim();
            assert!(!reason.is_empty(), "Cargo.toml: {name}: expected what it replaces, got nothing");
            // What another system needs is not among the packages of this one.
            let licence = licences.get(name).copied().unwrap_or("MIT OR Apache-2.0");
            Some(format!("| `{name}` | {licence} | {} |", reason.trim_start_matches("# ")))
        })
        .collect::<Vec<_>>();
    rows.sort();
    rows
}

#[test]
fn the_manual_lists_every_dependency_with_its_licence_and_what_it_replaces() {
    let page = std::fs::read_to_string("src/manual/dependencies.md").expect("a page");
    let listed = page.lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect::<BTreeSet<_>>();
    let rows = rows();
    let missing = rows.iter().filter(|row| !listed.contains(*row)).cloned().collect::<Vec<_>>();
    assert!(
        missing.is_empty() && listed.len() == rows.len(),
        "the page lacks or should not have:\n{}",
        rows.join("\n")
    );
}
