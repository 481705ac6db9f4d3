//! Names that travel: every one is a token of a broker's subject, so none can hold a dot, a blank or a wildcard.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A name that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 1 to {LONGEST} letters, digits, \"-\" or \"_\", got {0:?}")]
pub struct NameError(String);

/// No name is longer.
const LONGEST: usize = 64;

/// Whether a text can be a token of a subject and a part of a file's name.
fn is_token(text: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(good)
}

macro_rules! token {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = NameError;

            fn try_from(text: String) -> Result<Self, NameError> {
                if is_token(&text) { Ok(Self(text)) } else { Err(NameError(text)) }
            }
        }

        impl std::str::FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<Self, NameError> {
                Self::try_from(text.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str(&self.0)
            }
        }
    };
}

token! {
    /// An event: the beginning of its journal, hashed, so that it is the same for as long as the journal lives.
    EventKey
}

token! {
    /// A worker: its machine's name and what tells it from others there.
    WorkerName
}

token! {
    /// A unit of work within its event, as `17a0-18a0`: each game and how often it has been played in vain.
    Unit
}

impl EventKey {
    /// The event whose journal begins with this line.
    #[must_use]
    pub fn of_journal(first_line: &[u8]) -> Self {
        let mut hex = Digest::of(first_line).0;
        hex.truncate(16);
        Self(hex)
    }

    /// A key of its own, for work that has no journal.
    #[must_use]
    pub fn of_number(number: u128) -> Self {
        Self::of_journal(&number.to_le_bytes())
    }
}

impl WorkerName {
    /// The nearest name that can be one: what cannot be in it becomes `-`.
    #[must_use]
    pub fn near(text: &str) -> Self {
        let kept = text.chars().take(LONGEST);
        let mut name: String = kept.map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect();
        if name.is_empty() {
            name.push_str("worker");
        }
        Self(name)
    }
}

impl Unit {
    /// The unit of these games: number and attempt each.
    pub(super) fn of(games: impl Iterator<Item = (u32, u32)>) -> Self {
        Self(games.map(|(number, attempt)| format!("{number}a{attempt}")).collect::<Vec<_>>().join("-"))
    }

    /// A unit that is a range of something, by its number.
    #[must_use]
    pub fn of_range(number: u64) -> Self {
        Self(format!("r{number}"))
    }
}

/// The SHA-256 of some bytes: 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(String);

impl Digest {
    /// The digest of bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self::of_hash(ring::digest::digest(&ring::digest::SHA256, bytes).as_ref())
    }

    /// The digest whose 32 bytes these are.
    #[must_use]
    pub fn of_hash(hash: &[u8]) -> Self {
        Self(hash.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let text = text.strip_prefix("sha256:").unwrap_or(&text).to_ascii_lowercase();
        if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            Ok(Self(text))
        } else {
            Err(format!("expected a SHA-256 of 64 hexadecimal digits, got {text:?}"))
        }
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_place_in_a_subject() {
        for bad in ["", "a.b", "a b", "*", ">", "ä", &"x".repeat(65)] {
            assert!(bad.parse::<WorkerName>().is_err(), "{bad:?}");
        }
        assert_eq!(WorkerName::near("box.example org*").as_str(), "box-example-org-");
        assert_eq!(WorkerName::near("").as_str(), "worker");
    }

    #[test]
    fn the_digest_is_sha_256() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Digest::of(b"abc").as_str(), known);
        assert_eq!(Digest::try_from(format!("sha256:{}", known.to_uppercase())), Ok(Digest::of(b"abc")));
        assert!(Digest::try_from("sha256:12".to_owned()).is_err());
    }
}
