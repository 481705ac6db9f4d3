//! An audit over a fleet: ranges of files are units, with their text in them; findings come back in any order.
//!
//! Nothing here needs a journal: an audit that is broken off is begun anew, and a batch counts by its number.

use super::broker::{Broker, FleetError, event_card, job, order, persist, refused};
use super::venue::FleetOptions;
use super::worker::Saying;
use crate::audit::{Audited, Guarded, Options};
use crate::event::fleet::{
    Activity, Digest, EventCard, EventKey, EventOrder, EventState, Figures, PackError, UnitName, WorkerName, pack,
    pack_with, unpack, unpack_with,
};
use crate::laws::Edition;
use crate::pgn::Batch;
use crate::shell::Clock;
use async_nats::jetstream::Message as Delivery;
use futures_util::{FutureExt, StreamExt};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::Instant;

/// What is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AuditOrder {
    /// The edition's name.
    pub laws: String,
    /// The edition, whole.
    pub text: String,
    /// The wishes.
    pub options: Options,
}

/// How an audit ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditEnd {
    /// All is audited.
    Done,
    /// A person has stopped it.
    Stopped,
}

/// A unit: which bytes of the text that follows are games.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AuditUnit {
    pub(super) event: EventKey,
    pub(super) unit: UnitName,
    pub(super) program: String,
    pub(super) games: Vec<Range<usize>>,
}

/// Its result.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AuditResult {
    pub(super) event: EventKey,
    pub(super) unit: UnitName,
    pub(super) worker: WorkerName,
    pub(super) run: u64,
    pub(super) games: Vec<Audited>,
}

/// Auditors of one order, which are kept from unit to unit.
#[derive(Debug)]
pub(super) struct Auditors {
    laws: Arc<Edition>,
    options: Options,
    idle: Mutex<Vec<Guarded>>,
}

impl Auditors {
    /// # Errors
    /// Its text is no edition.
    pub(super) fn new(order: &AuditOrder) -> Result<Self, String> {
        let laws = Arc::new(Edition::parse(&order.text, &order.laws).map_err(|error| error.to_string())?);
        Ok(Self { laws, options: order.options.clone(), idle: Mutex::default() })
    }

    /// Audits a unit.
    pub(super) fn audit(&self, unit: &AuditUnit, text: &[u8]) -> Vec<Audited> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let mut auditor = kept.unwrap_or_else(|| Guarded::new(Arc::clone(&self.laws), self.options.clone()));
        let audited =
            unit.games.iter().map(|range| auditor.audit(text.get(range.clone()).unwrap_or_default())).collect();
        idle().push(auditor);
        audited
    }
}

/// An audit that is shown to workers.
#[derive(Debug)]
pub struct Audit {
    runtime: Runtime,
    broker: Broker,
    order: AuditOrder,
    card: EventCard,
}

impl Audit {
    /// Connects, and shows the audit to workers.
    ///
    /// # Errors
    /// The broker is not there.
    pub fn open(options: FleetOptions, order: AuditOrder) -> Result<Self, FleetError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let own = u128::from(Clock::wall_ms()) << 64 | u128::from(std::process::id());
        let event = EventKey::of_number(own);
        let packed = pack(&order)?;
        let settings = Digest::of(&packed);
        let broker = runtime.block_on(async {
            let broker = Broker::open(&options.broker, |_| ()).await?;
            broker.put_object(&settings, &packed).await?;
            broker.units(&event, Some(options.lease)).await?;
            Ok::<_, FleetError>(broker)
        })?;
        let card = EventCard {
            event,
            name: "audit".to_owned(),
            coordinator: super::coordinator::coordinator_name(),
            program: super::PROGRAM.to_owned(),
            activity: Activity::Audit,
            laws: order.laws.clone(),
            tags: options.tags,
            settings,
            lease_ms: u64::try_from(options.lease.as_millis()).unwrap_or(u64::MAX),
            state: EventState::Running,
            priority: options.priority,
            figures: Figures::default(),
            tells_moves: false,
            reference_speed: None,
        };
        Ok(Self { runtime, broker, order, card })
    }

    /// Audits what comes, until nothing more does. Each batch comes back with its number.
    ///
    /// # Errors
    /// The broker refuses.
    pub fn run(
        self,
        work: Receiver<(u64, Batch)>,
        done: &Sender<(u64, Batch, Vec<Audited>)>,
    ) -> Result<AuditEnd, FleetError> {
        let Self { runtime, broker, order, card } = self;
        let (give, batches) = unbounded_channel();
        // As many as there are tickets, at most.
        std::thread::spawn(move || {
            for piece in work {
                if give.send(piece).is_err() {
                    return;
                }
            }
        });
        let mut desk = Desk { broker, order, card, open: HashMap::new(), done, counted: 0 };
        let ended = runtime.block_on(desk.run(batches));
        runtime.block_on(desk.close());
        runtime.shutdown_background();
        ended
    }
}

struct Desk<'a> {
    broker: Broker,
    order: AuditOrder,
    card: EventCard,
    /// Batches given out.
    open: HashMap<UnitName, Open>,
    done: &'a Sender<(u64, Batch, Vec<Audited>)>,
    counted: u64,
}

struct Open {
    number: u64,
    batch: Batch,
    packed: Vec<u8>,
    given: Instant,
    tries: u64,
    begun: bool,
}

impl Desk<'_> {
    async fn run(&mut self, mut batches: UnboundedReceiver<(u64, Batch)>) -> Result<AuditEnd, FleetError> {
        let listen = refused::<async_nats::SubscribeError>;
        let client = self.broker.client.clone();
        let mut orders = client.subscribe(order(&self.card.event)).await.map_err(listen("orders"))?;
        let mut said = client.subscribe(super::broker::said(&self.card.event)).await.map_err(listen("sayings"))?;
        let mut tick = tokio::time::interval(Duration::from_secs(1));
        let mut results = None;
        let mut more = true;
        while more || !self.open.is_empty() {
            tokio::select! {
                piece = batches.recv(), if more => match piece {
                    Some((number, batch)) => self.give(number, batch).await?,
                    None => more = false,
                },
                result = super::coordinator::next(&mut results) => match result {
                    Some(Ok(delivery)) => self.take(delivery).await,
                    Some(Err(_)) | None => results = None,
                },
                Some(heard) = said.next() => {
                    if let Ok(Saying { unit, .. }) = unpack(&heard.payload)
                        && let Some(open) = self.open.get_mut(&unit)
                    {
                        open.begun = true;
                    }
                }
                _ = tick.tick() => {
                    if results.is_none() {
                        results = self.results().await;
                    }
                    self.tick().await;
                }
            }
            while let Some(heard) = orders.next().now_or_never().flatten() {
                let Ok(order) = unpack::<EventOrder>(&heard.payload) else { continue };
                match order {
                    EventOrder::Pause => self.card.state = EventState::Paused,
                    EventOrder::Continue => self.card.state = EventState::Running,
                    EventOrder::Priority(priority) => self.card.priority = priority,
                    EventOrder::Stop => self.card.state = EventState::Over,
                }
                self.show().await;
                if let (Some(reply), Ok(card)) = (heard.reply, pack(&self.card)) {
                    client.publish(reply, card.into()).await.unwrap_or(());
                }
            }
            if self.card.state == EventState::Over {
                return Ok(AuditEnd::Stopped);
            }
        }
        Ok(AuditEnd::Done)
    }

    async fn results(&self) -> Option<async_nats::jetstream::consumer::pull::Stream> {
        let consumer = self.broker.results(&self.card.event).await.ok()?;
        consumer.stream().max_messages_per_batch(64).expires(Duration::from_secs(30)).messages().await.ok()
    }

    async fn give(&mut self, number: u64, batch: Batch) -> Result<(), FleetError> {
        let unit = UnitName::of_range(number);
        let games = batch.games.iter().map(|place| place.bytes.clone()).collect();
        let event = self.card.event.clone();
        let head = AuditUnit { event: event.clone(), unit: unit.clone(), program: super::PROGRAM.to_owned(), games };
        let packed = pack_with(&head, &batch.bytes)?;
        if packed.len() + 1_024 > self.broker.client.max_payload() {
            // One game that is larger than any message: it is audited here.
            let audited = Auditors::new(&self.order).map_err(FleetError::Event)?.audit(&head, &batch.bytes);
            drop(self.done.send((number, batch, audited)));
            return Ok(());
        }
        let subject = job(&event, &unit);
        persist(|| self.broker.offer(subject.clone(), packed.clone(), 0), || false).await?;
        let given = Instant::now();
        self.open.insert(unit, Open { number, batch, packed, given, tries: 0, begun: false });
        Ok(())
    }

    async fn take(&mut self, delivery: Delivery) {
        if let Ok(result) = unpack::<AuditResult>(&delivery.payload) {
            self.counts(result);
        }
        drop(delivery.ack().await);
    }

    fn counts(&mut self, result: AuditResult) {
        let fits = |open: &Open| open.batch.games.len() == result.games.len();
        if let Some(open) = self.open.remove(&result.unit).filter(fits) {
            self.counted += open.batch.games.len() as u64;
            drop(self.done.send((open.number, open.batch, result.games)));
        }
    }

    async fn tick(&mut self) {
        let before = self.card.figures;
        self.card.figures.given = self.open.len() as u64;
        self.card.figures.waiting = self.open.values().filter(|open| !open.begun).count() as u64;
        self.card.figures.games_a_minute = (self.counted - self.card.figures.games) * 60;
        self.card.figures.games = self.counted;
        if self.broker.has_returned() {
            let lease = Duration::from_millis(self.card.lease_ms);
            drop(self.broker.set_up().await);
            drop(self.broker.units(&self.card.event, Some(lease)).await);
        }
        if self.card.figures != before || self.card.figures.given > 0 {
            self.show().await;
        }
        let long = Duration::from_millis(self.card.lease_ms) * 2;
        let silent = self.open.iter().filter(|(_, open)| open.given.elapsed() > long);
        let silent = silent.map(|(name, _)| name.clone()).take(16).collect::<Vec<_>>();
        for name in silent {
            self.recover(&name).await;
        }
    }

    /// A batch that was not heard of for long: is it still there?
    async fn recover(&mut self, name: &UnitName) {
        let event = self.card.event.clone();
        if let Some(open) = self.open.get_mut(name) {
            open.given = Instant::now();
        }
        if !matches!(self.broker.has_job(&event, name).await, Ok(false)) {
            return;
        }
        if let Ok(packed) = self.broker.result(&event, name).await {
            if let Ok(result) = unpack(&packed) {
                self.counts(result);
            }
        } else if let Some(open) = self.open.get_mut(name) {
            open.tries += 1;
            // If it fails it is tried again when it has been silent once more.
            drop(self.broker.offer(job(&event, name), open.packed.clone(), open.tries).await);
        }
    }

    async fn show(&self) {
        if let Ok(card) = pack(&self.card) {
            self.broker.client.publish(event_card(&self.card.event), card.into()).await.unwrap_or(());
        }
    }

    async fn close(&mut self) {
        self.card.state = EventState::Over;
        self.show().await;
        drop(tokio::time::timeout(Duration::from_secs(10), self.broker.forget(&self.card.event, true)).await);
    }
}

/// The parts of a packed unit.
pub(super) fn opened(bytes: &[u8]) -> Result<(AuditUnit, Vec<u8>), PackError> {
    unpack_with(bytes)
}
