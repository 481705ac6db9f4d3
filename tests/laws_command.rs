//! `uci-arbiter laws` against texts kept in `tests/data/laws`. After a change that is meant, run the tests once with
//! `UPDATE_EXPECTED=1` and read the difference.

use uci_arbiter::app::laws::{LawsArgs, run};

fn shown(editions: &[&str], json: bool) -> String {
    let mut names = editions.iter().map(|name| (*name).to_owned());
    let args = LawsArgs { edition: names.next(), other: names.next(), json };
    let mut out = Vec::new();
    run(&args, &mut out).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(out).expect("the tables are text")
}

#[track_caller]
fn same_as_file(shown: &str, file: &str) {
    let path = format!("{}/tests/data/laws/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, shown).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == expected, "{path}: expected\n{expected}\ngot\n{shown}");
}

#[test]
fn without_an_edition_it_lists_them() {
    same_as_file(&shown(&[], false), "list.txt");
}

#[test]
fn an_edition_is_a_table() {
    same_as_file(&shown(&["1997"], false), "1997.txt");
    same_as_file(&shown(&["2023"], false), "2023.txt");
    same_as_file(&shown(&["online"], false), "online.txt");
}

#[test]
fn two_editions_show_what_differs() {
    same_as_file(&shown(&["2018", "2023"], false), "2018-2023.txt");
    same_as_file(&shown(&["2017", "2018"], false), "2017-2018.txt");
}

#[test]
fn a_line_that_one_edition_lacks_is_on_the_other_side_only() {
    let forth = shown(&["1997", "2001"], false);
    let back = shown(&["2001", "1997"], false);
    for text in [forth, back] {
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("mating potential")).collect();
        assert_eq!(lines.len(), 2, "{text}");
    }
}

#[test]
fn json_has_the_keys_of_the_file() {
    let value: serde_json::Value = serde_json::from_str(&shown(&["2023"], true)).expect("it is JSON");
    assert_eq!(value["name"], "2023");
    assert_eq!(value["articles"]["fivefold"][0], "9.6.1");
    assert_eq!(value["rules"]["fivefold"], "whole-game");
    assert_eq!(value["counts"]["seventy-five"], 150);
    assert_eq!(value["limits"]["blitz"]["up-to"], "10:00");
    let rapid = &value["classes"]["rapid-unsupervised"];
    assert_eq!(rapid["article"], "A.5");
    assert_eq!(rapid["illegal-move"]["opponent-gains"], "1:00");
    assert_eq!(rapid["illegal-move"]["loses-at"], 2);
}

#[test]
fn json_lists_and_compares() {
    let list: serde_json::Value = serde_json::from_str(&shown(&[], true)).expect("it is JSON");
    assert_eq!(list[0]["name"], "1997");
    let difference: serde_json::Value = serde_json::from_str(&shown(&["2018", "2023"], true)).expect("it is JSON");
    let rows = difference["differences"].as_array().expect("a list");
    let resignation = rows.iter().find(|row| row["topic"] == "resignation").expect("it differs");
    assert_eq!(resignation["left"]["says"], "loses");
    assert_eq!(resignation["right"]["says"], "loses; a draw if the opponent cannot mate");
    assert!(rows.iter().all(|row| row["left"] != row["right"]), "{difference}");
}

#[test]
fn an_unknown_edition_is_refused_by_name() {
    let args = LawsArgs { edition: Some("1066".to_owned()), other: None, json: false };
    let error = run(&args, &mut Vec::new()).expect_err("there is none").to_string();
    assert!(error.contains("1997, 2001, 2005, 2009, 2014, 2017, 2018, 2023, online"), "{error}");
}
