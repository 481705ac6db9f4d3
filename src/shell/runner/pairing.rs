//! The next round of a Swiss event: made beside the hall, by the built-in system or by a pairing program.

use super::place::Shared;
use crate::event::journal::PairedBy;
use crate::event::schedule::swiss::{Pairing, Position, exchange, tcec};
use crate::event::settings::{PairingSystem, PlayerId, Settings};
use crate::shell::pairing::{ask, called};
use std::num::NonZeroU32;
use std::sync::Arc;

/// What came of it.
#[derive(Debug)]
pub(in crate::shell) struct Paired {
    /// Which round.
    pub(super) round: u32,
    /// The round, or why there is none, in the words of whoever refused it.
    pub(super) result: Result<(Pairing, PairedBy), String>,
}

/// Pairs the next round in a thread of its own.
pub(super) fn begin(position: Position, shared: &Arc<Shared>, tell: impl FnOnce(Paired) + Send + 'static) {
    let shared = Arc::clone(shared);
    let work = move || {
        let (round, result) = (position.round(), pair(&position, &shared));
        tell(Paired { round, result });
    };
    drop(std::thread::spawn(work));
}

fn pair(position: &Position, shared: &Shared) -> Result<(Pairing, PairedBy), String> {
    let built_in = |groups: NonZeroU32| {
        let pairing = tcec::pair(position, groups).map_err(|none| none.to_string())?;
        Ok((pairing, PairedBy::BuiltIn("tcec".to_owned())))
    };
    match &position.swiss().system {
        PairingSystem::Tcec { seeding_groups } => built_in(*seeding_groups),
        // There is nothing to ask.
        PairingSystem::Dutch { .. } if position.present().len() < 2 => built_in(NonZeroU32::MIN),
        PairingSystem::Dutch { program, .. } => {
            let question = exchange::question(position, &shared.settings).map_err(|faults| faults.to_string())?;
            let answer = ask(program, &question, &shared.abort).map_err(|refusal| refusal.to_string())?;
            let name = |id| name(&shared.settings, id);
            match exchange::answer(&answer.text, position, &name) {
                Ok(pairing) => {
                    answer.forget();
                    Ok((pairing, PairedBy::Program(called(program))))
                }
                Err(bad) => {
                    let (called, asked) = (called(program), answer.question());
                    Err(format!("{called}: its answer: {bad}\n(the report it was given is {})", asked.display()))
                }
            }
        }
    }
}

fn name(settings: &Settings, id: PlayerId) -> String {
    settings.players.get(usize::from(id.0)).map_or_else(|| "?".to_owned(), |player| player.name.clone())
}
