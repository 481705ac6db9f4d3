//! Files in, audited games out in file order: one thread reads and cuts, several audit, the caller's takes the results.
//!
//! Decides: who waits for whom. Memory is bounded: a batch is read only when a ticket is free, and its ticket is given
//! back when its results have been taken.

use crate::audit::{Audited, Auditor, Finding, FindingId, Severity};
use crate::game::MateOracle;
use crate::pgn::{self, Batch, Splitter};
use shakmaty::Chess;
use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
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

enum Work {
    Games { file: usize, batch: Batch },
    End { file: usize, error: Option<io::Error> },
}

/// Audits the files with so many threads; `take` gets the results in order. `read` counts bytes of the files.
pub(super) fn run<F, O>(
    files: &[PathBuf],
    threads: usize,
    auditor: impl Fn() -> Auditor<F> + Sync,
    read: &AtomicU64,
    mut take: impl FnMut(Done) -> io::Result<()>,
) -> io::Result<()>
where
    F: Fn(&Chess) -> O,
    O: MateOracle,
{
    let (ticket, tickets) = sync_channel::<()>(threads * 3 + 1);
    let (give, work) = channel::<(u64, Work)>();
    let (finish, finished) = channel::<(u64, Done)>();
    let work = Mutex::new(work);
    thread::scope(|scope| {
        // The reader owns its ends: when it is done the auditors have no more work, and end.
        scope.spawn(move || read_all(files, &ticket, &give, read));
        for _ in 0..threads {
            let finish = finish.clone();
            scope.spawn(|| {
                let finish = finish;
                audit_all(&work, &finish, &auditor);
            });
        }
        drop(finish);
        let result = in_order(&finished, &tickets, &mut take);
        // A caller that takes no more ends the reader, and with it the others.
        drop(tickets);
        drop(finished);
        result
    })
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

fn audit_all<F, O>(
    work: &Mutex<Receiver<(u64, Work)>>,
    finish: &Sender<(u64, Done)>,
    auditor: &(impl Fn() -> Auditor<F> + Sync),
) where
    F: Fn(&Chess) -> O,
    O: MateOracle,
{
    let mut mine = auditor();
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, next)) = next else { return };
        let done = match next {
            Work::End { file, error } => Done::End { file, error },
            Work::Games { file, batch } => {
                let audited = batch.games.iter().map(|place| audit(&mut mine, batch.text(place), auditor)).collect();
                Done::Games { file, batch, audited }
            }
        };
        if finish.send((number, done)).is_err() {
            return;
        }
    }
}

/// One game. If this program fails over it, the game is said to be unjudgeable and the rest is done.
fn audit<F, O>(mine: &mut Auditor<F>, text: &[u8], auditor: &impl Fn() -> Auditor<F>) -> Audited
where
    F: Fn(&Chess) -> O,
    O: MateOracle,
{
    match catch_unwind(AssertUnwindSafe(|| mine.audit(text))) {
        Ok(audited) => audited,
        Err(_) => {
            *mine = auditor();
            let finding = Finding {
                id: FindingId::InternalError,
                severity: Severity::Unjudgeable,
                ply: None,
                article: None,
                text: "this program failed over the game; please report it".to_owned(),
            };
            Audited { findings: vec![finding], ..Audited::default() }
        }
    }
}

fn in_order(
    finished: &Receiver<(u64, Done)>,
    tickets: &Receiver<()>,
    take: &mut impl FnMut(Done) -> io::Result<()>,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, done) in finished {
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
