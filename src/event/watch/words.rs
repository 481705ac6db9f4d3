//! Rulings in plain words, for people who have never read the Laws.

use crate::event::mating::{Answer, Mating};
use crate::laws::{Ground, Layer};
use crate::units::counted;

/// What a ground is called.
pub(super) const fn title(ground: Ground) -> &'static str {
    match ground {
        Ground::Checkmate => "Checkmate",
        Ground::Stalemate => "Stalemate",
        Ground::DeadPosition => "Dead position",
        Ground::Fivefold => "Fivefold repetition",
        Ground::SeventyFive => "Seventy-five-move rule",
        Ground::Threefold => "Threefold repetition",
        Ground::Fifty => "Fifty-move rule",
        Ground::ThreefoldClaim => "Threefold repetition, claimed",
        Ground::FiftyClaim => "Fifty-move rule, claimed",
        Ground::Agreement => "Draw agreed",
        Ground::Resignation => "Resignation",
        Ground::TimeForfeit => "Flag fall",
        Ground::BothFlags => "Both flags down",
        Ground::IllegalMove => "Illegal moves",
        Ground::DefaultTime => "Not there in time",
        Ground::Disconnect => "Engine gone",
        Ground::QuickplayFinish => "Quickplay finish",
        Ground::Director => "Director's decision",
        Ground::Stall => "Engine silent",
        Ground::FalseIllegalMoveClaim => "False claim",
        Ground::ScoreDraw => "Draw by score",
        Ground::ScoreWin => "Win by score",
        Ground::Tablebase => "Endgame tables",
        Ground::MoveLimit => "Move limit",
    }
}

/// What a ground means.
pub(super) const fn meaning(ground: Ground) -> &'static str {
    match ground {
        Ground::Checkmate => "The king is attacked and no legal move answers it. The game is over at once.",
        Ground::Stalemate => {
            "The side to move has no legal move and its king is not attacked. The game is drawn at once."
        }
        Ground::DeadPosition => {
            "Neither side can give mate any more, not even if the opponent helps with every move. The game is drawn at \
             once; nobody has to claim it."
        }
        Ground::Fivefold => {
            "The same position has stood on the board five times, with the same side to move and the same possible \
             moves. The game is drawn without a claim."
        }
        Ground::SeventyFive => {
            "Each side has made at least seventy-five moves in a row without a pawn move or a capture. The game is drawn \
             without a claim."
        }
        Ground::Threefold => {
            "The same position has stood on the board three times. Under these regulations the game is drawn without a \
             claim."
        }
        Ground::Fifty => {
            "Each side has made fifty moves in a row without a pawn move or a capture. Under these regulations the game \
             is drawn without a claim."
        }
        Ground::ThreefoldClaim => {
            "The player to move claimed a draw because the same position stands on the board for the third time, or \
             would after the announced move. The claim was right."
        }
        Ground::FiftyClaim => {
            "The player to move claimed a draw because fifty moves by each side have passed without a pawn move or a \
             capture. The claim was right."
        }
        Ground::Agreement => "One player offered a draw and the other took the offer.",
        Ground::Resignation => {
            "A player gave up. That loses, unless the opponent could not give mate by any series of legal moves: then it \
             is a draw."
        }
        Ground::TimeForfeit => {
            "A player did not make its moves in the time it had. That loses, unless the opponent could not give mate by \
             any series of legal moves: then it is a draw."
        }
        Ground::BothFlags => "Both players overstepped the time, and which of them did so first cannot be told.",
        Ground::IllegalMove => {
            "A player made an illegal move, and with it reached the number that loses. It is a draw if the opponent \
             could not give mate by any series of legal moves."
        }
        Ground::DefaultTime => "A player was not there when the time for coming late had passed.",
        Ground::Disconnect => {
            "The engine's process ended during the game. The Laws do not know engines that end; the event's rules say \
             what follows."
        }
        Ground::QuickplayFinish => {
            "In a quickplay finish a player asked the arbiter to declare the game drawn, and the arbiter did."
        }
        Ground::Director => "A person directing the event decided this result.",
        Ground::Stall => {
            "The engine no longer answered, while the machine and the other engine did. The event's rules say what \
             follows."
        }
        Ground::FalseIllegalMoveClaim => {
            "The engine called a legal move of its opponent illegal and did not play on. The board decides what is legal; \
             the event's rules say what follows."
        }
        Ground::ScoreDraw => {
            "Both engines called the position equal for as long as the event's rules ask. This is a rule of the event, \
             not of chess."
        }
        Ground::ScoreWin => {
            "The engines' scores said for as long as the event's rules ask that one side is winning. This is a rule of \
             the event, not of chess."
        }
        Ground::Tablebase => {
            "The position is in the endgame tables, which know the result with best play. This is a rule of the event, \
             not of chess."
        }
        Ground::MoveLimit => {
            "The game reached the number of moves at which this event ends it as a draw. This is a rule of the event, \
             not of chess."
        }
    }
}

/// On whose authority.
pub(super) const fn authority(layer: Layer) -> &'static str {
    match layer {
        Layer::Law => "Ruled by the Laws of Chess.",
        Layer::EventRule => "Ruled by the rules of this event, where the Laws are silent or leave it to the event.",
        Layer::Director => "Decided by a person directing the event.",
    }
}

/// Whether a side could still mate, in a sentence or two.
pub(super) fn mating(mating: &Mating) -> String {
    let side = mating.side.name();
    match &mating.answer {
        Answer::Possible { line } if line.is_empty() => format!("{side} has given mate on the board."),
        Answer::Possible { line } => format!(
            "{side} could still give mate, with both sides helping, in {} from the final position.",
            counted(line.len(), "half-move", "half-moves")
        ),
        Answer::Impossible { proof, .. } => format!("{side} could not give mate by any series of legal moves. {proof}"),
        Answer::Undetermined { nodes } => format!(
            "Whether {side} could still give mate was not settled after {}; without a proof that it is \
             impossible, it counts as possible.",
            counted(*nodes, "position", "positions")
        ),
    }
}
