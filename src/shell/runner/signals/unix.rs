//! Unix signals.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use std::io;
use std::thread::JoinHandle;

/// Ends the thread.
#[derive(Debug)]
pub(super) struct Closer(Handle);

impl Closer {
    pub(super) fn close(&self) {
        self.0.close();
    }
}

pub(super) fn open(heard: impl Fn() + Send + 'static) -> io::Result<(Closer, JoinHandle<()>)> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let closer = Closer(signals.handle());
    let thread = std::thread::spawn(move || {
        for _ in signals.forever() {
            heard();
        }
    });
    Ok((closer, thread))
}
