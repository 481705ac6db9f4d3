//! Rulings, claims and offers.

use super::{Resigning, XboardFace};
use crate::game::Ruling;
use crate::laws::GameResult;
use crate::ledger::{Actor, Event, Remedy, Side};
use crate::proxy::desk::Desk;
use crate::proxy::engine::Answer;
use crate::proxy::output::Output;
use crate::proxy::settings::{Claims, DeadPositions, Results};
use crate::proxy::track::{Done, History, Question, Task};
use crate::proxy::{conventions, shuffle, words};
use crate::units::{Span, Stamp};
use crate::xboard::{Outcome, Reply, spell_move};
use shakmaty::{Color, Move, uci::UciMove};

/// How long a runner may take to accept a claim before the move is played after all.
const CLAIM_WAITS: Span = Span::from_millis(500);

/// How long before our flag falls a draw under 6.9 is claimed: the line has a way to go.
const BEFORE_THE_FLAG: Span = Span::from_millis(10);

impl XboardFace {
    /// What may be claimed in the position on the board.
    pub(in crate::proxy) fn settle(&mut self, desk: &Desk) {
        if std::mem::take(&mut self.uncounted) {
            self.claims = desk.track.open_claims();
        }
    }

    pub(in crate::proxy) fn has_task(&self, desk: &Desk) -> bool {
        self.unruled && !desk.track.is_at_work()
    }

    /// The arbiter's work, if there is some and nobody is at it.
    pub(in crate::proxy) fn task(&mut self, desk: &mut Desk) -> Option<Task> {
        if !self.has_task(desk) {
            return None;
        }
        self.unruled = false;
        let flag = self.side.filter(|_| self.flag_falls_at(desk).is_some());
        let question = match (self.side, &self.resigning, flag) {
            (Some(side), Some(_), _) => Question::ResignationOf(side),
            (_, _, Some(side)) => Question::FlagOf(side),
            (_, _, None) => Question::Over,
        };
        desk.track.task(question)
    }

    /// The arbiter's work is done, maybe while lines went on.
    pub(in crate::proxy) fn done(&mut self, desk: &mut Desk, at: Stamp, done: Done, out: &mut Output) {
        let asked = done.question();
        let found = desk.track.done(done);
        let (news, answer) = found.map_or((None, None), |found| (found.news, found.answer));
        if let Some(ruling) = news {
            self.tell(desk, &ruling, out);
        }
        let answer = answer.map(|(_, ruling)| ruling);
        match asked {
            Question::Over => {}
            Question::FlagOf(_) => {
                self.flag = self.flag_falls_at(desk).zip(answer);
            }
            Question::ResignationOf(_) => self.resign(desk, at, answer, out),
        }
        // The engine had been told to think before it was known: it is stopped and answered for.
        if desk.settings.results == Results::Offers && self.is_thinking(desk) && self.answers_dead(desk) {
            self.halt(desk, at, out);
            self.answer_dead(desk, at, out);
        }
    }

    /// When our flag is about to fall, where a draw can be claimed for it: known from the clock told before the search.
    fn flag_falls_at(&self, desk: &Desk) -> Option<Stamp> {
        if self.side.is_none() || desk.settings.results != Results::Trust || !self.is_thinking(desk) {
            return None;
        }
        let own = self.control.own().filter(|_| self.control.level().is_some())?;
        let current = desk.engine.current().filter(|search| search.answer == Answer::Wanted)?;
        Some(current.since.after(own - BEFORE_THE_FLAG))
    }

    /// The engine resigns. Where the opponent cannot mate that is a draw by some editions: it is claimed as one where
    /// the runner takes claims, else the engine plays on.
    fn resign(&mut self, desk: &mut Desk, at: Stamp, draw: Option<Ruling>, out: &mut Output) {
        let Some(resigning) = self.resigning.take() else { return };
        let Some(ruling) = draw else {
            Self::reply(out, &Reply::Resign);
            return self.idle(desk, at, out);
        };
        desk.log_ruling(out, &ruling);
        self.note(desk, out, &ruling.text());
        match (desk.settings.results, resigning) {
            (Results::Trust, resigning) => {
                self.claim_result(desk, &ruling, out);
                self.held = resigning.found.map(|m| (at.after(CLAIM_WAITS), m));
            }
            (Results::Offers, Resigning { found: Some(m) }) => self.play(desk, at, m, out),
            (Results::Offers, Resigning { found: None }) => {}
        }
    }

    fn tell(&self, desk: &Desk, ruling: &Ruling, out: &mut Output) {
        desk.log_ruling(out, ruling);
        self.note(desk, out, &ruling.text());
        let playing = self.side.is_some() && !self.analyzing;
        if playing && desk.settings.results == Results::Trust && ruling.result == GameResult::Draw {
            self.claim_result(desk, ruling, out);
        }
    }

    /// The game may have been over before the engine was told to play: the moves came in force mode.
    pub(super) fn claim_known(&self, desk: &Desk, out: &mut Output) {
        let drawn = desk.track.ruling().filter(|ruling| ruling.result == GameResult::Draw);
        if let (Some(ruling), Results::Trust) = (drawn, desk.settings.results) {
            self.claim_result(desk, ruling, out);
        }
    }

    fn claim_result(&self, desk: &Desk, ruling: &Ruling, out: &mut Output) {
        self.send_draw(desk, &words::reason(ruling), out);
    }

    fn send_draw(&self, desk: &Desk, comment: &str, out: &mut Output) {
        let reply = Reply::Result { result: Outcome::Draw, comment: comment.as_bytes() };
        Self::reply(out, &reply);
        let event = Event::ResultSent { result: GameResult::Draw, comment: comment.to_owned() };
        desk.log(out, event, "");
    }

    pub(super) fn answers_dead(&self, desk: &Desk) -> bool {
        desk.settings.dead == DeadPositions::Answer && desk.track.is_dead()
    }

    /// A dead position that the runner must find out by its own rules: an offer, and a move that shortens the game.
    pub(super) fn answer_dead(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        let Some(m) = desk.track.record().and_then(shuffle::shortest_way) else {
            return;
        };
        if desk.settings.claims != Claims::Never {
            self.offer(desk, out);
        }
        let remedy = Remedy::Substituted {
            mv: spell_move(m, desk.track.mode()),
            source: "dead position: a reversible move".to_owned(),
        };
        desk.log(out, Event::Remedy { remedy }, "");
        self.hint = None;
        self.send_move(desk, at, m, out);
    }

    fn offer(&self, desk: &Desk, out: &mut Output) {
        Self::reply(out, &Reply::OfferDraw);
        desk.log(out, Event::Offered { by: Actor::Arbiter }, "");
    }

    /// The engine has found its move: what may be claimed with it is claimed before it.
    pub(super) fn play(&mut self, desk: &mut Desk, at: Stamp, m: Move, out: &mut Output) {
        self.settle(desk);
        let own_claim = self.own_claim(desk, m, out);
        let claim = words::claim_with(&self.claims, Some(m));
        if let (Some(claim), Some(record)) = (&claim, desk.track.record()) {
            let history = desk.track.history().unwrap_or(History::Complete);
            let laws = std::sync::Arc::clone(&desk.track.conditions().laws);
            let text = words::claim_note(claim, &laws, record, Some(m), history);
            self.note(desk, out, &text);
            let event =
                Event::Claimable { ground: claim.ground, with: Some(UciMove::from_move(m, record.mode()).to_string()) };
            desk.log_under(out, event, claim.topic, text);
            if desk.claims_now() || own_claim {
                let line = match desk.settings.results {
                    Results::Offers => {
                        Self::reply(out, &Reply::OfferDraw);
                        "offer draw".to_owned()
                    }
                    Results::Trust => {
                        let comment = words::claim_reason(claim, &laws);
                        self.send_draw(desk, &comment, out);
                        self.held = Some((at.after(CLAIM_WAITS), m));
                        comment
                    }
                };
                if !own_claim {
                    let (by, ground) = (Actor::Arbiter, Some(claim.ground));
                    desk.log_under(out, Event::Claimed { by, ground, correct: true, line }, claim.topic, "");
                }
                if self.held.is_none() {
                    self.send_move(desk, at, m, out);
                }
                return;
            }
        }
        if std::mem::take(&mut self.offers) {
            Self::reply(out, &Reply::OfferDraw);
        }
        self.send_move(desk, at, m, out);
    }

    /// The engine's own claim, if it made one: whether it is correct is told.
    fn own_claim(&mut self, desk: &Desk, m: Move, out: &mut Output) -> bool {
        let Some((outcome, line)) = self.claimed.take() else { return false };
        let examined = conventions::examine(outcome, desk, &self.claims, Some(m));
        desk.log_claim(out, &examined, &line);
        if !examined.correct {
            self.note(desk, out, "the engine's claim is not correct, withheld");
        }
        examined.correct
    }

    /// The opponent offers a draw: accepted where a draw would be claimed.
    pub(super) fn offered(&mut self, desk: &Desk, out: &mut Output) {
        desk.log(out, Event::Offered { by: Actor::Opponent }, "");
        if desk.claims_now() || (desk.settings.claims != Claims::Never && desk.track.is_dead()) {
            Self::reply(out, &Reply::OfferDraw);
            desk.log(out, Event::Accepted { by: Actor::Arbiter }, "");
        }
    }

    pub(super) fn tick_rules(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if let Some((_, ruling)) = self.flag.take_if(|(due, _)| *due <= at) {
            self.flag_falls(desk, &ruling, out);
        }
        if let Some((_, m)) = self.held.filter(|(due, _)| *due <= at) {
            self.held = None;
            self.send_move(desk, at, m, out);
        }
    }

    /// Our time is over and the opponent cannot mate: a draw.
    fn flag_falls(&self, desk: &Desk, ruling: &Ruling, out: &mut Output) {
        let Some(side) = self.side else { return };
        let event = Event::Clock {
            side: match side {
                Color::White => Side::White,
                Color::Black => Side::Black,
            },
            left_ms: 0,
        };
        desk.log(out, event, "the engine's flag falls and the opponent cannot mate");
        desk.log_ruling(out, ruling);
        self.claim_result(desk, ruling, out);
    }
}
