//! Reports against what the match runners printed for the same games.

use super::cutechess::{Form, Ranking};
use super::fastchess::{Counting, Limits, Setup};
use super::*;
use crate::event::game::Fixture;
use crate::event::settings::PlayerId;
use crate::laws::{GameResult, Ground, Layer};
use crate::statistics::{PairTally, Sprt, SprtModel, Tally};

const BARE: &str = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
const LOCKED: &str = "6k1/8/p5p1/P1p1p1Pp/P1P1P2P/8/8/2K5 b - - 0 1";

fn ending(result: GameResult, ground: Ground) -> Ending {
    Ending {
        result: Some(result),
        ground: Some(ground),
        layer: Layer::Law,
        articles: Vec::new(),
        laws: "2023".into(),
        text: String::new(),
        illegal: None,
        mating: Vec::new(),
    }
}

/// The games of a recorded run; every `Finished game` line comes out again.
fn replay(recorded: &str, names: &[&str]) -> Progress {
    let names = names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let mut progress = Progress::new(&names);
    for line in recorded.lines().filter(|line| line.starts_with("Finished game")) {
        let (head, tail) = line.split_once("): ").unwrap();
        let (number, players) = head.trim_start_matches("Finished game ").split_once(" (").unwrap();
        let (white, black) = players.split_once(" vs ").unwrap();
        let (result, words) = tail.split_once(' ').unwrap();
        let result = match result {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            _ => GameResult::Draw,
        };
        let ground = match words.trim_matches(['{', '}']) {
            "Draw by adjudication" => Ground::ScoreDraw,
            "White wins by adjudication" | "Black wins by adjudication" => Ground::ScoreWin,
            "White mates" | "Black mates" => Ground::Checkmate,
            "Draw by 3-fold repetition" => Ground::Threefold,
            "Draw by fifty moves rule" => Ground::Fifty,
            "Draw by stalemate" => Ground::Stalemate,
            "Draw by insufficient mating material" => Ground::DeadPosition,
            "Draw by adjudication: maximal game length" => Ground::MoveLimit,
            other => panic!("{other}"),
        };
        let id = |name: &str| PlayerId(u16::try_from(names.iter().position(|known| known == name).unwrap()).unwrap());
        let number = number.parse::<u32>().unwrap();
        let fixture = Fixture {
            number: GameNumber(number),
            round: 1,
            game: 1,
            white: id(white),
            black: id(black),
            opening: 0,
            pair: Some((number - 1) / 2),
        };
        let ending = ending(result, ground);
        assert_eq!(finished(fixture.number, white, black, &ending, BARE), line);
        progress.add(&fixture, &ending, BARE);
        if let [first, second] = progress.players() {
            // In its own form fastchess prints none, in the other it rounds as C does.
            let score = if recorded.contains("\nPlayer:") {
                cutechess::score(first, second)
            } else {
                fastchess::score_in_cutechess_form(first, second)
            };
            assert!(!recorded.contains("Score of") || recorded.contains(&format!("{score}\n")), "{score}");
        }
    }
    progress
}

fn sprt(elo1: f64, model: SprtModel) -> Sprt {
    Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05, model }
}

fn contains(recorded: &str, ours: &str) {
    assert!(recorded.contains(ours), "{ours}\nis not in\n{recorded}");
}

#[test]
fn a_match_of_two_is_told_as_cutechess_tells_it() {
    let recorded = include_str!("../../../tests/data/reports/cutechess-two.txt");
    let progress = replay(recorded, &["Deep", "Shallow"]);
    let test = sprt(10.0, SprtModel::Bayesian);
    contains(recorded, &format!("{}\n", cutechess::ratings(&progress, Ranking::ByScore, Some(&test), Form::Cutechess)));
    contains(recorded, &format!("{}\nFinished match\n", cutechess::outcomes(&progress)));
}

#[test]
fn more_players_have_the_table_of_cutechess() {
    let recorded = include_str!("../../../tests/data/reports/cutechess-three.txt");
    let progress = replay(recorded, &["Deep", "Shallow", "Middle"]);
    contains(recorded, &format!("{}\n", cutechess::ratings(&progress, Ranking::ByScore, None, Form::Cutechess)));
    contains(recorded, &format!("{}\nFinished match\n", cutechess::outcomes(&progress)));
    let recorded = include_str!("../../../tests/data/reports/cutechess-gauntlet.txt");
    let progress = replay(recorded, &["Deep", "Shallow", "Middle"]);
    contains(recorded, &format!("{}\n", cutechess::ratings(&progress, Ranking::Gauntlet(1), None, Form::Cutechess)));
}

/// Figures without bound or without games, in a form that says so.
#[test]
fn no_figure_of_an_event_is_nan() {
    let names = ["A", "B", "C"].map(str::to_owned);
    let one = |names: &[String]| {
        let mut progress = Progress::new(names);
        let fixture = Fixture {
            number: GameNumber(1),
            round: 1,
            game: 1,
            white: PlayerId(0),
            black: PlayerId(1),
            opening: 0,
            pair: None,
        };
        progress.add(&fixture, &ending(GameResult::Draw, Ground::Stalemate), BARE);
        progress
    };
    let told = |progress: &Progress| cutechess::ratings(progress, Ranking::ByScore, None, Form::Plain);
    let two = told(&one(&names[..2]));
    assert!(two.ends_with("Elo difference: 0.0 +/- 0.0, LOS: -, DrawRatio: 100.0 %"), "{two}");
    let none = told(&Progress::new(&names[..2]));
    assert_eq!(none, "Elo difference: - +/- -, LOS: -, DrawRatio: -");
    let three = told(&one(&names));
    let row = "   3 C                               -       -       0       -       - ";
    assert!(three.lines().any(|line| line == row), "{three}");
}

fn setup() -> Setup {
    let limits = Limits { base_ms: 10_000, increment_ms: 100, ..Limits::default() }.text();
    Setup {
        limits: [limits.clone(), limits],
        threads: [Some(1); 2],
        hash: [Some(16); 2],
        book: Some("/books/book.epd".into()),
    }
}

#[test]
fn a_match_of_two_is_told_as_fastchess_tells_it() {
    let recorded = include_str!("../../../tests/data/reports/fastchess-two.txt");
    let progress = replay(recorded, &["Deep", "Shallow"]);
    let test = sprt(50.0, SprtModel::Normalized);
    contains(recorded, &fastchess::interval(&progress, Counting::Pairs, &setup(), Some(&test)));
    let recorded = include_str!("../../../tests/data/reports/fastchess-games-two.txt");
    let progress = replay(recorded, &["Deep", "Shallow"]);
    contains(recorded, &fastchess::interval(&progress, Counting::Games, &setup(), None));
}

#[test]
fn more_players_have_the_table_of_fastchess() {
    let recorded = include_str!("../../../tests/data/reports/fastchess-three.txt");
    let progress = replay(recorded, &["Deep", "Shallow", "Middle"]);
    contains(recorded, &fastchess::interval(&progress, Counting::Pairs, &setup(), None));
}

#[test]
fn the_form_that_fastchess_calls_cutechess_s_is_its_own() {
    let recorded = include_str!("../../../tests/data/reports/fastchess-form-two.txt");
    let progress = replay(recorded, &["Deep", "Shallow"]);
    let test = sprt(50.0, SprtModel::Normalized);
    contains(recorded, &fastchess::interval_in_cutechess_form(&progress, Some(&test)));
    let recorded = include_str!("../../../tests/data/reports/fastchess-form-three.txt");
    let progress = replay(recorded, &["Deep", "Shallow", "Middle"]);
    contains(recorded, &fastchess::interval_in_cutechess_form(&progress, None));
}

/// One player with these results, as the block of two and as a row of a table.
fn figures(line: &str) -> (String, String) {
    let (head, _) = line.split_once('|').unwrap();
    let number = |place: usize| head.split(' ').nth(place).unwrap().parse::<u64>().unwrap();
    let mut player = PlayerProgress { name: "A".into(), ..PlayerProgress::default() };
    let counting = if head.starts_with("wdl") {
        player.white = Tally { wins: number(1), losses: number(2), draws: number(3) };
        Counting::Games
    } else {
        let (loss_loss, loss_draw, win_loss) = (number(1), number(2), number(3));
        let (draw_draw, win_draw, win_win) = (number(4), number(5), number(6));
        player.pairs = PairTally { loss_loss, loss_draw, win_loss, draw_draw, win_draw, win_win };
        Counting::Pairs
    };
    let names = ["A", "B", "C"].map(str::to_owned);
    let mut two = Progress::new(&names[..2]);
    two.players_mut()[0] = player.clone();
    let mut three = Progress::new(&names);
    three.players_mut()[0] = player;
    let setup = Setup::default();
    (fastchess::interval(&two, counting, &setup, None), fastchess::interval(&three, counting, &setup, None))
}

#[test]
fn numbers_are_printed_as_fastchess_prints_them_for_the_same_tallies() {
    let recorded = include_str!("../../../tests/data/statistics/fastchess.txt");
    let mut seen = 0;
    for line in recorded.lines().filter(|line| line.starts_with("wdl ") || line.starts_with("penta ")) {
        let (block, table) = figures(line);
        let fields = line.split('|').collect::<Vec<_>>();
        contains(&block, &format!("Elo: {}, nElo: {}\n", fields[1], fields[2]));
        contains(&block, &format!("LOS: {}, DrawRatio: {}", fields[3], fields[4]));
        let row = if line.starts_with("wdl") {
            fields[5]
        } else {
            contains(&block, &format!(", PairsRatio: {}\n", fields[5]));
            contains(&block, &format!(", WL/DD Ratio: {}\n", fields[6]));
            contains(&block, &format!("Points: {}\n", fields[7]));
            fields[8]
        };
        // The table has the number of games between the fourth and the fifth.
        let row = row.split_whitespace().collect::<Vec<_>>();
        let ours = table.lines().find(|line| line.contains(" A   ")).unwrap().split_whitespace().collect::<Vec<_>>();
        assert_eq!((&ours[2..6], &ours[7..9]), (&row[..4], &row[4..]), "{line}");
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn limits_are_worded_as_fastchess_words_them() {
    let base = Limits { base_ms: 60_000, increment_ms: 600, moves: Some(40), ..Limits::default() };
    assert_eq!(base.text(), "40/60+0.6");
    assert_eq!(Limits { base_ms: 100, ..Limits::default() }.text(), "0.1");
    assert_eq!(Limits { move_ms: 100, ..Limits::default() }.text(), "0.1/move");
    assert_eq!(Limits { plies: Some(8), nodes: Some(9), ..Limits::default() }.text(), "8 plies");
    assert_eq!(Limits { nodes: Some(1000), ..Limits::default() }.text(), "1000 nodes");
}

#[test]
fn reasons_are_the_words_that_scripts_look_for() {
    use GameResult::{BlackWins, BothLose, Draw, WhiteWins};
    let cases = [
        (WhiteWins, Ground::Checkmate, "White mates"),
        (Draw, Ground::Stalemate, "Draw by stalemate"),
        (Draw, Ground::Threefold, "Draw by 3-fold repetition"),
        (Draw, Ground::ThreefoldClaim, "Draw by 3-fold repetition"),
        (Draw, Ground::FiftyClaim, "Draw by fifty moves rule"),
        (Draw, Ground::Fivefold, "Draw by fivefold repetition (FIDE 9.6.1)"),
        (Draw, Ground::SeventyFive, "Draw by seventy-five moves rule (FIDE 9.6.2)"),
        (Draw, Ground::DeadPosition, "Draw by dead position (FIDE 5.2.2)"),
        (BlackWins, Ground::TimeForfeit, "White loses on time"),
        (Draw, Ground::TimeForfeit, "Draw by timeout, insufficient mating material (FIDE 6.9)"),
        (BlackWins, Ground::Disconnect, "White disconnects"),
        (Draw, Ground::Disconnect, "Draw by disconnection"),
        (WhiteWins, Ground::Stall, "Black's connection stalls"),
        (BothLose, Ground::DefaultTime, "Both players do not arrive in time"),
        (BlackWins, Ground::Resignation, "White resigns"),
        (Draw, Ground::Agreement, "Draw by agreement"),
        (Draw, Ground::ScoreDraw, "Draw by adjudication"),
        (WhiteWins, Ground::ScoreWin, "White wins by adjudication"),
        (WhiteWins, Ground::Tablebase, "White wins by adjudication: SyzygyTB"),
        (Draw, Ground::Tablebase, "Draw by adjudication: SyzygyTB"),
    ];
    for (result, ground, words) in cases {
        assert_eq!(reason(&ending(result, ground), LOCKED), words);
    }
    let mut illegal = ending(BlackWins, Ground::IllegalMove);
    illegal.illegal = Some("e2e5".into());
    assert_eq!(reason(&illegal, LOCKED), "White makes an illegal move: e2e5");
    let broken = Ending { result: None, ground: None, ..illegal };
    assert_eq!(finished(GameNumber(3), "A", "B", &broken, LOCKED), "Finished game 3 (A vs B): * {No result}");
    assert_eq!(started(GameNumber(3), 200, "A", "B"), "Started game 3 of 200 (A vs B)");
}

#[test]
fn a_position_dead_by_material_is_insufficient_material() {
    let words = |fen: &str| reason(&ending(GameResult::Draw, Ground::DeadPosition), fen);
    for fen in [BARE, "8/8/4k3/8/8/4K2N/8/8 w - - 0 1", "8/8/4k3/8/8/b3K3/8/2B1B3 w - - 0 1"] {
        assert_eq!(words(fen), "Draw by insufficient mating material", "{fen}");
    }
    for fen in [
        LOCKED,
        "8/8/4k1n1/8/8/4K2N/8/8 w - - 0 1",
        "8/8/4k3/8/8/1b2K3/8/2B1B3 w - - 0 1",
        "6Rk/8/7K/8/8/8/8/8 b - - 0 1",
    ] {
        assert_eq!(words(fen), "Draw by dead position (FIDE 5.2.2)", "{fen}");
    }
}

#[test]
fn terminations_are_those_of_the_standard_and_failures_are_told_apart() {
    let of = |ground| {
        let ending = ending(GameResult::WhiteWins, ground);
        (termination(&ending).standard(), termination(&ending).of_runners(), failure(&ending))
    };
    assert_eq!(of(Ground::Checkmate), ("normal", "normal", None));
    assert_eq!(of(Ground::TimeForfeit), ("time forfeit", "time forfeit", Some(Failure::Time)));
    assert_eq!(of(Ground::IllegalMove), ("rules infraction", "illegal move", Some(Failure::IllegalMove)));
    assert_eq!(of(Ground::Disconnect), ("abandoned", "abandoned", Some(Failure::Disconnect)));
    assert_eq!(of(Ground::Stall), ("abandoned", "stalled connection", Some(Failure::Stall)));
    assert_eq!(of(Ground::ScoreWin), ("adjudication", "adjudication", None));
    let broken = Ending { result: None, ..ending(GameResult::Draw, Ground::Disconnect) };
    assert_eq!((termination(&broken), failure(&broken)), (Termination::Unterminated, None));
}
