//! What is said about rulings and claims, so that people understand it and runners classify it rightly.
//!
//! cutechess and fastchess sort draws by the words "stalemate", "material", "repetition" and "moves rule".

use crate::game::{OpenClaims, Record, Ruling};
use crate::laws::{Edition, Ground, Topic};
use crate::proxy::track::History;
use crate::units::counted;
use crate::unwinnable::{Proof, Verdict};
use shakmaty::{Move, uci::UciMove};

/// A draw that the side to move may claim with the move it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claimable {
    /// By which rule.
    pub(super) ground: Ground,
    /// The topic under which it stands.
    pub(super) topic: Topic,
}

/// What may be claimed if `m` is the move, by an existing count first.
#[must_use]
pub(super) fn claim_with(open: &OpenClaims, m: Option<Move>) -> Option<Claimable> {
    let with = |list: &[Move]| m.is_some_and(|m| list.contains(&m));
    let (ground, topic) = match open {
        open if open.threefold_now => (Ground::ThreefoldClaim, Topic::ThreefoldExisting),
        open if with(&open.threefold_with) => (Ground::ThreefoldClaim, Topic::ThreefoldIntended),
        open if open.fifty_now => (Ground::FiftyClaim, Topic::FiftyExisting),
        open if with(&open.fifty_with) => (Ground::FiftyClaim, Topic::FiftyIntended),
        _ => return None,
    };
    Some(Claimable { ground, topic })
}

/// `claim 9.2.1 threefold repetition (plies 0, 4, 8) by f6g8`
#[must_use]
pub(super) fn claim_note(
    claim: &Claimable,
    laws: &Edition,
    record: &Record,
    m: Option<Move>,
    history: History,
) -> String {
    let article = laws.cite(claim.topic).first().map_or("", |citation| citation.article());
    let why = match claim.topic {
        Topic::ThreefoldExisting => format!("threefold repetition (plies {})", plies(record)),
        Topic::ThreefoldIntended => {
            let mut after = record.clone();
            if let Some(m) = m {
                after.push(m);
            }
            format!("threefold repetition (plies {})", plies(&after))
        }
        _ => format!("fifty moves rule ({})", counted(record.quiet_presumed().0, "half-move", "half-moves")),
    };
    let by = match (claim.topic, m) {
        (Topic::ThreefoldIntended | Topic::FiftyIntended, Some(m)) => {
            format!(" by {}", UciMove::from_move(m, record.mode()))
        }
        (_, Some(_) | None) => String::new(),
    };
    let bounds = match history {
        History::Complete => "",
        History::Unknown(_) => "; history unknown, counts are lower bounds",
    };
    format!("claim {article} {why}{by}{bounds}")
}

fn plies(record: &Record) -> String {
    record.occurrence_plies().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The reason for a result, as it goes between the braces: `Draw by fivefold repetition (FIDE 9.6.1)`.
#[must_use]
pub(super) fn reason(ruling: &Ruling) -> String {
    let why = match ruling.ground {
        Ground::Checkmate => "Checkmate",
        Ground::Stalemate => "Draw by stalemate",
        Ground::DeadPosition if by_material(ruling) => "Draw by dead position, insufficient mating material",
        Ground::DeadPosition => "Draw by dead position, neither side can mate",
        Ground::Fivefold => "Draw by fivefold repetition",
        Ground::SeventyFive => "Draw by seventy-five moves rule",
        Ground::Threefold | Ground::ThreefoldClaim => "Draw by threefold repetition",
        Ground::Fifty | Ground::FiftyClaim => "Draw by fifty moves rule",
        Ground::TimeForfeit => "Draw by flag fall, insufficient material of the opponent to mate",
        Ground::Agreement => "Draw by agreement",
        Ground::Resignation => "Draw by resignation, insufficient material of the opponent to mate",
        Ground::BothFlags
        | Ground::IllegalMove
        | Ground::DefaultTime
        | Ground::Disconnect
        | Ground::QuickplayFinish
        | Ground::Director
        | Ground::Stall
        | Ground::FalseIllegalMoveClaim
        | Ground::ScoreDraw
        | Ground::ScoreWin
        | Ground::Tablebase
        | Ground::MoveLimit => "Decision",
    };
    match ruling.article() {
        Some(article) => format!("{why} (FIDE {article})"),
        None => why.to_owned(),
    }
}

/// The reason for a correct claim.
#[must_use]
pub(super) fn claim_reason(claim: &Claimable, laws: &Edition) -> String {
    let why = match claim.ground {
        Ground::FiftyClaim => "Draw by fifty moves rule, claimed",
        _ => "Draw by threefold repetition, claimed",
    };
    match laws.cite(claim.topic).first() {
        Some(citation) => format!("{why} (FIDE {})", citation.article()),
        None => why.to_owned(),
    }
}

fn by_material(ruling: &Ruling) -> bool {
    let proofs = ruling.evidence.iter().filter_map(|evidence| match evidence {
        crate::game::Evidence::CanMate { verdict: Verdict::Unwinnable(proof), .. } => Some(proof),
        _ => None,
    });
    let proofs = proofs.collect::<Vec<_>>();
    !proofs.is_empty() && proofs.iter().all(|proof| **proof == Proof::Material)
}
