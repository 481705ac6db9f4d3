//! Whole files: what they mean, and what is wrong with them.

use super::*;
use crate::event::settings::*;
use crate::event::sources::fake::Fake;
use crate::event::time_control;
use crate::profile::{History, OptionValue, Program};
use crate::units::Span;
use proptest::prelude::*;
use std::path::PathBuf;

fn try_read(text: &str) -> Result<Settings, Faults> {
    read(text, Path::new("conf/event.toml"), &Fake::default())
}

fn settings(text: &str) -> Settings {
    match try_read(text) {
        Ok(settings) => settings,
        Err(faults) => panic!("{faults}"),
    }
}

/// Lines of faults without the file's name.
fn faults(text: &str) -> Vec<String> {
    let Err(faults) = try_read(text) else { panic!("{text}") };
    let text = faults.to_string();
    text.lines().map(|line| line.strip_prefix("conf/event.toml: ").unwrap().to_owned()).collect()
}

/// Two engines and their time, before which the rest of a file stands.
fn with(rest: &str) -> String {
    format!(
        "{rest}\n[[engines]]\nengine = \"search\"\ncontrol = \"60\"\n[[engines]]\nengine = \"random\"\ncontrol = \"60\""
    )
}

#[test]
fn the_annotated_example_is_read_and_every_key_in_it_is_a_key() {
    let text = include_str!("../../../configs/event.toml");
    let settings = settings(text);
    assert_eq!(settings.players.len(), 3);
    assert_eq!(settings.rules.preset, "fide");
    assert_eq!(settings.openings.source, OpeningSource::Pgn("conf/openings.pgn".into()));
    // The keys that are commented out, put in, are read as well.
    let mut section = String::new();
    for line in text.lines() {
        let plain = line.trim_start_matches("# ");
        if plain.starts_with("[[") || plain.starts_with('[') && plain.ends_with(']') || plain.starts_with("[rules.tr") {
            section = plain.split('#').next().unwrap_or(plain).trim().to_owned();
        }
        let is_key = line.strip_prefix("# ").is_some_and(|rest| {
            rest.split_once(" = ").is_some_and(|(key, _)| key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'))
        });
        let alone = [
            "elo0",
            "elo1",
            "alpha",
            "beta",
            "seeds",
            "extra-pairs",
            "token-env",
            "match-points",
            "primary",
            "team-tie",
        ]
        .iter()
        .any(|key| plain.starts_with(key));
        if is_key && !alone && !["[[engines]]", "[[teams]]", "[sprt]"].contains(&section.as_str()) {
            try_read(&with(&format!("{section}\n{plain}")))
                .unwrap_or_else(|faults| panic!("{section} {plain}: {faults}"));
        }
    }
}

#[test]
fn a_full_engine() {
    let settings = settings(
        r#"
        [time]
        control = "40/90:00+30, 15:00+30"
        margin = "0.050"
        [[engines]]
        engine = "stockfish"
        options = { Hash = 64 }
        [[engines]]
        name = "Mine"
        command = "../bin/mine"
        arguments = ["-u"]
        directory = "data"
        control = "60d5"
        depth = 9
        ponder = true
        restart = "on"
        scores = "white"
        first-lines = ["x"]
        stderr = "err"
        book = { file = "b.bin", moves = 5 }
        rating = 2500
        quirks = { history = "prune" }
        "#,
    );
    let [stockfish, mine] = settings.players.as_slice() else { panic!("{settings:?}") };
    assert_eq!((stockfish.name.as_str(), stockfish.margin), ("Stockfish", Span::from_millis(50)));
    assert_eq!(stockfish.engine.options.get("Hash"), Some(&OptionValue::Value("64".to_owned())));
    assert_eq!(stockfish.control, time_control::parse("40/90:00+30, 15:00+30").unwrap());
    assert_eq!(mine.engine.program, Program::Command("conf/../bin/mine".into()));
    assert_eq!(mine.engine.directory, Some(PathBuf::from("conf/data")));
    assert_eq!(mine.engine.quirks.history, History::Prune);
    assert_eq!(mine.control, time_control::parse("60d5").unwrap());
    assert_eq!(mine.book, Some(Book { file: "conf/b.bin".into(), moves: 5 }));
    assert_eq!((mine.stderr.clone(), mine.scores), (Some(PathBuf::from("err")), ScoresFrom::White));
}

#[test]
fn an_event_rule_stands_over_its_preset() {
    let rules = |text: &str| settings(&with(text)).rules;
    assert_eq!(rules("").preset, "fide");
    let changed = rules("[rules]\npreset = \"scores\"\ndraw = { score = 5 }\nresign = false\nclass = \"rapid\"");
    assert_eq!(changed.draw, Some(DrawRule { from_move: 35, moves: 5, score: 5, reset: DrawReset::ByZeroing }));
    assert_eq!(changed.resign, None);
    assert_eq!(changed.class, Some(crate::laws::TimeClass::Rapid));
    let claims = rules("[rules]\nclaims = { when-not-better = -20 }\nlaws = \"2018\"\nillegal-moves = \"loss\"");
    assert_eq!((claims.claims, claims.laws.name()), (Behalf::WhenNotBetter(-20), "2018"));
    let trouble = rules("[rules.trouble]\ngame = \"play-on\"\nstrikes = 3\nhandshake = \"1:00\"").trouble;
    assert_eq!((trouble.game, trouble.handshake), (AfterTrouble::PlayOn, Span::from_secs(60)));
}

#[test]
fn openings_are_shared_by_pairs() {
    let repeat = |text: &str| settings(&with(text)).openings.repeat.get();
    assert_eq!(repeat(""), 2);
    assert_eq!(repeat("[format]\ngames = 1"), 1);
    assert_eq!(repeat("[format]\ngames = 6"), 2);
    let source = settings(&with("[openings]\nchess960 = [518, 0]")).openings;
    assert_eq!((source.source, source.variant), (OpeningSource::Chess960(vec![518, 0]), Variant::Chess960));
    let source = settings(&with("[openings]\ndouble-chess960 = [[1, 2]]")).openings.source;
    assert_eq!(source, OpeningSource::DoubleChess960(vec![(1, 2)]));
}

#[test]
fn every_fault_of_a_file_at_once() {
    let faults = faults(
        r#"
        colour = 1
        [event]
        name = 5
        seed = -1
        [time]
        control = "40/90m"
        margin = "-1"
        [[engines]]
        engine = "stockfisch"
        [[engines]]
        command = "x"
        quirks = { history = "none" }
        contrl = "5"
        [format]
        kind = "monrad"
        rounds = 0
        [openings]
        epd = "a"
        pgn = "b"
        order = "backwards"
        [rules]
        preset = "fidee"
        claims = "sometimes"
        draw = { from-move = 1, score = -3 }
        tablebases = { men = 9 }
        laws = "1999"
        [rules.trouble]
        game = "again"
        [play]
        concurrency = 0
        affinity = []
        [output]
        pgn = { comments = "all" }
        stile = "fastchess"
        "#,
    );
    let expected = [
        "event.name: expected text, got 5",
        "event.seed: expected a number, at least 0, got -1",
        "time.margin: expected a time such as \"0:10\" or \"0.050\", in seconds, got \"-1\"",
        "time.control: expected a time control such as \"40/60+0.6\", \"5:00+3\", \"40/90:00+30, 15:00+30\", \"60d5\", \"5 per move\", \"hourglass 60\" or \"inf\", got \"40/90m\"",
        "engines[1].engine: profile \"stockfisch\": expected stockfisch.toml in , or one of the built-in fairymax, glaurung, gnuchess, random, scripted, search, stockfish, toga2",
        "engines[2]: expected \"control\", got \"contrl\"",
        "engines[2].quirks.history: expected \"full\" or \"prune\", got \"none\"",
        "format.kind: expected \"round-robin\", \"gauntlet\", \"knockout\", \"ladder\", \"swiss\" or \"team-round-robin\", got \"monrad\"",
        "format.rounds: expected a number, at least 1, got 0",
        "openings: expected one of epd, pgn, polyglot, chess960, double-chess960, got epd and pgn",
        "openings.order: expected \"sequential\" or \"random\", got \"backwards\"",
        "rules.preset: expected one of cutechess, fide, got \"fidee\"",
        "rules.laws: expected one of 1997, 2001, 2005, 2009, 2014, 2017, 2018, 2023, online or the path of a .toml file, got \"1999\"",
        "rules.claims: expected \"never\", \"always\" or { when-not-better = CENTIPAWNS }, got \"sometimes\"",
        "rules.draw.moves: expected a number of moves, at least 1, got none",
        "rules.draw.score: expected centipawns, at least 0, got -3",
        "rules.tablebases.paths: expected a list of folders of Syzygy tables, got none",
        "rules.tablebases.men: expected a number of men from 3 to 7, got 9",
        "rules.trouble.game: expected \"forfeit\", \"replay-once\" or \"play-on\", got \"again\"",
        "play.concurrency: expected a number, at least 1, got 0",
        "play.affinity: expected \"off\", \"auto\" or a list of processors, got []",
        "output.pgn.file: expected a path, got none",
        "output.pgn.comments: expected \"full\", \"none\" or \"commands\", got \"all\"",
        "output: expected \"style\", got \"stile\"",
        "expected one of event, time, engines, teams, format, openings, rules, sprt, play, output, broadcast, got \"colour\"",
    ];
    let mut found = faults;
    found.sort();
    let mut wanted = expected.map(str::to_owned).to_vec();
    wanted.sort();
    for (found, wanted) in found.iter().zip(&wanted) {
        assert_eq!(found, wanted);
    }
    assert_eq!(found.len(), wanted.len(), "{found:#?}");
}

#[test]
fn who_plays_has_to_be_said() {
    assert_eq!(faults(""), ["engines: expected at least two [[engines]], got 0"]);
    let one = "[[engines]]\nengine = \"search\"\n";
    let faults_of = faults(&format!("{one}{one}{one}engine2 = 1\n[[engines]]\nname = \" \"\ncontrol = \"60\""));
    assert_eq!(
        faults_of,
        [
            "engines[1]: expected control, depth or nodes, here or in [time], got none of them",
            "engines[2]: expected control, depth or nodes, here or in [time], got none of them",
            "engines[3]: expected control, depth or nodes, here or in [time], got none of them",
            "engines[3]: expected \"engine\", got \"engine2\"",
            "engines[4].name: expected a name, got \" \"",
            "engines[4]: expected engine, command or house, got none of them",
        ]
    );
    let twice = format!("[time]\ndepth = 1\n{one}{one}command = \"x\"");
    assert_eq!(
        faults(&twice),
        [
            "engines[2].command: expected engine or a description in place, got both",
            "engines[2].name: expected a name that no other engine has, got \"House Search\"",
        ]
    );
    assert_eq!(faults("engines = 5")[0], "engines: expected [[engines]] tables, got 5");
}

#[test]
fn a_file_that_is_no_toml_has_one_fault() {
    let faults = faults("[event\nname = 5");
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("expected a TOML file, got TOML parse error at line 1"), "{faults:?}");
}

#[test]
fn a_test_by_sprt_needs_all_its_numbers() {
    let settings = settings(&with("[sprt]\nelo0 = 0\nelo1 = 2.5\nalpha = 0.05\nbeta = 0.05"));
    assert_eq!(settings.sprt.map(|sprt| (sprt.elo0, sprt.elo1)), Some((0.0, 2.5)));
    assert_eq!(faults(&with("[sprt]\nelo0 = 0\nelo1 = 2.5\nalpha = 0.05")), ["sprt.beta: expected a number, got none"]);
}

#[test]
fn an_event_prints_as_it_reads() {
    let text = with(
        r#"
        [event]
        name = "Quote \" and ü"
        seed = "18446744073709551615"
        [format]
        kind = "knockout"
        extra-pairs = 3
        [openings]
        double-chess960 = [[1, 2], [3, 4]]
        [rules]
        preset = "scores"
        claims = { when-not-better = 3 }
        max-moves = 200
        tablebases = { paths = ["/tb"], men = 5, ends = "draw" }
        trouble = { strikes = 3, event = "stop" }
        [sprt]
        elo0 = 0.0
        elo1 = 5.0
        alpha = 0.05
        beta = 0.1
        [play]
        affinity = [1, 2]
        wait = "0.25"
        [output]
        pgn = { file = "g.pgn", comments = "commands", unfinished = "left" }
        epd = "e"
        jsonl = "j"
        live-pgn = "l"
        feed = "f"
        wires = "w"
        journal = "k"
        [broadcast]
        round = "abc"
        token-env = "T"
        "#,
    );
    let first = read(&text, Path::new("event.toml"), &Fake::default()).unwrap();
    let printed = first.equivalent();
    let second = read(&printed, Path::new("event.toml"), &Fake::default()).unwrap_or_else(|f| panic!("{f}\n{printed}"));
    assert_eq!(format!("{second:?}"), format!("{first:?}"));
    assert_eq!(second.equivalent(), printed);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        key in "[a-z-]{1,12}|control|engine|draw|options|claims|pgn|kind",
        value in "[0-9]{1,20}|\"[a-z0-9/:+]{0,8}\"|\\{\\}|\\[\\]|\\[1\\]|true|false|1\\.5|\\{ [a-z]{1,6} = 1 \\}",
        section in "\\[(event|time|format|openings|rules|rules\\.trouble|play|output|sprt|broadcast)\\]|\\[\\[engines\\]\\]",
    ) {
        if let Err(faults) = try_read(&with(&format!("{section}\n{key} = {value}"))) {
            prop_assert!(!faults.faults.is_empty());
        }
    }
}

#[test]
fn a_broadcast_has_one_address_and_one_place_for_its_token() {
    let read =
        |rest: &str| try_read(&with(&format!("[broadcast]\n{rest}"))).map(|settings| settings.broadcast.unwrap());
    let round = read("round = \"CI2CBkBB\"").unwrap();
    assert_eq!(round.url, "https://lichess.org/api/broadcast/round/CI2CBkBB/push");
    assert_eq!(round.token, Token::Environment("LICHESS_TOKEN".to_owned()));
    let file = read("url = \"http://localhost:9/\"\ntoken-file = \"t\"").unwrap();
    assert_eq!((file.url.as_str(), file.token), ("http://localhost:9/", Token::File("conf/t".into())));
    let wrong = |rest: &str| faults(&with(&format!("[broadcast]\n{rest}")));
    assert_eq!(wrong(""), ["broadcast: expected url or round, got none of them"]);
    assert_eq!(wrong("round = \"a/b\"").len(), 1);
    let open = "broadcast.url: expected an https:// address, or an http:// one of this machine, got another";
    assert_eq!(wrong("url = \"http://lichess.org/\""), [open]);
    assert_eq!(wrong("round = \"a\"\ntoken = \"lip_x\"").len(), 1);
}

#[test]
fn teams_are_read_and_print_as_they_read() {
    let text = |rest: &str| {
        format!(
            "[time]\ndepth = 1\n{}{rest}",
            ["A", "B", "C", "D"].map(|name| format!("[[engines]]\nhouse = \"random\"\nname = \"{name}\"\n")).concat()
        )
    };
    let teams =
        "[[teams]]\nname = \"One\"\nboards = [\"C\", \"A\"]\n[[teams]]\nname = \"Two\"\nboards = [\"B\", \"D\"]\n";
    let format =
        "[format]\nkind = \"team-round-robin\"\ngames = 2\nmatch-points = { win = 3 }\nprimary = \"game-points\"\n";
    let first = settings(&text(&format!("{teams}{format}team-tie-breaks = [\"emgsb\", \"DE\"]")));
    let Format::TeamRoundRobin(read) = &first.format else { panic!("{:?}", first.format) };
    assert_eq!(read.teams[0].boards, [PlayerId(2), PlayerId(0)]);
    assert_eq!((read.match_points.win, read.match_points.draw, read.primary), (3, 1, Primary::GamePoints));
    assert_eq!(read.tie_breaks, [TeamTieBreak::MatchGame, TeamTieBreak::DirectEncounter]);
    assert_eq!(first.openings.repeat.get(), 2);
    let printed = first.equivalent();
    assert_eq!(super::read(&printed, Path::new("event.toml"), &Fake::default()).unwrap().equivalent(), printed);

    let short = teams.replace("\"C\", \"A\"", "\"C\"").replace("\"D\"", "\"C\"");
    let expected = [
        "teams[2].boards: expected an engine that has no board yet, got \"C\" of \"One\"",
        "teams[2].boards: expected 1 engine, as many as the first team has, got 2",
        "teams: expected a board for \"A\", got none",
        "teams: expected a board for \"D\", got none",
    ];
    assert_eq!(faults(&text(&format!("{short}{format}"))), expected);
    assert_eq!(
        faults(&text(teams)),
        ["format.kind: expected \"team-round-robin\", as there are [[teams]], got another"]
    );
    assert_eq!(faults(&text(format)), ["teams: expected at least two [[teams]], got none"]);
}
