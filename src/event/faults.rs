//! What is wrong with settings: every fault at once, each with its place, what was expected and what came.
//!
//! Decides: how faults and warnings are collected and worded. Refuses to know: what the settings mean.

use std::fmt;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: `-each: tc` or `time.control`; empty for the whole.
    pub place: String,
    /// What, in one sentence.
    pub what: String,
}

/// Everything that is wrong with a command line or a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Faults {
    /// The file, or `match` for a command line.
    pub source_name: String,
    /// What is wrong; not empty.
    pub faults: Vec<Fault>,
}

impl Fault {
    /// Something else was expected.
    #[must_use]
    pub fn expected(place: &str, expected: &str, got: &str) -> Self {
        Self { place: place.to_owned(), what: format!("expected {expected}, got {got}") }
    }
}

/// `place: what`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() { f.write_str(&self.what) } else { write!(f, "{}: {}", self.place, self.what) }
    }
}

/// A line a fault: `source: place: what`.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.faults.iter().enumerate() {
            let line_end = if number == 0 { "" } else { "\n" };
            write!(f, "{line_end}{}: {fault}", self.source_name)?;
        }
        Ok(())
    }
}

/// Collects faults and warnings while settings are read.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) faults: Vec<Fault>,
    pub(crate) warnings: Vec<Fault>,
}

impl Report {
    pub(crate) fn expected(&mut self, place: &str, expected: &str, got: &str) {
        self.faults.push(Fault::expected(place, expected, got));
    }

    pub(crate) fn fault(&mut self, place: &str, what: impl Into<String>) {
        self.faults.push(Fault { place: place.to_owned(), what: what.into() });
    }

    pub(crate) fn warn(&mut self, place: &str, what: impl Into<String>) {
        self.warnings.push(Fault { place: place.to_owned(), what: what.into() });
    }

    /// A name that is none of the known ones: the nearest is proposed if it is near, else all are listed.
    pub(crate) fn unknown(&mut self, place: &str, known: &[&str], got: &str) {
        let expected = match nearest(got, known) {
            Some(near) => format!("{near:?}"),
            None => format!("one of {}", known.join(", ")),
        };
        self.expected(place, &expected, &format!("{got:?}"));
    }

    /// The value if it is good, the fault noted otherwise.
    pub(crate) fn keep<T, E: fmt::Display>(&mut self, place: &str, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.fault(place, error.to_string())).ok()
    }

    /// The faults, if there are any.
    pub(crate) fn finish(self, source_name: &str) -> Result<Vec<Fault>, Faults> {
        if self.faults.is_empty() {
            Ok(self.warnings)
        } else {
            Err(Faults { source_name: source_name.to_owned(), faults: self.faults })
        }
    }
}

/// The known name that one or two slips of the finger turn into this one.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let slips = if name.chars().count() <= 4 { 1 } else { 2 };
    let distance = |known: &&str| strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase());
    let near = known.iter().map(|known| (distance(known), *known)).min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, _)| *distance <= slips).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_a_stranger_none() {
        let known = ["-engine", "-each", "-concurrency", "-tb"];
        assert_eq!(nearest("-enigne", &known), Some("-engine"));
        assert_eq!(nearest("-Concurency", &known), Some("-concurrency"));
        assert_eq!(nearest("-xyz", &known), None);
        assert_eq!(nearest("", &known), None);
    }

    #[test]
    fn all_faults_are_shown_a_line_each() {
        let mut report = Report::default();
        report.expected("time.control", "\"5:00+3\"", "\"x\"");
        report.unknown("", &["tc", "st"], "tb");
        report.unknown("-each", &["alpha", "beta"], "gamma9");
        let text = report.finish("event.toml").unwrap_err().to_string();
        assert_eq!(
            text,
            "event.toml: time.control: expected \"5:00+3\", got \"x\"\n\
             event.toml: expected \"tc\", got \"tb\"\n\
             event.toml: -each: expected one of alpha, beta, got \"gamma9\""
        );
    }
}
