//! Rulings, claims and offers.

use super::XboardFace;
use crate::game::Ruling;
use crate::laws::GameResult;
use crate::ledger::{Actor, Event, Remedy, Side};
use crate::proxy::desk::Desk;
use crate::proxy::engine::Answer;
use crate::proxy::output::Output;
use crate::proxy::settings::{Claims, DeadPositions, Results};
use crate::proxy::track::History;
use crate::proxy::{shuffle, words};
use crate::units::{Span, Stamp};
use crate::xboard::{Outcome, Reply, spell_move};
use shakmaty::{Color, Move, uci::UciMove};

/// How long a runner may take to accept a claim before the move is played after all.
const CLAIM_WAITS: Span = Span::from_millis(500);

/// How long before our flag falls a draw under 6.9 is claimed: the line has a way to go.
const BEFORE_THE_FLAG: Span = Span::from_millis(10);

impl XboardFace {
    /// Rules on the position on the board.
    pub(in crate::proxy) fn settle(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        self.unruled = false;
        self.claims = desk.track.open_claims();
        let news = desk.track.rule();
        self.watch_flag(desk);
        if let Some(ruling) = news {
            self.tell(desk, &ruling, out);
        }
        // The engine had been told to think before it was known: it is stopped and answered for.
        if desk.settings.results == Results::Offers && self.is_thinking(desk) && self.answers_dead(desk) {
            self.halt(desk, at, out);
            self.answer_dead(desk, at, out);
        }
    }

    /// If the opponent cannot mate, our flag draws: when it falls is known from the clock told before the search.
    fn watch_flag(&mut self, desk: &Desk) {
        let Some(side) = self.side.filter(|_| desk.settings.results == Results::Trust) else { return };
        let own = self.control.own().filter(|_| self.control.level().is_some());
        let current = desk.engine.current().filter(|search| search.answer == Answer::Wanted);
        let since = current.map(|search| search.since);
        if let (Some(own), Some(since), true) = (own, since, self.is_thinking(desk)) {
            self.flag = desk.track.cannot_mate(side.other()).then(|| since.after(own - BEFORE_THE_FLAG));
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
        let claim = words::claim_with(&self.claims, Some(m));
        if let (Some(claim), Some(record)) = (&claim, desk.track.record()) {
            let history = desk.track.history().unwrap_or(History::Complete);
            let laws = std::sync::Arc::clone(&desk.track.conditions().laws);
            let text = words::claim_note(claim, &laws, record, Some(m), history);
            self.note(desk, out, &text);
            let event =
                Event::Claimable { ground: claim.ground, with: Some(UciMove::from_move(m, record.mode()).to_string()) };
            desk.log(out, event, text);
            if desk.claims_now() {
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
                let event = Event::Claimed { by: Actor::Arbiter, ground: claim.ground, correct: true, line };
                desk.log(out, event, "");
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

    /// The opponent offers a draw: accepted where a draw would be claimed.
    pub(super) fn offered(&mut self, desk: &Desk, out: &mut Output) {
        desk.log(out, Event::Offered { by: Actor::Opponent }, "");
        if desk.claims_now() || (desk.settings.claims != Claims::Never && desk.track.is_dead()) {
            Self::reply(out, &Reply::OfferDraw);
            desk.log(out, Event::Accepted { by: Actor::Arbiter }, "");
        }
    }

    pub(super) fn tick_rules(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if self.flag.is_some_and(|due| due <= at) {
            self.flag = None;
            self.flag_falls(desk, out);
        }
        if let Some((due, m)) = self.held.filter(|(due, _)| *due <= at) {
            let _ = due;
            self.held = None;
            self.send_move(desk, at, m, out);
        }
    }

    /// Our time is over and the opponent cannot mate: a draw.
    fn flag_falls(&self, desk: &Desk, out: &mut Output) {
        let Some(side) = self.side else { return };
        let Some(ruling) = desk.track.if_flag_fell(side) else {
            return;
        };
        if ruling.result != GameResult::Draw {
            return;
        }
        let event = Event::Clock {
            side: match side {
                Color::White => Side::White,
                Color::Black => Side::Black,
            },
            left_ms: 0,
        };
        desk.log(out, event, "the engine's flag falls and the opponent cannot mate");
        desk.log_ruling(out, &ruling);
        self.claim_result(desk, &ruling, out);
    }
}
