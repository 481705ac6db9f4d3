//! Scores, ratings, tests and outcomes as cutechess-cli 1.5.1 tells them.

use super::number::{general, qt};
use super::progress::{PlayerProgress, Progress};
use crate::statistics::{Basis, Bounds, Sprt, SprtModel, SprtState, Tally, elo_of};
use std::fmt::Write as _;

/// `Score of A vs B: 5 - 3 - 12  [0.550] 20`, after every game of two players.
#[must_use]
pub fn score(first: &PlayerProgress, second: &PlayerProgress) -> String {
    let Tally { wins, draws, losses } = first.games();
    let share = qt(first.games().score(), 3);
    let (one, other) = (&first.name, &second.name);
    format!("Score of {one} vs {other}: {wins} - {losses} - {draws}  [{share}] {}", first.games().games())
}

/// Whose games a gauntlet's ratings begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Nobody's.
    ByScore,
    /// So many players stand before the others, with rank 0.
    Gauntlet(usize),
}

/// How a figure is told that games set no bound to, or that there are no games for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As cutechess has it, `nan`, to the letter; with the line of a test that there is not.
    Cutechess,
    /// An interval without a bound is `inf`, what there are no games for is `-`.
    Plain,
}

impl Form {
    fn figure(self, value: f64, decimals: usize) -> String {
        match self {
            Self::Plain if value.is_nan() => "-".to_owned(),
            Self::Plain | Self::Cutechess => qt(value, decimals),
        }
    }

    fn percent(self, share: f64, gap: &str) -> String {
        match self.figure(share * 100.0, 1) {
            none if none == "-" => none,
            number => number + gap + "%",
        }
    }

    fn margin(self, games: Tally, decimals: usize) -> String {
        match (self, margin(games)) {
            (Self::Plain, wide) if wide.is_nan() && games.games() > 0 => "inf".to_owned(),
            (Self::Plain | Self::Cutechess, margin) => self.figure(margin, decimals),
        }
    }
}

/// The ratings: three lines by colour and the Elo difference of two players, the table of more; and the line of the
/// test. No line feed at the end.
#[must_use]
pub fn ratings(progress: &Progress, ranking: Ranking, sprt: Option<&Sprt>, form: Form) -> String {
    let mut text = match progress.players() {
        [first, _] => by_colour(first) + &difference(first.games(), form),
        players => table(players, ranking, form),
    };
    let basis = progress.players().first().map(|first| Basis::Games(first.games()));
    if let (None, Form::Plain) = (sprt, form) {
        return text;
    }
    if let Some(line) = test(sprt, basis) {
        text.push('\n');
        text.push_str(&line);
    }
    text
}

fn by_colour(player: &PlayerProgress) -> String {
    let mut text = String::new();
    let mut line = |who: &str, tally: Tally| {
        if tally.games() > 0 {
            let Tally { wins, draws, losses } = tally;
            let share = qt(tally.score(), 3);
            // A String takes everything.
            _ = writeln!(text, "...      {who}: {wins} - {losses} - {draws}  [{share}] {}", tally.games());
        }
    };
    line(&format!("{} playing White", player.name), player.white);
    line(&format!("{} playing Black", player.name), player.black);
    line("White vs Black", player.white + player.black.reversed());
    text
}

fn difference(games: Tally, form: Form) -> String {
    format!(
        "Elo difference: {} +/- {}, LOS: {}, DrawRatio: {}",
        form.figure(games.estimate().elo, 1),
        form.margin(games, 1),
        form.percent(games.decisive_los(), " "),
        form.percent(games.draw_ratio(), " ")
    )
}

/// Half of the 95 % interval with the quantile that cutechess takes: S. Winitzki's closed form of the inverse error
/// function, 1.9572 instead of 1.9600.
fn margin(games: Tally) -> f64 {
    let pi = std::f64::consts::PI;
    let a = 8.0 * (pi - 3.0) / (3.0 * pi * (4.0 - pi));
    let y = (1.0 - 0.95_f64 * 0.95).ln();
    let z = 2.0 / (pi * a) + y / 2.0;
    let quantile = 2.0_f64.sqrt() * ((z * z - y / a).sqrt() - z).sqrt();
    let found = games.estimate();
    let width = quantile * found.deviation;
    (elo_of(found.score + width) - elo_of(found.score - width)) / 2.0
}

fn table(players: &[PlayerProgress], ranking: Ranking, form: Form) -> String {
    let seeds = match ranking {
        Ranking::ByScore => 0,
        Ranking::Gauntlet(seeds) => seeds.max(1),
    };
    let key = |place: usize, player: &PlayerProgress| match player.games().games() {
        _ if place < seeds => -1.0,
        0 => 2.0,
        _ => 1.0 - player.games().score(),
    };
    // Of two with the same score the later comes first.
    let mut rows = players.iter().enumerate().map(|(place, player)| (key(place, player), player)).collect::<Vec<_>>();
    rows.reverse();
    rows.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut text = format!(
        "{:>4} {:<25} {:>7} {:>7} {:>7} {:>7} {:>7} \n",
        "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"
    );
    let first = match ranking {
        Ranking::ByScore => 1,
        Ranking::Gauntlet(_) => 0,
    };
    for (rank, (_, player)) in (first..).zip(rows) {
        let games = player.games();
        let (elo, error) = (form.figure(games.estimate().elo, 0), form.margin(games, 0));
        let (score, draw) = (form.percent(games.score(), ""), form.percent(games.draw_ratio(), ""));
        let (name, number) = (&player.name, games.games());
        _ = writeln!(text, "{rank:>4} {name:<25} {elo:>7} {error:>7} {number:>7} {score:>7} {draw:>7} ");
    }
    text
}

/// `SPRT: llr 2.95 (100.2%), lbound -2.94, ubound 2.94 - H1 was accepted`; without a test, what cutechess makes of
/// zeros. Its own test is the BayesElo one; the line takes any.
fn test(sprt: Option<&Sprt>, basis: Option<Basis>) -> Option<String> {
    let none = Sprt { elo0: 0.0, elo1: 0.0, alpha: 0.0, beta: 0.0, model: SprtModel::Bayesian };
    let sprt = sprt.unwrap_or(&none);
    let llr = sprt.llr(basis?);
    let bounds @ Bounds { lower, upper } = sprt.bounds();
    let end = match bounds.state(llr) {
        SprtState::Continue => "",
        SprtState::AcceptH0 => " - H0 was accepted",
        SprtState::AcceptH1 => " - H1 was accepted",
    };
    let (share, lower, upper) = (qt(llr / upper * 100.0, 1), general(lower, 3), general(upper, 3));
    Some(format!("SPRT: llr {} ({share}%), lbound {lower}, ubound {upper}{end}", general(llr, 3)))
}

/// How the games of each player ended (`-outcomeinterval`). It begins with an empty line; no line feed at the end.
#[must_use]
pub fn outcomes(progress: &Progress) -> String {
    let mut text = String::new();
    for player in progress.players() {
        _ = write!(text, "\nPlayer: {}", player.name);
        for (outcome, count) in &player.outcomes {
            _ = write!(text, "\n   \"{outcome}\": {count}");
        }
    }
    text
}
