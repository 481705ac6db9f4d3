//! The articles one by one, and all of them against an independent program.

use crate::event::settings::PlayerId;
use crate::event::standings::{Bye, ByeKind, Entry, Played, Standings, TieBreak};
use crate::event::trf::{self, System};
use crate::laws::GameResult;
use std::num::NonZeroU32;

const fn id(number: u16) -> PlayerId {
    PlayerId(number - 1)
}

const fn entry(round: u32, white: u16, black: u16, result: GameResult, played: Played) -> Entry {
    Entry { round, white: id(white), black: id(black), result, played }
}

const fn won(round: u32, white: u16, black: u16) -> Entry {
    entry(round, white, black, GameResult::WhiteWins, Played::Soundly)
}

fn bye(round: u32, player: u16, kind: ByeKind) -> Bye {
    Bye { round, player: id(player), kind, half_points: kind.half_points(1) }
}

/// A tie-break of a player.
fn value(entries: &[Entry], byes: &[Bye], code: &str, player: u16) -> String {
    let code: TieBreak = code.parse().unwrap();
    let standings = Standings::swiss(6, NonZeroU32::MIN, entries, byes, &[code], &[]);
    let row = standings.rows().iter().find(|row| row.player == id(player)).unwrap();
    row.values[0].map_or_else(|| "-".to_owned(), |value| value.to_string())
}

#[test]
fn art_16_3_a_bye_before_a_return_counts_as_it_was_given_and_one_after_the_last_round_there_as_a_draw() {
    // Two loses to one, is away in round two and back in round three; then also away in the end.
    let back = [won(1, 1, 2), won(3, 3, 2)];
    assert_eq!(value(&back, &[bye(2, 2, ByeKind::Zero)], "BH", 1), "0");
    let gone = [won(1, 1, 2)];
    let away = [bye(2, 2, ByeKind::Zero), bye(3, 2, ByeKind::Zero)];
    assert_eq!(value(&gone, &away, "BH", 1), "1");
    // What a player that asked for a draw gets is one in either case.
    assert_eq!(value(&gone, &[bye(2, 2, ByeKind::Half)], "BH", 1), "0.5");
}

#[test]
fn art_16_4_1_the_dummy_of_a_forfeit_has_no_more_than_the_scheduled_opponent() {
    let forfeit = entry(2, 1, 3, GameResult::WhiteWins, Played::Forfeited);
    let entries = [won(1, 1, 2), forfeit, won(3, 1, 4), won(1, 3, 4)];
    // One has three points, two none, four none, and three one: the dummy has one.
    assert_eq!(value(&entries, &[], "BH", 1), "1");
    assert_eq!(value(&entries, &[], "SB", 1), "1");
}

#[test]
fn art_16_4_2_the_dummy_of_a_bye_has_no_more_than_a_draw_in_every_round() {
    let entries = [won(1, 1, 2), won(2, 1, 3)];
    let byes = [bye(3, 1, ByeKind::PairingAllocated)];
    // One has three points of three rounds; the dummy has one and a half.
    assert_eq!(value(&entries, &byes, "BH", 1), "1.5");
    assert_eq!(value(&entries, &byes, "SB", 1), "1.5");
}

#[test]
fn art_16_5_a_cut_takes_a_voluntary_absence_first() {
    // Opponents with none and one point, and a dummy with one: the dummy goes, and then the least.
    let entries = [won(1, 1, 2), won(2, 3, 1), won(3, 4, 2)];
    let byes = [bye(3, 1, ByeKind::Zero)];
    assert_eq!(value(&entries, &byes, "BH", 1), "2");
    assert_eq!(value(&entries, &byes, "BH/C1", 1), "1");
    assert_eq!(value(&entries, &byes, "BH/C2", 1), "1");
    // Without an absence the least goes.
    let there = [won(1, 1, 2), won(2, 3, 1), won(3, 1, 4), won(3, 5, 2)];
    assert_eq!(value(&there, &[], "BH/C1", 1), "1");
}

#[test]
fn art_6_3_who_is_first_whatever_missing_games_bring_is_first() {
    let order: TieBreak = "DE".parse().unwrap();
    let places = |entries: &[Entry]| {
        let standings = Standings::swiss(4, NonZeroU32::MIN, entries, &[], &[order], &[]);
        let mut places = standings.rows().iter().map(|row| (row.player, row.rank)).collect::<Vec<_>>();
        places.sort_unstable();
        places.into_iter().map(|(_, rank)| rank).collect::<Vec<_>>()
    };
    // One, two and three have two points each. One has beaten both others, who have not met.
    let first = [won(1, 1, 2), won(2, 1, 3), won(3, 2, 4), won(4, 2, 4), won(3, 3, 4), won(5, 3, 4)];
    assert_eq!(places(&first), [1, 2, 2, 4]);
    // With a forfeit in the place of a win nothing is certain: two could still have as many.
    let mut forfeited = first;
    forfeited[0].played = Played::Forfeited;
    assert_eq!(places(&forfeited), [1, 1, 1, 4]);
}

#[test]
fn a_round_of_two_games_is_two_rounds() {
    let games = NonZeroU32::MIN.saturating_add(1);
    let entries = [won(1, 1, 2), won(1, 2, 1)];
    let full = Bye { half_points: 4, ..bye(1, 3, ByeKind::PairingAllocated) };
    let codes = ["BH", "WIN", "REP"].map(|code| code.parse().unwrap());
    let standings = Standings::swiss(3, games, &entries, &[full], &codes, &[]);
    let values = |player: u16| {
        let row = standings.rows().iter().find(|row| row.player == id(player)).unwrap();
        row.values.iter().map(|value| value.unwrap().to_string()).collect::<Vec<_>>()
    };
    // The dummy has two points, but no more than two draws: one, twice.
    assert_eq!(values(3), ["2", "2", "2"]);
    assert_eq!(values(1), ["2", "1", "2"]);
}

#[test]
fn swiss_events_have_the_tie_breaks_that_an_independent_program_counts() {
    let reports = [
        ("bbp-1.trf", include_str!("../../../../tests/data/trf/bbp-1.trf")),
        ("gacrux-0.trf", include_str!("../../../../tests/data/trf/gacrux-0.trf")),
        ("gacrux-1.trf", include_str!("../../../../tests/data/trf/gacrux-1.trf")),
        ("random-12.trf", include_str!("../../../../tests/data/trf/random-12.trf")),
        ("random-19.trf", include_str!("../../../../tests/data/trf/random-19.trf")),
        ("random-28.trf", include_str!("../../../../tests/data/trf/random-28.trf")),
        ("random-3.trf", include_str!("../../../../tests/data/trf/random-3.trf")),
        ("random-41.trf", include_str!("../../../../tests/data/trf/random-41.trf")),
        ("random-7.trf", include_str!("../../../../tests/data/trf/random-7.trf")),
    ];
    let recorded = include_str!("../../../../tests/data/trf/gacrux.txt");
    let codes = recorded.lines().nth(1).unwrap().rsplit_once(": ").unwrap().1;
    let codes = codes.split(' ').map(|code| code.parse::<TieBreak>().unwrap()).collect::<Vec<_>>();
    let order = ["BH/C1", "BH", "DE", "WON"].map(|code| code.parse::<TieBreak>().unwrap());
    for (line, (name, report)) in recorded.lines().skip(2).zip(reports) {
        let [file, places, values] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(file, name);
        let document = trf::parse(name, report.as_bytes()).unwrap();
        assert_eq!(document.system(), System::Swiss);
        let counted = document.standings(System::Swiss, &codes).unwrap().standings;
        let ordered = document.standings(System::Swiss, &order).unwrap().standings;
        for (player, (place, values)) in (1..).zip(places.split(' ').zip(values.split(' '))) {
            let row = counted.rows().iter().find(|row| row.player == id(player)).unwrap();
            let ours = row.values.iter().map(|value| value.map_or("0".into(), |value| value.to_string()));
            assert_eq!(ours.collect::<Vec<_>>().join(","), values, "player {player} of {name}");
            let row = ordered.rows().iter().find(|row| row.player == id(player)).unwrap();
            assert_eq!(row.rank.to_string(), place, "player {player} of {name}");
        }
    }
}
