//! The expectations of a rule script. Each looks at what the last statement caused, or at the state of the game.

use super::{Game, Outcome, side, span};
use shakmaty::{CastlingMode, Move};
use uci_arbiter::game::Effect;
use uci_arbiter::laws::Citation;

/// Equal, or a sentence that says what was expected and what came.
fn same<T: PartialEq + std::fmt::Debug>(expected: T, got: T) -> Outcome<()> {
    if expected == got { Ok(()) } else { Err(format!("expected {expected:?}, got {got:?}")) }
}

fn numbers(effect: &Effect) -> &[Citation] {
    match effect {
        Effect::Faulty { citations, .. }
        | Effect::Adjusted { citations, .. }
        | Effect::ClaimExamined { citations }
        | Effect::Offered { citations, .. }
        | Effect::Refused { citations, .. }
        | Effect::AskDirector { citations, .. }
        | Effect::PlayGoesOn { citations } => citations,
        Effect::Ruled(ruling) => &ruling.citations,
        Effect::Moved { .. } | Effect::OfferLapsed { .. } | Effect::AskSolver(_) | Effect::Gone { .. } => &[],
    }
}

fn kebab(debug: &str) -> String {
    let mut text = String::new();
    for (n, letter) in debug.chars().enumerate() {
        if letter.is_uppercase() && n > 0 {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

impl Game {
    /// Checks one expectation.
    pub(crate) fn expect(&mut self, words: &[&str]) -> Outcome<()> {
        match words {
            ["going"] => same(None, self.arbiter.ruling().map(ToString::to_string)),
            ["ruling", result, ground, layer] => {
                let ruling = self.arbiter.ruling().ok_or("expected a ruling, the game goes on")?;
                let got = format!("{} {} {}", ruling.result, ruling.ground, ruling.layer);
                same(format!("{result} {ground} {layer}"), got)
            }
            ["at", "ply", ply] => {
                same(Some((*ply).to_owned()), self.arbiter.ruling().map(|ruling| ruling.ply.to_string()))
            }
            ["cites", pairs @ ..] => self.expect_citations(pairs),
            ["occurrences", n] => same((*n).to_owned(), self.arbiter.record().occurrences().to_string()),
            ["quiet", counted, "proven", proven] => {
                let record = self.arbiter.record();
                let got = (record.quiet_presumed().to_string(), record.quiet_proven().to_string());
                same(((*counted).to_owned(), (*proven).to_owned()), got)
            }
            ["quiet", counted] => same((*counted).to_owned(), self.arbiter.record().quiet_presumed().to_string()),
            ["claimable", what @ ..] => self.expect_claimable(what),
            ["refused", why] => {
                let refusals = self.effects.iter().filter_map(|effect| match effect {
                    Effect::Refused { why, .. } => Some(kebab(&format!("{why:?}"))),
                    _ => None,
                });
                same(vec![(*why).to_owned()], refusals.collect())
            }
            ["says", rest @ ..] => self.expect_words(&rest.join(" ")),
            ["not-says", rest @ ..] => match self.said() {
                said if said.contains(&rest.join(" ")) => Err(format!("expected other words, got {said:?}")),
                _ => Ok(()),
            },
            ["faulty", count] => self.expect_faulty(count, None),
            ["faulty", count, "must-move", square] => self.expect_faulty(count, Some(square)),
            ["adjusted", pairs @ ..] => self.expect_adjusted(pairs),
            ["left", whose, time] => same(Some(span(time)?), self.arbiter.clocks().left_at(side(whose)?, self.at)),
            ["offer", whose] => {
                let open = self.arbiter.open_offers();
                let got = match (open.white, open.black) {
                    (true, true) => "both",
                    (true, false) => "white",
                    (false, true) => "black",
                    (false, false) => "none",
                };
                same(*whose, got)
            }
            ["asked", "director"] => {
                self.expect_any("a question to the director", |e| matches!(e, Effect::AskDirector { .. }))
            }
            ["asked", "solver", of] => {
                let of = side(of)?;
                self.expect_any("a question to the solver", |e| matches!(e, Effect::AskSolver(q) if q.side == of))
            }
            ["asked", "nothing"] => same(
                0,
                self.effects.iter().filter(|e| matches!(e, Effect::AskSolver(_) | Effect::AskDirector { .. })).count(),
            ),
            ["gone", who] => {
                let who = side(who)?;
                self.expect_any("somebody gone", |e| matches!(e, Effect::Gone { side } if *side == who))
            }
            ["fen", rest @ ..] => same(rest.join(" "), self.arbiter.record().fen()),
            ["deadline", time] => {
                same(Some(span(time)?.0), self.arbiter.deadline().and_then(|s| i64::try_from(s.0).ok()))
            }
            ["no", "deadline"] => same(None, self.arbiter.deadline()),
            ["only", moves @ ..] => {
                let got = self.arbiter.restricted_to().ok_or("expected a restriction, any move is allowed")?;
                self.same_moves(moves, &got)
            }
            _ => Err("expected an expectation".to_owned()),
        }
    }

    /// `5.1.1` for every edition of the script, or `2014=9.6a,9.6b` for one. Exactly these, in order, once each; nothing
    /// after the word means no article at all.
    fn expect_citations(&mut self, pairs: &[&str]) -> Outcome<()> {
        let mine = pairs.iter().find_map(|pair| match pair.split_once('=') {
            Some((edition, articles)) => (edition == self.edition).then_some(articles),
            None => Some(*pair),
        });
        let mine = mine.or_else(|| pairs.is_empty().then_some(""));
        let mine = mine.ok_or_else(|| format!("expected articles for {}", self.edition))?;
        let expected = mine.split(',').filter(|a| !a.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let mut got = Vec::new();
        for citation in self.effects.iter().flat_map(numbers) {
            if !got.iter().any(|article| article == citation.article()) {
                got.push(citation.article().to_owned());
            }
        }
        same(&expected, &got)?;
        self.cited.extend(expected.into_iter().map(|article| (self.edition.clone(), article)));
        Ok(())
    }

    fn said(&self) -> String {
        let said = self.effects.iter().filter_map(|effect| match effect {
            Effect::Refused { detail, .. } => Some(detail.clone()),
            Effect::Ruled(ruling) => Some(ruling.to_string()),
            Effect::Faulty { fault, .. } => Some(fault.to_string()),
            _ => None,
        });
        said.collect::<Vec<_>>().join(" | ")
    }

    fn expect_words(&self, words: &str) -> Outcome<()> {
        let said = self.said();
        if said.contains(words) { Ok(()) } else { Err(format!("expected the words {words:?}, got {said:?}")) }
    }

    fn expect_faulty(&self, expected: &str, must_move: Option<&&str>) -> Outcome<()> {
        let faults = self.effects.iter().filter_map(|effect| match effect {
            Effect::Faulty { count, must_move, .. } => Some((count.to_string(), must_move.map(|s| s.to_string()))),
            _ => None,
        });
        same(vec![(expected.to_owned(), must_move.map(|s| (*s).to_owned()))], faults.collect())
    }

    /// `white -1:00 black +3:00`, in the order it happened; `none`.
    fn expect_adjusted(&self, pairs: &[&str]) -> Outcome<()> {
        let got = self.effects.iter().filter_map(|effect| match effect {
            Effect::Adjusted { side, by, .. } => Some((*side, *by)),
            _ => None,
        });
        let expected = match pairs {
            ["none"] => Vec::new(),
            pairs => pairs
                .chunks(2)
                .map(|pair| match pair {
                    [whose, by] => Ok((side(whose)?, span(by)?)),
                    _ => Err("expected pairs of a side and a time".to_owned()),
                })
                .collect::<Outcome<Vec<_>>>()?,
        };
        same(expected, got.collect())
    }

    /// `nothing`, or any of `threefold`, `threefold-with=g8f6,b8c6`, `fifty`, `fifty-with=any`.
    fn expect_claimable(&self, what: &[&str]) -> Outcome<()> {
        let open = self.arbiter.open_claims();
        let mode = self.arbiter.record().mode();
        let mut got = Vec::new();
        if open.threefold_now {
            got.push("threefold".to_owned());
        }
        if !open.threefold_with.is_empty() {
            got.push(format!("threefold-with={}", sorted(&open.threefold_with, mode).join(",")));
        }
        if open.fifty_now {
            got.push("fifty".to_owned());
        }
        if !open.fifty_with.is_empty() {
            got.push("fifty-with=any".to_owned());
        }
        let expected = what.iter().filter(|w| **w != "nothing").map(|w| (*w).to_owned()).collect::<Vec<_>>();
        same(expected, got)
    }

    fn same_moves(&self, expected: &[&str], got: &[Move]) -> Outcome<()> {
        let mut expected = expected.iter().map(|m| (*m).to_owned()).collect::<Vec<_>>();
        expected.sort();
        same(expected, sorted(got, self.arbiter.record().mode()))
    }

    fn expect_any(&self, what: &str, is: impl Fn(&Effect) -> bool) -> Outcome<()> {
        if self.effects.iter().any(is) { Ok(()) } else { Err(format!("expected {what}, got {:?}", self.effects)) }
    }
}

fn sorted(moves: &[Move], mode: CastlingMode) -> Vec<String> {
    let mut moves = moves.iter().map(|m| m.to_uci(mode).to_string()).collect::<Vec<_>>();
    moves.sort();
    moves
}
