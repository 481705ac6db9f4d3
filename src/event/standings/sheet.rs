//! A table of standings as text: what stands left of the tie-breaks is the caller's.

use super::Value;
use std::fmt::Write as _;

/// One line: the columns before the tie-breaks, their values, and the cells of the cross table.
pub(super) struct Line<'a> {
    pub(super) left: String,
    pub(super) values: &'a [Option<Value>],
    pub(super) cells: Vec<String>,
}

/// The heads, then a line each; the cross table's columns are numbered by places.
pub(super) fn sheet(left: &str, tie_breaks: impl Iterator<Item = &'static str>, lines: &[Line<'_>]) -> String {
    let column = lines.iter().flat_map(|line| &line.cells).map(String::len).max().unwrap_or(0).max(2);
    let mut text = left.to_owned();
    for code in tie_breaks {
        // A String takes everything.
        _ = write!(text, " {code:>8}");
    }
    for place in 1..=lines.len() {
        _ = write!(text, " {place:>column$}");
    }
    text.push('\n');
    for line in lines {
        text.push_str(&line.left);
        for value in line.values {
            _ = write!(text, " {:>8}", value.map_or_else(|| "-".to_owned(), |value| value.to_string()));
        }
        for cell in &line.cells {
            _ = write!(text, " {cell:>column$}");
        }
        text.push('\n');
    }
    text
}
