//! The two pipes of one engine, and its process; the bytes made lines.

#[cfg_attr(unix, path = "wires/unix.rs")]
#[cfg_attr(windows, path = "wires/windows.rs")]
mod pipes;

use crate::shell::Clock;
use crate::shell::process::{Launch, Process, Started, signal};
use pipes::Pipes;
use std::io;
use std::process::Child;
use std::time::Duration;

/// The longest line that is looked at; what is longer is cut there, and the rest of it dropped.
const LONGEST: usize = 1 << 20;
const CHUNK: usize = 1 << 14;
/// How long an engine that closed its output may take to be gone, so that it can be said how it ended.
const GRACE: Duration = Duration::from_millis(20);

/// A running engine.
#[derive(Debug)]
pub(super) struct Wires {
    process: Process,
    child: Child,
    pipes: Pipes,
    /// Bytes of a line that has not ended yet.
    partial: Vec<u8>,
    /// Inside a line that was cut.
    skipping: bool,
    chunk: Vec<u8>,
}

/// What there was to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Got {
    /// Bytes.
    Bytes,
    /// The end.
    End,
}

impl Wires {
    pub(super) fn start(launch: &Launch) -> io::Result<Self> {
        let Started { process, child, input, output } = launch.start()?;
        let pipes = Pipes::open(input, output)?;
        Ok(Self { process, child, pipes, partial: Vec::new(), skipping: false, chunk: vec![0; CHUNK] })
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Writes what the engine takes now; the rest waits. An engine that does not read is found out by its silence, one
    /// that is gone by the end of its output.
    pub(super) fn send(&mut self, bytes: &mut Vec<u8>) {
        self.pipes.send(bytes);
        bytes.clear();
    }

    pub(super) fn flush(&mut self) {
        self.pipes.flush();
    }

    /// Reads once and hands out the lines that are complete, without their ends.
    pub(super) fn read(&mut self, mut line: impl FnMut(&[u8])) -> Got {
        let got = self.pipes.read(&mut self.chunk);
        let mut rest = self.chunk.get(..got).unwrap_or_default();
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (head, tail) = rest.split_at_checked(end).unwrap_or((rest, b""));
            rest = tail.get(1..).unwrap_or_default();
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            if self.partial.is_empty() {
                line(head);
            } else {
                self.partial.extend_from_slice(head);
                line(&self.partial);
                self.partial.clear();
            }
        }
        if !self.skipping {
            self.partial.extend_from_slice(rest);
        }
        if self.partial.len() > LONGEST {
            line(&self.partial);
            self.partial.clear();
            self.skipping = true;
        }
        if got > 0 {
            return Got::Bytes;
        }
        // A last line without an end is a line.
        if !self.partial.is_empty() {
            line(&self.partial);
            self.partial.clear();
        }
        Got::End
    }

    /// Whether the process has ended, whatever its children hold open.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// How an engine whose output has ended is gone; what is left of it is killed.
    pub(super) fn farewell(mut self) -> String {
        let mut waited = Duration::ZERO;
        let step = Duration::from_micros(500);
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if waited < GRACE => {
                    Clock::pause(step);
                    waited += step;
                }
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let how = match status {
            None => "closed its output and was ended".to_owned(),
            Some(status) => match (status.code(), signal(status)) {
                (_, Some(signal)) => format!("ended by signal {signal}"),
                (Some(code), None) => format!("exited with code {code}"),
                (None, None) => "ended".to_owned(),
            },
        };
        self.kill();
        how
    }

    /// Ends it and all that it started.
    pub(super) fn kill(mut self) {
        self.process.kill();
        drop(self.child.wait());
        self.process.release();
    }

    /// Lets it end by itself for a while. `quit` has been said.
    pub(super) fn part(mut self, patience: Duration) {
        let mut waited = Duration::ZERO;
        let mut step = Duration::from_millis(1);
        while waited < patience {
            self.flush();
            match self.child.try_wait() {
                Ok(None) => Clock::pause(step),
                Ok(Some(_)) | Err(_) => break,
            }
            waited += step;
            step = (step * 2).min(Duration::from_millis(50));
        }
        self.kill();
    }
}

/// Waits until one of the engines has something to read or takes what waits for it; which have something to read.
pub(super) fn wait(engines: [Option<&Wires>; 2], timeout: Option<Duration>) -> [bool; 2] {
    pipes::wait(engines.map(|wires| wires.map(|wires| &wires.pipes)), timeout)
}
