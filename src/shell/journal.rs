//! Files that tell what happened: the ledger, and the transcript of both wires. A thread of its own writes them, so
//! that no line waits for a disk. An entry is written in one piece: a kill cannot cut it.

use super::clock_source::Clock;
use super::writable::open_to_write;
use crate::ledger::{self, EngineFault, Entry, Event, Remedy};
use crate::proxy::{Record, What};
use crate::units::Stamp;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {cause}")]
pub struct JournalError {
    path: PathBuf,
    /// What the system says.
    pub cause: std::io::Error,
}

enum Message {
    Entry(Box<Entry>),
    Wire(Stamp, &'static str, Vec<u8>),
    Close,
}

/// Where records go.
#[derive(Debug)]
pub struct Journal {
    sender: Option<Sender<Message>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    transcribes: bool,
}

impl Journal {
    /// Opens the files that are wanted; both are appended to.
    ///
    /// # Errors
    /// A file cannot be opened.
    pub fn open(ledger: Option<&Path>, transcript: Option<&Path>) -> Result<Self, JournalError> {
        let append = |path: &Path| {
            let opened = open_to_write(path, OpenOptions::new().create(true).append(true));
            opened.map_err(|cause| JournalError { path: path.to_owned(), cause })
        };
        let (ledger, transcript) = (ledger.map(append).transpose()?, transcript.map(append).transpose()?);
        let transcribes = transcript.is_some();
        if ledger.is_none() && transcript.is_none() {
            return Ok(Self { sender: None, writer: Mutex::new(None), transcribes });
        }
        let (sender, receiver) = channel();
        let writer = std::thread::spawn(move || write(&receiver, ledger, transcript));
        Ok(Self { sender: Some(sender), writer: Mutex::new(Some(writer)), transcribes })
    }

    /// Whether bytes on the wire are wanted.
    #[must_use]
    pub fn transcribes(&self) -> bool {
        self.transcribes
    }

    /// Bytes on the wire.
    pub fn wire(&self, at: Stamp, direction: &'static str, bytes: &[u8]) {
        if self.transcribes && !bytes.is_empty() {
            self.send(Message::Wire(at, direction, bytes.to_vec()));
        }
    }

    /// An entry of the state machine.
    pub fn record(&self, record: Record) {
        if self.sender.is_none() {
            return;
        }
        let time = Clock::wall_ms();
        let entry = match record.what {
            What::Ruling(ruling) => Entry::of_ruling(time, record.game, record.fen, &ruling),
            What::Event(event) => Entry {
                ply: record.ply,
                fen: record.fen,
                articles: record.articles,
                text: record.text,
                ..Entry::new(time, record.game, event)
            },
        };
        self.send(Message::Entry(Box::new(entry)));
    }

    /// An event of the shell.
    pub fn event(&self, event: Event) {
        self.send(Message::Entry(Box::new(Entry::new(Clock::wall_ms(), 0, event))));
    }

    /// A fault that the shell sees, and what is done about it.
    pub fn fault(&self, fault: EngineFault, remedy: Remedy) {
        self.event(Event::Fault { fault });
        self.event(Event::Remedy { remedy });
    }

    /// Whether anybody reads what is recorded.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.sender.is_some()
    }

    fn send(&self, message: Message) {
        if let Some(sender) = &self.sender {
            // The writer ends only after us.
            drop(sender.send(message));
        }
    }

    /// Writes everything and the last entry; what comes later is lost.
    pub fn close(&self, exit: u8) {
        self.event(Event::Closed { exit });
        self.send(Message::Close);
        let writer = self.writer.lock().map(|mut writer| writer.take());
        if let Ok(Some(writer)) = writer {
            // Its panic would have lost entries; nobody is left to tell.
            drop(writer.join());
        }
    }
}

fn write(messages: &Receiver<Message>, mut ledger: Option<File>, mut transcript: Option<File>) {
    let mut text = Vec::new();
    while let Ok(message) = messages.recv() {
        let mut next = Some(message);
        let mut closed = false;
        while let Some(message) = next {
            match message {
                Message::Close => closed = true,
                Message::Entry(entry) => put(&mut ledger, ledger::to_line(&entry).as_bytes()),
                Message::Wire(at, direction, bytes) => transcribe(&mut text, at, direction, &bytes),
            }
            next = messages.try_recv().ok().filter(|_| text.len() < 1 << 20);
        }
        put(&mut transcript, &text);
        text.clear();
        if closed {
            return;
        }
    }
}

/// A full disk must not end a game: the file is given up.
fn put(file: &mut Option<File>, bytes: &[u8]) {
    let failed = file.as_mut().is_some_and(|open| open.write_all(bytes).is_err());
    if failed {
        *file = None;
    }
}

/// `     1.234567 > uci`, as in `tests/transcripts`.
fn transcribe(text: &mut Vec<u8>, at: Stamp, direction: &str, bytes: &[u8]) {
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let micros = at.0 / 1_000;
        let shown = line.strip_suffix(b"\n").unwrap_or(line).escape_ascii();
        text.extend(format!("{:5}.{:06} {direction} {shown}\n", micros / 1_000_000, micros % 1_000_000).bytes());
    }
}
