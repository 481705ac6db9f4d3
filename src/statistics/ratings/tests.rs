use super::*;

fn games(white: usize, black: usize, wins: u64, draws: u64, losses: u64) -> Pairing {
    Pairing { white, black, tally: Tally { wins, draws, losses } }
}

fn question(players: usize, pairings: &[Pairing]) -> Question<'_> {
    let (white, draws) = (WhiteAdvantage::Fixed(0.0), DrawRate::Estimated);
    Question { players, pairings, anchors: &[], average: 0.0, white, draws }
}

fn elo(ratings: &Ratings, player: usize) -> f64 {
    match ratings.players[player] {
        Rating::Rated { elo, .. } => elo.value,
        Rating::Anchor(value) => value,
        other => panic!("{player}: {other:?}"),
    }
}

fn error(ratings: &Ratings, player: usize) -> f64 {
    match ratings.players[player] {
        Rating::Rated { elo, .. } => elo.error.unwrap(),
        other => panic!("{player}: {other:?}"),
    }
}

fn near(got: f64, expected: f64, within: f64) {
    assert!((got - expected).abs() < within, "expected {expected}, got {got}");
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    let pairings = [games(0, 1, 60, 30, 10)];
    let ratings = rate(&question(2, &pairings));
    let expected = crate::statistics::elo_of(0.75);
    near(elo(&ratings, 0) - elo(&ratings, 1), expected, 1e-6);
    near(elo(&ratings, 0) + elo(&ratings, 1), 0.0, 1e-9);
}

#[test]
fn the_error_of_two_players_is_that_of_their_score() {
    // 40 wins, 20 draws, 40 losses: variance 0.2 a game; the slope of Elo at one half is 4 / PER_ELO a point.
    let pairings = [games(0, 1, 40, 20, 40)];
    let ratings = rate(&question(2, &pairings));
    near(error(&ratings, 0), (0.2_f64 / 100.0).sqrt() * 4.0 / PER_ELO / 2.0, 1e-6);
    near(ratings.draws.unwrap(), 0.2, 1e-9);
    let pairings = [games(0, 1, 40, 20, 40)];
    let anchored = rate(&Question { anchors: &[(1, 2800.0)], ..question(2, &pairings) });
    near(error(&anchored, 0), 2.0 * error(&ratings, 0), 1e-6);
    assert_eq!(anchored.players[1], Rating::Anchor(2800.0));
    near(elo(&anchored, 0), 2800.0, 1e-6);
}

#[test]
fn expected_points_are_the_points_made() {
    let pairings = [
        games(0, 1, 5, 3, 2),
        games(1, 2, 1, 8, 3),
        games(2, 0, 0, 5, 4),
        games(3, 0, 1, 0, 7),
        games(2, 3, 6, 1, 1),
        games(1, 3, 2, 2, 2),
    ];
    let ratings = rate(&Question { white: WhiteAdvantage::Estimated, average: 2500.0, ..question(4, &pairings) });
    let white = ratings.white.unwrap().value;
    let mut left = [0.0; 5];
    for pairing in &pairings {
        let difference = elo(&ratings, pairing.white) - elo(&ratings, pairing.black) + white;
        let games = pairing.tally.games() as f64;
        let over = pairing.tally.half_points() as f64 / 2.0 - games / (1.0 + 10_f64.powf(-difference / 400.0));
        left[pairing.white] += over;
        left[pairing.black] -= over;
        left[4] += over;
    }
    assert!(left.iter().all(|over| over.abs() < 1e-6), "{left:?}");
    near((0..4).map(|player| elo(&ratings, player)).sum::<f64>(), 10_000.0, 1e-6);
}

#[test]
fn forty_players_of_eight_hundred_games_each_are_rated_to_the_last_digit() {
    // Points that are those to be expected to within a game, from ratings 20 apart.
    let elo_of = |player: usize| 20.0 * player as f64;
    let mut pairings = Vec::new();
    for white in 0..40 {
        for black in (0..40).filter(|black| *black != white) {
            let score = 1.0 / (1.0 + 10_f64.powf((elo_of(black) - elo_of(white) - 30.0) / 400.0));
            let wins = (20.0 * score).round() as u64;
            pairings.push(games(white, black, wins, 0, 20 - wins));
        }
    }
    let ratings = rate(&Question { white: WhiteAdvantage::Estimated, ..question(40, &pairings) });
    let white = ratings.white.unwrap().value;
    let mut left = vec![0.0; 41];
    for pairing in &pairings {
        let difference = elo(&ratings, pairing.white) - elo(&ratings, pairing.black) + white;
        let over = pairing.tally.wins as f64 - 20.0 / (1.0 + 10_f64.powf(-difference / 400.0));
        left[pairing.white] += over;
        left[pairing.black] -= over;
        left[40] += over;
    }
    assert!(left.iter().all(|over| over.abs() < 1e-6), "{left:?}");
    for player in 0..40 {
        near(elo(&ratings, player) - elo(&ratings, 0), elo_of(player), 10.0);
    }
    near(white, 30.0, 3.0);
}

#[test]
fn who_won_or_lost_everything_gets_no_rating_and_changes_none() {
    let pairings = [games(0, 1, 5, 2, 3), games(2, 0, 4, 0, 0), games(3, 1, 0, 0, 4), games(2, 3, 2, 0, 0)];
    let ratings = rate(&question(5, &pairings));
    assert_eq!(ratings.players[2..], [Rating::WonAll, Rating::LostAll, Rating::NoGames]);
    near(elo(&ratings, 0) - elo(&ratings, 1), crate::statistics::elo_of(0.6), 1e-6);
    assert_eq!(ratings.groups.len(), 1);
}

#[test]
fn groups_without_games_between_them_are_rated_apart() {
    let pairings = [games(0, 1, 1, 1, 0), games(1, 0, 0, 1, 1), games(2, 3, 3, 1, 1), games(3, 4, 1, 1, 1)];
    let ratings = rate(&question(5, &pairings));
    let groups = ratings.groups.iter().map(|group| group.players.clone()).collect::<Vec<_>>();
    assert_eq!(groups, [vec![2, 3, 4], vec![0, 1]]);
    near(elo(&ratings, 0) + elo(&ratings, 1), 0.0, 1e-9);
}

#[test]
fn groups_of_which_one_won_every_game_are_rated_apart() {
    let pairings = [games(0, 1, 3, 2, 1), games(2, 3, 3, 2, 1), games(0, 2, 9, 0, 0), games(3, 1, 0, 0, 5)];
    let ratings = rate(&question(4, &pairings));
    assert_eq!(ratings.groups.len(), 2);
    near(elo(&ratings, 0), elo(&ratings, 2), 1e-6);
    // One between them: beat the one, lost to the other.
    let pairings = [games(0, 1, 3, 2, 1), games(2, 3, 3, 2, 1), games(0, 4, 9, 0, 0), games(4, 3, 5, 0, 0)];
    assert_eq!(rate(&question(5, &pairings)).players[4], Rating::Between);
}

#[test]
fn two_anchors_bound_who_stands_between_them() {
    let pairings = [games(0, 2, 2, 0, 0), games(2, 1, 2, 0, 0)];
    let ratings = rate(&Question { anchors: &[(0, 2800.0), (1, 2400.0)], ..question(3, &pairings) });
    near(elo(&ratings, 2), 2600.0, 1e-6);
}

#[test]
fn an_advantage_of_white_without_a_bound_is_told() {
    let pairings = [games(0, 1, 3, 0, 0), games(1, 0, 3, 0, 0)];
    let ratings = rate(&Question { white: WhiteAdvantage::Estimated, ..question(2, &pairings) });
    assert_eq!(ratings.white, None);
    near(elo(&ratings, 0), 0.0, 1e-6);
}

#[test]
fn nothing_played_and_nonsense_rate_nobody() {
    let ratings = rate(&question(2, &[]));
    assert_eq!((ratings.players, ratings.draws), (vec![Rating::NoGames; 2], None));
    let pairings = [games(0, 0, 1, 1, 1), games(0, 7, 1, 1, 1)];
    assert_eq!(rate(&question(2, &pairings)).players, [Rating::NoGames; 2]);
    let ratings = rate(&Question { anchors: &[(9, 1.0)], white: WhiteAdvantage::Estimated, ..question(0, &[]) });
    assert!(ratings.players.is_empty() && ratings.white.is_none());
}

/// Points of events drawn from the model, and how their ratings spread.
#[test]
fn errors_are_the_spread_of_simulated_events() {
    let truth = [120.0, 30.0, -20.0, -130.0];
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut play = |equal: f64| {
        let mut pairings = Vec::new();
        for white in 0..4 {
            for black in 0..4 {
                if white == black {
                    continue;
                }
                let mut tally = Tally::default();
                for _ in 0..20 {
                    let score = 1.0 / (1.0 + 10_f64.powf((truth[black] - truth[white]) / 400.0));
                    let draw = draws::part(score, equal);
                    let at = random();
                    match at {
                        at if at < draw => tally.draws += 1,
                        at if at < score + draw / 2.0 => tally.wins += 1,
                        _ => tally.losses += 1,
                    }
                }
                pairings.push(Pairing { white, black, tally });
            }
        }
        pairings
    };
    let (mut values, mut errors) = (vec![Vec::new(); 4], [0.0; 4]);
    for _ in 0..600 {
        let pairings = play(0.4);
        let ratings = rate(&question(4, &pairings));
        for player in 0..4 {
            values[player].push(elo(&ratings, player));
            errors[player] += error(&ratings, player) / 600.0;
        }
    }
    for player in 0..4 {
        let mean = values[player].iter().sum::<f64>() / 600.0;
        let spread = (values[player].iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 599.0).sqrt();
        near(mean, truth[player], 4.0);
        assert!((errors[player] / spread - 1.0).abs() < 0.1, "{player}: {} and {spread}", errors[player]);
    }
}
