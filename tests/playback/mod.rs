//! Conversations kept as text files: what comes out of one played again is what stands in it.

use std::path::Path;

/// Plays the file's conversation and compares it with the file, line by line. With the environment variable `update` set
/// the file is written anew in its place.
pub(crate) fn check(path: &Path, update: &str, play: impl Fn(&str) -> String) -> datatest_stable::Result<()> {
    let script = std::fs::read_to_string(path)?;
    let played = play(&script);
    if std::env::var_os(update).is_some() {
        std::fs::write(path, &played)?;
        return Ok(());
    }
    let differs = script.lines().zip(played.lines()).position(|(expected, got)| expected != got);
    match differs {
        Some(at) => Err(format!(
            "line {}: expected {:?}, got {:?}\n--- all that came out\n{played}",
            at + 1,
            script.lines().nth(at).unwrap_or(""),
            played.lines().nth(at).unwrap_or("")
        )
        .into()),
        None if script.lines().count() != played.lines().count() => Err(format!("lengths differ\n{played}").into()),
        None => Ok(()),
    }
}
