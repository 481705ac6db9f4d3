//! The places of this machine.

use super::{Desk, Folder, Lost, Stage};
use crate::shell::runner::{Places, Setup, Venue};
use std::io;

pub(super) struct Here(Folder);

impl Here {
    pub(super) fn new() -> Self {
        Self(Folder::new())
    }
}

impl Stage for Here {
    fn folder(&self) -> &Folder {
        &self.0
    }

    fn open(&self, setup: Setup) -> io::Result<Box<dyn Venue>> {
        Ok(Box::new(Places::open(setup)?))
    }

    fn lose(&mut self, desk: &mut Desk) -> Lost {
        desk.venue.break_off();
        Lost::Itself
    }

    fn rests(&self, desk: &Desk) -> bool {
        desk.venue.is_idle()
    }
}
