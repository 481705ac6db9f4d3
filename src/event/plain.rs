//! Foreign text made harmless for people's terminals and for files of lines: names of players and of events, words of
//! engines, reasons of directors.
//!
//! Control characters (C0, DEL, C1) move the cursor, clear the screen and forge lines; marks of writing direction turn
//! the order of what stands beside them round. All of them become U+FFFD; nothing else is changed.

use std::borrow::Cow;

/// What stands in the place of a character that does harm.
pub const MARK: char = char::REPLACEMENT_CHARACTER;

/// Whether a character does harm in a line of text.
#[must_use]
pub fn harms(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text for one line: line ends and tabs are replaced too.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, harms)
}

/// Text of several lines, made of lines that were cleaned: line ends and tabs stay.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    replaced(text, |c| harms(c) && !matches!(c, '\n' | '\t'))
}

fn replaced(text: &str, harms: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().any(&harms) {
        Cow::Owned(text.chars().map(|c| if harms(c) { MARK } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_cursors_forges_lines_or_turns_text_round_is_replaced() {
        let hostile = "a\u{1b}[2Jb\nc\rd\0e\u{7f}f\u{9b}31mg\u{202e}h\u{2066}i\u{2028}j\tk";
        assert_eq!(
            line(hostile),
            "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}f\u{fffd}31mg\u{fffd}h\u{fffd}i\u{fffd}j\u{fffd}k"
        );
        assert_eq!(lines("a\n\tb\u{1b}\n"), "a\n\tb\u{fffd}\n");
        assert!(matches!(line("Müller, 中国 ♔ é"), Cow::Borrowed(_)));
    }
}
