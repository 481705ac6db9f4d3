//! A worker: takes units of any event it may serve, plays them here, and puts the results down.
//!
//! It knows no coordinator: what it takes is a message that is its own while it says so from time to time, and what it
//! gives is a result that is made only if there is none. A broker that goes away is waited for while the games go on.

mod calibrate;
mod desk;
mod pull;
mod slot;
mod unit;

pub use calibrate::speed;
pub(super) use unit::{Saying, What};

use super::broker::{Broker, FleetError, worker_card};
use super::connect::BrokerOptions;
use super::package::Stock;
use crate::event::fleet::{AllowList, Share, WorkerCard, WorkerName, WorkerState, pack};
use crate::event::sources::Sources;
use crate::exit::Exit;
use crate::shell::Clock;
use crate::shell::runner::Ears;
use crate::units::counted;
use desk::Desk;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::unbounded_channel;

/// How often a worker shows itself.
const SHOW: Duration = Duration::from_secs(3);

/// What a worker is started with.
#[derive(Debug)]
pub struct WorkerOptions {
    /// Where the broker is.
    pub broker: BrokerOptions,
    /// What it is called.
    pub name: WorkerName,
    /// Games at a time.
    pub slots: NonZeroU32,
    /// What it has, beside what it finds out itself.
    pub tags: BTreeSet<String>,
    /// What it may start.
    pub allow: AllowList,
    /// Where fetched files are kept.
    pub cache: PathBuf,
    /// Nodes a second of the house search.
    pub speed: u64,
    /// The processors it may use.
    pub processors: u32,
}

/// Works until it is told to leave.
///
/// # Errors
/// The broker is not there, or stderr cannot be written.
pub fn work(
    options: WorkerOptions,
    sources: Arc<dyn Sources + Send + Sync>,
    err: &mut dyn Write,
) -> Result<Exit, FleetError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(serve(options, sources, err));
    // What still waits for the broker waits for nothing.
    runtime.shutdown_background();
    done
}

pub(in crate::shell) async fn serve(
    options: WorkerOptions,
    sources: Arc<dyn Sources + Send + Sync>,
    err: &mut dyn Write,
) -> Result<Exit, FleetError> {
    let (lines, mut said) = unbounded_channel();
    let to_lines = lines.clone();
    let broker = Broker::open(&options.broker, move |line| drop(to_lines.send(line))).await?;
    let (heard, mut signals) = unbounded_channel();
    let ears = Ears::open(move || heard.send(()).unwrap_or(()))?;
    let card = WorkerCard {
        name: options.name.clone(),
        run: Clock::wall_ms() << 16 | u64::from(std::process::id() & 0xffff),
        program: super::PROGRAM.to_owned(),
        processor: calibrate::processor(),
        processors: options.processors,
        slots: options.slots.get(),
        tags: options.tags,
        speed: options.speed,
        state: WorkerState::Working,
        playing: BTreeMap::new(),
        finished: 0,
        refused: BTreeMap::new(),
        since: Clock::wall_ms(),
    };
    let stock = Stock { broker: broker.clone(), allow: Arc::new(options.allow), sources, cache: options.cache };
    let desk = Arc::new(Desk::new(card, stock, lines));
    desk.listen().await?;
    let name = &options.name;
    let (slots, speed) = (counted(options.slots.get(), "game", "games"), options.speed);
    writeln!(err, "worker {name}: {slots} at a time, {speed} nodes a second; waiting for units")?;
    let mut pull = tokio::spawn(pull::pull(Arc::clone(&desk), Share::default()));
    let mut show = tokio::time::interval(SHOW);
    show.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut asked = 0;
    loop {
        tokio::select! {
            Some(line) = said.recv() => writeln!(err, "{line}")?,
            Some(()) = signals.recv() => {
                asked += 1;
                match asked {
                    1 => {
                        desk.drain();
                        writeln!(err, "worker {name}: plays to the end what it has; once more breaks it off")?;
                    }
                    _ => desk.break_off(),
                }
            }
            _ = show.tick() => {
                broker.client.publish(worker_card(name), pack(&desk.card())?.into()).await.unwrap_or(());
            }
            _ = &mut pull => break,
        }
    }
    desk.leave();
    while let Ok(line) = said.try_recv() {
        writeln!(err, "{line}")?;
    }
    // The last card says that it is gone.
    broker.client.publish(worker_card(name), pack(&desk.card())?.into()).await.unwrap_or(());
    drop(tokio::time::timeout(SHOW, broker.client.flush()).await);
    drop(ears);
    writeln!(err, "worker {name}: {} played, gone", counted(desk.card().finished, "unit", "units"))?;
    Ok(Exit::Success)
}
