//! Checks of how an engine ends.

use crate::app::doctor::bench::{Bench, Checked, Finding, Verdict};
use crate::app::doctor::checks::{PROMPT, bad, good, note};
use crate::app::doctor::child::Child;
use std::time::Duration;

/// After its end, an engine's output is closed unless something that it started holds it open.
const DRAIN: Duration = Duration::from_millis(500);

pub(super) fn quit(bench: &mut Bench) -> Checked {
    bench.ready()?;
    ends(bench, |child| child.send("quit"), "quit")
}

pub(super) fn quit_in_search(bench: &mut Bench) -> Checked {
    bench.ready()?;
    ends(bench, |child| child.send("position startpos\ngo infinite\nquit"), "quit")
}

pub(super) fn end_of_input(bench: &mut Bench) -> Checked {
    bench.ready()?;
    ends(bench, Child::close_input, "the end of its input")
}

fn ends(bench: &mut Bench, tell: impl FnOnce(&Child), what: &str) -> Checked {
    let mut child = bench.take().ok_or_else(|| Finding::new(Verdict::Bad, "not running"))?;
    tell(&child);
    let Some(status) = child.exit(PROMPT) else {
        // A runner kills it, or waits: nothing is lost but time, and a process if the runner trusted it.
        return note(format!("ignores {what}: has to be killed"));
    };
    if !child.output_closes(DRAIN) {
        return bad("leaves a process behind that keeps its output open");
    }
    match status.success() {
        true => good(""),
        false => note(format!("ends with {status}")),
    }
}
