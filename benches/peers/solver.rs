//! `uci-arbiter solve` beside D3-Chess: the same questions, one thread, and whether the answers agree.

use crate::figures::{Table, count, progress, ratios, rounds, short, spread};
use crate::peer::{Name, OURS, quietly};
use crate::pipe::Piped;
use crate::{Bench, print};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/unwinnability");

/// One contender: its name on the page, and how it is started.
struct Contender {
    name: &'static str,
    program: String,
    arguments: &'static [&'static str],
    /// Does it answer only what it finds unwinnable?
    says: Says,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Everything,
    UnwinnableOnly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    Winnable,
    Unwinnable,
    Undetermined,
    /// Not found unwinnable, and no more said.
    Nothing,
}

struct Question {
    text: String,
    label: Option<Answer>,
}

struct Run {
    answers: Vec<Answer>,
    seconds: f64,
    processor: f64,
}

/// FEN and winner of a line, with what the file says the answer is: a verdict for both sides (`WB`, `W-`, `-B`, `--`) or
/// `+` or `-` in front, or a line of moves after a tab. Without a winner it is the side not to move, or both if `both`.
fn questions(line: &str, both: bool) -> Vec<Question> {
    let (line, moves) = line.split_once('\t').map_or((line, None), |(line, moves)| (line, Some(moves)));
    let words = line.split_whitespace().collect::<Vec<_>>();
    let Some(board) = words.iter().position(|word| word.matches('/').count() == 7) else { return Vec::new() };
    // The numbers of moves and anything unknown are not handed on.
    let Some(fen) = words.get(board..board + 4) else { return Vec::new() };
    let named = words[board + 4..].iter().find(|word| matches!(**word, "white" | "black"));
    let other = if fen[1] == "w" { "black" } else { "white" };
    let winners = match named {
        Some(named) => vec![*named],
        None if both => vec!["white", "black"],
        None => vec![other],
    };
    // What another program saw before it stopped is no label.
    let label = |winner: &str| match words.first() {
        Some(_) if moves.is_some() => Some(Answer::Winnable),
        Some(_) if board > 1 => None,
        Some(&"+") => Some(Answer::Winnable),
        Some(&"-") => Some(Answer::Unwinnable),
        Some(&verdict @ ("WB" | "W-" | "-B" | "--")) => {
            let letter = if winner == "white" { 'W' } else { 'B' };
            Some(if verdict.contains(letter) { Answer::Winnable } else { Answer::Unwinnable })
        }
        Some(_) | None => None,
    };
    let of = |winner: &str| Question { text: format!("{} {winner}", fen.join(" ")), label: label(winner) };
    winners.into_iter().map(of).collect()
}

fn read(path: &Path, both: bool) -> Vec<Question> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| questions(line, both)).collect()
}

/// Asked before and after: everyone finds it unwinnable at once, so that everyone answers it.
const BEFORE: &str = "7k/8/8/8/8/8/8/K7 w - - 1 2 white";
const AFTER: &str = "7k/8/8/8/8/8/8/K7 w - - 3 4 white";

fn ask(contender: &Contender, questions: &[Question]) -> Run {
    let mut program = quietly(Command::new(&contender.program).args(contender.arguments));
    let mut line = String::new();
    program.say(&format!("{BEFORE}\n"));
    while !line.contains(BEFORE) {
        line.clear();
        assert!(program.output.read_line(&mut line).unwrap() > 0, "{} is gone", contender.name);
    }
    let (begun, before) = (Instant::now(), program.processor_time());
    let all = questions.iter().map(|question| format!("{}\n", question.text)).collect::<String>() + AFTER + "\n";
    let mut said = Vec::new();
    let Piped { input, output, .. } = &mut program;
    std::thread::scope(|scope| {
        scope.spawn(|| input.write_all(all.as_bytes()).unwrap());
        while !line.contains(AFTER) {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "{} is gone", contender.name);
            said.push(line.clone());
        }
    });
    let seconds = begun.elapsed().as_secs_f64();
    let processor = (program.processor_time() - before) as f64 / 1e9;
    program.close();
    said.pop();
    Run { answers: answers(contender, questions, &said), seconds, processor }
}

fn answers(contender: &Contender, questions: &[Question], said: &[String]) -> Vec<Answer> {
    let answer = |line: &str| match line.split([' ', '#']).next() {
        Some("winnable") => Answer::Winnable,
        Some("unwinnable") => Answer::Unwinnable,
        Some("undetermined") => Answer::Undetermined,
        Some(_) | None => panic!("{}: {line}", contender.name),
    };
    match contender.says {
        Says::Everything => {
            assert_eq!(said.len(), questions.len(), "{}: an answer each", contender.name);
            said.iter().map(|line| answer(line)).collect()
        }
        Says::UnwinnableOnly => {
            // The question stands in brackets at the end; the answers are in the order of the questions.
            let mut said = said.iter().map(|line| (answer(line), line.rsplit('(').next().unwrap_or(""))).peekable();
            let of = |question: &Question| match said
                .next_if(|(_, asked)| asked.trim_end() == format!("{})", question.text))
            {
                Some((answer, _)) => answer,
                None => Answer::Nothing,
            };
            questions.iter().map(of).collect()
        }
    }
}

fn contenders(bench: &Bench) -> Vec<Contender> {
    let ours = |name, arguments| Contender { name, program: OURS.to_owned(), arguments, says: Says::Everything };
    let mut all = vec![
        ours("ours, verified", &["solve"]),
        ours("ours, unverified", &["solve", "--unverified"]),
        ours("ours, in-play budget, unverified", &["solve", "--unverified", "--budget", "in-play"]),
    ];
    if let Some(peer) = bench.peer(Name::D3Chess) {
        let theirs = |name, arguments, says| Contender {
            name,
            program: peer.path.to_str().unwrap().to_owned(),
            arguments,
            says,
        };
        all.push(theirs("D3-Chess, full", &[], Says::Everything));
        all.push(theirs("D3-Chess, quick", &["-quick"], Says::UnwinnableOnly));
    }
    all
}

/// A table of rates and answers, and a line on where the answers differ.
fn compare(contenders: &[Contender], what: &str, questions: &[Question], times: usize) {
    let names = contenders.iter().map(|contender| contender.name).collect::<Vec<_>>();
    let runs = rounds(&format!("solver, {what}"), &names, times, |at| ask(&contenders[at], questions));
    let seconds = |runs: &[Run]| runs.iter().map(|run| run.seconds).collect::<Vec<_>>();
    let number = questions.len() as f64;
    let plural = if times == 1 { "" } else { "s" };
    print(&format!("\n{what}: {} questions, {times} round{plural}.\n\n", count(questions.len())));
    let mut table = Table::new(&[
        "program",
        "questions/s",
        "time, to ours verified",
        "processor us each",
        "winnable",
        "unwinnable",
        "undetermined",
        "wrong",
    ]);
    for (contender, runs_) in contenders.iter().zip(&runs) {
        let answers = &runs_[0].answers;
        let tell = |wanted| count(answers.iter().filter(|&&answer| answer == wanted).count());
        let against = |(answer, question): (&Answer, &Question)| {
            matches!(
                (answer, question.label),
                (Answer::Winnable, Some(Answer::Unwinnable)) | (Answer::Unwinnable, Some(Answer::Winnable))
            )
        };
        let wrong = answers.iter().zip(questions).filter(|&pair| against(pair)).count();
        table.row([
            contender.name.to_owned(),
            spread(runs_.iter().map(|run| number / run.seconds), short),
            spread(ratios(&seconds(runs_), &seconds(&runs[0])), short),
            spread(runs_.iter().map(|run| run.processor / number * 1e6), short),
            match contender.says {
                Says::Everything => tell(Answer::Winnable),
                Says::UnwinnableOnly => format!("({})", tell(Answer::Nothing)),
            },
            tell(Answer::Unwinnable),
            tell(Answer::Undetermined),
            wrong.to_string(),
        ]);
    }
    print(&table.to_string());
    for (contender, theirs) in contenders.iter().zip(&runs).skip(3) {
        print(&format!(
            "\n{} beside ours, verified: {}.\n",
            contender.name,
            differences(&runs[0][0].answers, &theirs[0].answers)
        ));
    }
}

fn differences(ours: &[Answer], theirs: &[Answer]) -> String {
    let word = |answer| match answer {
        Answer::Winnable => "winnable",
        Answer::Unwinnable => "unwinnable",
        Answer::Undetermined => "undetermined",
        Answer::Nothing => "not found unwinnable",
    };
    let mut pairs = BTreeMap::new();
    for pair in ours.iter().copied().zip(theirs.iter().copied()) {
        *pairs.entry(pair).or_insert(0_usize) += 1;
    }
    let same =
        |&(ours, theirs): &(Answer, Answer)| ours == theirs || (ours, theirs) == (Answer::Winnable, Answer::Nothing);
    let agreed = pairs.iter().filter(|(pair, _)| same(pair)).map(|(_, count)| count).sum::<usize>();
    let other = pairs.iter().filter(|(pair, _)| !same(pair));
    let other =
        other.map(|((ours, theirs), count)| format!("; {count} ours {}, theirs {}", word(*ours), word(*theirs)));
    format!("{agreed} agree{}", other.collect::<String>())
}

pub(crate) fn section(bench: &Bench) {
    print("\n## Solver: can this side still mate?\n");
    print(
        "\nEach program is asked through its pipes, one thread, from the first answer to the last; its start is not \
         counted. Ours gives a line or a proof for each answer and has it verified by code that shares nothing with \
         the search (`--unverified` leaves that out). D3-Chess gives a line or the word `unwinnable`, and verifies \
         nothing; its quick mode tells only what it finds unwinnable, so that \"winnable\" is a guess there (in \
         brackets: all it was silent about). Wrong: against the labels of the files, each of which a verified answer \
         or a replayed line bears out. A ratio above 1 is a slower program.\n",
    );
    let contenders = contenders(bench);
    let file = |name: &str, both| read(&Path::new(FOLDER).join(name), both);
    let limit = if bench.quick { 60 } else { usize::MAX };
    let mut falls = Vec::new();
    for _ in 0..if bench.quick { 1 } else { 5 } {
        falls.extend(file("flag-falls-2000.txt", false).into_iter().take(limit));
    }
    compare(
        &contenders,
        "Final positions of games lost on time (`flag-falls-2000.txt`, five times over)",
        &falls,
        bench.rounds,
    );
    let mut vectors = file("vectors.txt", true);
    vectors.truncate(limit);
    compare(&contenders, "Composed positions (`vectors.txt`, both sides)", &vectors, bench.rounds);
    if let Some(path) = &bench.positions {
        compare(&contenders, &format!("`{}`", path.display()), &read(path, false), bench.rounds);
    }
    if bench.quick {
        progress("solver: the hardest questions are left out in a quick run");
        return;
    }
    let hard =
        ["hardest.txt", "refuted.tsv", "open-46.txt"].iter().flat_map(|name| file(name, false)).collect::<Vec<_>>();
    compare(
        &contenders,
        "What other programs got wrong or left open (`hardest.txt`, `refuted.tsv`, `open-46.txt`)",
        &hard,
        1,
    );
}
