//! The statements of a rule script that happen to a game.

use super::{Game, Outcome, editions, side, span};
use shakmaty::Color;
use uci_arbiter::game::{Absentees, Attempt, Claim, ClaimGround, Decision, Effect, Input};
use uci_arbiter::laws::GameResult;
use uci_arbiter::units::Stamp;
use uci_arbiter::unwinnable::{MateLine, Proof, Spent, Verdict};

/// The statement without its `[editions]` prefix, if it applies to the edition.
pub(crate) fn for_edition<'a>(line: &'a str, edition: &str) -> Outcome<Option<&'a str>> {
    let Some((names, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return Ok(Some(line));
    };
    let applies = editions(names)?.iter().any(|name| name == edition);
    Ok(applies.then_some(rest.trim()))
}

fn result(word: &str) -> Outcome<GameResult> {
    use GameResult::{BlackWins, BothLose, Draw, HalfZero, WhiteWins, ZeroHalf};
    let all = [WhiteWins, BlackWins, Draw, BothLose, HalfZero, ZeroHalf];
    all.into_iter().find(|result| result.as_str() == word).ok_or_else(|| format!("expected a result, got {word:?}"))
}

impl Game {
    /// Runs one statement.
    pub(crate) fn run(&mut self, line: &str) -> Outcome<()> {
        let words = line.split_whitespace().collect::<Vec<_>>();
        if let ["expect", rest @ ..] = words.as_slice() {
            self.begin_if_needed();
            return self.expect(rest);
        }
        match words.as_slice() {
            ["at", time] => {
                self.at = Stamp(u64::try_from(span(time)?.0).map_err(|error| error.to_string())?);
                Ok(())
            }
            ["moves", moves @ ..] => moves.iter().try_for_each(|text| self.legal_move(text)),
            ["loop", times, moves @ ..] => {
                let times = times.parse::<u32>().map_err(|error| error.to_string())?;
                (0..times).try_for_each(|_| moves.iter().try_for_each(|text| self.legal_move(text)))
            }
            ["waiting"] => {
                self.begun = true;
                Ok(())
            }
            words => {
                self.begin_if_needed();
                let input = self.input(words)?;
                self.step(input);
                Ok(())
            }
        }
    }

    /// A game begins at zero, whatever the first moment is that a script speaks of.
    fn begin_if_needed(&mut self) {
        if !self.begun {
            self.begun = true;
            self.effects = self.arbiter.step(Stamp(0), Input::Begin);
            self.keep_questions();
        }
    }

    fn step(&mut self, input: Input) {
        self.begin_if_needed();
        self.effects = self.arbiter.step(self.at, input);
        self.keep_questions();
    }

    fn keep_questions(&mut self) {
        for effect in &self.effects {
            if let Effect::AskSolver(question) = effect {
                self.questions.push(question.clone());
            }
        }
    }

    /// A move that the script takes to be legal and made.
    fn legal_move(&mut self, text: &str) -> Outcome<()> {
        self.step(Input::Move(attempt(text)));
        match self.effects.first() {
            Some(Effect::Moved { .. }) => Ok(()),
            other => Err(format!("expected {text} to be made, got {other:?}")),
        }
    }

    fn input(&self, words: &[&str]) -> Outcome<Input> {
        Ok(match words {
            ["bestmove"] => Input::Move(Attempt::Missing),
            ["bestmove", text] => Input::Move(attempt(text)),
            ["tick"] => Input::Tick,
            ["begin"] => Input::Begin,
            [by, "claims", ground] => Input::Claim(claim(by, ground, None)?),
            [by, "claims", ground, "with", announced] => Input::Claim(claim(by, ground, Some(announced))?),
            [by, "offers"] => Input::Offer(side(by)?),
            [by, "accepts"] => Input::Accept(side(by)?),
            [by, "refuses"] => Input::Refuse(side(by)?),
            [by, "resigns"] => Input::Resign(side(by)?),
            [by, "disconnects"] => Input::Disconnect(side(by)?),
            ["both", "absent"] => Input::Absent(Absentees::Both),
            [by, "absent"] => Input::Absent(Absentees::One(side(by)?)),
            ["both", "flags"] => Input::BothFlags,
            [by, "requests", "draw"] => Input::RequestDraw(side(by)?),
            [by, "requests", "increment"] => Input::RequestIncrement(side(by)?),
            ["solver", of, answer] => self.answer(side(of)?, answer, None)?,
            ["solver", of, answer, "ply", ply] => self.answer(side(of)?, answer, Some(ply))?,
            ["director", rest @ ..] => Input::Director(decision(rest)?),
            _ => return Err("expected a statement".to_owned()),
        })
    }

    /// Answers the last question about a side, or the last one about it that was asked at a ply.
    fn answer(&self, of: Color, answer: &str, ply: Option<&str>) -> Outcome<Input> {
        let asked = self
            .questions
            .iter()
            .rev()
            .find(|question| question.side == of && ply.is_none_or(|ply| question.ply.to_string() == ply));
        let question = asked.cloned().ok_or("no such question was asked")?;
        let verdict = match answer {
            "can" => Verdict::Winnable(MateLine::default()),
            "cannot" => Verdict::Unwinnable(Proof::Material),
            "open" => Verdict::Undetermined(Spent::default()),
            other => return Err(format!("expected can, cannot or open, got {other:?}")),
        };
        Ok(Input::Solver(question, verdict))
    }
}

/// Foreign text as a shell reads it.
fn attempt(text: &str) -> Attempt {
    match text {
        "(none)" => Attempt::Missing,
        text => text.parse().map_or_else(|_| Attempt::Unreadable(text.to_owned()), Attempt::Uci),
    }
}

fn claim(by: &str, ground: &str, announced: Option<&str>) -> Outcome<Claim> {
    let ground = match ground {
        "threefold" => ClaimGround::Threefold,
        "fifty" => ClaimGround::Fifty,
        "draw" => ClaimGround::Any,
        other => return Err(format!("expected threefold, fifty or draw, got {other:?}")),
    };
    let intended = announced.map(|text| text.parse().map_err(|_| format!("expected a UCI move, got {text:?}")));
    Ok(Claim { by: side(by)?, ground, intended: intended.transpose()? })
}

fn decision(words: &[&str]) -> Outcome<Decision> {
    Ok(match words {
        ["result", score] => Decision::Result(result(score)?, String::new()),
        ["both", "lose"] => Decision::BothLose(String::new()),
        ["refusal", by, score] => Decision::Refusal { by: side(by)?, result: result(score)? },
        ["grants", "draw"] => Decision::DrawGranted,
        ["rejects", "draw"] => Decision::DrawRejected,
        ["grants", "increment"] => Decision::IncrementGranted,
        ["adjusts", whose, by] => Decision::AdjustClock { side: side(whose)?, by: span(by)? },
        _ => return Err("expected a decision".to_owned()),
    })
}
