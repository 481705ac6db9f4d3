//! Reports of the FIDE (TRF): what is read, written and read again is the same, in both versions of the format.

use uci_arbiter::event::trf::{Document, Version, parse};

pub(crate) fn run(data: &[u8]) {
    let Ok(document) = parse("a.trf", data) else { return };
    drop(document.games());
    assert!(usize::from(document.next_round()) <= document.rounds_told() + 1);
    for version in [Version::Trf16, Version::Trf26] {
        // What does not fit the columns is refused.
        let Ok(text) = document.write(version) else { continue };
        let once = read(&text);
        let Ok(again) = once.write(version) else { panic!("what was written once is written again:\n{text}") };
        assert_eq!(again, text);
        assert_eq!(read(&again), once);
    }
}

fn read(text: &str) -> Document {
    parse("written.trf", text.as_bytes()).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}
