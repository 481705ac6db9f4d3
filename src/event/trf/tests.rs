//! Reports as the formats' tables have them, in both directions, and text that is none.

use super::*;
use crate::event::time_control;
use crate::laws::GameResult;
use proptest::prelude::*;
use shakmaty::Color::{Black, White};

fn game(opponent: u16, colour: Color, mark: Mark) -> Cell {
    Cell::Game { opponent, colour: Some(colour), mark }
}

/// Three engines after two rounds of five.
fn three() -> Document {
    let player = |number, name: &str, rating, rank, cells| {
        let name = name.to_owned();
        Player { number, name, rating, rank: Some(rank), cells, ..Player::default() }
    };
    let first = vec![game(2, White, Mark::Win), Cell::PairingBye];
    let second = vec![game(1, Black, Mark::Loss), game(3, White, Mark::ForfeitWin)];
    let third = vec![Cell::Bye(ByeKind::Half), game(2, Black, Mark::ForfeitLoss)];
    let players = vec![
        player(1, "Stockfish", Some(3600), 1, first),
        player(2, "Ömer", None, 2, second),
        player(3, "A name of much more than thirty-three characters", Some(2000), 3, third),
    ];
    let mut document = Document {
        name: "House event".into(),
        start: "2026/01/31".into(),
        rounds: Some(5),
        initial_colour: Some(White),
        coded_kind: "FIDE_DUTCH_2025".into(),
        tie_breaks: vec!["BH/C1".into(), "SB".into()],
        clock: Clock::of(&time_control::parse("40/100:00+30, 15:00+30").unwrap()),
        players,
        byes: vec![Bye { kind: ByeKind::Half, round: 3, players: vec![2] }],
        forbidden: vec![Forbidden { rounds: Some((1, 5)), players: vec![1, 3] }],
        ..Document::default()
    };
    document.count();
    document
}

#[test]
fn trf26_stands_in_the_columns_of_its_table() {
    let wanted = [
        "012 House event",
        "042 2026/01/31",
        "062 3",
        "072 2",
        "142 5",
        "152 W",
        "192 FIDE_DUTCH_2025",
        "202 BH/C1,SB",
        "222 40/6000+30:900+30",
        "001    1      Stockfish                         3600                             2.0    1     2 w 1  0000 - U",
        "001    2      Ömer                                                               1.0    2     1 b 0     3 w +",
        "001    3      A name of much more than thirty-t 2000                             0.5    3  0000 - H     2 b -",
        "240 H 003    2",
        "260 001 005    1    3",
    ];
    let text = three().write(Version::Trf26).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), wanted);
    assert_eq!(text.matches("\r\n").count(), wanted.len());
}

#[test]
fn trf16_tells_the_pairing_programs_by_letters() {
    let mut document = three();
    let (win, draw, pairing_bye) = (Points(30), Points(10), Points(10));
    document.points = PointSystem { win, draw, pairing_bye, unknown: draw, ..PointSystem::default() };
    document.accelerations =
        vec![Acceleration { match_points: None, points: Points(5), rounds: (2, 3), players: (1, 2) }];
    document.count();
    let wanted = [
        "012 House event",
        "042 2026/01/31",
        "062 3",
        "072 2",
        "XXR 5",
        "XXC white1",
        "XXS W=3.0 D=1.0 WL=0.0 BL=0.0 ZPB=0.0 FL=0.0 PAB=1.0",
        "BBW  3.0",
        "BBD  1.0",
        "BBL  0.0",
        "BBZ  0.0",
        "BBF  0.0",
        "BBU  1.0",
        "001    1      Stockfish                         3600                             4.0    1     2 w 1  0000 - U",
        // The bye of the round to be paired stands in its column, and its point is told.
        "001    2      Ömer                                                               4.0    2     1 b 0     3 w +  0000 - H",
        "001    3      A name of much more than thirty-t 2000                             1.0    3  0000 - H     2 b -",
        "XXA    1  0.0  0.5  0.5",
        "XXA    2  0.0  0.5  0.5",
        "XXP 1 3",
    ];
    let text = document.write(Version::Trf16).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), wanted);
    let read = parse("x", text.as_bytes()).unwrap();
    assert_eq!(read.points, document.points);
    assert_eq!(read.forbidden, [Forbidden { rounds: None, players: vec![1, 3] }]);
    assert_eq!(read.accelerations.len(), 2);
    assert_eq!(read.accelerations[1], Acceleration { players: (2, 2), ..document.accelerations[0] });
    assert_eq!((read.rounds, read.initial_colour), (Some(5), Some(White)));
}

#[test]
fn control_characters_are_blanks_and_a_line_of_blanks_is_none() {
    let document = Document { other: vec!["XYZ a\u{5}b\u{7}".into(), "\u{b}".into()], ..three() };
    let text = document.write(Version::Trf26).unwrap();
    assert!(text.ends_with("\r\nXYZ a b\r\n"), "{text}");
    assert_eq!(parse("x", text.as_bytes()).unwrap().write(Version::Trf26).unwrap(), text);
    let odd = player_line(1, "\u{7}\u{7}\tA\u{1}B", "0", "");
    let read = parse("x", odd.as_bytes()).unwrap();
    assert_eq!(read.players[0].name, "A B");
    assert_eq!(parse("x", read.write(Version::Trf16).unwrap().as_bytes()).unwrap().players, read.players);
}

#[test]
fn played_games_are_told_from_forfeits_and_byes() {
    let games = parse("x", three().write(Version::Trf26).unwrap().as_bytes()).unwrap().games();
    let (win, yes, no) = (Some(GameResult::WhiteWins), GamePlayed::Yes, GamePlayed::No);
    assert_eq!(
        games,
        [
            Game { round: 1, white: 1, black: 2, result: win, played: yes },
            Game { round: 2, white: 2, black: 3, result: win, played: no },
        ]
    );
    assert_eq!(three().next_round(), 3);
}

#[test]
fn what_does_not_fit_its_columns_is_no_report() {
    let mut document = three();
    document.players[0].points = Points(1000);
    let error = document.write(Version::Trf26).unwrap_err().to_string();
    assert_eq!(error, "TRF26: points of player 1: expected at most 4 characters, got 100.0");
}

/// A player's line; `cells` have ten characters each.
fn player_line(number: u16, name: &str, points: &str, cells: &str) -> String {
    format!("001 {number:>4}      {name:<33} 2000{:>28}{points:>4} {number:>4}{cells}", "")
}

#[test]
fn old_byes_absences_and_names_in_latin_letters_are_read() {
    let first = player_line(1, "Müller", "2.5", "  0000 - +  0000 - =     2 w 1");
    let second = player_line(2, "B", "0", "  0000 - -               2 b 0").replace("2000", "   0");
    let text = format!("012 Café\r\n{first}\n{second}\rXXZ 1 2\r");
    let latin = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect::<Vec<_>>();
    let error = parse("a.trf", &latin).unwrap_err().to_string();
    assert_eq!(
        error,
        "a.trf: line 3, column 112: expected another player's number, got \"2\"\n\
         a.trf: line 2, column 112: expected an opponent whose record names the player, got \"2\""
    );
    let document = parse("a.trf", text.replace("2 b 0", "1 b 0").as_bytes()).unwrap();
    assert_eq!(document.players[0].cells[..2], [Cell::PairingBye, Cell::Bye(ByeKind::Half)]);
    assert_eq!(document.players[1].cells[..2], [Cell::Bye(ByeKind::Zero), Cell::Blank]);
    assert_eq!((document.players[0].rating, document.players[1].rating), (Some(2000), None));
    assert_eq!((document.name.as_str(), document.players[0].name.as_str()), ("Café", "Müller"));
    assert_eq!(document.byes, [Bye { kind: ByeKind::Zero, round: 4, players: vec![1, 2] }]);
}

#[test]
fn faults_tell_line_column_and_what_was_expected() {
    let fault = |text: &str| parse("a.trf", text.as_bytes()).unwrap_err().to_string();
    let points = player_line(1, "A", "4,5", "");
    assert_eq!(fault(&points), "a.trf: line 1, column 81: expected points such as \"4.5\", got \"4,5\"");
    assert!(fault("\n001 abcd").starts_with("a.trf: line 2, column 5: expected a starting-rank number from 1 to 9999"));
    assert!(fault("142 many").ends_with("expected a number of rounds from 1 to 999, got \"many\""));
    assert!(fault("222 90m").contains("line 1, column 5: expected a coded time control"));
    assert!(fault("240 X 003    2").contains("expected one of F H Z, got \"X\""));
    assert!(fault("XXS WW=3").contains("expected the same points for all wins"));
    assert!(fault("XXS W=.25").contains("expected a code and points in tenths"));
    let twice = player_line(1, "A", "0", "") + "\r" + &player_line(1, "B", "0", "");
    assert!(fault(&twice).contains("line 2, column 5: expected a number that line 1 does not have, got \"1\""));
    assert!(fault(&player_line(1, "A", "0", "  0000 - X")).contains("column 99: expected one of H F U Z"));
    let two = |first: &str, second: &str| {
        let first = player_line(1, "A", "0", &format!("     2 {first}"));
        first + "\n" + &player_line(2, "B", "0", &format!("     1 {second}"))
    };
    assert!(parse("", two("w 1", "b 0").as_bytes()).is_ok());
    assert!(fault(&two("w 1", "w 0")).contains("line 1, column 97: expected the colour"));
    assert!(fault(&two("w 1", "b 1")).contains("line 2, column 99: expected a result"));
    assert!(fault(&two("w 1", "b -")).contains("line 1, column 99: expected a result"));
}

#[test]
fn the_coded_clock_has_the_formats_examples() {
    for text in ["5400+30", "40/6000+30:900+30", "W300-B240", "10+0.1", "60"] {
        assert_eq!(Clock::read(text).unwrap().to_string(), text);
    }
    for text in ["", "90m", "/5", "0/5", "5+", "W5", "W5-B", "5:", "-5", "é"] {
        assert_eq!(Clock::read(text), None, "{text}");
    }
    let of = |text: &str| Clock::of(&time_control::parse(text).unwrap());
    for text in ["60d5", "hourglass 60", "5 per move", "inf"] {
        assert_eq!(of(text), None, "{text}");
    }
    assert_eq!(of("40/90:00+30, 15:00+30").unwrap().to_string(), "40/5400+30:900+30");
}

#[test]
fn abnormal_points_stand_in_the_place_of_usual_ones() {
    let mut document = three();
    let given = |kind, points, round, player| Abnormal {
        kind,
        match_points: None,
        points: Some(Points(points)),
        round,
        players: vec![player],
    };
    document.abnormal = vec![given(Some('L'), 5, Some(1), 2), given(None, -10, None, 1)];
    document.count();
    let points = document.players.iter().map(|player| player.points).collect::<Vec<_>>();
    assert_eq!(points, [Points(10), Points(15), Points(5)]);
    let read = parse("x", document.write(Version::Trf26).unwrap().as_bytes()).unwrap();
    assert_eq!(read.abnormal, document.abnormal);
}

/// Random reports with games that fit each other.
fn any_document() -> impl Strategy<Value = Document> {
    let cells = proptest::collection::vec((0_u8..12, any::<bool>()), 24);
    let name = "[A-Za-zé][A-Za-zé0-9,.]{0,30}";
    (proptest::collection::vec(name, 4), cells, 1_i32..40, any::<bool>()).prop_map(|(names, cells, win, black)| {
        let mut players = (1..)
            .zip(names)
            .map(|(number, name)| Player { number, name, rating: Some(1000 + number), ..Player::default() })
            .collect::<Vec<_>>();
        for (place, (kind, first_is_white)) in cells.into_iter().enumerate() {
            let (round, pair) = (place / 2, place % 2);
            let (one, two) = if round % 2 == 0 { (pair, 3 - pair) } else { (2 * pair, 2 * pair + 1) };
            let (mine, other) = match kind {
                0 => (Mark::Win, Mark::Loss),
                1 => (Mark::Draw, Mark::Draw),
                2 => (Mark::Loss, Mark::Loss),
                3 => (Mark::ForfeitWin, Mark::ForfeitLoss),
                4 => (Mark::ForfeitLoss, Mark::ForfeitLoss),
                5 => (Mark::ShortWin, Mark::ShortLoss),
                6 => (Mark::ShortDraw, Mark::ShortDraw),
                7 => (Mark::Pending, Mark::Pending),
                _ => {
                    players[one].cells.push(Cell::PairingBye);
                    let kinds = [ByeKind::Full, ByeKind::Half, ByeKind::Zero, ByeKind::Zero];
                    players[two].cells.push(Cell::Bye(kinds[usize::from(kind - 8)]));
                    continue;
                }
            };
            let colours = if first_is_white { (White, Black) } else { (Black, White) };
            let number = |place: usize| u16::try_from(place + 1).unwrap();
            players[one].cells.push(game(number(two), colours.0, mine));
            players[two].cells.push(game(number(one), colours.1, other));
        }
        let points = PointSystem { win: Points(win), pairing_bye: Points(win), ..PointSystem::default() };
        let colour = if black { Black } else { White };
        let acceleration = Acceleration { match_points: None, points: Points(win), rounds: (1, 3), players: (1, 2) };
        let mut document = Document {
            rounds: Some(15),
            initial_colour: Some(colour),
            players,
            points,
            accelerations: vec![acceleration],
            other: vec!["XXY a record of tomorrow".into()],
            ..three()
        };
        document.count();
        document
    })
}

proptest! {
    #[test]
    fn a_report_is_read_as_it_was_written(document in any_document()) {
        let text = document.write(Version::Trf26).unwrap();
        prop_assert_eq!(parse("x", text.as_bytes()).unwrap(), document.clone());
        let old = parse("x", document.write(Version::Trf16).unwrap().as_bytes()).unwrap();
        prop_assert_eq!(old.games(), document.games());
        prop_assert_eq!(old.points, document.points);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(document) = parse("x", &bytes) {
            drop(document.write(Version::Trf16));
            drop(document.games());
        }
    }

    #[test]
    fn a_report_with_a_few_characters_changed_is_read_or_refused(
        changes in proptest::collection::vec((0_usize..900, "\\PC|\r|\n| "), 1..8),
    ) {
        let mut text = three().write(Version::Trf26).unwrap().chars().collect::<Vec<_>>();
        for (place, with) in changes {
            let place = place % text.len();
            text.splice(place..=place, with.chars());
        }
        let text = text.into_iter().collect::<String>();
        if let Ok(document) = parse("x", text.as_bytes()) {
            for version in [Version::Trf16, Version::Trf26] {
                if let Ok(again) = document.write(version) {
                    drop(parse("x", again.as_bytes()));
                }
            }
        }
    }
}

/// Two teams of two boards that met twice; one game of the second match is a forfeit.
fn two_teams() -> Document {
    let player = |number, name: &str, cells| Player { number, name: name.to_owned(), cells, ..Player::default() };
    let team = |number, name: &str, match_points, game_points, rank, players| Team {
        number,
        name: name.to_owned(),
        match_points: Some(Points(match_points)),
        game_points: Some(Points(game_points)),
        rank: Some(rank),
        players,
        ..Team::default()
    };
    let mut document = Document {
        coded_kind: "CUSTOM_TEAM_ROUNDROBIN".into(),
        tie_breaks: vec!["MPvGP".into(), "EMGSB".into()],
        board_colours: vec![White, Black],
        match_points: Some(MatchPoints { win: Points(30), draw: Points(10), loss: Points(0) }),
        players: vec![
            player(1, "Ant 1", vec![game(3, White, Mark::Win), game(3, Black, Mark::Draw)]),
            player(2, "Ant 2", vec![game(4, Black, Mark::Draw), game(4, White, Mark::ForfeitLoss)]),
            player(3, "Bee 1", vec![game(1, Black, Mark::Loss), game(1, White, Mark::Draw)]),
            player(4, "Bee 2", vec![game(2, White, Mark::Draw), game(2, Black, Mark::ForfeitWin)]),
        ],
        teams: vec![team(1, "Ants", 30, 20, 1, vec![1, 2]), team(2, "Bees", 30, 20, 1, vec![3, 4])],
        ..Document::default()
    };
    document.count();
    document
}

#[test]
fn teams_their_colours_and_match_points_stand_in_their_columns_and_are_read_again() {
    let text = two_teams().write(Version::Trf26).unwrap();
    for wanted in [
        "082 2",
        "352 WB",
        "362 TW 3.0   TD 1.0   TL 0.0",
        "310   1 Ants                                             3.0    2.0   1     1    2",
        "310   2 Bees                                             3.0    2.0   1     3    4",
    ] {
        assert!(text.lines().any(|line| line == wanted), "{wanted}\n{text}");
    }
    assert_eq!(parse("x", text.as_bytes()).unwrap(), two_teams());
}

#[test]
fn teams_have_their_standings_by_the_cells_with_the_match_points_of_the_report() {
    let (teams, standings) = two_teams().team_standings().unwrap();
    let rows = standings.rows().iter().map(|row| (row.team, row.rank, row.match_points, row.half_points));
    // 1½ to ½, and ½ to 1½.
    assert_eq!(rows.collect::<Vec<_>>(), [(0, 1, 3, 4), (1, 1, 3, 4)]);
    assert_eq!(teams.tie_breaks.len(), 2);
}

#[test]
fn an_event_of_teams_is_made_from_a_report_of_teams() {
    let (text, unsaid) = two_teams().event_file();
    for wanted in [
        "kind = \"team-round-robin\"",
        "rounds = 2",
        "match-points = { win = 3, draw = 1, loss = 0 }",
        "team-tie-breaks = [\"MPvGP\", \"EMGSB\"]",
        "boards = [\"Bee 1\", \"Bee 2\"]",
    ] {
        assert!(text.lines().any(|line| line == wanted), "{wanted}\n{text}");
    }
    assert_eq!(unsaid, [""; 0]);
}

/// Every format with more games than one an encounter, in the words of our own reports.
#[test]
fn rounds_and_games_come_back_from_a_report_as_the_event_had_them() {
    let swiss = |words: &str| Document { kind: words.into(), coded_kind: "CUSTOM_DOUBLESWISS".into(), ..three() };
    let met = |kind: &str| {
        let games = |opponent| vec![game(opponent, White, Mark::Win), game(opponent, White, Mark::Win)];
        let mut players = three().players;
        players.truncate(2);
        players[0].cells = games(2);
        players[1].cells = vec![game(1, Black, Mark::Loss), game(1, Black, Mark::Loss)];
        let coded_kind = String::new();
        Document {
            kind: kind.into(),
            coded_kind,
            players,
            rounds: Some(2),
            initial_colour: None,
            ..Document::default()
        }
    };
    let teams = |kind: &str| Document { kind: kind.into(), ..two_teams() };
    let cases = [
        (met("Round robin (rounds = 1, games = 2)"), "kind = \"round-robin\"\nrounds = 1\ngames = 2\n"),
        (met("Round robin"), "kind = \"round-robin\"\nrounds = 2\ngames = 1\n"),
        // Words that are not true of the games.
        (met("Round robin (rounds = 1, games = 1)"), "rounds = 2\ngames = 1\n"),
        (met("Round robin (rounds = 1, games = 2, order = fastchess)"), "games = 2\norder = \"fastchess\"\n"),
        (met("Gauntlet of 1 (rounds = 1, games = 2)"), "kind = \"gauntlet\"\nseeds = 1\nrounds = 1\ngames = 2\n"),
        (met("Knockout (games = 2)"), "kind = \"knockout\"\ngames = 2\n"),
        (teams("Team round robin (rounds = 1, games = 2)"), "rounds = 1\ngames = 2\n"),
        (swiss("Swiss, FIDE Dutch, two games a round"), "rounds = 3\ngames = 2\npairing = \"dutch\"\n"),
        (swiss("Swiss, system of the TCEC Swiss, two games a round"), "rounds = 3\ngames = 2\npairing = \"tcec\"\n"),
        (swiss("Swiss, system of the TCEC Swiss"), "rounds = 5\ngames = 1\npairing = \"tcec\"\n"),
    ];
    for (document, wanted) in cases {
        let (text, _) = document.event_file();
        assert!(text.contains(wanted), "{}: {wanted}\n{text}", document.kind);
    }
    let byes = swiss("Swiss, FIDE Dutch, two games a round").event_file().0;
    assert!(byes.contains("{ player = \"Ömer\", rounds = [2], points = \"half\" }"), "{byes}");
}

#[test]
fn bad_records_of_teams_say_what_was_expected() {
    let report = "001    1      A\n001    2      B\n352 WXB\n362 TW 3.0   TQ 1.0   TL\n";
    let faults = parse("x", report.as_bytes()).unwrap_err().to_string();
    for wanted in ["a letter for each board such as \"WBWB\"", "one of TW TD TL", "points such as \"2.0\""] {
        assert!(faults.contains(wanted), "{faults}");
    }
}
