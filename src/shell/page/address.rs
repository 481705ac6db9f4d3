//! Where the page is served.

use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::str::FromStr;

/// An address of this machine. A port alone is one of the loopback interface; port 0 is any that is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(SocketAddr);

impl Address {
    pub(super) const fn socket(&self) -> SocketAddr {
        self.0
    }
}

/// Text that is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an address and a port such as 127.0.0.1:8000, or a port, got {0:?}")]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || AddressError(text.to_owned());
        if let Ok(port) = text.trim_start_matches(':').parse::<u16>() {
            return Ok(Self(SocketAddr::from(([127, 0, 0, 1], port))));
        }
        let mut found = text.to_socket_addrs().map_err(|_| error())?.collect::<Vec<_>>();
        // A name may stand for both families; the older one is what people type.
        found.sort_by_key(SocketAddr::is_ipv6);
        found.first().copied().map(Self).ok_or_else(error)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_on_the_loopback_interface() {
        let read = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(read("8000").unwrap(), "127.0.0.1:8000");
        assert_eq!(read(":0").unwrap(), "127.0.0.1:0");
        assert_eq!(read("localhost:8000").unwrap(), "127.0.0.1:8000");
        assert_eq!(read("[::1]:80").unwrap(), "[::1]:80");
        assert_eq!(read("0.0.0.0:80").unwrap(), "0.0.0.0:80");
        for wrong in ["", "x", "127.0.0.1", "1.2.3.4:99999", "70000", "http://127.0.0.1:1/"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
