//! Every article that an edition can cite is cited in a rule script that checks it.

mod rule_script;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use uci_arbiter::laws::Edition;

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of rule scripts") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            found.push(path);
        }
    }
}

#[test]
fn every_citable_article_of_every_edition_is_exercised() {
    let mut paths = Vec::new();
    scripts(Path::new("tests/laws"), &mut paths);
    let mut cited = rule_script::Cited::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        cited.extend(rule_script::run(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    }
    let mut missing = BTreeSet::new();
    for name in Edition::builtin_names() {
        for citation in Edition::named(name).unwrap().citable() {
            let pair = (name.to_owned(), citation.article().to_owned());
            if !cited.contains(&pair) {
                missing.insert(pair);
            }
        }
    }
    assert!(missing.is_empty(), "expected a rule script for each of {missing:?}");
}
