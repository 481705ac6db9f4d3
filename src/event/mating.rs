//! Who could still mate when a game was ruled on, as the game's record keeps it: a line that can be played through, a
//! proof, or that neither was found.
//!
//! Decides: the form, and which position of the game a proof is about. Refuses to know: how lines and proofs are found.

use crate::game::{Evidence, Record, Ruling};
use crate::units::counted;
use crate::unwinnable::certificate::Certificate;
use crate::unwinnable::{Bounds, MateLine, Proof, Verdict, verify, verify_within};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Position};

/// What a ruling says of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mating {
    /// The would-be winner.
    pub side: Side,
    /// Whether it could still mate.
    #[serde(flatten)]
    pub answer: Answer,
}

/// A side, as records spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        color.fold_wb(Self::White, Self::Black)
    }
}

impl Side {
    /// `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

/// Whether a side could still mate by any series of legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// It could: the opponent helping, this line of legal moves ends in mate.
    Possible {
        /// The moves in UCI, from the final position; empty if the mate stands on the board.
        line: Vec<String>,
    },
    /// It could not.
    Impossible {
        /// Why, in words.
        proof: String,
        /// What `verify` checks: one line of JSON. None where the proof is about a position far back in the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        certificate: Option<String>,
    },
    /// Neither was shown.
    Undetermined {
        /// The positions that were looked at.
        nodes: u64,
    },
}

/// So many half-moves back the position that a proof is about is looked for.
const BACK: usize = 8;
/// What that may cost: the next game waits for it.
const BOUNDS: u64 = 50_000;

/// What a ruling says, side by side. `record` is the game that it ends.
#[must_use]
pub fn of(ruling: &Ruling, record: &Record) -> Vec<Mating> {
    let about = |evidence: &Evidence| match evidence {
        Evidence::CanMate { side, verdict } => {
            Some(Mating { side: Side::from(*side), answer: answer(*side, verdict, record) })
        }
        Evidence::Board
        | Evidence::Occurrences(_)
        | Evidence::QuietMoves { .. }
        | Evidence::Flag { .. }
        | Evidence::IllegalMoves { .. }
        | Evidence::Claim { .. }
        | Evidence::Act { .. }
        | Evidence::ScaledPenalty
        | Evidence::Words(_) => None,
    };
    ruling.evidence.iter().filter_map(about).collect()
}

fn answer(side: Color, verdict: &Verdict, record: &Record) -> Answer {
    match verdict {
        Verdict::Winnable(MateLine(moves)) if verify(record.position(), side, verdict).is_ok() => {
            Answer::Possible { line: moves.iter().map(|m| m.to_uci(record.mode()).to_string()).collect() }
        }
        // A line that does not start here shows nobody anything.
        Verdict::Winnable(_) => Answer::Undetermined { nodes: 0 },
        Verdict::Unwinnable(proof) => {
            Answer::Impossible { proof: words(side, proof), certificate: certificate(side, verdict, record) }
        }
        Verdict::Undetermined(spent) => Answer::Undetermined { nodes: spent.nodes },
    }
}

/// The certificate about the last position of the game for which the proof holds: a proof that was found earlier holds
/// for the rest of a game, but is about the position that it was found for.
fn certificate(winner: Color, verdict: &Verdict, record: &Record) -> Option<String> {
    let mut position = record.start().position.clone();
    let moves = record.moves();
    let from = moves.len().saturating_sub(BACK);
    let mut last: Vec<Chess> = Vec::new();
    for (ply, m) in moves.iter().enumerate() {
        if ply >= from {
            last.push(position.clone());
        }
        position.play_unchecked(*m);
    }
    last.push(position);
    let bounds = || Bounds { states: BOUNDS, ..Bounds::default() };
    let about = last.into_iter().rev().find(|position| verify_within(position, winner, verdict, bounds()).is_ok())?;
    let chess960 = record.mode().is_chess960();
    Some(Certificate { position: about, chess960, winner, verdict: verdict.clone() }.to_string())
}

/// A proof in words for people who have not read how it is made.
fn words(side: Color, proof: &Proof) -> String {
    let side = Side::from(side).name();
    match proof {
        Proof::Terminal => format!("The game is over on the board, without a mate by {side}."),
        Proof::Material => {
            format!(
                "With the men that are left {side} can give mate on no squares whatever, even with the opponent's help."
            )
        }
        Proof::Closure { states, .. } => format!(
            "Every position that can still arise was visited, {states} in all, and in none of them does {side} give mate."
        ),
        Proof::Static(_) => format!(
            "The men are locked in: where each of them can ever stand is bounded by a claim that no legal move can break, \
             and no mate by {side} fits into those bounds."
        ),
        Proof::Roaming { arrangements, .. } => format!(
            "The bishops were taken to stand wherever they can ever get to, and all {arrangements} arrangements of the \
             other men were visited: none of them can be a mate by {side}."
        ),
        Proof::Split { states, .. } => format!(
            "Every way on was followed, over {}, until the men were locked in for good: nowhere does \
             {side} give mate.",
            counted(*states, "position", "positions")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MateOracle, SolverOracle, Start};
    use crate::laws::{GameResult, Ground, Layer};
    use crate::units::Ply;
    use crate::unwinnable::certificate::check;
    use shakmaty::CastlingMode;
    use shakmaty::uci::UciMove;

    fn asked(fen: &str, moves: &[&str], side: Color) -> (Answer, Record) {
        let start = Start::parse(fen, CastlingMode::Standard).unwrap();
        let mut oracle = SolverOracle::new(&start.position);
        let mut record = Record::new(start);
        for m in moves {
            let m = m.parse::<UciMove>().unwrap().to_move(record.position()).unwrap();
            let before = record.position().clone();
            record.push(m);
            oracle.played(&before, m, record.position());
        }
        let verdict = oracle.verdict(record.position(), side);
        let ruling = Ruling {
            result: GameResult::Draw,
            ground: Ground::TimeForfeit,
            layer: Layer::Law,
            citations: Vec::new(),
            ply: Ply(0),
            evidence: vec![Evidence::Board, Evidence::CanMate { side, verdict }],
        };
        let mut found = of(&ruling, &record);
        assert_eq!(found.len(), 1);
        (found.remove(0).answer, record)
    }

    #[test]
    fn a_line_leads_from_the_final_position_to_a_mate_by_the_side() {
        let (answer, record) = asked("startpos", &["e2e4"], Color::Black);
        let Answer::Possible { line } = answer else { panic!("{answer:?}") };
        let mut position = record.position().clone();
        for m in line {
            let m = m.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(m);
        }
        assert!(position.is_checkmate() && position.turn() == Color::White);
    }

    #[test]
    fn a_proof_comes_with_a_certificate_that_the_verifier_accepts() {
        for (fen, moves) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", &[][..]),
            // Locked: the proof is found before the last moves are made.
            ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -", &["e1d1", "e8d8", "d1e1", "d8e8"][..]),
        ] {
            let (answer, _) = asked(fen, moves, Color::Black);
            let Answer::Impossible { proof, certificate } = answer else { panic!("{answer:?}") };
            assert!(proof.contains("Black"), "{proof}");
            assert!(check(&certificate.unwrap()).is_ok(), "{fen}");
        }
    }

    #[test]
    fn the_record_is_written_and_read_alike() {
        for answer in [
            Answer::Possible { line: vec!["e2e4".to_owned()] },
            Answer::Impossible { proof: "so".to_owned(), certificate: None },
            Answer::Undetermined { nodes: u64::MAX },
        ] {
            let mating = Mating { side: Side::Black, answer };
            let text = serde_json::to_string(&mating).unwrap();
            assert_eq!(serde_json::from_str::<Mating>(&text).unwrap(), mating, "{text}");
        }
    }
}
