//! One coordinator and one broker under thousands of pretend workers: `cargo bench --bench fleet -- WORKERS MILLIS PAIRS`.
//!
//! The coordinator and the broker (nats-server) are the real ones, as processes; a pretend worker has a connection of
//! its own and does all that a real one does, except that its games take `MILLIS` and are all the same. Prints results a
//! second, and what coordinator and broker cost in memory and processor time.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a bench may")]
#![expect(clippy::print_stdout, reason = "it prints what it measures")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use uci_arbiter::event::fleet::{
    EventCard, Outcome, PlayedGame, Unit, UnitResult, WorkerCard, WorkerName, WorkerState, pack, unpack,
};
use uci_arbiter::event::game::Game;
use uci_arbiter::event::journal::{Entry, Rest};
use uci_arbiter::event::table::Again;

const PROGRAM: &str = env!("CARGO_BIN_EXE_uci-arbiter");
const EVENT: &str = "[event]\nname = \"Simulation\"\nseed = 1\n\
    [[engines]]\nname = \"A\"\nhouse = \"search\"\nnodes = 200\n\
    [[engines]]\nname = \"B\"\nhouse = \"search\"\nnodes = 100\n\
    [rules]\npreset = \"fide\"\nmax-moves = 60\n[output]\npgn = \"games.pgn\"\n\
    [format]\nkind = \"round-robin\"\ngames = 2\nrounds = ";

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().unwrap_or(());
        drop(self.0.wait());
    }
}

/// Resident memory in KiB, its peak, and processor time in seconds.
fn cost(process: u32) -> (u64, u64, f64) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let words = stat.rsplit(") ").next().unwrap_or("").split(' ').map(str::to_owned).collect::<Vec<_>>();
    let ticks = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
    (field("VmRSS:"), field("VmHWM:"), (ticks(11) + ticks(12)) / 100.0)
}

/// A real game, played here.
fn template(folder: &Path) -> Game {
    std::fs::write(folder.join("one.toml"), format!("{EVENT}1\n").replace("games.pgn", "one.pgn")).unwrap();
    let run = Command::new(PROGRAM).args(["event", "run", "one.toml"]).current_dir(folder).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let mut game = None;
    Rest::of(&std::fs::read(folder.join("one.journal")).unwrap(), |entry| {
        if let Entry::Finished { game: played, .. } = entry {
            game = Some(*played);
        }
    });
    game.unwrap()
}

/// One pretend worker.
async fn pretend(url: String, number: u64, millis: u64, template: Arc<Game>, event: EventCard, done: Arc<AtomicU64>) {
    let name = WorkerName::near(&format!("pretend-{number}"));
    let client = loop {
        match async_nats::connect(&url).await {
            Ok(client) => break client,
            Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    };
    let context = async_nats::jetstream::new(client.clone());
    let card = WorkerCard {
        name: name.clone(),
        run: number,
        program: event.program.clone(),
        processor: "pretended".to_owned(),
        processors: 1,
        slots: 1,
        tags: BTreeSet::new(),
        speed: 1,
        state: WorkerState::Working,
        playing: BTreeMap::new(),
        finished: 0,
        refused: BTreeMap::new(),
        since: 0,
    };
    let shown = client.clone();
    let subject = format!("arbiter.worker.{name}");
    tokio::spawn(async move {
        loop {
            shown.publish(subject.clone(), pack(&card).unwrap().into()).await.unwrap_or(());
            tokio::time::sleep(Duration::from_secs(3)).await;
        }
    });
    let units = format!("units-{}", event.event);
    let consumer: PullConsumer = loop {
        match context.get_consumer_from_stream(&units, "ARBITER_JOBS").await {
            Ok(consumer) => break consumer,
            Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    };
    let results = loop {
        match context.get_stream("ARBITER_RESULTS").await {
            Ok(stream) => break stream,
            Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    };
    loop {
        let Ok(mut batch) = consumer.batch().max_messages(1).expires(Duration::from_secs(5)).messages().await else {
            continue;
        };
        let Some(Ok(message)) = batch.next().await else { continue };
        let unit: Unit = unpack(&message.payload).unwrap();
        let subject = format!("arbiter.result.{}.{}", unit.event, unit.name());
        if results.get_last_raw_message_by_subject(&subject).await.is_ok() {
            message.ack().await.unwrap_or(());
            continue;
        }
        if millis > 0 {
            tokio::time::sleep(Duration::from_millis(millis)).await;
        }
        let games = unit.games.iter().map(|game| PlayedGame {
            number: game.fixture.number,
            attempt: game.attempt,
            outcome: Outcome::Played {
                game: Box::new(Game { fixture: game.fixture.clone(), ..Game::clone(&template) }),
                again: Again::No,
                white_lost: None,
                black_lost: None,
            },
        });
        let result = UnitResult {
            event: unit.event.clone(),
            unit: unit.name(),
            worker: name.clone(),
            run: number,
            games: games.collect(),
        };
        let payload = pack(&result).unwrap();
        loop {
            let message = PublishMessage::build().expected_last_subject_sequence(0).payload(payload.clone().into());
            let Ok(sent) = context.send_publish(subject.clone(), message).await else { continue };
            match sent.await {
                Ok(_) => break,
                // Another one was before us.
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => break,
                Err(_) => {}
            }
        }
        message.ack().await.unwrap_or(());
        done.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let mut numbers = std::env::args().filter_map(|word| word.parse::<u64>().ok());
    let (workers, millis) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(0));
    let pairs = numbers.next().unwrap_or(5_000);
    let folder = std::env::temp_dir().join(format!("uci-arbiter-fleet-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let template = Arc::new(template(&folder));
    std::fs::write(folder.join("event.toml"), format!("{EVENT}{pairs}\n")).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let server = ["/usr/sbin/nats-server", "nats-server"].into_iter().find(|path| Path::new(path).is_file());
    let mut broker = Command::new(server.unwrap_or("nats-server"));
    broker.args(["-js", "-a", "127.0.0.1", "-p", &port, "-sd"]).arg(folder.join("nats"));
    let broker = Ended(broker.stderr(Stdio::null()).spawn().unwrap());
    let url = format!("nats://127.0.0.1:{port}");
    while std::net::TcpStream::connect(format!("127.0.0.1:{port}")).is_err() {
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut coordinator = Command::new(PROGRAM);
    coordinator.args(["event", "run", "event.toml", "--fleet", &url]).current_dir(&folder);
    let mut coordinator = Ended(coordinator.stdout(Stdio::null()).spawn().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let done = Arc::new(AtomicU64::new(0));
    let packed = runtime.block_on(async {
        let client = async_nats::connect(&url).await.unwrap();
        let mut cards = client.subscribe("arbiter.event.*").await.unwrap();
        cards.next().await.unwrap().payload
    });
    let card: EventCard = unpack(&packed).unwrap();
    let began = Instant::now();
    println!("workers {workers}, {millis} ms a pair, {pairs} pairs, {} plies a game", template.plies.len());
    runtime.block_on(async {
        for number in 0..workers {
            let (url, card) = (url.clone(), card.clone());
            tokio::spawn(pretend(url, number, millis, Arc::clone(&template), card, Arc::clone(&done)));
            if number % 20 == 19 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        let (mut before, mut last) = (0, Instant::now());
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            let now = done.load(Ordering::Relaxed);
            let (memory, _, spent) = cost(coordinator.0.id());
            let (store, _, server) = cost(broker.0.id());
            println!(
                "{:>6.1} s  {now:>7} pairs  {:>8.1} pairs/s  coordinator {memory} KiB {spent:.1} s  broker {store} KiB {server:.1} s",
                began.elapsed().as_secs_f64(),
                (now - before) as f64 / last.elapsed().as_secs_f64(),
            );
            (before, last) = (now, Instant::now());
            if let Some(status) = coordinator.0.try_wait().unwrap() {
                println!("coordinator: {status}");
                break;
            }
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let (_, peak, server) = cost(broker.0.id());
    let journal = std::fs::metadata(folder.join("event.journal")).unwrap().len();
    println!(
        "all: {:.1} s, {:.1} pairs/s; broker peak {peak} KiB, {server:.1} s; journal {journal} bytes",
        seconds,
        pairs as f64 / seconds
    );
    let mine = cost(std::process::id());
    println!("this program, all pretend workers: peak {} KiB, {:.1} s", mine.1, mine.2);
    std::fs::remove_dir_all(&folder).unwrap();
}
