//! Rounds of the built-in system, what a program is asked and answers, and that published rounds stay.

use super::*;
use crate::event::director::{Director, Task};
use crate::event::game::{Ending, Game};
use crate::event::journal::{Entry as Line, PairedBy};
use crate::event::schedule::{Outlook, Schedule};
use crate::event::settings::{
    Acceleration, Format, LateEntry, PairingProgram, PairingSystem, RequestedBye, RoundGames, Settings,
};
use crate::event::table::Again;
use crate::laws::{GameResult, Layer};
use proptest::prelude::*;
use shakmaty::Color;
use std::num::NonZeroU32;
use std::path::Path;

mod asked;
mod recorded;

fn id(number: u16) -> PlayerId {
    PlayerId(number - 1)
}

fn some(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

fn swiss(rounds: u32, games: RoundGames) -> Swiss {
    Swiss {
        rounds: some(rounds),
        games,
        system: PairingSystem::Tcec { seeding_groups: some(2) },
        acceleration: Acceleration::Off,
        forbidden: Vec::new(),
        byes: Vec::new(),
        late: Vec::new(),
    }
}

fn dutch(rounds: u32) -> Swiss {
    let program = PairingProgram { command: "pair".into(), arguments: Vec::new() };
    Swiss { system: PairingSystem::Dutch { program, initial_colour: Color::White }, ..swiss(rounds, RoundGames::One) }
}

/// An event of engines `P1`, `P2`, … with the format.
fn settings(players: usize, swiss: Swiss) -> Settings {
    let engine = |number| {
        format!("[[engines]]\nname = \"P{number}\"\nengine = \"random\"\ndepth = 1\nrating = {}\n", 3000 - number)
    };
    let text = (1..=players).map(engine).collect::<String>();
    let sources = crate::event::sources::fake::Fake::default();
    let mut settings = crate::event::config::read(&text, Path::new("event.toml"), &sources).unwrap();
    settings.format = Format::Swiss(swiss);
    settings
}

/// An event whose games end at once.
struct Played {
    settings: Settings,
    director: Director,
}

impl Played {
    fn new(players: usize, swiss: Swiss) -> Self {
        let settings = settings(players, swiss);
        let schedule = Schedule::new(&settings.format, players, &settings.openings, None);
        Self { director: Director::new(&settings, schedule), settings }
    }

    fn position(&self) -> Position {
        self.director.position(&self.settings).unwrap()
    }

    /// Enters a pairing: `(1, 2)` has player 1 with White, `(3, 0)` gives player 3 the bye.
    fn pair(&mut self, pairs: &[(u16, u16)]) {
        let byes = pairs.iter().filter(|(_, other)| *other == 0).map(|(one, _)| id(*one)).collect::<Vec<_>>();
        let pairs = pairs.iter().filter(|(_, other)| *other > 0).map(|(one, other)| (id(*one), id(*other)));
        let pairing = self.position().propose(&pairs.collect::<Vec<_>>(), &byes).unwrap();
        self.enter(pairing);
    }

    fn enter(&mut self, pairing: Pairing) {
        self.director.replay(&Line::Paired { pairing, by: PairedBy::BuiltIn("test".into()), at: 0 });
    }

    /// Plays the next game; its fixture.
    fn play(&mut self, result: GameResult) -> Fixture {
        let Task::Play(fixture, _) = self.director.next_task() else { panic!("{:?}", self.director.next_task()) };
        self.end(&fixture, result);
        fixture
    }

    fn end(&mut self, fixture: &Fixture, result: GameResult) {
        let ending = Ending {
            result: Some(result),
            ground: None,
            layer: Layer::Law,
            articles: Vec::new(),
            laws: String::new(),
            text: String::new(),
            illegal: None,
            mating: Vec::new(),
        };
        let game = Game {
            fixture: fixture.clone(),
            opening: crate::event::game::Opening::default(),
            plies: Vec::new(),
            ending,
            started: 0,
            ended: 0,
            final_fen: String::new(),
            notes: Vec::new(),
            host: None,
        };
        self.director.finished(&game, Again::No, &[]);
    }

    /// Half points, by player.
    fn points(&self) -> Vec<u32> {
        let (standings, _) = self.director.standings(&self.settings);
        let mut rows = standings.rows().iter().map(|row| (row.player, row.half_points)).collect::<Vec<_>>();
        rows.sort_unstable();
        rows.into_iter().map(|(_, half_points)| half_points).collect()
    }

    fn question(&self) -> String {
        exchange::question(&self.position(), &self.settings).unwrap()
    }
}

use GameResult::{BlackWins, Draw, WhiteWins};

#[test]
fn a_round_is_paired_when_the_one_before_is_complete() {
    let mut event = Played::new(4, dutch(3));
    assert_eq!(event.director.next_task(), Task::Pair(1));
    assert_eq!(event.director.schedule().total(), 6);
    event.pair(&[(1, 3), (4, 2)]);
    let Task::Play(first, 0) = event.director.next_task() else { panic!() };
    let second = event.play(Draw);
    assert_eq!((second.number, second.round, second.white, second.black), (GameNumber(2), 1, id(4), id(2)));
    assert_eq!((event.director.next_task(), event.director.to_pair()), (Task::Wait, None));
    event.end(&first, WhiteWins);
    assert_eq!(event.director.next_task(), Task::Pair(2));
    assert!(event.director.has_more() && !event.director.is_complete());
    event.pair(&[(2, 1), (3, 4)]);
    assert_eq!(event.play(Draw).number, GameNumber(3));
    event.play(Draw);
    event.pair(&[(1, 4), (2, 3)]);
    event.play(Draw);
    event.play(Draw);
    assert_eq!(event.director.next_task(), Task::Done);
    assert!(event.director.is_complete() && !event.director.has_more());
    assert_eq!(event.points(), [4, 3, 2, 3]);
}

#[test]
fn a_published_pairing_stays_whatever_is_decided_later_and_the_next_one_sees_it() {
    let mut event = Played::new(4, swiss(3, RoundGames::One));
    event.pair(&[(1, 2), (3, 4)]);
    event.play(WhiteWins);
    event.play(WhiteWins);
    event.pair(&[(3, 1), (4, 2)]);
    let published = event.director.schedule().pairings().to_vec();
    // Game 1 was Black's after all; and somebody pairs the round a second time.
    event.director.decided(GameNumber(1), BlackWins);
    let other = Pairing { round: 2, pairs: vec![(id(1), id(4)), (id(2), id(3))], byes: Vec::new() };
    event.enter(other.clone());
    event.enter(Pairing { round: 1, ..other.clone() });
    event.enter(Pairing { round: 3, ..other });
    assert_eq!(event.director.schedule().pairings()[..2], published[..]);
    let position = event.position();
    assert_eq!([1, 2, 3, 4].map(|number| position.points(id(number))), [0, 2, 2, 0]);
}

#[test]
fn a_resumed_event_takes_its_rounds_from_the_journal_and_plays_what_is_missing() {
    let mut event = Played::new(4, swiss(2, RoundGames::Two));
    let pairing = tcec::pair(&event.position(), some(2)).unwrap();
    event.enter(pairing.clone());
    let begun = (1..=2).map(|_| event.play(WhiteWins)).collect::<Vec<_>>();
    let Task::Play(broken, 0) = event.director.next_task() else { panic!() };

    let mut resumed = Played::new(4, swiss(2, RoundGames::Two));
    resumed.enter(pairing.clone());
    for fixture in begun.iter().chain([&broken]) {
        resumed.director.replay(&Line::Begun { number: fixture.number, earlier: 0 });
    }
    for fixture in &begun {
        resumed.end(fixture, WhiteWins);
    }
    resumed.director.resume();
    assert_eq!(resumed.director.schedule().pairings(), [pairing]);
    assert_eq!(resumed.director.next_task(), Task::Play(broken, 0));
    resumed.play(Draw);
    assert_eq!(resumed.director.next_task(), Task::Wait);
}

#[test]
fn who_enters_later_is_absent_until_then_and_paired_from_then_on() {
    let late = vec![LateEntry { player: id(2), from: 2 }];
    let mut event = Played::new(5, Swiss { late, ..dutch(3) });
    assert_eq!(event.position().absent(), [(id(2), ByeKind::Zero)]);
    event.pair(&[(1, 4), (3, 5)]);
    event.play(WhiteWins);
    event.play(WhiteWins);
    assert_eq!(event.position().absent(), []);
    assert_eq!(event.points(), [2, 0, 2, 0, 0]);
    let question = event.question();
    let line = question.lines().find(|line| line.starts_with("001    2")).unwrap();
    assert_eq!(line[91..].trim_end(), "0000 - Z");
    event.pair(&[(3, 1), (2, 4), (5, 0)]);
    assert_eq!(event.points(), [2, 0, 2, 0, 2]);
}

#[test]
fn who_leaves_in_a_round_forfeits_the_games_that_are_left_and_is_in_no_later_round() {
    let mut event = Played::new(4, swiss(3, RoundGames::Two));
    event.pair(&[(1, 2), (3, 4)]);
    event.play(WhiteWins);
    event.director.withdraw(id(2));
    // Game 2 is not played any more.
    assert_eq!(event.play(Draw).number, GameNumber(3));
    event.play(Draw);
    assert_eq!(event.director.next_task(), Task::Pair(2));
    assert_eq!(event.points(), [4, 0, 2, 2]);
    let position = event.position();
    assert_eq!(position.absent(), [(id(2), ByeKind::Zero)]);
    // One game of the two was played.
    let met = Cell::Met { opponent: id(2), colour: Color::White, own: 4, theirs: 0, played: true };
    assert_eq!(position.cells(id(1)), [met]);
    let pairing = tcec::pair(&position, some(1)).unwrap();
    assert_eq!(pairing.pairs, [(id(3), id(1))]);
    assert_eq!(pairing.byes, [(id(2), ByeKind::Zero), (id(4), ByeKind::PairingAllocated)]);
    event.enter(pairing);
    assert_eq!(event.points(), [4, 0, 2, 6]);
}

#[test]
fn two_who_were_paired_and_did_not_play_may_meet_later() {
    let mut event = Played::new(4, dutch(3));
    event.pair(&[(1, 2), (3, 4)]);
    event.director.withdraw(id(2));
    event.play(Draw);
    let position = event.position();
    assert!(!position.have_met(id(1), id(2), 0) && position.have_met(id(3), id(4), 0));
    let question = event.question();
    let cell = |number: usize| {
        let line = question.lines().filter(|line| line.starts_with("001")).nth(number - 1).unwrap();
        line[91..].trim_end().to_owned()
    };
    assert_eq!((cell(1), cell(2), cell(3)), ("   2 w +".into(), "   1 b -  0000 - Z".into(), "   4 w =".into()));
}

#[test]
fn openings_go_by_the_policy_and_the_games_of_two_make_pairs() {
    use crate::event::settings::OpeningPolicy::{Default, Encounter, Round};
    for (policy, games, expected) in [
        (Default, RoundGames::Two, [0, 0, 1, 1, 2, 2, 3, 3]),
        (Encounter, RoundGames::Two, [0, 0, 1, 1, 2, 2, 3, 3]),
        (Round, RoundGames::Two, [0, 0, 0, 0, 1, 1, 1, 1]),
        (Default, RoundGames::One, [0, 1, 2, 3, 4, 0, 1, 2]),
    ] {
        let swiss = swiss(4, games);
        let mut settings = settings(4, swiss.clone());
        settings.openings.policy = policy;
        settings.openings.repeat = some(games.count());
        let mut schedule = Schedule::new(&settings.format, 4, &settings.openings, Some(5));
        for round in 1..=4 {
            assert_eq!(schedule.extend(&|_| None), Outlook::Unpaired(round));
            let other = if round == 1 { 2 } else { 1 + u16::try_from(round).unwrap() };
            let rest = [2, 3, 4].into_iter().filter(|number| *number != other).map(id).collect::<Vec<_>>();
            let pairs = if other > 4 {
                vec![(id(1), id(2)), (id(3), id(4))]
            } else {
                vec![(id(1), id(other)), (rest[0], rest[1])]
            };
            schedule.pair(&Pairing { round, pairs, byes: Vec::new() });
        }
        assert_eq!(schedule.extend(&|_| None), Outlook::Complete);
        let fixtures = schedule.fixtures().take(8).collect::<Vec<_>>();
        assert_eq!(fixtures.iter().map(|fixture| fixture.opening).collect::<Vec<_>>(), expected, "{policy:?}");
        if games == RoundGames::Two {
            let pairs = fixtures.iter().map(|fixture| (fixture.pair, fixture.game));
            assert_eq!(pairs.collect::<Vec<_>>()[2..4], [(Some(1), 1), (Some(1), 2)]);
            assert!(fixtures.chunks(2).all(|two| two[0].white == two[1].black));
        }
    }
}

#[test]
fn the_tcec_system_pairs_groups_then_neighbours_and_the_lowest_pair_first() {
    let mut event = Played::new(6, swiss(3, RoundGames::Two));
    let first = tcec::pair(&event.position(), some(2)).unwrap();
    // 1-4, 2-5, 3-6; the upper of two has Black first.
    assert_eq!(first.pairs, [(id(6), id(3)), (id(5), id(2)), (id(4), id(1))]);
    event.enter(first);
    for result in [BlackWins, WhiteWins, BlackWins, WhiteWins, Draw, Draw] {
        event.play(result);
    }
    // 3 and 2 have 2 points, 1 and 4 have 1; 1 comes before 4, and they have met.
    let second = tcec::pair(&event.position(), some(2)).unwrap();
    assert_eq!(second.pairs, [(id(6), id(4)), (id(5), id(1)), (id(3), id(2))]);
}

#[test]
fn the_bye_goes_to_the_last_who_has_had_the_fewest() {
    let mut event = Played::new(3, swiss(3, RoundGames::One));
    let mut byes = Vec::new();
    while let Task::Pair(_) = event.director.next_task() {
        let pairing = tcec::pair(&event.position(), some(1)).unwrap();
        byes.extend(pairing.byes.clone());
        event.enter(pairing);
        event.play(WhiteWins);
    }
    let mut players = byes.iter().map(|(player, _)| *player).collect::<Vec<_>>();
    assert_eq!(players[0], id(3));
    players.sort_unstable();
    assert_eq!(players, [id(1), id(2), id(3)]);
}

#[test]
fn where_all_have_met_the_first_rounds_are_forgotten() {
    let mut event = Played::new(4, swiss(3, RoundGames::Two));
    for pairs in [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]] {
        event.pair(&pairs);
        for _ in 0..4 {
            event.play(Draw);
        }
    }
    let pairing = tcec::pair(&event.position(), some(1)).unwrap();
    assert_eq!(pairing.pairs, [(id(4), id(3)), (id(2), id(1))]);
}

#[test]
fn where_too_much_is_forbidden_there_is_no_pairing_and_it_is_said() {
    let forbidden = vec![vec![id(1), id(2), id(3)]];
    let event = Played::new(4, Swiss { forbidden, ..swiss(1, RoundGames::One) });
    let none = tcec::pair(&event.position(), some(1)).unwrap_err();
    let text = "round 1: expected players who may still meet, got none for some of the 4 to be paired";
    assert_eq!(none.to_string(), text);
}

#[test]
fn three_hundred_players_are_paired_in_many_rounds_without_a_dead_end() {
    let mut event = Played::new(301, swiss(9, RoundGames::One));
    let mut seed = 1_u32;
    while let Task::Pair(_) = event.director.next_task() {
        let position = event.position();
        let pairing = tcec::pair(&position, some(2)).unwrap();
        let byes = pairing.byes.iter().map(|(player, _)| *player).collect::<Vec<_>>();
        assert_eq!(position.propose(&pairing.pairs, &byes), Ok(pairing.clone()));
        let games = pairing.pairs.len();
        event.enter(pairing);
        for _ in 0..games {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            event.play([WhiteWins, Draw, BlackWins][usize::try_from(seed >> 24).unwrap() % 3]);
        }
    }
    assert_eq!(event.director.schedule().pairings().len(), 9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn random_events_are_paired_to_their_end(
        players in 2usize..14,
        rounds in 1u32..8,
        two in any::<bool>(),
        baku in any::<bool>(),
        bye in (1u16..14, 1u32..8),
        late in (1u16..14, 2u32..8),
        leaves in (1u16..14, 1usize..40),
        forbidden in proptest::collection::vec((1u16..14, 1u16..14), 0..2),
        results in proptest::collection::vec(0usize..3, 120),
    ) {
        let within = |number: u16| id(1 + (number - 1) % u16::try_from(players).unwrap());
        let games = if two { RoundGames::Two } else { RoundGames::One };
        let pairs = forbidden.iter().map(|(one, other)| vec![within(*one), within(*other)]);
        let mut event = Played::new(players, Swiss {
            acceleration: if baku { Acceleration::Baku } else { Acceleration::Off },
            byes: vec![RequestedBye { player: within(bye.0), kind: ByeKind::Half, rounds: vec![bye.1] }],
            late: vec![LateEntry { player: within(late.0), from: late.1 }],
            forbidden: pairs.filter(|pair| pair[0] != pair[1]).collect(),
            ..swiss(rounds, games)
        });
        let mut played = 0;
        loop {
            match event.director.next_task() {
                Task::Pair(round) => {
                    let position = event.position();
                    let Ok(pairing) = tcec::pair(&position, some(2)) else {
                        // So few are there that the forbidden pair is all that is left.
                        prop_assert!(position.present().len() <= 4 && !position.swiss().forbidden.is_empty());
                        return Ok(());
                    };
                    prop_assert_eq!(pairing.round, round);
                    let given = pairing.byes.iter().filter(|(_, kind)| *kind == ByeKind::PairingAllocated);
                    let given = given.map(|(player, _)| *player).collect::<Vec<_>>();
                    prop_assert_eq!(position.by_hand(&pairing.pairs, &given), Ok(pairing.clone()));
                    prop_assert!(pairing.pairs.iter().all(|(one, other)| !position.is_forbidden(*one, *other)));
                    event.enter(pairing);
                }
                Task::Play(fixture, _) => {
                    event.end(&fixture, [WhiteWins, Draw, BlackWins][results[played % results.len()]]);
                    played += 1;
                    if played == leaves.1 {
                        event.director.withdraw(within(leaves.0));
                    }
                }
                Task::Wait => prop_assert!(false, "nothing is in play"),
                Task::Done => break,
            }
        }
        prop_assert!(event.director.is_complete());
        prop_assert_eq!(event.director.schedule().pairings().len(), usize::try_from(rounds).unwrap());
        // Points are those of games and byes, and nobody has them from both.
        let all = event.director.schedule().pairings().iter().map(|pairing| {
            prop_assert_eq!(2 * pairing.pairs.len() + pairing.byes.len(), players);
            Ok(())
        });
        all.collect::<Result<Vec<_>, _>>()?;
    }
}
