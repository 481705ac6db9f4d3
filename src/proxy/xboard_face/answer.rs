//! Lines from the engine, and an engine in trouble.

use super::{Resigning, XboardFace};
use crate::exit::Exit;
use crate::ledger::{Actor, EngineFault, Event, Remedy};
use crate::proxy::conventions::Said;
use crate::proxy::desk::{Desk, Gone};
use crate::proxy::engine::{Answer, Kind, Stage};
use crate::proxy::output::{Order, Output};
use crate::proxy::repair;
use crate::proxy::settings::{Crash, Results};
use crate::uci::{Best, BestMove, Info, Reply as Uci, shown};
use crate::units::Stamp;
use crate::xboard::{EngineOption, Reply, Score, Thinking, spell_move};
use shakmaty::{Move, Position};

/// Scores beyond this are taken for mate by a runner that trusts them, and end the game as won.
const SCORE_LIMIT: i64 = 9_900;

impl XboardFace {
    pub(in crate::proxy) fn engine(&mut self, desk: &mut Desk, at: Stamp, line: &[u8], out: &mut Output) {
        let reply = Uci::parse(line);
        match reply {
            Uci::UciOk if desk.replaying => desk.replay(at, out),
            _ if desk.replaying => {}
            Uci::Info(text) => self.info(desk, text, line, out),
            Uci::BestMove(best) => self.best_move(desk, at, &best, line, out),
            Uci::ReadyOk if desk.engine.stale_readyok > 0 => desk.engine.stale_readyok -= 1,
            Uci::ReadyOk => self.ready(desk, out),
            Uci::UciOk => {
                if let Stage::Handshake { .. } = desk.engine.stage {
                    desk.handshaken(out);
                    self.introduce(desk, at, out);
                }
            }
            Uci::Option(_) => {
                if let Stage::Handshake { .. } = desk.engine.stage {
                    self.options.extend(EngineOption::from_uci(crate::uci::content(line)));
                }
            }
            Uci::Name(name) => desk.engine.name = shown(name),
            Uci::Text => {}
        }
    }

    fn ready(&mut self, desk: &mut Desk, out: &mut Output) {
        desk.engine.pings.pop_front();
        if !self.asked.is_empty() {
            let number = self.asked.remove(0);
            Self::reply(out, &Reply::Pong(&number));
        }
    }

    fn info(&mut self, desk: &mut Desk, text: &[u8], line: &[u8], out: &mut Output) {
        let current = desk.engine.current();
        if !current.is_some_and(|search| search.answer == Answer::Wanted) {
            return;
        }
        desk.engine.heard_info(line);
        if let Some(string) = Info::parse(text).string {
            self.engine_says(desk, string, out);
            return;
        }
        if !self.post {
            return;
        }
        if let Some(mut thinking) = Thinking::from_uci(line) {
            thinking.score = match (thinking.score, desk.settings.results) {
                (score @ Score::Centipawns(_), _) | (score, Results::Trust) => score.clamped(SCORE_LIMIT),
                (score @ (Score::Mates(_) | Score::IsMated(_)), Results::Offers) => score,
            };
            thinking.write(&mut out.up);
        }
    }

    /// What engines say by the conventions that grew around UCI.
    fn engine_says(&mut self, desk: &Desk, text: &[u8], out: &mut Output) {
        match Said::read(text, self.side) {
            Said::Offer => {
                self.offers = true;
                desk.log(out, Event::Offered { by: Actor::Engine }, "");
            }
            // In analysis there is nothing to resign.
            Said::Resign if self.side.is_some() => {
                desk.log(out, Event::Resigned { by: Actor::Engine }, "");
                (self.resigning, self.unruled) = (Some(Resigning::default()), true);
            }
            Said::Claim(outcome) if self.is_thinking(desk) => {
                self.claimed = Some((outcome, [b"info string ", text].concat()));
            }
            Said::Resign | Said::Claim(_) | Said::Nothing => {}
        }
    }

    fn best_move(&mut self, desk: &mut Desk, at: Stamp, best: &BestMove, line: &[u8], out: &mut Output) {
        let Some(search) = desk.engine.searches.pop_front() else {
            let text = format!("'{}' answers no go, dropped", shown(line.trim_ascii_end()));
            return desk.fault(out, EngineFault::UnaskedBestmove, Remedy::Dropped, text);
        };
        let wanted = search.answer == Answer::Wanted && search.epoch == desk.epoch;
        match (wanted, search.kind) {
            (true, Kind::Ponder) => {
                // It may not move before the hit: the search is asked for again when the opponent has moved.
                self.expected = None;
                desk.fault(out, EngineFault::EarlyBestmove, Remedy::Dropped, "bestmove while pondering");
            }
            (true, Kind::Timed) => self.move_found(desk, at, best, line, out),
            (true, Kind::Infinite { .. }) | (false, _) => {}
        }
        self.proceed(desk, at, out);
    }

    fn move_found(&mut self, desk: &mut Desk, at: Stamp, best: &BestMove, line: &[u8], out: &mut Output) {
        self.flag = None;
        let Some(record) = desk.track.record() else { return };
        let position = record.position().clone();
        let legal = match &best.best {
            Best::Move(uci) => uci.to_move(&position).ok(),
            Best::Null | Best::None | Best::Unreadable(_) => None,
        };
        let repaired = || repair::best_move(line, &position, desk.track.mode(), &desk.settings.repair).map(|(_, m)| m);
        let found = legal.or_else(repaired);
        if let (Some(resigning), Some(_)) = (&mut self.resigning, found) {
            // It goes out if the resignation comes to nothing.
            resigning.found = found;
            return;
        }
        match found {
            Some(m) => {
                self.hint = best.ponder.and_then(|uci| {
                    let mut after = position.clone();
                    after.play_unchecked(m);
                    uci.to_move(&after).ok()
                });
                self.play(desk, at, m, out);
            }
            None if position.legal_moves().is_empty() => {}
            None => self.faulty(desk, best, out),
        }
        for number in std::mem::take(&mut self.pings) {
            Self::reply(out, &Reply::Pong(&number));
        }
    }

    /// What is no move goes out as it is: the runner rules on it.
    fn faulty(&self, desk: &Desk, best: &BestMove, out: &mut Output) {
        let (fault, word) = match &best.best {
            Best::Null | Best::None => (EngineFault::NoMove, "0000".to_owned()),
            Best::Move(uci) => (EngineFault::IllegalMove, uci.to_string()),
            Best::Unreadable(word) => (EngineFault::UnreadableMove, word.clone()),
        };
        let text = format!("bestmove {word} is not legal here");
        self.note(desk, out, &text);
        desk.fault(out, fault, Remedy::Forwarded, text);
        Self::reply(out, &Reply::Move(word.as_bytes()));
    }

    /// Sends a move and puts it on the board.
    pub(super) fn send_move(&mut self, desk: &mut Desk, at: Stamp, m: Move, out: &mut Output) {
        let spelled = spell_move(m, desk.track.mode());
        Self::reply(out, &Reply::Move(spelled.as_bytes()));
        desk.track.play(m);
        self.board_changed(desk);
        self.ponder(desk, at, out);
    }

    pub(in crate::proxy) fn gone(&mut self, desk: &mut Desk, at: Stamp, gone: &Gone, out: &mut Output) {
        let early = matches!(desk.engine.stage, Stage::Handshake { .. } | Stage::Running) && !desk.replaying;
        let text = format!("{gone}{}", if early { " before uciok" } else { "" });
        desk.log(out, Event::Fault { fault: EngineFault::Died }, text.clone());
        let hopeless = early || desk.engine.restarted || matches!(gone, Gone::NotStarted(_));
        match desk.settings.crash {
            Crash::Die => self.die_too(desk, &text, out),
            Crash::Restart | Crash::LastMove if hopeless => self.die_too(desk, &text, out),
            Crash::Restart => desk.start_again(at, out),
            Crash::LastMove => {
                self.play_last(desk, at, out);
                desk.start_again(at, out);
            }
        }
    }

    fn die_too(&self, desk: &mut Desk, text: &str, out: &mut Output) {
        Self::reply(out, &Reply::TellUserError(text.as_bytes()));
        desk.engine.stage = Stage::Gone;
        desk.log(out, Event::Remedy { remedy: Remedy::DiedToo }, "");
        out.orders.push(Order::End(Exit::Engine));
    }

    /// Plays the best move that the engine had shown.
    fn play_last(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        let Some(m) = desk.last_good_move().filter(|_| self.is_thinking(desk)) else {
            return;
        };
        desk.engine.searches.clear();
        self.hint = None;
        let remedy = Remedy::Substituted {
            mv: spell_move(m, desk.track.mode()),
            source: "the last principal variation".to_owned(),
        };
        desk.log(out, Event::Remedy { remedy }, "");
        self.send_move(desk, at, m, out);
    }

    pub(in crate::proxy) fn tick(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        self.tick_rules(desk, at, out);
        if desk.handshake_due().is_some_and(|due| due <= at) {
            let text = format!("engine sent no uciok in {} s", desk.settings.start_ms / 1_000);
            Self::reply(out, &Reply::TellUserError(text.as_bytes()));
            desk.fault(out, EngineFault::NoUciok, Remedy::Killed, text);
            desk.give_up(out);
        }
        if desk.ready_due().is_some_and(|due| due <= at) {
            desk.engine.stale_readyok += 1;
            self.ready(desk, out);
            desk.fault(out, EngineFault::NoReadyok, Remedy::AnsweredReady, "ping answered in the engine's place");
        }
        if desk.clock_ran_out(at, out) {
            self.note(desk, out, "no bestmove, and its time is over");
        }
        if desk.stop_due().is_some_and(|due| due <= at) {
            let text = format!("no bestmove {} s after stop", desk.settings.stop_ms / 1_000);
            desk.fault(out, EngineFault::NeverStops, Remedy::Killed, text);
            match desk.settings.crash {
                Crash::Die => desk.give_up(out),
                Crash::Restart | Crash::LastMove if desk.engine.restarted => desk.give_up(out),
                Crash::Restart | Crash::LastMove => desk.condemn(out),
            }
        }
    }
}
