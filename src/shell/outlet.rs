//! One direction of the wire: bytes wait here until they are written. Whoever has bytes for the other side of its own
//! stream writes them itself and may be held up by a slow reader; a thread that only adds a line on the way never is.

use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where bytes go.
pub(super) type Sink = Box<dyn Write + Send>;

/// A queue in front of a sink that may not be there yet.
#[derive(Default)]
pub(super) struct Outlet {
    queue: Mutex<Queue>,
    nudge: Condvar,
    sink: Mutex<Option<Sink>>,
}

#[derive(Debug, Default)]
struct Queue {
    pending: Vec<u8>,
    /// A line too long to be looked at is on its way: other lines wait for its end.
    inside: bool,
    held: Vec<u8>,
    nudged: bool,
    broken: bool,
    closing: bool,
    /// The reader is gone and another one is to come: what is queued is for that one.
    absent: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Outlet {
    /// Adds whole lines.
    pub(super) fn push(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let mut queue = lock(&self.queue);
        match queue.inside {
            true => queue.held.append(bytes),
            false if queue.pending.is_empty() => std::mem::swap(&mut queue.pending, bytes),
            false => queue.pending.append(bytes),
        }
        bytes.clear();
    }

    /// Adds a part of a line.
    pub(super) fn push_part(&self, bytes: &[u8], end: bool) {
        let mut queue = lock(&self.queue);
        queue.pending.extend_from_slice(bytes);
        queue.inside = !end;
        if end {
            let held = std::mem::take(&mut queue.held);
            queue.pending.extend(held);
        }
    }

    /// Writes what waits. May take as long as the reader wants. False if the reader is gone.
    pub(super) fn drive(&self) -> bool {
        let mut sink = lock(&self.sink);
        loop {
            let bytes = {
                let mut queue = lock(&self.queue);
                if queue.absent {
                    return true;
                }
                if queue.broken {
                    queue.pending.clear();
                    return false;
                }
                if queue.pending.is_empty() && queue.closing {
                    queue.closing = false;
                    *sink = None;
                }
                if queue.pending.is_empty() || sink.is_none() {
                    return true;
                }
                std::mem::take(&mut queue.pending)
            };
            let Some(open) = sink.as_mut() else { return true };
            let written = open.write_all(&bytes).and_then(|()| open.flush());
            let mut queue = lock(&self.queue);
            if written.is_err() {
                queue.broken = true;
            } else if queue.pending.is_empty() {
                // The buffer is used again.
                queue.pending = bytes;
                queue.pending.clear();
            }
        }
    }

    /// Has a helper write what waits.
    pub(super) fn nudge(&self) {
        let mut queue = lock(&self.queue);
        if !queue.pending.is_empty() || queue.closing {
            queue.nudged = true;
            self.nudge.notify_one();
        }
    }

    /// The helper: waits for a nudge, then writes, for ever.
    pub(super) fn help(&self, gone: &dyn Fn()) {
        loop {
            let mut queue = lock(&self.queue);
            while !queue.nudged {
                queue = self.nudge.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            queue.nudged = false;
            drop(queue);
            if !self.drive() {
                gone();
            }
        }
    }

    /// Gives the sink; what has been waiting is written by the helper.
    pub(super) fn open(&self, sink: Sink) {
        *lock(&self.sink) = Some(sink);
        let mut queue = lock(&self.queue);
        queue.broken = false;
        queue.inside = false;
        queue.closing = false;
        queue.absent = false;
        drop(queue);
        self.nudge();
    }

    /// Closes the sink once everything that waits is written.
    pub(super) fn close(&self) {
        lock(&self.queue).closing = true;
        self.nudge();
    }

    /// The writer is gone: a long line that it had not ended is ended for it, and other lines go on.
    pub(super) fn end_line(&self) {
        let mut queue = lock(&self.queue);
        if std::mem::take(&mut queue.inside) {
            queue.pending.push(b'\n');
            let held = std::mem::take(&mut queue.held);
            queue.pending.extend(held);
        }
    }

    /// Drops what waits: it was meant for a reader that is gone. What is queued from now on waits for the next one; the
    /// old sink is not waited for, since whoever writes to it may be stuck there.
    pub(super) fn discard(&self) {
        let mut queue = lock(&self.queue);
        queue.pending.clear();
        queue.held.clear();
        queue.inside = false;
        queue.absent = true;
    }

    /// Whether nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        let queue = lock(&self.queue);
        queue.pending.is_empty() && self.sink.try_lock().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::Arc;

    /// Keeps what is written, or takes nothing.
    struct Reader(Arc<Mutex<Vec<u8>>>, io::Result<()>);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match &self.1 {
                Ok(()) => {
                    lock(&self.0).extend_from_slice(bytes);
                    Ok(bytes.len())
                }
                Err(error) => Err(error.kind().into()),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_long_line_that_nobody_ends_holds_no_other_up() {
        let said = Arc::default();
        let outlet = Outlet::default();
        outlet.open(Box::new(Reader(Arc::clone(&said), Ok(()))));
        outlet.push_part(b"info string xxx", false);
        outlet.push(&mut b"info string arbiter: engine exited (1)\n".to_vec());
        outlet.end_line();
        outlet.end_line();
        outlet.push(&mut b"bestmove e2e4\n".to_vec());
        assert!(outlet.drive());
        assert_eq!(*lock(&said), b"info string xxx\ninfo string arbiter: engine exited (1)\nbestmove e2e4\n");
    }

    #[test]
    fn what_is_queued_after_a_reader_is_gone_waits_for_the_next_one() {
        for dead in [Ok(()), Err(io::ErrorKind::BrokenPipe.into())] {
            let (old, new) = (Arc::default(), Arc::default());
            let outlet = Outlet::default();
            outlet.open(Box::new(Reader(Arc::clone(&old), dead)));
            outlet.push(&mut b"go infinite\n".to_vec());
            outlet.drive();
            outlet.push(&mut b"stop\n".to_vec());
            outlet.discard();
            outlet.push(&mut b"uci\n".to_vec());
            assert!(outlet.drive(), "a GUI that writes before the new process runs");
            assert!(!lock(&old).ends_with(b"uci\n"));
            outlet.open(Box::new(Reader(Arc::clone(&new), Ok(()))));
            assert!(outlet.drive());
            assert_eq!(*lock(&new), b"uci\n");
        }
    }
}
