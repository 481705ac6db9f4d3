//! x
use crate::event::game::Score;
use crate::event::settings::Rules;
use crate::laws::{GameResult, Ground};
use crate::units::{HalfMoves, Ply};
use shakmaty::{Chess, Color};
#[derive(Debug)]
pub struct Adjudicator;
pub struct Adjudication {
    pub ground: Ground,
    pub result: GameResult,
    pub words: String,
}
pub struct Moment<'a> {
    pub mover: Color,
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub zeroing: bool,
    pub position: &'a Chess,
    pub quiet: HalfMoves,
    pub full_move: u32,
    pub own_moves: Ply,
}
impl Adjudicator {
    pub fn new(_: &Rules) -> Self {
        Self
    }
    pub fn after_move(&mut self, _: &Moment<'_>) -> Option<Adjudication> {
        None
    }
}
