//! A job object: its processes end when its handle is closed, which the system does when we are gone.
//!
//! The engine is put into it when it has started. What it starts before that, within microseconds, is outside.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, PoisonError};
use win32job::{ExtendedLimitInfo, Job};

/// What an engine is started on.
#[derive(Debug)]
pub(super) struct Leash;

/// A running engine and what it starts; nothing once it has been killed.
#[derive(Debug)]
pub(in crate::shell) struct Process(Mutex<Option<Job>>);

impl Leash {
    pub(super) fn ready() -> Self {
        Self
    }

    pub(super) fn command(&self, program: &Path, arguments: &[String]) -> io::Result<Command> {
        let mut command = Command::new(program);
        command.args(arguments);
        Ok(command)
    }

    /// The engine has started. Without a job, which no version of Windows in use refuses, its end is its own.
    pub(super) fn hold(self, child: &Child) -> Process {
        let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
        let job = job.and_then(|job| job.assign_process(child.as_raw_handle() as isize).map(|()| job));
        Process(Mutex::new(job.ok()))
    }
}

impl Process {
    fn job(&self) -> std::sync::MutexGuard<'_, Option<Job>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There is no such request here: it has been told to quit, and is killed if it does not.
    pub(in crate::shell) fn terminate(&self) {}

    /// Whether there are processes that the engine left behind, once it has ended.
    pub(in crate::shell) fn has_others(&self) -> bool {
        self.job().as_ref().and_then(|job| job.query_process_id_list().ok()).is_some_and(|list| !list.is_empty())
    }

    /// Ends them all.
    pub(in crate::shell) fn kill(&self) {
        drop(self.job().take());
    }

    /// The engine is gone and so is what it left.
    pub(in crate::shell) fn release(self) {
        self.kill();
    }
}

/// No signal ends a process here.
pub(in crate::shell) fn signal(_status: ExitStatus) -> Option<i32> {
    None
}
