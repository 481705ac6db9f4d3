//! Games as the files of an event have them.

use crate::event::game::Game;
use crate::event::pgn::{self, PgnContext, Readers};
use crate::event::report;
use crate::event::settings::{Settings, Style};

#[derive(Clone, Debug)]
pub(super) struct Scribe {
    context: PgnContext,
    style: Style,
}

impl Scribe {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { context: PgnContext::new(settings), style: settings.output.style }
    }

    /// One that writes for other readers.
    pub(super) fn for_readers(settings: &Settings, readers: Readers) -> Self {
        Self { context: PgnContext::new(settings).for_readers(readers), style: settings.output.style }
    }

    /// A game as PGN. A record that contradicts itself is written as a comment, so that nothing is lost in silence.
    pub(super) fn pgn(&self, game: &Game) -> String {
        let reason = match (self.context.readers, game.ending.result) {
            // Viewers see games in play: there is no reason yet.
            (Readers::Viewers | Readers::Broadcast, None) => String::new(),
            (Readers::Archive, _) | (Readers::Viewers | Readers::Broadcast, Some(_)) => {
                report::reason(&game.ending, &game.final_fen)
            }
        };
        pgn::pgn(game, &self.context, &reason).unwrap_or_else(|error| format!("; {error}\n\n"))
    }

    /// The final position, with a line end.
    pub(super) fn epd(&self, game: &Game) -> String {
        let mut line = pgn::epd(game, self.style);
        line.push('\n');
        line
    }
}
