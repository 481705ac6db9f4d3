//! The two clocks. Only here does time move; nobody reads a clock here, every moment is given.
//!
//! On a move: debit the time spent, then check the flag, then credit (increment, period). Exactly zero left is a fallen
//! flag. `SILENT:` increments are credited after each completed move. Whether the first one stands on the clock from the
//! start, as on FIDE's electronic clocks and in cutechess and fastchess, is for whoever sets the clocks: the runner
//! sets base time plus increment, a bare [`Control`] has the base time alone.
//! `SILENT:` a main time of exactly zero before a move (taken by a penalty, or none was given) leaves the move its delay;
//! the alternative is a flag that falls as soon as the clock runs.
//! `SILENT:` a last period with a number of moves repeats, as UCI and PGN time controls mean it.

use crate::units::{Span, Stamp};
use shakmaty::{ByColor, Color};
use std::collections::VecDeque;
use std::num::NonZeroU32;

/// Time added for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// None.
    None,
    /// Added after each move (cumulative, "Fischer").
    Increment(Span),
    /// The main time waits this long at each move ("simple delay").
    Delay(Span),
    /// After each move as much is given back as was spent, at most this.
    Bronstein(Span),
}

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The moves to be made in it; none: the rest of the game.
    pub moves: Option<NonZeroU32>,
    /// The time added when it begins.
    pub time: Span,
    /// The bonus in it.
    pub bonus: Bonus,
}

/// How a player's time is controlled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// No flag: searches limited by nodes or depth, or no clock at all.
    Unlimited,
    /// The same time for every move; nothing is carried over.
    PerMove(Span),
    /// Periods, one after another; unused time is carried over.
    Periods(VecDeque<Period>),
    /// What one player spends the other gains.
    Hourglass(Span),
}

impl Control {
    /// One period for the whole game.
    #[must_use]
    pub fn sudden_death(time: Span, bonus: Bonus) -> Self {
        Self::Periods(VecDeque::from([Period { moves: None, time, bonus }]))
    }
}

/// One player's clock.
#[derive(Clone, Debug)]
struct Side {
    control: Control,
    left: Span,
    /// Moves made in the running period.
    made: u32,
    /// Moves made in all.
    total: u32,
    /// How far beyond zero the flag falls; anything but zero is a rule of the event.
    margin: Span,
    booked: Booked,
}

/// Where a player's time came from and went: `left = given + credited - spent + adjusted` at every moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Booked {
    /// Base time of the periods begun.
    pub given: Span,
    /// Increments, Bronstein returns, an opponent's hourglass sand; fresh time for a move.
    pub credited: Span,
    /// Time debited, and unused time for a move that lapsed.
    pub spent: Span,
    /// Penalties and compensations, either sign.
    pub adjusted: Span,
}

/// A flag that fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFall {
    /// Whose.
    pub side: Color,
    /// How long ago.
    pub overrun: Span,
    /// Moves made of those required in the period, if it required any.
    pub made_of: Option<(u32, NonZeroU32)>,
}

/// Both clocks; at most one runs.
#[derive(Clone, Debug)]
pub struct Clocks {
    sides: ByColor<Side>,
    running: Option<(Color, Stamp)>,
    /// Time already settled on the move that is being thought about: a delay or a Bronstein bonus is for the whole move,
    /// however often the clock was read or stopped in between.
    on_move: Span,
}

impl Side {
    fn new(control: Control) -> Self {
        let time = match &control {
            Control::Unlimited => Span::ZERO,
            Control::PerMove(time) | Control::Hourglass(time) => *time,
            Control::Periods(periods) => periods.front().map_or(Span::ZERO, |period| period.time),
        };
        let booked = Booked { given: time, ..Booked::default() };
        Self { control, left: time, made: 0, total: 0, margin: Span::ZERO, booked }
    }

    fn period(&self) -> Option<&Period> {
        match &self.control {
            Control::Periods(periods) => periods.front(),
            Control::Unlimited | Control::PerMove(_) | Control::Hourglass(_) => None,
        }
    }

    /// What `elapsed` more takes from the clock on a move that has already taken `before`.
    fn debit_after(&self, before: Span, elapsed: Span) -> Span {
        self.debit_for(before + elapsed) - self.debit_for(before)
    }

    /// What a move that took `elapsed` takes from the clock.
    fn debit_for(&self, elapsed: Span) -> Span {
        match self.period().map(|period| period.bonus) {
            Some(Bonus::Delay(delay)) => (elapsed - delay).max(Span::ZERO),
            Some(Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_)) | None => elapsed,
        }
    }

    /// How far beyond zero the clock is `elapsed` after the last settlement, if its flag is down by then.
    fn flag_after(&self, before: Span, elapsed: Span) -> Option<Span> {
        let zero = self.until_zero(before)?;
        (zero + self.margin <= elapsed).then(|| elapsed - zero)
    }

    /// How long the flag stays up from the moment of the last settlement.
    fn until_flag(&self, before: Span) -> Option<Span> {
        self.until_zero(before).map(|span| span + self.margin)
    }

    fn until_zero(&self, before: Span) -> Option<Span> {
        match self.control {
            Control::Unlimited => None,
            Control::PerMove(_) | Control::Hourglass(_) => Some(self.left),
            Control::Periods(_) => match self.period().map(|period| period.bonus) {
                // A debt is not paid by the delay: the flag is down as soon as the clock runs.
                Some(Bonus::Delay(delay)) if self.left >= Span::ZERO => {
                    Some(self.left + (delay - before).max(Span::ZERO))
                }
                Some(Bonus::None | Bonus::Increment(_) | Bonus::Delay(_) | Bonus::Bronstein(_)) | None => {
                    Some(self.left)
                }
            },
        }
    }

    fn debit(&mut self, before: Span, elapsed: Span) {
        let debit = self.debit_after(before, elapsed);
        self.left = self.left - debit;
        self.booked.spent = self.booked.spent + debit;
    }

    fn credit(&mut self, amount: Span) {
        self.left = self.left + amount;
        self.booked.credited = self.booked.credited + amount;
    }

    /// What a completed move adds: the bonus, then the next period if this one's moves are made.
    fn complete_move(&mut self, elapsed: Span) {
        if self.left < Span::ZERO {
            // Inside the margin: forgiven.
            self.booked.adjusted = self.booked.adjusted - self.left;
            self.left = Span::ZERO;
        }
        self.made = self.made.saturating_add(1);
        self.total = self.total.saturating_add(1);
        match self.control {
            Control::Unlimited | Control::Hourglass(_) => {}
            Control::PerMove(time) => {
                let lapsed = self.left;
                self.booked.spent = self.booked.spent + lapsed;
                self.left = Span::ZERO;
                self.credit(time);
            }
            Control::Periods(_) => self.complete_in_period(elapsed),
        }
    }

    fn complete_in_period(&mut self, elapsed: Span) {
        let Some(period) = self.period().copied() else { return };
        match period.bonus {
            Bonus::None | Bonus::Delay(_) => {}
            Bonus::Increment(increment) => self.credit(increment),
            Bonus::Bronstein(most) => self.credit(elapsed.min(most)),
        }
        self.next_period(period);
    }

    /// Begins the next period if this one's moves are made.
    fn next_period(&mut self, period: Period) {
        let Control::Periods(periods) = &mut self.control else {
            return;
        };
        if period.moves.is_some_and(|moves| self.made >= moves.get()) {
            if periods.len() > 1 {
                periods.pop_front();
            }
            let next = periods.front().map_or(Span::ZERO, |next| next.time);
            self.made = 0;
            self.left = self.left + next;
            self.booked.given = self.booked.given + next;
        }
    }
}

impl Clocks {
    /// With so much time beyond zero before a flag falls: a rule of the event (`timemargin`).
    #[must_use]
    pub fn with_margins(mut self, margins: ByColor<Span>) -> Self {
        self.sides.white.margin = margins.white;
        self.sides.black.margin = margins.black;
        self
    }

    /// A move made for the player before the game: it counts for the moves of the period and costs nothing. As
    /// cutechess counts; in a first period of 40 moves the game's first 40 moves are meant.
    pub fn given(&mut self, side: Color) {
        let clock = self.sides.get_mut(side);
        clock.made = clock.made.saturating_add(1);
        clock.total = clock.total.saturating_add(1);
        if let Some(period) = clock.period().copied() {
            clock.next_period(period);
        }
    }

    /// Both clocks stopped, full.
    #[must_use]
    pub fn new(controls: ByColor<Control>) -> Self {
        Self { sides: controls.map(Side::new), running: None, on_move: Span::ZERO }
    }

    /// No clock for either.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(ByColor { white: Control::Unlimited, black: Control::Unlimited })
    }

    /// Starts one side's clock for a new move.
    pub fn start(&mut self, side: Color, at: Stamp) {
        self.on_move = Span::ZERO;
        self.running = Some((side, at));
    }

    /// Starts a clock that was stopped in the middle of a move.
    pub fn resume(&mut self, side: Color, at: Stamp) {
        self.running = Some((side, at));
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// When the running clock's flag falls, if nothing happens.
    #[must_use]
    pub fn deadline(&self) -> Option<Stamp> {
        let (side, since) = self.running?;
        self.sides.get(side).until_flag(self.on_move).map(|span| since.after(span))
    }

    /// The flag that is down at this moment, if the running clock's is.
    #[must_use]
    pub fn fallen(&self, at: Stamp) -> Option<FlagFall> {
        let (side, since) = self.running?;
        let clock = self.sides.get(side);
        let overrun = clock.flag_after(self.on_move, at.since(since))?;
        let made_of = clock.period().and_then(|period| period.moves).map(|moves| (clock.made, moves));
        Some(FlagFall { side, overrun, made_of })
    }

    /// Debits the running clock up to this moment; it goes on running from here. A moment before the last one is taken
    /// for the last one, or the time between them would be debited twice.
    fn settle(&mut self, at: Stamp) {
        let Some((side, since)) = self.running else { return };
        let elapsed = at.since(since);
        self.sides.get_mut(side).debit(self.on_move, elapsed);
        self.on_move = self.on_move + elapsed;
        if let Control::Hourglass(_) = self.sides.get(side).control {
            self.sides.get_mut(side.other()).credit(elapsed);
        }
        self.running = Some((side, at.max(since)));
    }

    /// A completed move: the running clock is debited and credited, the other one started. The caller has made sure
    /// that the flag was up ([`Clocks::fallen`]).
    pub fn press(&mut self, at: Stamp) {
        let Some((side, since)) = self.running else { return };
        self.settle(at);
        self.sides.get_mut(side).complete_move(self.on_move);
        self.start(side.other(), at.max(since));
    }

    /// Debits and stops the clock: the game is over, or the arbiter is asked.
    pub fn stop(&mut self, at: Stamp) {
        self.settle(at);
        self.running = None;
    }

    /// Settles without a move: what came was no completed move, so nothing is credited and the same clock runs on.
    pub fn keep_running(&mut self, at: Stamp) {
        self.settle(at);
    }

    /// A penalty or compensation. It goes to the current period; a flag already fallen is not revived by it (the
    /// caller rules on the flag first).
    pub fn adjust(&mut self, side: Color, by: Span) {
        let clock = self.sides.get_mut(side);
        if clock.control != Control::Unlimited {
            clock.left = clock.left + by;
            clock.booked.adjusted = clock.booked.adjusted + by;
        }
    }

    /// Gives both players an increment from now on (Guidelines III.4).
    pub fn add_increment(&mut self, by: Span) {
        for clock in [&mut self.sides.white, &mut self.sides.black] {
            if let Control::Periods(periods) = &mut clock.control {
                for period in periods {
                    period.bonus = match period.bonus {
                        Bonus::None => Bonus::Increment(by),
                        Bonus::Increment(old) => Bonus::Increment(old + by),
                        Bonus::Delay(old) => Bonus::Delay(old + by),
                        Bonus::Bronstein(old) => Bonus::Bronstein(old + by),
                    };
                }
            }
        }
    }

    /// What a player has left at the last settlement; `None` without a clock.
    #[must_use]
    pub fn left(&self, side: Color) -> Option<Span> {
        let clock = self.sides.get(side);
        (clock.control != Control::Unlimited).then_some(clock.left)
    }

    /// What a player has left at this moment.
    #[must_use]
    pub fn left_at(&self, side: Color, at: Stamp) -> Option<Span> {
        let left = self.left(side)?;
        match self.running {
            Some((running, since)) if running == side => {
                let debit = self.sides.get(side).debit_after(self.on_move, at.since(since));
                Some(left - debit)
            }
            Some((running, since)) if matches!(self.sides.get(running).control, Control::Hourglass(_)) => {
                Some(left + at.since(since))
            }
            Some(_) | None => Some(left),
        }
    }

    /// The current period's bonus of a player.
    #[must_use]
    pub fn bonus(&self, side: Color) -> Bonus {
        self.sides.get(side).period().map_or(Bonus::None, |period| period.bonus)
    }

    /// Moves to the next time control of a player: UCI's `movestogo`.
    #[must_use]
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        let clock = self.sides.get(side);
        let moves = clock.period()?.moves?.get();
        Some(moves.saturating_sub(clock.made))
    }

    /// Whether a player is in his last period: no number of moves stands before the end of the game.
    #[must_use]
    pub fn in_last_period(&self, side: Color) -> bool {
        self.sides.get(side).period().is_none_or(|period| period.moves.is_none())
    }

    /// Whether all the moves that a player still has to make must be made in a limited time ("quickplay finish").
    #[must_use]
    pub fn in_quickplay_finish(&self, side: Color) -> bool {
        self.sides.get(side).period().is_some_and(|period| period.moves.is_none())
    }

    /// Where a player's time came from and went.
    #[must_use]
    pub fn booked(&self, side: Color) -> Booked {
        self.sides.get(side).booked
    }
}

#[cfg(test)]
mod tests;
