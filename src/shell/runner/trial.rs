//! Starting an engine once, to see whether it can be: what `event check` does with every player.

use super::place::{launch, player_of};
use super::wires::{Got, Wires, wait};
use crate::event::player::Said;
use crate::event::settings::{Player, TroublePolicy};
use crate::shell::Clock;
use std::io;
use std::time::Duration;

/// What an engine told of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// The name it gives itself.
    pub name: Option<String>,
    /// Options that are to be set and that it does not have.
    pub unknown_options: Vec<String>,
    /// Whether it says that it plays Chess960.
    pub chess960: bool,
}

/// Starts a player's engine, makes the handshake, sets its options, and sends it home.
///
/// # Errors
/// It cannot be started, ends, or does not answer in the time that the policy gives.
pub fn try_engine(player: &Player, policy: &TroublePolicy) -> io::Result<Trial> {
    let clock = Clock::start();
    let mut wires = Wires::start(&launch(player, &std::env::current_exe()?))?;
    let mut talk = player_of(player, policy);
    let mut out = Vec::new();
    talk.start(clock.now(), &mut out);
    let mut done = false;
    while !done {
        wires.send(&mut out);
        let timeout = talk.deadline().map(|due| clock.until(due));
        let [ready, _] = wait([Some(&wires), None], timeout);
        let at = clock.now();
        if !ready {
            let said = talk.tick(at, &mut out);
            if let Said::Silent(silence) = said {
                wires.kill();
                return Err(io::Error::new(io::ErrorKind::TimedOut, talk.missing(silence)));
            }
            done = said == Said::Idle;
            continue;
        }
        let got = wires.read(|line| done |= talk.line(at, line, &mut out) == Said::Idle);
        if got == Got::End {
            let how = wires.farewell();
            return Err(io::Error::other(format!("{how} during the handshake")));
        }
    }
    let trial = Trial {
        name: talk.name().map(str::to_owned),
        unknown_options: talk.unknown_options().into_iter().map(str::to_owned).collect(),
        chess960: talk.plays_chess960(),
    };
    talk.quit(&mut out);
    wires.send(&mut out);
    wires.part(Duration::from_secs(3));
    Ok(trial)
}
