//! xboard plays matches of engines behind the wrapper, without a screen. It examines claims by itself, and a false one
//! loses: so what its record says is what the claim was worth.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
const WHITE: &str = "g1f3,f3g1,g1f3,f3g1,g1f3,f3g1,g1f3,f3g1,g1f3,f3g1";
const BLACK: &str = "g8f6,f6g8,g8f6,f6g8,g8f6,f6g8,g8f6,f6g8,g8f6,f6g8";

/// Plays one game and gives back its PGN. xboard stays open when it is over: it is ended with its display.
fn game(folder: &Path, white: &str, black: &str, more: &[&str]) -> String {
    let record = folder.join("game.pgn");
    let mut child = Command::new("xvfb-run")
        .args(["-a", "xboard", "-fcp", white, "-scp", black, "-mg", "1", "-tc", "1"])
        .args(["-saveSettingsOnExit", "false", "-testClaims", "true", "-sgf"])
        .arg(&record)
        .args(more)
        .current_dir(folder)
        .env("PATH", format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default()))
        // Settings of a person at this machine are none of the test's.
        .env("HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let step = Duration::from_millis(20);
    let mut text = String::new();
    for _ in 0..LIMIT.as_millis() / step.as_millis() {
        std::thread::park_timeout(step);
        text = std::fs::read_to_string(&record).unwrap_or_default();
        // The result stands once more behind the moves.
        if text.trim_end().ends_with(['0', '1', '2', '*']) && text.contains("\n\n") && text.ends_with("\n\n") {
            break;
        }
    }
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw).unwrap();
    // xvfb-run ends its display when it is told to; what is left goes the hard way. A group that is gone is what we want.
    rustix::process::kill_process_group(group, rustix::process::Signal::TERM).unwrap_or(());
    for _ in 0..100 {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::park_timeout(step);
    }
    rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap_or(());
    child.wait().unwrap();
    assert!(!text.is_empty(), "no game was played");
    text
}

fn is_here() -> bool {
    ["xboard", "xvfb-run"].into_iter().all(|name| crate::program(name).is_some())
}

fn wrapped(folder: &Path, name: &str, options: &str, faults: &str) -> String {
    let script = folder.join(format!("{name}.txt"));
    std::fs::write(&script, faults).unwrap();
    let program = crate::PROGRAM;
    let ledger = folder.join(format!("{name}.jsonl"));
    format!(
        "{program} wrap {options} --ledger {} -- {program} engine scripted --script {}",
        ledger.display(),
        script.display()
    )
}

#[test]
fn an_offer_before_the_move_is_a_claim_that_xboard_accepts() {
    if !is_here() {
        return;
    }
    let folder = crate::folder("xboard-offers");
    // White claims by itself a move too early, too: that is withheld.
    let faults = format!("score=cp:-20\nplay={WHITE}\nsay-at-go=2:info string xboard 1/2-1/2 {{Draw by repetition}}\n");
    let white = wrapped(&folder, "white", "", &faults);
    let black = wrapped(&folder, "black", "", &format!("score=cp:-20\nplay={BLACK}\n"));
    let text = game(&folder, &white, &black, &[]);
    assert!(text.contains("{Draw claim: 3-fold repetition}"), "{text}");
    assert!(text.contains("4. Ng1") && !text.contains("5. "), "{text}");
    let ledger = std::fs::read_to_string(folder.join("white.jsonl")).unwrap();
    assert!(ledger.contains(r#""kind":"claimed","by":"engine","correct":false"#), "{ledger}");
}

#[test]
fn a_trusted_result_keeps_its_reason_in_the_record() {
    if !is_here() {
        return;
    }
    let folder = crate::folder("xboard-trust");
    let white = wrapped(&folder, "white", "--results trust --claims always", &format!("play={WHITE}\n"));
    let black = wrapped(&folder, "black", "--results trust --claims always", &format!("play={BLACK}\n"));
    // xboard then believes what it is told: by itself it would want the position to stand there already.
    let text = game(&folder, &white, &black, &["-testClaims", "false"]);
    assert!(text.contains("{Draw by threefold repetition, claimed (FIDE 9.2.1)} 1/2-1/2"), "{text}");
}

#[test]
fn engines_that_search_play_a_game_without_a_false_claim() {
    if !is_here() || crate::program("stockfish").is_none() || crate::program("toga2").is_none() {
        return;
    }
    let folder = crate::folder("xboard-search");
    let program = crate::PROGRAM;
    let (white, black) = (format!("{program} wrap -- stockfish"), format!("{program} wrap -- toga2"));
    let text = game(&folder, &white, &black, &["-searchDepth", "3", "-repeatsToDraw", "5", "-ruleMoves", "75"]);
    for lost in ["False", "Forfeit", "forfeits", "exited", "died"] {
        assert!(!text.contains(lost), "{text}");
    }
    assert!(["1-0", "0-1", "1/2-1/2"].iter().any(|result| text.contains(&format!("Result \"{result}\""))), "{text}");
}
