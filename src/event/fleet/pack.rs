//! Messages as bytes: JSON, deflated (RFC 1951). What unpacks to more than is allowed is refused before it is held.

use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Read;

/// No message is larger, unpacked: 64 MiB.
const LARGEST: u64 = 1 << 26;

/// Bytes that are no message.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// They cannot be unpacked.
    #[error("expected a packed message, got {0}")]
    Bytes(#[from] std::io::Error),
    /// What is unpacked is something else.
    #[error("expected a message of this version, got {0}")]
    Message(#[from] serde_json::Error),
    /// It is too large.
    #[error("expected at most {LARGEST} bytes, got more")]
    Large,
}

/// A message and bytes that go with it, as bytes.
///
/// # Errors
/// It cannot be written as JSON.
pub fn pack_with(message: &impl Serialize, bytes: &[u8]) -> Result<Vec<u8>, PackError> {
    let mut whole = serde_json::to_vec(message)?;
    // JSON of ours has no line ends.
    whole.push(b'\n');
    whole.extend_from_slice(bytes);
    let mut packed = Vec::new();
    DeflateEncoder::new(whole.as_slice(), Compression::fast()).read_to_end(&mut packed)?;
    Ok(packed)
}

/// The message that bytes are, and what goes with it.
///
/// # Errors
/// They are none.
pub fn unpack_with<T: DeserializeOwned>(packed: &[u8]) -> Result<(T, Vec<u8>), PackError> {
    let mut whole = inflate(packed)?;
    let end = memchr::memchr(b'\n', &whole).unwrap_or(whole.len());
    let message = serde_json::from_slice(whole.get(..end).unwrap_or_default())?;
    whole.drain(..whole.len().min(end + 1));
    Ok((message, whole))
}

/// A message as bytes.
///
/// # Errors
/// It cannot be written as JSON.
pub fn pack(message: &impl Serialize) -> Result<Vec<u8>, PackError> {
    let json = serde_json::to_vec(message)?;
    let mut packed = Vec::new();
    DeflateEncoder::new(json.as_slice(), Compression::fast()).read_to_end(&mut packed)?;
    Ok(packed)
}

/// The message that bytes are.
///
/// # Errors
/// They are none.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, PackError> {
    Ok(serde_json::from_slice(&inflate(bytes)?)?)
}

fn inflate(packed: &[u8]) -> Result<Vec<u8>, PackError> {
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed).take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(PackError::Large) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_a_bomb_is_not() {
        let text = vec!["a pair of games"; 100];
        let packed = pack(&text).unwrap();
        assert!(packed.len() < 200);
        assert_eq!(unpack::<Vec<String>>(&packed).unwrap(), text);
        let bomb = pack(&" ".repeat(usize::try_from(LARGEST).unwrap())).unwrap();
        assert!(matches!(unpack::<String>(&bomb), Err(PackError::Large)));
        assert!(unpack::<String>(b"nonsense").is_err());
        let packed = pack_with(&"head", b"one\ntwo").unwrap();
        assert_eq!(unpack_with::<String>(&packed).unwrap(), ("head".to_owned(), b"one\ntwo".to_vec()));
    }
}
