//! The end of a game: both players are brought to rest, the game is written down.

use super::{Out, Phase, Table};
use crate::event::game::{Ending, Game};
use crate::event::mating;
use crate::game::{Evidence, MateOracle, Ruling};
use crate::laws::{Ground, Layer};
use crate::units::Stamp;
use shakmaty::Color;

impl<O: MateOracle> Table<O> {
    /// The game is over; without a ruling it is broken off.
    pub(super) fn close(&mut self, at: Stamp, ruling: Option<Box<Ruling>>, out: &mut Out) {
        if matches!(self.phase, Phase::Closing(_) | Phase::Over(_)) {
            return;
        }
        self.starting = None;
        let result = ruling.as_ref().map(|ruling| (ruling.result, ruling.text()));
        self.phase = Phase::Closing(ruling);
        for side in Color::ALL {
            self.seats.get_mut(side).player.game_over(at, result.as_ref(), out.to.get_mut(side));
        }
        self.rest();
    }

    /// Breaks the game off.
    pub fn abort(&mut self, at: Stamp, why: &str, out: &mut Out) {
        self.notes.push(why.to_owned());
        self.close(at, None, out);
    }

    /// Whether nobody is waited for any more.
    pub(super) fn rest(&mut self) {
        if let Phase::Closing(ruling) = &mut self.phase
            && Color::ALL.into_iter().all(|side| self.seats.get(side).player.is_at_rest())
        {
            self.phase = Phase::Over(ruling.take());
        }
    }

    pub(super) fn to_game(&self, ended: u64) -> Game {
        Game {
            fixture: self.terms.fixture.clone(),
            opening: self.terms.opening.clone(),
            plies: self.plies.clone(),
            ending: self.ending(),
            started: self.terms.started,
            ended,
            final_fen: self.arbiter.record().fen(),
            notes: self.notes.clone(),
            host: None,
        }
    }

    fn ending(&self) -> Ending {
        let laws = self.arbiter.conditions().laws.name().to_owned();
        let Some(ruling) = self.ruling() else {
            let text = self.notes.last().cloned().unwrap_or_default();
            return Ending {
                result: None,
                ground: None,
                layer: Layer::EventRule,
                articles: Vec::new(),
                laws,
                text,
                illegal: None,
                mating: Vec::new(),
            };
        };
        let illegal = match ruling.ground {
            Ground::IllegalMove => self.illegal.clone().or_else(|| last_illegal(ruling)),
            _ => None,
        };
        Ending {
            result: Some(ruling.result),
            ground: Some(ruling.ground),
            layer: ruling.layer,
            articles: ruling.citations.iter().map(|citation| citation.article().to_owned()).collect(),
            laws,
            text: ruling.text(),
            illegal,
            mating: mating::of(ruling, self.arbiter.record()),
        }
    }
}

fn last_illegal(ruling: &Ruling) -> Option<String> {
    ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::IllegalMoves { text, .. } => Some(text.clone()),
        _ => None,
    })
}
