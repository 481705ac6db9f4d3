//! A thread for each pipe, as pipes here cannot be waited for together. They wake the thread that opened them.

use crate::shell::Clock;
use crate::units::Span;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

/// So many bytes wait to be read, then the engine has to.
const FULL: usize = 1 << 20;

/// Both pipes of an engine. The thread that opened them is the one that waits.
#[derive(Debug)]
pub(super) struct Pipes {
    input: Sender<Vec<u8>>,
    heard: Arc<Heard>,
}

#[derive(Debug, Default)]
struct Heard {
    buffer: Mutex<Buffer>,
    /// The buffer is another.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Buffer {
    bytes: Vec<u8>,
    /// No more will come, or nobody wants it.
    over: bool,
}

impl Buffer {
    fn is_ready(&self) -> bool {
        self.over || !self.bytes.is_empty()
    }
}

impl Heard {
    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn until(&self, is_so: impl Fn(&Buffer) -> bool) -> MutexGuard<'_, Buffer> {
        self.changed.wait_while(self.buffer(), |buffer| !is_so(buffer)).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pipes {
    pub(super) fn open(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        let (sender, orders) = channel();
        let heard = Arc::new(Heard::default());
        let (ears, owner) = (Arc::clone(&heard), thread::current());
        thread::Builder::new().name("engine in".to_owned()).spawn(move || say(input, &orders))?;
        thread::Builder::new().name("engine out".to_owned()).spawn(move || hear(output, &ears, &owner))?;
        Ok(Self { input: sender, heard })
    }

    /// The thread writes them as the engine takes them. If it is gone, the end of its output tells.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        self.input.send(bytes.to_owned()).unwrap_or_default();
    }

    /// The thread does.
    pub(super) fn flush(&mut self) {}

    /// What has come; nothing at the end.
    pub(super) fn read(&mut self, chunk: &mut [u8]) -> usize {
        let mut buffer = self.heard.until(Buffer::is_ready);
        let count = buffer.bytes.len().min(chunk.len());
        for (to, from) in chunk.iter_mut().zip(buffer.bytes.drain(..count)) {
            *to = from;
        }
        drop(buffer);
        self.heard.changed.notify_all();
        count
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        self.heard.buffer().over = true;
        self.heard.changed.notify_all();
    }
}

fn say(mut input: ChildStdin, orders: &Receiver<Vec<u8>>) {
    while let Ok(bytes) = orders.recv() {
        if input.write_all(&bytes).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn hear(mut output: ChildStdout, heard: &Heard, owner: &Thread) {
    let mut chunk = [0; 1 << 14];
    loop {
        let got = match output.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            got => got.unwrap_or(0),
        };
        let mut buffer = heard.until(|buffer| buffer.over || buffer.bytes.len() < FULL);
        buffer.bytes.extend_from_slice(chunk.get(..got).unwrap_or_default());
        buffer.over |= got == 0;
        let over = buffer.over;
        drop(buffer);
        heard.changed.notify_all();
        owner.unpark();
        if over {
            return;
        }
    }
}

pub(super) fn wait(engines: [Option<&Pipes>; 2], timeout: Option<Duration>) -> [bool; 2] {
    let clock = Clock::start();
    let due = timeout.map(|timeout| clock.now().after(Span(i64::try_from(timeout.as_nanos()).unwrap_or(i64::MAX))));
    loop {
        let ready = engines.map(|pipes| pipes.is_some_and(|pipes| pipes.heard.buffer().is_ready()));
        let left = due.map(|due| clock.until(due));
        match left {
            _ if ready != [false; 2] => return ready,
            None => thread::park(),
            Some(Duration::ZERO) => return ready,
            Some(left) => thread::park_timeout(left),
        }
    }
}
