//! A fleet: a broker of its own for each test, and workers in threads, with a runtime each.

use super::{Desk, Folder, Lost, Stage};
use crate::event::fleet::{AllowList, EventKey, EventState, WorkerName};
use crate::event::sources::fake::Fake;
use crate::shell::fleet::{BrokerOptions, FleetOptions, WorkerOptions, overview, serve, venue};
use crate::shell::runner::{Setup, Venue};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroU32;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

pub(super) struct Away {
    folder: Folder,
    url: String,
    workers: Vec<Worker>,
    server: Child,
}

/// A worker; dropped, it is gone in the middle of what it did.
struct Worker {
    kill: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    fn start(folder: &Folder, url: &str, name: &str) -> Self {
        let list = "[engines.sh]\ncommand = \"/bin/sh\"\nbuild = \"any\"\narguments = true\n";
        let options = WorkerOptions {
            broker: broker(url),
            name: WorkerName::near(name),
            slots: NonZeroU32::MIN,
            tags: BTreeSet::new(),
            allow: AllowList::parse(list, "allow.toml").unwrap(),
            cache: folder.at("cache"),
            speed: 1_000_000,
            processors: 1,
        };
        let (kill, killed) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let mut err = Vec::new();
            runtime.block_on(async {
                tokio::select! {
                    left = serve(options, Arc::new(Fake::default()), &mut err) => panic!("{left:?}"),
                    _ = killed => {}
                }
            });
            // Its promises, what it was about to say: all gone.
            runtime.shutdown_background();
        });
        Self { kill: Some(kill), thread: Some(thread) }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.kill.take());
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok() || std::thread::panicking());
        }
    }
}

fn broker(url: &str) -> BrokerOptions {
    BrokerOptions { servers: url.to_owned(), ..BrokerOptions::default() }
}

impl Away {
    /// None where nats-server is not installed.
    #[expect(clippy::print_stderr, reason = "it says what it skips")]
    pub(super) fn new() -> Option<Self> {
        let folder = Folder::new();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        // Debian puts it where users do not look.
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let started = Command::new("nats-server")
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
            .arg(folder.at("nats"))
            .env("PATH", path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut server) = started else {
            assert_ne!(std::env::var("ARBITER_TESTS").as_deref(), Ok("all"), "nats-server is not installed");
            eprintln!("skipped: nats-server is not installed");
            return None;
        };
        let mut said = BufReader::new(server.stderr.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().contains("Server is ready")));
        std::thread::spawn(move || said.for_each(drop));
        let url = format!("nats://127.0.0.1:{port}");
        let workers = ["first", "second"].map(|name| Worker::start(&folder, &url, name));
        Some(Self { folder, url, workers: workers.into(), server })
    }
}

impl Drop for Away {
    fn drop(&mut self) {
        // Games that nobody waits for any more end by themselves.
        self.folder.open_gate();
        self.workers.clear();
        self.server.kill().unwrap_or(());
        drop(self.server.wait());
    }
}

impl Stage for Away {
    fn folder(&self) -> &Folder {
        &self.folder
    }

    fn open(&self, setup: Setup) -> io::Result<Box<dyn Venue>> {
        let options = FleetOptions {
            broker: broker(&self.url),
            priority: 0,
            tags: BTreeSet::new(),
            lease: Duration::from_secs(1),
            reference_speed: None,
        };
        venue(EventKey::of_number(1), &options, setup).map_err(io::Error::other)
    }

    fn lose(&mut self, _: &mut Desk) -> Lost {
        self.workers.clear();
        self.workers.push(Worker::start(&self.folder, &self.url, "third"));
        Lost::Another
    }

    fn rests(&self, _: &Desk) -> bool {
        let seen = overview(&broker(&self.url)).unwrap();
        let card = seen.events.first();
        card.is_some_and(|card| card.state == EventState::Paused && card.figures.given == card.figures.waiting)
    }
}
