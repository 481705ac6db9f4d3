//! `fleet`: what is played on a broker and by whom, and what people want of it; the options of everything that uses one.

use crate::event::fleet::{EventKey, EventOrder, WorkerName};
use crate::exit::Exit;
use crate::shell::fleet::{Asked, BrokerOptions, FleetError, Overview, ask_drain, ask_event, overview};
use clap::Args;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// How a broker is spoken to.
#[derive(Clone, Debug, Args)]
pub struct Credentials {
    /// Credentials file for the broker (JWT and seed)
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// File with an nkey's seed for the broker
    #[arg(long, value_name = "FILE")]
    nkey: Option<PathBuf>,
    /// Root certificates for tls:// brokers (PEM)
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
    /// Client certificate for tls:// brokers (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Key of the client certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl Credentials {
    pub(super) fn with(&self, servers: &str) -> BrokerOptions {
        BrokerOptions {
            servers: servers.to_owned(),
            credentials: self.creds.clone(),
            nkey: self.nkey.clone(),
            ca: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
        }
    }
}

/// The broker, where it must be named.
#[derive(Clone, Debug, Args)]
pub struct BrokerArgs {
    /// The broker: nats://[NAME:PASSWORD@]HOST[:PORT] or tls://…, several separated by commas
    #[arg(long, value_name = "URL")]
    fleet: String,
    #[command(flatten)]
    credentials: Credentials,
}

impl BrokerArgs {
    pub(super) fn options(&self) -> BrokerOptions {
        self.credentials.with(&self.fleet)
    }
}

/// How work is given to a fleet.
#[derive(Clone, Debug, Args)]
pub struct GiveArgs {
    /// Let workers play it: the broker, nats://[NAME:PASSWORD@]HOST[:PORT] or tls://…, several separated by commas
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,
    /// Served before events of lower priority on the same broker
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, requires = "fleet")]
    priority: i32,
    /// Only workers that have all of these, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "TAGS", requires = "fleet")]
    tags: Vec<String>,
    /// Seconds that a worker may be silent before its unit goes to another
    #[arg(long, value_name = "SECONDS", default_value_t = 30, requires = "fleet", value_parser = clap::value_parser!(u64).range(1..=3600))]
    lease: u64,
    #[command(flatten)]
    credentials: Credentials,
}

impl GiveArgs {
    /// None: nobody but this machine.
    pub(super) fn options(&self, reference_speed: Option<u64>) -> Option<crate::shell::fleet::FleetOptions> {
        let servers = self.fleet.as_ref()?;
        Some(crate::shell::fleet::FleetOptions {
            broker: self.credentials.with(servers),
            priority: self.priority,
            tags: self.tags.iter().cloned().collect::<BTreeSet<_>>(),
            lease: Duration::from_secs(self.lease),
            reference_speed,
        })
    }
}

/// Look at a fleet, and say what it is to do
#[derive(Debug, Args)]
pub struct FleetArgs {
    #[command(subcommand)]
    command: FleetCommand,
}

#[derive(Debug, clap::Subcommand)]
enum FleetCommand {
    /// Show events and workers with live figures
    Status {
        #[command(flatten)]
        broker: BrokerArgs,
        /// Show them again every two seconds, until interrupted
        #[arg(long)]
        follow: bool,
        /// One JSON object instead of tables
        #[arg(long, conflicts_with = "follow")]
        json: bool,
    },
    /// Begin no units of an event for now
    Pause(EventArgs),
    /// Begin units of an event again
    Continue(EventArgs),
    /// Begin no more games of an event; those in play are played to their end
    Stop(EventArgs),
    /// Serve an event before others, or after them
    Priority {
        #[command(flatten)]
        event: EventArgs,
        /// The priority: higher comes first
        #[arg(allow_hyphen_values = true)]
        priority: i32,
    },
    /// Let a worker play to the end what it has, and leave
    Drain {
        /// The worker's name
        worker: WorkerName,
        #[command(flatten)]
        broker: BrokerArgs,
    },
}

#[derive(Debug, Args)]
struct EventArgs {
    /// The event's key or name, as `fleet status` shows it
    event: String,
    #[command(flatten)]
    broker: BrokerArgs,
}

/// Runs it.
///
/// # Errors
/// stdout or stderr cannot be written.
pub fn run(args: &FleetArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let done = match &args.command {
        FleetCommand::Status { broker, follow: false, json } => status(&broker.options(), *json, out),
        FleetCommand::Status { broker, follow: true, .. } => loop {
            if let Err(error) = status(&broker.options(), false, out).and_then(|exit| Ok(out.flush().map(|()| exit)?)) {
                break Err(error);
            }
            crate::shell::Clock::pause(Duration::from_secs(2));
        },
        FleetCommand::Pause(event) => order(event, EventOrder::Pause, out),
        FleetCommand::Continue(event) => order(event, EventOrder::Continue, out),
        FleetCommand::Stop(event) => order(event, EventOrder::Stop, out),
        FleetCommand::Priority { event, priority } => order(event, EventOrder::Priority(*priority), out),
        FleetCommand::Drain { worker, broker } => ask_drain(&broker.options(), worker).and_then(|asked| match asked {
            Asked::Heard => {
                Ok(writeln!(out, "{worker}: leaves when it has played what it has").map(|()| Exit::Success)?)
            }
            Asked::Nobody => Ok(writeln!(out, "{worker}: no such worker is there").map(|()| Exit::BadInput)?),
        }),
    };
    match done {
        Ok(exit) => Ok(exit),
        Err(error) => writeln!(err, "{error}").map(|()| Exit::Io),
    }
}

fn order(args: &EventArgs, order: EventOrder, out: &mut dyn Write) -> Result<Exit, FleetError> {
    let options = args.broker.options();
    let Overview { events, .. } = overview(&options)?;
    let named = events.iter().filter(|card| card.name == args.event || card.event.as_str() == args.event);
    let keys = named.map(|card| card.event.clone()).collect::<Vec<EventKey>>();
    let [key] = keys.as_slice() else {
        let got = if keys.is_empty() { "none" } else { "several: use a key" };
        writeln!(out, "{}: expected one event of this name or key, got {got}", args.event)?;
        return Ok(Exit::BadInput);
    };
    match ask_event(&options, key, order)? {
        Asked::Heard => writeln!(out, "{}: its coordinator has heard it", args.event)?,
        Asked::Nobody => {
            writeln!(out, "{}: its coordinator is not there", args.event)?;
            return Ok(Exit::BadInput);
        }
    }
    Ok(Exit::Success)
}

fn status(options: &BrokerOptions, json: bool, out: &mut dyn Write) -> Result<Exit, FleetError> {
    let overview = overview(options)?;
    let text = if json { overview.json() + "\n" } else { overview.text() };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Success)
}
