//! A program at the other end of two pipes, and what Linux tells of it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

#[derive(Debug)]
pub(crate) struct Piped {
    pub(crate) child: Child,
    pub(crate) input: ChildStdin,
    pub(crate) output: BufReader<ChildStdout>,
}

impl Piped {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::with_capacity(1 << 16, output) }
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
    }

    /// Reads up to a line that begins so.
    pub(crate) fn hear(&mut self, word: &str) {
        let mut line = String::new();
        while !line.starts_with(word) {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the program is gone");
        }
    }

    pub(crate) fn quit(mut self) {
        self.say("quit\n");
        self.close();
    }

    /// Ends what it hears, and waits for its end.
    pub(crate) fn close(self) {
        let Self { mut child, input, mut output } = self;
        drop(input);
        // What it still says is read, so that it is not killed by a closed pipe.
        std::io::copy(&mut output, &mut std::io::sink()).unwrap();
        child.wait().unwrap();
    }

    /// Memory in KiB by its name in `/proc/PID/status`; 0 where there is no such file.
    pub(crate) fn memory(&self, key: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let found = status.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_suffix(" kB")?.parse().ok());
        found.unwrap_or(0)
    }

    /// Processor time of all threads in nanoseconds; 0 where it cannot be read.
    pub(crate) fn processor_time(&self) -> u64 {
        let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", self.child.id())) else { return 0 };
        let times = threads.flatten().filter_map(|thread| {
            let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<u64>().ok()
        });
        times.sum()
    }
}
