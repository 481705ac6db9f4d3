//! stub
use crate::proxy::desk::{Desk, Gone};
use crate::proxy::output::Output;
use crate::units::Stamp;
#[derive(Debug, Default)]
pub(super) struct XboardFace {}
impl XboardFace {
    pub(super) fn upstream(&mut self, _desk: &mut Desk, _at: Stamp, _line: &[u8], _out: &mut Output) {}
    pub(super) fn engine(&mut self, _desk: &mut Desk, _at: Stamp, _line: &[u8], _out: &mut Output) {}
    pub(super) fn gone(&mut self, _desk: &mut Desk, _at: Stamp, _gone: &Gone, _out: &mut Output) {}
    pub(super) fn settle(&mut self, _desk: &mut Desk, _at: Stamp, _out: &mut Output) {}
    pub(super) fn tick(&mut self, _desk: &mut Desk, _at: Stamp, _out: &mut Output) {}
    pub(super) fn has_work(&self) -> bool {
        false
    }
    pub(super) fn deadline(&self, _desk: &Desk) -> Option<Stamp> {
        None
    }
}
