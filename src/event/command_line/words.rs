//! From words to options: `-name value value …`, keys and numbers in them. Knows which options there are and whose,
//! not what they mean.

use crate::event::faults::Report;
use std::collections::BTreeMap;
use std::str::FromStr;

/// Which of the two programs a command line is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Cutechess,
    Fastchess,
}

/// Who knows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Both,
    Cutechess,
    Fastchess,
    Ours,
}

/// How many values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    None,
    One,
    AtMostOne,
    Some,
    Any,
}

/// All options, by what they take and who knows them.
pub(super) const KNOWN: [(&str, Takes, Of); 63] = [
    ("-engine", Takes::Some, Of::Both),
    ("-each", Takes::Some, Of::Both),
    ("-variant", Takes::One, Of::Both),
    ("-concurrency", Takes::One, Of::Both),
    ("-draw", Takes::Some, Of::Both),
    ("-resign", Takes::Some, Of::Both),
    ("-maxmoves", Takes::One, Of::Both),
    ("-tb", Takes::One, Of::Both),
    ("-tbpieces", Takes::One, Of::Both),
    ("-tbignore50", Takes::None, Of::Both),
    ("-tournament", Takes::One, Of::Both),
    ("-event", Takes::Some, Of::Both),
    ("-site", Takes::Some, Of::Both),
    ("-games", Takes::One, Of::Both),
    ("-rounds", Takes::One, Of::Both),
    ("-sprt", Takes::Some, Of::Both),
    ("-ratinginterval", Takes::One, Of::Both),
    ("-debug", Takes::AtMostOne, Of::Both),
    ("-openings", Takes::Some, Of::Both),
    ("-pgnout", Takes::Some, Of::Both),
    ("-epdout", Takes::Some, Of::Both),
    ("-repeat", Takes::AtMostOne, Of::Both),
    ("-noswap", Takes::None, Of::Both),
    ("-reverse", Takes::None, Of::Both),
    ("-recover", Takes::None, Of::Both),
    ("-srand", Takes::One, Of::Both),
    ("-seeds", Takes::One, Of::Both),
    ("-wait", Takes::One, Of::Both),
    ("-version", Takes::Any, Of::Both),
    ("--version", Takes::Any, Of::Both),
    ("-v", Takes::Any, Of::Both),
    ("-help", Takes::Any, Of::Both),
    ("--help", Takes::Any, Of::Both),
    ("-h", Takes::Any, Of::Ours),
    ("-engines", Takes::Any, Of::Cutechess),
    ("--engines", Takes::Any, Of::Cutechess),
    ("-outcomeinterval", Takes::One, Of::Cutechess),
    ("-resultformat", Takes::One, Of::Cutechess),
    ("-bookmode", Takes::One, Of::Cutechess),
    ("-quick", Takes::Some, Of::Fastchess),
    ("-force-concurrency", Takes::None, Of::Fastchess),
    ("-tbadjudicate", Takes::One, Of::Fastchess),
    ("-autosaveinterval", Takes::One, Of::Fastchess),
    ("-scoreinterval", Takes::One, Of::Fastchess),
    ("-log", Takes::Some, Of::Fastchess),
    ("-config", Takes::Some, Of::Fastchess),
    ("-report", Takes::Some, Of::Fastchess),
    ("-output", Takes::Some, Of::Fastchess),
    ("-crc32", Takes::Some, Of::Fastchess),
    ("-use-affinity", Takes::AtMostOne, Of::Fastchess),
    ("-check-mate-pvs", Takes::None, Of::Fastchess),
    ("-show-latency", Takes::None, Of::Fastchess),
    ("-testEnv", Takes::None, Of::Fastchess),
    ("-strict", Takes::None, Of::Fastchess),
    ("-startup-ms", Takes::One, Of::Fastchess),
    ("-ucinewgame-ms", Takes::One, Of::Fastchess),
    ("-ping-ms", Takes::One, Of::Fastchess),
    ("--compliance", Takes::Any, Of::Fastchess),
    ("-compliance", Takes::Any, Of::Fastchess),
    ("-rules", Takes::One, Of::Ours),
    ("-laws", Takes::One, Of::Ours),
    ("-dialect", Takes::One, Of::Ours),
    ("-print-toml", Takes::None, Of::Ours),
];

/// Our own options that write files.
pub(super) const OURS: [(&str, Takes, Of); 5] = [
    ("-journal", Takes::One, Of::Ours),
    ("-jsonl", Takes::One, Of::Ours),
    ("-livepgn", Takes::One, Of::Ours),
    ("-live", Takes::One, Of::Ours),
    ("-wires", Takes::One, Of::Ours),
];

/// Without one of these there are no players, or they have no clocks.
const NEEDED: [&str; 3] = ["-engine", "-each", "-quick"];

fn known() -> impl Iterator<Item = &'static (&'static str, Takes, Of)> {
    KNOWN.iter().chain(&OURS)
}

/// An option as it was given.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) name: &'static str,
    pub(super) of: Of,
    pub(super) values: Vec<String>,
}

/// A command line, cut into options.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) given: Vec<Given>,
}

/// A word that begins an option: as both programs have it, a negative number does not.
fn begins_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && word.parse::<f64>().is_err()
}

impl Line {
    /// Cuts words into options; unknown ones and wrong numbers of values are reported.
    pub(super) fn cut(words: &[String], report: &mut Report) -> Self {
        let mut line = Self::default();
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            let mut values = Vec::new();
            let compliance = word.ends_with("-compliance");
            while let Some(value) = words.next_if(|next| compliance || !begins_option(next)) {
                values.push(value.to_owned());
            }
            match known().find(|(name, ..)| *name == word) {
                Some((name, takes, of)) => line.add(Given { name, of: *of, values }, *takes, report),
                None => {
                    let names = known().map(|(name, ..)| *name).collect::<Vec<_>>();
                    let near = crate::event::faults::nearest(word, &names);
                    let expected = near.unwrap_or("an option such as -engine (all: -help)");
                    report.expected("", expected, &format!("{word:?}"));
                    // What a line cannot do without is not missing because it is misspelled.
                    let meant = known().find(|(name, ..)| near == Some(*name) && NEEDED.contains(name));
                    if let Some((name, takes, of)) = meant {
                        line.add(Given { name, of: *of, values }, *takes, report);
                    }
                }
            }
        }
        line
    }

    fn add(&mut self, given: Given, takes: Takes, report: &mut Report) {
        let count = given.values.len();
        let wrong = match takes {
            Takes::None if count > 0 => Some("no value"),
            Takes::One if count != 1 => Some("one value"),
            Takes::AtMostOne if count > 1 => Some("one value at most"),
            Takes::Some if count == 0 => Some("at least one value"),
            Takes::None | Takes::One | Takes::AtMostOne | Takes::Some | Takes::Any => None,
        };
        if let Some(expected) = wrong {
            let got = if count == 0 { "none".to_owned() } else { format!("{:?}", given.values.join(" ")) };
            return report.expected(given.name, expected, &got);
        }
        let several = matches!(given.name, "-engine" | "-each");
        if !several && self.has(given.name) {
            report.warn(given.name, "given more than once: the last counts");
        }
        self.given.push(given);
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.values(name).is_some()
    }

    /// The values of an option, of its last place if it was given more than once.
    pub(super) fn values(&self, name: &str) -> Option<&[String]> {
        self.given.iter().rev().find(|given| given.name == name).map(|given| given.values.as_slice())
    }

    /// The values of an option that may be given several times.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [String]> + 'a {
        self.given.iter().filter(move |given| given.name == name).map(|given| given.values.as_slice())
    }

    /// The one value of an option.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }

    /// The one value of an option, read; what is no such value is reported.
    pub(super) fn read<T: FromStr>(&self, name: &str, expected: &str, report: &mut Report) -> Option<T> {
        value(name, self.text(name)?, expected, report)
    }

    /// Where in the line an option stands last.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.given.iter().rposition(|given| given.name == name)
    }
}

/// A value, read; what is no such value is reported.
pub(super) fn value<T: FromStr>(place: &str, text: &str, expected: &str, report: &mut Report) -> Option<T> {
    match text.parse() {
        Ok(value) => Some(value),
        Err(_) => {
            report.expected(place, expected, &format!("{text:?}"));
            None
        }
    }
}

/// `key=value` words of one option.
#[derive(Debug)]
pub(super) struct Pairs<'a> {
    option: &'static str,
    pairs: BTreeMap<&'a str, &'a str>,
}

impl<'a> Pairs<'a> {
    /// Reads them; unknown keys, and words that are no pairs, are reported. A later value of a key counts.
    pub(super) fn read(option: &'static str, values: &'a [String], known: &[&str], report: &mut Report) -> Self {
        let mut pairs = BTreeMap::new();
        for word in values {
            match word.split_once('=') {
                Some((key, value)) if known.contains(&key) && !value.is_empty() => drop(pairs.insert(key, value)),
                Some((key, _)) if known.contains(&key) => {
                    report.expected(&format!("{option}: {key}"), "a value", "\"\"");
                }
                Some((key, _)) => report.unknown(option, known, key),
                None => report.expected(option, &format!("{}=…", known.join("=…, ")), &format!("{word:?}")),
            }
        }
        Self { option, pairs }
    }

    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.pairs.get(key).copied()
    }

    pub(super) fn number<T: FromStr>(&self, key: &str, expected: &str, report: &mut Report) -> Option<T> {
        value(&format!("{}: {key}", self.option), self.text(key)?, expected, report)
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)], report: &mut Report) -> Option<T> {
        word(&format!("{}: {key}", self.option), self.text(key)?, words, report)
    }

    /// A number that the option cannot do without, or its default in a dialect that has one.
    pub(super) fn needed<T: FromStr>(
        &self,
        key: &str,
        expected: &str,
        default: Option<T>,
        report: &mut Report,
    ) -> Option<T> {
        match (self.text(key), default) {
            (Some(_), _) => self.number(key, expected, report),
            (None, Some(default)) => Some(default),
            (None, None) => {
                report.expected(self.option, &format!("{key}={expected}"), "none");
                None
            }
        }
    }
}

/// One of some words.
pub(super) fn word<T: Copy>(place: &str, text: &str, words: &[(&str, T)], report: &mut Report) -> Option<T> {
    match words.iter().find(|(word, _)| *word == text) {
        Some((_, meaning)) => Some(*meaning),
        None => {
            let known = words.iter().map(|(word, _)| *word).collect::<Vec<_>>();
            report.unknown(place, &known, text);
            None
        }
    }
}

/// `true` and `false`.
pub(super) const TRUTH: [(&str, bool); 2] = [("true", true), ("false", false)];
