//! Standings against an independent program's, and the rules that it has no word for.

use super::*;
use crate::event::game::Fixture;
use crate::event::settings::GameNumber;
use std::collections::HashMap;

fn id(place: u16) -> PlayerId {
    PlayerId(place - 1)
}

fn entry(round: u32, white: u16, black: u16, result: GameResult) -> Entry {
    Entry { round, white: id(white), black: id(black), result, played: Played::Soundly }
}

#[test]
fn tie_breaks_of_random_round_robins_are_those_of_an_independent_program() {
    let recorded = include_str!("../../../tests/data/standings/tie-breaks.txt");
    let codes = ["SB", "KS", "BH", "BH/C1", "PS", "ARO", "WON", "BPG", "BWG"].map(|code| code.parse().unwrap());
    let order = ["DE", "SB", "KS"].map(|code| code.parse().unwrap());
    let mut seen = 0;
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let [players, ratings, games, places, values] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        let players = players.parse::<usize>().unwrap();
        let ratings = ratings.split(' ').map(|rating| rating.parse().ok()).collect::<Vec<_>>();
        let game = |cell: &str| {
            let (round, rest) = cell.split_once(':').unwrap();
            let (pair, points) = rest.split_once('=').unwrap();
            let (white, black) = pair.split_once('-').unwrap();
            let result = match &points[..1] {
                "0" => GameResult::BlackWins,
                "1" => GameResult::Draw,
                _ => GameResult::WhiteWins,
            };
            let played = if points.ends_with('f') { Played::Forfeited } else { Played::Soundly };
            let entry = entry(round.parse().unwrap(), white.parse().unwrap(), black.parse().unwrap(), result);
            Entry { played, ..entry }
        };
        let entries = games.split(' ').map(game).collect::<Vec<_>>();
        let standings = Standings::new(players, &entries, &[], &codes, &ratings);
        for (place, wanted) in values.split(' ').enumerate() {
            let row = standings.rows().iter().find(|row| usize::from(row.player.0) == place).unwrap();
            let ours = row.values.iter().map(|value| value.map_or("0".into(), |value| value.to_string()));
            assert_eq!(ours.collect::<Vec<_>>().join(","), wanted, "player {} of {line}", place + 1);
        }
        let standings = Standings::new(players, &entries, &[], &order, &ratings);
        let mut places = places.split(' ').map(|place| id(place.parse().unwrap())).collect::<Vec<_>>();
        for group in standings.rows().chunk_by(|one, other| one.rank == other.rank) {
            let mut theirs = places.drain(..group.len()).collect::<Vec<_>>();
            let mut ours = group.iter().map(|row| row.player).collect::<Vec<_>>();
            theirs.sort_unstable();
            ours.sort_unstable();
            assert_eq!(ours, theirs, "{line}");
        }
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn direct_encounter_waits_until_all_tied_players_have_met() {
    use GameResult::{BlackWins, WhiteWins};
    let de = [TieBreak::DirectEncounter];
    // One and two have a point each; two has beaten one.
    let met = [entry(1, 1, 2, BlackWins), entry(2, 1, 3, WhiteWins)];
    let standings = Standings::new(3, &met, &[], &de, &[]);
    let places = standings.rows().iter().map(|row| (row.player, row.rank)).collect::<Vec<_>>();
    assert_eq!(places, [(id(2), 1), (id(1), 2), (id(3), 3)]);
    // One and two have not met.
    let apart = [entry(1, 1, 3, WhiteWins), entry(2, 2, 3, WhiteWins)];
    let standings = Standings::new(3, &apart, &[], &de, &[]);
    assert_eq!(standings.rows().iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 1, 3]);
    assert!(standings.rows().iter().all(|row| row.values == [None]));
}

#[test]
fn scores_of_nothing_and_of_a_half_count_as_they_are() {
    let entries = [entry(1, 1, 2, GameResult::BothLose), entry(2, 2, 1, GameResult::HalfZero)];
    let standings = Standings::new(2, &entries, &[], &[TieBreak::Wins], &[]);
    let rows = standings.rows().iter().map(|row| (row.player, row.half_points)).collect::<Vec<_>>();
    assert_eq!(rows, [(id(2), 1), (id(1), 0)]);
    assert_eq!(standings.rows()[0].white, Tally { wins: 0, draws: 1, losses: 0 });
    assert_eq!(standings.rows()[1].black, Tally { wins: 0, draws: 0, losses: 1 });
}

#[test]
fn fewest_faults_is_a_tie_break_of_the_event() {
    let failed = Entry { played: Played::UntilFailure, ..entry(1, 1, 3, GameResult::BlackWins) };
    let entries = [failed, entry(2, 2, 3, GameResult::BlackWins)];
    let standings = Standings::new(3, &entries, &[], &["fewest-faults".parse().unwrap()], &[]);
    let places = standings.rows().iter().map(|row| (row.player, row.rank, row.faults)).collect::<Vec<_>>();
    assert_eq!(places, [(id(3), 1, 0), (id(2), 2, 0), (id(1), 3, 1)]);
}

#[test]
fn an_unknown_tie_break_is_named_with_those_there_are() {
    let error = "r-mobility".parse::<TieBreak>().unwrap_err().to_string();
    assert!(
        error.starts_with("tie-break: expected one of DE, SB, ") && error.ends_with("got \"r-mobility\""),
        "{error}"
    );
}

#[test]
fn the_table_shows_who_beat_whom() {
    use GameResult::{BlackWins, Draw, WhiteWins};
    let entries =
        [entry(1, 1, 2, WhiteWins), entry(2, 2, 1, Draw), entry(3, 2, 3, WhiteWins), entry(4, 1, 3, BlackWins)];
    let standings = Standings::new(3, &entries, &[], &[TieBreak::SonnebornBerger(Cut::Nothing)], &[]);
    let names = ["Ann", "Bob", "Ömer"].map(str::to_owned);
    let wanted = "\
Rank Name  Points Games     +     =     -       SB  1  2  3
   1 Ann      1.5     3     1     1     1     2.25  * 1=  0
   2 Bob      1.5     3     1     1     1     1.75 0=  *  1
   3 Ömer       1     2     1     0     1      1.5  1  0  *
";
    assert_eq!(standings.text(&names), wanted);
    assert_eq!(standings.cell(id(1), id(2)), [2, 1]);
}

mod withdrawals {
    use super::*;

    /// A double round robin of three: one meets two, one meets three, two meets three, and back.
    fn fixtures() -> Vec<Fixture> {
        let pairs = [(1, 2), (1, 3), (2, 3), (2, 1), (3, 1), (3, 2)];
        let fixture = |(number, (white, black)): (u32, (u16, u16))| Fixture {
            number: GameNumber(number),
            round: number,
            game: 1,
            white: id(white),
            black: id(black),
            opening: 0,
            pair: None,
        };
        (1..).zip(pairs).map(fixture).collect()
    }

    /// The first games, all won by White.
    fn played(games: usize) -> HashMap<GameNumber, Entry> {
        let won = |f: &Fixture| entry(f.round, f.white.0 + 1, f.black.0 + 1, GameResult::WhiteWins);
        fixtures().iter().take(games).map(|f| (f.number, won(f))).collect()
    }

    #[test]
    fn who_played_less_than_half_is_taken_out() {
        let (entries, became) = withdraw(fixtures().into_iter(), &played(2), &[id(3)]);
        assert_eq!(became, [(id(3), Absence::Annulled)]);
        assert_eq!(entries, [entry(1, 1, 2, GameResult::WhiteWins)]);
    }

    #[test]
    fn who_played_half_loses_the_games_that_are_left() {
        let (entries, became) = withdraw(fixtures().into_iter(), &played(3), &[id(3)]);
        assert_eq!(became, [(id(3), Absence::Forfeits)]);
        let forfeit = |round, white, black| Entry {
            played: Played::Forfeited,
            ..entry(round, white, black, GameResult::BlackWins)
        };
        assert_eq!(entries[3..], [forfeit(5, 3, 1), forfeit(6, 3, 2)]);
        let standings = Standings::new(3, &entries, &[], &[TieBreak::Wins, TieBreak::WinsPlayed], &[]);
        let two = standings.rows().iter().find(|row| row.player == id(2)).unwrap();
        assert_eq!((two.forfeits, two.values.clone()), (1, vec![Some(Value(8)), Some(Value(4))]));
    }

    #[test]
    fn two_who_both_left_both_lose() {
        let (entries, _) = withdraw(fixtures().into_iter(), &played(5), &[id(3), id(2)]);
        assert_eq!(entries[5].result, GameResult::BothLose);
    }
}

#[test]
fn many_games_of_an_encounter_are_counted_in_the_cross_table() {
    assert_eq!(super::cell_text(&[2, 1, 0]), "1=0");
    assert_eq!(super::cell_text(&[2, 2, 2, 2, 2, 2, 1, 1, 1, 0, 0]), "+6=3-2");
}

#[test]
fn the_cross_table_of_more_players_than_anybody_reads_is_left_out_and_said_so() {
    let text = |players: usize| Standings::new(players, &[], &[], &[], &[]).text(&[]);
    let widest = |text: &str| text.lines().map(str::len).max();
    assert!(widest(&text(500)) > Some(1_500));
    let large = text(501);
    assert!(widest(&large) < Some(100));
    let last = large.lines().last();
    assert_eq!(last, Some("The cross table is left out: expected at most 500 lines, got 501"));
}

#[test]
fn byes_are_points_and_no_games() {
    let entries = [entry(2, 1, 2, GameResult::Draw)];
    let bye = |round, player, kind, half_points| Bye { round, player: id(player), kind, half_points };
    let byes = [
        bye(1, 1, ByeKind::Half, 1),
        bye(1, 2, ByeKind::PairingAllocated, 2),
        bye(1, 3, ByeKind::Zero, 0),
        bye(2, 3, ByeKind::Full, 2),
    ];
    let standings =
        Standings::new(3, &entries, &byes, &[TieBreak::Wins, TieBreak::WinsPlayed, TieBreak::Progressive], &[]);
    let rows = standings.rows().iter().map(|row| (row.player.0 + 1, row.half_points, (row.white + row.black).draws));
    assert_eq!(rows.collect::<Vec<_>>(), [(2, 3, 1), (3, 2, 0), (1, 2, 1)]);
    let values = standings.rows().iter().map(|row| row.values.iter().flatten().map(ToString::to_string).collect());
    assert_eq!(values.collect::<Vec<Vec<_>>>(), [["1", "0", "2.5"], ["1", "0", "1"], ["0", "0", "1.5"]]);
}
