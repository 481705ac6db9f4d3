//! Lines from the GUI.

use super::UciFace;
use crate::ledger::{EngineFault, Event, Remedy};
use crate::proxy::desk::Desk;
use crate::proxy::engine::{Kind, Stage};
use crate::proxy::output::{Order, Output};
use crate::proxy::settings::{BadPosition, DeadPositions, HistoryForEngine};
use crate::uci::{Command, Go, SetOption};
use crate::units::Stamp;

impl UciFace {
    pub(in crate::proxy) fn upstream(&mut self, desk: &mut Desk, at: Stamp, line: &[u8], out: &mut Output) {
        match Command::parse(line) {
            Command::Uci => {
                self.greeted = true;
                self.greetings += 1;
                desk.engine.stage = Stage::Handshake { since: at };
                out.down.extend_from_slice(line);
            }
            Command::SetOption(set) => self.set_option(desk, &set, line, out),
            Command::IsReady => {
                desk.engine.pings.push_back(at);
                out.down.extend_from_slice(line);
            }
            Command::NewGame => {
                self.forget(desk);
                desk.track.new_game();
                self.announced = true;
                out.down.extend_from_slice(line);
            }
            Command::Position(text) => self.position(desk, at, text, line, out),
            Command::Go(go) => self.go(desk, at, &go, line, out),
            Command::Stop => {
                out.down.extend_from_slice(line);
                desk.engine.stopped(at);
                self.release(desk, at, out);
            }
            Command::PonderHit => {
                out.down.extend_from_slice(line);
                desk.engine.hit(at);
                if self.known == Some(desk.epoch) {
                    desk.watch_clock();
                }
                self.publish(desk, out);
                self.release(desk, at, out);
            }
            Command::Quit => {
                out.down.extend_from_slice(line);
                self.publish(desk, out);
                desk.engine.stage = Stage::Quitting;
                out.orders.push(Order::Quit);
            }
            Command::Unknown(_) => {
                self.free_text = true;
                out.down.extend_from_slice(line);
            }
            Command::Blank => out.down.extend_from_slice(line),
        }
    }

    fn set_option(&mut self, desk: &mut Desk, set: &SetOption<'_>, line: &[u8], out: &mut Output) {
        match desk.own_option(set, out) {
            Some(true) => return,
            Some(false) => {
                let name = String::from_utf8_lossy(set.name).into_owned();
                Self::note(desk, out, &format!("no such option or value: {name}"));
                return;
            }
            None => {}
        }
        if set.is("UCI_Chess960") {
            desk.track.set_chess960(set.is_true());
        }
        if set.is("Ponder") {
            self.ponders = set.is_true();
        }
        desk.engine.option_set(set.name, line);
        out.down.extend_from_slice(line);
    }

    /// What was about the last game is past.
    fn forget(&mut self, desk: &mut Desk) {
        self.unsettled = None;
        self.own_move = None;
        self.known = None;
        self.held_ruling = None;
        (self.unruled, self.after_own, self.resigning, self.claimed) = (false, false, None, None);
        self.refused = false;
        self.claims = crate::game::OpenClaims::default();
        desk.engine.position.clear();
    }

    fn position(&mut self, desk: &mut Desk, at: Stamp, text: &[u8], line: &[u8], out: &mut Output) {
        self.settle(desk, at, out);
        self.free_text = false;
        self.refused = false;
        desk.epoch += 1;
        self.unsettled = Some(text.to_vec());
        let prune = desk.settings.history == HistoryForEngine::Prune;
        let refuse = desk.settings.bad_position == BadPosition::Refuse;
        if prune || refuse {
            // What the engine is told depends on what the position is.
            self.settle(desk, at, out);
            if refuse && self.known != Some(desk.epoch) {
                self.refused = true;
                return;
            }
            if let Some(pruned) = super::judge::pruned(&desk.track).filter(|_| prune && self.known.is_some()) {
                desk.rewritten(out, "history = prune", line, &pruned);
                desk.engine.position.clone_from(&pruned);
                out.down.extend_from_slice(&pruned);
                return;
            }
        }
        desk.engine.position.clear();
        desk.engine.position.extend_from_slice(line);
        out.down.extend_from_slice(line);
    }

    fn go(&mut self, desk: &mut Desk, at: Stamp, go: &Go<'_>, line: &[u8], out: &mut Output) {
        self.free_text = go.perft;
        if self.refused {
            out.say("bestmove 0000");
            return;
        }
        if go.perft {
            out.down.extend_from_slice(line);
            return;
        }
        if go.ponder {
            self.ponders = true;
        } else {
            self.publish(desk, out);
        }
        if desk.belated.is_some() {
            // Whose clock went on is known from the position.
            self.settle(desk, at, out);
        }
        let timed = !go.ponder && !go.infinite && !go.searchmoves;
        let settled = self.unsettled.is_none() && self.known == Some(desk.epoch);
        if timed && settled && !desk.is_searching() && self.answers_dead(desk) && self.answer_dead(desk, out) {
            return;
        }
        desk.engine.went(go, desk.epoch, at);
        if settled {
            desk.watch_clock();
        }
        desk.tell_go(line, out);
    }

    pub(super) fn answers_dead(&self, desk: &Desk) -> bool {
        desk.settings.dead == DeadPositions::Answer && desk.track.is_dead()
    }

    /// A held move is due: `stop` or `ponderhit` came.
    fn release(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        let due = desk
            .engine
            .current()
            .is_some_and(|search| search.held.is_some() && (search.stopped.is_some() || search.kind == Kind::Timed));
        if due {
            let held = desk.engine.searches.front_mut().and_then(|search| search.held.take());
            if let Some(line) = held {
                self.engine(desk, at, &line, out);
            }
        }
    }

    /// A ruling on a position that has now certainly come on the board.
    pub(super) fn publish(&mut self, desk: &Desk, out: &mut Output) {
        if let Some(ruling) = self.held_ruling.take() {
            desk.log_ruling(out, &ruling);
            Self::note(desk, out, &ruling.text());
        }
    }

    /// `isready` in a search, unanswered for too long.
    pub(super) fn answer_ready(&mut self, desk: &mut Desk, out: &mut Output) {
        desk.engine.pings.pop_front();
        desk.engine.stale_readyok += 1;
        out.say("readyok");
        desk.fault(out, EngineFault::NoReadyok, Remedy::AnsweredReady, "isready answered in the engine's place");
        if desk.engine.stale_readyok == 1 {
            desk.log(out, Event::Unusual { what: "the engine is deaf while it searches".to_owned() }, "");
        }
    }
}
