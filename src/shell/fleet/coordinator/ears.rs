//! What the coordinator hears beside results: workers' words and cards, and orders to the event.

use crate::event::fleet::EventKey;
use crate::shell::fleet::broker::{Broker, order, said};
use async_nats::{Message, Subscriber};
use futures_util::{FutureExt, Stream, StreamExt};
use std::future::pending;

pub(super) struct Ears {
    pub(super) sayings: Subscriber,
    pub(super) workers: Subscriber,
    pub(super) orders: Subscriber,
}

impl Ears {
    pub(super) async fn open(broker: &Broker, event: &EventKey) -> Option<Self> {
        let client = &broker.client;
        Some(Self {
            sayings: client.subscribe(said(event)).await.ok()?,
            workers: client.subscribe("arbiter.worker.*").await.ok()?,
            orders: client.subscribe(order(event)).await.ok()?,
        })
    }
}

/// The next item; for ever nothing where there is no stream.
pub(in crate::shell::fleet) async fn next<S: Stream + Unpin>(stream: &mut Option<S>) -> Option<S::Item> {
    match stream {
        Some(stream) => stream.next().await,
        None => pending().await,
    }
}

pub(super) async fn hear(ears: &mut Option<Ears>, of: impl FnOnce(&mut Ears) -> &mut Subscriber) -> Option<Message> {
    match ears {
        Some(ears) => of(ears).next().await,
        None => pending().await,
    }
}

/// What is there already.
pub(super) fn ready(of: &mut Subscriber) -> Option<Message> {
    of.next().now_or_never().flatten()
}
