//! What a machine is: its processor's name, and how fast the house search runs on it with all slots searching at once.

use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroU32;
use std::process::{Command, Stdio};

/// What is searched: long enough for the processor to reach its speed, short enough to wait for.
const SEARCH: &str = "uci\nisready\nposition startpos moves e2e4 e7e5 g1f3 b8c6\ngo movetime 1000\n";

/// Nodes a second of one house search while `slots` of them run at once: the slowest of them.
///
/// # Errors
/// This program cannot be started.
pub fn speed(slots: NonZeroU32) -> std::io::Result<u64> {
    let threads = (0..slots.get()).map(|_| std::thread::spawn(search)).collect::<Vec<_>>();
    let speeds = threads.into_iter().map(|thread| {
        thread.join().unwrap_or_else(|_| Err(std::io::Error::other("calibration: the search could not be watched")))
    });
    Ok(speeds.collect::<std::io::Result<Vec<_>>>()?.into_iter().min().unwrap_or(0))
}

fn search() -> std::io::Result<u64> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["engine", "search"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut speed = 0;
    if let (Some(input), Some(output)) = (&mut child.stdin, child.stdout.take()) {
        input.write_all(SEARCH.as_bytes())?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            let mut words = line.split_whitespace();
            if words.by_ref().any(|word| word == "nps")
                && let Some(nps) = words.next().and_then(|word| word.parse().ok())
            {
                speed = nps;
            }
            if line.starts_with("bestmove") {
                break;
            }
        }
        input.write_all(b"quit\n")?;
    }
    child.wait()?;
    match speed {
        0 => Err(std::io::Error::other("calibration: expected a speed from the house search, got none")),
        speed => Ok(speed),
    }
}

/// The processor's name, as the system says it.
pub(super) fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |name| name.trim().to_owned())
}
