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

/// The names of an object's fields, and of those inside.
fn fields(value: &serde_json::Value, names: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                fields(value, names);
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn the_fields_of_json_lines_stand_in_the_help() {
    let file = std::env::temp_dir().join(format!("uci-arbiter-fields-{}.pgn", std::process::id()));
    std::fs::write(&file, "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n").unwrap();
    let run = |words: &[&str]| {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_uci-arbiter")).args(words).output().unwrap();
        String::from_utf8(ran.stdout).unwrap()
    };
    for words in [
        ["audit", "--json", file.to_str().unwrap()],
        ["judge", "--json", "f3 e5 g4 Qh4"],
        ["solve", "--json", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 white"],
    ] {
        let words = words.iter().flat_map(|word| match word.contains('/') || words[0] != "judge" {
            true => vec![*word],
            false => word.split(' ').collect(),
        });
        let words = words.collect::<Vec<_>>();
        let (printed, help) = (run(&words), run(&[words[0], "--help"]));
        let mut names = BTreeSet::new();
        fields(&serde_json::from_str(printed.lines().next().unwrap()).unwrap(), &mut names);
        assert!(names.len() > 6, "{printed}");
        let known = help.split(|c: char| !c.is_alphanumeric() && c != '_').collect::<BTreeSet<_>>();
        let missing = names.iter().filter(|name| !known.contains(name.as_str())).collect::<Vec<_>>();
        assert!(missing.is_empty(), "{words:?}: {missing:?}");
    }
    std::fs::remove_file(file).unwrap();
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
