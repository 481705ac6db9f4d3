//! Pushes the games to a round of a broadcast, as PGN over HTTPS, on a thread of its own.
//!
//! The hall hands over the latest games and never waits. What the other side makes of them cannot slow or end the
//! event: it is told once on stderr, after 429 and trouble of the server the pushes pause, after a refusal of the token
//! they end. The token is in nothing that is printed or written.

use super::latest::{Latest, Taken};
use crate::event::plain;
use crate::event::settings::{Broadcast, Token};
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// So much of an answer is read.
const ANSWER: u64 = 1 << 16;
/// So much of what the other side says is told.
const TOLD: usize = 200;

/// How fast pushes follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// From one to the next.
    every: Duration,
    /// After "too many requests": lichess asks for a whole minute.
    after_429: Duration,
    /// After other trouble, doubled each time.
    first_pause: Duration,
    longest_pause: Duration,
    /// How long a push may take.
    patience: Duration,
    /// How long the last push may hold up the end of the event.
    farewell: Duration,
}

impl Pace {
    pub(super) const USUAL: Self = Self {
        every: Duration::from_secs(2),
        after_429: Duration::from_secs(60),
        first_pause: Duration::from_secs(4),
        longest_pause: Duration::from_secs(300),
        patience: Duration::from_secs(20),
        farewell: Duration::from_secs(10),
    };
}

/// A token, which prints as nothing.
pub(super) struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Reads the token of a broadcast.
///
/// # Errors
/// There is none, or none that can be sent.
pub fn has_token(broadcast: &Broadcast) -> io::Result<()> {
    read_token(&broadcast.token).map(drop)
}

fn read_token(token: &Token) -> io::Result<Secret> {
    let bad = |what: String| io::Error::new(io::ErrorKind::InvalidInput, what);
    let (place, text) = match token {
        Token::Environment(name) => {
            let place = format!("broadcast.token-env: {name}");
            let text = std::env::var(name).map_err(|_| bad(format!("{place}: expected a token there, got none")))?;
            (place, text)
        }
        Token::File(path) => {
            let place = format!("broadcast.token-file: {}", path.display());
            let text = std::fs::read_to_string(path).map_err(|error| bad(format!("{place}: {error}")))?;
            (place, text)
        }
    };
    let token = text.lines().next().unwrap_or_default().trim();
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(bad(format!("{place}: expected a token of letters and digits, got something else")));
    }
    Ok(Secret(token.to_owned()))
}

#[derive(Debug)]
pub(super) struct Pusher {
    shared: Arc<Shared>,
    ended: Receiver<()>,
    pace: Pace,
}

#[derive(Debug)]
struct Shared {
    latest: Latest<String>,
    said: Mutex<Said>,
}

/// What there is to tell people, and what has been told.
#[derive(Debug, Default)]
struct Said {
    new: Vec<String>,
    told: BTreeSet<String>,
}

impl Pusher {
    /// # Errors
    /// There is no token, or no thread.
    pub(super) fn open(broadcast: &Broadcast, pace: Pace) -> io::Result<Self> {
        let token = read_token(&broadcast.token)?;
        let shared = Arc::new(Shared { latest: Latest::new(), said: Mutex::default() });
        let (end, ended) = channel();
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(pace.patience))
            // A token goes nowhere but where the event says.
            .max_redirects(0)
            .http_status_as_error(false)
            .user_agent(concat!("uci-arbiter/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        let work = Work { agent, url: broadcast.url.clone(), token, shared: Arc::clone(&shared), pace };
        std::thread::Builder::new().name("broadcast".to_owned()).spawn(move || {
            work.run();
            drop(end);
        })?;
        Ok(Self { shared, ended, pace })
    }

    /// Hands over the games.
    pub(super) fn put(&self, pgn: String) {
        self.shared.latest.put(pgn);
    }

    pub(super) fn said(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.said.lock().unwrap_or_else(PoisonError::into_inner).new)
    }

    /// Lets the last push be made, for a while.
    pub(super) fn close(self) -> Vec<String> {
        self.shared.latest.close();
        // Whether it has ended or not: nobody waits longer.
        self.ended.recv_timeout(self.pace.farewell).unwrap_or(());
        self.said()
    }
}

/// What came of a push.
#[derive(Debug)]
enum Answer {
    Taken,
    /// Not now.
    Later {
        pause: Option<Duration>,
        why: String,
    },
    /// Not with these games.
    Refused(String),
    /// Never.
    Never(String),
}

struct Work {
    agent: ureq::Agent,
    url: String,
    token: Secret,
    shared: Arc<Shared>,
    pace: Pace,
}

impl Work {
    fn run(self) {
        let mut troubles = 0;
        while let Taken::Thing(pgn) = self.shared.latest.take() {
            let mut pause = self.pace.every;
            match self.push(&pgn) {
                Answer::Taken => {
                    if troubles > 0 {
                        self.again();
                    }
                    troubles = 0;
                }
                Answer::Refused(why) => self.tell(why),
                Answer::Later { pause: asked, why } => {
                    let doubled = self.pace.first_pause.saturating_mul(1_u32.checked_shl(troubles).unwrap_or(u32::MAX));
                    pause = asked.unwrap_or(doubled).min(self.pace.longest_pause);
                    troubles += 1;
                    self.tell(why);
                    // What was not taken is pushed again, if nothing newer is there.
                    self.shared.latest.merge(pgn, |old, newer| *old = newer);
                }
                Answer::Never(why) => {
                    self.tell(format!("{why}; no more is pushed"));
                    return;
                }
            }
            if !self.shared.latest.pause(pause) && troubles > 0 {
                // The event is over, and the other side wanted to be left alone.
                return;
            }
        }
    }

    fn push(&self, pgn: &str) -> Answer {
        let request = self
            .agent
            .post(&self.url)
            .header("Authorization", format!("Bearer {}", self.token.0))
            .content_type("text/plain; charset=utf-8");
        let mut response = match request.send(pgn) {
            Ok(response) => response,
            Err(error) => return Answer::Later { pause: None, why: self.short(&error.to_string()) },
        };
        let status = response.status().as_u16();
        let retry = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let retry = retry.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
        let body = response.body_mut().with_config().limit(ANSWER).read_to_string().unwrap_or_default();
        let why = format!("the server answers {status}: {}", self.short(&body));
        match status {
            200..=299 => match self.game_refused(&body) {
                Some(why) => Answer::Refused(why),
                None => Answer::Taken,
            },
            429 => Answer::Later { pause: Some(retry.unwrap_or_default().max(self.pace.after_429)), why },
            300..=399 | 401 | 403..=405 | 410 => Answer::Never(why),
            400..=499 => Answer::Refused(why),
            _ => Answer::Later { pause: retry, why },
        }
    }

    /// lichess takes games one by one, and says of each that it did not take why.
    fn game_refused(&self, body: &str) -> Option<String> {
        let answer: serde_json::Value = serde_json::from_str(body).ok()?;
        let games = answer.get("games")?.as_array()?;
        let error = games.iter().find_map(|game| game.get("error"))?;
        let text = error.as_str().map_or_else(|| error.to_string(), str::to_owned);
        Some(format!("a game is not taken: {}", self.short(&text)))
    }

    /// A part of what the other side says; it may repeat the token.
    fn short(&self, text: &str) -> String {
        let text = text.replace(&self.token.0, "…");
        plain::line(&text.chars().take(TOLD).collect::<String>()).into_owned()
    }

    /// Every thing once.
    fn tell(&self, text: String) {
        let mut said = self.shared.said.lock().unwrap_or_else(PoisonError::into_inner);
        // A server that never says the same is heard a few times.
        if said.told.len() < 20 && said.told.insert(text.clone()) {
            said.new.push(format!("broadcast: {text}"));
        }
    }

    fn again(&self) {
        let mut said = self.shared.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.told.is_empty() {
            said.told.clear();
            said.new.push("broadcast: taken again".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc::Sender;

    const TOKEN: &str = "lip_SecretSecret";

    /// A server in the place of lichess that answers one after another, and what it was sent.
    fn server(answers: Vec<&'static str>) -> (String, Receiver<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/api/broadcast/round/x/push", listener.local_addr().unwrap());
        let (sender, requests) = channel();
        std::thread::spawn(move || {
            for answer in answers {
                let Ok((stream, _)) = listener.accept() else { return };
                serve(stream, answer, &sender);
            }
        });
        (url, requests)
    }

    fn serve(mut stream: TcpStream, answer: &str, sender: &Sender<String>) {
        let mut got = Vec::new();
        let mut chunk = [0; 4_096];
        loop {
            let text = String::from_utf8_lossy(&got).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.to_lowercase().lines().find_map(|line| {
                    line.strip_prefix("content-length:").and_then(|length| length.trim().parse::<usize>().ok())
                });
                if body.len() >= length.unwrap_or(0) {
                    drop(sender.send(text));
                    break;
                }
            }
            match stream.read(&mut chunk) {
                Ok(0) | Err(_) => return,
                Ok(count) => got.extend_from_slice(&chunk[..count]),
            }
        }
        if answer.is_empty() {
            // Hangs until the other side has had enough.
            while matches!(stream.read(&mut chunk), Ok(count) if count > 0) {}
            return;
        }
        let (status, body) = answer.split_once('|').unwrap();
        let length = body.len();
        drop(write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"));
    }

    fn pusher(url: String, pace: Pace) -> (Pusher, std::path::PathBuf) {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("uci-arbiter-token-{}-{number}", std::process::id()));
        std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
        (Pusher::open(&Broadcast { url, token: Token::File(file.clone()) }, pace).unwrap(), file)
    }

    fn fast() -> Pace {
        let moment = Duration::from_millis(1);
        Pace { every: moment, after_429: moment, first_pause: moment, patience: Duration::from_secs(20), ..Pace::USUAL }
    }

    fn within(requests: &Receiver<String>) -> String {
        requests.recv_timeout(Duration::from_secs(30)).unwrap()
    }

    #[test]
    fn games_are_pushed_with_the_token_and_the_last_ones_before_the_end() {
        let (url, requests) = server(vec!["200 OK|{\"games\":[{\"moves\":2}]}"; 2]);
        let (pusher, file) = pusher(url, fast());
        pusher.put("[Event \"x\"]\n\n1. e4 *\n\n".to_owned());
        let request = within(&requests);
        assert!(request.starts_with("POST /api/broadcast/round/x/push HTTP/1.1\r\n"), "{request}");
        assert!(request.to_lowercase().contains(&format!("authorization: bearer {}\r\n", TOKEN.to_lowercase())));
        assert!(request.ends_with("1. e4 *\n\n"), "{request}");
        pusher.put("the last".to_owned());
        assert_eq!(pusher.close(), Vec::<String>::new());
        assert!(within(&requests).ends_with("the last"));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn a_token_that_is_refused_ends_the_pushes_and_is_told_once_without_the_token() {
        let (url, requests) =
            server(vec!["401 Unauthorized|{\"error\":\"No such token: lip_SecretSecret\\u001b\"}"; 5]);
        let (pusher, file) = pusher(url, fast());
        pusher.put("one".to_owned());
        within(&requests);
        pusher.put("two".to_owned());
        let shown = format!("{pusher:?}");
        let said = pusher.close();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("broadcast: the server answers 401: ") && said[0].ends_with("no more is pushed"));
        assert!(!said[0].contains(TOKEN) && !shown.contains(TOKEN), "{said:?}");
        assert!(requests.try_recv().is_err());
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn after_429_the_same_games_are_pushed_again() {
        let (url, requests) = server(vec!["429 Too Many Requests|slow down", "503 Unavailable|", "200 OK|{}"]);
        let (pusher, file) = pusher(url, fast());
        pusher.put("games".to_owned());
        for _ in 0..3 {
            assert!(within(&requests).ends_with("games"));
        }
        // The answer to the last push is there when the next one is sent, or at the end.
        let said = pusher.close();
        assert!(said.iter().any(|line| line.contains("429: slow down")), "{said:?}");
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn a_game_that_is_not_taken_is_told() {
        let (url, requests) = server(vec!["200 OK|{\"games\":[{\"moves\":2},{\"error\":\"Invalid move: Nxe5\"}]}"]);
        let (pusher, file) = pusher(url, fast());
        pusher.put("games".to_owned());
        within(&requests);
        assert_eq!(pusher.close(), ["broadcast: a game is not taken: Invalid move: Nxe5"]);
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn a_server_that_hangs_holds_nothing_up() {
        let (url, requests) = server(vec![""]);
        let moment = Duration::from_millis(50);
        let (pusher, file) = pusher(url, Pace { farewell: moment, ..fast() });
        pusher.put("one".to_owned());
        within(&requests);
        // Nobody waits here, and only the latest is kept.
        for number in 0..1_000 {
            pusher.put(format!("game {number}"));
        }
        let begun = crate::shell::Clock::start();
        pusher.close();
        assert!(begun.now().since(crate::units::Stamp(0)) < crate::units::Span::from_secs(10));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn a_server_that_takes_too_long_is_left_and_told() {
        let (url, requests) = server(vec!["", "200 OK|{}"]);
        let (pusher, file) = pusher(url, Pace { patience: Duration::from_millis(300), ..fast() });
        pusher.put("one".to_owned());
        within(&requests);
        assert!(within(&requests).ends_with("one"));
        let said = pusher.close();
        assert!(said[0].contains("timeout"), "{said:?}");
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn without_a_token_nothing_begins() {
        let error = read_token(&Token::Environment("UCI_ARBITER_NO_SUCH_VARIABLE".to_owned())).unwrap_err();
        let text = "broadcast.token-env: UCI_ARBITER_NO_SUCH_VARIABLE: expected a token there, got none";
        assert_eq!(error.to_string(), text);
        assert!(read_token(&Token::File("/nonexistent/token".into())).is_err());
    }
}
