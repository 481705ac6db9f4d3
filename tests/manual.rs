//! The manual says what is so: its commands are run, and its list of the Laws' silences is that of the source.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn the_commands_print_what_the_manual_shows() {
    trycmd::TestCases::new().case("src/manual/rulings.md");
}

#[test]
fn man_pages_and_completions_are_written_for_every_subcommand() {
    let folder = std::env::temp_dir().join(format!("uci-arbiter-manual-{}", std::process::id()));
    let run =
        |words: &[&str]| std::process::Command::new(env!("CARGO_BIN_EXE_uci-arbiter")).args(words).output().unwrap();
    assert!(run(&["manual", "--to", folder.to_str().unwrap()]).status.success());
    let read = |below: &str| std::fs::read_to_string(folder.join(below)).unwrap();
    for name in ["uci-arbiter", "uci-arbiter-wrap", "uci-arbiter-event", "uci-arbiter-event-run", "uci-arbiter-judge"] {
        assert!(read(&format!("man/man1/{name}.1")).contains(".SH"), "{name}");
    }
    for shell in ["bash-completion/completions/uci-arbiter", "zsh/site-functions/_uci-arbiter"] {
        assert!(read(shell).contains("audit"), "{shell}");
    }
    let listed = String::from_utf8(run(&["manual"]).stdout).unwrap();
    for page in listed.lines().filter_map(|line| line.split(' ').next()) {
        let printed = String::from_utf8(run(&["manual", page]).stdout).unwrap();
        assert_eq!(printed, read(&format!("doc/uci-arbiter/{page}.md")));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// The files below a folder that have a mark `SILENT:`.
fn marked(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            marked(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && std::fs::read_to_string(&path).expect("a readable file").lines().any(is_choice)
        {
            found.insert(path.display().to_string());
        }
    }
}

/// The map of the modules explains the mark.
fn is_choice(line: &str) -> bool {
    line.contains("SILENT:") && !line.contains("a comment says")
}

#[test]
fn every_silence_of_the_laws_in_the_source_is_in_the_manual() {
    let mut marks = BTreeSet::new();
    marked(Path::new("src"), &mut marks);
    let page = std::fs::read_to_string("src/manual/silent.md").unwrap();
    let cells = page.split('`').filter(|cell| cell.starts_with("src/") && cell.ends_with(".rs"));
    let listed = cells.map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(listed, marks);
}
