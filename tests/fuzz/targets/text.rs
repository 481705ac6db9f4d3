//! How bytes are cut for the targets.

/// The first byte, which chooses, and the rest.
pub(super) fn choice(data: &[u8]) -> (u8, &[u8]) {
    data.split_first().map_or((0, data), |(first, rest)| (*first, rest))
}

/// The bytes as text, what is no UTF-8 replaced.
pub(super) fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// At most `most` lines, without their ends.
pub(super) fn lines(data: &[u8], most: usize) -> impl Iterator<Item = &[u8]> {
    data.split(|byte| *byte == b'\n').take(most)
}
