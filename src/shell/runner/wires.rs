//! The two pipes of one engine, and its process. One thread reads and writes both engines of a game with `poll`: no
//! thread has to be woken to hand a line on.

use crate::shell::Clock;
use crate::shell::process::{Launch, Process, Started, kill_group};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};
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
    input: ChildStdin,
    output: ChildStdout,
    /// Bytes that the engine has not taken yet.
    pending: Vec<u8>,
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
        rustix::io::ioctl_fionbio(&input, true)?;
        let (pending, partial) = (Vec::new(), Vec::new());
        Ok(Self { process, child, input, output, pending, partial, skipping: false, chunk: vec![0; CHUNK] })
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Writes what the engine takes now; the rest waits. An engine that does not read is found out by its silence, one
    /// that is gone by the end of its output.
    pub(super) fn send(&mut self, bytes: &mut Vec<u8>) {
        if self.pending.is_empty() {
            let sent = write_some(&mut self.input, bytes);
            self.pending.extend_from_slice(bytes.get(sent..).unwrap_or_default());
        } else {
            self.pending.extend_from_slice(bytes);
            self.flush();
        }
        bytes.clear();
    }

    pub(super) fn flush(&mut self) {
        let sent = write_some(&mut self.input, &self.pending);
        self.pending.drain(..sent);
    }

    /// Reads once and hands out the lines that are complete, without their ends.
    pub(super) fn read(&mut self, mut line: impl FnMut(&[u8])) -> Got {
        let got = loop {
            match self.output.read(&mut self.chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                got => break got.unwrap_or(0),
            }
        };
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
        kill_group(self.process.group);
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

fn write_some(input: &mut ChildStdin, bytes: &[u8]) -> usize {
    let mut sent = 0;
    while let Some(rest) = bytes.get(sent..).filter(|rest| !rest.is_empty()) {
        match input.write(rest) {
            Ok(0) => break,
            Ok(count) => sent += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            // It is gone: the end of its output tells the rest, and nobody needs these bytes.
            Err(_) => return bytes.len(),
        }
    }
    sent
}

fn signal(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// Waits until one of the engines has something to read or takes what waits for it; which have something to read.
pub(super) fn wait(engines: [Option<&Wires>; 2], timeout: Option<Duration>) -> [bool; 2] {
    let mut polled: Vec<PollFd<'_>> = Vec::with_capacity(4);
    let mut places = [None; 2];
    for (place, wires) in places.iter_mut().zip(engines) {
        let Some(wires) = wires else { continue };
        *place = Some(polled.len());
        polled.push(PollFd::new(&wires.output, PollFlags::IN));
        if !wires.pending.is_empty() {
            polled.push(PollFd::new(&wires.input, PollFlags::OUT));
        }
    }
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(timeout.subsec_nanos()),
    });
    // Interrupted or not: whoever has nothing is asked again.
    // Interrupted or not: whoever has nothing is asked again.
    poll(&mut polled, timeout.as_ref()).unwrap_or(0);
    places.map(|place| place.and_then(|place| polled.get(place)).is_some_and(|fd| !fd.revents().is_empty()))
}
