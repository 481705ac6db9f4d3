//! What is done when the bytes are out: following the game, ruling on it, seeing what may be claimed.

use super::UciFace;
use crate::ledger::{EngineFault, Event, Remedy};
use crate::proxy::desk::Desk;
use crate::proxy::engine::{Answer, Kind, Search};
use crate::proxy::output::Output;
use crate::proxy::track::{Change, Done, History, Question, Task, TrackError, Tracker};
use crate::uci::PositionText;
use crate::units::Stamp;
use shakmaty::{EnPassantMode, Position, fen::Fen};

impl UciFace {
    pub(in crate::proxy) fn settle(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if let Some(m) = self.own_move.take() {
            desk.track.own_move(m);
            self.known = None;
            (self.unruled, self.after_own) = (true, true);
        }
        if let Some(text) = self.unsettled.take() {
            self.follow(desk, &text, out);
            if self.known == Some(desk.epoch) {
                desk.watch_clock();
            }
            self.take_over(desk, at, out);
        }
    }

    /// The arbiter's work, if there is some and nobody is at it.
    pub(in crate::proxy) fn task(&mut self, desk: &mut Desk) -> Option<Task> {
        if !self.has_task(desk) {
            return None;
        }
        self.unruled = false;
        desk.track.task(self.resigning.take().map_or(Question::Over, Question::ResignationOf))
    }

    pub(in crate::proxy) fn has_task(&self, desk: &Desk) -> bool {
        self.unruled && !desk.track.is_at_work()
    }

    /// The arbiter's work is done, maybe while lines went on.
    pub(in crate::proxy) fn done(&mut self, desk: &mut Desk, at: Stamp, done: Done, out: &mut Output) {
        let Some(found) = desk.track.done(done) else { return };
        for ruling in found.news.into_iter().chain(found.answer.map(|(_, ruling)| ruling)) {
            if self.after_own {
                // Nothing may follow a bestmove on the wire.
                self.due.push(ruling.text());
                desk.log_ruling(out, &ruling);
                continue;
            }
            self.held_ruling = Some(ruling);
            let played = |search: &Search| search.epoch == desk.epoch && search.kind != Kind::Ponder;
            if !self.ponders || desk.engine.searches.back().is_some_and(played) {
                self.publish(desk, out);
            }
        }
        self.take_over(desk, at, out);
    }

    fn follow(&mut self, desk: &mut Desk, text: &[u8], out: &mut Output) {
        let why = match std::mem::take(&mut self.announced) {
            true => "ucinewgame",
            false if desk.game == 0 => "the first position",
            false => "another start position",
        };
        self.known = None;
        for note in std::mem::take(&mut self.due) {
            Self::note(desk, out, &note);
        }
        let parsed = match PositionText::parse(text) {
            Ok(parsed) => parsed,
            Err(error) => {
                desk.track.lose();
                let event = Event::BadPosition { index: None, got: crate::uci::shown(text) };
                desk.log(out, event, error.to_string());
                Self::note(desk, out, &error.to_string());
                return;
            }
        };
        match desk.track.position(parsed.root, &parsed.moves) {
            Ok(change) => {
                self.known = Some(desk.epoch);
                desk.log_change(out, &change, why);
                self.tell_history(desk, &change, out);
            }
            Err(error) => {
                desk.log_bad(out, &error);
                let (TrackError::Root(_) | TrackError::Move { .. }) = &error;
                Self::note(desk, out, &error.to_string());
                return;
            }
        }
        self.claims = desk.track.open_claims();
        (self.unruled, self.after_own) = (true, false);
    }

    fn tell_history(&self, desk: &Desk, change: &Change, out: &mut Output) {
        if let (Change::NewGame, Some(History::Unknown(why))) = (change, desk.track.history()) {
            Self::note(desk, out, &format!("history unknown, counts are lower bounds: {why}"));
        }
    }

    /// The position turned out dead when the engine had been told to search: it is stopped and answered for.
    fn take_over(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        let ours = desk.engine.searches.len() == 1
            && desk.engine.current().is_some_and(|search| {
                search.kind == Kind::Timed
                    && search.answer == Answer::Wanted
                    && search.epoch == desk.epoch
                    && search.stopped.is_none()
                    && !crate::uci::tokens(&search.text).any(|word| word == b"searchmoves")
            });
        if ours && self.known == Some(desk.epoch) && self.answers_dead(desk) && self.answer_dead(desk, out) {
            out.tell("stop");
            desk.engine.stopped(at);
            if let Some(search) = desk.engine.searches.front_mut() {
                search.answer = Answer::Dropped;
            }
        }
    }

    pub(in crate::proxy) fn tick(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if desk.ready_due().is_some_and(|due| due <= at) {
            self.answer_ready(desk, out);
        }
        if desk.handshake_due().is_some_and(|due| due <= at) {
            let seconds = desk.settings.start_ms / 1_000;
            let text = format!("engine sent no uciok in {seconds} s");
            Self::note(desk, out, &text);
            desk.fault(out, EngineFault::NoUciok, Remedy::Killed, text);
            desk.give_up(out);
        }
        if desk.clock_ran_out(at, out) {
            Self::note(desk, out, "no bestmove, and its time is over");
        }
        if desk.stop_due().is_some_and(|due| due <= at) {
            self.hung(desk, out);
        }
    }
}

/// The `position` line from the position after the last pawn move or capture; `None` if that is the root itself.
pub(in crate::proxy) fn pruned(track: &Tracker) -> Option<Vec<u8>> {
    let record = track.record()?;
    let quiet = usize::try_from(record.quiet_proven().0).ok()?;
    let kept = record.moves().len().checked_sub(quiet).filter(|kept| *kept > 0)?;
    let mut position = record.start().position.clone();
    for m in record.moves().iter().take(kept) {
        position.play_unchecked(*m);
    }
    let mut line = format!("position fen {}", Fen::from_position(&position, EnPassantMode::Legal));
    let rest = record.moves().iter().skip(kept);
    for (index, m) in rest.enumerate() {
        if index == 0 {
            line.push_str(" moves");
        }
        line.push(' ');
        line.push_str(&m.to_uci(record.mode()).to_string());
    }
    line.push('\n');
    Some(line.into_bytes())
}
