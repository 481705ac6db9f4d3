//! What players ask for: claims, offers, quickplay-finish requests. Source: FIDE Laws 2023, 9.1 to 9.5 and
//! Guidelines III, and the same in other editions (own words).

use super::{Arbiter, Must, Phase};
use crate::game::claims::{Claim, ClaimGround};
use crate::game::conditions::{DrawOffers, MisplacedClaim};
use crate::game::mating::MateOracle;
use crate::game::message::{Effect, Refusal};
use crate::game::ruling::Evidence;
use crate::game::sameness::Difference;
use crate::laws::{Agreement, AnnouncedMove, ClaimAsOffer, GameResult, Ground, OnClaim, Quickplay, TimeClass, Topic};
use crate::units::{self, Span, Stamp};
use shakmaty::{Color, Move, Position, uci::UciMove};

/// A request in a quickplay finish needs less than this on the asker's clock.
const QUICKPLAY_BELOW: Span = Span::from_secs(120);

impl<O: MateOracle> Arbiter<O> {
    /// A claim of a draw. It cannot be withdrawn. A correct claim ends the game and an announced move is not played.
    pub(super) fn claim(&mut self, at: Stamp, claim: Claim) -> Vec<Effect> {
        if self.draws_by_itself(claim.ground) {
            return vec![Effect::Refused {
                by: claim.by,
                why: Refusal::NoClaimNeeded,
                citations: self.conditions.class_rules().wrong_claim_articles.clone(),
                detail: "the game is drawn by itself".to_owned(),
            }];
        }
        if claim.by != self.record.turn() {
            let detail = "only the player to move may claim; his right to claim is gone with his move";
            return self.claim_without_right(at, claim.by, Refusal::NotToMove, detail);
        }
        if self.lost_right_to_claim() {
            let detail = "the right to claim on this move is gone with the man touched";
            return self.claim_without_right(at, claim.by, Refusal::IncorrectClaim, detail);
        }
        self.clocks.keep_running(at);
        let mut effects = vec![Effect::ClaimExamined { citations: self.cite(&[Topic::ClaimClock]) }];
        let announced = claim.intended.as_ref().map(|uci| (uci.to_move(self.record.position()).ok(), uci));
        let stands = match announced {
            Some((None, _)) => None,
            Some((Some(m), _)) if !self.may_announce(m) => None,
            Some((Some(m), _)) => self.claim_test().stands(claim.ground, Some(m)),
            None => self.claim_test().stands(claim.ground, None),
        };
        match stands {
            Some(topic) => effects.extend(self.grant(at, &claim, topic, announced.and_then(|(m, _)| m))),
            None => effects.extend(self.reject(&claim)),
        }
        effects
    }

    fn draws_by_itself(&self, ground: ClaimGround) -> bool {
        let rules = self.conditions.laws.rules();
        match ground {
            ClaimGround::Threefold => rules.threefold == OnClaim::Automatic,
            ClaimGround::Fifty => rules.fifty == OnClaim::Automatic,
            ClaimGround::Any => rules.threefold == OnClaim::Automatic && rules.fifty == OnClaim::Automatic,
        }
    }

    /// Whether an earlier announcement or a man touched leaves a player free to announce this move.
    fn may_announce(&self, m: Move) -> bool {
        self.must.is_none_or(|must| must.allows(m))
    }

    fn claim_without_right(&mut self, at: Stamp, by: Color, why: Refusal, detail: &str) -> Vec<Effect> {
        let citations = self.cite(&[Topic::ClaimLost]);
        let mut effects = vec![Effect::Refused { by, why, citations, detail: detail.to_owned() }];
        match self.conditions.misplaced_claim {
            MisplacedClaim::Penalised => {
                self.clocks.keep_running(at);
                effects.extend(self.punish_wrong_claim(by));
            }
            MisplacedClaim::RefusedOnly => {}
        }
        effects
    }

    fn grant(&mut self, at: Stamp, claim: &Claim, topic: Topic, announced: Option<Move>) -> Vec<Effect> {
        let ground = match topic {
            Topic::ThreefoldExisting | Topic::ThreefoldIntended => Ground::ThreefoldClaim,
            _ => Ground::FiftyClaim,
        };
        let intended = announced.map(|m| m.to_uci(self.record.mode()).to_string());
        let rests_on = match topic {
            Topic::ThreefoldExisting => Evidence::Occurrences(self.record.occurrence_plies()),
            Topic::ThreefoldIntended => self.occurrences_with(announced),
            _ => self.quiet_moves(),
        };
        let evidence = vec![Evidence::Claim { by: claim.by, intended }, rests_on];
        self.end_by_law(at, GameResult::Draw, ground, &[topic, Topic::ClaimCorrect], evidence)
    }

    /// The plies at which the position after the announced move stood, its own included.
    fn occurrences_with(&self, announced: Option<Move>) -> Evidence {
        let mut after = self.record.clone();
        if let Some(m) = announced {
            after.push(m);
        }
        Evidence::Occurrences(after.occurrence_plies())
    }

    fn reject(&mut self, claim: &Claim) -> Vec<Effect> {
        let mut citations = self.conditions.class_rules().wrong_claim_articles.clone();
        let detail = self.why_incorrect(claim);
        if claim.ground != ClaimGround::Fifty {
            citations.extend(self.cite(&[Topic::SamePosition]));
            for (_, difference) in self.record.look_alikes() {
                citations.extend(self.cite(&[match difference {
                    Difference::EnPassant => Topic::SameEnPassant,
                    Difference::Castling => Topic::SameCastling,
                }]));
            }
        }
        let mut seen = Vec::new();
        citations.retain(|citation| {
            !seen.contains(citation) && {
                seen.push(citation.clone());
                true
            }
        });
        let mut effects = vec![Effect::Refused { by: claim.by, why: Refusal::IncorrectClaim, citations, detail }];
        effects.extend(self.punish_wrong_claim(claim.by));
        // What was announced or touched first binds: neither the claim nor the written move may be changed.
        let announced = claim.intended.as_ref();
        self.must = self.must.or_else(|| announced.and_then(|uci| self.obligation(uci)));
        match self.conditions.laws.rules().claim_as_offer {
            ClaimAsOffer::IsNoOffer => {}
            ClaimAsOffer::IsAnOffer => effects.extend(self.offer_by_request(claim.by, Topic::ClaimIsOffer)),
        }
        effects
    }

    /// A claim or request that is also an offer, unless the event forbids draws by agreement.
    fn offer_by_request(&mut self, by: Color, topic: Topic) -> Option<Effect> {
        match self.conditions.draw_offers {
            DrawOffers::Forbidden => None,
            DrawOffers::Allowed => {
                self.offers.make(by);
                let citations = self.cite(&[topic]);
                Some(Effect::Offered { by, citations })
            }
        }
    }

    /// The announced move must be played. If it is illegal, another move of that man, if it has one and the edition
    /// says that Articles 3 and 4 hold; before, what cannot be played obliges to nothing.
    fn obligation(&self, announced: &UciMove) -> Option<Must> {
        let position = self.record.position();
        match (announced.to_move(position), announced) {
            (Ok(m), _) => Some(Must::Play(m)),
            (Err(_), UciMove::Normal { from, .. }) => match self.conditions.laws.rules().announced_move {
                AnnouncedMove::MustBePlayed => None,
                AnnouncedMove::UnderTouchMove => {
                    position.legal_moves().iter().any(|m| m.from() == Some(*from)).then_some(Must::MoveFrom(*from))
                }
            },
            (Err(_), UciMove::Put { .. } | UciMove::Null) => None,
        }
    }

    fn why_incorrect(&self, claim: &Claim) -> String {
        let announced = claim.intended.as_ref().map(|uci| (uci, uci.to_move(self.record.position()).ok()));
        let laws = self.conditions.laws.counts();
        let threefold = || match announced {
            Some((uci, None)) => format!("{uci} is not a legal move"),
            Some((uci, Some(m))) if !self.may_announce(m) => {
                format!("{uci} is not the move that was announced, or not of the man touched, before")
            }
            Some((uci, Some(m))) => format!(
                "occurrence {} of the position after {uci}, {} needed",
                self.record.occurrences_after(m),
                laws.threefold
            ),
            None => format!("occurrence {} of the position, {} needed", self.record.occurrences(), laws.threefold),
        };
        let fifty = || {
            let (counted, presumed) = (self.record.quiet(self.conditions.fen_clock), self.record.quiet_presumed());
            let quiet = units::counted(counted.0, "half-move", "half-moves");
            let mut text = format!("{quiet} without pawn move or capture, {} needed", laws.fifty);
            if let Some((uci, _)) = announced {
                text.push_str(&format!(" with {uci}"));
            }
            if presumed != counted {
                text.push_str(&format!("; the FEN's counter would make it {presumed} but proves nothing"));
            }
            text
        };
        match claim.ground {
            ClaimGround::Threefold => threefold(),
            ClaimGround::Fifty => fifty(),
            ClaimGround::Any => format!("{}; {}", threefold(), fifty()),
        }
    }

    fn punish_wrong_claim(&mut self, by: Color) -> Vec<Effect> {
        let class = self.conditions.class_rules();
        let (price, citations) = (class.wrong_claim, class.wrong_claim_articles.clone());
        let citations = citations.into_iter().chain(class.applied_by.clone()).collect::<Vec<_>>();
        let scale = self.conditions.penalty_scale;
        let lost = self.clocks.left(by).map_or(Span::ZERO, |left| price.claimant_loses.from_clock(left));
        let changes = [(by, -scale.apply(lost)), (by.other(), scale.apply(price.opponent_gains))];
        let mut effects = Vec::new();
        for (side, change) in changes {
            if change != Span::ZERO {
                self.clocks.adjust(side, change);
                effects.push(Effect::Adjusted { side, by: change, citations: citations.clone() });
            }
        }
        effects
    }

    pub(super) fn offer(&mut self, by: Color) -> Vec<Effect> {
        if self.conditions.draw_offers == DrawOffers::Forbidden {
            let citations = self.cite(&[Topic::OfferForbidden]);
            return vec![Effect::Refused { by, why: Refusal::OffersForbidden, citations, detail: String::new() }];
        }
        let mut topics = vec![Topic::DrawOffer];
        if self.offers.last == Some(by) {
            topics.push(Topic::OfferRepeated);
        }
        self.offers.make(by);
        vec![Effect::Offered { by, citations: self.cite(&topics) }]
    }

    pub(super) fn accept(&mut self, at: Stamp, by: Color) -> Vec<Effect> {
        if !*self.offers.open.get(by.other()) {
            return self.refuse(by, Refusal::NoOffer);
        }
        let moved = self.record.ply().0 >= 2;
        match self.conditions.laws.rules().agreement {
            Agreement::AfterOneMoveEach if !moved => {
                let citations = self.cite(&[Topic::Agreement]);
                vec![Effect::Refused { by, why: Refusal::TooEarly, citations, detail: String::new() }]
            }
            Agreement::AfterOneMoveEach | Agreement::AnyTime => {
                let evidence = vec![Evidence::Act { by }];
                self.end_by_law(at, GameResult::Draw, Ground::Agreement, &[Topic::Agreement], evidence)
            }
        }
    }

    pub(super) fn decline(&mut self, by: Color) -> Vec<Effect> {
        match self.offers.lapse(by.other()) {
            true => vec![Effect::OfferLapsed { by: by.other() }],
            false => self.refuse(by, Refusal::NoOffer),
        }
    }

    /// A request in a quickplay finish: only the arithmetic is done here, a person decides. Not in blitz. Under Article
    /// 10 (2001 to 2009) a request for a draw is an offer too, in the guidelines the one for an increment is.
    pub(super) fn request(&mut self, at: Stamp, by: Color, topic: Topic) -> Vec<Effect> {
        let citations = self.cite(&[topic]);
        let short = self.clocks.left_at(by, at).is_some_and(|left| left < QUICKPLAY_BELOW);
        let quickplay = self.conditions.laws.rules().quickplay;
        let known = match (quickplay, self.conditions.class) {
            (Quickplay::None, _) | (_, TimeClass::Blitz) => false,
            (Quickplay::Law | Quickplay::Guideline, TimeClass::Standard | TimeClass::Rapid) => !citations.is_empty(),
        };
        if !known || !short {
            return vec![Effect::Refused { by, why: Refusal::NotAvailable, citations, detail: String::new() }];
        }
        if by != self.record.turn() {
            return vec![Effect::Refused { by, why: Refusal::NotToMove, citations, detail: String::new() }];
        }
        let resume = self.clocks.running();
        self.clocks.stop(at);
        self.phase = Phase::AwaitingDirector { by: Some(by), resume };
        let mut effects = vec![Effect::AskDirector { by: Some(by), citations }];
        let claim_as_offer = self.conditions.laws.rules().claim_as_offer;
        match (quickplay, claim_as_offer) {
            (Quickplay::Law, ClaimAsOffer::IsAnOffer) => effects.extend(self.offer_by_request(by, Topic::ClaimIsOffer)),
            (Quickplay::Guideline, _) if topic == Topic::QuickplayIncrement => {
                effects.extend(self.offer_by_request(by, topic));
            }
            (Quickplay::Law, ClaimAsOffer::IsNoOffer) | (Quickplay::Guideline | Quickplay::None, _) => {}
        }
        effects
    }
}
