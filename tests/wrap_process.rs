//! The wrapper as a process with real children: few tests, on purpose. The children are this binary's own scripted
//! engine where there is one, and `sh` where raw bytes matter.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(30);

struct Wrapped {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    heard: Vec<u8>,
}

impl Wrapped {
    fn start(options: &[&str], script: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uci-arbiter"))
            .arg("wrap")
            .args(options)
            .args(["--", "sh", "-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stream = child.stdout.take().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(got) = stream.read(&mut buffer) {
                if got == 0 || sender.send(buffer[..got].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { input: child.stdin.take(), child, output, heard: Vec::new() }
    }

    fn say(&mut self, text: &[u8]) {
        self.input.as_mut().unwrap().write_all(text).unwrap();
    }

    /// Waits until the text has come.
    fn await_text(&mut self, text: &str) {
        while !String::from_utf8_lossy(&self.heard).contains(text) {
            let more = self.output.recv_timeout(LIMIT);
            self.heard
                .extend(more.unwrap_or_else(|_| panic!("no {text:?} in {}", String::from_utf8_lossy(&self.heard))));
        }
    }

    /// Everything up to the end of the stream, and the exit code.
    fn end(&mut self) -> (Vec<u8>, Option<i32>) {
        drop(self.input.take());
        while let Ok(more) = self.output.recv_timeout(LIMIT) {
            self.heard.extend(more);
        }
        (std::mem::take(&mut self.heard), self.child.wait().unwrap().code())
    }
}

/// Whether a process is alive and no zombie.
fn lives(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn dies(pid: &str) -> bool {
    // Long enough for an engine that ignores everything to be asked, told and killed.
    (0..1_000).any(|_| {
        std::thread::park_timeout(Duration::from_millis(10));
        !lives(pid)
    })
}

/// The process ids that an engine wrote after `pids`.
fn pids(heard: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(heard).into_owned();
    let line = text.lines().find(|line| line.starts_with("pids")).unwrap();
    line.split(' ').skip(1).map(str::to_owned).collect()
}

#[test]
fn bytes_pass_unchanged_both_ways() {
    let junk: Vec<u8> = (0..=255).collect();
    let mut text = b"position \xff\xfe\r\n\tgo\n\n".to_vec();
    text.extend(&junk);
    text.extend(b"\ninfo string ");
    text.extend(vec![b'x'; 3_000_000]);
    text.extend(b"\nno newline at the end");
    let mut wrapped = Wrapped::start(&["--quiet"], "cat");
    // A script that echoes: what the engine heard is what comes back. The writer must not wait for the reader.
    let mut input = wrapped.input.take().unwrap();
    let sent = text.clone();
    let writer = std::thread::spawn(move || input.write_all(&sent));
    writer.join().unwrap().unwrap();
    let (heard, code) = wrapped.end();
    assert_eq!(heard.len(), text.len());
    assert!(heard == text);
    assert_eq!(code, Some(0));
}

#[test]
fn a_flood_passes_whole_while_the_gui_talks() {
    let mut wrapped =
        Wrapped::start(&[], "read a; head -c 20000000 /dev/zero | tr '\\0' 'x' | fold -w 99; cat >/dev/null");
    wrapped.say(b"go infinite\n");
    let mut bytes = 0;
    while bytes < 20_000_000 {
        bytes += wrapped.output.recv_timeout(LIMIT).unwrap().len();
        wrapped.say(b"isready\n");
    }
    assert_eq!(wrapped.end().1, Some(0));
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uci-arbiter"))
        .args(["wrap", "--", "/no/such/engine"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The input stays open: its end would be a reason of its own to end, and which of the two comes first is chance.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"uci\n").unwrap();
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&output.stdout).contains("/no/such/engine: no such program"));
}

#[test]
fn an_engine_that_is_not_there_is_a_failure_even_to_a_gui_that_leaves_at_once() {
    for (engine, words) in [("/no/such/engine", "no such program"), ("/", "expected a program, got a folder")] {
        for input in ["uci\n", "uci\nquit\n", "xboard\n"] {
            let (output, code) = refused(&["--", engine], input);
            assert_eq!(code, Some(5), "{engine} {input:?}");
            assert!(output.contains(&format!("{engine}: {words}")), "{output}");
        }
    }
}

/// What a run says on both streams when its input ends at once, and its exit code.
fn refused(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uci-arbiter"))
        .arg("wrap")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have ended already.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let words = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&words).into_owned(), output.status.code())
}

#[test]
fn a_record_that_nobody_reads_or_that_is_the_other_record_is_refused() {
    let folder = std::env::temp_dir().join(format!("uci-arbiter-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    assert!(Command::new("mkfifo").arg(path("fifo")).status().unwrap().success());
    for option in ["--ledger", "--transcript"] {
        let (words, code) = refused(&[option, &path("fifo"), "--", "cat"], "");
        assert_eq!(
            (words.ends_with("/fifo: expected a file, got a FIFO that nobody reads\n"), code),
            (true, Some(4)),
            "{words}"
        );
    }
    let (words, code) = refused(&["--ledger", &path("x"), "--transcript", &path("x"), "--", "cat"], "");
    assert_eq!(code, Some(3), "{words}");
    assert!(words.starts_with("transcript: expected another file than that of ledger, got "), "{words}");
    let reader = Command::new("cat").arg(path("fifo")).stdout(Stdio::piped()).spawn().unwrap();
    let script = "exec 3>\"$1\"; exec \"$0\" wrap --ledger \"$1\" -- cat </dev/null";
    let wrapped = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_uci-arbiter"), &path("fifo")]).status();
    assert!(wrapped.unwrap().success());
    let read = reader.wait_with_output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&read).contains("\"closed\""), "{}", String::from_utf8_lossy(&read));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_is_not_there_is_code_3_in_every_command() {
    for line in [
        "wrap --config /no/such/file -- cat",
        "wrap --laws /no/such/file.toml -- cat",
        "wrap --ledger /no/such/file -- cat",
        "judge --laws /no/such/file.toml",
        "laws /no/such/file.toml",
        "ledger /no/such/file",
        "verify /no/such/file",
        "solve --certify /no/such/file",
        "audit /no/such/file",
        "event check /no/such/file",
        "event run /no/such/file",
        "event resume /no/such/file",
        "event status /no/such/file",
        "event ratings /no/such/file",
        "event standings /no/such/file",
        "event trf /no/such/file",
        "event withdraw /no/such/file A --reason x",
    ] {
        let program = env!("CARGO_BIN_EXE_uci-arbiter");
        let output = Command::new(program).args(line.split(' ')).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{line}: {said}");
        assert!(said.contains("/no/such/file"), "{line}: {said}");
    }
}

#[test]
fn an_audit_goes_on_after_a_file_that_is_not_there() {
    let words = ["audit", "/no/such/file", "tests/data/audit/cup-11-locked.pgn"];
    let output = Command::new(env!("CARGO_BIN_EXE_uci-arbiter")).args(words).output().unwrap();
    let (said, told) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("/no/such/file: expected readable PGN, got No such file"), "{said}");
    assert!(told.contains("\n1 game, 225 half-moves"), "{told}");
}

#[test]
fn an_engine_that_ignores_everything_is_killed_with_its_children() {
    let script = "trap '' TERM HUP INT; sleep 1000 & echo pids $$ $!; while :; do sleep 1000; done";
    let mut wrapped = Wrapped::start(&[], script);
    wrapped.say(b"uci\n");
    wrapped.await_text("pids");
    wrapped.await_text("\n");
    let pids = pids(&wrapped.heard);
    wrapped.say(b"quit\n");
    assert_eq!(wrapped.end().1, Some(0));
    for pid in pids {
        assert!(dies(&pid), "{pid} is an orphan");
    }
}

#[test]
fn a_grandchild_that_holds_the_pipe_does_not_hold_us() {
    let mut wrapped = Wrapped::start(&[], "sleep 1000 & echo pids $!; read a; exit 0");
    wrapped.say(b"\nquit\n");
    wrapped.await_text("pids");
    wrapped.await_text("\n");
    let pids = pids(&wrapped.heard);
    assert_eq!(wrapped.end().1, Some(0));
    assert!(dies(&pids[0]));
}

#[test]
fn the_engine_and_its_children_die_when_we_are_killed() {
    for round in 0..20 {
        let mut wrapped =
            Wrapped::start(&[], "trap '' TERM; sleep 1000 & echo pids $$ $!; while :; do sleep 1000; done");
        wrapped.say(b"uci\n");
        wrapped.await_text("pids");
        wrapped.await_text("\n");
        let pids = pids(&wrapped.heard);
        wrapped.child.kill().unwrap();
        wrapped.child.wait().unwrap();
        for pid in pids {
            assert!(dies(&pid), "round {round}: {pid} is an orphan");
        }
    }
}

/// Whose end begins it.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Wrapper,
    Engine,
    Parent,
}

#[test]
fn kills_leave_no_orphan_and_no_corrupt_ledger() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("kills.jsonl");
    for victim in [Victim::Wrapper, Victim::Engine, Victim::Parent].repeat(5) {
        drop(std::fs::remove_file(&file));
        let engine = "trap '' TERM HUP; sleep 1000 & echo pids $$ $!; while read a; do echo readyok; done; sleep 1000";
        // The shell stays: what follows the wrapper keeps it from becoming it.
        let mut parent = Command::new("sh")
            .args(["-c", "\"$@\"; exit 7", "sh", env!("CARGO_BIN_EXE_uci-arbiter"), "wrap", "--ledger"])
            .arg(&file)
            .args(["--", "sh", "-c", engine])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (mut input, output) = (parent.stdin.take().unwrap(), parent.stdout.take().unwrap());
        input.write_all(b"uci\nposition startpos\ngo infinite\nisready\n").unwrap();
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let line = lines.find(|line| line.starts_with("pids")).unwrap();
        let mut all = pids(line.as_bytes());
        let wrapper = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", parent.id())).unwrap();
        all.push(wrapper.trim().to_owned());
        let killed = match victim {
            Victim::Wrapper => wrapper.trim().parse().unwrap(),
            Victim::Engine => all[0].parse().unwrap(),
            Victim::Parent => i32::try_from(parent.id()).unwrap(),
        };
        let pid = rustix::process::Pid::from_raw(killed).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        // What the parent held is closed with it.
        drop((input, lines));
        for pid in all {
            assert!(dies(&pid), "{victim:?} killed: {pid} is an orphan");
        }
        parent.wait().unwrap();
        let ledger = std::fs::read(&file).unwrap();
        assert!(ledger.ends_with(b"\n"));
        for line in ledger.split_inclusive(|byte| *byte == b'\n') {
            uci_arbiter::ledger::parse(line).unwrap();
        }
    }
}

#[test]
fn a_crash_is_told_and_shown_by_the_exit_code() {
    let mut wrapped = Wrapped::start(&[], "read a; echo uciok; read a; kill -SEGV $$");
    wrapped.say(b"uci\n");
    wrapped.await_text("uciok\n");
    wrapped.say(b"go infinite\n");
    let (heard, code) = wrapped.end_without_eof();
    assert!(String::from_utf8_lossy(&heard).contains("info string arbiter: engine died (signal 11)"));
    assert_eq!(code, Some(5));
}

impl Wrapped {
    /// As [`Wrapped::end`], our side kept open.
    fn end_without_eof(&mut self) -> (Vec<u8>, Option<i32>) {
        while let Ok(more) = self.output.recv_timeout(LIMIT) {
            self.heard.extend(more);
        }
        (std::mem::take(&mut self.heard), self.child.wait().unwrap().code())
    }
}
