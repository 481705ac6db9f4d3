//! Files in, audited games out in file order: one thread reads and cuts, several audit, the caller's takes the results.
//!
//! Decides: who waits for whom. Memory is bounded: a batch is read only when a ticket is free, and its ticket is given
//! back when its results have been taken.

use crate::audit::{Audited, Guarded};
use crate::pgn::{self, Batch, Splitter};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Bytes of PGN audited at a time by a thread.
const BATCH: usize = 1 << 19;

/// What comes out, in order.
#[derive(Debug)]
pub(super) enum Done {
    /// Games of a file.
    Games { file: usize, batch: Batch, audited: Vec<Audited> },
    /// A file is finished, or cannot be read further.
    End { file: usize, error: Option<io::Error> },
}

/// What a stage works on.
pub(super) enum Work {
    Games { file: usize, batch: Batch },
    End { file: usize, error: Option<io::Error> },
}

/// A batch that was audited, or an end: `Err` ends the audit.
pub(super) type Finished = io::Result<(u64, Done)>;

/// Audits the files; `take` gets the results in order. `read` counts bytes of the files. `stage` audits: it is given
/// numbered work, at most `tickets` pieces at a time, and gives each back as done, in any order.
pub(super) fn run(
    files: &[PathBuf],
    tickets: usize,
    stage: impl FnOnce(Receiver<(u64, Work)>, Sender<Finished>) + Send,
    read: &AtomicU64,
    mut take: impl FnMut(Done) -> io::Result<()>,
) -> io::Result<()> {
    let (ticket, tickets) = sync_channel::<()>(tickets);
    let (give, work) = channel::<(u64, Work)>();
    let (finish, finished) = channel::<Finished>();
    thread::scope(|scope| {
        // The reader owns its ends: when it is done the auditors have no more work, and end.
        scope.spawn(move || read_all(files, &ticket, &give, read));
        scope.spawn(move || stage(work, finish));
        let result = in_order(&finished, &tickets, &mut take);
        // A caller that takes no more ends the reader, and with it the others.
        drop(tickets);
        drop(finished);
        result
    })
}

/// The stage that is this machine: so many threads.
pub(super) fn here(
    threads: usize,
    auditor: impl Fn() -> Guarded + Sync,
) -> impl FnOnce(Receiver<(u64, Work)>, Sender<Finished>) {
    move |work, finish| {
        let work = Mutex::new(work);
        thread::scope(|scope| {
            for _ in 0..threads {
                let (finish, work, auditor) = (finish.clone(), &work, &auditor);
                scope.spawn(move || audit_all(work, &finish, auditor()));
            }
        });
    }
}

fn read_all(files: &[PathBuf], ticket: &SyncSender<()>, give: &Sender<(u64, Work)>, read: &AtomicU64) {
    let mut number = 0;
    let mut send = |work: Work| {
        let sent = ticket.send(()).is_ok() && give.send((number, work)).is_ok();
        number += 1;
        sent
    };
    let mut before = 0;
    for (file, path) in files.iter().enumerate() {
        let error = match pgn::open(path) {
            Err(error) => Some(error),
            Ok(opened) => {
                let mut splitter = Splitter::new(opened.stream);
                let mut failed = None;
                loop {
                    match splitter.next_batch(BATCH) {
                        Ok(Some(batch)) => {
                            read.store(before + opened.read.load(Ordering::Relaxed), Ordering::Relaxed);
                            if !send(Work::Games { file, batch }) {
                                return;
                            }
                        }
                        Ok(None) => break,
                        // What was read before the failure is still given.
                        Err(error) => failed = Some(error),
                    }
                }
                before += opened.read.load(Ordering::Relaxed);
                failed
            }
        };
        if !send(Work::End { file, error }) {
            return;
        }
    }
}

fn audit_all(work: &Mutex<Receiver<(u64, Work)>>, finish: &Sender<Finished>, mut mine: Guarded) {
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, next)) = next else { return };
        let done = match next {
            Work::End { file, error } => Done::End { file, error },
            Work::Games { file, batch } => {
                let audited = batch.games.iter().map(|place| mine.audit(batch.text(place))).collect();
                Done::Games { file, batch, audited }
            }
        };
        if finish.send(Ok((number, done))).is_err() {
            return;
        }
    }
}

fn in_order(
    finished: &Receiver<Finished>,
    tickets: &Receiver<()>,
    take: &mut impl FnMut(Done) -> io::Result<()>,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for done in finished {
        let (number, done) = done?;
        early.insert(number, done);
        while let Some(done) = early.remove(&next) {
            take(done)?;
            next += 1;
            if tickets.recv().is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}
