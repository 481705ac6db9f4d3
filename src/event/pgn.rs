//! x
use super::game::Game; use super::settings::Settings;
#[derive(Debug)] pub struct Scribe;
impl Scribe { pub fn new(_: &Settings) -> Self { Self } pub fn pgn(&self, g: &Game) -> String { format!("{g:?}\n") } pub fn epd(&self, g: &Game) -> String { g.final_fen.clone() } }
