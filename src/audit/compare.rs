//! The fourth witness against the other three: what the Laws make of the game, and what its record says.

use super::auditor::{Auditor, Case, fen, loser, says};
use super::finding::{FindingId, Severity};
use super::laws::{Last, Mating, Ruling};
use super::terminations::Cause;
use super::told::{Claimed, Told};
use super::witness::name;
use crate::game::{ClaimGround, MateOracle, OpenClaims, Start};
use crate::laws::{GameResult, Ground, OnClaim, Resignation, Topic};
use crate::units::counted;
use crate::unwinnable::{Standing, Verdict};
use shakmaty::san::San;
use shakmaty::{Chess, Color, Move, Position};

impl<F, O> Auditor<F>
where
    F: Fn(&Chess) -> O,
    O: MateOracle,
{
    /// How the game ended by itself, on the board or by a count, at the earliest moment.
    pub(super) fn automatic(&self, case: &Case, mating: &mut Mating<'_, O>) -> Option<Ruling> {
        let plies = self.replay.plies();
        let stuck = self.replay.position.legal_moves().is_empty();
        let mated = stuck && self.replay.position.is_check();
        let on_the_board = if stuck { self.rule_at(plies, mating) } else { None };
        let dead = if mated || !self.asks_for_dead(case) { None } else { self.dead(plies, stuck, mating) };
        let counted = self.counted_out().and_then(|_| {
            let (ruling, _) = self.court.on_game(&self.replay.start, &self.replay.moves, Last::Nothing);
            ruling
        });
        // In the order of precedence: of two at the same moment the first stands.
        let mut earliest: Option<Ruling> = None;
        for ruling in [on_the_board, dead, counted].into_iter().flatten() {
            if earliest.as_ref().is_none_or(|found| ruling.ply < found.ply) {
                earliest = Some(ruling);
            }
        }
        earliest
    }

    fn asks_for_dead(&self, case: &Case) -> bool {
        let by_words = case.told.is_some_and(|told| told.cause == Cause::InsufficientMaterial);
        by_words
            || self.options.wants_any(&[
                FindingId::PlayAfterDead,
                FindingId::ResultAgainstBoard,
                FindingId::ReasonAgainstBoard,
                FindingId::NoDeadPosition,
            ])
    }

    fn rule_at(&self, ply: u32, mating: &Mating<'_, O>) -> Option<Ruling> {
        self.rule(ply, mating, Last::Nothing)
    }

    fn rule(&self, ply: u32, mating: &Mating<'_, O>, last: Last) -> Option<Ruling> {
        let position = match ply == self.replay.plies() {
            true => self.replay.position.clone(),
            false => self.replay.after(ply),
        };
        let start = Start { position, ..self.replay.start.clone() };
        self.court.on_position(&start, ply, mating.known(), last)
    }

    fn mating_after(&self, ply: u32) -> Mating<'_, O> {
        let position = self.replay.after(ply);
        Mating::new(position, &self.oracle)
    }

    /// The first dead position: none if the last is not dead, else found by halving.
    fn dead(&self, plies: u32, stuck: bool, last: &mut Mating<'_, O>) -> Option<Ruling> {
        let (mut dead, mut proof) = match stuck {
            false if last.is_dead() => (plies, None),
            false => return None,
            // Stalemate: what counts is whether it was dead before.
            true => {
                let before = plies.checked_sub(1)?;
                let mut mating = self.mating_after(before);
                if !mating.is_dead() {
                    return None;
                }
                (before, Some(mating))
            }
        };
        let mut alive: Option<u32> = None;
        loop {
            let low = alive.map_or(0, |ply| ply + 1);
            if low >= dead {
                break;
            }
            let middle = low + (dead - low) / 2;
            let mut mating = self.mating_after(middle);
            match mating.is_dead() {
                true => (dead, proof) = (middle, Some(mating)),
                false => alive = Some(middle),
            }
        }
        self.rule_at(dead, proof.as_ref().unwrap_or(last))
    }

    /// The game was over by the Laws at `ruling.ply`: is that what the record says?
    pub(super) fn over_by_law(&self, case: &mut Case, ruling: Ruling, moves_follow: bool) {
        let plies = self.replay.plies();
        let (ply, article) = (Some(ruling.ply), ruling.article.clone());
        let differs = case.result.is_some_and(|result| result != ruling.result);
        let position = fen(&self.replay.after(ruling.ply));
        if ruling.ply < plies || moves_follow {
            let severity = if differs { Severity::WrongResult } else { Severity::MissedRule };
            let more = plies - ruling.ply + u32::from(moves_follow);
            self.find(case, play_after(ruling.ground), severity, ply, article, || {
                format!("{}, and {} more: {position}", ruling.text, counted(more, "half-move", "half-moves"))
            });
        } else if differs {
            self.find(case, FindingId::ResultAgainstBoard, Severity::WrongResult, ply, article, || {
                format!("{}: {position}", ruling.text)
            });
        } else if case.result.is_none() {
            self.find(case, FindingId::ResultAgainstBoard, Severity::Inconsistent, ply, article, || {
                format!("the game is over, and no result is recorded: {}", ruling.text)
            });
        } else if let Some(told) = case.told.filter(|told| !fits(ruling.ground, told.cause)) {
            self.find(case, FindingId::ReasonAgainstBoard, Severity::WrongReason, ply, article, || {
                format!("recorded as {}; {}: {position}", says(told), ruling.text)
            });
        }
        if case.result == Some(ruling.result) && ruling.ply == plies {
            self.unclaimed(case, ruling.ground);
        }
        self.result_against_reason(case);
        case.ruling = Some(ruling);
    }

    /// The result and the words for it.
    fn result_against_reason(&self, case: &mut Case) {
        let Some(result) = case.result else { return };
        if let Some(told) = case.witnesses.says_otherwise(result) {
            self.find(case, FindingId::ResultAgainstReason, Severity::Inconsistent, None, None, || {
                format!("recorded as {result} by {}", says(told))
            });
        }
    }

    /// No rule ended the game by itself: what of the reason that the record gives?
    pub(super) fn by_cause<'s>(&'s self, case: &mut Case, mating: &mut Mating<'s, O>) {
        let Some(told) = case.told else { return self.unexplained(case, mating) };
        let counts = self.laws().counts();
        match told.cause {
            Cause::TimeForfeit | Cause::TimeoutDraw => {
                self.forfeit(case, told, mating, FindingId::FlagWinImpossible, |_| Last::Flag);
            }
            Cause::IllegalMove => {
                self.forfeit(case, told, mating, FindingId::IllegalMoveWinImpossible, |_| Last::Illegal);
            }
            Cause::Resignation => {
                self.forfeit(case, told, mating, FindingId::ResignationWinImpossible, Last::Resigned);
            }
            Cause::Disconnect | Cause::Stall | Cause::Abandoned if self.judges_forfeits() => {
                self.forfeit(case, told, mating, FindingId::ForfeitWinImpossible, Last::Gone);
            }
            Cause::Disconnect | Cause::Stall | Cause::Abandoned => {
                self.impossible_win(case, mating, FindingId::ForfeitWinImpossible, Severity::Note);
            }
            Cause::Threefold => self.repetition(case, told, FindingId::NoThreefold, counts.threefold),
            Cause::Fivefold => self.repetition(case, told, FindingId::NoFivefold, counts.fivefold),
            Cause::Fifty => self.quiet_moves(case, told, FindingId::NoFifty, counts.fifty.0),
            Cause::SeventyFive => self.quiet_moves(case, told, FindingId::NoSeventyFive, counts.seventy_five.0),
            Cause::Checkmate => self.not_there(case, FindingId::NoCheckmate, Topic::Checkmate, "no mate"),
            Cause::Stalemate => self.not_there(case, FindingId::NoStalemate, Topic::Stalemate, "no stalemate"),
            Cause::InsufficientMaterial => self.not_dead(case, mating),
            Cause::Agreement => {
                let (ruling, _) = self.court.on_game(&self.replay.start, &self.replay.moves, Last::Agreed);
                case.ruling = ruling.filter(|ruling| case.result == Some(ruling.result));
            }
            Cause::ScoreAdjudication
            | Cause::TablebaseAdjudication
            | Cause::MoveLimit
            | Cause::Manual
            | Cause::Adjudication => {
                self.impossible_win(case, mating, FindingId::AdjudicatedWinImpossible, Severity::WrongResult);
            }
            Cause::RulesInfraction | Cause::Unterminated | Cause::Emergency | Cause::Normal => {
                self.unexplained(case, mating)
            }
        }
        if case.ruling.as_ref().is_none_or(|ruling| Some(ruling.result) == case.result) {
            self.result_against_reason(case);
        }
        let nothing_counted =
            !matches!(told.cause, Cause::Threefold | Cause::Fivefold | Cause::Fifty | Cause::SeventyFive);
        if nothing_counted && matches!(told.cause, Cause::Normal | Cause::Agreement) {
            self.unclaimed_by_silence(case);
        }
    }

    /// A game lost by a flag, an illegal move, a resignation or a disconnection: could the winner have mated?
    fn forfeit<'s>(
        &'s self,
        case: &mut Case,
        told: Told,
        mating: &mut Mating<'s, O>,
        id: FindingId,
        last: impl Fn(Color) -> Last,
    ) {
        let turn = self.replay.position.turn();
        let recorded_loser = case.result.and_then(GameResult::winner).map(Color::other);
        let loser = loser(told).or(recorded_loser).unwrap_or(turn);
        let last = last(loser);
        let to_move = matches!(last, Last::Flag | Last::Illegal);
        let mut ply = self.replay.plies();
        let mut before = None;
        if to_move && loser != turn {
            self.find(case, FindingId::LoserNotToMove, Severity::Inconsistent, Some(ply), None, || {
                format!("{} by {}, and {} is to move", told.cause.as_str(), name(loser), name(turn))
            });
            // The late or illegal move is in the record: what counts is the position before it.
            let Some(earlier) = ply.checked_sub(1) else { return };
            ply = earlier;
            before = Some(self.mating_after(ply));
        }
        let mating = before.as_mut().unwrap_or(mating);
        let verdict = match mating.standing(loser.other()) {
            // A line is evidence only where the record says otherwise.
            Standing::Winnable if case.result != Some(GameResult::Draw) => None,
            Standing::Winnable | Standing::Unwinnable | Standing::Undetermined => Some(mating.verdict(loser.other())),
        };
        let Some(ruling) = self.rule(ply, mating, last) else { return };
        let proven = match verdict {
            Some(Verdict::Undetermined(_)) => false,
            Some(Verdict::Winnable(_) | Verdict::Unwinnable(_)) | None => true,
        };
        self.weigh_forfeit(case, told, ruling, id, proven);
    }

    fn weigh_forfeit(&self, case: &mut Case, told: Told, ruling: Ruling, id: FindingId, proven: bool) {
        let (ply, article) = (Some(ruling.ply), ruling.article.clone());
        let Some(result) = case.result else {
            case.ruling = Some(ruling);
            return;
        };
        let position = || fen(&self.replay.after(ruling.ply));
        if result == ruling.result {
            case.ruling = Some(ruling);
        } else if ruling.result == GameResult::Draw && told.says.is_none_or(|says| says == result) {
            // SILENT: the Laws do not name a disconnection, so no article is cited for it.
            self.find(case, id, Severity::WrongResult, ply, article, || format!("{}: {}", ruling.text, position()));
            case.ruling = Some(ruling);
        } else if result == GameResult::Draw && drawn_flag(told) && proven {
            self.find(case, FindingId::FlagDrawMatePossible, Severity::WrongResult, ply, article, || {
                format!("{}: {}", ruling.text, position())
            });
            case.ruling = Some(ruling);
        }
    }

    /// A win by other means for a side that cannot mate.
    fn impossible_win(&self, case: &mut Case, mating: &mut Mating<'_, O>, id: FindingId, severity: Severity) {
        let Some(winner) = case.result.and_then(GameResult::winner) else { return };
        if !self.options.wants_any(&[id]) || mating.standing(winner) != Standing::Unwinnable {
            return;
        }
        let Verdict::Unwinnable(_) = mating.verdict(winner) else { return };
        let position = fen(&self.replay.position);
        self.find(case, id, severity, Some(self.replay.plies()), None, || {
            format!("{} won and cannot mate by any series of legal moves: {position}", name(winner))
        });
    }

    fn unexplained(&self, case: &mut Case, mating: &mut Mating<'_, O>) {
        // A resignation is the likeliest reason, and not a draw in every edition.
        let severity = match self.laws().rules().resignation {
            Resignation::DrawIfOpponentCannotMate => Severity::WrongResult,
            Resignation::Loses => Severity::Note,
        };
        self.impossible_win(case, mating, FindingId::UnexplainedWinImpossible, severity);
        if case.told.is_none() {
            self.unclaimed_by_silence(case);
        }
    }

    /// Called a draw by repetition.
    fn repetition(&self, case: &mut Case, told: Told, id: FindingId, needed: u32) {
        let (ruling, open) = self.claimed(ClaimGround::Threefold, None);
        let found = self.replay.occurrences;
        if found >= needed {
            return self.claim_stands(case, ruling, Ground::ThreefoldClaim);
        }
        if let (Claimed::Claimed, Some(announced)) = (told.claimed, open.threefold_with.first()) {
            let (ruling, _) = self.claimed(ClaimGround::Threefold, Some(*announced));
            return self.claim_stands(case, ruling, Ground::ThreefoldClaim);
        }
        let counted = format!("the position stands for time {found}, not {needed}");
        self.claim_fails(case, told, id, Topic::ThreefoldExisting, &counted, open.threefold_with.first());
    }

    /// Called a draw by a count of moves.
    fn quiet_moves(&self, case: &mut Case, told: Told, id: FindingId, needed: u32) {
        let (ruling, open) = self.claimed(ClaimGround::Fifty, None);
        let found = self.replay.quiet;
        if found >= needed {
            return self.claim_stands(case, ruling, Ground::FiftyClaim);
        }
        if let (Claimed::Claimed, Some(announced)) = (told.claimed, open.fifty_with.first()) {
            let (ruling, _) = self.claimed(ClaimGround::Fifty, Some(*announced));
            return self.claim_stands(case, ruling, Ground::FiftyClaim);
        }
        let counted =
            format!("{} without pawn move or capture, not {needed}", counted(found, "half-move", "half-moves"));
        self.claim_fails(case, told, id, Topic::FiftyExisting, &counted, open.fifty_with.first());
    }

    fn claimed(&self, ground: ClaimGround, announced: Option<Move>) -> (Option<Ruling>, OpenClaims) {
        self.court.on_game(&self.replay.start, &self.replay.moves, Last::Claimed(ground, announced))
    }

    fn claim_stands(&self, case: &mut Case, ruling: Option<Ruling>, ground: Ground) {
        if case.result == Some(GameResult::Draw) {
            case.ruling = ruling;
            self.unclaimed(case, ground);
        }
    }

    fn claim_fails(
        &self,
        case: &mut Case,
        told: Told,
        id: FindingId,
        topic: Topic,
        counted: &str,
        announced: Option<&Move>,
    ) {
        let position = &self.replay.position;
        let could = match announced {
            Some(m) => format!("; it could be claimed with an announced move, as {}", San::from_move(position, *m)),
            None => String::new(),
        };
        self.find(case, id, Severity::WrongReason, Some(self.replay.plies()), self.article(topic), || {
            format!("recorded as {}, but {counted}{could}: {}", says(told), fen(position))
        });
    }

    /// A draw that needs a claim, and none is on record: engines cannot claim, their runners end the game for them.
    fn unclaimed(&self, case: &mut Case, ground: Ground) {
        if case.told.is_some_and(|told| told.claimed == Claimed::Claimed) {
            return;
        }
        let rules = self.laws().rules();
        let plies = Some(self.replay.plies());
        let fold = self.replay.met.threefold.is_some() && self.replay.occurrences >= self.laws().counts().threefold;
        let fifty = self.replay.quiet >= self.laws().counts().fifty.0;
        if ground == Ground::ThreefoldClaim && fold && rules.threefold == OnClaim::OnClaim {
            self.find(
                case,
                FindingId::ThreefoldUnclaimed,
                Severity::Note,
                plies,
                self.article(Topic::ThreefoldExisting),
                || {
                    format!(
                        "the position stands for time {}; a draw needs a claim, and none is recorded",
                        self.replay.occurrences
                    )
                },
            );
        }
        if ground == Ground::FiftyClaim && fifty && rules.fifty == OnClaim::OnClaim {
            self.find(
                case,
                FindingId::FiftyUnclaimed,
                Severity::Note,
                plies,
                self.article(Topic::FiftyExisting),
                || {
                    format!(
                        "{} without pawn move or capture; a draw needs a claim, and none is recorded",
                        counted(self.replay.quiet, "half-move", "half-moves")
                    )
                },
            );
        }
    }

    /// A draw without words for it, in a position where one could be claimed.
    fn unclaimed_by_silence(&self, case: &mut Case) {
        if case.result == Some(GameResult::Draw) {
            self.unclaimed(case, Ground::ThreefoldClaim);
            self.unclaimed(case, Ground::FiftyClaim);
        }
    }

    fn not_there(&self, case: &mut Case, id: FindingId, topic: Topic, what: &str) {
        let position = fen(&self.replay.position);
        self.find(case, id, Severity::WrongReason, Some(self.replay.plies()), self.article(topic), || {
            format!("{what} on the board: {position}")
        });
    }

    fn not_dead(&self, case: &mut Case, mating: &mut Mating<'_, O>) {
        if case.result.is_some_and(|result| result != GameResult::Draw) {
            return;
        }
        // The record claims a dead position: that is worth the long search where the short one stays open.
        let lines = Color::ALL.into_iter().find_map(|side| match mating.standing(side) {
            Standing::Unwinnable => None,
            Standing::Winnable | Standing::Undetermined => match mating.verdict(side) {
                Verdict::Winnable(line) => Some((side, line)),
                Verdict::Unwinnable(_) | Verdict::Undetermined(_) => None,
            },
        });
        let Some((side, line)) = lines else { return };
        let position = fen(&self.replay.position);
        let article = self.article(Topic::DeadPosition);
        self.find(case, FindingId::NoDeadPosition, Severity::WrongReason, Some(self.replay.plies()), article, || {
            let moves = counted(line.0.len(), "half-move", "half-moves");
            format!("{} can still mate, in {moves} if both play for it: {position}", name(side))
        });
    }
}

/// A flag fall that the record does not say to be lost: lichess writes no more than that in both cases.
fn drawn_flag(told: Told) -> bool {
    told.cause == Cause::TimeoutDraw || (told.cause == Cause::TimeForfeit && told.says.is_none())
}

const fn play_after(ground: Ground) -> FindingId {
    match ground {
        Ground::Checkmate => FindingId::PlayAfterMate,
        Ground::Stalemate => FindingId::PlayAfterStalemate,
        Ground::DeadPosition => FindingId::PlayAfterDead,
        Ground::Fivefold => FindingId::PlayAfterFivefold,
        Ground::SeventyFive => FindingId::PlayAfterSeventyFive,
        Ground::Threefold
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
        | Ground::MoveLimit => FindingId::PlayAfterAutomaticDraw,
    }
}

/// Whether the words for a game's end name the ground, or leave it open.
///
/// SILENT: five times is also three times and seventy-five moves are also fifty, so a record that calls the automatic
/// draw (9.6) by the name of the claim (9.2, 9.3) is let pass: the Laws ask for no words on a game's end, and most
/// programs have one word for both. The alternative is to call it a wrong reason.
fn fits(ground: Ground, cause: Cause) -> bool {
    match ground {
        Ground::Checkmate => matches!(cause, Cause::Checkmate | Cause::Normal),
        Ground::Stalemate => matches!(cause, Cause::Stalemate | Cause::Normal),
        Ground::DeadPosition => matches!(cause, Cause::InsufficientMaterial | Cause::Normal),
        Ground::Fivefold | Ground::Threefold => matches!(cause, Cause::Fivefold | Cause::Threefold | Cause::Normal),
        Ground::SeventyFive | Ground::Fifty => matches!(cause, Cause::SeventyFive | Cause::Fifty | Cause::Normal),
        Ground::ThreefoldClaim
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
        | Ground::MoveLimit => true,
    }
}
