//! Serving one unit: it is ours while we say so; its result is put down, and only then is it gone from the queue.

use super::super::audit::{AuditResult, AuditUnit, opened};
use super::super::broker::{FleetError, Made, late, result, said};
use super::super::package::Ready;
use super::desk::Desk;
use super::slot::Slot;
use crate::event::fleet::{
    Activity, Digest, EventCard, EventKey, Outcome, PlayedGame, Unit, UnitName, UnitResult, WorkerName, pack, unpack,
};
use crate::event::game::{ClockScale, Host, Played, Unfinished};
use crate::event::settings::GameNumber;
use crate::event::table::Again;
use crate::shell::runner::{Job, Said};
use async_nats::jetstream::{AckKind, Message};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// What a worker says of a unit in play, to whoever listens.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::shell::fleet) struct Saying {
    pub(in crate::shell::fleet) unit: UnitName,
    pub(in crate::shell::fleet) worker: WorkerName,
    pub(in crate::shell::fleet) run: u64,
    pub(in crate::shell::fleet) what: What,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(in crate::shell::fleet) enum What {
    /// A worker has it.
    Taken,
    /// A game of it begins.
    Begun { number: GameNumber },
    /// A half-move of it.
    Moved { number: GameNumber, ply: u32, played: Played },
}

/// How a unit came to its end here.
enum End {
    Played(UnitResult),
    /// Broken off, or this program failed: it is another's.
    Left,
    /// Its event does not need it any more.
    Unneeded,
}

/// How often a break-off is looked for.
const LOOK: Duration = Duration::from_millis(200);

/// Serves a unit, whatever it is.
pub(super) async fn serve(desk: Arc<Desk>, event: EventKey, message: Message, permit: OwnedSemaphorePermit) {
    desk.began(&event);
    let done = attempt(&desk, &event, &message).await;
    let finished = matches!(done, Ok(true));
    if let Err(error) = done {
        desk.say(&format!("{error}; the unit is left to others"));
        drop(message.ack_with(AckKind::Nak(Some(LOOK * 5))).await);
    }
    desk.ended(&event, finished);
    drop(permit);
}

/// A result, ready to be put down.
struct Packed {
    event: EventKey,
    /// The settings with which it was made.
    settings: Digest,
    unit: UnitName,
    packed: Vec<u8>,
}

/// Who put a result down: the beginning of any result.
#[derive(Deserialize)]
struct By {
    worker: WorkerName,
    run: u64,
}

/// True if it was done here and its result is down.
async fn attempt(desk: &Arc<Desk>, event: &EventKey, message: &Message) -> Result<bool, FleetError> {
    let unknown = || {
        let got = "its event is not known here, or not as it was".to_owned();
        FleetError::Broker { what: "a unit", got }
    };
    let card = desk.event_of_unit(event).await.ok_or_else(unknown)?;
    let lease = Duration::from_millis(card.lease_ms.max(300));
    let result = match card.activity {
        Activity::Play => {
            let unit: Unit = unpack(&message.payload)?;
            if card.program != unit.program || card.settings != unit.settings {
                return Err(unknown());
            }
            let ready = desk.prepare(&card).await.ok_or_else(unknown)?;
            if is_done(desk, event, &unit.name(), message).await? {
                return Ok(false);
            }
            let end = in_slot(desk, &card, &unit, message, lease, &ready).await?;
            let played = match end {
                End::Played(played) => played,
                End::Left => {
                    drop(message.ack_with(AckKind::Nak(None)).await);
                    return Ok(false);
                }
                End::Unneeded => {
                    drop(message.ack().await);
                    return Ok(false);
                }
            };
            Packed { event: event.clone(), settings: unit.settings.clone(), unit: unit.name(), packed: pack(&played)? }
        }
        Activity::Audit => {
            let (unit, text) = opened(&message.payload)?;
            let ready = desk.prepare(&card).await.ok_or_else(unknown)?;
            if is_done(desk, event, &unit.unit, message).await? {
                return Ok(false);
            }
            audited(desk, unit, text, message, lease, ready, card.settings).await?
        }
    };
    put_down(desk, &result, message, lease).await?;
    Ok(true)
}

/// Whether a unit has been done: by one who could not say so to the end, or before the coordinator was started anew.
async fn is_done(desk: &Desk, event: &EventKey, unit: &UnitName, message: &Message) -> Result<bool, FleetError> {
    let done = desk.persist(|| desk.stock.broker.has_result(event, unit)).await?;
    if done {
        drop(message.ack().await);
    }
    Ok(done)
}

async fn audited(
    desk: &Desk,
    unit: AuditUnit,
    text: Vec<u8>,
    message: &Message,
    lease: Duration,
    ready: Arc<Ready>,
    settings: Digest,
) -> Result<Packed, FleetError> {
    let me = desk.card();
    let saying = Saying { unit: unit.unit.clone(), worker: me.name.clone(), run: me.run, what: What::Taken };
    desk.stock.broker.client.publish(said(&unit.event), pack(&saying)?.into()).await.unwrap_or(());
    let (event, name) = (unit.event.clone(), unit.unit.clone());
    let work = tokio::task::spawn_blocking(move || match &*ready {
        Ready::Audit(auditors) => Ok(auditors.audit(&unit, &text)),
        Ready::Play(_) => Err("expected an audit, got an event".to_owned()),
    });
    tokio::pin!(work);
    let mut renew = tokio::time::interval(lease / 3);
    let games = loop {
        tokio::select! {
            done = &mut work => break done,
            _ = renew.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    };
    let failed = |got: String| FleetError::Broker { what: "an audit", got };
    let games = games.map_err(|error| failed(error.to_string()))?.map_err(failed)?;
    let result = AuditResult { event: event.clone(), unit: name.clone(), worker: me.name, run: me.run, games };
    Ok(Packed { event, settings, unit: name, packed: pack(&result)? })
}

async fn in_slot(
    desk: &Desk,
    card: &EventCard,
    unit: &Unit,
    message: &Message,
    lease: Duration,
    ready: &Arc<Ready>,
) -> Result<End, FleetError> {
    let scale = match &**ready {
        Ready::Play(prepared) => prepared.scale,
        Ready::Audit(_) => ClockScale::default(),
    };
    let Some(mut slot) = desk.slot(&card.event) else {
        return Err(FleetError::Broker { what: "a unit", got: "no slot is free".to_owned() });
    };
    let end = match slot.open(&card.event, ready, card.tells_moves) {
        Ok(()) => play(desk, unit, message, &mut slot, lease, scale).await,
        Err(error) => Err(error.into()),
    };
    desk.put_back(slot);
    end
}

async fn play(
    desk: &Desk,
    unit: &Unit,
    message: &Message,
    slot: &mut Slot,
    lease: Duration,
    scale: ClockScale,
) -> Result<End, FleetError> {
    let name = unit.name();
    let me = desk.card();
    let say = async |what| {
        let saying = Saying { unit: name.clone(), worker: me.name.clone(), run: me.run, what };
        if let Ok(packed) = pack(&saying) {
            // Nobody counts on it.
            desk.stock.broker.client.publish(said(&unit.event), packed.into()).await.unwrap_or(());
        }
    };
    say(What::Taken).await;
    let mut renew = tokio::time::interval(lease / 3);
    let mut look = tokio::time::interval(LOOK);
    let mut games = Vec::new();
    for game in &unit.games {
        let number = game.fixture.number;
        let (fixture, opening, earlier) = (game.fixture.clone(), game.opening.clone(), game.earlier);
        slot.play(Job { fixture, opening, earlier, resumed: Unfinished::default() });
        let outcome = loop {
            tokio::select! {
                heard = slot.said() => match heard {
                    // A game of a fleet is never resumed in its middle.
                    Some(Said::Thought(..) | Said::Incident(..)) => {}
                    Some(Said::Started(..)) => say(What::Begun { number }).await,
                    Some(Said::Moved(number, ply, played)) => say(What::Moved { number, ply, played }).await,
                    Some(Said::Unplayable(_, why)) => break Outcome::Unplayable { why },
                    Some(Said::Finished { game, again: Again::No, .. }) if game.ending.result.is_none() => {
                        return Ok(if desk.is_breaking_off() { End::Left } else { End::Unneeded });
                    }
                    Some(Said::Finished { mut game, again, lost }) => {
                        game.host = Some(Host { worker: me.name.to_string(), scale });
                        break Outcome::Played { game, again, white_lost: lost.white, black_lost: lost.black };
                    }
                    None => return Ok(End::Left),
                },
                _ = renew.tick() => drop(message.ack_with(AckKind::Progress).await),
                _ = look.tick() => {
                    if desk.is_over(&unit.event) {
                        slot.abort();
                    }
                }
            }
        };
        games.push(PlayedGame { number, attempt: game.attempt, outcome });
    }
    Ok(End::Played(UnitResult { event: unit.event.clone(), unit: name, worker: me.name, run: me.run, games }))
}

/// Puts a result down, and takes the unit out of the queue.
async fn put_down(desk: &Desk, done: &Packed, message: &Message, lease: Duration) -> Result<(), FleetError> {
    let broker = &desk.stock.broker;
    let me = desk.card();
    let subject = result(&done.event, &done.unit);
    let put = async {
        if desk.persist(|| broker.put_result(subject.clone(), done.packed.clone(), &done.settings)).await? == Made::Now
        {
            return Ok(());
        }
        // Somebody was before us, or we ourselves, when the answer was lost.
        let there = desk.persist(|| broker.result(&done.event, &done.unit)).await?;
        if !unpack::<By>(&there).is_ok_and(|by| (by.worker, by.run) == (me.name.clone(), me.run)) {
            let subject = late(&done.event, &done.unit, &me.name, me.run);
            desk.persist(|| broker.put_result(subject.clone(), done.packed.clone(), &done.settings)).await?;
        }
        Ok::<(), FleetError>(())
    };
    tokio::pin!(put);
    let mut renew = tokio::time::interval(lease / 3);
    loop {
        tokio::select! {
            done = &mut put => break done?,
            _ = renew.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    }
    // If this is lost, the unit comes to somebody who finds its result.
    drop(tokio::time::timeout(lease, message.double_ack()).await);
    Ok(())
}
