//! The live page: an event in a browser, read only.
//!
//! Decides: who may connect, what they are answered, how much they may cost. Refuses to know: chess; what is shown is
//! made by [`crate::event::watch`]. Assets are inside the binary; nothing is fetched from anywhere.
//!
//! The games come first: the page has a thread of its own, at a lower priority where the system can do that for a
//! thread; whoever plays the event hands news over without ever waiting; who reads too slowly is disconnected and may
//! come again.

mod address;
mod assets;
mod feed;
mod follow;
mod patient;
mod routes;
mod server;
mod state;

pub use address::Address;
pub use feed::Feed;
pub use follow::Follower;

use crate::event::watch::Model;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};

/// A page whose address is taken and that nobody sees yet.
#[derive(Debug)]
pub struct Page {
    listener: TcpListener,
    address: SocketAddr,
}

impl Page {
    /// Takes the address.
    ///
    /// # Errors
    /// Somebody else has it, or it is none of this machine's.
    pub fn bind(address: &Address) -> io::Result<Self> {
        let named = |error: io::Error| {
            let text = format!("live page: {address}: expected an address that is free, got: {error}");
            io::Error::new(error.kind(), text)
        };
        let listener = TcpListener::bind(address.socket()).map_err(named)?;
        listener.set_nonblocking(true).map_err(named)?;
        let address = listener.local_addr().map_err(named)?;
        Ok(Self { listener, address })
    }

    /// Where it is: with port 0, the port that was free.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Tells where it is, and who else can see it.
    ///
    /// # Errors
    /// `err` takes nothing.
    pub fn announce(&self, err: &mut dyn Write) -> io::Result<()> {
        writeln!(err, "live page: http://{}/", self.address)?;
        if !self.address.ip().is_loopback() {
            writeln!(err, "live page: warning: everybody who can reach this machine at {} can look on", self.address)?;
        }
        err.flush()
    }

    /// Opens it. The model has what has happened so far.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn open(self, model: Model) -> io::Result<Feed> {
        server::start(self.listener, self.address, model)
    }
}
