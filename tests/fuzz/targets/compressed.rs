//! Compressed input of an audit: every stream ends, with text or an error; what we pack comes out again.

use super::text::choice;
use std::io::Read;
use uci_arbiter::event::fleet::{pack_with, unpack_with};
use uci_arbiter::pgn::{Splitter, decompressed};

/// No test needs more of what comes out.
const MOST: u64 = 1 << 18;

pub(crate) fn run(data: &[u8]) {
    let (kind, rest) = choice(data);
    match kind % 4 {
        0 => packed(rest),
        1 => stream([&[0x1f, 0x8b][..], rest].concat()),
        2 => stream([&b"BZh"[..], rest].concat()),
        _ => stream([&[0x28, 0xb5, 0x2f, 0xfd][..], rest].concat()),
    }
}

fn stream(bytes: Vec<u8>) {
    let Ok(stream) = decompressed(std::io::Cursor::new(bytes)) else { return };
    let mut splitter = Splitter::new(stream.take(MOST));
    let mut before = 0;
    while let Ok(Some(batch)) = splitter.next_batch(1 << 12) {
        for place in &batch.games {
            assert!(place.number == before + 1 && place.line > 0);
            before = place.number;
        }
    }
}

fn packed(bytes: &[u8]) {
    drop(unpack_with::<serde_json::Value>(bytes));
    let packed = pack_with(&"head", bytes).expect("memory can be written");
    let (head, again) = unpack_with::<String>(&packed).expect("our own message");
    assert_eq!((head.as_str(), again.as_slice()), ("head", bytes));
}
