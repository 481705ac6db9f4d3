//! Splitting lines of bytes into words. Any run of blanks, tabs and carriage returns separates.

/// A line without surrounding white space.
pub(super) fn trim(line: &[u8]) -> &[u8] {
    line.trim_ascii()
}

/// The first word and what follows it, both without surrounding white space.
pub(super) fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let line = trim(line);
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(end).unwrap_or((line, b""));
    (word, trim(rest))
}

/// All the words.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A number that is the whole word.
pub(super) fn number<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The bytes as text for a message, odd bytes replaced.
pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Splits at the first occurrence of a separator.
pub(super) fn split_at<'a>(line: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = line.windows(separator.len().max(1)).position(|window| window == separator)?;
    let (before, rest) = line.split_at_checked(at)?;
    Some((before, rest.get(separator.len()..)?))
}

/// Text that may stand inside a line or between braces and quotes: no control characters, `{}` and `"` replaced.
pub(super) fn tame(text: &str) -> String {
    let harmless = |c: char| match c {
        '{' => '(',
        '}' => ')',
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    text.chars().map(harmless).collect()
}
