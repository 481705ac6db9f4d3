//! How games end: on the board, by the clock, by a person. Source: FIDE Laws 2023, Articles 5, 6.9, 9.6 and the same
//! in other editions (own words).

use super::{Absentees, Arbiter, Cause, Phase};
use crate::game::conditions::{Disconnection, OpenQuestions};
use crate::game::mating::{MateOracle, on_the_board, two_knights_alone};
use crate::game::message::{Decision, Effect, Question, Refusal};
use crate::game::ruling::{Evidence, Ruling};
use crate::laws::penalty::PenaltyScale;
use crate::laws::{
    BothFlags, Citation, Fivefold, GameResult, Ground, IfOpponentCannotMate, Layer, OnClaim, Resignation, SeventyFive,
    Topic, precedence,
};
use crate::units::{Ply, Span, Stamp};
use crate::unwinnable::{Standing, Verdict};
use shakmaty::{ByColor, Color, Position};

/// What a rejected or granted request in a quickplay finish gives the opponent.
const QUICKPLAY_OPPONENT_GAINS: Span = Span::from_secs(120);
/// The increment of Guidelines III.4.
const QUICKPLAY_INCREMENT: Span = Span::from_secs(5);

/// What a position on the board establishes by itself.
struct Found {
    topics: Vec<Topic>,
    result: GameResult,
    evidence: Vec<Evidence>,
}

impl<O: MateOracle> Arbiter<O> {
    /// Rules on the position on the board if it ends the game, in the order of precedence.
    pub(super) fn rule_on_the_position(&mut self, at: Stamp) -> Vec<Effect> {
        let mut effects = Vec::new();
        let stuck = self.record.position().legal_moves().is_empty();
        for ground in precedence::after_move() {
            if let Some(found) = self.find(ground, stuck, &mut effects) {
                // Nobody needs an answer about a game that is over.
                effects.clear();
                effects.extend(self.end_by_law(at, found.result, ground, &found.topics, found.evidence));
                break;
            }
        }
        effects
    }

    fn find(&mut self, ground: Ground, stuck: bool, effects: &mut Vec<Effect>) -> Option<Found> {
        let draw = |topic, evidence| Some(Found { topics: vec![topic], result: GameResult::Draw, evidence });
        let check = stuck && self.record.position().is_check();
        let rules = self.conditions.laws.rules();
        match ground {
            Ground::Checkmate if check => {
                let result = GameResult::win(self.record.turn().other());
                Some(Found { topics: vec![Topic::Checkmate], result, evidence: vec![Evidence::Board] })
            }
            Ground::Stalemate if stuck && !check => draw(Topic::Stalemate, vec![Evidence::Board]),
            Ground::DeadPosition => draw(Topic::DeadPosition, self.dead(effects)?),
            Ground::Fivefold if self.is_fivefold() => {
                let mut topics = vec![Topic::Fivefold];
                let mut evidence = vec![Evidence::Occurrences(self.record.occurrence_plies())];
                if self.is_seventy_five() {
                    topics.push(Topic::SeventyFive);
                    evidence.push(self.quiet_moves());
                }
                Some(Found { topics, result: GameResult::Draw, evidence })
            }
            Ground::SeventyFive if self.is_seventy_five() => draw(Topic::SeventyFive, vec![self.quiet_moves()]),
            Ground::Threefold
                if rules.threefold == OnClaim::Automatic
                    && self.record.occurrences() >= self.conditions.laws.counts().threefold =>
            {
                draw(Topic::ThreefoldExisting, vec![Evidence::Occurrences(self.record.occurrence_plies())])
            }
            Ground::Fifty
                if rules.fifty == OnClaim::Automatic
                    && self.record.quiet(self.conditions.fen_clock) >= self.conditions.laws.counts().fifty =>
            {
                draw(Topic::FiftyExisting, vec![self.quiet_moves()])
            }
            Ground::Checkmate
            | Ground::Stalemate
            | Ground::Fivefold
            | Ground::SeventyFive
            | Ground::Threefold
            | Ground::Fifty
            | Ground::ThreefoldClaim
            | Ground::FiftyClaim
            | Ground::Agreement
            | Ground::Resignation
            | Ground::TimeForfeit
            | Ground::BothFlags
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
            | Ground::MoveLimit => None,
        }
    }

    fn is_fivefold(&self) -> bool {
        let needed = self.conditions.laws.counts().fivefold;
        match self.conditions.laws.rules().fivefold {
            Fivefold::None => false,
            Fivefold::NineMoves => self.record.consecutive_occurrences(needed),
            Fivefold::WholeGame => self.record.occurrences() >= needed,
        }
    }

    fn is_seventy_five(&self) -> bool {
        match self.conditions.laws.rules().seventy_five {
            SeventyFive::None => false,
            SeventyFive::Automatic => {
                self.record.quiet(self.conditions.fen_clock) >= self.conditions.laws.counts().seventy_five
            }
        }
    }

    pub(super) fn quiet_moves(&self) -> Evidence {
        let counted = self.record.quiet(self.conditions.fen_clock);
        Evidence::QuietMoves { counted, proven: self.record.quiet_proven() }
    }

    /// The proofs that neither side can mate, or `None` with a question for the solver if one is worth asking.
    fn dead(&mut self, effects: &mut Vec<Effect>) -> Option<Vec<Evidence>> {
        let mut open = Vec::new();
        for side in Color::ALL {
            match self.standing(side) {
                Standing::Winnable => return None,
                Standing::Unwinnable => {}
                Standing::Undetermined => open.push(side),
            }
        }
        match (open.first(), self.conditions.open_questions) {
            (None, _) => Some(self.hopeless_evidence()),
            (Some(side), OpenQuestions::AskSolver) => {
                effects.push(Effect::AskSolver(self.question(*side)));
                None
            }
            (Some(_), OpenQuestions::StayOpen) => None,
        }
    }

    fn question(&self, side: Color) -> Question {
        Question { ply: self.record.ply(), position: self.record.position().clone(), side }
    }

    /// Whether a side can mate in the position on the board; "cannot" is permanent and never asked again. An
    /// impossibility counts only with its proof, accepted by the verifier.
    fn standing(&mut self, side: Color) -> Standing {
        if self.hopeless.get(side).is_some() {
            return Standing::Unwinnable;
        }
        match self.oracle.standing(self.record.position(), side) {
            Standing::Winnable => Standing::Winnable,
            Standing::Undetermined => Standing::Undetermined,
            Standing::Unwinnable => match self.verdict(side) {
                Verdict::Winnable(_) => Standing::Winnable,
                Verdict::Unwinnable(_) => Standing::Unwinnable,
                Verdict::Undetermined(_) => Standing::Undetermined,
            },
        }
    }

    /// Whether a side can mate in the position on the board, with a line, a proof, or what was spent.
    pub fn can_mate(&mut self, side: Color) -> Verdict {
        on_the_board(self.record.position(), side).unwrap_or_else(|| self.verdict(side))
    }

    /// The same with its evidence, for a ruling.
    fn verdict(&mut self, side: Color) -> Verdict {
        if let Some((_, proof)) = self.hopeless.get(side) {
            return Verdict::Unwinnable(proof.clone());
        }
        let verdict = self.oracle.verdict(self.record.position(), side);
        if let Verdict::Unwinnable(proof) = &verdict {
            *self.hopeless.get_mut(side) = Some((self.record.ply(), proof.clone()));
        }
        verdict
    }

    fn hopeless_evidence(&self) -> Vec<Evidence> {
        let proven = |side: Color| {
            let (_, proof) = self.hopeless.get(side).as_ref()?;
            Some(Evidence::CanMate { side, verdict: Verdict::Unwinnable(proof.clone()) })
        };
        Color::ALL.into_iter().filter_map(proven).collect()
    }

    /// One side loses, unless the law knows an exception and the other side cannot mate.
    pub(super) fn lose_unless_hopeless(&mut self, at: Stamp, cause: Cause) -> Vec<Effect> {
        self.clocks.stop(at);
        let rules = self.conditions.laws.rules();
        let exception = match &cause {
            Cause::Flag(_) => IfOpponentCannotMate::Draw,
            Cause::Disconnect(_) | Cause::Stall(_) | Cause::FalseClaim(_) => match self.conditions.disconnection {
                Disconnection::FlagFalls | Disconnection::LosesAtOnce => IfOpponentCannotMate::Draw,
                Disconnection::LosesInAnyCase => IfOpponentCannotMate::Loss,
            },
            Cause::Resignation(_) => match rules.resignation {
                Resignation::DrawIfOpponentCannotMate => IfOpponentCannotMate::Draw,
                Resignation::Loses => IfOpponentCannotMate::Loss,
            },
            Cause::IllegalMove { side, .. } => self.illegal_move_scale(*side).exception,
        };
        let winner = cause.loser().other();
        let verdict = match exception {
            IfOpponentCannotMate::Draw if self.no_mating_potential(&cause).is_none() => Some(self.verdict(winner)),
            IfOpponentCannotMate::Draw | IfOpponentCannotMate::Loss => None,
        };
        match (&verdict, self.conditions.open_questions) {
            (Some(Verdict::Undetermined(_)), OpenQuestions::AskSolver) => {
                self.phase = Phase::AwaitingSolver(cause);
                vec![Effect::AskSolver(self.question(winner))]
            }
            _ => self.conclude(at, &cause, verdict),
        }
    }

    /// The article that denies the win to a side without "mating potential" (1997, blitz): two knights alone have none,
    /// though they can mate with help.
    fn no_mating_potential(&self, cause: &Cause) -> Option<Citation> {
        match cause {
            Cause::Flag(_) | Cause::IllegalMove { .. } => {
                let article = self.conditions.class_rules().mating_potential.as_ref()?;
                two_knights_alone(self.record.position(), cause.loser().other()).then(|| article.clone())
            }
            Cause::Resignation(_) | Cause::Disconnect(_) | Cause::Stall(_) | Cause::FalseClaim(_) => None,
        }
    }

    fn conclude(&mut self, at: Stamp, cause: &Cause, verdict: Option<Verdict>) -> Vec<Effect> {
        let loser = cause.loser();
        let no_potential = self.no_mating_potential(cause);
        let result = match &verdict {
            Some(Verdict::Unwinnable(_)) => GameResult::Draw,
            _ if no_potential.is_some() => GameResult::Draw,
            Some(Verdict::Winnable(_) | Verdict::Undetermined(_)) | None => GameResult::win(loser.other()),
        };
        let (ground, layer, mut citations, evidence) = match cause {
            Cause::Flag(flag) => {
                let mut citations = self.cite(&[Topic::FlagFall]);
                if flag.made_of.is_some() {
                    citations.extend(self.cite(&[Topic::MoveRequirement]));
                }
                citations.extend(self.conditions.class_rules().flag_call.article.clone());
                let made_of = flag.made_of.map(|(made, of)| (made, of.get()));
                let evidence = Evidence::Flag { side: flag.side, overrun: flag.overrun, made_of };
                (Ground::TimeForfeit, Layer::Law, citations, evidence)
            }
            Cause::Resignation(by) => {
                let citations = self.cite(&[Topic::Resignation]);
                (Ground::Resignation, Layer::Law, citations, Evidence::Act { by: *by })
            }
            Cause::IllegalMove { side, text } => {
                let mut citations = self.illegal_move_scale(*side).articles.clone();
                citations.extend(self.conditions.class_rules().applied_by.clone());
                let count = *self.illegal_moves.get(*side);
                let evidence = Evidence::IllegalMoves { side: *side, count, text: text.clone() };
                let layer = if self.loses_by_law(*side) { Layer::Law } else { Layer::EventRule };
                (Ground::IllegalMove, layer, citations, evidence)
            }
            Cause::Disconnect(side) => (Ground::Disconnect, Layer::EventRule, Vec::new(), Evidence::Act { by: *side }),
            Cause::Stall(side) => (Ground::Stall, Layer::EventRule, Vec::new(), Evidence::Act { by: *side }),
            Cause::FalseClaim(by) => {
                (Ground::FalseIllegalMoveClaim, Layer::EventRule, Vec::new(), Evidence::Act { by: *by })
            }
        };
        let mut evidence = vec![evidence];
        if let Some(article) = no_potential {
            evidence.push(Evidence::Words("two knights have no mating potential".to_owned()));
            if !citations.contains(&article) {
                citations.push(article);
            }
        }
        evidence.extend(verdict.map(|verdict| Evidence::CanMate { side: loser.other(), verdict }));
        self.end(at, Ruling { result, ground, layer, citations, ply: self.record.ply(), evidence })
    }

    pub(super) fn end_by_law(
        &mut self,
        at: Stamp,
        result: GameResult,
        ground: Ground,
        topics: &[Topic],
        evidence: Vec<Evidence>,
    ) -> Vec<Effect> {
        let citations = self.cite(topics);
        self.end(at, Ruling { result, ground, layer: Layer::Law, citations, ply: self.record.ply(), evidence })
    }

    fn end(&mut self, at: Stamp, mut ruling: Ruling) -> Vec<Effect> {
        self.clocks.stop(at);
        self.offers.open = ByColor::default();
        self.must = None;
        self.touched = false;
        if self.conditions.penalty_scale != PenaltyScale::FIDE && self.has_adjusted() {
            ruling.evidence.push(Evidence::ScaledPenalty);
        }
        self.phase = Phase::Over(ruling.clone());
        vec![Effect::Ruled(ruling)]
    }

    fn has_adjusted(&self) -> bool {
        Color::ALL.into_iter().any(|side| self.clocks.booked(side).adjusted != Span::ZERO)
    }

    /// An answer rules at the ply it was asked about, however late it comes. `SILENT:` if the game has ended
    /// otherwise in the meantime that result stands (as where an illegal move is found after the game).
    pub(super) fn answered(&mut self, at: Stamp, question: Question, verdict: Verdict) -> Vec<Effect> {
        if question.ply > self.record.ply() {
            return Vec::new();
        }
        let unwinnable = match &verdict {
            Verdict::Unwinnable(proof) => {
                let known = self.hopeless.get_mut(question.side);
                if known.as_ref().is_none_or(|(ply, _)| question.ply < *ply) {
                    *known = Some((question.ply, proof.clone()));
                }
                true
            }
            Verdict::Winnable(_) | Verdict::Undetermined(_) => false,
        };
        let both_hopeless = Color::ALL.into_iter().all(|side| self.hopeless.get(side).is_some());
        match self.phase.clone() {
            // A position that was dead ended the game before the flag fell or the player resigned.
            Phase::AwaitingSolver(_) if unwinnable && both_hopeless => self.dead_since(at, &question),
            Phase::AwaitingSolver(cause)
                if question.side == cause.loser().other() && (unwinnable || question.ply == self.record.ply()) =>
            {
                self.conclude(at, &cause, Some(verdict))
            }
            Phase::Playing if unwinnable => self.dead_since(at, &question),
            Phase::Playing
            | Phase::Waiting
            | Phase::AwaitingSolver(_)
            | Phase::AwaitingDirector { .. }
            | Phase::Over(_) => Vec::new(),
        }
    }

    /// One side cannot mate from the question's ply on; if the other cannot either, the game was over by then.
    fn dead_since(&mut self, at: Stamp, question: &Question) -> Vec<Effect> {
        let other = question.side.other();
        if self.hopeless.get(other).is_none() {
            match self.oracle.verdict(&question.position, other) {
                Verdict::Winnable(_) => return Vec::new(),
                Verdict::Unwinnable(proof) => *self.hopeless.get_mut(other) = Some((question.ply, proof)),
                Verdict::Undetermined(_) => {
                    return vec![Effect::AskSolver(Question { side: other, ..question.clone() })];
                }
            }
        }
        let since = |side: Color| self.hopeless.get(side).as_ref().map(|(ply, _)| *ply);
        let ply = Color::ALL.into_iter().filter_map(since).max().unwrap_or(Ply(0));
        let ruling = Ruling {
            result: GameResult::Draw,
            ground: Ground::DeadPosition,
            layer: Layer::Law,
            citations: self.cite(&[Topic::DeadPosition]),
            ply,
            evidence: self.hopeless_evidence(),
        };
        self.end(at, ruling)
    }

    /// A player's engine is gone or silent.
    pub(super) fn gone(&mut self, at: Stamp, cause: Cause) -> Vec<Effect> {
        match self.conditions.disconnection {
            Disconnection::FlagFalls => vec![Effect::Gone { side: cause.loser() }],
            Disconnection::LosesAtOnce | Disconnection::LosesInAnyCase => self.lose_unless_hopeless(at, cause),
        }
    }

    /// What the Laws do not know ends the game.
    pub(super) fn end_by_event(&mut self, at: Stamp, result: GameResult, ground: Ground, words: String) -> Vec<Effect> {
        let evidence = vec![Evidence::Words(words)];
        let (layer, citations, ply) = (Layer::EventRule, Vec::new(), self.record.ply());
        self.end(at, Ruling { result, ground, layer, citations, ply, evidence })
    }

    /// `SILENT:` if both players miss the default time both have lost by the same article; the alternative (White
    /// loses the time until he arrives) needs a player who arrives.
    pub(super) fn absent(&mut self, at: Stamp, absentees: Absentees) -> Vec<Effect> {
        let allowed = self.conditions.default_time.unwrap_or_else(|| self.conditions.laws.rules().default_time);
        let (result, by) = match absentees {
            Absentees::One(side) => (GameResult::win(side.other()), vec![side]),
            Absentees::Both => (GameResult::BothLose, Color::ALL.to_vec()),
        };
        if at.since(Stamp(0)) < allowed {
            let detail = format!("the default time is {allowed}");
            let citations = self.cite(&[Topic::DefaultTime]);
            return by
                .into_iter()
                .map(|by| Effect::Refused {
                    by,
                    why: Refusal::NotLate,
                    citations: citations.clone(),
                    detail: detail.clone(),
                })
                .collect();
        }
        let evidence = by.into_iter().map(|by| Evidence::Act { by }).collect();
        self.end_by_law(at, result, Ground::DefaultTime, &[Topic::DefaultTime], evidence)
    }

    pub(super) fn both_flags(&mut self, at: Stamp) -> Vec<Effect> {
        let last = Color::ALL.into_iter().all(|side| self.clocks.in_last_period(side));
        match self.conditions.laws.rules().both_flags {
            BothFlags::ContinueOrDraw if last => {
                self.end_by_law(at, GameResult::Draw, Ground::BothFlags, &[Topic::BothFlagsDraw], Vec::new())
            }
            BothFlags::ContinueOrDraw => {
                vec![Effect::PlayGoesOn { citations: self.cite(&[Topic::BothFlagsContinue]) }]
            }
            BothFlags::DirectorDecides => {
                let resume = self.clocks.running();
                self.clocks.stop(at);
                self.phase = Phase::AwaitingDirector { by: None, resume };
                vec![Effect::AskDirector { by: None, citations: self.cite(&[Topic::BothFlagsDraw]) }]
            }
        }
    }

    /// A person decides. A decision after the end is a new ruling on top; whoever keeps the journal keeps both.
    pub(super) fn direct(&mut self, at: Stamp, decision: Decision) -> Vec<Effect> {
        let by_director = |topics: &[Topic], result, words: String| Ruling {
            result,
            ground: Ground::Director,
            layer: Layer::Director,
            citations: self.cite(topics),
            ply: self.record.ply(),
            evidence: if words.is_empty() { Vec::new() } else { vec![Evidence::Words(words)] },
        };
        match decision {
            Decision::Result(result, words) => {
                let ruling = by_director(&[Topic::Score], result, words);
                self.end(at, ruling)
            }
            Decision::BothLose(words) => {
                let ruling = by_director(&[Topic::BothLose], GameResult::BothLose, words);
                self.end(at, ruling)
            }
            Decision::Refusal { by, result } => {
                let mut ruling = by_director(&[Topic::Refusal], result, String::new());
                ruling.evidence.push(Evidence::Act { by });
                self.end(at, ruling)
            }
            // Time given to a flag that is down does not revive it, and a finished game has no use for time.
            Decision::AdjustClock { side, by } => match (self.ruling(), self.clocks.fallen(at)) {
                (Some(_), _) => self.refuse(side, Refusal::GameOver),
                (None, Some(flag)) => self.lose_unless_hopeless(at, Cause::Flag(flag)),
                (None, None) => {
                    self.clocks.adjust(side, by);
                    vec![Effect::Adjusted { side, by, citations: Vec::new() }]
                }
            },
            Decision::DrawGranted => match self.requested_by() {
                Some(_) => {
                    let topics = [Topic::QuickplayDraw];
                    self.end_by_law(at, GameResult::Draw, Ground::QuickplayFinish, &topics, Vec::new())
                }
                None => self.refuse(self.record.turn(), Refusal::NotAvailable),
            },
            Decision::DrawRejected => self.resume_after_request(at, Topic::QuickplayDraw),
            Decision::IncrementGranted => {
                let effects = self.resume_after_request(at, Topic::QuickplayIncrement);
                if self.is_playing() {
                    self.clocks.add_increment(QUICKPLAY_INCREMENT);
                }
                effects
            }
        }
    }

    fn requested_by(&self) -> Option<Color> {
        match self.phase {
            Phase::AwaitingDirector { by, .. } => by,
            Phase::Waiting | Phase::Playing | Phase::AwaitingSolver(_) | Phase::Over(_) => None,
        }
    }

    /// The request is settled: the opponent of the asker gets two minutes and play goes on.
    fn resume_after_request(&mut self, at: Stamp, topic: Topic) -> Vec<Effect> {
        let Phase::AwaitingDirector { by: Some(by), resume } = self.phase else {
            return self.refuse(self.record.turn(), Refusal::NotAvailable);
        };
        let gain = self.conditions.penalty_scale.apply(QUICKPLAY_OPPONENT_GAINS);
        self.clocks.adjust(by.other(), gain);
        self.phase = Phase::Playing;
        if let Some(side) = resume {
            self.clocks.resume(side, at);
        }
        vec![Effect::Adjusted { side: by.other(), by: gain, citations: self.cite(&[topic]) }]
    }
}
