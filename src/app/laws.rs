//! `uci-arbiter laws`: the editions of the Laws for a reader, or as JSON.
//!
//! Decides: which of the three texts is asked for. Refuses to know: what they say (`laws::table`).

use crate::laws::{Edition, EditionError, table};
use std::io::Write;

/// Show the editions of the Laws: all in a list, one in full, or what differs between two.
#[derive(Clone, Debug, clap::Args)]
pub struct LawsArgs {
    /// A built-in edition, such as 2023, or the path of a .toml file; without it, the list of editions
    #[arg(value_name = "EDITION")]
    pub edition: Option<String>,
    /// A second edition: only what differs is shown, side by side
    #[arg(value_name = "OTHER")]
    pub other: Option<String>,
    /// One JSON value instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Why `laws` could not show what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum LawsError {
    /// An edition could not be had.
    #[error(transparent)]
    Edition(#[from] EditionError),
    /// The output cannot be written.
    #[error("expected to write the table, got {0}")]
    Write(#[from] std::io::Error),
}

/// Writes what was asked for to `out`.
///
/// # Errors
/// An edition is unknown, unreadable or malformed, or `out` does not take the text.
pub fn run(args: &LawsArgs, out: &mut impl Write) -> Result<(), LawsError> {
    let read = |name: &Option<String>| name.as_deref().map(super::edition).transpose();
    let (text, value) = match (read(&args.edition)?, read(&args.other)?) {
        (Some(left), Some(right)) => (table::difference(&left, &right), table::difference_json(&left, &right)),
        (Some(edition), None) | (None, Some(edition)) => (table::one(&edition), table::one_json(&edition)),
        (None, None) => {
            let all = Edition::builtin_names().map(Edition::named).collect::<Result<Vec<_>, _>>()?;
            (table::list(&all), table::list_json(&all))
        }
    };
    if args.json {
        writeln!(out, "{value}")?;
    } else {
        out.write_all(text.as_bytes())?;
    }
    Ok(out.flush()?)
}
