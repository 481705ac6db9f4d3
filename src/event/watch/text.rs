//! Foreign text as it is shown: one line, no controls, not longer than its place.

use crate::event::plain;

/// The text without control and direction characters, on one line, at most `most` characters long.
#[must_use]
pub fn clean(text: &str, most: usize) -> String {
    let shown = text.chars().map(|c| if plain::harms(c) || is_invisible(c) { ' ' } else { c });
    let mut clean = String::new();
    let mut count = 0;
    for c in shown {
        if c == ' ' && (clean.is_empty() || clean.ends_with(' ')) {
            continue;
        }
        if count == most {
            clean.push('…');
            break;
        }
        clean.push(c);
        count += 1;
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// What takes no place of its own, beside what [`plain`] calls harmful.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_directions_and_length_are_taken_out_and_markup_stays_text() {
        assert_eq!(clean("a\x1b[31mb\0\r\n\tc", 20), "a [31mb c");
        assert_eq!(clean("\u{202e}evil\u{200b}\u{feff}", 20), "evil");
        assert_eq!(clean("<script>alert(1)</script>", 100), "<script>alert(1)</script>");
        assert_eq!(clean(&"x".repeat(10_000_000), 5), "xxxxx…");
        assert_eq!(clean("äöü", 2), "äö…");
    }
}
