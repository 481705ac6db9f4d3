//! What an edition says, line by line, in words for a reader.
//!
//! Decides: the order and the wording. Refuses to know: any fact of the Laws that is not in the [`Edition`], and layout.
//! Called by `laws::table`.

use crate::laws::penalty::ClaimantLoses;
use crate::laws::{
    Agreement, AnnouncedMove, BlitzLimit, BothFlags, Calling, Citation, ClaimAsOffer, ClassRules, Edition, Fivefold,
    IfOpponentCannotMate, IllegalMoves, LostBy, NoMove, NoPromotionPiece, OnClaim, Quickplay, Resignation, SeventyFive,
    Supervision, TimeClass, Topic,
};
use crate::units::Span;

/// The topics in reading order, under their headings.
const PARTS: [(&str, &[Topic]); 8] = [
    (
        "How the game ends",
        &[
            Topic::Checkmate,
            Topic::Stalemate,
            Topic::DeadPosition,
            Topic::Fivefold,
            Topic::SeventyFive,
            Topic::Agreement,
            Topic::Resignation,
        ],
    ),
    ("The same position", &[Topic::SamePosition, Topic::SameEnPassant, Topic::SameCastling]),
    (
        "Draws on claim",
        &[
            Topic::ThreefoldExisting,
            Topic::ThreefoldIntended,
            Topic::FiftyExisting,
            Topic::FiftyIntended,
            Topic::ClaimLost,
            Topic::ClaimClock,
            Topic::ClaimCorrect,
            Topic::ClaimIsOffer,
        ],
    ),
    ("Draw offers", &[Topic::DrawOffer, Topic::OfferRepeated, Topic::OfferForbidden]),
    ("Moves", &[Topic::TouchMove, Topic::NoPromotionPiece, Topic::NoMove]),
    (
        "The clock",
        &[Topic::MoveRequirement, Topic::FlagFall, Topic::BothFlagsContinue, Topic::BothFlagsDraw, Topic::DefaultTime],
    ),
    ("Score and conduct", &[Topic::Score, Topic::Refusal, Topic::BothLose]),
    ("Appendices and guidelines", &[Topic::QuickplayDraw, Topic::QuickplayIncrement, Topic::Chess960]),
];

/// The time classes in reading order, with their headings and their keys in JSON.
pub(super) const CLASSES: [(&str, &str, TimeClass, Supervision); 5] = [
    ("Standard", "standard", TimeClass::Standard, Supervision::Supervised),
    ("Rapid, supervised", "rapid-supervised", TimeClass::Rapid, Supervision::Supervised),
    ("Rapid, not supervised", "rapid-unsupervised", TimeClass::Rapid, Supervision::Unsupervised),
    ("Blitz, supervised", "blitz-supervised", TimeClass::Blitz, Supervision::Supervised),
    ("Blitz, not supervised", "blitz-unsupervised", TimeClass::Blitz, Supervision::Unsupervised),
];

/// One thing that an edition regulates, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) part: &'static str,
    pub(super) what: &'static str,
    pub(super) articles: Vec<String>,
    pub(super) says: String,
}

/// Everything that an edition regulates, in reading order.
pub(super) fn lines(edition: &Edition) -> Vec<Line> {
    let mut lines = Vec::new();
    for (part, topics) in PARTS {
        for topic in topics {
            lines.push(Line {
                part,
                what: topic.words(),
                articles: numbers(edition.cite(*topic)),
                says: says(*topic, edition),
            });
            if *topic == Topic::ClaimCorrect {
                lines.push(announced_move(part, edition));
            }
        }
    }
    let limits = edition.limits();
    let blitz = match limits.blitz {
        BlitzLimit::UpTo(time) => format!("{time} or less"),
        BlitzLimit::Below(time) => format!("less than {time}"),
    };
    let part = "Time classes, by the time of a player and sixty increments";
    for (what, says) in [("blitz", blitz), ("rapid", format!("else less than {}", limits.rapid_below))] {
        let articles = Vec::new();
        lines.push(Line { part, what, articles, says });
    }
    for (part, _, class, supervision) in CLASSES {
        lines.extend(class_lines(part, edition.class(class, supervision)));
    }
    lines
}

fn announced_move(part: &'static str, edition: &Edition) -> Line {
    let class = edition.class(TimeClass::Standard, Supervision::Supervised);
    let says = match edition.rules().announced_move {
        _ if !has_claims(edition) => "there are no claims",
        AnnouncedMove::MustBePlayed => "must be played",
        AnnouncedMove::UnderTouchMove => "must be played; if illegal, another move of that piece",
    };
    Line {
        part,
        what: "announced move of an incorrect claim",
        articles: numbers(class.wrong_claim_articles.get(..1).unwrap_or_default()),
        says: says.to_owned(),
    }
}

fn class_lines(part: &'static str, class: &ClassRules) -> Vec<Line> {
    let line = |what, articles: &[Citation], says: String| Line { part, what, articles: numbers(articles), says };
    let mut lines = Vec::new();
    if let Some(article) = &class.applied_by {
        let says = "named by this article".to_owned();
        lines.push(line("rules of this class", std::slice::from_ref(article), says));
    }
    let claim = &class.wrong_claim;
    let says = match claim.claimant_loses {
        ClaimantLoses::Nothing if claim.opponent_gains == Span::ZERO => "no penalty".to_owned(),
        ClaimantLoses::Nothing => format!("opponent +{}", claim.opponent_gains),
        ClaimantLoses::HalfToThreeMinutes => {
            format!("opponent +{}; claimant loses half his time, at most 3:00", claim.opponent_gains)
        }
        ClaimantLoses::HalfAboveTwoMinutes => format!(
            "opponent +{}; claimant above 2:00 loses half his time, at most 3:00; above 1:00 he keeps 1:00",
            claim.opponent_gains
        ),
    };
    lines.push(line("incorrect claim", &class.wrong_claim_articles, says));
    lines.push(line("illegal move", &class.illegal_moves.articles, scale(&class.illegal_moves)));
    if let Some(finish) = &class.illegal_moves_in_quickplay_finish {
        lines.push(line("illegal move in a quickplay finish", &finish.articles, scale(finish)));
    }
    let flag = &class.flag_call;
    let caller = match flag.by {
        Calling::Arbiter => "the arbiter calls it",
        Calling::Opponent => "the opponent must call it",
    };
    let article = flag.article.as_slice();
    lines.push(line("fallen flag", article, caller.to_owned()));
    if let Some(article) = &class.mating_potential {
        let says = "to win, one must be able to reach a position where mate in one cannot be avoided".to_owned();
        lines.push(line("mating potential", std::slice::from_ref(article), says));
    }
    lines
}

fn scale(scale: &IllegalMoves) -> String {
    let gain = match scale.opponent_gains {
        Span::ZERO => "no penalty".to_owned(),
        gain => format!("opponent +{gain}"),
    };
    let called = match scale.called_by {
        Calling::Arbiter => "",
        Calling::Opponent => ", if the opponent calls it",
    };
    let Some(at) = scale.loses_at else {
        return format!("position restored, {gain}{called}");
    };
    let exception = match scale.exception {
        IfOpponentCannotMate::Draw => "; a draw if the opponent cannot mate",
        IfOpponentCannotMate::Loss => "; even if the opponent cannot mate",
    };
    match at.get() {
        1 => format!("the 1st loses{called}{exception}"),
        n => format!("{gain}, the {} loses{called}{exception}", ordinal(n.into())),
    }
}

fn says(topic: Topic, edition: &Edition) -> String {
    let (rules, counts) = (edition.rules(), edition.counts());
    let silent = edition.cite(topic).is_empty();
    let spoken = |text: &str| if silent { "silent" } else { text }.to_owned();
    let claim = |text: String| match has_claims(edition) {
        true => text,
        false => "there are no claims".to_owned(),
    };
    let both_flags = |text: &str| match rules.both_flags {
        BothFlags::ContinueOrDraw => text.to_owned(),
        BothFlags::DirectorDecides => "the director decides".to_owned(),
    };
    match topic {
        Topic::Checkmate => spoken("wins"),
        Topic::Stalemate | Topic::DeadPosition => spoken("draw"),
        Topic::Fivefold => match rules.fivefold {
            Fivefold::None => "no such rule".to_owned(),
            Fivefold::NineMoves => {
                format!("draw when the position stood {} times, on consecutive moves by each", counts.fivefold)
            }
            Fivefold::WholeGame => format!("draw at the {} occurrence in the whole game", ordinal(counts.fivefold)),
        },
        Topic::SeventyFive => match rules.seventy_five {
            SeventyFive::None => "no such rule".to_owned(),
            SeventyFive::Automatic => {
                format!("draw at {} quiet half-moves; mate goes first", counts.seventy_five)
            }
        },
        Topic::Agreement => match rules.agreement {
            Agreement::AnyTime => spoken("draw, at any time"),
            Agreement::AfterOneMoveEach => spoken("draw, once both have made a move"),
        },
        Topic::Resignation => match rules.resignation {
            Resignation::Loses => spoken("loses"),
            Resignation::DrawIfOpponentCannotMate => spoken("loses; a draw if the opponent cannot mate"),
        },
        Topic::SamePosition => spoken("same side to move, same men on the same squares, same possible moves"),
        Topic::SameEnPassant => spoken("not the same if a pawn could be taken en passant and no longer can"),
        Topic::SameCastling => spoken("not the same if a right to castle has been lost"),
        Topic::ThreefoldExisting => match rules.threefold {
            OnClaim::OnClaim => format!("draw on claim from the {} occurrence on", ordinal(counts.threefold)),
            OnClaim::Automatic => format!("draw by itself at the {} occurrence", ordinal(counts.threefold)),
        },
        Topic::ThreefoldIntended => match rules.threefold {
            OnClaim::OnClaim => format!("the same, if the move makes it the {} or more", ordinal(counts.threefold)),
            OnClaim::Automatic => claim("silent".to_owned()),
        },
        Topic::FiftyExisting => match rules.fifty {
            OnClaim::OnClaim => format!("draw on claim from {} quiet half-moves on", counts.fifty),
            OnClaim::Automatic => format!("draw by itself at {} quiet half-moves", counts.fifty),
        },
        Topic::FiftyIntended => match rules.fifty {
            OnClaim::OnClaim => format!("the same, if the move makes it {} or more", counts.fifty),
            OnClaim::Automatic => claim("silent".to_owned()),
        },
        Topic::ClaimLost => claim(match rules.claim_lost_by {
            LostBy::Making => "by making a move".to_owned(),
            LostBy::Touching => "by touching a piece".to_owned(),
        }),
        Topic::ClaimClock => claim(spoken("stopped while the claim is examined")),
        Topic::ClaimCorrect => claim(spoken("draw at once; the announced move is not played")),
        Topic::ClaimIsOffer => match rules.claim_as_offer {
            ClaimAsOffer::IsNoOffer => claim("no such clause".to_owned()),
            ClaimAsOffer::IsAnOffer => "the claim is also an offer of a draw".to_owned(),
        },
        Topic::DrawOffer => match rules.offer_refused_by {
            LostBy::Making => spoken("stands until the opponent answers or makes a move"),
            LostBy::Touching => spoken("stands until the opponent answers or touches a piece"),
        },
        Topic::OfferRepeated => spoken("distracts the opponent"),
        Topic::OfferForbidden => spoken("an event may forbid draws by agreement"),
        Topic::TouchMove => spoken("a touched piece must be moved"),
        Topic::NoPromotionPiece => match rules.no_promotion_piece {
            NoPromotionPiece::IllegalMove => "an illegal move: the position is restored".to_owned(),
            NoPromotionPiece::QueenAndIllegalMove => "an illegal move, and the pawn becomes a queen".to_owned(),
        },
        Topic::NoMove => match rules.no_move {
            NoMove::Silent => "silent; treated as an illegal move".to_owned(),
            NoMove::IllegalMove => "an illegal move".to_owned(),
        },
        Topic::MoveRequirement => spoken("the moves to be made in each period"),
        Topic::FlagFall => spoken("loses; a draw if the opponent cannot mate"),
        Topic::BothFlagsContinue => both_flags("play goes on"),
        Topic::BothFlagsDraw => both_flags("draw"),
        Topic::DefaultTime => {
            format!("who is later than {} loses, unless the event says otherwise", rules.default_time)
        }
        Topic::Score => spoken("1 for a win, 1/2 for a draw, 0 for a loss, unless announced otherwise"),
        Topic::Refusal => spoken("loses; the arbiter sets the opponent's score"),
        Topic::BothLose => spoken("both lose"),
        Topic::QuickplayDraw => match rules.quickplay {
            Quickplay::None => "no such rule".to_owned(),
            Quickplay::Law => spoken("the arbiter may declare a draw"),
            Quickplay::Guideline => spoken("the arbiter may declare a draw, if the event adopts it"),
        },
        Topic::QuickplayIncrement => match rules.quickplay {
            Quickplay::None => "no such rule".to_owned(),
            Quickplay::Law | Quickplay::Guideline if silent => "no such rule".to_owned(),
            Quickplay::Law => "an increment for both".to_owned(),
            Quickplay::Guideline => "an increment for both, if the event adopts it".to_owned(),
        },
        Topic::Chess960 => spoken("its rules"),
    }
}

fn has_claims(edition: &Edition) -> bool {
    let rules = edition.rules();
    rules.threefold == OnClaim::OnClaim || rules.fifty == OnClaim::OnClaim
}

fn ordinal(n: u32) -> String {
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

pub(super) fn numbers(articles: &[Citation]) -> Vec<String> {
    articles.iter().map(|citation| citation.article().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_its_place_once() {
        let mut shown: Vec<Topic> = PARTS.iter().flat_map(|(_, topics)| topics.iter().copied()).collect();
        shown.sort_unstable();
        let mut all = Topic::ALL.to_vec();
        all.sort_unstable();
        assert_eq!(shown, all);
    }

    #[test]
    fn ordinals_read_as_spoken() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal);
        assert_eq!(ordinals.join(" "), "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th");
    }
}
