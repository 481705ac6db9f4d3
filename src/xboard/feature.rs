//! Features: what an engine tells of itself after `protover 2`.

use crate::xboard::words::{tame, trim};
use crate::xboard::{EngineOption, Reply};

/// One feature as read from a `feature` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub name: Vec<u8>,
    /// Its value, quotes removed.
    pub value: Vec<u8>,
}

impl Feature {
    /// Reads what follows `feature`: `ping=1 myname="A B" option="…"`. Words without `=` are skipped; a quote that is
    /// never closed ends at the end of the line.
    #[must_use]
    pub fn parse_all(line: &[u8]) -> Vec<Self> {
        let mut features = Vec::new();
        let mut rest = trim(line);
        while !rest.is_empty() {
            let end = rest.iter().position(|b| *b == b'=' || b.is_ascii_whitespace()).unwrap_or(rest.len());
            let (name, after) = rest.split_at_checked(end).unwrap_or((rest, b""));
            let Some(after) = after.strip_prefix(b"=") else {
                rest = trim(after);
                continue;
            };
            let (value, after) = match after.strip_prefix(b"\"") {
                Some(quoted) => until(quoted, |byte| byte == b'"'),
                None => until(after, |byte| byte.is_ascii_whitespace()),
            };
            features.push(Self { name: name.to_vec(), value: value.to_vec() });
            rest = trim(after.strip_prefix(b"\"").unwrap_or(after));
        }
        features
    }
}

fn until(text: &[u8], is_end: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| is_end(*byte)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, b""))
}

/// The features of a UCI engine shown through the wrapper.
#[derive(Clone, Debug)]
pub struct Features<'a> {
    /// The engine's name.
    pub name: &'a str,
    /// The variants it plays, `normal` first.
    pub variants: &'a [&'a str],
    /// Whether it has a hash table to size.
    pub memory: bool,
    /// Whether it has a number of threads to set.
    pub smp: bool,
    /// Whether it reads Syzygy tables.
    pub syzygy: bool,
    /// Its options.
    pub options: &'a [EngineOption],
}

impl Features<'_> {
    /// `feature done=0`, to be sent at once: it stops the two-second count that a GUI gives an engine.
    pub const WAIT: &'static [u8] = b"feature done=0\n";

    /// Every line, `done=1` last. One option a line, as GUIs have short line buffers. `nps` is offered because a number
    /// of nodes a move is told by it (`st 1`, `nps N`).
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(
            b"feature ping=1 setboard=1 usermove=1 san=0 playother=1 colors=0 draw=1 name=1 ics=1 time=1 reuse=1\n",
        );
        out.extend(b"feature analyze=1 sigint=0 sigterm=0 debug=1 pause=0 nps=1\n");
        out.extend(format!("feature memory={} smp={}", u8::from(self.memory), u8::from(self.smp)).bytes());
        out.extend(if self.syzygy { b" egt=\"syzygy\"\n".as_slice() } else { b"\n" });
        out.extend(format!("feature variants=\"{}\"\n", self.variants.join(",")).bytes());
        out.extend(format!("feature myname=\"{}\"\n", tame(self.name)).bytes());
        for option in self.options {
            out.extend([b"feature option=\"", option.to_xboard().as_slice(), b"\"\n"].concat());
        }
        out.extend(b"feature done=1\n");
    }
}

impl Reply<'_> {
    /// The features on this line, if it is a feature line.
    #[must_use]
    pub fn features(&self) -> Vec<Feature> {
        match self {
            Reply::Feature(text) => Feature::parse_all(text),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xboard::OptionKind;

    fn parsed(line: &str) -> Vec<(String, String)> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let features = Reply::parse(line.as_bytes()).features();
        features.iter().map(|f| (text(&f.name), text(&f.value))).collect()
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn quoted_values_keep_their_blanks_and_equal_signs() {
        assert_eq!(
            parsed("feature ping=1  myname=\"A = B\" option=\"Hash=Size -spin 1 1 9\" done=1"),
            [pair("ping", "1"), pair("myname", "A = B"), pair("option", "Hash=Size -spin 1 1 9"), pair("done", "1")]
        );
        assert_eq!(parsed("feature junk a= x=\"open end"), [pair("a", ""), pair("x", "open end")]);
        assert_eq!(parsed("feature"), []);
        assert_eq!(parsed("move e2e4"), []);
    }

    #[test]
    fn what_is_written_reads_back() {
        let options = [EngineOption { name: b"Clear Hash".to_vec(), kind: OptionKind::Button }];
        let features = Features {
            name: "Engine \"X\"\n1",
            variants: &["normal", "fischerandom"],
            memory: true,
            smp: false,
            syzygy: true,
            options: &options,
        };
        let mut out = Vec::new();
        features.write(&mut out);
        let text = String::from_utf8(out).unwrap();
        let all = text.lines().flat_map(parsed).collect::<Vec<_>>();
        for expected in [
            pair("ping", "1"),
            pair("colors", "0"),
            pair("memory", "1"),
            pair("smp", "0"),
            pair("egt", "syzygy"),
            pair("variants", "normal,fischerandom"),
            pair("myname", "Engine 'X' 1"),
            pair("option", "Clear Hash -button"),
        ] {
            assert!(all.contains(&expected), "{expected:?} in {text}");
        }
        assert_eq!(all.last(), Some(&pair("done", "1")));
        assert!(!all.contains(&pair("done", "0")));
    }
}
