//! How a broker is spoken to: its addresses, names and passwords, keys and certificates.
//!
//! Decides: what NATS is told, and what people are told when it refuses. A password is in nothing that is said.

use super::broker::FleetError;
use async_nats::{ConnectError, ConnectErrorKind, ConnectOptions, ServerAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);

/// Where the broker is, and how it is spoken to.
#[derive(Clone, Default)]
pub struct BrokerOptions {
    /// `nats://HOST:PORT` or `tls://…`, several separated by commas; a name and a password may stand in them.
    pub servers: String,
    /// A credentials file (JWT and seed) as `nsc` writes them.
    pub credentials: Option<PathBuf>,
    /// A file with an nkey's seed.
    pub nkey: Option<PathBuf>,
    /// A file with root certificates (PEM).
    pub ca: Option<PathBuf>,
    /// A client certificate and its key (PEM).
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl std::fmt::Debug for BrokerOptions {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("BrokerOptions").field("servers", &self.shown()).finish_non_exhaustive()
    }
}

/// The first line of a file with an nkey's seed that is not empty and no comment.
fn seed(text: &str) -> Option<&str> {
    // As `nk` writes them: "SU", for a user, and base 32.
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().filter(|line| line.starts_with("SU") && line.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Who asks, as the servers' URL says it.
#[derive(PartialEq, Eq)]
enum Login {
    /// `NAME:PASSWORD@`
    Name(String, String),
    /// `TOKEN@`
    Token(String),
}

impl Login {
    fn of(address: &ServerAddr) -> Option<Self> {
        let name = decoded(address.username()?);
        Some(match address.password() {
            Some(password) => Self::Name(name, decoded(password)),
            None => Self::Token(name),
        })
    }
}

/// A part of a URL without its percent encoding (RFC 3986, 2.1).
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    loop {
        match rest {
            [b'%', high, low, tail @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
                bytes.extend(digit(*high).zip(digit(*low)).map(|(high, low)| high << 4 | low));
                rest = tail;
            }
            [byte, tail @ ..] => {
                bytes.push(*byte);
                rest = tail;
            }
            [] => return String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

impl BrokerOptions {
    /// The servers as they may be shown: without names and passwords.
    pub(super) fn shown(&self) -> String {
        let shown = self.servers.split(',').map(|server| {
            let host = |text: &str| text.rsplit_once('@').map_or(text, |(_, host)| host).to_owned();
            match server.trim().split_once("://") {
                Some((scheme, rest)) => format!("{scheme}://{}", host(rest)),
                None => host(server.trim()),
            }
        });
        shown.collect::<Vec<_>>().join(",")
    }

    /// The addresses, each one that NATS understands.
    pub(super) fn addresses(&self) -> Result<Vec<ServerAddr>, FleetError> {
        let addresses = self.servers.split(',').map(|server| server.trim().parse::<ServerAddr>());
        addresses.collect::<Result<Vec<_>, _>>().map_err(|error| self.wrong(&error.to_string()))
    }

    /// The name and password in the servers, or the token; NATS takes one for all.
    fn login(&self) -> Result<Option<Login>, FleetError> {
        let mut logins = self.addresses()?.iter().filter_map(Login::of).collect::<Vec<_>>();
        logins.dedup();
        match logins.len() {
            0 | 1 => Ok(logins.pop()),
            _ => Err(self.wrong("several names and passwords; one must do for all of its addresses")),
        }
    }

    /// What NATS is told.
    pub(super) fn connect_options(&self) -> Result<ConnectOptions, FleetError> {
        let mut connect = ConnectOptions::new()
            .name(concat!("uci-arbiter ", env!("CARGO_PKG_VERSION")))
            .connection_timeout(CONNECT)
            .ping_interval(Duration::from_secs(10))
            .max_reconnects(None)
            .reconnect_delay_callback(|tries| Duration::from_millis(u64::try_from(tries.min(20)).unwrap_or(20) * 100));
        connect = match self.login()? {
            Some(Login::Name(name, password)) => connect.user_and_password(name, password),
            Some(Login::Token(token)) => connect.token(token),
            None => connect,
        };
        if let Some(path) = &self.credentials {
            let text = read("--creds", path)?;
            let bad = |_| {
                let expected = "a credentials file as nsc writes them, a user's JWT and its seed";
                bad("--creds", path, expected, "something else")
            };
            connect = connect.credentials(&text).map_err(bad)?;
        }
        if let Some(path) = &self.nkey {
            let text = read("--nkey", path)?;
            let none = || bad("--nkey", path, "a user's seed as nk writes them (SU…)", "something else");
            connect = connect.nkey(seed(&text).ok_or_else(none)?.to_owned());
        }
        if let Some(path) = &self.ca {
            certificate("--tls-ca", path, "CERTIFICATE")?;
            connect = connect.add_root_certificates(path.clone());
        }
        if let Some((path, key)) = &self.certificate {
            certificate("--tls-cert", path, "CERTIFICATE")?;
            certificate("--tls-key", key, "PRIVATE KEY")?;
            connect = connect.add_client_certificate(path.clone(), key.clone());
        }
        Ok(connect)
    }

    /// A connection that did not come about: what was said, and what could help.
    pub(super) fn failed(&self, error: &ConnectError) -> FleetError {
        let said = error.to_string();
        let given = self.credentials.is_some() || self.nkey.is_some() || self.servers.contains('@');
        // rustls speaks through whoever reads and writes.
        let kind = match error.kind() {
            ConnectErrorKind::Io if said.to_lowercase().contains("certificate") => ConnectErrorKind::Tls,
            kind => kind,
        };
        let help = match kind {
            ConnectErrorKind::AuthorizationViolation if given => {
                "; it does not know the name and password, --creds or --nkey that it was given"
            }
            ConnectErrorKind::AuthorizationViolation => {
                "; it wants to know who asks: nats://NAME:PASSWORD@HOST, --creds FILE or --nkey FILE"
            }
            ConnectErrorKind::Authentication => "; --creds and --nkey must name files with a user's seed",
            ConnectErrorKind::Tls if self.ca.is_none() => {
                "; if its certificate is not from a public authority, --tls-ca FILE names the root"
            }
            ConnectErrorKind::Tls => {
                "; its certificate must be for this host and from the root in --tls-ca; it may want --tls-cert and \
                 --tls-key"
            }
            ConnectErrorKind::ServerParse
            | ConnectErrorKind::Dns
            | ConnectErrorKind::TimedOut
            | ConnectErrorKind::Io
            | ConnectErrorKind::MaxReconnects => "",
        };
        self.wrong(&format!("{said}{help}"))
    }

    fn wrong(&self, got: &str) -> FleetError {
        FleetError::Connect { servers: self.shown(), got: got.to_owned() }
    }
}

fn bad(option: &'static str, path: &Path, expected: &'static str, got: impl ToString) -> FleetError {
    FleetError::Key { option, path: path.to_owned(), expected, got: got.to_string() }
}

fn read(option: &'static str, path: &Path) -> Result<String, FleetError> {
    std::fs::read_to_string(path).map_err(|error| bad(option, path, "a file that can be read", error))
}

/// Whether a file has something of a kind in PEM.
fn certificate(option: &'static str, path: &Path, kind: &str) -> Result<(), FleetError> {
    let text = read(option, path)?;
    // A key says which it is in between: "EC PRIVATE KEY".
    let has =
        text.lines().any(|line| line.starts_with("-----BEGIN ") && line.trim_end().ends_with(&format!("{kind}-----")));
    let expected = match kind {
        "CERTIFICATE" => "certificates in PEM",
        _ => "a private key in PEM",
    };
    has.then_some(()).ok_or_else(|| bad(option, path, expected, "none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(servers: &str) -> BrokerOptions {
        BrokerOptions { servers: servers.to_owned(), ..BrokerOptions::default() }
    }

    #[test]
    fn a_password_is_in_nothing_that_is_said() {
        let options = options("nats://me:secret@one:4222, tls://me:secr@et@two,me:secret@three");
        assert_eq!(options.shown(), "nats://one:4222,tls://two,three");
        assert!(!format!("{options:?}").contains("secr"), "{options:?}");
        let error = options.failed(&ConnectError::new(ConnectErrorKind::AuthorizationViolation)).to_string();
        assert!(!error.contains("secr") && error.contains("it does not know the name and password"), "{error}");
        let error =
            super::BrokerOptions { servers: "ftp://me:secret@one".to_owned(), ..options }.addresses().unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn a_name_and_a_password_are_taken_from_the_url() {
        let login = |servers: &str| options(servers).login().unwrap();
        let name = Login::Name("me".to_owned(), "a b@%".to_owned());
        assert!(login("tls://me:a%20b%40%25@one, nats://me:a%20b%40%25@two") == Some(name));
        assert!(login("nats://t0ken@one") == Some(Login::Token("t0ken".to_owned())));
        assert!(login("nats://one:4222").is_none());
        assert!(options("nats://me:x@one,nats://me:y@two").login().is_err());
        assert_eq!(decoded("%4%zz%C3%A4"), "%4%zzä");
    }

    #[test]
    fn a_seed_is_a_users_and_stands_alone() {
        assert_eq!(seed("# mine\n\n SUAK2 \n"), Some("SUAK2"));
        for none in ["", "SAAK2", "-----BEGIN USER NKEY SEED-----\nSUAK2", "SU AK"] {
            assert_eq!(seed(none), None, "{none:?}");
        }
    }
}
