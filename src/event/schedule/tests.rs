//! Schedules against recorded ones, against the FIDE tables, and against what a schedule has to be.

use super::*;
use crate::event::settings::{Colours, Meetings, OpeningOrder, OpeningPolicy, OpeningSource, Order, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroU32, NonZeroUsize};

fn nz(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

fn openings(repeat: u32, policy: OpeningPolicy) -> Openings {
    Openings {
        source: OpeningSource::Start,
        order: OpeningOrder::Sequential,
        plies: None,
        start: nz(1),
        repeat: nz(repeat),
        policy,
        variant: Variant::Standard,
    }
}

fn meetings(rounds: u32, games: u32, order: Order, colours: Colours) -> Meetings {
    Meetings { rounds: nz(rounds), games: nz(games), order, colours }
}

fn robin(players: usize, rounds: u32, games: u32, colours: Colours) -> Schedule {
    let format = Format::RoundRobin(meetings(rounds, games, Order::Berger, colours));
    Schedule::new(&format, players, &openings(1, OpeningPolicy::Default), Some(100))
}

fn pairings(schedule: &Schedule) -> Vec<(u32, u16, u16)> {
    schedule.fixtures().map(|f| (f.round, f.white.0 + 1, f.black.0 + 1)).collect()
}

#[test]
fn recorded_schedules_of_other_programs_come_out() {
    let recorded = include_str!("../../../tests/data/schedules/recorded.txt");
    let mut seen = 0;
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let (head, cells) = line.split_once(": ").unwrap();
        let [program, format, players, rounds, games, repeat, policy, colours] =
            head.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let number = |text: &str| text.parse::<u32>().unwrap();
        let order = if program == "cutechess" { Order::Cutechess } else { Order::Fastchess };
        let colours = match colours {
            "swapped" => Colours::Swapped,
            "fixed" => Colours::Fixed,
            _ => Colours::Reversed,
        };
        let meetings = meetings(number(rounds), number(games), order, colours);
        let gauntlet = |seeds| Format::Gauntlet { seeds: NonZeroUsize::new(seeds).unwrap(), meetings };
        let format = match format {
            "round-robin" => Format::RoundRobin(meetings),
            "gauntlet-1" => gauntlet(1),
            "gauntlet-2" => gauntlet(2),
            _ => Format::Ladder(meetings),
        };
        let policy = match policy {
            "default" => OpeningPolicy::Default,
            "encounter" => OpeningPolicy::Encounter,
            _ => OpeningPolicy::Round,
        };
        let players = usize::try_from(number(players)).unwrap();
        let schedule = Schedule::new(&format, players, &openings(number(repeat), policy), Some(8));
        let with_opening = cells.contains('@');
        let cell = |f: Fixture| {
            let opening = if with_opening { format!("@{}", f.opening) } else { String::new() };
            format!("{}:{}-{}{opening}", f.round, f.white.0 + 1, f.black.0 + 1)
        };
        let ours = schedule.fixtures().map(cell).collect::<Vec<_>>().join(" ");
        assert_eq!(ours, cells, "{head}");
        seen += 1;
    }
    assert!(seen > 90, "{seen}");
}

#[test]
fn berger_tables_are_those_of_the_handbook() {
    let six = "1-6 2-5 3-4 6-4 5-3 1-2 2-6 3-1 4-5 6-5 1-4 2-3 3-6 4-2 5-1";
    let eight = "1-8 2-7 3-6 4-5 8-5 6-4 7-3 1-2 2-8 3-1 4-7 5-6 8-6 7-5 1-4 2-3 3-8 4-2 5-1 6-7 8-7 1-6 2-5 3-4 4-8 5-3 6-2 7-1";
    let text = |players| {
        let schedule = robin(players, 1, 1, Colours::Swapped);
        pairings(&schedule).iter().map(|(_, w, b)| format!("{w}-{b}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text(6), six);
    assert_eq!(text(8), eight);
    // Five players: number six is the bye.
    assert_eq!(text(5), "2-5 3-4 5-3 1-2 3-1 4-5 1-4 2-3 4-2 5-1");
}

#[test]
fn everybody_meets_everybody_as_often_and_never_twice_in_a_round() {
    for players in 2..=11_u16 {
        for order in [Order::Berger, Order::Cutechess] {
            let format = Format::RoundRobin(meetings(2, 1, order, Colours::Swapped));
            let schedule = Schedule::new(&format, players.into(), &openings(1, OpeningPolicy::Default), None);
            let mut met = BTreeMap::new();
            let mut in_round = BTreeSet::new();
            for fixture in schedule.fixtures() {
                *met.entry((fixture.white, fixture.black)).or_insert(0) += 1;
                assert!(
                    in_round.insert((fixture.round, fixture.white)) && in_round.insert((fixture.round, fixture.black))
                );
            }
            assert_eq!(met.len(), usize::from(players) * usize::from(players - 1), "{players} {order:?}");
            assert!(met.values().all(|count| *count == 1));
        }
    }
}

/// The longest run of one colour that any player has, and the greatest difference between its Whites and Blacks.
fn colours(schedule: &Schedule) -> (usize, i32) {
    let mut games: BTreeMap<PlayerId, Vec<bool>> = BTreeMap::new();
    for fixture in schedule.fixtures() {
        games.entry(fixture.white).or_default().push(true);
        games.entry(fixture.black).or_default().push(false);
    }
    let run = |colours: &Vec<bool>| colours.chunk_by(|a, b| a == b).map(<[bool]>::len).max().unwrap_or(0);
    let lean = |colours: &Vec<bool>| colours.iter().map(|white| if *white { 1_i32 } else { -1 }).sum::<i32>().abs();
    (games.values().map(run).max().unwrap_or(0), games.values().map(lean).max().unwrap_or(0))
}

#[test]
fn nobody_has_three_games_of_one_colour_in_a_row_in_berger_tables() {
    for players in 3..=14 {
        for rounds in 1..=5 {
            for games in 1..=4 {
                for side in [Colours::Swapped, Colours::Reversed] {
                    let (run, lean) = colours(&robin(players, rounds, games, side));
                    assert!(run <= 2, "{players} players, {rounds} rounds of {games}: {run} in a row");
                    assert!(lean <= 1, "{players} players, {rounds} rounds of {games}: {lean}");
                }
            }
        }
    }
}

#[test]
fn gauntlets_and_ladders_change_colours_from_game_to_game() {
    let draws = openings(1, OpeningPolicy::Default);
    for players in 2..=9_usize {
        for seeds in 1..players {
            let meetings = meetings(2, 1, Order::Berger, Colours::Swapped);
            let format = Format::Gauntlet { seeds: NonZeroUsize::new(seeds).unwrap(), meetings };
            let schedule = Schedule::new(&format, players, &draws, None);
            let (_, lean) = colours(&schedule);
            assert_eq!(lean, 0, "{players} {seeds}");
            let met = schedule.fixtures().map(|f| (f.white, f.black)).collect::<BTreeSet<_>>();
            assert_eq!(met.len(), 2 * seeds * (players - seeds));
            let round =
                schedule.fixtures().map(|f| (f.round, f.white)).chain(schedule.fixtures().map(|f| (f.round, f.black)));
            assert_eq!(round.collect::<BTreeSet<_>>().len(), 4 * seeds * (players - seeds), "once a round");
        }
        let format = Format::Ladder(meetings(1, 1, Order::Berger, Colours::Swapped));
        let (run, lean) = colours(&Schedule::new(&format, players, &draws, None));
        assert!(run <= 2 && lean <= 1, "{players}: {run} {lean}");
    }
}

#[test]
fn a_million_games_are_computed_not_held() {
    let format = Format::RoundRobin(meetings(1_000_000, 2, Order::Berger, Colours::Swapped));
    let schedule = Schedule::new(&format, 2, &openings(2, OpeningPolicy::Default), Some(34_700));
    assert_eq!(schedule.total(), 2_000_000);
    let last = schedule.fixture(GameNumber(2_000_000)).unwrap();
    assert_eq!((last.round, last.game, last.white.0, last.pair), (1_000_000, 2, 1, Some(999_999)));
    assert_eq!(last.opening, 999_999 % 34_700);
    assert_eq!(schedule.fixture(GameNumber(2_000_001)), None);
    assert_eq!(schedule.fixture(GameNumber(0)), None);
    let endless = Format::Ladder(meetings(u32::MAX, u32::MAX, Order::Berger, Colours::Swapped));
    let schedule = Schedule::new(&endless, 70_000, &openings(1, OpeningPolicy::Default), None);
    assert_eq!(schedule.total(), u32::MAX);
    assert!(schedule.fixture(GameNumber(u32::MAX)).is_some());
}

#[test]
fn fewer_than_two_players_have_no_fixtures() {
    for players in [0, 1] {
        let draws = openings(1, OpeningPolicy::Default);
        assert_eq!(robin(players, 3, 2, Colours::Swapped).total(), 0);
        let mut knockout = Schedule::new(&Format::Knockout { games: nz(2), extra_pairs: None }, players, &draws, None);
        assert_eq!((knockout.total(), knockout.extend(&|_| None)), (0, Outlook::Complete));
    }
}

#[test]
fn a_pair_is_two_games_with_one_opening_and_changed_colours() {
    let pairs = |games, repeat, colours, count| {
        let format = Format::RoundRobin(meetings(2, games, Order::Berger, colours));
        let schedule = Schedule::new(&format, 3, &openings(repeat, OpeningPolicy::Default), count);
        schedule.fixtures().take(6).map(|f| f.pair).collect::<Vec<_>>()
    };
    let some = |list: [u32; 6]| list.map(Some).to_vec();
    assert_eq!(pairs(2, 2, Colours::Swapped, None), some([0, 0, 1, 1, 2, 2]));
    assert_eq!(pairs(3, 2, Colours::Swapped, None), [Some(0), Some(0), None, Some(2), Some(2), None]);
    assert_eq!(pairs(2, 1, Colours::Swapped, None), [None; 6], "an opening a game");
    assert_eq!(pairs(2, 1, Colours::Swapped, Some(1)), some([0, 0, 1, 1, 2, 2]), "there is but one opening");
    assert_eq!(pairs(2, 2, Colours::Fixed, None), [None; 6], "colours do not change");
    // Two players with one game an encounter: the opening is shared by two encounters.
    let format = Format::RoundRobin(meetings(5, 1, Order::Cutechess, Colours::Swapped));
    let schedule = Schedule::new(&format, 2, &openings(2, OpeningPolicy::Default), None);
    let pairs = schedule.fixtures().map(|f| (f.opening, f.pair)).collect::<Vec<_>>();
    assert_eq!(pairs, [(0, Some(0)), (0, Some(0)), (1, Some(1)), (1, Some(1)), (2, None)]);
}

#[test]
fn openings_come_in_order_and_begin_again_at_the_end() {
    let from = openings(1, OpeningPolicy::Default);
    let format = Format::RoundRobin(meetings(4, 1, Order::Berger, Colours::Swapped));
    let places = |count| {
        let schedule = Schedule::new(&format, 2, &from, count);
        schedule.fixtures().map(|f| f.opening).collect::<Vec<_>>()
    };
    assert_eq!(places(Some(3)), [0, 1, 2, 0]);
    assert_eq!(places(None), [0, 1, 2, 3]);
    assert_eq!(places(Some(0)), [0, 1, 2, 3], "an empty list is the business of who reads it");
}

mod knockouts {
    use super::*;

    fn knockout(players: usize, games: u32, extra: Option<u32>) -> Schedule {
        let format = Format::Knockout { games: nz(games), extra_pairs: extra.map(nz) };
        Schedule::new(&format, players, &openings(2, OpeningPolicy::Default), Some(100))
    }

    /// Plays an event to its end; the results are a function of the fixture.
    fn play(mut schedule: Schedule, result: impl Fn(&Fixture) -> GameResult) -> Schedule {
        let mut known: BTreeMap<GameNumber, GameResult> = BTreeMap::new();
        while schedule.extend(&|number| known.get(&number).copied()) != Outlook::Complete {
            let new = schedule.fixtures().filter(|f| !known.contains_key(&f.number)).collect::<Vec<_>>();
            assert!(!new.is_empty());
            known.extend(new.iter().map(|f| (f.number, result(f))));
        }
        schedule
    }

    fn stronger_wins(fixture: &Fixture) -> GameResult {
        if fixture.white < fixture.black { GameResult::WhiteWins } else { GameResult::BlackWins }
    }

    fn encounters(schedule: &Schedule) -> Vec<Vec<(u16, Option<u16>)>> {
        let two = |e: &Encounter| (e.higher.0 + 1, e.lower.map(|lower| lower.0 + 1));
        schedule.bracket().iter().map(|round| round.iter().map(two).collect()).collect()
    }

    #[test]
    fn the_bracket_keeps_the_top_seeds_apart_and_gives_them_the_byes() {
        let schedule = play(knockout(8, 2, None), stronger_wins);
        let all = |list: &[(u16, u16)]| list.iter().map(|(a, b)| (*a, Some(*b))).collect::<Vec<_>>();
        assert_eq!(
            encounters(&schedule),
            [all(&[(1, 8), (4, 5), (2, 7), (3, 6)]), all(&[(1, 4), (2, 3)]), all(&[(1, 2)])]
        );
        let schedule = play(knockout(5, 2, None), stronger_wins);
        assert_eq!(
            encounters(&schedule),
            [vec![(1, None), (4, Some(5)), (2, None), (3, None)], all(&[(1, 4), (2, 3)]), all(&[(1, 2)])]
        );
        assert_eq!(schedule.bracket().last().unwrap()[0].winner, Some(PlayerId(0)));
    }

    #[test]
    fn an_encounter_stops_when_it_is_decided() {
        // Two wins of two decide the first two games of four only if the third is won too.
        let schedule = play(knockout(2, 4, None), stronger_wins);
        assert_eq!(schedule.known(), 3);
        assert_eq!(schedule.total(), 4);
        let schedule =
            play(knockout(2, 4, None), |f| if f.game == 1 { GameResult::WhiteWins } else { GameResult::Draw });
        assert_eq!(schedule.known(), 4);
        assert_eq!(schedule.bracket()[0][0].half_points, (5, 3));
    }

    #[test]
    fn after_a_tie_further_pairs_are_played_with_a_new_opening_each() {
        let schedule = play(knockout(2, 2, None), |f| if f.game < 7 { GameResult::Draw } else { stronger_wins(f) });
        let games = schedule.fixtures().map(|f| (f.white.0, f.opening, f.pair)).collect::<Vec<_>>();
        let pair = |n| [(0, n, Some(n)), (1, n, Some(n))];
        assert_eq!(games, [pair(0), pair(1), pair(2), pair(3)].concat());
    }

    #[test]
    fn after_the_last_further_pair_the_higher_seed_goes_on() {
        let schedule = play(knockout(4, 2, Some(1)), |_| GameResult::Draw);
        assert_eq!(schedule.known(), 12);
        assert_eq!(schedule.bracket()[1][0].winner, Some(PlayerId(0)));
    }

    #[test]
    fn two_who_both_lose_do_not_go_on_for_ever() {
        let schedule = play(knockout(2, 2, None), |_| GameResult::BothLose);
        assert_eq!((schedule.known(), schedule.bracket()[0][0].winner), (4, Some(PlayerId(0))));
    }

    #[test]
    fn the_schedule_does_not_depend_on_when_results_come() {
        let mixed = |f: &Fixture| (f.number.0 ^ u32::from(f.white.0) << 8).wrapping_mul(2_654_435_761) >> 16;
        let result = |f: &Fixture| match mixed(f) % 3 {
            0 => GameResult::WhiteWins,
            1 => GameResult::Draw,
            _ => GameResult::BlackWins,
        };
        let at_once = play(knockout(11, 2, None), result);
        // One result at a time, the latest game first.
        let mut slowly = knockout(11, 2, None);
        let mut known: BTreeMap<GameNumber, GameResult> = BTreeMap::new();
        let mut earlier: Vec<Fixture> = Vec::new();
        while slowly.extend(&|number| known.get(&number).copied()) != Outlook::Complete {
            let fixtures = slowly.fixtures().collect::<Vec<_>>();
            assert_eq!(fixtures[..earlier.len()], earlier, "what is there stays");
            let next = fixtures.iter().rev().find(|f| !known.contains_key(&f.number)).unwrap();
            known.insert(next.number, result(next));
            earlier = fixtures;
        }
        assert_eq!(slowly.fixtures().collect::<Vec<_>>(), at_once.fixtures().collect::<Vec<_>>());
        // Resumed from its results alone.
        let mut resumed = knockout(11, 2, None);
        assert_eq!(resumed.extend(&|number| known.get(&number).copied()), Outlook::Complete);
        assert_eq!(resumed.bracket(), at_once.bracket());
    }

    #[test]
    fn nothing_is_added_before_all_results_are_there() {
        let mut schedule = knockout(4, 2, None);
        assert_eq!(schedule.known(), 4);
        let outlook = schedule.extend(&|number| (number.0 != 3).then_some(GameResult::WhiteWins));
        assert_eq!((outlook, schedule.known()), (Outlook::Waiting(GameNumber(3)), 4));
    }
}
