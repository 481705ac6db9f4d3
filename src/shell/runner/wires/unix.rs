//! One thread reads and writes both engines of a game with `poll`: no thread has to be woken to hand a line on.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

/// Both pipes of an engine.
#[derive(Debug)]
pub(super) struct Pipes {
    input: ChildStdin,
    output: ChildStdout,
    /// Bytes that the engine has not taken yet.
    pending: Vec<u8>,
}

impl Pipes {
    pub(super) fn open(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&input, true)?;
        Ok(Self { input, output, pending: Vec::new() })
    }

    /// Writes what the engine takes now; the rest waits.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        if self.pending.is_empty() {
            let sent = write_some(&mut self.input, bytes);
            self.pending.extend_from_slice(bytes.get(sent..).unwrap_or_default());
        } else {
            self.pending.extend_from_slice(bytes);
            self.flush();
        }
    }

    pub(super) fn flush(&mut self) {
        let sent = write_some(&mut self.input, &self.pending);
        self.pending.drain(..sent);
    }

    /// Reads once; nothing at the end.
    pub(super) fn read(&mut self, chunk: &mut [u8]) -> usize {
        loop {
            match self.output.read(chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                got => break got.unwrap_or(0),
            }
        }
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

pub(super) fn wait(engines: [Option<&Pipes>; 2], timeout: Option<Duration>) -> [bool; 2] {
    let mut polled: Vec<PollFd<'_>> = Vec::with_capacity(4);
    let mut places = [None; 2];
    for (place, pipes) in places.iter_mut().zip(engines) {
        let Some(pipes) = pipes else { continue };
        *place = Some(polled.len());
        polled.push(PollFd::new(&pipes.output, PollFlags::IN));
        if !pipes.pending.is_empty() {
            polled.push(PollFd::new(&pipes.input, PollFlags::OUT));
        }
    }
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(timeout.subsec_nanos()),
    });
    // Interrupted or not: whoever has nothing is asked again.
    poll(&mut polled, timeout.as_ref()).unwrap_or(0);
    places.map(|place| place.and_then(|place| polled.get(place)).is_some_and(|fd| !fd.revents().is_empty()))
}
