//! Games that go the same way in everybody's hands, and the player that plays one of them and keeps its own time.

use crate::engine::{game, listen, made, say};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position, uci::UciMove};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Seeds of games that end in checkmate after this many half-moves and before any repetition or count of moves could
/// end them: whatever rules a program goes by, it plays them to the same end.
pub(crate) fn mating(plies: std::ops::Range<usize>, count: usize) -> Vec<u64> {
    (1..).filter(|&seed| plies.contains(&game(seed).len()) && mates(&game(seed))).take(count).collect()
}

fn mates(moves: &[String]) -> bool {
    let mut position = Chess::default();
    let mut seen = BTreeMap::new();
    for text in moves {
        let m = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
        let times = seen.entry(key).or_insert(0);
        *times += 1;
        if *times == 3 || position.halfmoves() >= 90 {
            return false;
        }
    }
    position.is_checkmate()
}

/// Runs the player if it is meant: `player SEED MICROSECONDS FOLDER`.
pub(crate) fn run(name: &str, arguments: &[String]) -> bool {
    match (name, arguments) {
        ("player", [seed, think, folder]) => {
            play(&game(seed.parse().unwrap()), think.parse().unwrap(), Path::new(folder));
            true
        }
        _ => false,
    }
}

/// What a clock lost between the first and the last `go` of a game, and what the player had used of it.
#[derive(Debug, Default)]
struct Account {
    first: Option<i64>,
    last: i64,
    moves: u32,
    used: Duration,
    /// Of the move after the last `go`: its time is not charged when the next one comes, for there is none.
    open: Duration,
}

/// Plays White's or Black's part, thinking between half and one and a half times `think` microseconds; after the last
/// move it writes to a file of its own in `folder`: moves, milliseconds that the clock lost, microseconds used.
fn play(moves: &[String], think: u64, folder: &Path) {
    let (mut now, mut account) = (0, Account::default());
    let mut state = u64::from(std::process::id()) | 1;
    listen(|line| {
        let begun = Instant::now();
        if line.starts_with("position") {
            now = made(line);
        } else if line.starts_with("go") {
            if think > 0 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let time = Duration::from_micros(think / 2 + (state >> 33) % think);
                std::thread::sleep(time.saturating_sub(begun.elapsed()));
            }
            let answer = format!("info depth 1 score cp 13 nodes 20 time 1 pv {0}\nbestmove {0}\n", moves[now]);
            let used = begun.elapsed();
            say(&answer);
            if now < 2 {
                account = Account::default();
            }
            account.enter(line, now, used);
            if now + 2 >= moves.len() {
                account.write(folder);
            }
        }
    });
}

impl Account {
    fn enter(&mut self, go: &str, now: usize, used: Duration) {
        let value = |name: &str| go.split(' ').skip_while(|word| *word != name).nth(1)?.parse::<i64>().ok();
        let (time, bonus) = if now.is_multiple_of(2) { ("wtime", "winc") } else { ("btime", "binc") };
        self.last = value(time).unwrap_or(0) - i64::from(self.moves) * value(bonus).unwrap_or(0);
        self.first.get_or_insert(self.last);
        self.moves += 1;
        self.used += self.open;
        self.open = used;
    }

    fn write(&self, folder: &Path) {
        let path = folder.join(format!("player-{}", std::process::id()));
        let lost = self.first.unwrap_or(0) - self.last;
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        writeln!(file, "{} {lost} {}", self.moves - 1, self.used.as_micros()).unwrap();
    }
}

/// What the players of a run wrote: moves, milliseconds that their clocks lost, microseconds that they used.
pub(crate) fn accounts(folder: &Path) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("player-") {
            for line in std::fs::read_to_string(entry.path()).unwrap().lines() {
                for (sum, word) in sums.iter_mut().zip(line.split(' ')) {
                    *sum += word.parse::<f64>().unwrap();
                }
            }
        }
    }
    sums
}
