//! Turns: who is asked for a move, what the move does, what is claimed.

use super::resume::{fault_of, is_offer, is_wrong_claim};
use super::{Order, Out, Phase, Seat, Table, add_move};
use crate::event::adjudication::Made;
use crate::event::game::{Happening, Played, Score, Source};
use crate::event::openings::draw;
use crate::event::player::{Answer, Limits, Request, Said, Silence, Situation, Thought};
use crate::event::settings::{Behalf, ScoresFrom};
use crate::game::clock::{Bonus, Control};
use crate::game::{Attempt, Claim, ClaimGround, Effect, Input, MateOracle, Refusal};
use crate::laws::Citation;
use crate::units::{Span, Stamp};
use shakmaty::{Color, Move, uci::UciMove};

/// How long an engine without a clock may say nothing before it is asked whether it is there, in times of what it has
/// to answer `isready`: half a minute where that is ten seconds.
const QUIET: i64 = 3;

impl<O: MateOracle> Table<O> {
    /// The clock of the side to move is held: its engine does not know the move yet, or it is started anew. A flag that
    /// has fallen by then ends the game.
    pub(super) fn hold(&mut self, at: Stamp, out: &mut Out) {
        let effects = self.arbiter.step(at, Input::HoldClock);
        self.follow(at, effects, out);
    }

    /// Asks the side to move for its move, if the game is on.
    pub(super) fn next_turn(&mut self, at: Stamp, out: &mut Out) {
        if self.phase != Phase::Playing {
            return;
        }
        let side = self.arbiter.record().turn();
        if !self.states.get(side).ready {
            // Its engine is being started anew; it is asked when it is ready.
            return;
        }
        if let Some(m) = self.book_move(side) {
            return self.play_from_book(at, side, m, out);
        }
        self.states.get_mut(side).thought = Thought::default();
        let limits = self.limits(side);
        let situation = Situation { command: &self.command, record: self.arbiter.record() };
        let seat = self.seats.get_mut(side);
        let said = match self.arbiter.record().moves().last() {
            Some(m) if self.plies.last().is_some_and(|last| last.by == Source::Player) => {
                let uci = UciMove::from_move(*m, self.arbiter.record().mode());
                seat.player.opponent_moved(at, &uci, out.to.get_mut(side))
            }
            Some(_) | None => Said::Nothing,
        };
        let said = match said {
            // What was pondered on was played: the search goes on.
            Said::Thinking => Said::Thinking,
            _ => seat.player.think(at, situation, &limits, out.to.get_mut(side)),
        };
        self.take(at, side, said, out);
    }

    fn book_move(&mut self, side: Color) -> Option<Move> {
        let record = self.arbiter.record();
        let book = self.seats.get(side).book.as_ref()?;
        book.pick(record.position(), draw(self.terms.seed, self.terms.fixture.number.0, record.ply().0))
    }

    fn play_from_book(&mut self, at: Stamp, side: Color, m: Move, out: &mut Out) {
        let mut effects = self.arbiter.step(at, Input::StartClock);
        effects.extend(self.arbiter.step(at, Input::Move(Attempt::Move(m))));
        self.hold(at, out);
        self.since = at;
        self.states.get_mut(side).thought = Thought::default();
        self.follow(at, effects, out);
        if let Some(last) = self.plies.last_mut() {
            last.by = Source::Book;
        }
        self.next_turn(at, out);
    }

    /// What a side's search is limited to.
    fn limits(&self, side: Color) -> Limits {
        let clocks = self.arbiter.clocks();
        let clock = |side: Color| {
            let left = clocks.left(side)?;
            let free = match clocks.bonus(side) {
                Bonus::None => Span::ZERO,
                Bonus::Increment(bonus) | Bonus::Delay(bonus) | Bonus::Bronstein(bonus) => bonus,
            };
            // A delay is time that this move has beside the clock's.
            let ahead = match clocks.bonus(side) {
                Bonus::Delay(delay) => delay,
                Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Span::ZERO,
            };
            Some(((left + ahead).as_millis().max(1), free.as_millis()))
        };
        let seat = self.seats.get(side);
        let mut limits = Limits { depth: seat.depth, nodes: seat.nodes, ..Limits::default() };
        match seat.control {
            Control::PerMove(_) => limits.move_time = clock(side).map(|(left, _)| left),
            Control::Unlimited => {}
            Control::Periods(_) | Control::Hourglass(_) => {
                let of = |side: Color| match self.seats.get(side).control {
                    Control::PerMove(_) | Control::Unlimited => None,
                    Control::Periods(_) | Control::Hourglass(_) => clock(side),
                };
                (limits.white, limits.black) = (of(Color::White), of(Color::Black));
                limits.moves_to_go = clocks.moves_to_go(side);
            }
        }
        limits
    }

    /// A player's move has come.
    pub(super) fn moved(&mut self, at: Stamp, side: Color, answer: Answer, out: &mut Out) {
        if self.phase != Phase::Playing || self.arbiter.record().turn() != side {
            return self.rest();
        }
        let thought = match (self.seats.get(side).scores, side) {
            (ScoresFrom::White, Color::Black) => answer.thought.turned_round(),
            (ScoresFrom::White, Color::White) | (ScoresFrom::Mover, _) => answer.thought,
        };
        self.states.get_mut(side).thought = thought;
        self.keep_line(side);
        let request = self.states.get_mut(side).request.take();
        let m = match &answer.attempt {
            Attempt::Uci(uci) => uci.to_move(self.arbiter.record().position()).ok(),
            Attempt::Move(m) => Some(*m),
            Attempt::Unreadable(_) | Attempt::Missing => None,
        };
        if let Some(claim) = m.and_then(|m| self.claim_before(side, m, request)) {
            let announced = claim.intended.as_ref().map(ToString::to_string).unwrap_or_default();
            let effects = self.arbiter.step(at, Input::Claim(claim));
            if is_wrong_claim(&effects) {
                self.keep(at, Happening::WrongClaim { announced });
            }
            self.follow(at, effects, out);
        }
        if self.phase == Phase::Playing {
            self.illegal = Some(answer.text.clone());
            let effects = self.arbiter.step(at, Input::Move(answer.attempt.clone()));
            if let Some(fault) = fault_of(&answer.attempt, self.arbiter.record().mode(), &effects) {
                self.keep(at, fault);
            }
            self.hold(at, out);
            self.follow(at, effects, out);
        }
        if self.phase == Phase::Playing && m.is_some() && request == Some(Request::Offer) {
            self.offer(at, side, out);
        }
        if self.phase == Phase::Playing {
            self.adjudicate(at, side, out);
        }
        if self.phase == Phase::Playing {
            self.claim_after(at, out);
        }
        self.next_turn(at, out);
        if let (Phase::Playing, Some(ponder)) = (&self.phase, answer.ponder)
            && self.arbiter.record().turn() != side
        {
            self.ponder(side, ponder, out);
        }
    }

    /// The claim that a player makes, or that is made for it, with the move it is about to play.
    fn claim_before(&self, side: Color, m: Move, request: Option<Request>) -> Option<Claim> {
        let claim = |ground, intended| Some(Claim { by: side, ground, intended });
        let with_move = Some(UciMove::from_move(m, self.arbiter.record().mode()));
        match request {
            Some(Request::Claim) => claim(ClaimGround::Any, with_move),
            Some(Request::Offer) if self.claim_stands_with(m) => claim(ClaimGround::Any, with_move),
            Some(Request::Offer | Request::Resign) | None => match self.terms.claims() {
                Behalf::WhenNotBetter(most) if self.is_not_better(side, most) && self.claim_stands_with(m) => {
                    claim(ClaimGround::Any, with_move)
                }
                Behalf::WhenNotBetter(_) | Behalf::Never | Behalf::Always => None,
            },
        }
    }

    fn claim_stands_with(&self, m: Move) -> bool {
        let record = self.arbiter.record();
        let counts = self.arbiter.conditions().laws.counts();
        let quiet = record.quiet(self.arbiter.conditions().fen_clock);
        record.occurrences() >= counts.threefold
            || quiet >= counts.fifty
            || (!m.is_zeroing() && quiet.0.saturating_add(1) >= counts.fifty.0)
            || (record.quiet_proven().0 >= 7 && record.occurrences_after(m) >= counts.threefold)
    }

    /// A claim for the side to move because of the position on the board.
    pub(super) fn claim_after(&mut self, at: Stamp, out: &mut Out) {
        let side = self.arbiter.record().turn();
        let wanted = match self.terms.claims() {
            Behalf::Never => false,
            Behalf::Always => true,
            Behalf::WhenNotBetter(most) => self.is_not_better(side, most),
        };
        let record = self.arbiter.record();
        let counts = self.arbiter.conditions().laws.counts();
        let open = record.occurrences() >= counts.threefold
            || record.quiet(self.arbiter.conditions().fen_clock) >= counts.fifty;
        if wanted && open {
            let claim = Claim { by: side, ground: ClaimGround::Any, intended: None };
            let effects = self.arbiter.step(at, Input::Claim(claim));
            self.hold(at, out);
            self.follow(at, effects, out);
        }
    }

    fn is_not_better(&self, side: Color, most: i32) -> bool {
        match self.states.get(side).thought.score {
            Some(Score::Cp(cp)) => cp <= most,
            Some(Score::Mate(moves)) => moves <= 0,
            None => false,
        }
    }

    /// An offer, or the acceptance of the opponent's. One that is open is not made again.
    fn offer(&mut self, at: Stamp, side: Color, out: &mut Out) {
        let open = self.arbiter.open_offers();
        let input = match (*open.get(side.other()), *open.get(side)) {
            (true, _) => Input::Accept(side),
            (false, false) => Input::Offer(side),
            (false, true) => return,
        };
        let effects = self.arbiter.step(at, input);
        if is_offer(&effects) {
            self.keep_with(0, Happening::Offer { by: side.into() });
        }
        self.follow(at, effects, out);
    }

    /// An engine asks for something.
    pub(super) fn requested(&mut self, at: Stamp, side: Color, request: Request, out: &mut Out) {
        if self.phase != Phase::Playing {
            return;
        }
        let on_move = self.arbiter.record().turn() == side;
        let offered = *self.arbiter.open_offers().get(side.other());
        match request {
            Request::Resign => {
                let effects = self.arbiter.step(at, Input::Resign(side));
                self.follow(at, effects, out);
            }
            Request::Claim if on_move => self.states.get_mut(side).request = Some(request),
            // An open offer is taken at once: the move would refuse it (9.1.2.1).
            Request::Offer if on_move && !offered => self.states.get_mut(side).request = Some(request),
            // On the opponent's time there is nothing to claim any more (9.4); what is meant is an offer.
            Request::Claim | Request::Offer => self.offer(at, side, out),
        }
    }

    pub(super) fn adjudicate(&mut self, at: Stamp, mover: Color, out: &mut Out) {
        let record = self.arbiter.record();
        if record.turn() == mover {
            // It was no move: the same player is asked again.
            return;
        }
        let thought = self.states.get(mover).thought;
        let made = Made {
            mover,
            position: record.position(),
            score: thought.score,
            depth: thought.depth,
            quiet: record.quiet(self.arbiter.conditions().fen_clock),
            plies: record.ply().0,
        };
        if let Some(found) = self.adjudicator.after_move(made) {
            let input = Input::EventRule { ground: found.ground, result: found.result, words: found.words };
            let effects = self.arbiter.step(at, input);
            self.follow(at, effects, out);
        }
    }

    fn ponder(&mut self, side: Color, ponder: UciMove, out: &mut Out) {
        let record = self.arbiter.record();
        let Ok(m) = ponder.to_move(record.position()) else { return };
        let uci = UciMove::from_move(m, record.mode());
        let mut command = self.command.clone();
        add_move(&mut command, &uci.to_string());
        let limits = self.limits(side);
        self.seats.get_mut(side).player.ponder(&command, uci, &limits, out.to.get_mut(side));
    }

    /// Does what the arbiter says.
    pub(super) fn follow(&mut self, at: Stamp, effects: Vec<Effect>, out: &mut Out) {
        for effect in effects {
            match effect {
                Effect::Moved { m, .. } => self.record_move(at, m),
                Effect::Faulty { side, fault, count, citations, must_move } => {
                    let must = must_move.map(|square| format!("; the man on {square} must move")).unwrap_or_default();
                    self.notes.push(format!(
                        "{}: illegal move number {count}: {fault}{must}{}",
                        name(side),
                        cited(&citations)
                    ));
                }
                Effect::Adjusted { side, by, citations } => {
                    self.notes.push(format!("{}: {by} on the clock{}", name(side), cited(&citations)));
                }
                Effect::Offered { by, citations } => {
                    self.note_offer(by, &citations);
                    self.seats.get(by.other()).player.offered(out.to.get_mut(by.other()));
                }
                Effect::Refused { by, why: Refusal::IncorrectClaim, citations, detail } => {
                    self.notes.push(format!("{}: claim refused: {detail}{}", name(by), cited(&citations)));
                }
                Effect::Ruled(ruling) => self.close(at, Some(Box::new(ruling)), out),
                // The arbiter stays without an answer: play goes on, as in any game.
                Effect::AskSolver(_)
                | Effect::AskDirector { .. }
                | Effect::ClaimExamined { .. }
                | Effect::OfferLapsed { .. }
                | Effect::Refused { .. }
                | Effect::PlayGoesOn { .. }
                | Effect::Gone { .. } => {}
            }
        }
    }

    pub(super) fn note_offer(&mut self, by: Color, citations: &[Citation]) {
        self.notes.push(format!("{} offers a draw{}", name(by), cited(citations)));
    }

    fn record_move(&mut self, at: Stamp, m: Move) {
        let mover = self.arbiter.record().turn().other();
        let uci = UciMove::from_move(m, self.arbiter.record().mode()).to_string();
        add_move(&mut self.command, &uci);
        let thought = self.states.get(mover).thought;
        let left = self.arbiter.clocks().left(mover);
        self.illegal = None;
        self.plies.push(Played {
            uci,
            by: Source::Player,
            score: thought.score,
            depth: thought.depth,
            seldepth: thought.seldepth,
            nodes: thought.nodes,
            spent_ns: u64::try_from(at.since(self.since).0).unwrap_or(0),
            left_ms: left.map(Span::as_millis),
        });
    }

    /// Nothing but time.
    pub fn tick(&mut self, at: Stamp, out: &mut Out) {
        if self.phase == Phase::Playing && self.arbiter.deadline().is_some_and(|due| due <= at) {
            let effects = self.arbiter.step(at, Input::Tick);
            self.follow(at, effects, out);
        }
        for side in Color::ALL {
            let said = self.seats.get_mut(side).player.tick(at, out.to.get_mut(side));
            self.take(at, side, said, out);
        }
        if self.phase == Phase::Playing && self.move_due().is_some_and(|due| due <= at) {
            self.silent(at, self.arbiter.record().turn(), Silence::Move, out);
        }
        if self.phase == Phase::Playing && self.quiet_until().is_some_and(|due| due <= at) {
            let side = self.arbiter.record().turn();
            self.seats.get_mut(side).player.ask_alive(at, out.to.get_mut(side));
            self.states.get_mut(side).heard = at;
        }
    }

    /// Without a clock nobody would notice that an engine hangs.
    pub(super) fn quiet_until(&self) -> Option<Stamp> {
        let side = self.arbiter.record().turn();
        let quiet = Span(self.terms.rules.trouble.ready.0.saturating_mul(QUIET));
        (self.seats.get(side).control == Control::Unlimited).then(|| self.states.get(side).heard.after(quiet))
    }

    /// When an engine without a clock has to have moved: it may answer for ever that it is there.
    pub(super) fn move_due(&self) -> Option<Stamp> {
        let side = self.arbiter.record().turn();
        let thinks = self.arbiter.clocks().running() == Some(side);
        (thinks && !self.seats.get(side).is_timed()).then(|| self.since.after(self.terms.rules.trouble.untimed_move))
    }
}

impl Seat {
    /// Whether a clock runs for it.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.control != Control::Unlimited
    }
}

impl Out {
    pub(super) fn order(&mut self, order: Order) {
        self.orders.push(order);
    }
}

pub(super) const fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn cited(citations: &[Citation]) -> String {
    match citations.first() {
        Some(first) => format!(" ({first})"),
        None => String::new(),
    }
}
