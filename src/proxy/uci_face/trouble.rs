//! An engine that died or hangs.

use super::UciFace;
use crate::exit::Exit;
use crate::ledger::{EngineFault, Event, Remedy};
use crate::proxy::desk::{Desk, Gone};
use crate::proxy::engine::{Answer, Stage};
use crate::proxy::output::{Order, Output};
use crate::proxy::settings::Crash;
use crate::units::Stamp;
use shakmaty::uci::UciMove;

impl UciFace {
    /// The engine's process has ended and nobody asked it to.
    pub(in crate::proxy) fn gone(&mut self, desk: &mut Desk, at: Stamp, gone: &Gone, out: &mut Output) {
        let early = match desk.engine.stage {
            Stage::Handshake { .. } if !desk.replaying => " before uciok",
            Stage::Handshake { .. } | Stage::Absent | Stage::Running | Stage::Ready | Stage::Quitting | Stage::Gone => {
                ""
            }
        };
        let text = format!("{gone}{early}");
        Self::note(desk, out, &text);
        desk.log(out, Event::Fault { fault: EngineFault::Died }, text);
        let hopeless = !early.is_empty() || desk.engine.restarted || matches!(gone, Gone::NotStarted(_));
        match desk.settings.crash {
            Crash::Die => self.die_too(desk, out),
            Crash::Restart | Crash::LastMove if hopeless => self.die_too(desk, out),
            Crash::Restart => self.restart(desk, at, out),
            Crash::LastMove => {
                self.answer_last(desk, out);
                self.restart(desk, at, out);
            }
        }
    }

    fn die_too(&self, desk: &mut Desk, out: &mut Output) {
        desk.engine.stage = Stage::Gone;
        desk.log(out, Event::Remedy { remedy: Remedy::DiedToo }, "");
        out.orders.push(Order::End(Exit::Engine));
    }

    fn restart(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        Self::note(desk, out, "engine started again");
        desk.start_again(at, out);
    }

    /// No answer to `stop` in time.
    pub(super) fn hung(&mut self, desk: &mut Desk, out: &mut Output) {
        let seconds = desk.settings.stop_ms / 1_000;
        let text = format!("no bestmove {seconds} s after stop");
        Self::note(desk, out, &text);
        desk.fault(out, EngineFault::NeverStops, Remedy::Killed, text);
        match desk.settings.crash {
            Crash::Die => desk.give_up(out),
            Crash::Restart | Crash::LastMove if desk.engine.restarted => desk.give_up(out),
            Crash::Restart => desk.condemn(out),
            Crash::LastMove => {
                self.answer_last(desk, out);
                desk.condemn(out);
            }
        }
    }

    /// Plays the best move the engine had shown.
    fn answer_last(&mut self, desk: &mut Desk, out: &mut Output) {
        let current = desk.engine.current();
        let wanted = current.is_some_and(|search| search.answer == Answer::Wanted && self.known == Some(search.epoch));
        let Some(m) = desk.last_good_move().filter(|_| wanted) else {
            return;
        };
        let spelled = UciMove::from_move(m, desk.track.mode()).to_string();
        let line = format!("bestmove {spelled}\n").into_bytes();
        let early = desk.engine.current().is_some_and(|search| self.holds(desk, search));
        let remedy = Remedy::Substituted { mv: spelled, source: "the last principal variation".to_owned() };
        desk.log(out, Event::Remedy { remedy }, "");
        if early {
            // It goes out with stop or ponderhit, as the engine's own would.
            if let Some(search) = desk.engine.searches.front_mut() {
                search.held.get_or_insert(line);
            }
            return;
        }
        out.up.extend(line);
        self.own_move = Some(m);
        desk.engine.searches.clear();
    }
}
