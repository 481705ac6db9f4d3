//! Events over many machines: coordinator and workers on a message broker.
//!
//! Decides: what is sent when, and waited for how long. Every connection has a thread and a runtime of its own; the
//! hall knows a venue ([`super::runner`]), the places know jobs. What counts, who may play and whose turn it is, is
//! decided in [`crate::event::fleet`].

mod audit;
mod broker;
mod connect;
mod coordinator;
mod package;
mod status;
mod venue;
mod worker;

pub use audit::{Audit, AuditEnd, AuditOrder};
pub use broker::FleetError;
pub use connect::BrokerOptions;
pub use coordinator::coordinator_name as machine;
pub use status::{Asked, Overview, ask_drain, ask_event, overview};
#[cfg(test)]
pub(in crate::shell) use venue::venue;
pub use venue::{FleetOptions, play_on_fleet};
#[cfg(test)]
pub(in crate::shell) use worker::serve;
pub use worker::{WorkerOptions, speed, work};

/// The program and its version: coordinators and workers of different ones do not play together.
const PROGRAM: &str = concat!("uci-arbiter ", env!("CARGO_PKG_VERSION"));
