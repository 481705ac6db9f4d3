//! A process group with a watcher that leads it.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The binary of the unit tests has no such commands: their engines are simple, and end when nobody writes to them.
const NO_LEASH: bool = cfg!(test);

/// What an engine is started on.
#[derive(Debug)]
pub(super) struct Leash {
    watcher: Option<Child>,
}

/// A running engine and what it starts.
#[derive(Debug)]
pub(in crate::shell) struct Process {
    group: i32,
    watcher: Option<Child>,
}

impl Leash {
    /// The watcher comes first and leads the group, so that there is no moment without one.
    pub(super) fn ready() -> Self {
        Self { watcher: watch() }
    }

    fn leader(&self) -> Option<i32> {
        self.watcher.as_ref().and_then(|child| i32::try_from(child.id()).ok())
    }

    pub(super) fn command(&self, program: &Path, arguments: &[String]) -> io::Result<Command> {
        let own = i32::try_from(std::process::id()).unwrap_or(0).to_string();
        let mut command = match NO_LEASH {
            true => Command::new(program),
            false => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg("leash").arg("exec").arg(own).arg(program);
                command
            }
        };
        command.args(arguments);
        command.process_group(self.leader().unwrap_or(0));
        Ok(command)
    }

    /// The engine has started.
    pub(super) fn hold(self, child: &Child) -> Process {
        let group = self.leader().or_else(|| i32::try_from(child.id()).ok()).unwrap_or(0);
        Process { group, watcher: self.watcher }
    }
}

/// A watcher that leads a group and kills it if we end without a word; none if it cannot be had.
fn watch() -> Option<Child> {
    if NO_LEASH {
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.arg("leash").arg("watch");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command.spawn().ok()
}

impl Process {
    /// Asks the whole group to end.
    pub(in crate::shell) fn terminate(&self) {
        signal_group(self.group, false);
    }

    /// Whether the group has members beside its watcher: processes that the engine left behind, once it has ended.
    pub(in crate::shell) fn has_others(&self) -> bool {
        let Ok(processes) = std::fs::read_dir("/proc") else {
            return false;
        };
        let group = self.group.to_string();
        processes.flatten().any(|entry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // The name in parentheses may hold blanks: `PID (NAME) STATE PARENT GROUP …`.
            let mut words = stat.rsplit(") ").next().unwrap_or_default().split(' ');
            let is_running = words.next().is_some_and(|state| state != "Z" && state != "X");
            is_running && words.nth(1) == Some(group.as_str()) && !entry.file_name().eq_ignore_ascii_case(&group)
        })
    }

    /// Ends the whole group.
    pub(in crate::shell) fn kill(&self) {
        kill_group(self.group);
    }

    /// The engine is gone and so is what it left: the watcher is sent home.
    pub(in crate::shell) fn release(mut self) {
        kill_group(self.group);
        if let Some(mut watcher) = self.watcher.take() {
            let word = watcher.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(b"."));
            // If the watcher is gone there is nobody to tell.
            drop(word);
            drop(watcher.wait());
        }
    }
}

/// Kills a process group.
pub(in crate::shell) fn kill_group(group: i32) {
    signal_group(group, true);
}

fn signal_group(group: i32, kill: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if kill { Signal::KILL } else { Signal::TERM };
    if let Some(pid) = Pid::from_raw(group).filter(|_| group > 1) {
        // A group that is already empty is what we want.
        kill_process_group(pid, signal).unwrap_or(());
    }
}

/// The signal that ended a process.
pub(in crate::shell) fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}
