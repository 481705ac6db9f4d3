//! The wrapper in motion: reads both sides, steps the state machine, writes, keeps the engine's process and the
//! deadlines. The way of a line is: read, stamp, step, write, and only then whatever can wait.

use super::clock_source::Clock;
use super::journal::Journal;
use super::lines::{Lines, Piece};
use super::outlet::{Outlet, Sink};
use super::process::{Launch, Process, gone};
use crate::exit::Exit;
use crate::ledger::{EngineFault, Remedy};
use crate::proxy::{Gone, Order, Output, Task, Wrap};
use crate::units::Stamp;
use std::io::Read;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

/// How many lines are taken under one lock: enough for a flood, few enough for the other side.
const BATCH: usize = 64;
/// How long the output of an engine that has ended is waited for, and its end when its output has ended.
const DRAIN: Duration = Duration::from_millis(200);
/// How long an engine may take to quit before it is asked by signal, and again before it is killed.
const QUIT: Duration = Duration::from_millis(3_000);
const TERM: Duration = Duration::from_millis(500);
/// How long the last words to a GUI that does not read may take.
const LAST_WORDS: Duration = Duration::from_millis(1_000);

/// What a run needs.
pub struct Setup {
    /// The state machine.
    pub wrap: Wrap,
    /// The engine.
    pub launch: Launch,
    /// Where records go.
    pub journal: Journal,
    /// The GUI's words.
    pub input: Box<dyn Read + Send>,
    /// What the GUI reads.
    pub output: Sink,
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setup").field("launch", &self.launch).finish_non_exhaustive()
    }
}

enum Message {
    Order(Order),
    /// The deadline has come nearer.
    Wake,
    /// The GUI no longer reads.
    Deaf,
    /// The engine's output has ended.
    Eof(u32),
    /// The engine's process has ended.
    Ended(u32, Gone),
    /// A thread has panicked: nothing can be trusted any more.
    Panic,
}

struct Core {
    wrap: Wrap,
    out: Output,
    /// The deadline that the keeper knows.
    told: Option<Stamp>,
    /// Which of the engine's processes is heard.
    heard: u32,
}

struct Shared {
    core: Mutex<Core>,
    up: Outlet,
    down: Outlet,
    clock: Clock,
    journal: Journal,
    keeper: Sender<Message>,
    /// The thread that the arbiter and the solver think on.
    judge: OnceLock<Thread>,
}

impl Shared {
    fn core(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, message: Message) {
        // Without a keeper the program is ending.
        drop(self.keeper.send(message));
    }

    /// Hands on what a step has put out. Bytes are queued under the lock, so that their order is the steps'.
    fn hand_on(&self, core: &mut Core, at: Stamp) {
        self.journal.wire(at, "<", &core.out.up);
        self.journal.wire(at, "E>", &core.out.down);
        self.up.push(&mut core.out.up);
        self.down.push(&mut core.out.down);
        for record in core.out.records.drain(..) {
            self.journal.record(record);
        }
        for order in core.out.orders.drain(..) {
            self.send(Message::Order(order));
        }
        let deadline = core.wrap.deadline();
        let nearer = match (deadline, core.told) {
            (Some(new), Some(told)) => new < told,
            (Some(_), None) => true,
            (None, _) => false,
        };
        if nearer {
            core.told = deadline;
            self.send(Message::Wake);
        }
    }

    fn step(&self, act: impl FnOnce(&mut Wrap, Stamp, &mut Output)) {
        let mut core = self.core();
        let at = self.clock.now();
        let Core { wrap, out, .. } = &mut *core;
        act(wrap, at, out);
        self.hand_on(&mut core, at);
    }

    /// Does what could wait, after the bytes are out.
    fn settle(&self) {
        let mut core = self.core();
        if core.wrap.has_work() {
            let at = self.clock.now();
            let Core { wrap, out, .. } = &mut *core;
            wrap.settle(at, out);
            self.hand_on(&mut core, at);
        }
        let waits = core.wrap.has_task();
        drop(core);
        if let (true, Some(judge)) = (waits, self.judge.get()) {
            judge.unpark();
        }
    }

    /// Has the helpers write what waits.
    fn nudge(&self) {
        self.up.nudge();
        self.down.nudge();
    }

    /// Takes some lines from a side and hands them on; false if there were none.
    fn take_lines<R: Read>(&self, lines: &mut Lines<R>, side: Side, ahead: &Outlet) -> bool {
        if lines.is_empty() {
            return false;
        }
        let mut core = self.core();
        let at = self.clock.now();
        let mut taken = 0;
        while taken < BATCH {
            let Some(piece) = lines.next() else { break };
            taken += 1;
            let passes_unread = match side {
                Side::Gui => true,
                // A process that has been given up is not heard.
                Side::Engine(generation) if core.heard != generation => continue,
                Side::Engine(_) => core.wrap.passes_unread(),
            };
            match piece {
                Piece::Line(line) | Piece::Last(line) => {
                    self.journal.wire(at, side.mark(), line);
                    let Core { wrap, out, .. } = &mut *core;
                    match side {
                        Side::Gui => wrap.upstream(at, line, out),
                        Side::Engine(_) => wrap.engine(at, line, out),
                    }
                }
                Piece::Part(bytes, end) if passes_unread => {
                    self.hand_on(&mut core, at);
                    // The end that an engine did not write is added when it is gone.
                    let ended = end && (side == Side::Gui || bytes.ends_with(b"\n"));
                    ahead.push_part(bytes, ended);
                }
                Piece::Part(..) => {}
            }
        }
        if taken > 0 {
            self.hand_on(&mut core, at);
        }
        taken > 0
    }
}

/// Runs until the GUI or the engine is done. Call it from the thread that lives as long as the program.
#[must_use]
pub fn run(setup: Setup) -> Exit {
    let (sender, messages) = channel();
    let shared = Arc::new(Shared {
        core: Mutex::new(Core { wrap: setup.wrap, out: Output::default(), told: None, heard: 0 }),
        up: Outlet::default(),
        down: Outlet::default(),
        clock: Clock::start(),
        journal: setup.journal,
        keeper: sender,
        judge: OnceLock::new(),
    });
    shared.up.open(setup.output);
    spawn(&shared, |shared| shared.up.help(&|| shared.send(Message::Deaf)));
    spawn(&shared, |shared| shared.down.help(&|| ()));
    let input = setup.input;
    spawn(&shared, judge);
    spawn(&shared, move |shared| read(shared, input, Side::Gui));
    let mut keeper = Keeper {
        shared: Arc::clone(&shared),
        launch: setup.launch,
        generation: 0,
        process: None,
        ended: None,
        eof: false,
        phase: Phase::Running,
        due: None,
    };
    let exit = keeper.keep(&messages);
    keeper.finish();
    shared.journal.close(exit.code());
    exit
}

/// A thread that tells the keeper if it panics.
fn spawn(shared: &Arc<Shared>, work: impl FnOnce(&Shared) + Send + 'static) {
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&shared)));
        if done.is_err() {
            shared.send(Message::Panic);
        }
    });
}

/// A side of the wire, as one that is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Gui,
    /// With the number of its process.
    Engine(u32),
}

impl Side {
    /// How the transcript marks what comes from there.
    fn mark(self) -> &'static str {
        match self {
            Self::Gui => ">",
            Self::Engine(_) => "E<",
        }
    }
}

/// Reads a side to its end.
fn read(shared: &Shared, source: impl Read, side: Side) {
    let (ahead, back) = match side {
        Side::Gui => (&shared.down, &shared.up),
        Side::Engine(_) => (&shared.up, &shared.down),
    };
    let mut lines = Lines::new(source);
    loop {
        let more = lines.fill();
        while shared.take_lines(&mut lines, side, ahead) {
            // The other side hears first, then what goes back; only then the game is followed.
            if !ahead.drive() && side != Side::Gui {
                shared.send(Message::Deaf);
            }
            back.nudge();
            shared.settle();
            ahead.nudge();
            back.nudge();
        }
        if !more {
            break;
        }
    }
    match side {
        Side::Gui => {
            shared.step(|wrap, at, out| wrap.upstream_end(at, out));
            shared.nudge();
        }
        Side::Engine(generation) => shared.send(Message::Eof(generation)),
    }
}

/// Lets the arbiter and the solver think, without the lock: no line waits for them.
fn judge(shared: &Shared) {
    // Nobody else sets it.
    shared.judge.get_or_init(thread::current);
    loop {
        let task = shared.core().wrap.task();
        match task.map(Task::run) {
            Some(done) => {
                shared.step(|wrap, at, out| wrap.done(at, done, out));
                shared.nudge();
            }
            None => thread::park(),
        }
    }
}

/// The main thread: the engine's process, the deadlines, the end.
struct Keeper {
    shared: Arc<Shared>,
    launch: Launch,
    generation: u32,
    process: Option<Process>,
    ended: Option<Gone>,
    eof: bool,
    phase: Phase,
    /// When the phase of the process is over.
    due: Option<Stamp>,
}

/// What is being waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running,
    /// Told to quit.
    Quitting,
    /// Asked by signal.
    Terminating,
    /// Killed.
    Killing,
    /// Its process or its output has ended, the other not yet.
    Draining,
}

impl Keeper {
    fn keep(&mut self, messages: &Receiver<Message>) -> Exit {
        loop {
            let next = {
                let mut core = self.shared.core();
                core.told = core.wrap.deadline();
                [core.told, self.due].into_iter().flatten().min()
            };
            let message = match next {
                Some(moment) => messages.recv_timeout(self.shared.clock.until(moment)),
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let exit = match message {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => self.tick(),
                Err(RecvTimeoutError::Disconnected) => Some(Exit::Io),
            };
            if let Some(exit) = exit {
                return exit;
            }
        }
    }

    fn take(&mut self, message: Message) -> Option<Exit> {
        match message {
            Message::Order(Order::Start) => self.start(),
            Message::Order(Order::Quit) => {
                self.shared.down.close();
                // One that could not be started has had its end ordered; one that has ended already is drained, and needs
                // no time to quit.
                if self.process.is_some() && self.ended.is_none() && !self.eof {
                    self.wait_for(Phase::Quitting, QUIT);
                }
            }
            Message::Order(Order::Kill) => self.kill(),
            Message::Order(Order::End(exit)) => return Some(exit),
            Message::Wake => {}
            Message::Deaf => {
                self.shared.step(|wrap, at, out| wrap.upstream_end(at, out));
            }
            Message::Eof(generation) if generation == self.generation => {
                self.eof = true;
                self.half_gone();
            }
            Message::Ended(generation, gone) if generation == self.generation => {
                if self.shared.journal.is_kept() && self.process.as_ref().is_some_and(Process::has_others) {
                    self.shared.journal.fault(EngineFault::Orphans, Remedy::Killed);
                }
                self.ended = Some(gone);
                self.half_gone();
            }
            Message::Eof(_) | Message::Ended(..) => {}
            Message::Panic => return Some(Exit::Io),
        }
        None
    }

    fn tick(&mut self) -> Option<Exit> {
        let now = self.shared.clock.now();
        if self.due.is_some_and(|due| due <= now) {
            self.due = None;
            match self.phase {
                Phase::Running => {}
                Phase::Quitting => {
                    self.shared.journal.fault(EngineFault::IgnoresQuit, Remedy::Killed);
                    self.signal(Process::terminate);
                    self.wait_for(Phase::Terminating, TERM);
                }
                Phase::Terminating | Phase::Draining => self.kill(),
                // Whatever still holds the pipe is not ours to wait for.
                Phase::Killing => self.all_gone(),
            }
        }
        self.shared.step(|wrap, at, out| {
            if wrap.deadline().is_some_and(|due| due <= at) {
                wrap.tick(at, out);
            }
        });
        self.shared.nudge();
        self.shared.settle();
        None
    }

    fn wait_for(&mut self, phase: Phase, long: Duration) {
        self.phase = phase;
        let nanos = i64::try_from(long.as_nanos()).unwrap_or(i64::MAX);
        self.due = Some(self.shared.clock.now().after(crate::units::Span(nanos)));
    }

    fn signal(&self, act: fn(&Process)) {
        if let Some(process) = &self.process {
            act(process);
        }
    }

    fn kill(&mut self) {
        self.signal(Process::kill);
        self.wait_for(Phase::Killing, DRAIN);
    }

    fn start(&mut self) {
        self.generation += 1;
        self.shared.core().heard = self.generation;
        (self.ended, self.eof, self.phase, self.due) = (None, false, Phase::Running, None);
        match self.launch.start() {
            Ok(started) => {
                self.process = Some(started.process);
                self.shared.down.open(Box::new(started.input));
                let generation = self.generation;
                let output = started.output;
                spawn(&self.shared, move |shared| read(shared, output, Side::Engine(generation)));
                let child = started.child;
                spawn(&self.shared, move |shared| wait(shared, child, generation));
            }
            Err(error) => {
                let gone = Gone::NotStarted(error.to_string());
                self.shared.step(|wrap, at, out| wrap.engine_gone(at, &gone, out));
            }
        }
    }

    /// The process or its output has ended; the other follows soon, or is made to.
    fn half_gone(&mut self) {
        match (&self.ended, self.eof) {
            (Some(_), true) => self.all_gone(),
            (Some(_), false) | (None, true) if self.phase != Phase::Killing => {
                self.wait_for(Phase::Draining, DRAIN);
            }
            (Some(_) | None, _) => {}
        }
    }

    fn all_gone(&mut self) {
        if let Some(process) = self.process.take() {
            process.release();
        }
        self.due = None;
        self.shared.core().heard = 0;
        let gone = self.ended.take().unwrap_or(Gone::Killed(9));
        self.shared.step(|wrap, at, out| {
            // In the same step: what the GUI says before it is told again, what it says after it is not.
            self.shared.down.discard();
            self.shared.up.end_line();
            wrap.engine_gone(at, &gone, out);
        });
        self.shared.up.nudge();
    }

    /// Last words, then nothing of ours is left.
    fn finish(self) {
        let until =
            self.shared.clock.now().after(crate::units::Span(i64::try_from(LAST_WORDS.as_nanos()).unwrap_or(i64::MAX)));
        self.shared.settle();
        self.shared.up.nudge();
        let is_done = || self.shared.up.is_idle() && self.shared.core().wrap.is_settled();
        while !is_done() && self.shared.clock.now() < until {
            thread::park_timeout(Duration::from_millis(1));
        }
        if let Some(process) = self.process {
            process.release();
        }
    }
}

fn wait(shared: &Shared, mut child: Child, generation: u32) {
    let status = child.wait();
    shared.send(Message::Ended(generation, gone(status)));
}
