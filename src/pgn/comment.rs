//! What engines and GUIs write about a move: the clock, the time spent, the score. Read only when asked for.
//!
//! Understood: `[%clk 0:01:23.4]`, `[%emt 0:00:05]`, `[%eval -0.35]`, `[%eval #-3]`; cutechess and fastchess
//! `+0.12/10 1.2s`; TCEC `tl=`, `mt=` (milliseconds or h:mm:ss) and `wv=`; `TimeLeft = 02:00:00`.

use crate::units::Span;
use memchr::memmem;

/// What a comment says of its move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// Time left after the move.
    pub left: Option<Span>,
    /// Time spent on it.
    pub spent: Option<Span>,
    /// The score as written, without interpretation: White's view in `[%eval]` and `wv=`, the mover's in cutechess.
    pub score: Option<String>,
    /// The search depth.
    pub depth: Option<u32>,
}

/// Reads everything in a comment.
#[must_use]
pub fn said(comment: &[u8]) -> Said {
    let mut said = Said { left: clock_left(comment), spent: spent(comment), ..Said::default() };
    said.score =
        command(comment, b"[%eval").or_else(|| value(comment, b" wv=")).map(|text| super::text(text).into_owned());
    // cutechess: score/depth time.
    let mut words = comment.trim_ascii().split(|b| matches!(b, b' ' | b','));
    if let Some((score, depth)) =
        words.next().and_then(|word| super::text(word).split_once('/').map(|(a, b)| (a.to_owned(), b.to_owned())))
        && score.starts_with(['+', '-', '0'])
    {
        said.score.get_or_insert(score);
        said.depth = depth.parse().ok();
    }
    said
}

/// The time left that a comment states, if it states one.
#[must_use]
pub fn clock_left(comment: &[u8]) -> Option<Span> {
    let text =
        command(comment, b"[%clk").or_else(|| value(comment, b"tl=")).or_else(|| value(comment, b"TimeLeft ="))?;
    time(text)
}

fn spent(comment: &[u8]) -> Option<Span> {
    if let Some(text) = command(comment, b"[%emt").or_else(|| value(comment, b"mt=")) {
        return time(text);
    }
    let word = comment
        .split(|b| matches!(b, b' ' | b','))
        .find(|word| word.len() > 1 && word.ends_with(b"s") && word.first().is_some_and(u8::is_ascii_digit))?;
    super::text(word).strip_suffix('s')?.parse().ok()
}

/// The argument of an embedded command.
fn command<'a>(comment: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    memchr::memchr(b'%', comment)?;
    let at = memmem::find(comment, name)? + name.len();
    let rest = comment.get(at..)?;
    let end = memchr::memchr2(b']', b',', rest)?;
    Some(rest.get(..end)?.trim_ascii())
}

/// The value after `key`, up to a comma or white space.
fn value<'a>(comment: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let rest = comment.get(memmem::find(comment, key)? + key.len()..)?.trim_ascii_start();
    let end = rest.iter().position(|b| matches!(b, b',' | b' ' | b'}' | b'\n' | b'\r')).unwrap_or(rest.len());
    rest.get(..end)
}

/// A time with colons, or whole milliseconds.
fn time(text: &[u8]) -> Option<Span> {
    let text = std::str::from_utf8(text).ok()?;
    match text.contains(':') {
        true => text.parse().ok(),
        false => text.parse().ok().map(Span::from_millis),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_of_clock_and_score_is_read() {
        let clk = said(b" [%eval -0.35] [%clk 0:01:23] ");
        assert_eq!((clk.left, clk.score.as_deref()), (Some(Span::from_secs(83)), Some("-0.35")));
        let cutechess = said(b"+0.12/10 1.2s, White mates");
        assert_eq!(
            (cutechess.spent, cutechess.score.as_deref(), cutechess.depth),
            (Some(Span::from_millis(1_200)), Some("+0.12"), Some(10))
        );
        let tcec = said(b"d=38, sd=53, mt=423001, tl=6781999, s=110456614, pv=e4 e6, wv=0.52, R50=50,");
        assert_eq!(
            (tcec.left, tcec.spent, tcec.score.as_deref()),
            (Some(Span::from_millis(6_781_999)), Some(Span::from_millis(423_001)), Some("0.52"))
        );
        assert_eq!(clock_left(b" Eval = 0, Depth = 1, TimeLeft = 02:00:00 "), Some(Span::from_secs(7_200)));
        assert_eq!(clock_left(b" ev=0,d=1,tl=01:57:24,pd=Qf2 "), Some(Span::from_secs(7_044)));
        assert_eq!(said(b"a fine move"), Said::default());
    }
}
