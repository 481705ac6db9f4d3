//! Ctrl-C, SIGTERM and SIGHUP (a terminal that is closed): the first lets the games in play end, the second breaks them off.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use std::io;
use std::thread::JoinHandle;

/// A thread that hears signals.
#[derive(Debug)]
pub(in crate::shell) struct Ears {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Ears {
    /// Calls `heard` for every signal until dropped.
    pub(in crate::shell) fn open(heard: impl Fn() + Send + 'static) -> io::Result<Self> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        let handle = signals.handle();
        let thread = std::thread::spawn(move || {
            for _ in signals.forever() {
                heard();
            }
        });
        Ok(Self { handle, thread: Some(thread) })
    }
}

impl Drop for Ears {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
