//! One edition of the Laws, read from `configs/laws/*.toml`: embedded in the binary, or a file named by path.
//!
//! Behaviour that differs between editions is an enum, numbers that differ are data. Unknown keys are refused.

use crate::laws::penalty::{ClaimantLoses, WrongClaim};
use crate::laws::rules::{Calling, Counts, IfOpponentCannotMate, Limits, Rules, span};
use crate::laws::{Citation, Supervision, TimeClass, Topic};
use crate::units::Span;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroU8;
use std::sync::Arc;

/// The scale for illegal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMoves {
    /// The articles, most telling first.
    pub articles: Vec<Citation>,
    /// What the opponent gains by each that does not lose.
    pub opponent_gains: Span,
    /// The number of the illegal move that loses; none: the Laws only restore the position.
    pub loses_at: Option<NonZeroU8>,
    /// Who calls it.
    pub called_by: Calling,
    /// The exception.
    pub exception: IfOpponentCannotMate,
}

/// Who calls a fallen flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagCall {
    /// The article, if the edition has one of its own for this class.
    pub article: Option<Citation>,
    /// Who calls.
    pub by: Calling,
}

/// What depends on the time class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassRules {
    /// The article by which these rules apply to the class, if one says so.
    pub applied_by: Option<Citation>,
    /// The articles on incorrect claims, most telling first.
    pub wrong_claim_articles: Vec<Citation>,
    /// The price of an incorrect claim.
    pub wrong_claim: WrongClaim,
    /// The scale for illegal moves.
    pub illegal_moves: IllegalMoves,
    /// The scale for illegal moves in a quickplay finish (all remaining moves in a limited time), where the edition has
    /// one of its own (1997).
    pub illegal_moves_in_quickplay_finish: Option<IllegalMoves>,
    /// Who calls a flag.
    pub flag_call: FlagCall,
    /// The article by which a win needs "mating potential" (1997 blitz, C4): a position can be reached in which the
    /// opponent has the move and cannot avoid mate in one. That is less than mate by any series of legal moves: two
    /// knights alone do not have it.
    pub mating_potential: Option<Citation>,
}

impl ClassRules {
    /// The scale for illegal moves where all remaining moves are to be made in a limited time.
    #[must_use]
    pub fn in_quickplay_finish(&self) -> &IllegalMoves {
        self.illegal_moves_in_quickplay_finish.as_ref().unwrap_or(&self.illegal_moves)
    }
}

/// One edition of the Laws. Made by [`Edition::current`], [`Edition::named`] or [`Edition::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    name: Arc<str>,
    text: Arc<str>,
    title: String,
    source: Arc<str>,
    in_force: String,
    articles: BTreeMap<Topic, Vec<Citation>>,
    rules: Rules,
    counts: Counts,
    limits: Limits,
    classes: BTreeMap<ClassKey, ClassRules>,
}

/// Why an edition could not be had.
#[derive(Debug, thiserror::Error)]
pub enum EditionError {
    /// The file cannot be read.
    #[error("{path}: expected a readable edition of the Laws, got {cause}")]
    Unreadable {
        /// The path.
        path: String,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The text is not an edition.
    #[error("{place}: expected an edition of the Laws, got {cause}")]
    Malformed {
        /// File name.
        place: String,
        /// What the reader said, with line and column.
        cause: Box<toml::de::Error>,
    },
    /// A set of rules is named that is not there.
    #[error("{place}: apply.{class}: expected the name of a [set.…] table ({known}), got {got:?}")]
    NoSuchSet {
        /// File name.
        place: String,
        /// The time class.
        class: String,
        /// The sets that are there.
        known: String,
        /// The name found.
        got: String,
    },
    /// Neither a known name nor a path.
    #[error("expected one of {known} or the path of a .toml file, got {got:?}")]
    Unknown {
        /// The names that are built in.
        known: String,
        /// What was asked for.
        got: String,
    },
}

/// The editions inside the binary, oldest first, `online` last.
const BUILTIN: [(&str, &str); 9] = [
    ("1997", include_str!("../../configs/laws/1997.toml")),
    ("2001", include_str!("../../configs/laws/2001.toml")),
    ("2005", include_str!("../../configs/laws/2005.toml")),
    ("2009", include_str!("../../configs/laws/2009.toml")),
    ("2014", include_str!("../../configs/laws/2014.toml")),
    ("2017", include_str!("../../configs/laws/2017.toml")),
    ("2018", include_str!("../../configs/laws/2018.toml")),
    ("2023", include_str!("../../configs/laws/2023.toml")),
    ("online", include_str!("../../configs/laws/online.toml")),
];

impl Edition {
    /// The name of the edition in force.
    pub const CURRENT: &'static str = "2023";

    /// The names of the editions inside the binary, oldest first, `online` last.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().map(|(name, _)| *name)
    }

    /// A built-in edition by name.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn named(name: &str) -> Result<Self, EditionError> {
        match BUILTIN.iter().find(|(known, _)| *known == name) {
            Some((name, text)) => Self::parse(text, &format!("{name}.toml")),
            None => {
                let known = Self::builtin_names().collect::<Vec<_>>().join(", ");
                Err(EditionError::Unknown { known, got: name.to_owned() })
            }
        }
    }

    /// The edition in force.
    #[must_use]
    pub fn current() -> Self {
        Self::named(Self::CURRENT).expect("a test reads every built-in edition")
    }

    /// Reads an edition from TOML; `place` is the file's name in messages.
    ///
    /// # Errors
    /// The text is not an edition.
    pub fn parse(text: &str, place: &str) -> Result<Self, EditionError> {
        let file: File = toml::from_str(text)
            .map_err(|cause| EditionError::Malformed { place: place.to_owned(), cause: Box::new(cause) })?;
        let source: Arc<str> = file.cited_as.as_str().into();
        let cite = |article: &str| Citation::new(&source, &article.into());
        let articles = file.articles.iter().map(|(topic, list)| (*topic, list.iter().map(|a| cite(a)).collect()));
        let articles = articles.collect();
        let mut classes = BTreeMap::new();
        for (key, apply) in file.apply {
            let set = file.set.get(&apply.set).ok_or_else(|| EditionError::NoSuchSet {
                place: place.to_owned(),
                class: key.name().to_owned(),
                known: file.set.keys().cloned().collect::<Vec<_>>().join(", "),
                got: apply.set.clone(),
            })?;
            classes.insert(key, set.rules(apply.article.as_deref(), &cite));
        }
        for key in ClassKey::ALL {
            if !classes.contains_key(&key) {
                return Err(EditionError::NoSuchSet {
                    place: place.to_owned(),
                    class: key.name().to_owned(),
                    known: file.set.keys().cloned().collect::<Vec<_>>().join(", "),
                    got: "nothing".to_owned(),
                });
            }
        }
        Ok(Self {
            name: file.name.into(),
            text: text.into(),
            title: file.title,
            source,
            in_force: file.in_force,
            articles,
            rules: file.rules,
            counts: file.counts,
            limits: file.limits,
            classes,
        })
    }

    /// The short name, such as `2023`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The TOML that it was read from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The TOML that it was read from, unless it is inside the binary under its name.
    #[must_use]
    pub fn text_of_a_file(&self) -> Option<&str> {
        let is_built_in = BUILTIN.iter().any(|(name, text)| **name == *self.name && **text == *self.text);
        (!is_built_in).then_some(&*self.text)
    }

    /// The full title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The name under which its articles are cited, such as `FIDE Laws 2023`.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The day from which it applies, as written in the data.
    #[must_use]
    pub fn in_force(&self) -> &str {
        &self.in_force
    }

    /// The articles that speak of a topic, most telling first; none where the edition is silent.
    #[must_use]
    pub fn cite(&self, topic: Topic) -> &[Citation] {
        self.articles.get(&topic).map_or(&[], Vec::as_slice)
    }

    /// Every article that a ruling or an effect under this edition can cite.
    pub fn citable(&self) -> impl Iterator<Item = &Citation> {
        let of_classes = self.classes.values().flat_map(|class| {
            let own = class.wrong_claim_articles.iter().chain(&class.illegal_moves.articles);
            let finish = class.illegal_moves_in_quickplay_finish.iter();
            own.chain(finish.flat_map(|scale| &scale.articles))
                .chain(&class.applied_by)
                .chain(&class.flag_call.article)
                .chain(&class.mating_potential)
        });
        self.articles.values().flatten().chain(of_classes)
    }

    /// What differs in behaviour.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The counts.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Where blitz ends and rapid begins.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What depends on the time class.
    #[must_use]
    pub fn class(&self, class: TimeClass, supervision: Supervision) -> &ClassRules {
        let key = ClassKey::of(class, supervision);
        self.classes.get(&key).expect("parse demands all five classes")
    }
}

// ---- the file's shape ------------------------------------------------------------------------------------------

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    name: String,
    title: String,
    cited_as: String,
    in_force: String,
    articles: BTreeMap<Topic, Vec<String>>,
    rules: Rules,
    counts: Counts,
    limits: Limits,
    apply: BTreeMap<ClassKey, Apply>,
    set: BTreeMap<String, Set>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ClassKey {
    Standard,
    RapidSupervised,
    RapidUnsupervised,
    BlitzSupervised,
    BlitzUnsupervised,
}

impl ClassKey {
    const ALL: [Self; 5] = [
        Self::Standard,
        Self::RapidSupervised,
        Self::RapidUnsupervised,
        Self::BlitzSupervised,
        Self::BlitzUnsupervised,
    ];

    fn of(class: TimeClass, supervision: Supervision) -> Self {
        match (class, supervision) {
            (TimeClass::Standard, Supervision::Supervised | Supervision::Unsupervised) => Self::Standard,
            (TimeClass::Rapid, Supervision::Supervised) => Self::RapidSupervised,
            (TimeClass::Rapid, Supervision::Unsupervised) => Self::RapidUnsupervised,
            (TimeClass::Blitz, Supervision::Supervised) => Self::BlitzSupervised,
            (TimeClass::Blitz, Supervision::Unsupervised) => Self::BlitzUnsupervised,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::RapidSupervised => "rapid-supervised",
            Self::RapidUnsupervised => "rapid-unsupervised",
            Self::BlitzSupervised => "blitz-supervised",
            Self::BlitzUnsupervised => "blitz-unsupervised",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Apply {
    set: String,
    article: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Set {
    wrong_claim: WrongClaimEntry,
    illegal_move: IllegalMoveEntry,
    illegal_move_in_quickplay_finish: Option<IllegalMoveEntry>,
    flag_call: FlagCallEntry,
    mating_potential: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrongClaimEntry {
    articles: Vec<String>,
    #[serde(deserialize_with = "span")]
    opponent_gains: Span,
    claimant_loses: ClaimantLoses,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct IllegalMoveEntry {
    articles: Vec<String>,
    #[serde(deserialize_with = "span")]
    opponent_gains: Span,
    loses_at: Option<NonZeroU8>,
    called_by: Calling,
    if_opponent_cannot_mate: IfOpponentCannotMate,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct FlagCallEntry {
    article: Option<String>,
    by: Calling,
}

impl IllegalMoveEntry {
    fn scale(&self, cite: &impl Fn(&str) -> Citation) -> IllegalMoves {
        IllegalMoves {
            articles: self.articles.iter().map(|a| cite(a)).collect(),
            opponent_gains: self.opponent_gains,
            loses_at: self.loses_at,
            called_by: self.called_by,
            exception: self.if_opponent_cannot_mate,
        }
    }
}

impl Set {
    fn rules(&self, applied_by: Option<&str>, cite: &impl Fn(&str) -> Citation) -> ClassRules {
        ClassRules {
            applied_by: applied_by.map(cite),
            wrong_claim_articles: self.wrong_claim.articles.iter().map(|a| cite(a)).collect(),
            wrong_claim: WrongClaim {
                opponent_gains: self.wrong_claim.opponent_gains,
                claimant_loses: self.wrong_claim.claimant_loses,
            },
            illegal_moves: self.illegal_move.scale(cite),
            illegal_moves_in_quickplay_finish: self
                .illegal_move_in_quickplay_finish
                .as_ref()
                .map(|entry| entry.scale(cite)),
            flag_call: FlagCall { article: self.flag_call.article.as_deref().map(cite), by: self.flag_call.by },
            mating_potential: self.mating_potential.as_deref().map(cite),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_edition_reads_and_knows_its_name() {
        for name in Edition::builtin_names() {
            let edition = Edition::named(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(edition.name(), name);
        }
    }

    #[test]
    fn an_unknown_key_is_refused_with_its_place() {
        let text = BUILTIN[0].1.replace("[counts]", "[counts]\nsixfold = 6");
        let error = Edition::parse(&text, "mine.toml").unwrap_err().to_string();
        assert!(error.starts_with("mine.toml: expected") && error.contains("sixfold"), "{error}");
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Edition::named("1899").unwrap_err().to_string();
        assert!(error.contains("2023") && error.contains("\"1899\""), "{error}");
    }
}
