//! What a broker has lost, and what was played with other files than the event has now.

use super::Coordinator;
use crate::event::fleet::{EventState, Outcome, UnitResult, unpack};
use crate::shell::runner::Notice;
use async_nats::jetstream::Message as Delivery;
use std::time::Duration;
use tokio::time::Instant;

impl Coordinator {
    /// A unit that was begun before an engine, a book or a network was changed: its games are evidence, and the unit can
    /// get another result.
    pub(super) fn stale(&mut self, result: UnitResult, delivery: Delivery) {
        for game in result.games {
            if let Outcome::Played { game, .. } = game.outcome {
                self.card.figures.late += 1;
                self.notice(Notice::Late(game));
            }
        }
        let broker = self.broker.clone();
        tokio::spawn(async move {
            drop(broker.clear_result(&delivery.subject).await);
            drop(delivery.ack().await);
        });
    }

    /// The broker may have come back without what it had.
    pub(super) async fn restore(&mut self) {
        let lease = Duration::from_millis(self.card.lease_ms);
        let made = async {
            self.broker.set_up().await?;
            self.broker.units(&self.card.event, Some(lease)).await.map(drop)
        };
        if let Err(error) = made.await {
            self.warn_once(error.to_string());
        }
        self.show().await;
        // All units are looked for now, not only those that were silent for long.
        let long_ago = Instant::now().checked_sub(self.silence());
        for at in self.offered.values_mut() {
            *at = long_ago.unwrap_or(*at);
        }
    }

    /// How long a unit may be silent before it is looked for.
    fn silence(&self) -> Duration {
        Duration::from_millis(self.card.lease_ms) * 2 + Duration::from_secs(2)
    }

    /// Units that were not heard of for long: are they still there?
    pub(super) async fn recover(&mut self) {
        let long = self.silence();
        let now = Instant::now();
        let silent = self.offered.iter().filter(|(_, at)| now.duration_since(**at) >= long);
        let silent = silent.map(|(name, _)| name.clone()).take(64).collect::<Vec<_>>();
        for name in silent {
            let Some(unit) = self.outstanding.unit(&name).cloned() else {
                self.offered.remove(&name);
                continue;
            };
            // In this order: a worker takes its unit out only after its result is there.
            let event = &self.card.event;
            let lost = match self.broker.has_job(event, &name).await {
                Ok(true) | Err(_) => false,
                Ok(false) => match self.broker.has_result(event, &name).await {
                    Ok(there) => !there,
                    Err(_) => false,
                },
            };
            if !lost
                && let Ok(packed) = self.broker.result(event, &name).await
                && let Ok(result) = unpack(&packed)
            {
                self.take(result, false);
                continue;
            }
            self.offered.insert(name.clone(), now);
            match (lost, self.card.state) {
                (false, _) => {}
                (true, EventState::Running | EventState::Paused) => self.publisher.offer_again(unit),
                (true, EventState::Stopping | EventState::Over) => {
                    let before = self.outstanding.len();
                    let games = self.outstanding.drop_unit(&name);
                    if self.outstanding.len() < before {
                        self.notice(Notice::Dropped(games));
                    }
                }
            }
        }
    }
}
