//! A program run to its end: what it wrote, how long it took, and the processor time of it alone, without its children.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) wall: Duration,
    /// User and system time of all its threads, to 10 ms.
    pub(crate) processor: Duration,
    /// Standard output and standard error.
    pub(crate) said: [String; 2],
}

/// Runs the program with nothing on its standard input. Its exit code is not looked at: each program has its own.
pub(crate) fn run(command: &mut Command) -> Run {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let complaints = std::thread::spawn(move || text(&mut err));
    let output = text(&mut out);
    let complaints = complaints.join().unwrap();
    // What has ended and has not been waited for can still be asked.
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    waitid(WaitId::Pid(Pid::from_child(&child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).unwrap();
    let wall = begun.elapsed();
    let processor = processor_time(child.id());
    child.wait().unwrap();
    Run { wall, processor, said: [output, complaints] }
}

fn text(from: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Linux counts a hundredth of a second as one; 0 where there is no `/proc`.
fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or("").split(' ').collect::<Vec<_>>();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}
