//! The coordinator's thread: gives units out, takes results, shows the event's card.
//!
//! A result is acknowledged only when the hall's journal has it on disk. What is given out and gone from the broker
//! without a result (its disk was lost) is given out again.

mod ears;
mod publish;
mod recover;
mod watch;

use super::broker::{Broker, FleetError, SETTINGS, event_card};
use super::package::Package;
use super::venue::FleetOptions;
use super::worker::{Saying, What};
use crate::event::fleet::{
    Activity, Digest, EventCard, EventKey, EventOrder, EventState, Figures, Outcome, Outstanding, Taken, Unit,
    UnitName, UnitResult, Verdict, WorkerCard, pack, unpack,
};
use crate::event::settings::GameNumber;
use crate::shell::runner::{Message, Notice, Report, Said, Setup};
use async_nats::Message as Heard;
use async_nats::jetstream::Message as Delivery;
pub(super) use ears::next;
use ears::{Ears, hear, ready};
use publish::Publisher;
use shakmaty::ByColor;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;
use watch::Watch;

/// How many games may be given out at a time.
pub(super) type Window = Arc<AtomicUsize>;

/// Games given out before any worker is known.
const FEW: usize = 16;
/// Games given out at most.
const MANY: usize = 40_000;
/// How often cards and figures are looked after.
const TICK: Duration = Duration::from_secs(1);
/// How often the card is sent though nothing has changed.
const SHOW: u32 = 10;

/// How often people who look on are told who plays, in ticks.
const TELL: u32 = 3;

/// What the hall asks.
#[derive(Debug)]
pub(super) enum Command {
    /// Give these out.
    Offer(Vec<Unit>),
    /// What these receipts stand for is on disk.
    Kept(Vec<u64>),
    /// Begin units, or none for now.
    State(EventState),
    /// Another priority.
    Priority(i32),
    /// Units that nobody has begun are not to be.
    Stop,
    /// All units are to be broken off.
    BreakOff,
    /// The event is over.
    Close {
        /// For good: its results are needed no more.
        complete: bool,
    },
}

/// What an event is given out with.
pub(super) struct Plan {
    pub(super) key: EventKey,
    pub(super) options: FleetOptions,
    pub(super) setup: Setup,
}

/// What the venue needs of a coordinator that is ready.
pub(super) struct Ready {
    pub(super) commands: UnboundedSender<Command>,
    pub(super) window: Window,
    pub(super) settings: Digest,
}

/// Connects, sends the event's files, and starts the thread.
pub(super) fn open(plan: Plan) -> Result<(Ready, JoinHandle<()>), FleetError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tell = plan.setup.tell.clone();
    let warn = move |line| drop(tell.send(Message::Notice(Notice::Warning(line))));
    let Plan { key, options, setup } = plan;
    let shared = &setup.shared.settings;
    let (broker, settings) = runtime.block_on(async {
        let broker = Broker::open(&options.broker, warn).await?;
        let settings = Package::send(shared, &broker).await?;
        // What workers were given with other files is not this event any more.
        if broker.event(&key).await?.is_some_and(|card| card.settings != settings) {
            broker.clear_units(&key).await?;
            broker.clear_results(&key).await?;
            let line =
                "fleet: an engine, a book or a network is another than before; games that were in play begin anew";
            drop(setup.tell.send(Message::Notice(Notice::Warning(line.to_owned()))));
        }
        broker.units(&key, Some(options.lease)).await?;
        broker.results_again(&key).await?;
        Ok::<_, FleetError>((broker, settings))
    })?;
    let card = EventCard {
        event: key,
        name: shared.name.clone(),
        coordinator: coordinator_name(),
        program: super::PROGRAM.to_owned(),
        activity: Activity::Play,
        laws: shared.rules.laws.name().to_owned(),
        tags: options.tags.clone(),
        settings: settings.clone(),
        lease_ms: u64::try_from(options.lease.as_millis()).unwrap_or(u64::MAX),
        state: EventState::Running,
        priority: options.priority,
        figures: Figures::default(),
        tells_moves: setup.shared.tells_moves,
        reference_speed: options.reference_speed,
    };
    let (commands, orders) = unbounded_channel();
    let window = Arc::new(AtomicUsize::new(FEW));
    let ready = Ready { commands, window: Arc::clone(&window), settings };
    let coordinator = Coordinator {
        publisher: Publisher::new(broker.clone(), card.event.clone()),
        broker,
        card,
        window,
        tell: setup.tell,
        outstanding: Outstanding::default(),
        offered: HashMap::new(),
        receipts: HashMap::new(),
        next_receipt: 0,
        begun: HashMap::new(),
        workers: Watch::default(),
        is_watched: setup.shared.tells_moves,
        counted: VecDeque::new(),
        ticks: 0,
        warned: BTreeSet::new(),
    };
    let thread = std::thread::Builder::new().name("fleet".to_owned()).spawn(move || {
        runtime.block_on(coordinator.run(orders));
        runtime.shutdown_background();
    })?;
    Ok((ready, thread))
}

/// This machine and process.
#[must_use]
pub fn coordinator_name() -> String {
    format!("{}-{}", host(), std::process::id())
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(windows)]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "windows".to_owned())
}

struct Coordinator {
    broker: Broker,
    publisher: Publisher,
    card: EventCard,
    window: Window,
    tell: std::sync::mpsc::Sender<Message>,
    outstanding: Outstanding,
    /// When each unit was given out, or heard of last.
    offered: HashMap<UnitName, Instant>,
    /// Results that the journal does not have on disk yet.
    receipts: HashMap<u64, (UnitName, Delivery)>,
    next_receipt: u64,
    /// Who plays each game, and how many moves of it were told.
    begun: HashMap<GameNumber, (u64, u32)>,
    workers: Watch,
    /// Whether people may look on.
    is_watched: bool,
    /// When games were counted, the last minute's.
    counted: VecDeque<Instant>,
    ticks: u32,
    /// What people have been told of once.
    warned: BTreeSet<String>,
}

impl Coordinator {
    async fn run(mut self, mut commands: UnboundedReceiver<Command>) {
        let mut ears = Ears::open(&self.broker, &self.card.event).await;
        // Before the first unit: an event that was stopped and goes on is still over for who does not hear this.
        self.show().await;
        drop(self.broker.client.flush().await);
        let mut results = None;
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(Command::Close { complete }) => {
                        self.close(complete).await;
                        return;
                    },
                    Some(command) => self.obey(command).await,
                    None => return,
                },
                result = next(&mut results) => match result {
                    Some(Ok(delivery)) => self.arrived(delivery),
                    // The broker is away, or has lost what it had: asked again at the next tick.
                    Some(Err(_)) | None => results = None,
                },
                Some(heard) = hear(&mut ears, |ears| &mut ears.sayings) => self.heard(&heard),
                _ = tick.tick() => {
                    if ears.is_none() {
                        ears = Ears::open(&self.broker, &self.card.event).await;
                    }
                    if self.broker.has_returned() {
                        self.restore().await;
                        results = None;
                    }
                    if results.is_none() {
                        results = self.results().await;
                    }
                    self.tick().await;
                }
            }
            // Cards and orders are few: they are taken when they are there.
            if let Some(ears) = &mut ears {
                while let Some(heard) = ready(&mut ears.workers) {
                    if let Ok(card) = unpack::<WorkerCard>(&heard.payload) {
                        self.workers.shown(card);
                    }
                }
                while let Some(heard) = ready(&mut ears.orders) {
                    self.order(heard).await;
                }
            }
        }
    }

    async fn results(&self) -> Option<async_nats::jetstream::consumer::pull::Stream> {
        let consumer = self.broker.results(&self.card.event).await.ok()?;
        consumer.stream().max_messages_per_batch(256).expires(Duration::from_secs(30)).messages().await.ok()
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Offer(units) => {
                for unit in units {
                    self.offered.insert(unit.name(), Instant::now());
                    self.outstanding.offer(unit.clone());
                    self.publisher.offer(unit);
                }
            }
            Command::Kept(receipts) => {
                for receipt in receipts {
                    if let Some((_, delivery)) = self.receipts.remove(&receipt) {
                        // If it is lost, the result comes again and is known then.
                        drop(delivery.ack().await);
                    }
                }
            }
            Command::State(state) => {
                // What is being stopped is not begun again.
                if matches!(self.card.state, EventState::Running | EventState::Paused) {
                    self.card.state = state;
                    self.show().await;
                }
            }
            Command::Priority(priority) => {
                self.card.priority = priority;
                self.show().await;
            }
            Command::Stop => {
                self.card.state = EventState::Stopping;
                self.publisher.stop();
                self.show().await;
                drop(self.broker.clear_units(&self.card.event).await);
                let games = self.outstanding.drop_where(|taken| *taken == Taken::Nobody);
                self.notice(Notice::Dropped(games));
            }
            Command::BreakOff => {
                self.card.state = EventState::Over;
                self.publisher.stop();
                self.outstanding.drop_where(|_| true);
                self.show().await;
                drop(self.broker.clear_units(&self.card.event).await);
            }
            Command::Close { .. } => {}
        }
    }

    fn notice(&self, notice: Notice) {
        // The hall outlives us.
        drop(self.tell.send(Message::Notice(notice)));
    }

    fn report(&self, said: Said) {
        drop(self.tell.send(Message::Report(Report { place: 0, said })));
    }

    fn warn_once(&mut self, text: String) {
        if self.warned.insert(text.clone()) {
            self.notice(Notice::Warning(text));
        }
    }

    /// A result has come: what counts is reported, and acknowledged when the hall has it on disk.
    fn arrived(&mut self, delivery: Delivery) {
        let is_late = delivery.subject.contains(".late.");
        let result = match unpack::<UnitResult>(&delivery.payload) {
            Ok(result) => result,
            Err(error) => {
                self.warn_once(format!("fleet: {}: {error}", delivery.subject));
                tokio::spawn(async move { drop(delivery.ack().await) });
                return;
            }
        };
        let settings = delivery.headers.as_ref().and_then(|headers| headers.get(SETTINGS));
        if settings.is_some_and(|settings| settings.as_str() != self.card.settings.as_str()) {
            self.stale(result, delivery);
            return;
        }
        let unit = result.unit.clone();
        if self.receipts.values().any(|(kept, known)| *kept == unit && known.subject == delivery.subject) {
            // It comes again while the hall's disk is slow: the first one's acknowledgement is for both.
            return;
        }
        let counted = self.take(result, is_late);
        let ending = matches!(self.card.state, EventState::Stopping | EventState::Over);
        if !counted && !is_late && ending {
            // A unit that was given up and finished all the same: it is here when the event is resumed.
            return;
        }
        self.next_receipt += 1;
        self.receipts.insert(self.next_receipt, (unit, delivery));
        self.notice(Notice::Receipt(self.next_receipt));
    }

    /// Whether anything of a result counts.
    fn take(&mut self, result: UnitResult, is_late: bool) -> bool {
        let mut counted = false;
        self.offered.remove(&result.unit);
        for verdict in self.outstanding.take(result) {
            match verdict {
                Verdict::Counts(game) => {
                    counted = true;
                    self.counts(game.outcome, game.number);
                }
                Verdict::Late(game) => {
                    // One that is not marked late is a result that came twice: its acknowledgement was lost.
                    if let (true, Outcome::Played { game, .. }) = (is_late, game.outcome) {
                        self.card.figures.late += 1;
                        self.notice(Notice::Late(game));
                    }
                }
            }
        }
        counted
    }

    fn counts(&mut self, outcome: Outcome, number: GameNumber) {
        let was_begun = self.begun.remove(&number).is_some();
        match outcome {
            Outcome::Played { game, again, white_lost, black_lost } => {
                if !was_begun {
                    let host = game.host.as_ref().map(|host| host.worker.clone());
                    self.report(Said::Started(game.fixture.clone(), host));
                }
                self.counted.push_back(Instant::now());
                self.card.figures.games += 1;
                let lost = ByColor { white: white_lost, black: black_lost };
                self.report(Said::Finished { game, again, lost });
            }
            Outcome::Unplayable { why } => self.report(Said::Unplayable(number, why)),
        }
    }

    /// A worker says what it does.
    fn heard(&mut self, heard: &Heard) {
        let Ok(Saying { unit, worker, run, what }) = unpack(&heard.payload) else { return };
        let host = worker.to_string();
        if !self.outstanding.begun(&unit, worker) {
            return;
        }
        self.offered.insert(unit.clone(), Instant::now());
        let fixture = |number: GameNumber| {
            let unit = self.outstanding.unit(&unit)?;
            unit.games.iter().find(|game| game.fixture.number == number).map(|game| game.fixture.clone())
        };
        match what {
            What::Taken => {}
            What::Begun { number } => {
                if let Some(fixture) = fixture(number) {
                    self.begun.insert(number, (run, 0));
                    self.report(Said::Started(fixture, Some(host)));
                }
            }
            What::Moved { number, ply, played } => {
                // Told without a gap, and by one worker alone, or not at all.
                if let Some((by, next)) = self.begun.get_mut(&number)
                    && (*by, *next) == (run, ply)
                {
                    *next += 1;
                    self.report(Said::Moved(number, ply, played));
                }
            }
        }
    }

    async fn order(&mut self, heard: Heard) {
        let Ok(order) = unpack::<EventOrder>(&heard.payload) else { return };
        self.notice(Notice::Order(order));
        if let (Some(reply), Ok(card)) = (heard.reply, pack(&self.card)) {
            // Whoever asked is told that it was heard.
            self.broker.client.publish(reply, card.into()).await.unwrap_or(());
        }
    }

    async fn tick(&mut self) {
        self.ticks = self.ticks.wrapping_add(1);
        self.workers.forget();
        let slots = self.workers.slots(&self.card);
        self.window.store(window(slots), Ordering::Relaxed);
        for refusal in self.workers.refusals(&self.card.event) {
            self.warn_once(refusal);
        }
        let now = Instant::now();
        while self.counted.front().is_some_and(|at| now.duration_since(*at) > Duration::from_secs(60)) {
            self.counted.pop_front();
        }
        if self.is_watched && self.ticks % TELL == 1 {
            self.notice(Notice::Workers(self.workers.shown_to_people(&self.card.event)));
        }
        let before = self.card.figures;
        let waiting = self.outstanding.units().filter(|(_, _, by)| by.is_none()).count();
        self.card.figures.given = self.outstanding.len() as u64;
        self.card.figures.waiting = waiting as u64;
        self.card.figures.games_a_minute = self.counted.len() as u64;
        if self.card.figures != before || self.ticks.is_multiple_of(SHOW) {
            self.show().await;
        }
        self.recover().await;
    }

    /// Shows the card to workers and people.
    async fn show(&self) {
        if let Ok(card) = pack(&self.card) {
            // One that is lost is followed by the next.
            self.broker.client.publish(event_card(&self.card.event), card.into()).await.unwrap_or(());
        }
    }

    async fn close(&mut self, complete: bool) {
        self.publisher.stop();
        self.card.state = EventState::Over;
        self.show().await;
        let done = async {
            drop(self.broker.client.flush().await);
            self.broker.forget(&self.card.event, complete).await
        };
        // A broker that is away keeps what it has for thirty days.
        drop(tokio::time::timeout(Duration::from_secs(10), done).await);
        drop(tokio::time::timeout(Duration::from_secs(2), self.broker.client.flush()).await);
    }
}

/// Twice what the workers play at a time: nobody waits for a unit, and few are given out in vain.
fn window(slots: usize) -> usize {
    (slots * 4).clamp(FEW, MANY)
}

/// The workers of whom a card was seen, by name.
type Cards = BTreeMap<crate::event::fleet::WorkerName, (WorkerCard, Instant)>;
