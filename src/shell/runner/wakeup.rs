//! How long the host let us and an engine wait for a processor: what tells "the engine was slow" from "the machine was".
//!
//! Linux counts for every thread the nanoseconds it was ready to run and did not (`schedstat`, second number). The
//! part of it that falls between an engine's move and our reading it is not the engine's: it is taken off.

use crate::units::Span;
use std::fs::File;
use std::io;

/// The waiting of one thread.
#[derive(Debug)]
pub(super) struct Waiting {
    file: Option<File>,
    before: u64,
}

impl Waiting {
    /// Of the calling thread.
    pub(super) fn own() -> Self {
        Self::of(File::open("/proc/thread-self/schedstat").ok())
    }

    fn of(file: Option<File>) -> Self {
        let mut waiting = Self { file, before: 0 };
        waiting.since_last();
        waiting
    }

    /// How long it waited for a processor since this was asked last; zero where nobody counts.
    pub(super) fn since_last(&mut self) -> Span {
        let now = self.file.as_ref().and_then(read).map_or(self.before, |(_, waited)| waited);
        let waited = now.saturating_sub(self.before);
        self.before = now;
        Span(i64::try_from(waited).unwrap_or(i64::MAX))
    }
}

#[cfg(unix)]
fn read_start(file: &File, text: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, text, 0)
}

#[cfg(windows)]
fn read_start(file: &File, text: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, text, 0)
}

/// The nanoseconds that a thread ran and waited to run.
fn read(file: &File) -> Option<(u64, u64)> {
    let mut text = [0; 96];
    let got = read_start(file, &mut text).ok()?;
    let text = std::str::from_utf8(text.get(..got)?).ok()?;
    let mut numbers = text.split_ascii_whitespace();
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// What all threads of a process have run and waited so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    pub(super) ran: u64,
    pub(super) waited: u64,
}

impl Spent {
    /// Of a process; zero where nobody counts.
    pub(super) fn of(pid: u32) -> Self {
        let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return Self::default() };
        let mut spent = Self::default();
        for thread in threads.flatten() {
            let file = File::open(thread.path().join("schedstat"));
            if let Some((ran, waited)) = file.ok().as_ref().and_then(read) {
                spent.ran += ran;
                spent.waited += waited;
            }
        }
        spent
    }

    pub(super) fn since(self, before: Self) -> Self {
        Self { ran: self.ran.saturating_sub(before.ran), waited: self.waited.saturating_sub(before.waited) }
    }
}
