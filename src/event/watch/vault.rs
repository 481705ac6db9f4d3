//! The finished games that can be looked at: packed, and the oldest given up where they would fill the memory.

use crate::event::game::Game;
use crate::event::settings::GameNumber;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

/// So many bytes of packed games are kept: some hundred thousand games.
const MOST: usize = 256 << 20;

/// A finished game with what only watchers were told of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The game.
    pub game: Game,
    /// The lines of play by half-move, as they came.
    pub lines: BTreeMap<u32, String>,
}

#[derive(Debug, Default)]
pub(super) struct Vault {
    games: BTreeMap<GameNumber, Box<[u8]>>,
    bytes: usize,
}

impl Vault {
    pub(super) fn put(&mut self, kept: &Kept) {
        self.put_within(kept, MOST);
    }

    fn put_within(&mut self, kept: &Kept, most: usize) {
        let json = serde_json::to_vec(kept).unwrap_or_default();
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        let Ok(packed) = encoder.write_all(&json).and_then(|()| encoder.finish()) else { return };
        self.bytes += packed.len();
        if let Some(old) = self.games.insert(kept.game.fixture.number, packed.into_boxed_slice()) {
            self.bytes -= old.len();
        }
        while self.bytes > most
            && let Some((_, oldest)) = self.games.pop_first()
        {
            self.bytes -= oldest.len();
        }
    }

    pub(super) fn get(&self, number: GameNumber) -> Option<Kept> {
        let mut json = Vec::new();
        DeflateDecoder::new(&**self.games.get(&number)?).read_to_end(&mut json).ok()?;
        serde_json::from_slice(&json).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::watch::tests::game;

    #[test]
    fn the_oldest_game_makes_room_and_the_others_come_back_whole() {
        let kept = |number| Kept { game: game(number, "e2e4 e7e5"), lines: BTreeMap::from([(1, "e7e5".to_owned())]) };
        let mut vault = Vault::default();
        vault.put(&kept(1));
        let one = vault.bytes;
        vault.put_within(&kept(2), one + one / 2);
        assert_eq!(vault.get(GameNumber(1)), None);
        assert_eq!(vault.get(GameNumber(2)), Some(kept(2)));
        vault.put(&kept(2));
        assert_eq!(vault.bytes, vault.games[&GameNumber(2)].len());
    }
}
