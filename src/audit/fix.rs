//! A corrected game: the result that the Laws give in the tag and after the moves, the old one kept in a tag, the reason
//! added. Everything else stays byte for byte.

use super::auditor::Audited;
use super::finding::Severity;
use super::laws::Ruling;
use crate::pgn::Game;
use std::io::{self, Write};
use std::ops::Range;

/// The ruling that a game's result is to be corrected to, if it is wrong and the Laws give another.
#[must_use]
pub fn correction(audited: &Audited) -> Option<&Ruling> {
    let wrong = audited.findings.iter().any(|finding| finding.severity == Severity::WrongResult);
    let recorded = audited.recorded.result?;
    audited.ruling.as_ref().filter(|ruling| wrong && recorded.as_str() != ruling.result.as_str())
}

/// Writes a game's text with its result corrected.
///
/// # Errors
/// `out` does not take it.
pub fn write(out: &mut impl Write, text: &[u8], audited: &Audited, ruling: &Ruling) -> io::Result<()> {
    let game = Game::read(text);
    let line = if memchr::memmem::find(text, b"\r\n").is_some() { "\r\n" } else { "\n" };
    let old = audited.recorded.result.map_or("*", crate::pgn::Score::as_str);
    let reason = ruling.text.replace('\\', "\\\\").replace('"', "\\\"");
    let added = format!("[OriginalResult \"{old}\"]{line}[ResultReason \"{reason}\"]");
    let result = ruling.result.as_str();
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    match game.header.result {
        Some(tag) => {
            let end = tag.at + tag.value.len();
            let bracket =
                text.get(end..).and_then(|rest| memchr::memchr(b']', rest)).map_or(end, |length| end + length + 1);
            changes.push((tag.at..end, result.to_owned()));
            changes.push((bracket..bracket, format!("{line}{added}")));
        }
        None => changes.push((0..0, format!("[Result \"{result}\"]{line}{added}{line}"))),
    }
    if let Some(token) = &audited.token_at {
        changes.push((token.clone(), result.to_owned()));
    }
    let mut at = 0;
    for (place, new) in changes {
        out.write_all(text.get(at..place.start).unwrap_or_default())?;
        out.write_all(new.as_bytes())?;
        at = place.end;
    }
    out.write_all(text.get(at..).unwrap_or_default())
}
