//! Taking units: from the event whose turn it is, as long as a slot is free.

use super::desk::Desk;
use super::unit;
use crate::event::fleet::{EventKey, Share};
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How long a worker without work waits at the event whose turn it is, before it looks at all of them again.
const WAIT: Duration = Duration::from_secs(1);
/// An answer of the broker takes at most this much longer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Takes units until the worker is to leave and its slots are free.
pub(super) async fn pull(desk: Arc<Desk>, mut share: Share) {
    let mut consumers = HashMap::new();
    let slots = desk.card().slots;
    while !desk.is_draining() {
        let permit = tokio::select! {
            permit = Arc::clone(&desk.free).acquire_owned() => permit,
            () = desk.changed.notified() => continue,
        };
        // The semaphore is never closed.
        let Ok(permit) = permit else { return };
        match next(&desk, &mut share, &mut consumers).await {
            Some((event, message)) => {
                share.served(&event);
                tokio::spawn(unit::serve(Arc::clone(&desk), event, message, permit));
            }
            None => drop(permit),
        }
    }
    drop(desk.free.acquire_many(slots).await);
}

/// A unit of the first event that has one.
async fn next(
    desk: &Arc<Desk>,
    share: &mut Share,
    consumers: &mut HashMap<EventKey, PullConsumer>,
) -> Option<(EventKey, Message)> {
    let mut open = Vec::new();
    for card in desk.open() {
        if desk.prepare(&card).await.is_some() {
            open.push(card);
        }
    }
    consumers.retain(|event, _| open.iter().any(|card| card.event == *event));
    let order = share.order(open.iter().map(|card| (&card.event, card.priority)));
    for event in &order {
        if let Some(message) = take(desk, event, consumers, None).await {
            return Some((event.clone(), message));
        }
    }
    match order.first() {
        Some(first) => take(desk, first, consumers, Some(WAIT)).await.map(|message| (first.clone(), message)),
        None => {
            drop(tokio::time::timeout(WAIT, desk.changed.notified()).await);
            None
        }
    }
}

async fn take(
    desk: &Desk,
    event: &EventKey,
    consumers: &mut HashMap<EventKey, PullConsumer>,
    wait: Option<Duration>,
) -> Option<Message> {
    if !consumers.contains_key(event) {
        match desk.stock.broker.units(event, None).await {
            Ok(consumer) => drop(consumers.insert(event.clone(), consumer)),
            Err(_) => tokio::time::sleep(WAIT / 4).await,
        }
    }
    let consumer = consumers.get(event)?;
    let asked = async {
        let mut batch = match wait {
            None => consumer.fetch().max_messages(1).messages().await.ok()?,
            Some(wait) => consumer.batch().max_messages(1).expires(wait).messages().await.ok()?,
        };
        batch.next().await
    };
    let patient = tokio::time::timeout(wait.unwrap_or_default() + PATIENCE, asked);
    let answer = tokio::select! {
        answer = patient => answer,
        () = desk.stock.broker.back.notified() => return None,
    };
    match answer {
        Ok(Some(Ok(message))) => Some(message),
        Ok(None) => None,
        // The broker is away, or the event is gone.
        Ok(Some(Err(_))) | Err(_) => {
            consumers.remove(event);
            tokio::time::sleep(WAIT / 4).await;
            None
        }
    }
}
