//! The engine's stdout: shared by threads, a whole line at a time, flushed at once.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Where an engine writes. Clones write to the same place.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    /// An output around a writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Box::new(writer))))
    }

    /// Writes a line and its end.
    pub fn line(&self, line: &str) {
        self.raw([line.as_bytes(), b"\n"].concat().as_slice());
    }

    /// Writes bytes as they are. A reader that is gone is no concern of an engine: its input will end too.
    pub fn raw(&self, bytes: &[u8]) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(writer.write_all(bytes).and_then(|()| writer.flush()));
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}
