use super::*;
use crate::audit::{Auditor, Options, Severity};
use crate::event::game::{Ending, Fixture, Opening, Played, Score, Source};
use crate::event::settings::GameNumber;
use crate::game::SolverOracle;
use crate::laws::{Edition, Ground, Layer};
use crate::pgn::{self as reader, Splitter, Token};
use shakmaty::san::San;
use shakmaty::{Chess, Position};
use std::sync::Arc;

/// Two matches of 2026-11-30 between scripted engines as cutechess-cli 1.5.1 and fastchess 1.8.2 wrote them.
const CUTECHESS: &str = include_str!("../../../tests/data/event/cutechess.pgn");
const FASTCHESS: &str = include_str!("../../../tests/data/event/fastchess.pgn");

/// Tags that only one side writes.
const OTHERS: [&str; 6] = ["ECO", "Opening", "EngineWhiteName", "EngineBlackName", "TerminationDetails", "ResultLayer"];

fn ending(result: Option<GameResult>, ground: Option<Ground>, layer: Layer) -> Ending {
    let (articles, laws, text) = (Vec::new(), "2023".to_owned(), String::new());
    Ending { result, ground, layer, articles, laws, text, illegal: None, mating: Vec::new() }
}

fn context(style: Style, comments: Comments) -> PgnContext {
    let player = |name: &str| PgnPlayer {
        name: name.to_owned(),
        time_control: "40/60+0.6".to_owned(),
        rating: None,
        team: None,
    };
    let players = vec![player("A"), player("B")];
    let (event, site, readers) = ("?".to_owned(), "?".to_owned(), Readers::Archive);
    PgnContext { event, site, players, style, comments, readers }
}

/// A game from the standard position by these moves, in UCI, one space between two.
fn game(moves: &str, ending: Ending) -> Game {
    let plies = moves.split_whitespace().map(|m| Played { uci: m.to_owned(), ..Played::default() }).collect();
    Game {
        fixture: Fixture {
            number: GameNumber(1),
            round: 1,
            game: 1,
            white: PlayerId(0),
            black: PlayerId(1),
            opening: 0,
            pair: None,
        },
        opening: Opening::default(),
        plies,
        ending,
        started: 1_796_035_090_984,
        ended: 1_796_035_091_646,
        final_fen: "4k3/8/8/8/8/8/8/4K3 w - - 7 60".to_owned(),
        notes: Vec::new(),
        host: None,
    }
}

fn draw(ground: Ground, layer: Layer) -> Ending {
    ending(Some(GameResult::Draw), Some(ground), layer)
}

fn tag<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(&format!("[{name} \""))?.strip_suffix("\"]"))
}

/// What a runner's comment says, put into the record that it was made from.
fn played(comment: &str, uci: String) -> Played {
    let mut played = Played { uci, ..Played::default() };
    for part in comment.split(", ").take(1).flat_map(|first| first.split(' ')) {
        if part == "book" {
            played.by = Source::Book;
        } else if let Some((score, depth)) = part.split_once('/') {
            played.depth = depth.parse().ok().filter(|depth| *depth > 0);
            let mate = |text: &str| text.parse::<i32>().unwrap();
            played.score = match (score.strip_prefix("+M"), score.strip_prefix("-M")) {
                (Some(plies), _) => Some(Score::Mate((mate(plies) + 1) / 2)),
                (_, Some(plies)) => Some(Score::Mate(-mate(plies) / 2)),
                _ if score.is_empty() => None,
                _ => Some(Score::Cp(score.replace(['.', '+'], "").parse().unwrap())),
            };
        } else if let Some(seconds) = part.strip_suffix('s') {
            played.spent_ns = (seconds.parse::<f64>().unwrap() * 1e9).round() as u64;
        }
    }
    played
}

/// Milliseconds since 1970 of `2026-11-30T10:38:11.646 UTC` and `2026-11-30T10:38:11 +0000`.
fn moment(text: &str) -> u64 {
    let time = text.strip_prefix("2026-11-30T").unwrap().split(' ').next().unwrap();
    let parts: Vec<f64> = time.split(':').map(|part| part.parse().unwrap()).collect();
    1_795_996_800_000 + ((parts[0] * 3_600.0 + parts[1] * 60.0 + parts[2]) * 1_000.0).round() as u64
}

/// The record that a runner's PGN was written from, with its reason.
fn record(text: &str, style: Style) -> (Game, PgnContext, String) {
    let read = reader::Game::read(text.as_bytes());
    let variant = if tag(text, "Variant").is_some() { Variant::Chess960 } else { Variant::Standard };
    let opening = Opening { fen: tag(text, "FEN").map(str::to_owned), variant, moves: Vec::new() };
    let mode = if variant == Variant::Chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let mut position: Chess = Start::parse(opening.fen.as_deref().unwrap_or(""), mode).unwrap().position;
    let mut plies: Vec<Played> = Vec::new();
    let mut reason = String::new();
    for (_, token) in read.tokens() {
        match token {
            Token::Move(san) => {
                let m = San::from_ascii(san).unwrap().to_move(&position).unwrap();
                plies.push(Played { uci: m.to_uci(mode).to_string(), ..Played::default() });
                position.play_unchecked(m);
            }
            Token::Comment(comment) => {
                let comment = reader::text(comment);
                let last = plies.last_mut().unwrap();
                *last = played(&comment, last.uci.clone());
                reason = comment.split_once(", ").map(|(_, reason)| reason.to_owned()).unwrap_or_default();
            }
            Token::Result(_) => {}
            Token::Unclosed | Token::Unreadable(_) => panic!("not PGN"),
        }
    }
    let ground = match reason.as_str() {
        "Draw by adjudication" => Ground::ScoreDraw,
        "White mates" => Ground::Checkmate,
        _ => Ground::MoveLimit,
    };
    let result = if reason == "White mates" { GameResult::WhiteWins } else { GameResult::Draw };
    let mut game = game("", ending(Some(result), Some(ground), Layer::EventRule));
    (game.opening, game.plies) = (opening, plies);
    (game.started, game.ended) =
        (moment(tag(text, "GameStartTime").unwrap()), moment(tag(text, "GameEndTime").unwrap()));
    let mut context = context(style, Comments::Full);
    context.event = tag(text, "Event").unwrap().to_owned();
    context.site = tag(text, "Site").unwrap().to_owned();
    for (player, colour) in context.players.iter_mut().zip(["White", "Black"]) {
        player.name = tag(text, colour).unwrap().to_owned();
        let control = tag(text, "TimeControl").or_else(|| tag(text, &format!("{colour}TimeControl")));
        player.time_control = control.unwrap().to_owned();
    }
    (game, context, reason)
}

fn without_others(text: &str) -> String {
    let kept = text.trim().lines().filter(|line| !OTHERS.iter().any(|name| line.starts_with(&format!("[{name} "))));
    // How long a game took was rounded by those who wrote it.
    kept.filter(|line| !line.starts_with("[GameDuration")).map(|line| format!("{line}\n")).collect()
}

fn games(text: &str) -> Vec<String> {
    let mut splitter = Splitter::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(batch) = splitter.next_batch(1 << 16).unwrap() {
        games.extend(batch.games.iter().map(|place| reader::text(batch.text(place)).into_owned()));
    }
    games
}

#[test]
fn games_are_written_byte_for_byte_as_both_runners_write_them() {
    for (text, style) in [(CUTECHESS, Style::Cutechess), (FASTCHESS, Style::Fastchess)] {
        let all = games(text);
        assert_eq!(all.len(), 4);
        for theirs in all {
            let (game, context, reason) = record(&theirs, style);
            let ours = pgn(&game, &context, &reason).unwrap();
            assert!(ours.ends_with("\n\n"));
            assert_eq!(without_others(&ours), without_others(&theirs));
        }
    }
}

fn audited(pgn: &str) -> Vec<String> {
    let laws = Arc::new(Edition::named("2023").unwrap());
    let mut auditor = Auditor::new(laws, Options::default(), |position: &Chess| SolverOracle::new(position));
    let audited = auditor.audit(pgn.as_bytes());
    assert!(audited.unknown.is_empty(), "{:?}", audited.unknown);
    let grave = audited.findings.iter().filter(|finding| finding.severity != Severity::Note);
    grave.map(|finding| format!("{}: {}", finding.id.as_str(), finding.text)).collect()
}

#[test]
fn our_own_audit_finds_nothing_wrong_whatever_ended_the_game() {
    let law = Layer::Law;
    let rule = Layer::EventRule;
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    let cases = [
        ("f2f3 e7e5 g2g4 d8h4", ending(Some(GameResult::BlackWins), Some(Ground::Checkmate), law), "Black mates"),
        (&shuffle.repeat(4), draw(Ground::Fivefold, law), "Draw by fivefold repetition"),
        (&shuffle.repeat(2), draw(Ground::ThreefoldClaim, law), "Draw by 3-fold repetition"),
        ("e2e4", draw(Ground::Agreement, law), "Draw by agreement"),
        ("e2e4", ending(Some(GameResult::WhiteWins), Some(Ground::Resignation), law), "Black resigns"),
        ("e2e4", ending(Some(GameResult::WhiteWins), Some(Ground::TimeForfeit), law), "Black loses on time"),
        (
            "e2e4",
            ending(Some(GameResult::WhiteWins), Some(Ground::IllegalMove), law),
            "Black makes an illegal move: e2e5",
        ),
        ("e2e4", ending(Some(GameResult::WhiteWins), Some(Ground::Disconnect), rule), "Black disconnects"),
        ("e2e4", ending(Some(GameResult::WhiteWins), Some(Ground::Stall), rule), "Black's connection stalls"),
        ("e2e4", draw(Ground::ScoreDraw, rule), "Draw by adjudication"),
        ("e2e4", draw(Ground::MoveLimit, rule), "Draw by adjudication: maximal game length"),
        ("e2e4", draw(Ground::Tablebase, rule), "Draw by adjudication: SyzygyTB"),
        ("e2e4", draw(Ground::Director, Layer::Director), "Draw by adjudication"),
        ("", ending(Some(GameResult::BlackWins), Some(Ground::TimeForfeit), law), "White loses on time"),
        ("e2e4", ending(None, None, rule), "No result"),
    ];
    for style in [Style::Cutechess, Style::Fastchess] {
        for comments in [Comments::Full, Comments::None, Comments::Commands] {
            for (moves, ending, reason) in &cases {
                let mut game = game(moves, ending.clone());
                for (index, played) in game.plies.iter_mut().enumerate() {
                    let spent = 1_000_000_000 * u64::from(index > 1);
                    let score = [None, Some(Score::Cp(-7)), Some(Score::Mate(0)), Some(Score::Mate(-2))][index % 4];
                    (played.score, played.depth, played.spent_ns) = (score, Some(9), spent);
                    played.left_ms = Some(60_600);
                }
                let text = pgn(&game, &context(style, comments), reason).unwrap();
                assert_eq!(audited(&text), Vec::<String>::new(), "{text}");
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            }
        }
    }
}

#[test]
fn foreign_names_and_reasons_cannot_break_out() {
    let mut game = game("e2e4", draw(Ground::Agreement, Layer::Law));
    let mut context = context(Style::Cutechess, Comments::Full);
    context.players[0].name = "C:\\x \"1\"\n[Result \"1-0\"]".to_owned();
    game.plies[0].depth = Some(1);
    let text = pgn(&game, &context, "a } b {c}\n").unwrap();
    let read = reader::Game::read(text.as_bytes());
    assert_eq!(read.header.white.unwrap().text(), "C:\\x \"1\" [Result \"1-0\"]");
    assert_eq!(read.header.result.unwrap().value, b"1/2-1/2");
    assert!(text.ends_with("1. e4 {/1 0s, a ) b (c) } 1/2-1/2\n\n"), "{text}");
}

#[test]
fn commands_have_whites_view_and_come_after_the_score() {
    let mut game = game("e2e4 e7e5 g1f3", draw(Ground::Agreement, Layer::Law));
    let said = [Score::Cp(15), Score::Cp(15), Score::Mate(3)];
    for (played, score) in game.plies.iter_mut().zip(said) {
        (played.score, played.depth, played.spent_ns, played.left_ms) =
            (Some(score), Some(12), 450_000_000, Some(59_999));
    }
    game.plies[2].left_ms = Some(-5);
    let text = pgn(&game, &context(Style::Cutechess, Comments::Commands), "Draw by agreement").unwrap();
    let expected = "1. e4 {+0.15/12 0.45s [%eval 0.15] [%clk 0:00:59]}\n\
                    e5 {+0.15/12 0.45s [%eval -0.15] [%clk 0:00:59]}\n\
                    2. Nf3 {+M5/12 0.45s [%eval #3] [%clk 0:00:00], Draw by agreement} 1/2-1/2\n\n";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn without_comments_there_are_the_roster_and_the_set_up_alone() {
    let mut game = game("e8d7", draw(Ground::Agreement, Layer::Law));
    game.opening.fen = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 42 60".to_owned());
    let text = pgn(&game, &context(Style::Cutechess, Comments::None), "Draw by agreement").unwrap();
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.30\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                    [Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 42 60\"]\n\n\
                    60... Kd7 1/2-1/2\n\n";
    assert_eq!(text, expected);
}

#[test]
fn a_score_that_pgn_cannot_say_is_open_and_told_in_a_tag() {
    let game = game("e2e4", ending(Some(GameResult::BothLose), Some(Ground::Director), Layer::Director));
    let text = pgn(&game, &context(Style::Cutechess, Comments::Full), "").unwrap();
    assert_eq!((tag(&text, "Result"), tag(&text, "ArbiterResult")), (Some("*"), Some("0-0")));
    assert_eq!(tag(&text, "TerminationDetails"), Some("director, director"));
    assert!(text.ends_with("1. e4 *\n\n"), "{text}");
}

#[test]
fn details_name_the_article() {
    let mut dead = draw(Ground::DeadPosition, Layer::Law);
    dead.articles = vec!["5.2.2".to_owned(), "9.7".to_owned()];
    let text = pgn(&game("e2e4", dead), &context(Style::Fastchess, Comments::Full), "").unwrap();
    assert_eq!(tag(&text, "TerminationDetails"), Some("dead-position, FIDE 5.2.2 and 9.7"));
    assert_eq!((tag(&text, "ResultLayer"), tag(&text, "Termination")), (Some("law"), Some("normal")));
}

#[test]
fn a_record_that_contradicts_itself_is_not_written() {
    let error =
        pgn(&game("e2e4 e2e4", draw(Ground::Agreement, Layer::Law)), &context(Style::Cutechess, Comments::Full), "");
    assert_eq!(error.unwrap_err().to_string(), "game 1, half-move 2: expected a legal move, got \"e2e4\"");
}

#[test]
fn final_positions_as_both_programs_spell_them() {
    let game = game("e2e4", draw(Ground::Agreement, Layer::Law));
    assert_eq!(epd(&game, Style::Cutechess), "4k3/8/8/8/8/8/8/4K3 w - - 7 60");
    assert_eq!(epd(&game, Style::Fastchess), "4k3/8/8/8/8/8/8/4K3 w - - hmvc 7; fmvn 60;");
}

#[test]
fn hostile_names_neither_end_their_tag_nor_reach_the_next_line() {
    let mut context = context(Style::Cutechess, Comments::Full);
    context.players[0].name = "A\"]\n[Result \"1-0\"]\u{1b}[2J\\ \u{202e}".to_owned();
    let text = pgn(&game("", ending(None, None, Layer::Law)), &context, "").unwrap();
    assert!(text.contains("[White \"A\\\"] [Result \\\"1-0\\\"] [2J\\\\  \"]\n"), "{text}");
    let read = reader::Game::read(text.as_bytes());
    assert_eq!(read.header.white.unwrap().text(), "A\"] [Result \"1-0\"] [2J\\  ");
    assert_eq!(read.header.result.unwrap().value, b"*");
}

#[test]
fn viewers_tell_every_game_from_every_other() {
    let mut second = game("e2e4", ending(None, None, Layer::Law));
    second.plies[0].left_ms = Some(59_900);
    (second.fixture.number, second.fixture.round, second.fixture.game) = (GameNumber(17), 2, 3);
    let mut context = context(Style::Cutechess, Comments::None).for_readers(Readers::Viewers);
    context.players[0].rating = Some(2800);
    let text = pgn(&second, &context, "").unwrap();
    assert_eq!((tag(&text, "Round"), tag(&text, "GameId"), tag(&text, "Site")), (Some("2.17"), Some("17"), Some("?")));
    assert_eq!((tag(&text, "WhiteElo"), tag(&text, "BlackElo"), tag(&text, "Result")), (Some("2800"), None, Some("*")));
    assert!(text.ends_with("1. e4 {[%clk 0:00:59]} *\n\n"), "{text}");
    let text = pgn(&second, &context.for_readers(Readers::Broadcast), "").unwrap();
    assert_eq!((tag(&text, "Round"), tag(&text, "Site")), (Some("2.17"), Some("?, game 3")));
}
