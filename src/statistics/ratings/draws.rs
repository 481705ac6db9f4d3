//! How many games are drawn, by what is to be expected of them.
//!
//! Davidson's model: draws are to the geometric mean of wins and losses as the draw rate of equals says, and wins and
//! half of the draws are the points to be expected.

use super::super::tally::real;
use super::Pairing;

/// The part of games that is drawn, where White is expected to make `score` points a game and equals draw the part
/// `equal` of theirs. Wins are w, losses l, draws d: d = k sqrt(w l), k = 2 e / (1 - e), w + d / 2 = score.
pub(super) fn part(score: f64, equal: f64) -> f64 {
    let spread = score * (1.0 - score);
    if equal <= 0.0 {
        return 0.0;
    }
    let half = (1.0 - equal) / (2.0 * equal);
    let a = half.mul_add(half, -0.25);
    2.0 * spread / (0.5 + (4.0 * a).mul_add(spread, 0.25).max(0.0).sqrt())
}

/// The draw rate of equals under which as many draws are expected as there were; none without games.
pub(super) fn rate(games: &[(f64, Pairing)]) -> Option<f64> {
    let played = games.iter().map(|(_, pairing)| pairing.tally.games()).sum::<u64>();
    let drawn = real(games.iter().map(|(_, pairing)| pairing.tally.draws).sum::<u64>());
    if played == 0 {
        return None;
    }
    let expected = |equal: f64| {
        games.iter().map(|(score, pairing)| part(*score, equal) * real(pairing.tally.games())).sum::<f64>()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < drawn {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_draw_at_their_rate_and_others_less() {
        for equal in [0.0, 0.1, 0.5, 0.9, 1.0] {
            assert!((part(0.5, equal) - equal).abs() < 1e-12, "{equal}");
            assert!(part(0.75, equal) <= equal);
        }
        // k = 2: d = 2 p q.
        assert!((part(0.7, 0.5) - 0.42).abs() < 1e-12);
        // Nobody loses a game that is not drawn.
        assert!((part(0.7, 1.0) - 0.6).abs() < 1e-12);
        assert_eq!((part(0.0, 0.5), part(1.0, 0.5)), (0.0, 0.0));
    }

    #[test]
    fn the_ratio_is_davidsons() {
        for (score, equal) in [(0.6, 0.3), (0.8, 0.6), (0.95, 0.9)] {
            let draw = part(score, equal);
            let (win, loss) = (score - draw / 2.0, 1.0 - score - draw / 2.0);
            assert!((draw / (win * loss).sqrt() - 2.0 * equal / (1.0 - equal)).abs() < 1e-9);
        }
    }
}
