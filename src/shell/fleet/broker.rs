//! The connection to the broker, NATS with JetStream (2.9 or later), and what is kept there.
//!
//! | stream | subjects | what |
//! |---|---|---|
//! | `ARBITER_JOBS` | `arbiter.job.EVENT.UNIT` | units, a work queue: one message a subject, gone when acknowledged |
//! | `ARBITER_RESULTS` | `arbiter.result.EVENT.UNIT` | results, made only if absent; late ones below `.late.RUN` |
//! | `ARBITER_EVENTS` | `arbiter.event.EVENT` | each event's card |
//! | `ARBITER_WORKERS` | `arbiter.worker.NAME` | each worker's card; forgotten when it is silent |
//! | `OBJ_arbiter` | | settings, engines, books and networks by their SHA-256 |
//!
//! Beside these, heard by whoever listens: `arbiter.said.EVENT` (games begun, moves), and requests to a coordinator,
//! `arbiter.order.EVENT`, or a worker, `arbiter.drain.NAME`.

use super::connect::BrokerOptions;
use crate::event::fleet::{Digest, EventCard, EventKey, PackError, UnitName, WorkerCard, WorkerName, unpack};
use async_nats::jetstream::consumer::pull::Config as PullConfig;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer};
use async_nats::jetstream::context::{Context, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store;
use async_nats::jetstream::stream::{
    Config as StreamConfig, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, StorageType, Stream,
};
use async_nats::{Client, Event};
use futures_util::TryStreamExt;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::sync::Notify;

const JOBS: &str = "ARBITER_JOBS";
const RESULTS: &str = "ARBITER_RESULTS";
const EVENTS: &str = "ARBITER_EVENTS";
const WORKERS: &str = "ARBITER_WORKERS";
const OBJECTS: &str = "arbiter";
/// The header of a result that names its settings.
pub(super) const SETTINGS: &str = "Arbiter-Settings";
/// A worker that has not shown itself for so long is gone.
const SILENCE: Duration = Duration::from_secs(20);
/// What nobody has asked for in so long is forgotten: events that were given up.
const OLD: Duration = Duration::from_secs(30 * 24 * 3600);
/// The pause before another try.
const AGAIN: Duration = Duration::from_millis(500);
/// How often it is tried to make a stream.
const TRIES: u32 = 5;
/// A unit may be with so many workers at a time.
const PENDING: i64 = 200_000;
/// So many workers may wait for units of one event.
const WAITING: i64 = 50_000;

/// What goes wrong with the broker.
#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    /// It is not there, or does not let us in.
    #[error("--fleet {servers}: expected a NATS server with JetStream, got {got}")]
    Connect {
        /// Where.
        servers: String,
        /// What was said.
        got: String,
    },
    /// A file with a key or a certificate.
    #[error("{option} {path}: expected {expected}, got {got}", path = .path.display())]
    Key {
        /// The option that names it.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What it should be.
        expected: &'static str,
        /// What came.
        got: String,
    },
    /// It does not do what is asked.
    #[error("fleet: {what}: {got}")]
    Broker {
        /// What was asked.
        what: &'static str,
        /// What was said.
        got: String,
    },
    /// A message is none of ours.
    #[error("fleet: {0}")]
    Message(#[from] PackError),
    /// A file.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// An event that cannot be played by others.
    #[error("--fleet: {0}")]
    Event(String),
}

/// For `map_err`: what was asked when the broker refused.
pub(super) fn refused<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> FleetError {
    move |error| FleetError::Broker { what, got: error.to_string() }
}

/// What became of something that is made only if absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// It was made.
    Now,
    /// It was there.
    Before,
}

/// A connection that comes back by itself.
#[derive(Clone, Debug)]
pub(super) struct Broker {
    pub(super) client: Client,
    pub(super) context: Context,
    /// Set by every new connection after the first, until it is asked for.
    returned: Arc<AtomicBool>,
    /// Rung then: what was asked before will not be answered.
    pub(super) back: Arc<Notify>,
}

impl Broker {
    /// Connects, and makes the streams if they are not there. `say` hears when the broker goes and comes.
    pub(super) async fn open(
        options: &BrokerOptions,
        say: impl Fn(String) + Send + Sync + 'static,
    ) -> Result<Self, FleetError> {
        let returned = Arc::new(AtomicBool::new(false));
        let back = Arc::new(Notify::new());
        let told = told(options.shown(), Arc::clone(&returned), Arc::clone(&back), say);
        let connect = options.connect_options()?.event_callback(told);
        let client = connect.connect(options.addresses()?).await.map_err(|error| options.failed(&error))?;
        let context = async_nats::jetstream::new(client.clone());
        let broker = Self { client, context, returned, back };
        broker.set_up().await?;
        Ok(broker)
    }

    /// Makes the streams that are not there.
    pub(super) async fn set_up(&self) -> Result<(), FleetError> {
        for config in streams() {
            let mut tries = 0;
            while let Err(error) = self.context.get_or_create_stream(config.clone()).await {
                // Somebody else may be making it just now, which NATS calls an overlap.
                tries += 1;
                if tries == TRIES {
                    return Err(refused("its streams")(error));
                }
                tokio::time::sleep(AGAIN / 5).await;
            }
        }
        if self.context.get_object_store(OBJECTS).await.is_err() {
            let config = object_store::Config { bucket: OBJECTS.to_owned(), max_age: OLD, ..Default::default() };
            let made = self.context.create_object_store(config).await;
            if let Err(error) = made
                && self.context.get_object_store(OBJECTS).await.is_err()
            {
                return Err(refused("its object store")(error));
            }
        }
        Ok(())
    }

    /// Whether the connection was lost and is back since this was asked last.
    pub(super) fn has_returned(&self) -> bool {
        self.returned.swap(false, Ordering::Relaxed)
    }

    async fn stream(&self, name: &str) -> Result<Stream<()>, FleetError> {
        self.context.get_stream_no_info(name).await.map_err(refused("a stream"))
    }

    /// Puts a unit in the queue, if it is not there. `again` tells tries apart that are to be more than the first.
    pub(super) async fn offer(&self, subject: String, unit: Vec<u8>, again: u64) -> Result<(), FleetError> {
        let id = format!("{subject}#{again}");
        let message = PublishMessage::build().message_id(id).payload(unit.into());
        let sent = self.context.send_publish(subject.clone(), message).await.map_err(refused("a unit"))?;
        match sent.await {
            Ok(_) => Ok(()),
            // One message a subject: what is there stays.
            Err(_) if self.holds(JOBS, &subject).await? => Ok(()),
            Err(error) => Err(refused("a unit")(error)),
        }
    }

    /// Whether a unit is in the queue.
    pub(super) async fn has_job(&self, event: &EventKey, unit: &UnitName) -> Result<bool, FleetError> {
        self.holds(JOBS, &job(event, unit)).await
    }

    /// Whether a unit has a result.
    pub(super) async fn has_result(&self, event: &EventKey, unit: &UnitName) -> Result<bool, FleetError> {
        self.holds(RESULTS, &result(event, unit)).await
    }

    async fn holds(&self, stream: &str, subject: &str) -> Result<bool, FleetError> {
        match self.stream(stream).await?.get_last_raw_message_by_subject(subject).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(refused("a message")(error)),
        }
    }

    /// The result of a unit that is there.
    pub(super) async fn result(&self, event: &EventKey, unit: &UnitName) -> Result<Vec<u8>, FleetError> {
        let stream = self.stream(RESULTS).await?;
        let message = stream.get_last_raw_message_by_subject(&result(event, unit)).await;
        Ok(message.map_err(refused("a result"))?.payload.to_vec())
    }

    /// Puts a result down if there is none; `settings`: with which it was made.
    pub(super) async fn put_result(
        &self,
        subject: String,
        result: Vec<u8>,
        settings: &Digest,
    ) -> Result<Made, FleetError> {
        let message = PublishMessage::build().header(SETTINGS, settings.as_str());
        let message = message.expected_last_subject_sequence(0).payload(result.into());
        let sent = self.context.send_publish(subject, message).await.map_err(refused("a result"))?;
        match sent.await {
            Ok(_) => Ok(Made::Now),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(Made::Before),
            Err(error) => Err(refused("a result")(error)),
        }
    }

    /// The units of an event, for workers. `lease`: how long one may be silent about a unit; none: as it is.
    pub(super) async fn units(&self, event: &EventKey, lease: Option<Duration>) -> Result<PullConsumer, FleetError> {
        let stream = self.stream(JOBS).await?;
        let name = format!("units-{event}");
        let Some(lease) = lease else {
            return stream.get_consumer(&name).await.map_err(refused("units"));
        };
        let config = PullConfig {
            durable_name: Some(name),
            filter_subject: format!("arbiter.job.{event}.>"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            max_ack_pending: PENDING,
            max_waiting: WAITING,
            ..PullConfig::default()
        };
        stream.create_consumer(config).await.map_err(refused("units"))
    }

    /// The results of an event, for its coordinator.
    pub(super) async fn results(&self, event: &EventKey) -> Result<PullConsumer, FleetError> {
        let stream = self.stream(RESULTS).await?;
        match stream.get_consumer(&format!("results-{event}")).await {
            Ok(consumer) => Ok(consumer),
            Err(_) => self.make_results(event, DeliverPolicy::All).await,
        }
    }

    /// Has all results told again that were not acknowledged, at once: whoever asked for them before is gone.
    pub(super) async fn results_again(&self, event: &EventKey) -> Result<(), FleetError> {
        let (stream, name) = (self.stream(RESULTS).await?, format!("results-{event}"));
        let Ok(before) = stream.consumer_info(&name).await else { return Ok(()) };
        let start_sequence = before.ack_floor.stream_sequence + 1;
        stream.delete_consumer(&name).await.map_err(refused("results"))?;
        self.make_results(event, DeliverPolicy::ByStartSequence { start_sequence }).await.map(drop)
    }

    async fn make_results(&self, event: &EventKey, deliver_policy: DeliverPolicy) -> Result<PullConsumer, FleetError> {
        let config = PullConfig {
            durable_name: Some(format!("results-{event}")),
            filter_subject: format!("arbiter.result.{event}.>"),
            ack_policy: AckPolicy::Explicit,
            deliver_policy,
            ack_wait: Duration::from_secs(10),
            max_ack_pending: PENDING,
            ..PullConfig::default()
        };
        self.stream(RESULTS).await?.create_consumer(config).await.map_err(refused("results"))
    }

    /// Nobody has a result of an event.
    pub(super) async fn clear_results(&self, event: &EventKey) -> Result<(), FleetError> {
        let purge = self.stream(RESULTS).await?.purge().filter(format!("arbiter.result.{event}.>")).await;
        purge.map(drop).map_err(refused("its results"))
    }

    /// A result is gone, and another can be in its place.
    pub(super) async fn clear_result(&self, subject: &str) -> Result<(), FleetError> {
        let purge = self.stream(RESULTS).await?.purge().filter(subject).await;
        purge.map(drop).map_err(refused("a result"))
    }

    /// An event's card; none: it is not there, or was made by another version.
    pub(super) async fn event(&self, event: &EventKey) -> Result<Option<EventCard>, FleetError> {
        match self.stream(EVENTS).await?.get_last_raw_message_by_subject(&event_card(event)).await {
            Ok(message) => Ok(unpack(&message.payload).ok()),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(refused("a card")(error)),
        }
    }

    /// Nobody is to begin a unit of an event.
    pub(super) async fn clear_units(&self, event: &EventKey) -> Result<(), FleetError> {
        let purge = self.stream(JOBS).await?.purge().filter(format!("arbiter.job.{event}.>")).await;
        purge.map(drop).map_err(refused("the queue"))
    }

    /// Forgets an event: its queue and card; `results` too.
    pub(super) async fn forget(&self, event: &EventKey, results: bool) -> Result<(), FleetError> {
        self.clear_units(event).await?;
        let jobs = self.stream(JOBS).await?;
        jobs.delete_consumer(&format!("units-{event}")).await.map_err(refused("the queue"))?;
        let cards = self.stream(EVENTS).await?;
        cards.purge().filter(format!("arbiter.event.{event}")).await.map_err(refused("its card"))?;
        if results {
            self.clear_results(event).await?;
            let stream = self.stream(RESULTS).await?;
            stream.delete_consumer(&format!("results-{event}")).await.map_err(refused("its results"))?;
        }
        Ok(())
    }

    /// The cards of the events that are there.
    pub(super) async fn events(&self) -> Result<Vec<EventCard>, FleetError> {
        self.cards(EVENTS, "arbiter.event.*").await
    }

    /// The cards of the workers that are there.
    pub(super) async fn workers(&self) -> Result<Vec<WorkerCard>, FleetError> {
        self.cards(WORKERS, "arbiter.worker.*").await
    }

    async fn cards<T: serde::de::DeserializeOwned>(&self, name: &str, subjects: &str) -> Result<Vec<T>, FleetError> {
        let stream = self.stream(name).await?;
        let mut subjects = stream.info_builder().subjects(subjects).fetch().await.map_err(refused("cards"))?;
        let mut cards = Vec::new();
        while let Some((subject, _)) = subjects.try_next().await.map_err(refused("cards"))? {
            match stream.get_last_raw_message_by_subject(&subject).await {
                // A card of another version is nobody's business here.
                Ok(message) => cards.extend(unpack(&message.payload).ok()),
                // Gone meanwhile.
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {}
                Err(error) => return Err(refused("a card")(error)),
            }
        }
        Ok(cards)
    }

    /// Puts bytes into the object store under their digest, if they are not there.
    pub(super) async fn put_object(&self, digest: &Digest, mut bytes: &[u8]) -> Result<(), FleetError> {
        let store = self.context.get_object_store(OBJECTS).await.map_err(refused("the object store"))?;
        if store.info(digest.as_str()).await.is_ok_and(|info| info.size == bytes.len() && !info.deleted) {
            return Ok(());
        }
        store.put(digest.as_str(), &mut bytes).await.map(drop).map_err(refused("an object"))
    }

    /// The bytes with a digest; what has another is refused.
    pub(super) async fn object(&self, digest: &Digest) -> Result<Vec<u8>, FleetError> {
        let store = self.context.get_object_store(OBJECTS).await.map_err(refused("the object store"))?;
        let mut object = store.get(digest.as_str()).await.map_err(refused("an object"))?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await?;
        let got = Digest::of(&bytes);
        if got != *digest {
            return Err(FleetError::Broker { what: "an object", got: format!("expected SHA-256 {digest}, got {got}") });
        }
        Ok(bytes)
    }
}

fn streams() -> [StreamConfig; 4] {
    let stream = |name: &str, subject: &str, storage| StreamConfig {
        name: name.to_owned(),
        subjects: vec![subject.to_owned()],
        storage,
        max_messages_per_subject: 1,
        num_replicas: 1,
        ..StreamConfig::default()
    };
    [
        StreamConfig {
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            duplicate_window: Duration::from_secs(120),
            ..stream(JOBS, "arbiter.job.>", StorageType::File)
        },
        StreamConfig { max_age: OLD, ..stream(RESULTS, "arbiter.result.>", StorageType::File) },
        StreamConfig { max_age: OLD, ..stream(EVENTS, "arbiter.event.*", StorageType::File) },
        StreamConfig { max_age: SILENCE, ..stream(WORKERS, "arbiter.worker.*", StorageType::Memory) },
    ]
}

/// Tells when the broker goes and comes.
fn told(
    servers: String,
    returned: Arc<AtomicBool>,
    back: Arc<Notify>,
    say: impl Fn(String) + Send + Sync + 'static,
) -> impl Fn(Event) -> std::future::Ready<()> + Send + Sync + 'static {
    let away = AtomicBool::new(false);
    move |event| {
        match event {
            Event::Disconnected if !away.swap(true, Ordering::Relaxed) => {
                say(format!("fleet: {servers}: the broker is away; games in play go on, and it is waited for"));
            }
            Event::Connected if away.swap(false, Ordering::Relaxed) => {
                returned.store(true, Ordering::Relaxed);
                back.notify_waiters();
                say(format!("fleet: {servers}: the broker is back"));
            }
            Event::ServerError(error) => say(format!("fleet: {servers}: {error}")),
            Event::Disconnected
            | Event::Connected
            | Event::LameDuckMode
            | Event::Draining
            | Event::Closed
            | Event::SlowConsumer(_)
            | Event::ClientError(_) => {}
        }
        std::future::ready(())
    }
}

/// Asks until it is done: a broker that is away is waited for. `given_up` ends that.
pub(super) async fn persist<T, F: Future<Output = Result<T, FleetError>>>(
    mut ask: impl FnMut() -> F,
    given_up: impl Fn() -> bool,
) -> Result<T, FleetError> {
    loop {
        match ask().await {
            Ok(done) => return Ok(done),
            Err(error) if given_up() => return Err(error),
            Err(_) => tokio::time::sleep(AGAIN).await,
        }
    }
}

pub(super) fn job(event: &EventKey, unit: &UnitName) -> String {
    format!("arbiter.job.{event}.{unit}")
}

pub(super) fn result(event: &EventKey, unit: &UnitName) -> String {
    format!("arbiter.result.{event}.{unit}")
}

pub(super) fn late(event: &EventKey, unit: &UnitName, worker: &WorkerName, run: u64) -> String {
    format!("arbiter.result.{event}.{unit}.late.{worker}-{run}")
}

pub(super) fn said(event: &EventKey) -> String {
    format!("arbiter.said.{event}")
}

pub(super) fn event_card(event: &EventKey) -> String {
    format!("arbiter.event.{event}")
}

pub(super) fn worker_card(worker: &WorkerName) -> String {
    format!("arbiter.worker.{worker}")
}

pub(super) fn order(event: &EventKey) -> String {
    format!("arbiter.order.{event}")
}

pub(super) fn drain(worker: &WorkerName) -> String {
    format!("arbiter.drain.{worker}")
}
