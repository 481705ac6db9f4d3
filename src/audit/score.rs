//! Standings before and after the corrections, and for a match of two players the figures that decide a test.
//!
//! Pairs are two games in a row of the same players with colours changed. Games without a result do not count.

use crate::laws::GameResult;
use crate::statistics::{Sample, Zeros};
use crate::units::counted;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Half points a player made in a game.
const fn half_points(result: GameResult, white: bool) -> usize {
    match result {
        GameResult::WhiteWins => {
            if white {
                2
            } else {
                0
            }
        }
        GameResult::BlackWins => {
            if white {
                0
            } else {
                2
            }
        }
        GameResult::Draw => 1,
        GameResult::BothLose => 0,
        GameResult::HalfZero => white as usize,
        GameResult::ZeroHalf => !white as usize,
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Games that brought none, one and two half points.
    counts: [u64; 3],
}

impl Row {
    fn half_points(self) -> u64 {
        let [_, half, full] = self.counts;
        half + 2 * full
    }
}

/// One table: as recorded, or as corrected.
#[derive(Clone, Debug, Default)]
struct Table {
    rows: BTreeMap<String, Row>,
    /// Of two players, the first by name: pairs that brought 0 to 4 half points.
    pairs: [u64; 5],
    open: Option<(String, String, usize)>,
}

impl Table {
    fn add(&mut self, white: &str, black: &str, result: GameResult) {
        for (name, is_white) in [(white, true), (black, false)] {
            let points = half_points(result, is_white);
            let row = match self.rows.get_mut(name) {
                Some(row) => row,
                None => self.rows.entry(name.to_owned()).or_default(),
            };
            if let Some(count) = row.counts.get_mut(points) {
                *count += 1;
            }
        }
        let first_is_white = white <= black;
        let points = half_points(result, first_is_white);
        match self.open.take() {
            Some((w, b, earlier)) if w == black && b == white => {
                if let Some(count) = self.pairs.get_mut(earlier + points) {
                    *count += 1;
                }
            }
            Some(_) | None => self.open = Some((white.to_owned(), black.to_owned(), points)),
        }
    }
}

/// Both tables.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    before: Table,
    after: Table,
    changed: u64,
}

impl Scores {
    /// Adds a game: the result recorded, and the corrected one.
    pub fn add(&mut self, white: &str, black: &str, recorded: Option<GameResult>, corrected: Option<GameResult>) {
        self.changed += u64::from(recorded != corrected);
        if let Some(result) = recorded {
            self.before.add(white, black, result);
        }
        if let Some(result) = corrected {
            self.after.add(white, black, result);
        }
    }

    /// Writes standings and figures; `bounds` are the two hypotheses in Elo.
    ///
    /// # Errors
    /// `out` does not take them.
    pub fn write(&self, out: &mut impl Write, bounds: (f64, f64)) -> io::Result<()> {
        writeln!(out, "\n{} corrected", counted(self.changed, "result", "results"))?;
        let mut names = self.after.rows.keys().chain(self.before.rows.keys()).collect::<Vec<_>>();
        names.sort();
        names.dedup();
        let row = |table: &Table, name: &str| table.rows.get(name).copied().unwrap_or_default();
        names.sort_by_key(|name| std::cmp::Reverse(row(&self.after, name).half_points()));
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(out, "{:<width$}  {:>7} {:>7}  {:>17} {:>8}", "player", "before", "after", "+ = - after", "change")?;
        for name in names {
            let (before, after) = (row(&self.before, name), row(&self.after, name));
            let [losses, draws, wins] = after.counts;
            let change = points(after.half_points()) - points(before.half_points());
            let wdl = format!("+{wins} ={draws} -{losses}");
            writeln!(
                out,
                "{name:<width$}  {:>7.1} {:>7.1}  {wdl:>17} {change:>+8.1}",
                points(before.half_points()),
                points(after.half_points())
            )?;
        }
        if self.after.rows.len() == 2 {
            let name = self.after.rows.keys().next().map_or("", String::as_str);
            writeln!(out, "\n{name} against the other, pairs as LL LD DD/WL DW WW:")?;
            figures(out, "before", &self.before, bounds)?;
            figures(out, "after", &self.after, bounds)?;
        }
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "points are far below 2^52")]
fn points(half: u64) -> f64 {
    half as f64 / 2.0
}

fn figures(out: &mut impl Write, title: &str, table: &Table, (elo0, elo1): (f64, f64)) -> io::Result<()> {
    let pairs = table.pairs.iter().sum::<u64>();
    let counts = table.rows.values().next().copied().unwrap_or_default().counts;
    let games = counts.iter().sum::<u64>();
    let sample = if pairs > 0 { Sample::pairs(table.pairs) } else { Sample::games(counts) };
    let found = sample.estimate(Zeros::Regularised);
    let unit = if pairs > 0 { format!("{:?}", table.pairs) } else { "no pairs".to_owned() };
    // An interval that reaches beyond all points or none has no bound.
    let error = if found.error.is_nan() { "inf".to_owned() } else { format!("{:.2}", found.error) };
    let games = counted(games, "game", "games");
    writeln!(
        out,
        "{title:>7}: {unit} ({games}), Elo {:+.2} +- {error}, nElo {:+.2}, LOS {:.4}, LLR [{elo0}, {elo1}] {:+.3} normalised, {:+.3} logistic",
        found.elo,
        found.nelo,
        found.los,
        sample.llr_normalised(elo0, elo1),
        sample.llr_logistic(elo0, elo1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corrected_loss_moves_half_a_point_and_a_pair() {
        let mut scores = Scores::default();
        scores.add("A", "B", Some(GameResult::BlackWins), Some(GameResult::Draw));
        scores.add("B", "A", Some(GameResult::Draw), Some(GameResult::Draw));
        assert_eq!((scores.before.pairs, scores.after.pairs), ([0, 1, 0, 0, 0], [0, 0, 1, 0, 0]));
        let mut out = Vec::new();
        scores.write(&mut out, (0.0, 5.0)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("1 result corrected") && text.contains("before: [0, 1, 0, 0, 0] (2 games)"), "{text}");
    }

    #[test]
    fn an_error_without_a_bound_is_infinite() {
        let mut scores = Scores::default();
        scores.add("A", "B", Some(GameResult::WhiteWins), None);
        scores.add("B", "A", Some(GameResult::BlackWins), None);
        let mut out = Vec::new();
        scores.write(&mut out, (0.0, 5.0)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("(2 games), Elo +1041.08 +- inf, ") && !text.contains("NaN"), "{text}");
    }
}
