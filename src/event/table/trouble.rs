//! Engines that do not start, end, or fall silent.

use super::play::name;
use super::{Order, Out, Phase, Table};
use crate::event::game::Happening;
use crate::event::player::Silence;
use crate::event::settings::AfterTrouble;
use crate::game::{Input, MateOracle};
use crate::laws::{GameResult, Ground};
use crate::units::Stamp;
use shakmaty::Color;

/// What a player's engine did that ended its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// It could not be started, or ended before the game.
    NotStarted,
    /// It ended.
    Ended,
    /// It no longer answered, or never did.
    Silent,
    /// It calls a move of the game illegal and does not answer it.
    Refused,
}

impl Lost {
    /// What the arbiter is told.
    const fn input(self, side: Color) -> Input {
        match self {
            Self::NotStarted | Self::Ended => Input::Disconnect(side),
            Self::Silent => Input::Stall(side),
            Self::Refused => Input::FalseIllegalMoveClaim(side),
        }
    }
}

/// Whether a game is to be played again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// No.
    #[default]
    No,
    /// Both engines were silent: the host is at fault. It does not count against anybody.
    HostFault,
    /// The event replays a game once.
    Replay,
}

impl<O: MateOracle> Table<O> {
    /// A player's process is gone, or could not be started. `how` says so in a few words.
    pub fn gone(&mut self, at: Stamp, side: Color, how: &str, out: &mut Out) {
        self.seats.get_mut(side).player.gone();
        match self.phase {
            Phase::Preparing => self.trouble(at, side, Lost::NotStarted, how, out),
            Phase::Playing | Phase::Suspecting(_) => self.trouble(at, side, Lost::Ended, how, out),
            Phase::Closing(_) => {
                self.notes.push(format!("{}: {how}, after the game", name(side)));
                self.rest();
            }
            Phase::Over(_) => {}
        }
    }

    /// An answer is overdue.
    pub(super) fn silent(&mut self, at: Stamp, side: Color, silence: Silence, out: &mut Out) {
        let how = self.seats.get(side).player.missing(silence);
        match (&self.phase, silence) {
            (Phase::Playing, Silence::Ready | Silence::Stop | Silence::Move) => {
                let other = side.other();
                self.notes.push(format!("{}: {how}", name(side)));
                if self.seats.get_mut(other).player.ask_alive(at, out.to.get_mut(other)) {
                    self.hold(at, out);
                    if self.phase == Phase::Playing {
                        self.phase = Phase::Suspecting(side);
                    }
                } else {
                    self.end_silent(at, side, how, out);
                }
            }
            (Phase::Suspecting(first), _) if *first != side => {
                self.notes.push(format!("{}: {how} as well", name(side)));
                self.again = Again::HostFault;
                for side in Color::ALL {
                    self.kill(side, out);
                }
                self.close(at, None, out);
            }
            (Phase::Suspecting(_), _) => {}
            (Phase::Preparing, _) => {
                self.kill(side, out);
                self.trouble(at, side, Lost::Silent, how, out);
            }
            (Phase::Playing, Silence::Handshake) => self.end_silent(at, side, how, out),
            (Phase::Playing, Silence::Refusal) => {
                self.kill(side, out);
                self.trouble(at, side, Lost::Refused, how, out);
            }
            (Phase::Closing(_) | Phase::Over(_), _) => {
                self.notes.push(format!("{}: {how}, after the game", name(side)));
                self.kill(side, out);
                self.rest();
            }
        }
    }

    /// The other player answers: the silence is the engine's own.
    pub(super) fn is_alive(&mut self, at: Stamp, side: Color, out: &mut Out) {
        if let Phase::Suspecting(silent) = self.phase
            && silent != side
        {
            self.phase = Phase::Playing;
            self.end_silent(at, silent, "no answer", out);
        }
    }

    fn end_silent(&mut self, at: Stamp, side: Color, how: &str, out: &mut Out) {
        self.kill(side, out);
        self.trouble(at, side, Lost::Silent, how, out);
    }

    fn kill(&mut self, side: Color, out: &mut Out) {
        self.seats.get_mut(side).player.gone();
        out.order(Order::Kill(side));
    }

    /// What the event's policy makes of it.
    fn trouble(&mut self, at: Stamp, side: Color, lost: Lost, how: &str, out: &mut Out) {
        self.notes.push(format!("{}: {how}", name(side)));
        if self.phase == Phase::Preparing {
            *self.lost.get_mut(side) = Some(lost);
            let other = side.other();
            if self.states.get(other).ready || self.lost.get(other).is_some() {
                self.begin_without(at, out);
            }
            return;
        }
        if matches!(self.phase, Phase::Suspecting(_)) {
            self.phase = Phase::Playing;
        }
        if self.phase != Phase::Playing {
            return;
        }
        match (self.terms.rules.trouble.game, lost) {
            (AfterTrouble::PlayOn, Lost::Ended | Lost::Silent | Lost::Refused) if !self.states.get(side).restarted => {
                // The opponent thinks on at its own cost.
                if self.arbiter.record().turn() == side {
                    let runs = self.arbiter.clocks().running() == Some(side);
                    let spent = if runs { u64::try_from(at.since(self.since).0).unwrap_or(0) } else { 0 };
                    self.hold(at, out);
                    self.keep_with(spent, Happening::Restart { side: side.into() });
                } else {
                    self.keep_with(0, Happening::Restart { side: side.into() });
                }
                if self.phase != Phase::Playing {
                    return;
                }
                self.states.get_mut(side).restarted = true;
                self.states.get_mut(side).ready = false;
                self.notes.push(format!("{}: started anew at ply {}", name(side), self.plies.len()));
                let setup = self.setup(side);
                self.seats.get_mut(side).player.new_game(at, setup, out.to.get_mut(side));
                out.order(Order::Restart(side));
            }
            (AfterTrouble::ReplayOnce, Lost::Ended | Lost::Silent | Lost::Refused | Lost::NotStarted)
                if self.terms.plays_again() =>
            {
                *self.lost.get_mut(side) = Some(lost);
                self.again = Again::Replay;
                self.close(at, None, out);
            }
            (AfterTrouble::Forfeit | AfterTrouble::ReplayOnce | AfterTrouble::PlayOn, _) => {
                *self.lost.get_mut(side) = Some(lost);
                let effects = self.arbiter.step(at, lost.input(side));
                self.follow(at, effects, out);
            }
        }
    }

    /// Who is not at the board is known: the game has to begin before it can be lost. A start position may end it by
    /// itself.
    pub(super) fn begin_without(&mut self, at: Stamp, out: &mut Out) {
        self.phase = Phase::Playing;
        let effects = self.arbiter.step(at, Input::Begin);
        self.hold(at, out);
        self.follow(at, effects, out);
        self.replay(at, out);
        if self.phase != Phase::Playing {
            return;
        }
        if self.terms.plays_again() {
            self.again = Again::Replay;
            return self.close(at, None, out);
        }
        let input = match (self.lost.white, self.lost.black) {
            (Some(white), Some(black)) => Input::EventRule {
                ground: match (white, black) {
                    (Lost::Silent, Lost::Silent) => Ground::Stall,
                    (Lost::NotStarted | Lost::Ended | Lost::Refused, _)
                    | (_, Lost::NotStarted | Lost::Ended | Lost::Refused) => Ground::Disconnect,
                },
                result: GameResult::BothLose,
                words: "neither engine came to the board".to_owned(),
            },
            (Some(white), None) => white.input(Color::White),
            (None, black) => black.unwrap_or(Lost::NotStarted).input(Color::Black),
        };
        let effects = self.arbiter.step(at, input);
        self.follow(at, effects, out);
    }
}
