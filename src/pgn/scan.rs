//! The bytes between games: where one ends and the next begins. Called by the splitter and, for comments, the reader.
//!
//! A game is its tags and its movetext. It ends before the next tag at the start of a line, or before the first move
//! after a result. Empty lines end nothing: GUIs put them anywhere.
//!
//! Lenient: a comment with an opening brace in it is read as nested if the braces balance before the next empty line
//! (the standard knows no nesting); a comment never closed ends where the next game's `[Event "` begins.

use memchr::{memchr, memchr2, memmem};

/// What a scan for one game found, as offsets into the bytes given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A game.
    Game {
        /// Its first byte.
        start: usize,
        /// One past its last.
        end: usize,
    },
    /// Not decidable without more bytes.
    More,
    /// Nothing but white space and escaped lines.
    Nothing {
        /// One past what is certain of them: an escaped line that is not ended begins here.
        end: usize,
    },
}

/// How a brace comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// At this closing brace.
    At(usize),
    /// Never: the next game, or the end of the bytes, is here.
    Never(usize),
    /// Not decidable without more bytes.
    More,
}

/// So far is the outer brace of a nested comment looked for: a file full of stray braces must not cost its square.
const NESTED: usize = 4096;

const NEXT_GAME: &[u8] = b"\n[Event \"";

/// Finds the first game. `last` says that nothing follows these bytes.
pub(super) fn game(bytes: &[u8], last: bool) -> Found {
    let start = match skip_blank(bytes) {
        Ok(start) if start < bytes.len() => start,
        Err(end) if !last => return Found::Nothing { end },
        Ok(_) | Err(_) => return Found::Nothing { end: bytes.len() },
    };
    let Some(movetext) = tags(bytes, start) else {
        return if last { Found::Game { start, end: bytes.len() } } else { Found::More };
    };
    match movetext {
        Header::Movetext(at) => movetext_end(bytes, at, last).map_or(Found::More, |end| Found::Game { start, end }),
        Header::NextGame(end) => Found::Game { start, end },
    }
}

enum Header {
    Movetext(usize),
    NextGame(usize),
}

/// Walks over the tags. `None` if the bytes end among them.
fn tags(bytes: &[u8], start: usize) -> Option<Header> {
    let mut at = start;
    let mut first_name: &[u8] = &[];
    let mut line = start;
    loop {
        match bytes.get(at)? {
            b'[' => {
                let name = name_at(bytes, at);
                let line_start = line == at;
                if first_name.is_empty() {
                    first_name = name;
                } else if name == first_name && line_start {
                    return Some(Header::NextGame(at));
                }
                at = tag_end(bytes, at)?;
            }
            b'\n' => {
                at += 1;
                line = at;
            }
            b'%' if line == at => at = line_end(bytes, at)?,
            b if b.is_ascii_whitespace() => at += 1,
            _ => return Some(Header::Movetext(at)),
        }
    }
}

/// The name of the tag that opens at `at`; empty if it looks like none.
pub(super) fn name_at(bytes: &[u8], at: usize) -> &[u8] {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    let rest = rest.trim_ascii_start();
    let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    rest.get(..length).unwrap_or_default()
}

/// One past the tag that opens at `at`: after its bracket, or at the end of its line. `None` if the bytes end first.
pub(super) fn tag_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut quoted = false;
    let mut escaped = false;
    for (offset, b) in bytes.get(at..)?.iter().enumerate() {
        match b {
            b'\n' => return Some(at + offset),
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b']' if !quoted => return Some(at + offset + 1),
            _ => {}
        }
    }
    None
}

/// The end of the movetext that begins at `at`, or `None` without more bytes.
fn movetext_end(bytes: &[u8], mut at: usize, last: bool) -> Option<usize> {
    let none = || last.then_some(bytes.len());
    let mut depth = 0_u32;
    let mut over = false;
    // The end of the last token of this game: white space and escapes after it belong to nobody.
    while let Some(b) = bytes.get(at) {
        match b {
            b'\n' => {
                at += 1;
                match bytes.get(at) {
                    None => return none(),
                    Some(b'%') => match line_end(bytes, at) {
                        Some(end) => at = end,
                        None => return none(),
                    },
                    Some(b'[') => match is_tag(bytes, at) {
                        Some(true) => return Some(at),
                        Some(false) => at += 1,
                        None if last => at += 1,
                        None => return None,
                    },
                    Some(_) => {}
                }
            }
            b'{' => match close(bytes, at + 1, last) {
                Close::At(end) => at = end + 1,
                Close::Never(end) => return Some(end),
                Close::More => return None,
            },
            b';' => match line_end(bytes, at) {
                Some(end) => at = end,
                None => return none(),
            },
            b'(' => {
                depth += 1;
                at += 1;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            b' ' | b'\t' | b'\r' => at += 1,
            _ => {
                let end = token_end(bytes, at);
                if end == bytes.len() && !last {
                    return None;
                }
                if over {
                    return Some(at);
                }
                over = depth == 0 && is_result(bytes.get(at..end).unwrap_or_default());
                at = end;
            }
        }
    }
    none()
}

/// Whether a tag opens here: a name, a space and a quote. `None` if the bytes end first.
fn is_tag(bytes: &[u8], at: usize) -> Option<bool> {
    let name = name_at(bytes, at);
    let after = bytes.get(at + 1..).unwrap_or_default().trim_ascii_start().get(name.len()..).unwrap_or_default();
    match after.trim_ascii_start().first() {
        None => None,
        Some(b'"') => Some(!name.is_empty()),
        Some(_) => Some(false),
    }
}

/// One past the token that begins at `at`.
pub(super) fn token_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    let length = rest.iter().position(|b| matches!(b, b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'(' | b')' | b';'));
    at + 1 + length.unwrap_or(rest.len())
}

/// Whether a token is a result.
pub(super) fn is_result(token: &[u8]) -> bool {
    match token.first() {
        Some(b'*') => token.len() == 1,
        Some(b'0' | b'1' | 0xc2 | 0xbd) => super::read::Score::of_token(token).is_some(),
        Some(_) | None => false,
    }
}

/// Where the comment whose text begins at `at` ends.
pub(super) fn close(bytes: &[u8], at: usize, last: bool) -> Close {
    let rest = bytes.get(at..).unwrap_or_default();
    let Some(length) = memchr(b'}', rest) else {
        return match memmem::find(rest, NEXT_GAME) {
            Some(next) => Close::Never(at + next + 1),
            None if last => Close::Never(bytes.len()),
            None => Close::More,
        };
    };
    let inner = rest.get(..length).unwrap_or_default();
    if memchr(b'\n', inner).is_some()
        && let Some(next) = memmem::find(inner, NEXT_GAME)
    {
        return Close::Never(at + next + 1);
    }
    match memchr(b'{', inner) {
        None => Close::At(at + length),
        Some(_) => nested(bytes, at, at + length, last),
    }
}

/// The brace that balances a comment with opening braces in it, if one comes before the next empty line or tag.
fn nested(bytes: &[u8], at: usize, first: usize, last: bool) -> Close {
    let rest = bytes.get(first..).unwrap_or_default();
    let rest = rest.get(..NESTED).unwrap_or(rest);
    let blank = [b"\n\n".as_slice(), b"\n\r\n", b"\n["].map(|end| memmem::find(rest, end));
    let end = match blank.into_iter().flatten().min() {
        Some(length) => first + length,
        None if last || rest.len() == NESTED => first + rest.len(),
        None => return Close::More,
    };
    let mut depth = 1_u32;
    let mut from = at;
    while let Some(next) = bytes.get(from..end).and_then(|inner| memchr2(b'{', b'}', inner)) {
        let brace = from + next;
        match bytes.get(brace) {
            Some(b'{') => depth += 1,
            _ => depth -= 1,
        }
        if depth == 0 {
            return Close::At(brace);
        }
        from = brace + 1;
    }
    Close::At(first)
}

/// The next line feed, or `None`.
pub(super) fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    memchr(b'\n', bytes.get(at..)?).map(|length| at + length)
}

/// Skips white space, escaped lines, a byte order mark and the end-of-file mark of old systems. `Err` says
/// where the escaped line begins that the bytes end in.
fn skip_blank(bytes: &[u8]) -> Result<usize, usize> {
    let mut at = 0;
    let mut line_start = true;
    while let Some(b) = bytes.get(at) {
        match b {
            b'\n' => line_start = true,
            b'%' if line_start => {
                at = line_end(bytes, at).ok_or(at)?;
                continue;
            }
            0xef if bytes.get(at..at + 3) == Some(b"\xef\xbb\xbf") => {
                at += 3;
                continue;
            }
            0x1a | 0x00 => {}
            b if b.is_ascii_whitespace() => {}
            _ => return Ok(at),
        }
        at += 1;
    }
    Ok(at)
}
