//! What was said on the wires of one game: a file a game, a line a line, with the time to the microsecond.

use crate::event::settings::GameNumber;
use crate::units::Stamp;
use shakmaty::Color;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

#[derive(Debug)]
pub(super) struct WireLog {
    file: BufWriter<File>,
    begun: Option<Stamp>,
}

impl WireLog {
    /// `game-000012.txt` in the folder; none if there is no folder or the file cannot be written, which must not stop a
    /// game.
    pub(super) fn open(folder: Option<&Path>, number: GameNumber) -> Option<Self> {
        let folder = folder?;
        std::fs::create_dir_all(folder).ok()?;
        let file = File::create(folder.join(format!("game-{:06}.txt", number.0))).ok()?;
        Some(Self { file: BufWriter::with_capacity(1 << 16, file), begun: None })
    }

    pub(super) fn engine_hears(&mut self, at: Stamp, side: Color, bytes: &[u8]) {
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            self.line(at, side, '>', line);
        }
    }

    pub(super) fn engine_says(&mut self, at: Stamp, side: Color, line: &[u8]) {
        self.line(at, side, '<', line);
    }

    pub(super) fn note(&mut self, at: Stamp, side: Color, text: &str) {
        self.line(at, side, '!', text.as_bytes());
    }

    fn line(&mut self, at: Stamp, side: Color, direction: char, line: &[u8]) {
        let begun = *self.begun.get_or_insert(at);
        let micros = at.since(begun).0 / 1_000;
        let side = if side == Color::White { 'W' } else { 'B' };
        // A full disk must not end a game.
        let shown = line.escape_ascii();
        writeln!(self.file, "{:6}.{:06} {side}{direction} {shown}", micros / 1_000_000, micros % 1_000_000)
            .unwrap_or(());
    }
}
