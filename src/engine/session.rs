//! The conversation of an honest engine: listens while it thinks, one `bestmove` for each `go`.

use crate::engine::control::Control;
use crate::engine::orders::{self, Go};
use crate::engine::output::Output;
use crate::engine::player::{Player, Task};
use crate::game::Record;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position};
use std::io::BufRead;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Deep recursion needs more than a thread's usual stack.
const STACK_BYTES: usize = 32 << 20;

/// Listens until `quit` or the end of input.
pub(super) fn converse<P: Player>(player: P, mut input: impl BufRead, out: &Output) {
    let mut session = Session {
        player,
        out: out.clone(),
        mode: CastlingMode::Standard,
        position: "startpos".to_owned(),
        overhead_ms: 10,
        running: None,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if !session.hear(String::from_utf8_lossy(&line).trim()) {
            break;
        }
    }
    session.finish();
}

struct Session<P> {
    player: P,
    out: Output,
    mode: CastlingMode,
    /// The arguments of the last `position`: read when it is needed, under the mode of that time.
    position: String,
    overhead_ms: i64,
    running: Option<Running>,
}

struct Running {
    control: Arc<Control>,
    /// What `ponderhit` gives.
    budget: Option<Duration>,
    thread: JoinHandle<()>,
}

impl<P: Player> Session<P> {
    /// Does what a line says; `false` for `quit`.
    fn hear(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        match word {
            "uci" => self.introduce(),
            "isready" => self.out.line("readyok"),
            "setoption" => self.set(rest),
            "position" => {
                rest.trim().clone_into(&mut self.position);
                if let Err(error) = self.record() {
                    self.out.line(&format!("info string {error}"));
                }
            }
            "go" => self.go(Go::parse(rest)),
            "stop" => {
                if let Some(running) = &self.running {
                    running.control.stop();
                }
            }
            "ponderhit" => {
                if let Some(running) = &self.running {
                    running.control.ponder_hit(running.budget);
                }
            }
            "quit" => return false,
            _ => {}
        }
        true
    }

    fn introduce(&self) {
        let mut lines = vec![
            format!("id name {} {}", P::NAME, env!("CARGO_PKG_VERSION")),
            "id author the uci-arbiter authors".to_owned(),
            "option name Ponder type check default false".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            "option name Move Overhead type spin default 10 min 0 max 5000".to_owned(),
        ];
        lines.extend(self.player.options());
        lines.push("uciok".to_owned());
        self.out.line(&lines.join("\n"));
    }

    fn set(&mut self, arguments: &str) {
        let Some((name, value)) = orders::set_option(arguments) else {
            return;
        };
        match name.as_str() {
            "uci_chess960" if value == "true" => self.mode = CastlingMode::Chess960,
            "uci_chess960" => self.mode = CastlingMode::Standard,
            "move overhead" => self.overhead_ms = value.parse().unwrap_or(self.overhead_ms).clamp(0, 5_000),
            _ => self.player.set(&name, &value),
        }
    }

    fn record(&self) -> Result<Record, String> {
        orders::position(&self.position, self.mode)
    }

    fn go(&mut self, go: Go) {
        self.finish();
        let Ok(record) = self.record() else {
            // What is not known cannot be searched; the GUI was told why when it sent the position.
            self.out.line("bestmove 0000");
            return;
        };
        let budget = go.budget(record.turn(), self.overhead_ms);
        let control = Arc::new(Control::new(go.ponder || go.infinite, budget));
        let (player, out, mode) = (self.player.clone(), self.out.clone(), self.mode);
        let shared = Arc::clone(&control);
        let think = move || {
            let answer = think(&player, record, go, &shared, mode, &out);
            shared.wait_for_release();
            out.line(&answer);
        };
        match Builder::new().stack_size(STACK_BYTES).spawn(think) {
            Ok(thread) => self.running = Some(Running { control, budget, thread }),
            Err(error) => self.out.line(&format!("info string no thread: {error}\nbestmove 0000")),
        }
    }

    /// Ends a search that is still going on; its `bestmove` comes first.
    fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
            drop(running.thread.join());
        }
    }
}

fn think<P: Player>(player: &P, record: Record, go: Go, control: &Control, mode: CastlingMode, out: &Output) -> String {
    let legal = record.position().legal_moves();
    if legal.is_empty() {
        let score = if record.position().is_check() { "mate 0" } else { "cp 0" };
        out.line(&format!("info depth 0 score {score}"));
        return "bestmove (none)".to_owned();
    }
    let wanted = go.search_moves.iter().filter_map(|text| orders::read_move(&record, text)).collect::<Vec<_>>();
    let candidates = match wanted.is_empty() {
        true => legal.into_iter().collect(),
        false => legal.into_iter().filter(|m| wanted.contains(m)).collect(),
    };
    let choice = player.choose(&Task { record, go, candidates }, control, out);
    let spell = |m| UciMove::from_move(m, mode);
    match (choice.best, choice.ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {} ponder {}", spell(best), spell(ponder)),
        (Some(best), None) => format!("bestmove {}", spell(best)),
        (None, _) => "bestmove (none)".to_owned(),
    }
}
