//! The console's events: Ctrl-C, Ctrl-Break, its closing.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close};
use tokio::sync::Notify;

/// Ends the thread.
#[derive(Debug)]
pub(super) struct Closer(Arc<Notify>);

impl Closer {
    pub(super) fn close(&self) {
        self.0.notify_one();
    }
}

pub(super) fn open(heard: impl Fn() + Send + 'static) -> io::Result<(Closer, JoinHandle<()>)> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let (mut interrupt, mut stop, mut close) =
        runtime.block_on(async { Ok::<_, io::Error>((ctrl_c()?, ctrl_break()?, ctrl_close()?)) })?;
    let over = Arc::new(Notify::new());
    let closer = Closer(Arc::clone(&over));
    let thread = std::thread::spawn(move || {
        runtime.block_on(async {
            loop {
                tokio::select! {
                    () = over.notified() => return,
                    Some(()) = interrupt.recv() => heard(),
                    Some(()) = stop.recv() => heard(),
                    Some(()) = close.recv() => heard(),
                }
            }
        });
    });
    Ok((closer, thread))
}
