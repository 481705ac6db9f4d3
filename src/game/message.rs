//! What goes into the arbiter and what comes out.

use crate::game::claims::Claim;
use crate::game::fault::Fault;
use crate::game::ruling::Ruling;
use crate::laws::{Citation, GameResult, Ground};
use crate::units::{Ply, Span};
use crate::unwinnable::Verdict;
use shakmaty::{Chess, Color, Move, Square, uci::UciMove};

/// A move as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// UCI text that was readable (`0000` among it).
    Uci(UciMove),
    /// A move that a PGN or SAN reader resolved; it is checked all the same.
    Move(Move),
    /// Text that is no move.
    Unreadable(String),
    /// `bestmove (none)`, `bestmove` alone.
    Missing,
}

/// What happens to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A move of the opening, made for the player before the clocks are started: no time, no credit, but a move of the
    /// game and of its time control. It must be legal.
    Given(Move),
    /// White's clock is started.
    Begin,
    /// The clock is held in the middle of a move: what goes on is not the player's doing (his move has to reach the
    /// opponent's engine, an engine is started anew).
    HoldClock,
    /// The clock that was held runs on.
    StartClock,
    /// The side to move has moved and pressed its clock (UCI: `bestmove`).
    Move(Attempt),
    /// Nothing but time: a deadline is due.
    Tick,
    /// A claim of a draw.
    Claim(Claim),
    /// An offer of a draw.
    Offer(Color),
    /// The opponent's offer is accepted.
    Accept(Color),
    /// The opponent's offer is refused.
    Refuse(Color),
    /// A player resigns; it need not be his move.
    Resign(Color),
    /// Who was not present when the default time had passed.
    Absent(Absentees),
    /// A player's process or connection is gone.
    Disconnect(Color),
    /// A player's engine no longer answers.
    Stall(Color),
    /// A player calls a legal move of the opponent illegal and does not answer it.
    FalseIllegalMoveClaim(Color),
    /// A rule of the event that the Laws do not contain ends the game.
    EventRule {
        /// Which.
        ground: Ground,
        /// The score.
        result: GameResult,
        /// What was found, in words.
        words: String,
    },
    /// Both flags are found down and nobody knows which fell first (logs, old clocks).
    BothFlags,
    /// A player asks the arbiter to draw a quickplay finish.
    RequestDraw(Color),
    /// A player asks for an increment for both in a quickplay finish.
    RequestIncrement(Color),
    /// The answer to [`Effect::AskSolver`].
    Solver(Question, Verdict),
    /// A person decides.
    Director(Decision),
}

/// Who is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absentees {
    /// One player.
    One(Color),
    /// Both.
    Both,
}

/// What a person can decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The game is over with this result.
    Result(GameResult, String),
    /// Both players are guilty: both lose.
    BothLose(String),
    /// A player persistently refuses to comply and loses; the opponent gets what the arbiter says.
    Refusal {
        /// Who refuses.
        by: Color,
        /// The score.
        result: GameResult,
    },
    /// A request to draw a quickplay finish is granted.
    DrawGranted,
    /// It is rejected: the opponent gets two minutes.
    DrawRejected,
    /// A request for an increment is granted: five seconds for both from now on, two minutes for the opponent.
    IncrementGranted,
    /// Time is given or taken.
    AdjustClock {
        /// Whose.
        side: Color,
        /// How much, negative to take.
        by: Span,
    },
}

/// A can-mate question put to the shell. It comes back with the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The ply it is asked about.
    pub ply: Ply,
    /// The position at that ply.
    pub position: Chess,
    /// The would-be winner.
    pub side: Color,
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The arbiter is waiting for a solver or director.
    Waiting,
    /// It is not this player's move.
    NotToMove,
    /// The claim does not stand.
    IncorrectClaim,
    /// The edition draws by itself and knows no claim.
    NoClaimNeeded,
    /// No offer of the opponent is open.
    NoOffer,
    /// The event forbids draws by agreement.
    OffersForbidden,
    /// Each player must have made a move first.
    TooEarly,
    /// The default time has not passed.
    NotLate,
    /// The edition or event has no such rule, or its condition is not met.
    NotAvailable,
}

/// What the arbiter tells the shell, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A move was made.
    Moved {
        /// The half-moves made with it.
        ply: Ply,
        /// The move.
        m: Move,
    },
    /// A move was faulty. Unless a [`Effect::Ruled`] follows, the position is as before (or the pawn became a queen)
    /// and the same player is asked again.
    Faulty {
        /// Whose move.
        side: Color,
        /// What was wrong.
        fault: Fault,
        /// His illegal moves so far, this one included.
        count: u8,
        /// The articles.
        citations: Vec<Citation>,
        /// The next move must be made with the man on this square, if it is set.
        must_move: Option<Square>,
    },
    /// Time was given (or, negative, taken).
    Adjusted {
        /// Whose clock.
        side: Color,
        /// How much.
        by: Span,
        /// The articles.
        citations: Vec<Citation>,
    },
    /// The clock was stopped to examine a claim, and goes on if the claim is refused.
    ClaimExamined {
        /// The articles.
        citations: Vec<Citation>,
    },
    /// An offer of a draw is open.
    Offered {
        /// Who offers.
        by: Color,
        /// The articles; an offer that repeats an open or just refused one is cited as distraction too.
        citations: Vec<Citation>,
    },
    /// An open offer is no longer open.
    OfferLapsed {
        /// Whose offer.
        by: Color,
    },
    /// Something was not done.
    Refused {
        /// Who asked.
        by: Color,
        /// Why not.
        why: Refusal,
        /// The articles.
        citations: Vec<Citation>,
        /// More, for people: the count found, look-alikes that differ.
        detail: String,
    },
    /// A longer search is wanted.
    AskSolver(Question),
    /// A person must decide.
    AskDirector {
        /// At whose request.
        by: Option<Color>,
        /// The articles.
        citations: Vec<Citation>,
    },
    /// Nothing changes: play goes on.
    PlayGoesOn {
        /// The articles.
        citations: Vec<Citation>,
    },
    /// A player is gone and the clock runs on.
    Gone {
        /// Who.
        side: Color,
    },
    /// The game is over.
    Ruled(Ruling),
}
