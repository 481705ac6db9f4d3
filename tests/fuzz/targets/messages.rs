//! JSON that travels or is kept: entries of the ledger, messages of the fleet. What is read is written and read again.

use super::text::{choice, lines};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use uci_arbiter::event::fleet::{
    EventCard, EventOrder, Outstanding, Unit, UnitResult, WorkerCard, WorkerOrder, pack, unpack,
};
use uci_arbiter::ledger;

pub(crate) fn run(data: &[u8]) {
    let (kind, rest) = choice(data);
    match kind % 7 {
        0 => lines(rest, 8).for_each(entry),
        1 => {
            if let Some(unit) = read::<Unit>(rest) {
                let mut outstanding = Outstanding::default();
                let name = unit.name();
                outstanding.offer(unit);
                drop(outstanding.taken(&name));
            }
        }
        2 => {
            if let Some(result) = read::<UnitResult>(rest) {
                let games = result.games.len();
                assert_eq!(Outstanding::default().take(result).len(), games);
            }
        }
        3 => drop(read::<EventCard>(rest)),
        4 => drop(read::<WorkerCard>(rest)),
        5 => drop(read::<EventOrder>(rest)),
        _ => drop(read::<WorkerOrder>(rest)),
    }
}

fn read<T: Serialize + DeserializeOwned + Debug + PartialEq>(json: &[u8]) -> Option<T> {
    let read = serde_json::from_slice::<T>(json).ok()?;
    let packed = pack(&read).expect("a message is JSON");
    assert_eq!(unpack::<T>(&packed).expect("our own message"), read);
    Some(read)
}

fn entry(line: &[u8]) {
    match ledger::parse(line) {
        Ok(entry) => {
            let line = ledger::to_line(&entry);
            assert_eq!(line.matches('\n').count(), 1);
            assert_eq!(ledger::parse(line.as_bytes()).expect("our own entry"), entry);
        }
        Err(error) => assert!(error.to_string().chars().count() < 2_000),
    }
}
