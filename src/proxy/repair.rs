//! Opt-in repair of what engines spell so that GUIs do not read it: line ends, leading white space, tabs, letter case
//! and castling. Four of the faults that lose a game at once in fastchess. Never changes what a line says.

use crate::profile::Repair;
use crate::uci::{content, tokens};
use shakmaty::{Chess, Move, Position, uci::UciMove};

/// The line put right; `None` if it is right as it came, or that repair is not wanted.
#[must_use]
pub(super) fn white_space(line: &[u8], wanted: &[Repair]) -> Option<Vec<u8>> {
    let wants = |repair| wanted.contains(&repair);
    let end = line.len() - usize::from(line.ends_with(b"\n"));
    let mut text = line.get(..end).unwrap_or_default();
    if wants(Repair::Crlf) {
        text = text.strip_suffix(b"\r").unwrap_or(text);
    }
    if wants(Repair::LeadingSpace) {
        text = text.trim_ascii_start();
    }
    let tabs = wants(Repair::Tabs) && text.contains(&b'\t');
    if text.len() == end && !tabs && line.len() > end {
        return None;
    }
    let spaced = text.iter().map(|byte| if tabs && *byte == b'\t' { b' ' } else { *byte });
    Some(spaced.chain([b'\n']).collect())
}

/// A `bestmove` line put right for the position it answers; `None` if it is right as it came, or past the repairs that
/// are wanted.
#[must_use]
pub(super) fn best_move(
    line: &[u8],
    position: &Chess,
    mode: shakmaty::CastlingMode,
    wanted: &[Repair],
) -> Option<(Vec<u8>, Move)> {
    let mut words = tokens(content(line));
    if wanted.is_empty() || words.next()? != b"bestmove" {
        return None;
    }
    let word = words.next()?;
    let m = read(word, position, wanted)?;
    let spelled = UciMove::from_move(m, mode).to_string();
    if spelled.as_bytes() == word {
        return None;
    }
    let mut fixed = format!("bestmove {spelled}").into_bytes();
    let mut after = position.clone();
    after.play_unchecked(m);
    if let (Some(b"ponder"), Some(ponder)) = (words.next(), words.next())
        && let Some(reply) = read(ponder, &after, wanted)
    {
        fixed.extend(format!(" ponder {}", UciMove::from_move(reply, mode)).bytes());
    }
    fixed.push(b'\n');
    Some((fixed, m))
}

/// A move in upper case, with `=` before the promotion piece, or castling as O-O, king to rook, king two squares.
fn read(word: &[u8], position: &Chess, wanted: &[Repair]) -> Option<Move> {
    let read = crate::xboard::read_move(word, position)
        .or_else(|| crate::xboard::read_move(&word.to_ascii_lowercase(), position))?;
    let needed = if read.is_castle() { Repair::Castling } else { Repair::UpperCase };
    wanted.contains(&needed).then_some(read)
}
