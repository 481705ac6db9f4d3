//! What a pairing program is asked, and what its answer means.

use super::*;

#[test]
fn baku_acceleration_is_in_the_report_as_fictitious_points() {
    let late = vec![LateEntry { player: id(9), from: 2 }];
    let mut event = Played::new(9, Swiss { acceleration: Acceleration::Baku, late, ..dutch(9) });
    let position = event.position();
    // Eight begin: four are the upper half. A win more in three rounds, a draw more in two.
    let by_round = |number| (1..=9).map(|round| position.virtual_points(id(number), round)).collect::<Vec<_>>();
    assert_eq!(by_round(4), [2, 2, 2, 1, 1, 0, 0, 0, 0]);
    assert_eq!(by_round(5), [0; 9]);
    let accelerated = |event: &Played| {
        let question = event.question();
        let lines = question.lines().filter(|line| line.starts_with("XXA")).map(|line| line.trim_end().to_owned());
        lines.collect::<Vec<_>>()
    };
    assert_eq!(accelerated(&event), ["XXA    1  1.0", "XXA    2  1.0", "XXA    3  1.0", "XXA    4  1.0"]);
    event.pair(&[(1, 3), (4, 2), (5, 7), (8, 6)]);
    for _ in 0..4 {
        event.play(Draw);
    }
    assert_eq!(accelerated(&event)[3], "XXA    4  1.0  1.0");
    assert_eq!(accelerated(&event).len(), 4);
}

#[test]
fn ten_begin_and_six_are_the_upper_half() {
    let event = Played::new(10, Swiss { acceleration: Acceleration::Baku, ..swiss(9, RoundGames::Two) });
    let upper = event.position().players().filter(|player| event.position().virtual_points(*player, 1) == 4);
    assert_eq!(upper.count(), 6);
}

#[test]
fn rounds_of_two_games_are_told_so_that_the_order_of_points_is_the_true_one() {
    let mut event = Played::new(4, Swiss { games: RoundGames::Two, ..dutch(3) });
    event.pair(&[(1, 3), (4, 2)]);
    for result in [WhiteWins, BlackWins, WhiteWins, Draw] {
        // 2-0 for player 1; 1.5-0.5 for player 4.
        event.play(result);
    }
    assert_eq!(event.points(), [4, 1, 0, 3]);
    let report = exchange::report(&event.position(), &event.settings);
    let told = report.players.iter().map(|player| player.points.0).collect::<Vec<_>>();
    assert_eq!(told, [15, 5, 5, 15]);
    let with = |number: u16| {
        let given = report.accelerations.iter().find(|given| given.rounds.0 == 2 && given.players.0 == number);
        told[usize::from(number) - 1] + given.map_or(0, |given| given.points.0)
    };
    // Half a point more than the truth, for all of them.
    assert_eq!([1, 2, 3, 4].map(with), [25, 10, 5, 20]);
}

#[test]
fn an_answer_is_taken_or_refused_with_the_reason() {
    let mut event = Played::new(5, Swiss { forbidden: vec![vec![id(1), id(5)]], ..dutch(3) });
    let names = |id: PlayerId| format!("P{}", id.0 + 1);
    let answer =
        |event: &Played, text: &str| exchange::answer(text, &event.position(), &names).map_err(|bad| bad.to_string());
    let first = answer(&event, "3\r\n1 3 \n2 4\n\n5 0\n").unwrap();
    assert_eq!(first.pairs, [(id(1), id(3)), (id(2), id(4))]);
    assert_eq!(first.byes, [(id(5), ByeKind::PairingAllocated)]);
    for (text, expected) in [
        ("", "line 1: expected the number of pairs, got \"\""),
        ("no pairing", "line 1: expected the number of pairs, got \"no pairing\""),
        ("3\n1 3\n2 4", "line 3: expected as many pairs as the first line says, got \"2 of 3\""),
        ("1\n1 x", "line 2: expected two numbers of players, or a number and 0, got \"1 x\""),
        ("1\n0 1", "line 2: expected two numbers of players, or a number and 0, got \"0 1\""),
        ("1\n1 2 3", "line 2: expected two numbers of players, or a number and 0, got \"1 2 3\""),
        ("1\n1 70000", "line 2: expected two numbers of players, or a number and 0, got \"1 70000\""),
        ("3\n1 3\n2 3\n5 0", "expected every player once, got P3 twice"),
        ("2\n1 3\n2 4", "expected every player once, got no game or bye for P5"),
        ("3\n1 3\n2 6\n5 0", "expected players of this round, got P6"),
        ("3\n1 5\n2 4\n3 0", "expected players who may meet, got P1 and P5"),
        ("4\n1 3\n2 0\n4 0\n5 0", "expected 1 pairing-allocated byes, got 3"),
        ("3\n3 3\n1 2\n4 0", "expected every player once, got P3 twice"),
    ] {
        assert_eq!(answer(&event, text).unwrap_err(), expected, "{text:?}");
    }
    event.enter(first);
    event.play(Draw);
    event.play(Draw);
    let again = answer(&event, "3\n2 5\n3 1\n4 0");
    assert_eq!(again.unwrap_err(), "expected players who have not met, got P3 and P1");
    let again = answer(&event, "3\n1 2\n3 4\n5 0");
    assert_eq!(again.unwrap_err(), "expected one bye for a player, got the second one for P5");
    assert!(event.question().lines().any(|line| line.trim_end() == "XXP 1 5"), "{}", event.question());
}

#[test]
fn byes_that_were_asked_for_are_in_the_report_of_the_round_before_it_is_paired() {
    let bye = |number, kind, round| RequestedBye { player: id(number), kind, rounds: vec![round] };
    let byes = vec![bye(2, ByeKind::Half, 1), bye(4, ByeKind::Full, 1), bye(3, ByeKind::Zero, 2)];
    let mut event = Played::new(4, Swiss { byes, ..dutch(2) });
    let column = |event: &Played, round: usize| {
        let question = event.question();
        let lines = question.lines().filter(|line| line.starts_with("001"));
        lines
            .map(|line| line.get(91 + 10 * (round - 1)..).unwrap_or_default().trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(column(&event, 1), ["", "0000 - H", "", "0000 - F"]);
    event.pair(&[(1, 3)]);
    assert_eq!(event.points(), [0, 1, 0, 2]);
    event.play(WhiteWins);
    assert_eq!(column(&event, 2), ["", "", "0000 - Z", ""]);
}
