//! From entries and reports to what is shown.

use super::*;
use crate::event::config;
use crate::event::game::{Ending, Source};
use crate::event::journal::{Closing, Rest};
use crate::event::mating::{Answer, Mating, Side};
use crate::event::settings::{PlayerId, Settings};
use crate::event::sources::fake::Fake;
use crate::event::table::Again;
use crate::laws::{GameResult, Ground, Layer};
use serde_json::Value;
use std::path::Path;

const EVENT: &str = "[event]\nname = \"<b>Open</b>\\u001b[31m\"\nseed = 1\n[time]\ncontrol = \"60+1\"\n\
    [[engines]]\nengine = \"random\"\nname = \"A\"\n[[engines]]\nengine = \"random\"\nname = \"B\"\n\
    [[engines]]\nengine = \"random\"\nname = \"C\"\n[rules]\npreset = \"fide\"\n";

fn settings() -> Settings {
    config::read(EVENT, Path::new("event.toml"), &Fake::default()).unwrap()
}

pub(super) fn model() -> Model {
    Model::new(settings(), None)
}

/// The schedule's own fixture, so that tables count it.
fn fixture(number: u32) -> Fixture {
    Model::new(settings(), None).director.schedule().fixture(GameNumber(number)).unwrap()
}

fn played(uci: &str) -> Played {
    Played {
        uci: uci.to_owned(),
        score: Some(Score::Cp(30)),
        depth: Some(9),
        left_ms: Some(59_000),
        ..Played::default()
    }
}

pub(super) fn game(number: u32, moves: &str) -> Game {
    let (white, black) = (PlayerId(0), PlayerId(1));
    Game {
        fixture: Fixture { number: GameNumber(number), round: 1, game: 1, white, black, opening: 0, pair: None },
        opening: Opening::default(),
        plies: moves.split_whitespace().map(played).collect(),
        ending: Ending {
            result: Some(GameResult::WhiteWins),
            ground: Some(Ground::TimeForfeit),
            articles: vec!["6.9".to_owned()],
            laws: "2023".to_owned(),
            text: "White wins: flag fall (FIDE Laws 2023, 6.9)".to_owned(),
            ..Ending::none()
        },
        started: 1,
        ended: 2,
        final_fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".to_owned(),
        notes: vec!["a note\u{7}".to_owned()],
        host: None,
    }
}

fn finished(game: Game) -> News {
    News::Entry(Box::new(Entry::Finished { game: Box::new(game), again: Again::No, failed: Vec::new() }))
}

fn begun(number: u32) -> News {
    News::Entry(Box::new(Entry::Begun { number: GameNumber(number), earlier: 0 }))
}

fn started(number: u32) -> News {
    let place = Place { number: 1, host: Some("far\u{202e}away".to_owned()) };
    News::Started { fixture: fixture(number), opening: Opening::default(), place }
}

fn moved(number: u32, ply: u32, uci: &str) -> News {
    News::Moved { number: GameNumber(number), ply, played: played(uci) }
}

fn thought(number: u32, ply: u32, line: &[u8]) -> News {
    let insight = Insight { ply, score: Some(Score::Cp(55)), depth: Some(7), nodes: Some(10), line: line.to_vec() };
    News::Thought(GameNumber(number), insight)
}

fn shown(model: &mut Model) -> Value {
    serde_json::to_value(model.snapshot(5)).unwrap()
}

fn changed(model: &mut Model, now: u64) -> Value {
    serde_json::to_value(model.delta(now)).unwrap()
}

#[test]
fn a_game_in_play_is_shown_with_positions_clocks_and_lines() {
    let mut model = model();
    for news in [begun(1), started(1), thought(1, 0, b"e2e4 e7e5 g1f3 x9"), moved(1, 0, "e2e4"), moved(1, 1, "e7e5")] {
        model.take(news, 1_000);
    }
    model.take(thought(1, 2, b"Nf3 3. Nc6"), 1_100);
    let state = shown(&mut model);
    let game = &state["playing"][0];
    assert_eq!(game["plies"][0]["san"], "e4");
    assert_eq!(game["plies"][0]["pv"], "1. e4 e5 2. Nf3");
    assert_eq!(game["plies"][0]["score"]["cp"], 30);
    assert_eq!(game["plies"][1]["score"]["cp"], -30, "scores are White's");
    assert_eq!(game["plies"][1]["from"], "e7");
    assert!(game["plies"][1]["fen"].as_str().unwrap().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"));
    assert_eq!(game["clocks"], serde_json::json!([61_000, 61_000]));
    assert_eq!(game["since"], 1_000);
    assert_eq!(game["thought"]["pv"], "2. Nf3 Nc6");
    assert_eq!(game["place"]["host"], "far away");
    assert_eq!(state["counts"]["playing"], 1);
    assert_eq!(
        state["event"]["name"], "<b>Open</b> [31m",
        "no control characters; markup is for the page to show as text"
    );
}

#[test]
fn changes_are_told_once_and_in_order() {
    let mut model = model();
    model.take(begun(1), 0);
    model.take(started(1), 0);
    let first = changed(&mut model, 2_000);
    assert_eq!(first["begun"][0]["n"], 1);
    assert_eq!(changed(&mut model, 2_001), Value::Null);
    model.take(moved(1, 0, "e2e4"), 0);
    model.take(moved(1, 1, "e7e5"), 0);
    let moves = changed(&mut model, 2_002);
    assert_eq!(
        (&moves["moves"][0]["from"], moves["moves"][0]["plies"].as_array().unwrap().len()),
        (&Value::from(0), 2)
    );
    assert_eq!(moves["state"], Value::Null, "tables are told once a second at most");
    model.take(moved(1, 2, "g1f3"), 0);
    let mut game = game(1, "e2e4 e7e5 g1f3 b8c6");
    game.fixture = fixture(1);
    model.take(finished(game), 0);
    let end = changed(&mut model, 4_000);
    assert_eq!(end["moves"][0]["from"], 2, "the last moves come with the end");
    assert_eq!(end["moves"][0]["plies"].as_array().unwrap().len(), 2);
    assert_eq!(end["over"][0]["title"], "Flag fall");
    assert_eq!(end["state"]["counts"]["finished"], 1);
    assert!(!model.has_changes());
}

#[test]
fn moves_that_nobody_was_told_are_in_the_snapshot_alone() {
    let mut model = model();
    model.take(started(1), 0);
    model.take(moved(1, 0, "e2e4"), 0);
    model.forget_changes();
    model.take(moved(1, 1, "e7e5"), 0);
    let moves = changed(&mut model, 10);
    assert_eq!(moves["moves"][0]["from"], 1);
}

#[test]
fn a_move_after_a_gap_waits_for_the_whole_game() {
    let mut model = model();
    model.take(started(1), 0);
    model.take(moved(1, 3, "e2e4"), 0);
    assert_eq!(shown(&mut model)["playing"][0]["plies"].as_array().unwrap().len(), 0);
    let whole = Game { fixture: fixture(1), ending: Ending::none(), ..game(1, "e2e4 e7e5 g1f3") };
    model.take(News::InPlay(Box::new(whole), Place::default()), 0);
    assert_eq!(shown(&mut model)["playing"][0]["plies"][2]["san"], "Nf3");
}

#[test]
fn a_finished_game_keeps_what_watchers_were_told_and_its_ruling_is_explained() {
    let mut model = model();
    model.take(started(1), 0);
    model.take(thought(1, 0, b"e2e4 e7e5"), 0);
    model.take(moved(1, 0, "e2e4"), 0);
    let mut over = game(1, "e2e4 e7e5");
    over.fixture = fixture(1);
    over.ending.mating = vec![
        Mating { side: Side::White, answer: Answer::Possible { line: vec!["f1c4".to_owned(), "b8c6".to_owned()] } },
        Mating {
            side: Side::Black,
            answer: Answer::Impossible { proof: "Because.".to_owned(), certificate: Some("{}".to_owned()) },
        },
    ];
    model.take(finished(over), 0);
    let view = serde_json::to_value(model.game(GameNumber(1)).unwrap()).unwrap();
    assert_eq!(view["plies"][0]["pv"], "1. e4 e5");
    let ruling = &view["ending"];
    assert_eq!(ruling["cited"][0]["says"], "loses; a draw if the opponent cannot mate");
    assert_eq!(ruling["mating"][0]["line"][1]["san"], "Nc6");
    assert_eq!(ruling["mating"][1]["certificate"], true);
    assert_eq!(ruling["notes"][0], "a note");
    assert_eq!(ruling["evidence"], serde_json::json!(["helpmate", "proof"]));
    assert_eq!(model.certificate(GameNumber(1), "black").as_deref(), Some("{}"));
    assert_eq!(model.certificate(GameNumber(1), "white"), None);
    assert!(model.pgn(GameNumber(1)).unwrap().contains("1. e4"));
    assert!(model.live_pgn().contains("1. e4"), "until the next round is begun");
    let later = (2..).find(|number| fixture(*number).round > 1).unwrap();
    model.take(started(later), 0);
    assert!(!model.live_pgn().contains("1. e4"));
}

#[test]
fn what_an_old_journal_lacks_is_not_shown_and_harms_nothing() {
    // Entries as the first version wrote them, without who could still mate.
    let old = r#"{"kind":"finished","game":{"fixture":{"number":1,"round":1,"game":1,"white":0,"black":1,"opening":0,"pair":null},"opening":{"fen":null,"variant":"standard","moves":[]},"plies":[{"m":"e2e4"},{"m":"nonsense"}],"ending":{"result":"0-1","ground":"time-forfeit","layer":"law","articles":["6.9"],"laws":"2023","text":"Black wins"},"started":1,"ended":2,"final_fen":"8/8/8/8/8/8/8/8 w - - 0 1"},"again":"no","failed":[]}"#;
    let line = format!("{:08x} {old}\n", crc32fast::hash(old.as_bytes()));
    let mut model = model();
    let rest = Rest::of(line.as_bytes(), |entry| model.take(News::Entry(Box::new(entry)), 0));
    assert!(rest.damage.is_empty(), "{:?}", rest.damage);
    let view = serde_json::to_value(model.game(GameNumber(1)).unwrap()).unwrap();
    assert_eq!(view["plies"].as_array().unwrap().len(), 1, "up to the first move that is none");
    assert_eq!(view["ending"]["mating"], serde_json::json!([]));
}

#[test]
fn a_directors_word_stands_above_a_ruling_and_a_closed_event_has_nothing_to_come() {
    let mut model = model();
    let mut over = game(1, "e2e4");
    over.fixture = fixture(1);
    model.take(finished(over), 0);
    let decided = Entry::Decided {
        number: GameNumber(1),
        result: GameResult::Draw,
        by: "Jo <i>".to_owned(),
        reason: "x\ny".to_owned(),
        at: 3,
    };
    model.take(News::Entry(Box::new(decided)), 0);
    let state = shown(&mut model);
    assert_eq!(state["results"][0]["result"], "1-0");
    assert_eq!(state["results"][0]["decided"]["result"], "1/2-1/2");
    assert_eq!(state["results"][0]["decided"]["reason"], "x y");
    assert!(!state["upcoming"].as_array().unwrap().is_empty());
    model.take(begun(2), 0);
    model.take(News::Entry(Box::new(Entry::Closed { how: Closing::Complete })), 0);
    let state = shown(&mut model);
    assert_eq!(state["closed"], "complete");
    assert_eq!((state["upcoming"].as_array().unwrap().len(), state["playing"].as_array().unwrap().len()), (0, 0));
    model.take(News::Entry(Box::new(Entry::Resumed { at: 9 })), 0);
    assert_eq!(shown(&mut model)["closed"], Value::Null);
}

#[test]
fn a_game_that_is_to_be_played_again_is_no_result() {
    let mut model = model();
    model.take(started(1), 0);
    let mut broken = game(1, "e2e4");
    broken.fixture = fixture(1);
    let entry = Entry::Finished { game: Box::new(broken), again: Again::Replay, failed: Vec::new() };
    model.take(News::Entry(Box::new(entry)), 0);
    let state = shown(&mut model);
    assert_eq!((state["results"].as_array().unwrap().len(), state["playing"].as_array().unwrap().len()), (0, 0));
    assert_eq!(state["upcoming"][0]["n"], 1, "it comes again, first of all");
}

#[test]
fn hostile_text_is_bounded_and_has_no_controls() {
    let mut model = model();
    model.take(started(1), 0);
    model.take(thought(1, 0, b"<script>alert(1)</script> \xff\xfe\x00"), 0);
    let mut over = game(1, "e2e4");
    over.fixture = fixture(1);
    over.ending.text = "<img src=x onerror=alert(1)>\u{1b}]0;x\u{7}".repeat(100_000);
    over.notes = vec!["\u{202e}x".repeat(10_000); 500];
    over.plies.push(Played { by: Source::Player, uci: "<b>".repeat(1_000), ..Played::default() });
    model.take(finished(over), 0);
    let state = shown(&mut model).to_string();
    let view = serde_json::to_string(&model.game(GameNumber(1)).unwrap()).unwrap();
    for text in [&state, &view] {
        assert!(text.len() < 500_000, "{}", text.len());
        assert!(!text.contains("\\u001b") && !text.contains("\\u0007") && !text.contains('\u{202e}'));
    }
}

#[test]
fn layers_have_words() {
    for layer in [Layer::Law, Layer::EventRule, Layer::Director] {
        assert!(super::words::authority(layer).ends_with('.'));
    }
}
