//! The shape of the source: dependencies point one way, the core touches nothing outside, files stay readable.

use std::path::{Path, PathBuf};

/// The core, and what each part may use of the crate beside itself.
const CORE: [(&str, &[&str]); 8] = [
    ("units", &[]),
    ("foreign", &[]),
    ("laws", &["units"]),
    ("unwinnable", &["foreign"]),
    ("game", &["units", "foreign", "laws", "unwinnable"]),
    ("judge", &["units", "foreign", "laws", "unwinnable", "game"]),
    ("statistics", &[]),
    ("event", &["units", "laws", "unwinnable", "game", "uci", "xboard", "pgn", "profile", "statistics", "engine"]),
];

/// What the core never names: the world outside.
const OUTSIDE: [&str; 8] =
    ["std::fs", "std::process", "std::thread", "std::env", "std::net", "Instant", "SystemTime", "tokio"];

/// No file is longer.
const LINES: usize = 500;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn all() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    sources(Path::new("src"), &mut found);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        (path, text)
    };
    found.into_iter().map(read).collect()
}

/// The first folder or file name below `src`.
fn module(path: &Path) -> String {
    let below = path.strip_prefix("src").expect("a path below src");
    let first = below.components().next().expect("a file").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// Code without comments and without what follows the tests at the end of a file.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split("#[cfg(test)]").next().unwrap_or("");
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn dependencies_of_the_core_point_one_way() {
    let mut wrong = Vec::new();
    for (path, text) in all().into_iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
        let Some((own, allowed)) = CORE.iter().find(|(name, _)| *name == module(&path)) else { continue };
        for line in code(&text) {
            for used in line.split("crate::").skip(1) {
                let used = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
                if used != *own && !allowed.contains(&used) {
                    wrong.push(format!("{}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "expected only {CORE:?}, got\n{}", wrong.join("\n"));
}

#[test]
fn the_core_touches_nothing_outside() {
    let mut wrong = Vec::new();
    for (path, text) in all().into_iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
        if CORE.iter().any(|(name, _)| *name == module(&path)) {
            let named = code(&text).filter(|line| OUTSIDE.iter().any(|outside| line.contains(outside)));
            wrong.extend(named.map(|line| format!("{}: {}", path.display(), line.trim())));
        }
    }
    assert!(wrong.is_empty(), "expected no file, process, thread or clock in the core, got\n{}", wrong.join("\n"));
}

#[test]
fn no_source_file_is_too_long() {
    let long = all().into_iter().map(|(path, text)| (text.lines().count(), path)).filter(|(lines, _)| *lines > LINES);
    let long = long.map(|(lines, path)| format!("{} has {lines} lines", path.display())).collect::<Vec<_>>();
    assert!(long.is_empty(), "expected at most {LINES} lines a file, got {}", long.join(", "));
}
