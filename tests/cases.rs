//! `judge --jsonl` over the cases from public reports: counts, claims, repetition traps, precedence, dead positions.

use serde_json::Value;
use std::fmt::Write as _;
use uci_arbiter::app::judge::{JudgeArgs, run};
use uci_arbiter::exit::Exit;

#[derive(Debug, clap::Parser)]
struct Line {
    #[command(flatten)]
    args: JudgeArgs,
}

fn judge(arguments: &[&str], input: &[u8]) -> (Exit, String, String) {
    let line = <Line as clap::Parser>::try_parse_from([&["judge"], arguments].concat()).expect("a valid command line");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run(&line.args, input, &mut out, &mut err).expect("memory does not fail");
    (exit, String::from_utf8(out).expect("UTF-8"), String::from_utf8(err).expect("UTF-8"))
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// What the answer says under each name of `expect`; `None` for facts that `judge` does not answer.
fn answered(name: &str, answer: &Value) -> Option<Value> {
    let ground = answer["ruling"]["ground"].as_str();
    Some(match name {
        "occurrences_of_final_position" | "occurrences_with_history" => answer["occurrences"].clone(),
        "halfmove_clock" => answer["halfmove_clock"].clone(),
        "claim_threefold_now" => answer["claims"]["threefold_now"].clone(),
        "claim_threefold_with_intended_move" => answer["claims"]["threefold_with"].clone(),
        "claim_fifty_now" => answer["claims"]["fifty_now"].clone(),
        "claim_fifty_with_intended_quiet_move" => {
            Value::Bool(!answer["claims"]["fifty_with"].as_array().is_none_or(Vec::is_empty))
        }
        "dead" => answer["dead"].clone(),
        "white_can_mate" => answer["can_mate"]["white"].clone(),
        "black_can_mate" => answer["can_mate"]["black"].clone(),
        "checkmate" => Value::Bool(ground == Some("checkmate")),
        "stalemate" => Value::Bool(ground == Some("stalemate")),
        "auto_draw_fivefold" => Value::Bool(ground == Some("fivefold")),
        "game_over_by_rule_without_claim" => Value::Bool(ground.is_some()),
        "reason" if ground.is_some() => answer["ruling"]["ground"].clone(),
        "result" | "board_result" if ground.is_some() => answer["result"].clone(),
        "end_ply" => answer["ruling"]["ply"].clone(),
        _ => return None,
    })
}

fn sorted(value: &Value) -> Value {
    let mut value = value.clone();
    if let Value::Array(items) = &mut value {
        items.sort_by_key(ToString::to_string);
    }
    value
}

#[test]
fn judge_gives_what_the_laws_make_of_every_case() {
    let input = include_str!("data/cases/cases.jsonl");
    let (exit, out, err) = judge(&["--jsonl"], input.as_bytes());
    assert_eq!((exit, err.as_str()), (Exit::Success, ""));
    let (cases, answers) = (objects(input), objects(&out));
    assert_eq!(cases.len(), answers.len());
    let mut wrong = String::new();
    let mut checked = 0;
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(case["id"], answer["id"]);
        let expected = case["expect"].as_object().expect("an object of facts");
        for (name, expected) in expected {
            let Some(got) = answered(name, answer) else { continue };
            checked += 1;
            if sorted(expected) != sorted(&got) {
                writeln!(wrong, "{} {name}: expected {expected}, got {got}", case["id"]).expect("memory");
            }
        }
        let men = |fen: &Value| fen.as_str().map(|fen| fen.split(' ').take(3).collect::<Vec<_>>().join(" "));
        assert_eq!(men(&case["final_fen"]), men(&answer["fen"]), "{}", case["id"]);
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 400, "only {checked} facts checked");
}

#[test]
fn two_ways_to_the_same_position_have_the_same_fen() {
    let input = include_str!("data/cases/cases.jsonl");
    let case = objects(input).into_iter().find(|case| case.get("moves_b").is_some()).expect("the transposition case");
    let mut other = case.clone();
    other["moves"] = case["moves_b"].clone();
    let (_, out, _) = judge(&["--jsonl"], format!("{case}\n{other}\n").as_bytes());
    let fens = objects(&out)
        .iter()
        .map(|a| a["fen"].as_str().map(|f| f.split(' ').take(4).collect::<Vec<_>>().join(" ")))
        .collect::<Vec<_>>();
    assert_eq!(fens[0], fens[1]);
}

#[test]
fn a_bad_line_gets_an_error_with_its_id_and_the_stream_goes_on() {
    let mut input = Vec::new();
    let lines: [&[u8]; 12] = [
        br#"{"id":1,"moves":["e2e4","e7e5","e4e5","g1f3"]}"#,
        br#"{"id":2,"fen":"4kk2/8/8/8/8/8/8/4K3 w - - 0 1"}"#,
        br#"{"id":3,"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}"#,
        br#"{"id":4,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 trailing junk"}"#,
        br#"{"id":5,"moves":[1]}"#,
        br#"{"id":6,"moves":["0000"]}"#,
        br#"{"id":7,"chess960":"yes"}"#,
        b"[1,2]",
        b"not json",
        b"\xff\xfe\x00",
        br#"{"id":"x","fen":null,"moves":"e4 e5 Nf3","chess960":false,"other":{"a":1}}"#,
        br#"{}"#,
    ];
    for line in lines {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let (exit, out, _) = judge(&["--jsonl"], &input);
    assert_eq!(exit, Exit::Found);
    let answers = objects(&out);
    assert_eq!(answers.len(), lines.len());
    for (index, answer) in answers.iter().enumerate() {
        assert_eq!(answer.get("error").is_some(), index < 10, "{answer}");
    }
    let error = |index: usize| answers[index]["error"].as_str().unwrap_or_default();
    assert!(
        error(0).starts_with("moves[2] (move 2 of White): expected a legal move") && error(0).ends_with("got \"e4e5\"")
    );
    assert!(error(1).contains("more than one king"));
    assert!(error(4).contains("moves[0]: expected a string, got a number"));
    assert_eq!(answers[4]["id"], 5);
    assert_eq!(answers[10]["id"], "x");
    assert_eq!(answers[10]["turn"], "black");
}

#[test]
fn an_id_comes_back_to_the_letter_and_a_fault_says_its_column() {
    let ids = ["123456789012345678901234567890", "1.50", "1e2", "\"\\u0041\"", "{\"b\":1, \"a\":[2.0]}", "-0"];
    for id in ids {
        let lines = format!("{{\"id\": {id}, \"moves\": []}}\n{{\"id\": {id}, \"moves\": 1}}\n");
        let (_, out, _) = judge(&["--jsonl"], lines.as_bytes());
        assert_eq!(out.lines().filter(|line| line.starts_with(&format!("{{\"id\":{id},"))).count(), 2, "{out}");
    }
    for (line, said) in [
        (
            "{\"id\": 1",
            "expected one JSON object a line: column 8: expected the rest of an object, got the end of the text",
        ),
        ("{\"id\": x}", "expected one JSON object a line: column 8: expected a value, got \"x}\""),
        ("{\"moves\": \"\\ud800\"}", "moves: column 8: expected a valid escape, got "),
    ] {
        let (_, out, _) = judge(&["--jsonl"], format!("{line}\n").as_bytes());
        let error = objects(&out)[0]["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.starts_with(said), "{error}");
    }
}

#[test]
fn a_game_that_ended_earlier_says_so_with_the_ply() {
    let cycle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(5);
    let (_, out, _) = judge(&[&["--json"], cycle.as_slice()].concat(), b"");
    let answer = &objects(&out)[0];
    assert_eq!(
        (&answer["plies"], &answer["ruling"]["ply"], &answer["occurrences"]),
        (&20.into(), &16.into(), &6.into())
    );
    let (_, words, _) = judge(&cycle, b"");
    assert!(words.contains("over after half-move 16; 4 more are given and not judged"), "{words}");
}

#[test]
fn ten_thousand_plies_are_counted() {
    let cycle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2_500);
    let (exit, out, _) = judge(&[&["--json", "--laws", "2009"], cycle.as_slice()].concat(), b"");
    assert_eq!(exit, Exit::Success);
    let answer = &objects(&out)[0];
    assert_eq!(
        (&answer["plies"], &answer["occurrences"], &answer["result"]),
        (&10_000.into(), &2_501.into(), &"*".into())
    );
}

#[test]
fn the_fen_clock_is_believed_or_not_as_asked() {
    let fen = "4k3/8/8/8/8/8/R7/4K3 w - - 149 110";
    let (_, out, _) = judge(&["--json", "--fen", fen, "a2b2"], b"");
    assert_eq!(objects(&out)[0]["ruling"]["ground"], "seventy-five");
    let (_, out, _) = judge(&["--json", "--fen-clock", "unproven", "--fen", fen, "a2b2"], b"");
    let answer = &objects(&out)[0];
    assert_eq!(
        (&answer["ruling"], &answer["halfmove_clock"], &answer["halfmove_clock_proven"]),
        (&Value::Null, &150.into(), &1.into())
    );
}

#[test]
fn castling_in_chess960_is_king_takes_rook_and_a_king_step_is_a_king_step() {
    let fen = "4k3/8/8/8/8/8/4P3/5K1R w H - 0 1";
    let (_, out, _) = judge(&["--json", "--chess960", "--fen", fen, "f1h1"], b"");
    assert_eq!(objects(&out)[0]["fen"], "4k3/8/8/8/8/8/4P3/5RK1 b - - 1 1");
    let (_, out, _) = judge(&["--json", "--chess960", "--fen", fen, "f1g1"], b"");
    assert_eq!(objects(&out)[0]["fen"], "4k3/8/8/8/8/8/4P3/6KR b - - 1 1");
    let (exit, _, err) = judge(
        &["--chess960", "--fen", "nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3", "c1b1"],
        b"",
    );
    assert_eq!(exit, Exit::BadInput);
    assert!(err.contains("c1b1"), "{err}");
}

#[test]
fn san_and_move_numbers_are_read() {
    let (_, out, _) = judge(&["--json", "1.", "f3", "e5", "2.", "g4", "Qh4#"], b"");
    assert_eq!((&objects(&out)[0]["result"], &objects(&out)[0]["ruling"]["article"]), (&"0-1".into(), &"5.1.1".into()));
    let (_, out, _) = judge(&["--json", "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.O-O"], b"");
    assert_eq!(objects(&out)[0]["plies"], 7);
}

/// The game of a case with the clock of the side to move about to run out, ruled with the solver.
fn arbiter(case: &Value) -> uci_arbiter::game::Arbiter<uci_arbiter::game::SolverOracle> {
    use uci_arbiter::game::clock::{Bonus, Clocks, Control};
    use uci_arbiter::game::{Arbiter, Attempt, Conditions, FenClock, Input, SolverOracle, Start};
    use uci_arbiter::units::{Span, Stamp};
    let mode = match case["chess960"].as_bool() {
        Some(true) => shakmaty::CastlingMode::Chess960,
        Some(false) | None => shakmaty::CastlingMode::Standard,
    };
    let start = Start::parse(case["fen"].as_str().expect("a FEN"), mode).expect("a legal start");
    let control = Control::sudden_death(Span::from_secs(60), Bonus::None);
    let clocks = Clocks::new(shakmaty::ByColor { white: control.clone(), black: control });
    let laws = std::sync::Arc::new(uci_arbiter::laws::Edition::current());
    let conditions = Conditions { fen_clock: FenClock::Trusted, ..Conditions::standard(laws) };
    let oracle = SolverOracle::new(&start.position);
    let mut arbiter = Arbiter::new(conditions, start, clocks, oracle);
    arbiter.step(Stamp(0), Input::Begin);
    for text in case["moves"].as_array().expect("a list").iter().filter_map(Value::as_str) {
        arbiter.step(Stamp(0), Input::Move(Attempt::Uci(text.parse().expect("UCI"))));
    }
    arbiter
}

fn side(name: &str) -> shakmaty::Color {
    match name {
        "white" => shakmaty::Color::White,
        _ => shakmaty::Color::Black,
    }
}

#[test]
fn a_flag_fall_is_a_draw_only_where_the_opponent_cannot_mate() {
    use uci_arbiter::game::Input;
    use uci_arbiter::units::Stamp;
    let mut flags = 0;
    for case in objects(include_str!("data/cases/cases.jsonl")) {
        let Some(results) = case["expect"]["result_if_flag"].as_object() else { continue };
        for (flagged, result) in results {
            let mut arbiter = arbiter(&case);
            if arbiter.record().turn() != side(flagged) {
                continue;
            }
            let deadline = arbiter.deadline().expect("the clock runs");
            arbiter.step(Stamp(deadline.0 - 1), Input::Tick);
            assert_eq!(arbiter.ruling(), None, "{}: the flag is still up", case["id"]);
            arbiter.step(deadline, Input::Tick);
            let ruling = arbiter.ruling().expect("a ruling");
            assert_eq!(ruling.result.as_str(), result, "{}: {ruling}", case["id"]);
            assert_eq!(ruling.article(), Some("6.9"), "{}", case["id"]);
            flags += 1;
        }
    }
    assert!(flags >= 10, "only {flags} flags");
}

#[test]
fn a_flag_after_the_end_changes_nothing_and_a_mate_after_the_flag_does_not_count() {
    use uci_arbiter::game::{Attempt, Input};
    use uci_arbiter::units::Stamp;
    let late = Stamp(61_000_000_000);
    let cases = objects(include_str!("data/cases/cases.jsonl"));
    let case = |id: &str| cases.iter().find(|case| case["id"] == id).expect("the case");
    for (id, ground) in [("five-07", "fivefold"), ("prio-01", "stalemate"), ("dead-06", "dead-position")] {
        let mut arbiter = arbiter(case(id));
        arbiter.step(late, Input::Tick);
        assert_eq!(arbiter.ruling().map(|ruling| ruling.ground.as_str()), Some(ground), "{id}");
    }
    let mut arbiter = arbiter(case("prio-06"));
    arbiter.step(late, Input::Move(Attempt::Uci("a1a8".parse().expect("UCI"))));
    let ruling = arbiter.ruling().expect("a ruling");
    assert_eq!((ruling.result.as_str(), ruling.ground.as_str()), ("1/2-1/2", "time-forfeit"));
}
