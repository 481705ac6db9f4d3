//! Ctrl-C, SIGTERM and SIGHUP (a terminal that is closed): the first lets the games in play end, the second breaks them off.

#[cfg_attr(unix, path = "signals/unix.rs")]
#[cfg_attr(windows, path = "signals/windows.rs")]
mod system;

use std::io;
use std::thread::JoinHandle;
use system::Closer;

/// A thread that hears signals.
#[derive(Debug)]
pub(in crate::shell) struct Ears {
    closer: Closer,
    thread: Option<JoinHandle<()>>,
}

impl Ears {
    /// Calls `heard` for every signal until dropped.
    pub(in crate::shell) fn open(heard: impl Fn() + Send + 'static) -> io::Result<Self> {
        let (closer, thread) = system::open(heard)?;
        Ok(Self { closer, thread: Some(thread) })
    }
}

impl Drop for Ears {
    fn drop(&mut self) {
        self.closer.close();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
