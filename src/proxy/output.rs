//! What the proxy tells the shell to do, in order: bytes for either side, entries for the ledger, orders.

use crate::exit::Exit;
use crate::game::Ruling;
use crate::ledger::Event;

/// Effects of one step. The shell empties it and hands it back.
#[derive(Debug, Default)]
pub struct Output {
    /// Bytes for the GUI.
    pub up: Vec<u8>,
    /// Bytes for the engine.
    pub down: Vec<u8>,
    /// Entries for the ledger.
    pub records: Vec<Record>,
    /// What to do with the engine's process and with ourselves.
    pub orders: Vec<Order>,
}

/// One entry for the ledger, before the shell adds the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Which game of this process, from 1; 0 before the first.
    pub game: u32,
    /// Half-moves made, as far as the game is known.
    pub ply: Option<u32>,
    /// The position, as far as it is known.
    pub fen: Option<String>,
    /// What happened.
    pub what: What,
    /// The articles it rests on, unless it is a ruling, which has its own.
    pub articles: Vec<String>,
    /// One sentence for people; may be empty.
    pub text: String,
}

/// What an entry is about.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A ruling.
    Ruling(Box<Ruling>),
    /// Anything else.
    Event(Event),
}

/// An order to the shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Start the engine. Bytes for it wait until it runs.
    Start,
    /// The engine was told to quit: wait for it, then make it go, then end.
    Quit,
    /// The engine is past help: kill it and everything it started. Its end is reported as any other.
    Kill,
    /// End the program, whatever still runs.
    End(Exit),
}

impl Output {
    /// A line of our own for the GUI.
    pub fn say(&mut self, line: &str) {
        push_line(&mut self.up, line);
    }

    /// A line of our own for the engine.
    pub fn tell(&mut self, line: &str) {
        push_line(&mut self.down, line);
    }

    /// Whether nothing is to be done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.up.is_empty() && self.down.is_empty() && self.records.is_empty() && self.orders.is_empty()
    }
}

/// Text from elsewhere must not become a second line.
fn push_line(to: &mut Vec<u8>, line: &str) {
    to.extend(line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r' | 0) { b' ' } else { byte }));
    to.push(b'\n');
}
