//! Runs in turn, and what is made of their figures: medians, ratios taken round by round, tables in Markdown.

use std::fmt;

/// Runs each of `names` once a round, one after the other: figures by contender, then by round.
pub(crate) fn rounds<T>(section: &str, names: &[&str], count: usize, mut run: impl FnMut(usize) -> T) -> Vec<Vec<T>> {
    let mut figures = names.iter().map(|_| Vec::with_capacity(count)).collect::<Vec<_>>();
    for round in 1..=count {
        for (at, name) in names.iter().enumerate() {
            progress(&format!("{section}, round {round} of {count}: {name}"));
            figures[at].push(run(at));
        }
    }
    figures
}

#[expect(clippy::print_stderr, reason = "progress goes there")]
pub(crate) fn progress(text: &str) {
    eprintln!("{text}");
}

fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values = values.into_iter().collect::<Vec<_>>();
    values.sort_unstable_by(f64::total_cmp);
    values
}

pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let values = sorted(values);
    let at = |index: usize| values.get(index).copied().unwrap_or(f64::NAN);
    (at(values.len() / 2) + at(values.len().saturating_sub(1) / 2)) / 2.0
}

/// The value below which this part of the sorted values lies.
pub(crate) fn percentile(values: &[f64], part: f64) -> f64 {
    values.get((values.len().saturating_sub(1) as f64 * part) as usize).copied().unwrap_or(f64::NAN)
}

/// The median and, in brackets, the least and the greatest.
pub(crate) fn spread(values: impl IntoIterator<Item = f64>, show: impl Fn(f64) -> String) -> String {
    let values = sorted(values);
    let (Some(&least), Some(&greatest)) = (values.first(), values.last()) else { return "-".to_owned() };
    if values.len() == 1 {
        return show(least);
    }
    format!("{} ({}–{})", show(median(values)), show(least), show(greatest))
}

/// Round by round, the one by the other.
pub(crate) fn ratios(over: &[f64], under: &[f64]) -> Vec<f64> {
    over.iter().zip(under).map(|(over, under)| over / under).collect()
}

/// Three digits that count.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    let digits = if size < 10.0 { 2 } else { usize::from(size < 100.0) };
    grouped(&format!("{value:.digits$}"))
}

pub(crate) fn count(value: usize) -> String {
    grouped(&value.to_string())
}

/// With a comma after each thousand.
fn grouped(number: &str) -> String {
    let digits = number.find('.').unwrap_or(number.len());
    let mut out = String::new();
    for (at, digit) in number.chars().enumerate() {
        if at < digits && (digits - at).is_multiple_of(3) && out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A table in Markdown, in columns of even width; the first is text, the others are figures.
#[derive(Debug)]
pub(crate) struct Table(Vec<Vec<String>>);

impl Table {
    pub(crate) fn new(head: &[&str]) -> Self {
        Self(vec![head.iter().map(|&cell| cell.to_owned()).collect()])
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.push(cells.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.0.first().map_or(0, Vec::len);
        let width = |column: usize| {
            self.0.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
        };
        let widths = (0..columns).map(width).collect::<Vec<_>>();
        for (number, row) in self.0.iter().enumerate() {
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "| {cell:<width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if number == 0 {
                for (column, width) in widths.iter().enumerate() {
                    match column {
                        0 => write!(f, "|{}|", "-".repeat(width + 2))?,
                        _ => write!(f, "{}:|", "-".repeat(width + 1))?,
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
