//! The Laws of Chess as data: one [`Edition`] a time of history, what it counts, what it punishes and by which article.
//!
//! Decides: which article speaks of a [`Topic`], what beats what ([`precedence`]), what a fault costs ([`penalty`]).
//! Refuses to know: positions and games. Called by the arbiter; printed by `uci-arbiter laws`.

mod citation;
mod class;
mod columns;
mod edition;
mod ground;
mod lines;
pub mod penalty;
pub mod precedence;
mod rules;
pub mod table;
mod topic;

pub use citation::Citation;
pub use class::{Supervision, TimeClass};
pub use edition::{ClassRules, Edition, EditionError, FlagCall, IllegalMoves};
pub use ground::{GameResult, Ground, Layer};
pub use rules::{
    Agreement, AnnouncedMove, BlitzLimit, BothFlags, Calling, ClaimAsOffer, Counts, Fivefold, IfOpponentCannotMate,
    Limits, LostBy, NoMove, NoPromotionPiece, OnClaim, Quickplay, Resignation, Rules, SeventyFive,
};
pub use topic::Topic;
