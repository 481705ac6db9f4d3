//! A table of standings as text: what stands left of the tie-breaks is the caller's.

use super::Value;
use std::fmt::Write as _;

/// One line: the columns before the tie-breaks, their values, and the cells of the cross table.
pub(super) struct Line<'a> {
    pub(super) left: String,
    pub(super) values: &'a [Option<Value>],
    pub(super) cells: Vec<String>,
}

/// The cross table has a column a line: of more lines than these nobody reads it, and its size is their square.
pub(super) const MOST_CROSSED: usize = 500;

/// The cells of a line of the cross table; none if it is left out.
pub(super) fn cells<R>(rows: &[R], cell: impl Fn(&R) -> String) -> Vec<String> {
    match rows.len() <= MOST_CROSSED {
        true => rows.iter().map(cell).collect(),
        false => Vec::new(),
    }
}

/// The heads, then a line each; the cross table's columns are numbered by places, and a last line says if it is left out.
pub(super) fn sheet(left: &str, tie_breaks: impl Iterator<Item = &'static str>, lines: &[Line<'_>]) -> String {
    let column = lines.iter().flat_map(|line| &line.cells).map(String::len).max().unwrap_or(0).max(2);
    let mut text = left.to_owned();
    for code in tie_breaks {
        // A String takes everything.
        _ = write!(text, " {code:>8}");
    }
    let crossed = lines.len() <= MOST_CROSSED;
    for place in (1..=lines.len()).filter(|_| crossed) {
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
    if !crossed {
        _ = writeln!(text, "The cross table is left out: expected at most {MOST_CROSSED} lines, got {}", lines.len());
    }
    text
}
