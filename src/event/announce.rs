//! x
use super::director::Outcome; use super::game::{Fixture, Game}; use super::settings::{Settings, GameNumber}; use std::collections::BTreeMap; use shakmaty::ByColor;
#[derive(Debug)] pub struct Announcer { names: Vec<String>, total: u32 }
impl Announcer {
  pub fn new(s: &Settings, total: u32) -> Self { Self { names: s.players.iter().map(|p| p.name.clone()).collect(), total } }
  fn name(&self, id: super::settings::PlayerId) -> &str { self.names.get(usize::from(id.0)).map_or("?", String::as_str) }
  pub fn opening(&self) -> String { String::new() }
  pub fn started(&self, f: &Fixture) -> String { format!("Started game {} of {} ({} vs {})\n", f.number.0, self.total, self.name(f.white), self.name(f.black)) }
  pub fn finished(&mut self, g: &Game, _: &BTreeMap<GameNumber, Outcome>) -> String { format!("Finished game {} ({} vs {}): {:?} {}\n", g.fixture.number.0, self.name(g.fixture.white), self.name(g.fixture.black), g.ending.result, g.ending.text) }
  pub fn broken_off(&mut self, _: &Game) {}
  pub fn names(&mut self, _: &Fixture, _: &ByColor<Option<String>>) {}
  pub fn is_decided(&self, _: &BTreeMap<GameNumber, Outcome>) -> bool { false }
  pub fn closing(&self, _: &BTreeMap<GameNumber, Outcome>) -> String { "Finished match\n".into() }
}
