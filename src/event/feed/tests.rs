use super::*;
use crate::event::game::{Ending, Fixture, Game, Opening, Played, Score, Source};
use crate::event::pgn::{PgnContext, PgnPlayer, Readers};
use crate::event::settings::{Comments, GameNumber, PlayerId, Style, Variant};
use crate::event::standings::{Entry, Standings};
use crate::laws::{GameResult, Ground, Layer};
use serde_json::Value;
use std::collections::BTreeMap;

fn context() -> PgnContext {
    let player =
        |name: &str, rating| PgnPlayer { name: name.to_owned(), time_control: "60".to_owned(), rating, team: None };
    PgnContext {
        event: "Feed".to_owned(),
        site: "?".to_owned(),
        players: vec![player("Stockfish \"17\"", Some(3600)), player("Stoofvlees", Some(3500))],
        style: Style::Cutechess,
        comments: Comments::Full,
        readers: Readers::Viewers,
    }
}

fn game(number: u32, moves: &str, result: Option<GameResult>) -> Game {
    let (white, black) = if number % 2 == 1 { (PlayerId(0), PlayerId(1)) } else { (PlayerId(1), PlayerId(0)) };
    let mut ending = Ending {
        result,
        ground: result.map(|_| Ground::Resignation),
        layer: Layer::Law,
        articles: Vec::new(),
        laws: String::new(),
        text: String::new(),
        illegal: None,
        mating: Vec::new(),
    };
    ending.text.clear();
    Game {
        fixture: Fixture { number: GameNumber(number), round: 1, game: number, white, black, opening: 0, pair: None },
        opening: Opening::default(),
        plies: moves.split_whitespace().map(|m| Played { uci: m.to_owned(), ..Played::default() }).collect(),
        ending,
        started: 1_796_035_091_646,
        ended: 1_796_035_151_646,
        final_fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
        notes: Vec::new(),
        host: None,
    }
}

#[test]
fn a_game_in_play_is_shown_with_positions_and_scores_from_whites_side() {
    let mut game = game(1, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1", None);
    game.plies[0].by = Source::Book;
    game.plies[1] = Played {
        uci: "e7e5".to_owned(),
        score: Some(Score::Cp(15)),
        depth: Some(20),
        nodes: Some(3_000_000),
        spent_ns: 1_500_000_000,
        left_ms: Some(58_500),
        ..Played::default()
    };
    game.plies[3].score = Some(Score::Mate(-4));
    let live = live(&game, &context(), &[]).unwrap();
    let json: Value = serde_json::from_str(&live.json).unwrap();
    assert_eq!(json["Headers"]["White"], "Stockfish \"17\"");
    assert_eq!((&json["Headers"]["Round"], &json["Headers"]["Result"]), (&"1.1".into(), &"*".into()));
    let moves = json["Moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[0]["book"], true);
    let second = &moves[1];
    assert_eq!((&second["m"], &second["from"], &second["to"]), (&"e5".into(), &"e7".into(), &"e5".into()));
    assert_eq!((&second["wv"], &second["s"], &second["tl"]), (&"-0.15".into(), &2_000_000.into(), &58_500.into()));
    assert_eq!(second["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(moves[3]["wv"], "M4");
    assert_eq!((&moves[6]["m"], &moves[6]["to"]), (&"O-O".into(), &"g1".into()));
    assert!(live.pgn.contains("[White \"Stockfish \\\"17\\\"\"]\n"), "{}", live.pgn);
    let comment = "e5 {d=20, mt=1500, tl=58500, s=2000000, n=3000000, wv=-0.15, R50=50, mb=+0+0+0+0+0,}";
    assert!(live.pgn.contains(comment), "{}", live.pgn);
    assert!(live.pgn.ends_with("\n*\n\n"));
    let read = crate::pgn::Game::read(live.pgn.as_bytes());
    assert_eq!(read.tokens().filter(|(_, token)| matches!(token, crate::pgn::Token::Move(_))).count(), 7);
}

#[test]
fn a_record_that_contradicts_itself_is_no_file() {
    assert!(live(&game(1, "e2e5", None), &context(), &[]).is_err());
    let mut chess960 = game(1, "", None);
    chess960.opening = Opening { fen: Some("nonsense".to_owned()), variant: Variant::Chess960, moves: Vec::new() };
    assert!(live(&chess960, &context(), &[]).is_err());
}

#[test]
fn the_schedule_tells_what_was_played_is_played_and_will_be() {
    let context = context();
    let mut over = game(1, "e2e4 e7e5 g1f3", Some(GameResult::WhiteWins));
    over.plies[1].score = Some(Score::Cp(-30));
    let rows = [
        Row::over(&over, &context),
        Row::in_play(&game(2, "", None), &context),
        Row::to_come(&game(3, "", None).fixture, &context),
    ];
    let json: Value = serde_json::from_str(&schedule(&rows)).unwrap();
    assert_eq!((&json[0]["Game"], &json[0]["Result"], &json[0]["Moves"]), (&1.into(), &"1-0".into(), &2.into()));
    assert_eq!((&json[0]["BlackEv"], &json[0]["Duration"]), (&"0.30".into(), &"00:01:00".into()));
    assert_eq!(json[0]["Start"], "10:38:11 on 2026.11.30");
    assert!(json[0].get("WhiteEv").is_none());
    assert_eq!((&json[1]["Result"], &json[1]["White"]), (&"*".into(), &"Stoofvlees".into()));
    assert!(json[2].get("Result").is_none() && json[2].get("Start").is_none());
}

#[test]
fn the_cross_table_has_every_game_from_both_sides() {
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BothLose];
    let games = (1..).zip(results).map(|(number, result)| game(number, "", Some(result)));
    let outcomes = games.filter_map(|game| Some((game.fixture.number, crate::event::director::Outcome::of(&game)?)));
    let outcomes = outcomes.collect::<BTreeMap<_, _>>();
    let entries = outcomes.values().map(|outcome| outcome.entry).collect::<Vec<Entry>>();
    let standings = Standings::new(2, &entries, &[], &[], &[]);
    let names = ["Stockfish \"17\"".to_owned(), "Stoofvlees".to_owned()];
    let given = [Some(3600), Some(3500)];
    let input = TableInput { event: "Feed", names: &names, given: &given, standings: &standings, outcomes: &outcomes };
    let estimates = estimates(&input);
    let json: Value = serde_json::from_str(&crosstable(&input, &estimates)).unwrap();
    assert_eq!((&json["Event"], &json["Order"][0]), (&"Feed".into(), &names[0].clone().into()));
    let first = &json["Table"][&names[0]];
    assert_eq!((&first["Score"], &first["Games"], &first["WinsAsWhite"]), (&1.5.into(), &3.into(), &1.into()));
    assert_eq!(
        (&first["GamesAsWhite"], &first["LossesAsWhite"], &first["Rating"]),
        (&2.into(), &1.into(), &3600.into())
    );
    assert_eq!((&first["Neustadtl"], &first["Rank"], &first["Abbreviation"]), (&0.75.into(), &1.into(), &"St".into()));
    assert_eq!(json["Table"]["Stoofvlees"]["Abbreviation"], "So");
    let against = &first["Results"]["Stoofvlees"];
    assert_eq!((&against["Text"], &against["H2h"]), (&"1=0".into(), &1.5.into()));
    assert_eq!((&against["Scores"][1]["Color"], &against["Scores"][1]["Result"]), (&1.into(), &0.5.into()));
    assert_eq!((&against["Scores"][2]["Winner"], &against["Scores"][0]["Winner"]), (&"None".into(), &"White".into()));
    // Three of four points from two games that count: 95 Elo to either side of the average of 3550.
    let ratings: Value = serde_json::from_str(&engine_ratings(&input, &estimates)).unwrap();
    assert_eq!(ratings[&names[0]], serde_json::json!({ "elo": 3600, "estimate": 3645.0, "games": 3 }));
    assert_eq!(first["Elo"], 45.0);
}
