//! The first three witnesses: the Result tag, the result and comments after the moves, the Termination tags.
//!
//! Decides: what each says, and which of several reasons is the most telling. Refuses to know: which of them is right.

use super::own;
use super::terminations;
use super::told::Told;
use crate::laws::GameResult;
use crate::pgn::{Header, Score, Tag, text};
use shakmaty::Color;
use std::ops::Range;

/// As many comments after the last move as are kept; programs write one or two.
const COMMENTS: usize = 4;

/// Comments after the last move, the latest kept.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastComments<'a> {
    kept: [&'a [u8]; COMMENTS],
    count: usize,
}

impl<'a> LastComments<'a> {
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn push(&mut self, comment: &'a [u8]) {
        if let Some(place) = self.kept.get_mut(self.count) {
            *place = comment;
            self.count += 1;
        }
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = &'a [u8]> {
        self.kept.iter().take(self.count).copied()
    }
}

/// What the record says of a game's end.
#[derive(Clone, Debug, Default)]
pub(super) struct Witnesses {
    pub(super) tag: Option<Score>,
    pub(super) token: Option<Score>,
    pub(super) token_at: Option<Range<usize>>,
    termination: Option<Told>,
    details: Option<Told>,
    comment: Option<Told>,
    /// Words in the tags Termination and TerminationDetails that are not understood.
    pub(super) unknown: Vec<String>,
}

impl Witnesses {
    pub(super) fn new(header: &Header<'_>) -> Self {
        Self { tag: header.result.and_then(|tag| Score::of_tag(tag.value)), ..Self::default() }
    }

    /// Reads the reasons: the tags, and the comments after the last move.
    pub(super) fn read_reasons(&mut self, header: &Header<'_>, comments: &LastComments<'_>) {
        let name = |tag: Option<Tag<'_>>| tag.map(|tag| tag.text().into_owned()).unwrap_or_default();
        let mut read = |tag: Option<Tag<'_>>| {
            let words = tag?.text();
            let words = words.trim();
            if matches!(words, "" | "?" | "-") {
                return None;
            }
            let told = own::read(words).or_else(|| terminations::read(words, &name(header.white), &name(header.black)));
            if told.is_none() {
                self.unknown.push(words.to_owned());
            }
            told
        };
        self.termination = read(header.termination);
        self.details = read(header.details);
        self.comment = comments
            .iter()
            .rev()
            .find_map(|comment| terminations::read_comment(&tail(comment), &name(header.white), &name(header.black)));
    }

    /// The result on record: the tag's, or the one after the moves if the tag leaves it open.
    pub(super) fn result(&self) -> Option<GameResult> {
        let known = |score: Option<Score>| match score {
            Some(Score::Known(result)) => Some(result),
            Some(Score::Open) | None => None,
        };
        known(self.tag).or_else(|| known(self.token))
    }

    /// The most telling reason on record.
    pub(super) fn told(&self) -> Option<Told> {
        let all = [self.details, self.comment, self.termination];
        let fine = all.into_iter().flatten().find(|told| !told.cause.is_coarse());
        fine.or_else(|| all.into_iter().flatten().next())
    }

    /// The most telling reason that implies another result than this.
    pub(super) fn says_otherwise(&self, result: GameResult) -> Option<Told> {
        let all = [self.details, self.comment, self.termination];
        all.into_iter().flatten().find(|told| told.says.is_some_and(|says| says != result))
    }

    /// Two reasons that cannot both be right.
    pub(super) fn conflict(&self) -> Option<(Told, Told)> {
        let pairs = [(self.details, self.comment), (self.details, self.termination), (self.comment, self.termination)];
        pairs.into_iter().find_map(|(a, b)| {
            let (a, b) = (a?, b?);
            let results_agree = a.says.is_none() || b.says.is_none() || a.says == b.says;
            (!a.cause.agrees(b.cause) || !results_agree).then_some((a, b))
        })
    }
}

/// The end of a comment, where programs write the reason: engine output before it can be long.
fn tail(comment: &[u8]) -> std::borrow::Cow<'_, str> {
    let from = comment.len().saturating_sub(240);
    text(comment.get(from..).unwrap_or_default())
}

/// `White` or `Black`.
pub(super) const fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
