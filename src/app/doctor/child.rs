//! An engine's process with deadlines on everything: reading, writing, ending. It dies with its value.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// No line is read further than this.
const LONGEST_LINE: u64 = 1 << 20;

/// This moment.
#[expect(clippy::disallowed_methods, reason = "a part of the shell: deadlines of a real process")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// A running engine.
#[derive(Debug)]
pub(super) struct Child {
    process: std::process::Child,
    /// To the thread that writes, so that an engine that does not read cannot block us. `None` closes the pipe.
    input: Sender<Option<String>>,
    lines: Receiver<Vec<u8>>,
    complaints: Arc<AtomicU64>,
}

/// What came of waiting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// Nothing in time.
    Silence,
    /// The output is closed.
    Closed,
}

impl Child {
    pub(super) fn start(command: &[String]) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let complaints = Arc::new(AtomicU64::new(0));
        let lines = read_lines(process.stdout.take());
        count_bytes(process.stderr.take(), Arc::clone(&complaints));
        let input = write_lines(process.stdin.take());
        Ok(Self { process, input, lines, complaints })
    }

    /// Sends a line; whether it is read is seen by what comes back.
    pub(super) fn send(&self, line: &str) {
        drop(self.input.send(Some(format!("{line}\n"))));
    }

    /// Closes the engine's input.
    pub(super) fn close_input(&self) {
        drop(self.input.send(None));
    }

    /// The next line.
    pub(super) fn line(&self, until: Instant) -> Heard {
        match self.lines.recv_timeout(until.saturating_duration_since(now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// The exit status, if the process ends in time.
    pub(super) fn exit(&mut self, within: Duration) -> Option<ExitStatus> {
        let until = now() + within;
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if now() < until => thread::park_timeout(Duration::from_millis(3)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Whether the output is closed in time: it stays open where a child of the engine lives on.
    pub(super) fn output_closes(&self, within: Duration) -> bool {
        let until = now() + within;
        loop {
            match self.line(until) {
                Heard::Line(_) => {}
                Heard::Silence => return false,
                Heard::Closed => return true,
            }
        }
    }

    /// Bytes written to stderr.
    pub(super) fn complaints(&self) -> u64 {
        self.complaints.load(Ordering::Relaxed)
    }

    /// Kills the process and what it started.
    #[cfg(unix)]
    fn kill(&mut self) {
        let group = i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(group) = group {
            // Even after its leader has ended, for what the leader left behind; the group may be gone already.
            match rustix::process::kill_process_group(group, rustix::process::Signal::KILL) {
                Ok(()) | Err(_) => {}
            }
        }
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        // It may be gone already.
        drop(self.process.kill());
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
        drop(self.process.wait());
    }
}

fn read_lines(output: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, lines) = mpsc::sync_channel(100_000);
    thread::spawn(move || {
        let Some(output) = output else { return };
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            if line.ends_with(b"\n") {
                line.pop();
            }
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

fn count_bytes(output: Option<impl Read + Send + 'static>, count: Arc<AtomicU64>) {
    thread::spawn(move || {
        let Some(mut output) = output else { return };
        let mut buffer = [0; 4_096];
        while let Ok(read @ 1..) = output.read(&mut buffer) {
            count.fetch_add(read as u64, Ordering::Relaxed);
        }
    });
}

fn write_lines(input: Option<impl Write + Send + 'static>) -> Sender<Option<String>> {
    let (sender, lines) = mpsc::channel::<Option<String>>();
    thread::spawn(move || {
        let Some(mut input) = input else { return };
        while let Ok(Some(line)) = lines.recv() {
            if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    sender
}
