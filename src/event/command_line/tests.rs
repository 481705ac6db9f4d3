//! Whole command lines: what they mean, and what is wrong with them.

use super::*;
use crate::event::config;
use crate::event::settings::Order as Order_;
use crate::event::settings::*;
use crate::event::sources::fake::Fake;
use crate::event::time_control;
use crate::game::clock::Control;
use crate::laws::TimeClass;
use crate::profile::{OptionValue, Program, Protocol};
use crate::units::Span;
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// Words of a line, cut at blanks; `~` inside a word stands for a blank.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(|word| word.replace('~', " ")).collect()
}

fn order_with(line: &str, sources: &Fake) -> super::Order {
    match read(&words(line), sources) {
        Ok(Request::Play(order)) => *order,
        other => panic!("{line}: {other:?}"),
    }
}

fn order(line: &str) -> super::Order {
    order_with(line, &Fake::default())
}

fn settings(line: &str) -> Settings {
    order(line).settings
}

fn faults(line: &str) -> String {
    match read(&words(line), &Fake::default()) {
        Err(faults) => faults.to_string(),
        Ok(request) => panic!("{line}: {request:?}"),
    }
}

fn warnings(line: &str) -> Vec<String> {
    order(line).warnings.iter().map(ToString::to_string).collect()
}

/// Two engines and their time, to which the rest of a line is added.
fn with(rest: &str) -> String {
    format!("-engine cmd=a -engine cmd=b -each tc=40/60+0.6 {rest}")
}

fn meetings(format: &Format) -> (u32, u32, Order_, Colours) {
    match format {
        Format::RoundRobin(m) | Format::Ladder(m) | Format::Gauntlet { meetings: m, .. } => {
            (m.rounds.get(), m.games.get(), m.order, m.colours)
        }
        Format::Knockout { .. } | Format::Swiss(_) | Format::TeamRoundRobin(_) => panic!("{format:?}"),
    }
}

#[test]
fn a_cutechess_line_has_cutechess_defaults() {
    let settings = settings(&with(""));
    assert_eq!(meetings(&settings.format), (1, 1, Order_::Cutechess, Colours::Swapped));
    assert_eq!(settings.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(settings.players[0].control, time_control::parse("40/60+0.6").unwrap());
    assert_eq!(settings.openings.repeat.get(), 1);
    assert_eq!((settings.rules.preset.as_str(), settings.rules.claims), ("cutechess", Behalf::Always));
    assert_eq!(settings.rules.trouble.event, AfterForfeit::Stop);
    assert_eq!(settings.output.style, Style::Cutechess);
    assert_eq!((settings.output.rating_interval, settings.output.score_interval), (0, 1));
    assert_eq!((settings.seed, settings.name.as_str()), (7, "?"));
    assert!(warnings(&with("")).is_empty());
}

#[test]
fn every_key_of_a_cutechess_engine() {
    let line = "-engine name=A~B cmd=./x dir=/opt/a arg=-x arg=two~words proto=xboard initstr=one\\ntwo stderr=err.txt \
                restart=on tc=5:00+3 timemargin=50 depth=9 nodes=1000 ponder whitepov book=b.bin bookdepth=8 \
                option.Hash=64 option.Clear~Hash= tscale=2 rating=2800 -engine cmd=house:search st=0.5";
    let order = order(line);
    let [first, second] = order.settings.players.as_slice() else { panic!("{order:?}") };
    assert_eq!((first.name.as_str(), &first.engine.program), ("A B", &Program::Command("/opt/a/./x".into())));
    assert_eq!(first.engine.arguments, ["-x", "two words"]);
    assert_eq!(first.engine.directory, Some(PathBuf::from("/opt/a")));
    assert_eq!(first.engine.protocol, Protocol::Xboard);
    assert_eq!(first.first_lines, ["one", "two"]);
    assert_eq!((first.stderr.as_deref(), first.restart), (Some(Path::new("err.txt")), Restart::On));
    assert_eq!((first.margin, first.depth.map(|d| d.get()), first.nodes), (Span::from_millis(50), Some(9), Some(1000)));
    assert_eq!((first.ponder, first.scores, first.rating), (Pondering::On, ScoresFrom::White, Some(2800)));
    assert_eq!(first.book, Some(Book { file: "b.bin".into(), moves: 8 }));
    let options: Vec<_> = first.engine.options.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let value = |text: &str| OptionValue::Value(text.to_owned());
    assert_eq!(options, [("Clear Hash", value("")), ("Hash", value("64"))]);
    assert_eq!((second.name.as_str(), &second.engine.program), ("search", &Program::House("search".to_owned())));
    assert_eq!(second.control, Control::PerMove(Span::from_millis(500)));
    // The longer factor holds for all.
    assert_eq!(order.settings.rules.trouble.ready, Span::from_secs(30));
    assert_eq!(order.warnings.len(), 1, "{:?}", order.warnings);
}

#[test]
fn each_overrides_whatever_its_place() {
    let settings = settings("-each tc=1 option.Hash=1 -engine cmd=a tc=5 option.Hash=2 -engine cmd=b -each option.X=Y");
    assert!(settings.players.iter().all(|player| player.control == time_control::parse("1").unwrap()));
    let value = |text: &str| Some(OptionValue::Value(text.to_owned()));
    assert_eq!(settings.players[0].engine.options.get("Hash").cloned(), value("1"));
    assert_eq!(settings.players[1].engine.options.get("X").cloned(), value("Y"));
}

#[test]
fn rounds_games_and_repetitions_of_both_programs() {
    let count = |rest: &str| {
        let settings = settings(&with(rest));
        let (rounds, games, ..) = meetings(&settings.format);
        (rounds, games, settings.openings.repeat.get())
    };
    assert_eq!(count("-rounds 10 -games 2 -repeat"), (10, 2, 2));
    assert_eq!(count("-games 4 -repeat 4"), (1, 4, 4));
    assert_eq!(count("-rounds 10"), (10, 1, 1));
    assert_eq!(count("-testEnv"), (2, 2, 2));
    assert_eq!(count("-testEnv -rounds 100 -repeat"), (100, 2, 2));
    assert_eq!(count("-testEnv -rounds 100 -repeat -games 1"), (100, 1, 1));
    // Games above two are taken for rounds.
    assert_eq!(count("-testEnv -games 50"), (50, 2, 2));
    assert_eq!(count("-testEnv -games 50 -dialect cutechess"), (1, 50, 1));
    assert!(faults(&with("-testEnv -games 50 -rounds 9")).contains("match: -games: expected 1 or 2, got 50"));
}

#[test]
fn the_words_of_a_line_tell_its_program() {
    let warned = |rest: &str| warnings(&with(rest)).join("\n");
    assert!(warned("-output format=fastchess").contains("read as fastchess's because of -output;"));
    assert!(warned("-pgnout file=x.pgn").contains("because of -pgnout file=x.pgn;"));
    assert!(warned("-tournament roundrobin").contains("because of -tournament roundrobin;"));
    assert!(warned("-output format=cutechess -tournament pyramid").contains("read as cutechess-cli's"));
    assert!(warned("-output format=fastchess -dialect fastchess").is_empty());
    assert_eq!(settings(&with("-output format=fastchess")).output.style, Style::Fastchess);
    let settings = settings(&with("-output format=cutechess"));
    assert_eq!((settings.output.style, settings.output.rating_interval), (Style::FastchessAsCutechess, 10));
    assert_eq!(settings.rules.trouble.ready, Span::from_secs(60));
}

#[test]
fn formats() {
    let three = |rest: &str| settings(&format!("-engine cmd=a -engine cmd=b -engine cmd=c -each tc=1 {rest}")).format;
    assert!(matches!(three("-tournament gauntlet -seeds 2"), Format::Gauntlet { seeds, .. } if seeds.get() == 2));
    assert!(matches!(three("-tournament gauntlet"), Format::Gauntlet { seeds, .. } if seeds.get() == 1));
    assert!(matches!(three("-tournament pyramid -reverse"), Format::Ladder(m) if m.colours == Colours::Reversed));
    let knockout = three("-tournament knockout -games 4");
    assert!(matches!(knockout, Format::Knockout { games, extra_pairs: None } if games.get() == 4));
    assert!(faults(&with("-tournament knockout -rounds 2")).contains("-rounds: a knockout has as many rounds"));
    assert!(faults(&with("-noswap -reverse")).contains("expected -noswap or -reverse, got both"));
    assert!(
        faults(&with("-tournament gauntlet -seeds 2")).contains("-seeds: expected fewer than the 2 engines, got 2")
    );
    let error = faults(&with("-tournament swiss"));
    assert_eq!(
        error,
        "match: -tournament: expected one of round-robin, roundrobin, gauntlet, knockout, pyramid, got \"swiss\""
    );
}

#[test]
fn openings() {
    let from = |rest: &str| settings(&with(rest)).openings;
    let openings = from("-openings file=x.epd format=epd order=random plies=8 start=5 policy=round");
    assert_eq!(openings.source, OpeningSource::Epd("x.epd".into()));
    assert_eq!((openings.order, openings.plies, openings.start.get()), (OpeningOrder::Random, Some(8), 5));
    assert_eq!(openings.policy, OpeningPolicy::Round);
    assert_eq!(from("-openings file=x.txt").source, OpeningSource::Pgn("x.txt".into()));
    assert_eq!(from("-openings file=x.epd").source, OpeningSource::Epd("x.epd".into()));
    assert_eq!(from("-openings file=x.bin").source, OpeningSource::Polyglot("x.bin".into()));
    assert_eq!(from("-openings file=x.pgn plies=-1 -testEnv").plies, None);
    let random = from("-variant fischerandom");
    assert_eq!((random.source, random.variant), (OpeningSource::Chess960(Vec::new()), Variant::Chess960));
    assert!(faults(&with("-variant fischerandom -testEnv")).contains("expected -openings with fischerandom"));
    assert!(faults(&with("-variant atomic")).contains("-variant: expected one of standard, fischerandom, chess960"));
    assert!(faults(&with("-openings order=random")).contains("-openings: expected file=FILE, got none"));
    assert!(faults(&with("-openings file=x start=0")).contains("-openings: start: expected a number, at least 1"));
    assert!(faults(&with("-openings file=x ordre=random")).contains("-openings: expected \"order\", got \"ordre\""));
}

#[test]
fn rules_by_score_and_table() {
    let rules = |rest: &str| settings(&with(rest)).rules;
    let given = rules("-draw movenumber=34 movecount=8 score=20 -resign movecount=3 score=600 -maxmoves 200 -recover");
    let draw = DrawRule { from_move: 34, moves: 8, score: 20, reset: DrawReset::ByZeroing };
    assert_eq!(given.draw, Some(draw));
    assert_eq!(given.resign, Some(ResignRule { moves: 3, score: 600, by: ResignBy::Loser }));
    assert_eq!((given.max_moves.map(|n| n.get()), given.trouble.event), (Some(200), AfterForfeit::GoOn));
    assert_eq!(rules("-resign movecount=3 score=600 twosided=true").resign.map(|rule| rule.by), Some(ResignBy::Both));
    assert_eq!(rules("-draw movenumber=0 movecount=8 score=20").draw, None);
    let draw = DrawRule { from_move: 0, moves: 8, score: 0, reset: DrawReset::ByZeroing };
    assert_eq!(rules("-draw movecount=8 -testEnv").draw, Some(draw));
    assert!(faults(&with("-draw movecount=8")).contains("match: -draw: expected score=centipawns, got none"));
    assert!(faults(&with("-draw movenumber=1 movecount=0 score=1")).contains("-draw: movecount: expected a number"));
    assert_eq!(rules("-maxmoves 0").max_moves, None);
    let tables = rules("-tb /a;/b -tbpieces 5 -tbignore50 -tbadjudicate WIN_LOSS").tablebases.unwrap();
    assert_eq!(tables.paths, [PathBuf::from("/a"), PathBuf::from("/b")]);
    assert_eq!((tables.men, tables.fifty, tables.ends), (5, TablebaseFifty::Ignored, TablebaseEnds::WinLoss));
    assert!(warnings(&with("-tbpieces 5")).contains(&"-tbpieces: means nothing without -tb".to_owned()));
    let scores = rules("-rules scores -laws 2018 -startup-ms 5000 -ping-ms 7000 -dialect cutechess");
    assert_eq!((scores.laws.name(), scores.draw.is_some(), scores.trouble.event), ("2018", true, AfterForfeit::GoOn));
    assert_eq!((scores.trouble.handshake, scores.trouble.ready), (Span::from_secs(5), Span::from_secs(7)));
    assert_eq!(scores.class, None::<TimeClass>);
    let warned = warnings(&with("-seeds 2"));
    assert_eq!(warned, ["-seeds: means nothing in a tournament of all against all"]);
    assert!(faults(&with("-rules fidde")).contains("match: -rules: expected one of cutechess, fide, got \"fidde\""));
}

#[test]
fn tests_by_sprt() {
    let sprt = |rest: &str| settings(&with(rest)).sprt.unwrap();
    let bounds = "-sprt elo0=0 elo1=5 alpha=0.05 beta=0.05";
    assert_eq!(sprt(bounds).model, SprtModel::Bayesian);
    assert_eq!(sprt(&format!("{bounds} -testEnv")).model, SprtModel::Normalized);
    assert_eq!(sprt(&format!("{bounds} model=logistic")).model, SprtModel::Logistic);
    assert_eq!(sprt("-sprt elo0=-1.75 elo1=0.25 alpha=0.05 beta=0.05").elo0, -1.75);
    assert!(faults(&with("-sprt elo0=5 elo1=0 alpha=0.05 beta=0.05")).contains("expected elo0 below elo1"));
    assert!(faults(&with("-sprt elo0=0 elo1=5 alpha=0.05")).contains("expected beta=a probability, got none"));
    assert!(faults(&format!("{} -engine cmd=c {bounds}", with(""))).contains("-sprt: expected two players, got 3"));
}

#[test]
fn processors_and_pauses() {
    let play = |rest: &str| settings(&with(rest)).play;
    assert_eq!(play("-concurrency 9").concurrency.get(), 9);
    assert_eq!(play("-concurrency -1 -testEnv").concurrency.get(), 3);
    assert_eq!(play("-concurrency 9 -force-concurrency").concurrency.get(), 9);
    assert!(faults(&with("-concurrency 9 -testEnv")).contains("expected at most the 4 processors"));
    assert!(faults(&with("-concurrency 0")).contains("-concurrency: expected a number, at least 1, got 0"));
    assert_eq!(play("-use-affinity 1,3-5 -wait 10").affinity, Affinity::List(vec![1, 3, 4, 5]));
    assert_eq!(play("-use-affinity").affinity, Affinity::Auto);
    assert!(faults(&with("-use-affinity 5-3")).contains("expected a list of processors"));
}

#[test]
fn what_is_written() {
    let output = |rest: &str| settings(&with(rest)).output;
    let pgn = output("-pgnout games.pgn min fi").pgn.unwrap();
    assert_eq!((pgn.comments, pgn.unfinished), (Comments::None, Unfinished::Left));
    let pgn = output("-pgnout file=games.pgn nodes=true").pgn.unwrap();
    assert_eq!((pgn.file, pgn.comments), (PathBuf::from("games.pgn"), Comments::Full));
    assert!(faults(&with("-pgnout games.pgn maximal")).contains("expected FILE [min] [fi], got \"maximal\""));
    let all = output("-epdout e.epd -jsonl j -livepgn l -wires w -journal k -ratinginterval 5 -outcomeinterval 2");
    assert_eq!((all.epd, all.jsonl, all.live_pgn), (Some("e.epd".into()), Some("j".into()), Some("l".into())));
    assert_eq!((all.wires, all.journal), (Some("w".into()), Some("k".into())));
    assert_eq!((all.rating_interval, all.outcome_interval), (5, 2));
}

#[test]
fn what_does_nothing_is_said_and_what_changes_results_is_refused() {
    let warned = warnings(&with("-crc32 pgn=true -show-latency -dialect fastchess"));
    assert!(warned.contains(&"-crc32: not supported: games are written without a checksum".to_owned()), "{warned:?}");
    assert_eq!(warned.len(), 2);
    assert!(faults("-engine cmd=a trust -engine cmd=b -each tc=1").contains("-engine 1: trust: not supported"));
    assert!(faults(&with("-strict")).contains("match: -strict: not supported"));
    assert!(faults(&with("-config file=c.json")).contains("match: -config: file: not supported"));
    assert!(faults("--compliance ./engine --its-own").contains("uci-arbiter doctor"));
}

#[test]
fn all_faults_of_a_line_at_once() {
    let faults = faults("-enigne cmd=x -engine cmd=a tc=5 -each tc=40/x optoin.Hash=1 -rounds x -site");
    let lines: Vec<_> = faults.lines().collect();
    assert_eq!(lines[0], "match: expected -engine, got \"-enigne\"");
    assert_eq!(lines[1], "match: -site: expected at least one value, got none");
    assert!(lines[2].starts_with("match: -each: tc: expected a time control such as \"40/60+0.6\""), "{}", lines[2]);
    assert!(lines[2].ends_with(", got \"40/x\""), "{}", lines[2]);
    assert!(lines[3].starts_with("match: -each: expected one of cmd, name,"), "{}", lines[3]);
    assert_eq!(lines[4], "match: -rounds: expected a number, at least 1, got \"x\"");
    assert_eq!(lines.len(), 5, "{faults}");
}

#[test]
fn a_misspelled_option_is_one_fault() {
    for (wrong, meant) in [("-engnie", "-engine"), ("-eahc", "-each"), ("-ruonds", "-rounds")] {
        let line = with("-rounds 5").replacen(meant, wrong, 1);
        assert_eq!(faults(&line), format!("match: expected {meant}, got {wrong:?}"));
    }
    assert_eq!(faults("-quikc cmd=a cmd=b book=b.epd"), "match: expected -quick, got \"-quikc\"");
}

#[test]
fn what_an_engine_lacks() {
    let faults = faults("-engine cmd=a -engine name=b tc=1 st=2 -engine cmd=house:serch tc=1");
    let lines: Vec<_> = faults.lines().collect();
    assert_eq!(lines[0], "match: -engine 1: expected tc=, st=, nodes= or depth=, got none of them");
    assert_eq!(lines[1], "match: -engine 2: st: expected tc= or st=, got both");
    assert_eq!(lines[2], "match: -engine 2: expected cmd= or conf=, got neither");
    assert_eq!(lines[3], "match: -engine 3: cmd: expected \"search\", got \"serch\"");
    assert_eq!(lines.len(), 4, "{faults}");
    let limited = settings("-engine cmd=a nodes=100 -engine cmd=b depth=3");
    assert!(limited.players.iter().all(|player| player.control == Control::Unlimited));
}

#[test]
fn players_called_alike_get_numbers() {
    let order = order("-engine cmd=/x/a -engine cmd=/y/a.exe -engine name=a cmd=z -each tc=1");
    let names: Vec<_> = order.settings.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["a", "a_2", "a_3"]);
    assert_eq!(order.warnings.len(), 2);
}

#[test]
fn a_bare_command_is_looked_for_in_its_folder_first() {
    let sources = Fake { files: vec!["/opt/a"], ..Fake::default() };
    let order = order_with("-engine cmd=a dir=/opt -engine cmd=b dir=/opt -each tc=1", &sources);
    let programs: Vec<_> = order.settings.players.iter().map(|player| player.engine.program.clone()).collect();
    assert_eq!(programs, [Program::Command("/opt/a".into()), Program::Command("b".into())]);
}

const ENGINES_JSON: &str = r#"[
    {"name": "Sloppy", "command": "./sloppy", "protocol": "xboard", "workingDirectory": "/games/sloppy",
     "initStrings": ["memory 64"], "stderrFile": "err", "ponder": true, "restart": "on", "whitepov": true,
     "timeoutScaleFactor": 1, "variants": ["standard"],
     "options": [{"name": "Hash", "type": "spin", "value": 32, "min": 1, "max": 99},
                 {"name": "Own", "type": "check", "value": true}, {"name": "Clear", "type": "button"}]},
    {"name": "Odd", "command": "odd", "protocol": "uci9"},
    {"name": "Proud", "command": "proud", "validateClaims": false}
]"#;

#[test]
fn engines_by_the_name_of_cutechess_and_by_our_own() {
    let sources = Fake { engines_json: Some(ENGINES_JSON), ..Fake::default() };
    let order = order_with("-engine conf=Sloppy option.Hash=64 -engine conf=search -each tc=1", &sources);
    let [sloppy, search] = order.settings.players.as_slice() else { panic!("{order:?}") };
    assert_eq!(sloppy.engine.program, Program::Command("/games/sloppy/./sloppy".into()));
    assert_eq!((sloppy.engine.protocol, sloppy.restart), (Protocol::Xboard, Restart::On));
    assert_eq!((sloppy.ponder, sloppy.scores), (Pondering::On, ScoresFrom::White));
    assert_eq!(sloppy.first_lines, ["memory 64"]);
    let value = |text: &str| OptionValue::Value(text.to_owned());
    let options: Vec<_> = sloppy.engine.options.clone().into_iter().collect();
    assert_eq!(options, [("Hash".to_owned(), value("64")), ("Own".to_owned(), value("true"))]);
    assert_eq!((search.name.as_str(), &search.engine.program), ("House Search", &Program::House("search".to_owned())));
    assert_eq!(search.engine.options.get("Hash"), Some(&value("16")));
    let read = |line: &str| read(&words(line), &sources);
    let error = read("-engine conf=Odd -engine conf=Proud -engine conf=None -each tc=1").unwrap_err().to_string();
    assert!(error.contains("-engine 1: conf: engines.json: Odd: protocol: expected \"uci\" or \"xboard\""), "{error}");
    assert!(error.contains("-engine 3: conf: engines.json has no engine of that name; profile \"None\""), "{error}");
    assert!(matches!(read("-engines"), Ok(Request::Engines(names)) if names == ["Sloppy", "Odd", "Proud"]));
    let error = read("-engine conf=Proud -engine cmd=b -each tc=1").unwrap_err().to_string();
    assert!(error.contains("-engine 1: trust: not supported"), "{error}");
}

#[test]
fn quick_stands_for_what_fastchess_says() {
    let order = order("-quick cmd=e cmd=e book=x.epd");
    let settings = order.settings;
    let names: Vec<_> = settings.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["e1", "e2"]);
    assert_eq!(settings.players[0].control, time_control::parse("10+0.1").unwrap());
    assert_eq!(meetings(&settings.format), (25000, 2, Order_::Fastchess, Colours::Swapped));
    assert_eq!(settings.play.concurrency.get(), 2);
    assert_eq!(settings.openings.source, OpeningSource::Epd("x.epd".into()));
    assert!(faults("-quick cmd=e").contains("-quick: expected two engines, cmd=A cmd=B, got 1"));
}

/// Lines that testing frameworks write.
const REAL: [&str; 5] = [
    "-engine cmd=sloppy -engine cmd=sloppy -each proto=xboard tc=40/60 -rounds 10",
    "-engine name=Atak cmd=Atak32.exe dir=C:\\eatak proto=xboard -engine cmd=glaurung proto=uci option.Threads=1 -each \
     tc=40/1:30+1",
    "-engine cmd=Engine1.exe name=Engine1 -engine cmd=Engine2.exe name=Engine2 -openings file=book.epd format=epd \
     order=random -each tc=60+0.6 option.Hash=64 -rounds 200 -repeat -concurrency 4",
    "-recover -repeat -games 2 -rounds 100000 -testEnv -ratinginterval 1 -scoreinterval 1 -autosaveinterval 0 -srand 42 \
     -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 -variant standard -concurrency 1 -openings \
     file=UHO.epd format=epd order=random start=77 plies=16 -engine dir=Engines/ cmd=./dev proto=uci tc=8.00+0.08 \
     timemargin=250 option.Threads=1 name=dev -engine dir=Engines/ cmd=./base proto=uci tc=8.00+0.08 timemargin=250 \
     option.Threads=1 name=base -pgnout file=x.pgn timeleft=true",
    "-engine cmd=a args=\"-x~-y\" plies=5 -engine cmd=b nodes=7 -each restart=on -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 \
     model=normalized -tb /a:/b -pgnout notation=san nodes=true file=./games/sprt.pgn",
];

#[test]
fn real_lines_are_read_and_print_the_event_that_they_mean() {
    for line in REAL {
        let settings = settings(line);
        let text = settings.equivalent();
        let again = match config::read(&text, Path::new("event.toml"), &Fake::default()) {
            Ok(again) => again,
            Err(faults) => panic!("{faults}\n{text}"),
        };
        assert_eq!(format!("{again:?}"), format!("{settings:?}"), "{text}");
    }
}

#[test]
fn help_version_and_printing() {
    assert!(matches!(read(&words("--help nonsense"), &Fake::default()), Ok(Request::Help)));
    assert!(matches!(read(&words("-version"), &Fake::default()), Ok(Request::Version)));
    assert!(matches!(read(&words(&with("-print-toml")), &Fake::default()), Ok(Request::Print(_))));
    for (name, ..) in words::KNOWN.iter().chain(&words::OURS) {
        let plain = name.trim_start_matches('-');
        let hidden = ["v", "h", "debug", "log", "config", "report", "crc32", "strict", "compliance", "testEnv"];
        let other = ["resultformat", "bookmode", "autosaveinterval", "check-mate-pvs", "show-latency", "dialect"];
        assert!(HELP.contains(plain) || hidden.contains(&plain) || other.contains(&plain), "{name}");
    }
}

fn any_word() -> impl Strategy<Value = String> {
    let option = proptest::sample::select(words::KNOWN.iter().map(|(name, ..)| (*name).to_owned()).collect::<Vec<_>>());
    let key = proptest::sample::select(
        "cmd=a tc=1 tc=40/x st=1 nodes=9 option.Hash=1 conf=Sloppy file=x format=pgn order=random plies=4 movecount=3 \
         score=20 movenumber=3 twosided=true elo0=0 elo1=5 alpha=0.05 beta=0.05 min fi ponder args=\"a_b trust 2 -1 x=y \
         tscale=1e9 timemargin=-1 dir=/x proto=xboard start=0 penta=true pgn=true 1-3,9 99999999999999999999"
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>(),
    );
    prop_oneof![3 => option, 5 => key, 1 => "\\PC{0,8}"]
}

proptest! {
    #[test]
    fn any_words_are_read_or_refused(words in proptest::collection::vec(any_word(), 0..24)) {
        let sources = Fake { engines_json: Some(ENGINES_JSON), ..Fake::default() };
        match read(&words, &sources) {
            Ok(Request::Play(order) | Request::Print(order)) => {
                let text = order.settings.equivalent();
                let again = config::read(&text, Path::new("event.toml"), &sources);
                prop_assert!(again.is_ok(), "{}\n{text}", again.unwrap_err());
            }
            Ok(Request::Help | Request::Version | Request::Engines(_)) => {}
            Err(faults) => prop_assert!(!faults.faults.is_empty()),
        }
    }
}
