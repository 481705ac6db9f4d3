//! `uci-arbiter solve` as a stream: answers in order, bad lines answered and passed over, certificates that verify.

use clap::Parser;
use uci_arbiter::app::solve::{SolveArgs, Solved, run};
use uci_arbiter::unwinnable::certificate::check;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: SolveArgs,
}

const QUESTIONS: &str = "\
# a comment

rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2 QzZqHm8A
8/8/8/8/8/1k6/8/K7 b
hello
4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - white
8/8/8/8/8/1k6/8/K6q w - - black
";

fn solve(flags: &[&str]) -> (Solved, Vec<String>) {
    let args = Cli::parse_from(["solve"].iter().chain(flags)).args;
    let mut out = Vec::new();
    let solved = run(&args, QUESTIONS.as_bytes(), &mut out).expect("a buffer takes everything");
    (solved, String::from_utf8(out).expect("text").lines().map(str::to_owned).collect())
}

#[test]
fn answers_come_in_order_and_a_bad_line_does_not_end_the_stream() {
    for threads in ["1", "3"] {
        let (solved, lines) = solve(&["--threads", threads]);
        assert_eq!((solved.answered, solved.bad), (4, 1));
        let starts = [
            "winnable ",
            "unwinnable evidence material ",
            "error expected a FEN",
            "unwinnable evidence ",
            "winnable mate ",
        ];
        assert_eq!(lines.len(), starts.len());
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{line}");
        }
        assert!(lines[0].contains("# evidence helpmate nodes ") && lines[0].ends_with("QzZqHm8A)"), "{}", lines[0]);
    }
}

#[test]
fn json_has_the_promised_fields() {
    let (_, lines) = solve(&["--json"]);
    let answer: serde_json::Value = serde_json::from_str(&lines[0]).expect("JSON");
    for field in ["fen", "winner", "verdict", "line", "evidence", "nodes", "time_us"] {
        assert!(answer.get(field).is_some(), "{field}");
    }
    assert_eq!((&answer["winner"], &answer["verdict"]), (&"black".into(), &"winnable".into()));
    let error: serde_json::Value = serde_json::from_str(&lines[2]).expect("JSON");
    assert!(error.get("error").is_some());
}

#[test]
fn certificates_are_accepted_by_the_verifier() {
    let path = std::env::temp_dir().join(format!("solve-certificates-{}.jsonl", std::process::id()));
    solve(&["--certify", path.to_str().expect("a plain path")]);
    let text = std::fs::read_to_string(&path).expect("the certificates");
    std::fs::remove_file(&path).expect("the file can go");
    assert_eq!(text.lines().count(), 4);
    for line in text.lines() {
        check(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

#[test]
fn the_shortest_line_is_the_shortest() {
    let (_, lines) = solve(&["--min", "4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 black"]);
    let text = lines.join("\n");
    assert!(text.contains("Black can still mate, with help, in 4 plies"), "{text}");
}

#[test]
fn a_limit_below_the_shortest_line_says_so() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let one = |flags: &[&str]| solve(flags).1.join("\n");
    let text = one(&["--min", "3", &format!("{start} black")]);
    assert!(text.contains("Black does not mate within 3 plies") && text.contains("Undetermined for Black"), "{text}");
    let text = one(&["--min", "5", &format!("{start} white")]);
    assert!(text.contains("White can still mate, with help, in 5 plies"), "{text}");
    let text = one(&["--json", "--min", "4", &format!("{start} white")]);
    assert!(text.contains("\"verdict\":\"undetermined\"") && text.contains("\"none_within\":4"), "{text}");
}

#[test]
fn counters_replace_a_line_that_is_too_long_or_say_that_none_is_in_time() {
    let one = |fen: &str| solve(&["--json", "--counters", fen]).1.join("\n");
    assert!(one("7k/8/5KQ1/8/8/8/8/8 w - - 149 100 white").contains("\"counters\":\"mates\""));
    let never = one("8/8/8/4k3/8/8/8/KQ6 w - - 149 100 white");
    assert!(never.contains("\"counters\":\"never "), "{never}");
}
