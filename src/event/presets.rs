//! Sets of event rules by name, and their form in TOML: `configs/presets/*.toml`, embedded in the binary.
//!
//! Decides: which keys there are and what they mean. Unknown keys are refused. Refuses to know: files on disk.

use super::settings::{
    AfterForfeit, AfterTrouble, Behalf, DrawReset, DrawRule, IllegalMovePolicy, ResignBy, ResignRule, Rules,
    TablebaseEnds, TablebaseFifty, TablebaseRule, TroubleException, TroublePolicy,
};
use crate::laws::{Edition, EditionError, TimeClass};
use crate::units::Span;
use serde::{Deserialize, Deserializer, de::Error};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

/// The presets that are built in.
const BUILTIN: [(&str, &str); 6] = [
    ("fide", include_str!("../../configs/presets/fide.toml")),
    ("tcec", include_str!("../../configs/presets/tcec.toml")),
    ("fishtest", include_str!("../../configs/presets/fishtest.toml")),
    ("openbench", include_str!("../../configs/presets/openbench.toml")),
    ("cutechess", include_str!("../../configs/presets/cutechess.toml")),
    ("ccc-2017", include_str!("../../configs/presets/ccc-2017.toml")),
];

/// A preset that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum PresetError {
    /// No preset has the name.
    #[error("expected one of {known}, got {got:?}")]
    Unknown {
        /// The names there are.
        known: String,
        /// What was asked for.
        got: String,
    },
    /// The text is no preset.
    #[error("{place}: expected a set of event rules, got {cause}")]
    Malformed {
        /// The file's name.
        place: String,
        /// What the reader said, with line and column.
        cause: Box<toml::de::Error>,
    },
    /// Its edition of the Laws cannot be had.
    #[error("{place}: laws: {cause}")]
    Laws {
        /// The file's name.
        place: String,
        /// Why.
        cause: Box<EditionError>,
    },
}

/// The names of the presets that are built in.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|(name, _)| *name)
}

/// The rules of a preset that is built in.
///
/// # Errors
/// There is none of that name.
pub fn named(name: &str) -> Result<Rules, PresetError> {
    match BUILTIN.iter().find(|(known, _)| *known == name) {
        Some((name, text)) => parse(text, &format!("{name}.toml")),
        None => {
            let known = names().collect::<Vec<_>>().join(", ");
            Err(PresetError::Unknown { known, got: name.to_owned() })
        }
    }
}

/// The text of a preset that is built in, comments and all.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    BUILTIN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Reads a set of rules from TOML; `place` is the file's name in messages.
///
/// # Errors
/// See [`PresetError`].
pub fn parse(text: &str, place: &str) -> Result<Rules, PresetError> {
    let malformed = |cause| PresetError::Malformed { place: place.to_owned(), cause: Box::new(cause) };
    let preset: Preset = toml::from_str(text).map_err(malformed)?;
    let laws = Edition::named(&preset.laws)
        .map_err(|cause| PresetError::Laws { place: place.to_owned(), cause: Box::new(cause) })?;
    Ok(preset.rules(laws))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Preset {
    name: String,
    laws: String,
    class: Option<TimeClass>,
    claims: Claims,
    illegal_moves: IllegalMovePolicy,
    draw: Option<Draw>,
    resign: Option<Resign>,
    max_moves: Option<NonZeroU32>,
    tablebases: Option<Tables>,
    trouble: Trouble,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Claims {
    Never,
    /// Centipawns.
    WhenNotBetter(i32),
    Always,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Draw {
    from_move: u32,
    moves: NonZeroU32,
    /// Centipawns.
    #[serde(deserialize_with = "size")]
    score: i32,
    #[serde(default)]
    reset: Reset,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reset {
    #[default]
    ByZeroing,
    ByScoreOnly,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Resign {
    moves: NonZeroU32,
    /// Centipawns.
    #[serde(deserialize_with = "size")]
    score: i32,
    by: By,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum By {
    Loser,
    Both,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Tables {
    paths: Vec<PathBuf>,
    men: u8,
    #[serde(default)]
    fifty: Fifty,
    #[serde(default)]
    ends: TablebaseEnds,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Fifty {
    #[default]
    Counts,
    Ignored,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Trouble {
    game: AfterTrouble,
    exception: TroubleException,
    strikes: Option<NonZeroU32>,
    event: AfterForfeit,
    #[serde(deserialize_with = "span")]
    handshake: Span,
    #[serde(deserialize_with = "span")]
    ready: Span,
    #[serde(deserialize_with = "span")]
    stop: Span,
    #[serde(default = "untimed_move", deserialize_with = "span")]
    untimed_move: Span,
}

const fn untimed_move() -> Span {
    TroublePolicy::UNTIMED_MOVE
}

/// A time above zero, as `0:10`.
fn span<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.parse::<Span>() {
        Ok(span) if span > Span::ZERO => Ok(span),
        Ok(_) | Err(_) => Err(D::Error::custom(format!("expected a time above zero such as \"0:10\", got {text:?}"))),
    }
}

/// A score without a sign.
fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    match i32::deserialize(deserializer)? {
        score if score >= 0 => Ok(score),
        score => Err(D::Error::custom(format!("expected centipawns, zero or more, got {score}"))),
    }
}

impl Preset {
    fn rules(self, laws: Edition) -> Rules {
        Rules {
            preset: self.name,
            laws: Arc::new(laws),
            class: self.class,
            claims: match self.claims {
                Claims::Never => Behalf::Never,
                Claims::WhenNotBetter(score) => Behalf::WhenNotBetter(score),
                Claims::Always => Behalf::Always,
            },
            illegal_moves: self.illegal_moves,
            draw: self.draw.map(|draw| DrawRule {
                from_move: draw.from_move,
                moves: draw.moves.get(),
                score: draw.score,
                reset: match draw.reset {
                    Reset::ByZeroing => DrawReset::ByZeroing,
                    Reset::ByScoreOnly => DrawReset::ByScoreOnly,
                },
            }),
            resign: self.resign.map(|resign| ResignRule {
                moves: resign.moves.get(),
                score: resign.score,
                by: match resign.by {
                    By::Loser => ResignBy::Loser,
                    By::Both => ResignBy::Both,
                },
            }),
            max_moves: self.max_moves,
            tablebases: self.tablebases.map(|tables| TablebaseRule {
                paths: tables.paths,
                men: tables.men,
                fifty: match tables.fifty {
                    Fifty::Counts => TablebaseFifty::Counts,
                    Fifty::Ignored => TablebaseFifty::Ignored,
                },
                ends: tables.ends,
            }),
            trouble: TroublePolicy {
                game: self.trouble.game,
                exception: self.trouble.exception,
                strikes: self.trouble.strikes,
                event: self.trouble.event,
                handshake: self.trouble.handshake,
                ready: self.trouble.ready,
                stop: self.trouble.stop,
                untimed_move: self.trouble.untimed_move,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_read_and_has_its_own_name() {
        for name in names() {
            assert_eq!(named(name).unwrap().preset, name);
            assert!(text(name).unwrap().starts_with('#'), "{name} says where its rules come from");
        }
        let error = named("ficgs").unwrap_err().to_string();
        assert_eq!(error, "expected one of fide, tcec, fishtest, openbench, cutechess, ccc-2017, got \"ficgs\"");
    }

    #[test]
    fn fide_is_nothing_but_the_laws() {
        let rules = named("fide").unwrap();
        assert_eq!((rules.claims, rules.illegal_moves), (Behalf::Never, IllegalMovePolicy::Laws));
        assert!(rules.draw.is_none() && rules.resign.is_none() && rules.max_moves.is_none());
        assert!(rules.tablebases.is_none());
        assert_eq!((rules.laws.name(), rules.trouble.exception), ("2023", TroubleException::Draw));
        assert_eq!(rules.trouble.event, AfterForfeit::GoOn);
    }

    #[test]
    fn the_others_have_their_sources_numbers() {
        let numbers = |name| {
            let rules = named(name).unwrap();
            let draw = rules.draw.map(|draw| (draw.from_move, draw.moves, draw.score));
            (draw, rules.resign.map(|resign| (resign.moves, resign.score, resign.by)))
        };
        assert_eq!(numbers("fishtest"), (Some((34, 8, 20)), Some((3, 600, ResignBy::Loser))));
        assert_eq!(numbers("openbench"), (Some((30, 6, 10)), Some((3, 400, ResignBy::Loser))));
        assert_eq!(numbers("tcec"), (Some((35, 5, 15)), Some((5, 1_000, ResignBy::Both))));
        assert_eq!(numbers("ccc-2017"), (None, None));
        assert_eq!(named("cutechess").unwrap().trouble.handshake, Span::from_secs(35));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let fide = text("fide").unwrap();
        for (old, new, expected) in [
            ("claims = \"never\"", "claims = \"never\"\ncliams = 1", "unknown field `cliams`"),
            ("\"2023\"", "\"1066\"", "1066"),
            ("\"0:10\"", "\"soon\"", "expected a time above zero such as \"0:10\", got \"soon\""),
            ("[trouble]", "[draw]\nfrom-move = 1\nmoves = 0\nscore = 1\n[trouble]", "moves = 0"),
            ("[trouble]", "[draw]\nfrom-move = 1\nmoves = 1\nscore = -1\n[trouble]", "zero or more, got -1"),
        ] {
            let error = parse(&fide.replacen(old, new, 1), "mine.toml").unwrap_err().to_string();
            assert!(error.starts_with("mine.toml: ") && error.contains(expected), "{error}");
        }
        let rules = parse(&fide.replace("\"never\"", "{ when-not-better = -50 }"), "mine.toml").unwrap();
        assert_eq!(rules.claims, Behalf::WhenNotBetter(-50));
    }
}
