//! The audit's stage that is a fleet: batches go to workers, and come back audited.

use super::AuditArgs;
use super::pipeline::{Done, Finished, Work};
use crate::audit::Options;
use crate::laws::Edition;
use crate::shell::fleet::{Audit, AuditEnd, AuditOrder, FleetError, FleetOptions};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

/// Batches in memory at a time: half a mebibyte each.
pub(super) const TICKETS: usize = 256;

/// None: this machine audits.
pub(super) fn options(args: &AuditArgs) -> Option<FleetOptions> {
    args.give.options(None)
}

/// An audit that workers are asked for.
pub(super) struct Fleet(Audit);

/// Connects, and shows the audit to workers.
pub(super) fn open(fleet: FleetOptions, laws: &Arc<Edition>, options: &Options) -> Result<Fleet, FleetError> {
    let order = AuditOrder { laws: laws.name().to_owned(), text: laws.text().to_owned(), options: options.clone() };
    Audit::open(fleet, order).map(Fleet)
}

impl Fleet {
    pub(super) fn stage(self, work: Receiver<(u64, Work)>, finish: &Sender<Finished>) {
        let mut files = HashMap::new();
        let (give, batches) = std::sync::mpsc::channel();
        let (done, audited) = std::sync::mpsc::channel();
        let mut audit = Some(self.0);
        std::thread::scope(|scope| {
            let Some(audit) = audit.take() else { return };
            let fleet = scope.spawn(move || audit.run(batches, &done));
            let (to_files, from_files) = std::sync::mpsc::channel();
            scope.spawn(move || {
                for (number, work) in work {
                    match work {
                        Work::End { file, error } => {
                            drop(finish.send(Ok((number, Done::End { file, error }))));
                        }
                        Work::Games { file, batch } => {
                            if to_files.send((number, file)).is_err() || give.send((number, batch)).is_err() {
                                return;
                            }
                        }
                    }
                }
            });
            for (number, batch, audited) in audited {
                while !files.contains_key(&number)
                    && let Ok((known, file)) = from_files.recv()
                {
                    files.insert(known, file);
                }
                if let Some(file) = files.remove(&number)
                    && finish.send(Ok((number, Done::Games { file, batch, audited }))).is_err()
                {
                    break;
                }
            }
            let ended = match fleet.join() {
                Ok(Ok(AuditEnd::Done)) => return,
                Ok(Ok(AuditEnd::Stopped)) => io::Error::new(io::ErrorKind::Interrupted, "the audit was stopped"),
                Ok(Err(error)) => io::Error::other(error.to_string()),
                Err(_) => io::Error::other("fleet: its thread has failed"),
            };
            drop(finish.send(Err(ended)));
        });
    }
}
