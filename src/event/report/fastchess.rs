//! Scores, ratings and tests as fastchess alpha 1.8.2 tells them, in its own form and in the one that it calls
//! cutechess's.

use super::number::{fixed, general};
use super::progress::{PlayerProgress, Progress};
use crate::statistics::{Basis, Bounds, Estimate, PairTally, Sprt, Tally};
use std::cmp::Ordering;
use std::fmt::Write as _;

/// What is counted (`-report penta=true|false`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Finished pairs of games.
    #[default]
    Pairs,
    /// Single games.
    Games,
}

/// What stands in the brackets of the block's first line.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The limits of both players as [`Limits`] words them.
    pub limits: [String; 2],
    /// Their option `Threads`, where they have one.
    pub threads: [Option<u64>; 2],
    /// Their option `Hash`.
    pub hash: [Option<u64>; 2],
    /// The path of the file of openings.
    pub book: Option<String>,
}

/// A player's limits; the first that is there is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Moves of a period.
    pub moves: Option<u32>,
    /// Base time in milliseconds.
    pub base_ms: u64,
    /// Increment in milliseconds.
    pub increment_ms: u64,
    /// Time for a move in milliseconds.
    pub move_ms: u64,
    /// Depth.
    pub plies: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl Limits {
    /// `40/60+0.6`, `0.1/move`, `8 plies`, `1000 nodes`.
    #[must_use]
    pub fn text(&self) -> String {
        let moves = self.moves.map_or_else(String::new, |moves| format!("{moves}/"));
        let increment = match self.increment_ms {
            0 => String::new(),
            increment => format!("+{}", general(seconds(increment), 2)),
        };
        match (self.base_ms, self.move_ms, self.plies, self.nodes) {
            (base, ..) if base + self.increment_ms > 0 => format!("{moves}{}{increment}", seconds(base)),
            (_, time, ..) if time > 0 => format!("{}/move", seconds(time)),
            (.., Some(plies), _) => format!("{plies} plies"),
            (.., Some(nodes)) => format!("{nodes} nodes"),
            (.., None, None) => String::new(),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "times are far below 2^52 ms")]
fn seconds(millis: u64) -> f64 {
    millis as f64 / 1000.0
}

/// What a player's figures are made from.
struct Figures {
    games: Tally,
    pairs: Option<PairTally>,
    estimate: Estimate,
}

impl Figures {
    fn new(player: &PlayerProgress, counting: Counting) -> Self {
        match counting {
            // Games of a pair whose other half is missing do not count.
            Counting::Pairs => {
                Self { games: player.pairs.games(), pairs: Some(player.pairs), estimate: player.pairs.estimate() }
            }
            Counting::Games => Self { games: player.games(), pairs: None, estimate: player.games().estimate() },
        }
    }

    fn basis(&self) -> Basis {
        self.pairs.map_or(Basis::Games(self.games), Basis::Pairs)
    }

    fn draw_ratio(&self) -> f64 {
        100.0 * self.pairs.map_or_else(|| self.games.draw_ratio(), PairTally::draw_ratio)
    }
}

fn two(value: f64) -> String {
    fixed(value, 2, "-nan")
}

/// The Elo error has no sign where its interval reaches beyond 0 and 1, and one where there is no interval.
fn elo_error(found: &Estimate, decimals: usize) -> String {
    fixed(found.error, decimals, if found.deviation > 0.0 { "nan" } else { "-nan" })
}

/// `[1, 2, 3, 2, 1]`
fn classes(pairs: PairTally) -> String {
    format!("{:?}", pairs.five())
}

const RULE: &str = "--------------------------------------------------\n";

/// What is printed after every so many games: the block of two players or the table of more, and the line of the test,
/// between two rules. It ends with a line feed.
#[must_use]
pub fn interval(progress: &Progress, counting: Counting, setup: &Setup, sprt: Option<&Sprt>) -> String {
    let (body, figures) = match progress.players() {
        [first, second] => {
            let figures = Figures::new(first, counting);
            (block(&first.name, &second.name, setup, &figures), figures)
        }
        players => (table(players, counting), Figures::new(&PlayerProgress::default(), counting)),
    };
    let test = sprt.map_or_else(String::new, |sprt| test(sprt, figures.basis()));
    format!("{RULE}{body}{test}{RULE}")
}

fn block(first: &str, second: &str, setup: &Setup, figures: &Figures) -> String {
    let found = &figures.estimate;
    let one = |[one, other]: [String; 2]| if one == other { one } else { format!("{one} - {other}") };
    let option =
        |value: Option<u64>, unit: &str| value.map_or_else(|| "NULL".to_owned(), |value| format!("{value}{unit}"));
    let threads = one(setup.threads.map(|value| option(value, "t")));
    let hash = one(setup.hash.map(|value| option(value, "MB")));
    let book = setup.book.as_ref().and_then(|path| path.rsplit(['/', '\\']).next()).filter(|name| !name.is_empty());
    let book = book.map_or_else(String::new, |name| format!(", {name}"));
    let mut text =
        format!("Results of {first} vs {second} ({}, {threads}, {hash}{book}):\n", one(setup.limits.clone()));
    // A String takes everything.
    _ = writeln!(
        text,
        "Elo: {} +/- {}, nElo: {} +/- {}",
        two(found.elo),
        elo_error(found, 2),
        two(found.nelo),
        two(found.nelo_error)
    );
    _ = write!(text, "LOS: {} %, DrawRatio: {} %", two(found.los * 100.0), two(figures.draw_ratio()));
    if let Some(pairs) = figures.pairs {
        _ = write!(text, ", PairsRatio: {}", two(pairs.pairs_ratio()));
    }
    let games = figures.games;
    let Tally { wins, draws, losses } = games;
    let (points, share) = (half(games.half_points()), two(games.score() * 100.0));
    _ = writeln!(
        text,
        "\nGames: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points} ({share} %)",
        games.games()
    );
    if let Some(pairs) = figures.pairs {
        _ = writeln!(text, "Ptnml(0-2): {}, WL/DD Ratio: {}", classes(pairs), two(pairs.win_loss_ratio()));
    }
    text
}

/// Half points as points with one decimal.
fn half(half_points: u64) -> String {
    format!("{}.{}", half_points / 2, half_points % 2 * 5)
}

/// `LLR: 1.20 (40.8%) (-2.94, 2.94) [0.00, 4.00]` and a line feed.
fn test(sprt: &Sprt, basis: Basis) -> String {
    let llr = sprt.llr(basis);
    let bounds @ Bounds { lower, upper } = sprt.bounds();
    let share = bounds.fraction(llr) * 100.0;
    format!("LLR: {llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]\n", sprt.elo0, sprt.elo1)
}

fn table(players: &[PlayerProgress], counting: Counting) -> String {
    ranked(players, counting, Last::Classes)
}

/// Whether a table has the column of pairs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Classes,
    None,
}

/// Each player against the field, by Elo.
fn ranked(players: &[PlayerProgress], counting: Counting, last: Last) -> String {
    let mut rows = players.iter().map(|player| (player, Figures::new(player, counting))).collect::<Vec<_>>();
    rows.sort_by(|(_, one), (_, other)| match (one.estimate.elo, other.estimate.elo) {
        (one, other) if one.is_nan() || other.is_nan() => one.is_nan().cmp(&other.is_nan()),
        (one, other) => other.partial_cmp(&one).unwrap_or(Ordering::Equal),
    });
    let width = players.iter().map(|player| player.name.len()).max().unwrap_or(0).max(25);
    let classes_of = |text: &str| match last {
        Last::Classes => format!(" {text:>20}"),
        Last::None => String::new(),
    };
    let mut text = format!(
        "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}{}\n",
        "Rank",
        "Name",
        "Elo",
        "+/-",
        "nElo",
        "+/-",
        "Games",
        "Score",
        "Draw",
        classes_of("Ptnml(0-2)")
    );
    for (rank, (player, figures)) in (1..).zip(&rows) {
        let found = &figures.estimate;
        let percent = |value: f64| fixed(value, 1, "-nan");
        _ = writeln!(
            text,
            "{rank:>4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9}% {:>9}%{}",
            player.name,
            two(found.elo),
            elo_error(found, 2),
            two(found.nelo),
            two(found.nelo_error),
            figures.games.games(),
            percent(figures.games.score() * 100.0),
            percent(figures.draw_ratio()),
            classes_of(&figures.pairs.map_or_else(String::new, classes))
        );
    }
    text
}

/// `Score of A vs B: 5 - 3 - 12  [0.550] 20`, after every so many games of two players in that form.
#[must_use]
pub fn score_in_cutechess_form(first: &PlayerProgress, second: &PlayerProgress) -> String {
    let Tally { wins, draws, losses } = first.games();
    let share = fixed(first.games().score(), 3, "-nan");
    let (one, other) = (&first.name, &second.name);
    format!("Score of {one} vs {other}: {wins} - {losses} - {draws}  [{share}] {}", first.games().games())
}

/// The same in the form that fastchess calls cutechess's (`-output format=cutechess`): single games, no rules. It ends
/// with a line feed.
#[must_use]
pub fn interval_in_cutechess_form(progress: &Progress, sprt: Option<&Sprt>) -> String {
    let first = progress.players().first().map(PlayerProgress::games).unwrap_or_default();
    let body = match progress.players() {
        [_, _] => {
            let found = first.estimate();
            format!(
                "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %\n",
                two(found.elo),
                elo_error(&found, 2),
                two(found.los * 100.0),
                two(first.draw_ratio() * 100.0)
            )
        }
        players => ranked(players, Counting::Games, Last::None),
    };
    let test = sprt.map_or_else(String::new, |sprt| {
        let llr = sprt.llr(Basis::Games(first));
        let bounds @ Bounds { lower, upper } = sprt.bounds();
        let share = (bounds.fraction(llr) * 100.0).abs();
        let end = match llr {
            llr if llr >= upper => " - H1 was accepted",
            llr if llr < lower => " - H0 was accepted",
            _ => "",
        };
        format!("SPRT: llr {llr:.2} ({share:.1}%), lbound {lower:.2}, ubound {upper:.2}{end}\n")
    });
    body + &test
}

/// `SPRT ([0.00, 5.00]) completed - H1 was accepted`, the last line of a test that is over.
#[must_use]
pub fn completed(sprt: &Sprt, accepted: &str) -> String {
    format!("SPRT ([{:.2}, {:.2}]) completed - {accepted} was accepted", sprt.elo0, sprt.elo1)
}
