//! The head and the foot of the page: on what machine it was measured, against which versions, and how to repeat it.

use crate::figures::progress;
use crate::peer::OURS;
use crate::{Bench, print};
use std::process::Command;

fn file(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// The first line that a program says, or that it is not to be had.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let line = output.ok().and_then(|output| String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned));
    line.filter(|line| !line.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}

fn processor() -> String {
    let text = file("/proc/cpuinfo");
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|(_, name)| name);
    let count = std::thread::available_parallelism().map_or(0, std::num::NonZeroUsize::get);
    let guest = if text.contains(" hypervisor") { ", a virtual machine" } else { "" };
    format!("{} ({count} logical processors{guest})", name.unwrap_or("an unknown processor"))
}

fn memory() -> String {
    let text = file("/proc/meminfo");
    let total =
        text.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    total.map_or_else(|| "unknown".to_owned(), |kib| format!("{} MiB", kib / 1024))
}

fn system() -> String {
    let text = file("/etc/os-release");
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))
        .unwrap_or("unknown")
        .trim_matches('"')
        .to_owned();
    format!("{name}, {} {}", said("uname", &["-s"]), said("uname", &["-r"]))
}

/// Processes that ran or waited to, in the last minute.
fn load() -> f64 {
    file("/proc/loadavg").split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(f64::NAN)
}

pub(crate) fn head(bench: &Bench, arguments: &[String]) {
    let words = arguments.iter().filter(|word| *word != "--bench").map(|word| format!(" {word}")).collect::<String>();
    let words = if words.is_empty() { words } else { format!(" --{words}") };
    print(&format!(
        "# Side by side with other programs\n\n\
         Written by `cargo bench --bench peers{words}` on {}. Figures are medians over {} round{}, in brackets the \
         least and the greatest; contenders ran in turn within each round, and ratios are taken between runs of one \
         round.\n",
        said("date", &["-u", "+%Y-%m-%d"]),
        bench.rounds,
        if bench.rounds == 1 { "" } else { "s" },
    ));
    if cfg!(debug_assertions) || bench.quick {
        print("\n**Not a measurement: a build without optimisation, or a quick run to see that all works.**\n");
    }
    let load = load();
    if load > 0.7 {
        print(&format!("\n**Provisional: the machine had other work (load average {load:.1} before the run).**\n"));
    }
    print(&format!(
        "\n| machine and versions | |\n|---|---|\n| processor | {} |\n| memory | {} |\n| system | {} |\n\
         | load average before | {load:.2} |\n| uci-arbiter | {}, {} |\n",
        processor(),
        memory(),
        system(),
        said(OURS, &["--version"]),
        said("rustc", &["--version"]),
    ));
    for peer in &bench.peers {
        print(&format!("| {} | {} |\n", peer.name.words().0, peer.version));
    }
    for absent in &bench.absent {
        progress(absent);
        print(&format!("\n{absent}.\n"));
    }
    print(
        "\n## How to repeat\n\n\
         `cargo bench --bench peers > benches/RESULTS.md` on a machine that does nothing else; `-- solver`, `runner`, \
         `wrapper` or `audit` for one section, `--rounds N`, `--quick` to see that all works, `--positions FILE` (a \
         FEN and a winner a line) and `--pgn FILE` for material of one's own. `polyglot`, `uci2wb` and `pgn-extract` \
         are packages of Debian; python-chess is the package `chess` of PyPI; cutechess-cli, fastchess and D3-Chess \
         are built as their authors say. Each is looked for in PATH and /usr/games, or where a variable says: \
         ARBITER_PEER_D3CHESS (its program `cha`), ARBITER_PEER_CUTECHESS, ARBITER_PEER_FASTCHESS, \
         ARBITER_PEER_POLYGLOT, ARBITER_PEER_UCI2WB, ARBITER_PEER_PYTHON (a `python3` that has `chess`), \
         ARBITER_PEER_PGN_EXTRACT. What is absent is left out.\n",
    );
}

pub(crate) fn foot() {
    print(&format!("\nLoad average after the run: {:.2}.\n", load()));
}
