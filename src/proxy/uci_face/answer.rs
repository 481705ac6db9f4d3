//! Lines from the engine.

use super::UciFace;
use crate::ledger::{Actor, EngineFault, Event, Remedy};
use crate::proxy::conventions::{self, Said};
use crate::proxy::desk::Desk;
use crate::proxy::engine::{Answer, Kind, Search, Stage};
use crate::proxy::output::Output;
use crate::proxy::settings::{EarlyMove, Signal};
use crate::proxy::track::History;
use crate::proxy::{repair, shuffle, words};
use crate::uci::{Best, BestMove, Info, Reply, first_word, rewrite_zero, shown};
use crate::units::Stamp;
use shakmaty::{Move, uci::UciMove};

impl UciFace {
    pub(in crate::proxy) fn engine(&mut self, desk: &mut Desk, at: Stamp, line: &[u8], out: &mut Output) {
        if !desk.settings.repair.is_empty()
            && let Some(fixed) = repair::white_space(line, &desk.settings.repair)
        {
            desk.rewritten(out, "repair", line, &fixed);
            return self.engine_line(desk, at, &fixed, out);
        }
        self.engine_line(desk, at, line, out);
    }

    fn engine_line(&mut self, desk: &mut Desk, at: Stamp, line: &[u8], out: &mut Output) {
        let reply = Reply::parse(line);
        if desk.replaying {
            return self.engine_again(desk, at, &reply, out);
        }
        match reply {
            Reply::Info(text) => self.info(desk, text, line, out),
            Reply::BestMove(best) => self.best_move(desk, at, &best, line, out),
            Reply::ReadyOk if desk.engine.stale_readyok > 0 => desk.engine.stale_readyok -= 1,
            Reply::ReadyOk => {
                desk.engine.pings.pop_front();
                out.up.extend_from_slice(line);
            }
            Reply::UciOk => {
                if self.greetings > 0 {
                    self.greetings -= 1;
                    for option in desk.settings.options() {
                        out.up.extend(option.to_uci());
                        out.up.push(b'\n');
                    }
                }
                if let Stage::Handshake { .. } = desk.engine.stage {
                    desk.handshaken(out);
                }
                out.up.extend_from_slice(line);
            }
            Reply::Name(name) => {
                desk.engine.name = shown(name);
                out.up.extend_from_slice(line);
            }
            Reply::Text => {
                if line.starts_with(b"No such option") {
                    let text = shown(line.trim_ascii_end());
                    desk.fault(out, EngineFault::RejectedOption, Remedy::Forwarded, text);
                }
                out.up.extend_from_slice(line);
            }
            Reply::Option(_) => out.up.extend_from_slice(line),
        }
    }

    /// A restarted engine introduces itself again: the GUI has heard that.
    fn engine_again(&mut self, desk: &mut Desk, at: Stamp, reply: &Reply<'_>, out: &mut Output) {
        match reply {
            Reply::UciOk => desk.replay(at, out),
            Reply::Info(_) | Reply::BestMove(_) | Reply::ReadyOk | Reply::Option(_) | Reply::Name(_) | Reply::Text => {}
        }
    }

    fn info(&mut self, desk: &mut Desk, text: &[u8], line: &[u8], out: &mut Output) {
        if desk.engine.current().is_some_and(|search| search.answer == Answer::Dropped) {
            return;
        }
        if first_word(text) == b"string" && self.engine_says(desk, text, line, out) {
            return;
        }
        desk.engine.heard_info(line);
        match (desk.settings.signal, rewritten(desk, line)) {
            (Signal::CpZero, Some(rewritten)) => {
                desk.rewritten(out, "signal = cp0", line, &rewritten);
                out.up.extend_from_slice(&rewritten);
            }
            (Signal::CpZero | Signal::Off, _) => out.up.extend_from_slice(line),
        }
    }

    /// What engines say beside UCI, in the game; true if the line is kept until the move comes.
    fn engine_says(&mut self, desk: &Desk, text: &[u8], line: &[u8], out: &mut Output) -> bool {
        let side = desk.track.record().map(crate::game::Record::turn);
        let said = match Info::parse(text).string {
            Some(string) => Said::read(string, side),
            None => Said::Nothing,
        };
        let current = desk.engine.current();
        let in_game = current.is_some_and(|search| search.kind == Kind::Timed && search.epoch == desk.epoch)
            && self.known == Some(desk.epoch);
        match said {
            Said::Offer => desk.log(out, Event::Offered { by: Actor::Engine }, ""),
            Said::Resign => {
                desk.log(out, Event::Resigned { by: Actor::Engine }, "");
                (self.resigning, self.unruled) = (side, true);
            }
            Said::Claim(outcome) if in_game => {
                self.claimed = Some((outcome, line.to_vec()));
                return true;
            }
            Said::Claim(_) | Said::Nothing => {}
        }
        false
    }

    /// The engine's own claim goes out if it is correct, which is told: a false one would lose the game.
    fn own_claim(&mut self, desk: &Desk, m: Option<Move>, out: &mut Output) -> bool {
        let Some((outcome, line)) = self.claimed.take() else { return false };
        let examined = conventions::examine(outcome, desk, &self.claims, m);
        desk.log_claim(out, &examined, &line);
        match examined.correct {
            true => out.up.extend_from_slice(&line),
            false => Self::note(desk, out, "the engine's claim is not correct, withheld"),
        }
        examined.correct
    }

    fn best_move(&mut self, desk: &mut Desk, at: Stamp, best: &BestMove, line: &[u8], out: &mut Output) {
        let Some(search) = desk.engine.searches.front() else {
            return self.unasked(desk, line, out);
        };
        if search.held.is_some() {
            return self.unasked(desk, line, out);
        }
        if self.holds(desk, search) {
            let text = "bestmove before stop or ponderhit, held";
            Self::note(desk, out, text);
            desk.fault(out, EngineFault::EarlyBestmove, Remedy::Held, text);
            if let Some(search) = desk.engine.searches.front_mut() {
                search.held = Some(line.to_vec());
            }
            return;
        }
        let Some(search) = desk.engine.searches.pop_front() else {
            return;
        };
        let claimed = self.claimed.take();
        if search.answer == Answer::Dropped {
            return;
        }
        if self.unsettled.is_some() {
            self.settle(desk, at, out);
        }
        let judged = search.kind == Kind::Timed && self.known == Some(search.epoch) && desk.epoch == search.epoch;
        if !judged {
            out.up.extend(claimed.map(|(_, line)| line).unwrap_or_default());
            out.up.extend_from_slice(line);
            return;
        }
        self.claimed = claimed;
        self.judged_move(desk, best, line, out);
    }

    /// A move in the game: what may be claimed with it goes before it, what is wrong with it is told.
    fn judged_move(&mut self, desk: &Desk, best: &BestMove, line: &[u8], out: &mut Output) {
        let Some(record) = desk.track.record() else { return };
        let fixed = repair::best_move(line, record.position(), record.mode(), &desk.settings.repair);
        if let Some((line, m)) = fixed {
            desk.fault(out, EngineFault::Spelling, Remedy::Repaired, "bestmove spelled anew");
            self.claim(desk, m, out);
            out.up.extend_from_slice(&line);
            self.own_move = Some(m);
            return;
        }
        let legal = match &best.best {
            Best::Move(uci) => uci.to_move(record.position()).ok(),
            Best::Null | Best::None | Best::Unreadable(_) => None,
        };
        match legal {
            Some(m) => {
                self.claim(desk, m, out);
                self.own_move = Some(m);
            }
            None => {
                self.own_claim(desk, None, out);
                self.faulty(desk, best, out);
            }
        }
        out.up.extend_from_slice(line);
    }

    fn faulty(&self, desk: &Desk, best: &BestMove, out: &mut Output) {
        let stuck = desk.track.record().is_some_and(|record| {
            let position: &shakmaty::Chess = record.position();
            shakmaty::Position::legal_moves(position).is_empty()
        });
        // After the end of the game there are no faults of play: "go" should not have been sent.
        let over = stuck || desk.track.ruling().is_some();
        let (fault, text) = match &best.best {
            Best::Null | Best::None if over => return,
            Best::Move(_) | Best::Unreadable(_) if over => {
                let what = "bestmove after the end of the game".to_owned();
                return desk.log(out, Event::Unusual { what }, "");
            }
            Best::Null | Best::None => (EngineFault::NoMove, "bestmove without a move".to_owned()),
            Best::Move(uci) => (EngineFault::IllegalMove, format!("bestmove {uci} is not legal here")),
            Best::Unreadable(word) => (EngineFault::UnreadableMove, format!("bestmove '{word}' is no move")),
        };
        Self::note(desk, out, &text);
        desk.fault(out, fault, Remedy::Forwarded, text);
    }

    fn claim(&mut self, desk: &Desk, m: Move, out: &mut Output) {
        let by_itself = self.own_claim(desk, Some(m), out);
        let Some(claim) = words::claim_with(&self.claims, Some(m)) else {
            return;
        };
        let Some(record) = desk.track.record() else { return };
        let history = desk.track.history().unwrap_or(History::Complete);
        let text = words::claim_note(&claim, &desk.track.conditions().laws, record, Some(m), history);
        Self::note(desk, out, &text);
        let with = UciMove::from_move(m, record.mode()).to_string();
        let event = Event::Claimable { ground: claim.ground, with: Some(with) };
        desk.log_under(out, event, claim.topic, text);
        if desk.claims_now() && !by_itself {
            const OFFER: &str = "info string xboard offer draw";
            out.say(OFFER);
            let (by, ground) = (Actor::Arbiter, Some(claim.ground));
            let event = Event::Claimed { by, ground, correct: true, line: OFFER.to_owned() };
            desk.log_under(out, event, claim.topic, "");
        }
    }

    /// Whether a `bestmove` for this search must wait.
    pub(super) fn holds(&self, desk: &Desk, search: &Search) -> bool {
        let early = search.stopped.is_none() && search.answer == Answer::Wanted;
        let kind = match (search.kind, desk.settings.early_move) {
            (Kind::Ponder, EarlyMove::Hold | EarlyMove::HoldPonder) => true,
            (Kind::Infinite { pure }, EarlyMove::Hold) => pure,
            (Kind::Timed | Kind::Infinite { .. }, EarlyMove::HoldPonder)
            | (Kind::Timed, EarlyMove::Hold)
            | (_, EarlyMove::Forward) => false,
        };
        early && kind
    }

    /// A `bestmove` that answers nothing. After an unknown command (`bench`) it is text like any other.
    fn unasked(&self, desk: &Desk, line: &[u8], out: &mut Output) {
        if self.free_text {
            out.up.extend_from_slice(line);
            return;
        }
        let text = format!("'{}' answers no go, dropped", shown(line.trim_ascii_end()));
        Self::note(desk, out, &text);
        desk.fault(out, EngineFault::UnaskedBestmove, Remedy::Dropped, text);
    }

    /// Answers our move in a dead position; false if there is none.
    pub(super) fn answer_dead(&mut self, desk: &mut Desk, out: &mut Output) -> bool {
        let Some(record) = desk.track.record() else {
            return false;
        };
        let Some(m) = shuffle::shortest_way(record) else {
            return false;
        };
        let spelled = UciMove::from_move(m, record.mode()).to_string();
        if desk.settings.notes {
            out.say("info string arbiter: dead position, playing on at once");
        }
        out.say(&format!("info depth 1 score cp 0 nodes 0 time 0 pv {spelled}"));
        out.say(&format!("bestmove {spelled}"));
        let remedy = Remedy::Substituted { mv: spelled, source: "dead position: a reversible move".to_owned() };
        desk.log(out, Event::Remedy { remedy }, "");
        self.own_move = Some(m);
        true
    }
}

fn rewritten(desk: &Desk, line: &[u8]) -> Option<Vec<u8>> {
    match desk.settings.signal {
        Signal::CpZero if desk.track.ruling().is_none() => rewrite_zero(line),
        Signal::CpZero | Signal::Off => None,
    }
}
