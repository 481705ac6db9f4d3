//! Nine rounds of 24 engines as bbpPairings paired them: what it was given and what it answered, round by round.

use super::*;
use crate::event::trf::{Cell as Told, Mark};

const ROUNDS: u32 = 9;

/// The text between `=== NAME N` and the next such line.
fn part(name: &str, round: u32) -> String {
    let recorded = include_str!("../../../../../tests/data/swiss/nine-rounds.txt");
    let start = format!("=== {name} {round}");
    let lines = recorded.lines().skip_while(|line| *line != start).skip(1);
    lines.take_while(|line| !line.starts_with("===")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn nine_rounds_of_24_engines_are_asked_for_and_taken_as_they_were_recorded() {
    let mut event = Played::new(24, dutch(ROUNDS));
    event.settings.name = "House Swiss".into();
    for (number, player) in (1..).zip(&mut event.settings.players) {
        player.name = format!("House {number:02}");
        player.rating = Some(2640 - 40 * number);
    }
    let names = |id: PlayerId| format!("{}", id.0 + 1);
    let unix = |text: String| text.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
    for round in 1..=ROUNDS {
        assert_eq!(unix(event.question()), unix(part("question", round)), "round {round}");
        let pairing = exchange::answer(&part("answer", round), &event.position(), &names).unwrap();
        assert_eq!((pairing.round, pairing.pairs.len()), (round, 12));
        event.enter(pairing);
        // How its games ended stands in the report of the next round.
        let next = crate::event::trf::parse("next", part("question", round + 1).as_bytes()).unwrap();
        for _ in 0..12 {
            let Task::Play(fixture, _) = event.director.next_task() else { panic!("{round}") };
            let white = next.player(fixture.white.0 + 1).unwrap().cells[usize::try_from(round).unwrap() - 1];
            let Told::Game { opponent, mark, colour } = white else { panic!("{white:?}") };
            assert_eq!((opponent, colour), (fixture.black.0 + 1, Some(Color::White)));
            let result = match mark {
                Mark::Win => WhiteWins,
                Mark::Draw => Draw,
                Mark::Loss => BlackWins,
                other => panic!("{other:?}"),
            };
            event.end(&fixture, result);
        }
    }
    assert_eq!(event.director.next_task(), Task::Done);
    assert_eq!(unix(event.question()), unix(part("question", ROUNDS + 1)));
}
