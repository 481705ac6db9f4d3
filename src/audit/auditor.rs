//! One game audited: its text in, what is wrong with it out. Pure; one auditor serves one thread.
//!
//! The moves are played through, the witnesses read, the arbiter asked, and what does not fit becomes a finding.

use super::finding::{Finding, FindingId, Severity};
use super::laws::{Court, Mating, Ruling};
use super::options::{Options, Policy};
use super::replay::{Replay, Stop};
use super::terminations::Cause;
use super::told::Told;
use super::witness::{LastComments, Witnesses, name};
use crate::game::{Conditions, MateOracle, Start};
use crate::laws::{Edition, Fivefold, GameResult, OnClaim, SeventyFive};
use crate::pgn::{Game, Header, Score, Token, clock_left, text};
use crate::units::{Span, counted};
use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};
use std::ops::Range;
use std::sync::Arc;

/// What a game's record says of its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The result, from the tag or the end of the moves.
    pub result: Option<Score>,
    /// The cause, if words for it were understood.
    pub cause: Option<Cause>,
}

/// An audited game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Audited {
    /// White's name, empty if there is none.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What the record says.
    pub recorded: Recorded,
    /// What the Laws make of it, where they decide.
    pub ruling: Option<Ruling>,
    /// What was found, those asked for only.
    pub findings: Vec<Finding>,
    /// Words for the end that were not understood.
    pub unknown: Vec<String>,
    /// The variant, if it is one that is not judged.
    pub variant: Option<String>,
    /// Half-moves played through.
    pub plies: u32,
    /// Where the result after the moves stands in the text.
    pub token_at: Option<Range<usize>>,
}

/// Audits games, one after another.
#[derive(Debug)]
pub struct Auditor<F> {
    pub(super) court: Court,
    pub(super) options: Options,
    pub(super) oracle: F,
    pub(super) replay: Replay,
}

/// One game while it is audited.
pub(super) struct Case {
    pub(super) witnesses: Witnesses,
    pub(super) told: Option<Told>,
    pub(super) result: Option<GameResult>,
    pub(super) ruling: Option<Ruling>,
    pub(super) findings: Vec<Finding>,
    overstepped: Option<Overstepped>,
}

/// A clock that the record shows below zero.
#[derive(Clone, Copy)]
struct Overstepped {
    /// The half-move after which it is shown.
    ply: u32,
    left: Span,
    side: Color,
}

/// Where the moves could not be followed.
struct Halt<'a> {
    stop: Stop,
    text: &'a [u8],
    /// Whether moves follow.
    more: bool,
}

impl<F, O> Auditor<F>
where
    F: Fn(&Chess) -> O,
    O: MateOracle,
{
    /// An auditor under an edition. `oracle` answers can-mate questions about one position each.
    pub fn new(laws: Arc<Edition>, options: Options, oracle: F) -> Self {
        let replay = Replay::new(laws.counts().clone());
        let conditions = Conditions { fen_clock: options.fen_clock, ..Conditions::standard(laws) };
        Self { court: Court::new(conditions), options, oracle, replay }
    }

    /// Audits one game.
    pub fn audit(&mut self, pgn: &[u8]) -> Audited {
        let game = Game::read(pgn);
        let header = game.header;
        let mut case = Case {
            witnesses: Witnesses::new(&header),
            told: None,
            result: None,
            ruling: None,
            findings: Vec::new(),
            overstepped: None,
        };
        let person = |tag: Option<crate::pgn::Tag<'_>>| tag.map(|tag| tag.text().into_owned()).unwrap_or_default();
        let mut audited = Audited { white: person(header.white), black: person(header.black), ..Audited::default() };
        match self.start(&header, &mut case, &mut audited) {
            Some(start) => {
                self.replay.begin(start, self.options.fen_clock);
                let halt = self.follow(&game, &mut case);
                self.compare(&header, &mut case, halt);
                audited.plies = self.replay.plies();
            }
            None => self.witnesses_only(&game, &mut case),
        }
        audited.recorded = Recorded {
            result: case
                .witnesses
                .tag
                .filter(|score| *score != Score::Open)
                .or(case.witnesses.token)
                .or(case.witnesses.tag),
            cause: case.told.map(|told| told.cause),
        };
        audited.unknown = std::mem::take(&mut case.witnesses.unknown);
        audited.token_at = case.witnesses.token_at.take();
        audited.ruling = case.ruling;
        audited.findings = case.findings;
        audited
    }

    pub(super) fn laws(&self) -> &Edition {
        &self.court.conditions().laws
    }

    /// The start position, or `None` with a finding where there is none to judge from.
    fn start(&self, header: &Header<'_>, case: &mut Case, audited: &mut Audited) -> Option<Start> {
        let variant = header.variant.map(|tag| tag.text().trim().to_lowercase()).unwrap_or_default();
        let chess960 = match variant.as_str() {
            "" | "normal" | "standard" | "chess" | "from position" | "fromposition" | "classical" | "regular" | "?"
            | "-" => false,
            "fischerandom"
            | "fischer random"
            | "fischerrandom"
            | "chess960"
            | "chess 960"
            | "960"
            | "frc"
            | "dfrc"
            | "freestyle"
            | "chess9lx"
            | "double fischer random"
            | "fischerrandom chess" => true,
            other => {
                self.find(case, FindingId::Variant, Severity::Unjudgeable, None, None, || {
                    format!("variant {other:?} is not judged")
                });
                audited.variant = Some(other.to_owned());
                return None;
            }
        };
        let fen = header.fen.map(|tag| tag.text().trim().to_owned()).unwrap_or_default();
        self.setup(header, &fen, case);
        if fen.is_empty() {
            let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
            return Start::parse("startpos", mode).ok();
        }
        let detected = || Fen::from_ascii(fen.as_bytes()).ok().map(|fen| CastlingMode::detect(fen.as_setup()));
        let mode = match chess960 {
            true => CastlingMode::Chess960,
            false => detected().unwrap_or(CastlingMode::Standard),
        };
        match Start::parse(&fen, mode) {
            Ok(start) => Some(start),
            Err(error) => {
                self.find(case, FindingId::BadFen, Severity::Unjudgeable, None, None, || error.to_string());
                None
            }
        }
    }

    fn setup(&self, header: &Header<'_>, fen: &str, case: &mut Case) {
        let setup = header.setup.map(|tag| tag.value.trim_ascii());
        let (severity, words) = match (setup, fen.is_empty()) {
            (Some(b"1"), false) | (None | Some(b"0"), true) => return,
            (None, false) => (Severity::Note, "a FEN tag without [SetUp \"1\"]"),
            (Some(_), false) => (Severity::Inconsistent, "a FEN tag, and a SetUp tag that is not 1"),
            (Some(_), true) => {
                (Severity::Inconsistent, "a SetUp tag without a FEN tag: the standard start is presumed")
            }
        };
        self.find(case, FindingId::WrongSetup, severity, Some(0), None, || words.to_owned());
    }

    /// Plays the moves through and hears the witnesses.
    fn follow<'g>(&mut self, game: &Game<'g>, case: &mut Case) -> Option<Halt<'g>> {
        let clocks = self.options.wants(FindingId::FlagIgnored, Severity::Inconsistent);
        let mut halt: Option<Halt<'g>> = None;
        let mut comments = LastComments::default();
        let mut late = 0_u32;
        for (place, token) in game.tokens() {
            match token {
                Token::Move(_) if case.witnesses.token.is_some() => late += 1,
                Token::Move(m) => match &mut halt {
                    Some(halt) => halt.more = true,
                    None => {
                        comments.clear();
                        if let Err(stop) = self.replay.push(m) {
                            halt = Some(Halt { stop, text: m, more: false });
                        }
                    }
                },
                Token::Comment(comment) => {
                    comments.push(comment);
                    // A comment after a move that was not played says nothing of the last one that was.
                    if clocks && halt.is_none() {
                        self.clock(case, comment);
                    }
                }
                Token::Result(score) => {
                    case.witnesses.token.get_or_insert(score);
                    case.witnesses.token_at.get_or_insert(place);
                }
                Token::Unclosed => self.find(
                    case,
                    FindingId::UnclosedComment,
                    Severity::Inconsistent,
                    Some(self.replay.plies()),
                    None,
                    || "a comment is opened and never closed: what follows is lost".to_owned(),
                ),
                Token::Unreadable(word) => self.find(
                    case,
                    FindingId::UnreadableText,
                    Severity::Inconsistent,
                    Some(self.replay.plies()),
                    None,
                    || format!("expected a move, a comment or a result, got {:?}", shortened(word)),
                ),
            }
        }
        if late > 0 {
            let text = || format!("{} after the result", counted(late, "move", "moves"));
            self.find(case, FindingId::MovesAfterResult, Severity::Inconsistent, Some(self.replay.plies()), None, text);
        }
        case.witnesses.read_reasons(&game.header, &comments);
        halt
    }

    /// The first clock that stands below zero after a move.
    fn clock(&self, case: &mut Case, comment: &[u8]) {
        let ply = self.replay.plies();
        if case.overstepped.is_some() || ply == 0 {
            return;
        }
        let Some(left) = clock_left(comment).filter(|left| *left < Span::ZERO) else { return };
        case.overstepped = Some(Overstepped { ply, left, side: self.replay.position.turn().other() });
    }

    /// A clock below zero, and the game went on, or was not lost by it.
    fn flag_ignored(&self, case: &mut Case, went_on: bool) {
        let Some(Overstepped { ply, left, side }) = case.overstepped else { return };
        let went_on = went_on || ply < self.replay.plies();
        let lost = case.result.is_some_and(|result| result.winner() == Some(side.other()));
        let by_time = |told: Told| told.cause == Cause::TimeForfeit || told.cause.is_coarse();
        if !went_on && lost && case.told.is_none_or(by_time) {
            return;
        }
        let article = self.article(crate::laws::Topic::FlagFall);
        self.find(case, FindingId::FlagIgnored, Severity::Inconsistent, Some(ply), article, || {
            let what = if went_on { "and the move counted" } else { "and the game is not recorded as lost by it" };
            format!("{}'s clock stands at {left} after this move, {what}", name(side))
        });
    }

    fn witnesses_only(&mut self, game: &Game<'_>, case: &mut Case) {
        let mut comments = LastComments::default();
        for (place, token) in game.tokens() {
            match token {
                Token::Move(_) => comments.clear(),
                Token::Comment(comment) => comments.push(comment),
                Token::Result(score) => {
                    case.witnesses.token.get_or_insert(score);
                    case.witnesses.token_at.get_or_insert(place);
                }
                Token::Unclosed | Token::Unreadable(_) => {}
            }
        }
        case.witnesses.read_reasons(&game.header, &comments);
        self.hear(case);
    }

    fn compare(&self, header: &Header<'_>, case: &mut Case, halt: Option<Halt<'_>>) {
        self.hear(case);
        self.flag_ignored(case, halt.is_some());
        let mut mating = Mating::new(self.replay.position.clone(), &self.oracle);
        let automatic = self.automatic(case, &mut mating);
        let moves_follow = halt.as_ref().is_some_and(|halt| !self.is_the_lost_move(case, halt));
        if let Some(halt) = &halt {
            self.halted(case, halt, automatic.as_ref());
        }
        match automatic {
            Some(ruling) => self.over_by_law(case, ruling, moves_follow),
            None if moves_follow => {}
            None => self.by_cause(case, &mut mating),
        }
        self.passed(case);
        if halt.is_none() {
            self.length(header, case);
        }
        if self.replay.not_san > 0 {
            let count = self.replay.not_san;
            self.find(case, FindingId::NotSan, Severity::Note, None, None, || {
                format!("{} not written in SAN", counted(count, "move is", "moves are"))
            });
        }
    }

    /// An illegal move as the last one, where the record says that it lost.
    fn is_the_lost_move(&self, case: &Case, halt: &Halt<'_>) -> bool {
        let said = case.told.is_some_and(|told| told.cause == Cause::IllegalMove);
        said && !halt.more && halt.stop != Stop::Ambiguous
    }

    fn halted(&self, case: &mut Case, halt: &Halt<'_>, automatic: Option<&Ruling>) {
        let plies = self.replay.plies();
        if automatic.is_some_and(|ruling| ruling.ply == plies) || self.is_the_lost_move(case, halt) {
            return;
        }
        let (id, what) = match halt.stop {
            Stop::Illegal => (FindingId::IllegalMove, "is not legal"),
            Stop::Ambiguous => (FindingId::AmbiguousMove, "fits more than one man"),
            Stop::Unreadable => (FindingId::IllegalMove, "is no move"),
        };
        let fen = fen(&self.replay.position);
        self.find(case, id, Severity::Unjudgeable, Some(plies.saturating_add(1)), None, || {
            format!("{:?} {what} in {fen}; the game is judged up to here", shortened(halt.text))
        });
    }

    /// What the tags and the movetext say of each other.
    fn hear(&self, case: &mut Case) {
        case.result = case.witnesses.result();
        case.told = case.witnesses.told();
        let (tag, token) = (case.witnesses.tag, case.witnesses.token);
        match (tag, token) {
            (Some(tag), Some(token)) if tag != token => {
                self.find(case, FindingId::TagAgainstToken, Severity::Inconsistent, None, None, || {
                    format!("the Result tag says {}, the moves end with {}", tag.as_str(), token.as_str())
                });
            }
            (Some(Score::Open), Some(_)) => {
                self.find(case, FindingId::Unfinished, Severity::Note, None, None, || {
                    "recorded as unfinished".to_owned()
                });
            }
            (Some(_), Some(_)) => {}
            (None, _) | (_, None) => {
                let missing = if tag.is_none() {
                    "no Result tag that can be read"
                } else {
                    "no result after the moves: the game may be cut off"
                };
                self.find(case, FindingId::ResultMissing, Severity::Inconsistent, None, None, || missing.to_owned());
            }
        }
        if let Some((a, b)) = case.witnesses.conflict() {
            self.find(case, FindingId::ReasonsDiffer, Severity::Inconsistent, None, None, || {
                format!("{} and {}", says(a), says(b))
            });
        }
    }

    /// The condition of a claim was met, and the game went on.
    fn passed(&self, case: &mut Case) {
        let rules = self.laws().rules();
        let met = self.replay.met;
        // What is met by the last move, or when the game is over by law, nobody could pass over.
        let over = case.ruling.as_ref().map_or_else(|| self.replay.plies(), |ruling| ruling.ply);
        if rules.threefold == OnClaim::OnClaim
            && let Some(ply) = met.threefold.filter(|ply| *ply < over)
        {
            let article = self.article(crate::laws::Topic::ThreefoldExisting);
            self.find(case, FindingId::ThreefoldPassed, Severity::Note, Some(ply), article, || {
                format!("the position stood for the third time: {}", fen(&self.replay.after(ply)))
            });
        }
        if rules.fifty == OnClaim::OnClaim
            && let Some(ply) = met.fifty.filter(|ply| *ply < over)
        {
            let article = self.article(crate::laws::Topic::FiftyExisting);
            self.find(case, FindingId::FiftyPassed, Severity::Note, Some(ply), article, || {
                format!("fifty moves by each without pawn move or capture: {}", fen(&self.replay.after(ply)))
            });
        }
    }

    fn length(&self, header: &Header<'_>, case: &mut Case) {
        let stated = header.ply_count.and_then(|tag| tag.text().trim().parse::<u32>().ok());
        let plies = self.replay.plies();
        if let Some(stated) = stated.filter(|stated| *stated != plies) {
            self.find(case, FindingId::MovesMissing, Severity::Inconsistent, Some(plies), None, || {
                format!("the PlyCount tag says {}, the record has {plies}", counted(stated, "half-move", "half-moves"))
            });
        }
    }

    /// From which half-move on a rule that needs no claim may have ended the game, by the counts alone.
    pub(super) fn counted_out(&self) -> Option<u32> {
        let (rules, met) = (self.laws().rules(), self.replay.met);
        let fivefold = match rules.fivefold {
            Fivefold::None => None,
            Fivefold::NineMoves | Fivefold::WholeGame => met.fivefold,
        };
        let seventy_five = match rules.seventy_five {
            SeventyFive::None => None,
            SeventyFive::Automatic => met.seventy_five,
        };
        let threefold = met.threefold.filter(|_| rules.threefold == OnClaim::Automatic);
        let fifty = met.fifty.filter(|_| rules.fifty == OnClaim::Automatic);
        [fivefold, seventy_five, threefold, fifty].into_iter().flatten().min()
    }

    pub(super) fn article(&self, topic: crate::laws::Topic) -> Option<String> {
        self.laws().cite(topic).first().map(|citation| citation.article().to_owned())
    }

    /// Adds a finding if it is asked for.
    pub(super) fn find(
        &self,
        case: &mut Case,
        id: FindingId,
        severity: Severity,
        ply: Option<u32>,
        article: Option<String>,
        text: impl FnOnce() -> String,
    ) {
        if self.options.wants(id, severity) {
            case.findings.push(Finding { id, severity, ply, article, text: text() });
        }
    }

    /// Whether a disconnection is judged like a flag fall.
    pub(super) fn judges_forfeits(&self) -> bool {
        match self.options.policy {
            Policy::Laws => true,
            Policy::Forfeit => false,
        }
    }
}

/// A reason in words.
pub(super) fn says(told: Told) -> String {
    match told.says {
        Some(result) => format!("\"{}\" ({result})", told.cause.as_str()),
        None => format!("\"{}\"", told.cause.as_str()),
    }
}

pub(super) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn shortened(word: &[u8]) -> String {
    text(word).chars().take(40).collect()
}

/// The loser that words name.
pub(super) fn loser(told: Told) -> Option<Color> {
    told.says.and_then(GameResult::winner).map(Color::other)
}
