//! What the proxy does about what it knows: policies, their names, and the `Arbiter …` options that show them in a GUI.
//!
//! Every default is one that cannot lose a game: the engine's moves go out as they came, no result is claimed that a
//! runner could take for false, the engine is not touched unless it is dead.

use crate::profile::{Reader, Repair};
use crate::units::Span;
use crate::xboard::{EngineOption, OptionKind};

/// An enum whose variants have names, for files, the command line and option lists.
macro_rules! policy {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$vdoc])* #[value(name = $text)] #[serde(rename = $text)] $variant),+ }
        impl $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The name in settings and options.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$variant => $text),+ } }
            fn combo(self) -> OptionKind {
                OptionKind::Combo {
                    default: self.as_str().into(),
                    choices: Self::ALL.iter().map(|choice| choice.as_str().into()).collect(),
                }
            }
            fn set(&mut self, value: &str) -> bool {
                match Self::ALL.iter().find(|choice| choice.as_str().eq_ignore_ascii_case(value)) {
                    Some(choice) => { *self = *choice; true }
                    None => false,
                }
            }
        }
    };
}

policy! {
    /// Draws claimed on the engine's behalf.
    Claims {
        /// Only noted.
        Never = "never",
        /// Claimed unless the engine's own score is above the threshold.
        WhenNotBetter = "when-not-better",
        /// Claimed whatever the score.
        Always = "always",
    }
}
policy! {
    /// What an xboard GUI or runner takes as a result from an engine.
    Results {
        /// Offers before the move only: safe everywhere.
        Offers = "offers",
        /// Result claims at any moment (cutechess-cli `trust`).
        Trust = "trust",
    }
}
policy! {
    /// What to do on our move in a dead position.
    DeadPositions {
        /// The engine plays on.
        PlayOn = "play-on",
        /// A reversible move is answered at once.
        Answer = "answer",
    }
}
policy! {
    /// Whether a score of zero is kept for drawn positions, so that runners that adjudicate by score can be told.
    Signal {
        /// Scores go out as they came.
        Off = "off",
        /// `cp 0` of the engine becomes `cp 1`; ours means a draw by the Laws.
        CpZero = "cp0",
    }
}
policy! {
    /// What of the game the engine is told.
    HistoryForEngine {
        /// What the GUI sent.
        Full = "full",
        /// The position after the last pawn move or capture and the moves since: for engines that break on long lists.
        Prune = "prune",
    }
}
policy! {
    /// A position that cannot be read or followed.
    BadPosition {
        /// It goes to the engine as it came.
        Forward = "forward",
        /// The engine is not told, and the next `go` is answered `bestmove 0000`.
        Refuse = "refuse",
    }
}
policy! {
    /// A `bestmove` before `stop` or `ponderhit`.
    EarlyMove {
        /// It goes out as it came.
        Forward = "forward",
        /// Held while the engine should ponder.
        HoldPonder = "hold-ponder",
        /// Held while it should ponder, and in `go infinite` too.
        Hold = "hold",
    }
}
policy! {
    /// An engine that died or hangs in mid-game.
    Crash {
        /// We die too, so that the runner sees a dead engine.
        Die = "die",
        /// It is started again once and the game replayed to it.
        Restart = "restart",
        /// The best move it had shown is played, then it is started again once.
        LastMove = "last-move",
    }
}

/// All settings of a wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// See [`Claims`].
    pub claims: Claims,
    /// The score in centipawns up to which an engine is not better.
    pub claim_score: i64,
    /// Whether `info string` notes are sent.
    pub notes: bool,
    /// See [`Results`].
    pub results: Results,
    /// See [`DeadPositions`].
    pub dead: DeadPositions,
    /// See [`Signal`].
    pub signal: Signal,
    /// What of the engine's spelling is put right: line ends, white space, letter case, castling.
    pub repair: Vec<Repair>,
    /// See [`HistoryForEngine`].
    pub history: HistoryForEngine,
    /// See [`BadPosition`].
    pub bad_position: BadPosition,
    /// See [`EarlyMove`].
    pub early_move: EarlyMove,
    /// See [`Crash`].
    pub crash: Crash,
    /// After what time `isready` in a search is answered for the engine, in milliseconds; 0: never.
    pub ready_after_ms: i64,
    /// How long an engine may take to answer `stop`, in milliseconds; 0: for ever.
    pub stop_ms: i64,
    /// How long an engine may take for `uciok`, in milliseconds.
    pub start_ms: i64,
    /// Whether an xboard GUI is shown the `Arbiter` options.
    pub show_options: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            claims: Claims::WhenNotBetter,
            claim_score: 0,
            notes: true,
            results: Results::Offers,
            dead: DeadPositions::Answer,
            signal: Signal::Off,
            repair: Vec::new(),
            history: HistoryForEngine::Full,
            bad_position: BadPosition::Forward,
            early_move: EarlyMove::HoldPonder,
            crash: Crash::Die,
            ready_after_ms: 0,
            stop_ms: 5_000,
            start_ms: 10_000,
            show_options: true,
        }
    }
}

/// What every option of ours begins with.
pub const PREFIX: &str = "Arbiter ";

impl Settings {
    /// The options as a GUI sees them, with the present values as defaults.
    #[must_use]
    pub fn options(&self) -> Vec<EngineOption> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = |on| OptionKind::Check { on };
        let all = [
            ("Claims", self.claims.combo()),
            ("Claim Score", spin(self.claim_score, -10_000, 10_000)),
            ("Notes", check(self.notes)),
            ("Results", self.results.combo()),
            ("Dead Positions", self.dead.combo()),
            ("Signal", self.signal.combo()),
            ("Repair", check(!self.repair.is_empty())),
            ("History", self.history.combo()),
            ("Bad Position", self.bad_position.combo()),
            ("Early Move", self.early_move.combo()),
            ("Crash", self.crash.combo()),
            ("Ready After", spin(self.ready_after_ms, 0, 60_000)),
            ("Stop Timeout", spin(self.stop_ms, 0, 600_000)),
        ];
        let named = |(name, kind)| EngineOption { name: format!("{PREFIX}{name}").into_bytes(), kind };
        all.into_iter().map(named).collect()
    }

    /// Takes policies out of a file's table: the names of the options without `Arbiter `, spelled `claim-score`, and
    /// `start-timeout`, which comes before any option.
    pub(crate) fn take(&mut self, table: &mut toml::Table, at: &str, reader: &mut Reader) {
        let mut known = vec!["start-timeout".to_owned()];
        let start = OptionKind::Spin { default: self.start_ms, min: 1, max: 600_000 };
        let options = self.options().into_iter().map(|option| (option.name, option.kind));
        for (name, kind) in options.chain([(b"Arbiter Start Timeout".to_vec(), start)]) {
            let name = String::from_utf8_lossy(&name).trim_start_matches(PREFIX).to_owned();
            let key = name.to_ascii_lowercase().replace(' ', "-");
            let Some(value) = table.remove(&key) else {
                known.push(key);
                continue;
            };
            let fits = match (&kind, &value) {
                (OptionKind::Check { .. }, toml::Value::Boolean(on)) => self.set(&name, &on.to_string()),
                (OptionKind::Spin { .. }, toml::Value::Integer(number)) => self.set(&name, &number.to_string()),
                (OptionKind::Combo { .. }, toml::Value::String(choice)) => self.set(&name, choice),
                _ => false,
            };
            if !fits {
                reader.fault(&format!("{at}{key}"), &expected(&kind), value.to_string());
            }
            known.push(key);
        }
        known.sort_unstable();
        known.dedup();
        let known = known.iter().map(String::as_str).collect::<Vec<_>>();
        reader.refuse_rest(std::mem::take(table), at, &known);
    }

    /// Sets an option of ours by the name without its prefix; false if there is none or the value is not one.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "claims" => self.claims.set(value),
            "claim score" => number(&mut self.claim_score, value, -10_000, 10_000),
            "notes" => boolean(&mut self.notes, value),
            "results" => self.results.set(value),
            "dead positions" => self.dead.set(value),
            "signal" => self.signal.set(value),
            "repair" => {
                let mut all = !self.repair.is_empty();
                let taken = boolean(&mut all, value);
                self.repair = if all { Repair::ALL.to_vec() } else { Vec::new() };
                taken
            }
            "history" => self.history.set(value),
            "bad position" => self.bad_position.set(value),
            "early move" => self.early_move.set(value),
            "crash" => self.crash.set(value),
            "start timeout" => number(&mut self.start_ms, value, 1, 600_000),
            "ready after" => number(&mut self.ready_after_ms, value, 0, 60_000),
            "stop timeout" => number(&mut self.stop_ms, value, 0, 600_000),
            _ => false,
        }
    }

    /// How long to wait for an answer to `stop`.
    #[must_use]
    pub fn stop_timeout(&self) -> Option<Span> {
        (self.stop_ms > 0).then(|| Span::from_millis(self.stop_ms))
    }

    /// After what time to answer `isready` in a search.
    #[must_use]
    pub fn ready_after(&self) -> Option<Span> {
        (self.ready_after_ms > 0).then(|| Span::from_millis(self.ready_after_ms))
    }
}

/// What a file may say where a GUI is shown an option of this kind.
fn expected(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check { .. } => "true or false".to_owned(),
        OptionKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
        OptionKind::Combo { choices, .. } => {
            let quoted = choices.iter().map(|choice| format!("{:?}", String::from_utf8_lossy(choice)));
            format!("one of {}", quoted.collect::<Vec<_>>().join(", "))
        }
        OptionKind::Button | OptionKind::Text { .. } => "text".to_owned(),
    }
}

fn number(to: &mut i64, value: &str, min: i64, max: i64) -> bool {
    match value.parse() {
        Ok(number) if (min..=max).contains(&number) => {
            *to = number;
            true
        }
        Ok(_) | Err(_) => false,
    }
}

/// UCI spells a check `true` and `false`, xboard `1` and `0`.
fn boolean(to: &mut bool, value: &str) -> bool {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" => *to = true,
        "false" | "0" => *to = false,
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_shown_can_be_set_to_every_value_it_shows() {
        for option in Settings::default().options() {
            let name = String::from_utf8(option.name).unwrap();
            let name = name.strip_prefix(PREFIX).unwrap();
            let values = match option.kind {
                OptionKind::Check { .. } => vec!["true".to_owned(), "0".to_owned()],
                OptionKind::Spin { min, max, .. } => vec![min.to_string(), max.to_string()],
                OptionKind::Combo { choices, .. } => {
                    choices.into_iter().map(|choice| String::from_utf8(choice).unwrap()).collect()
                }
                OptionKind::Button | OptionKind::Text { .. } => Vec::new(),
            };
            for value in values {
                let mut settings = Settings::default();
                assert!(settings.set(name, &value), "{name} = {value}");
            }
            assert!(!Settings::default().set(name, "no such value"), "{name}");
        }
    }
}
