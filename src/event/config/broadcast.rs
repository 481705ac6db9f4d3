//! `[broadcast]`: a round of a broadcast that the games are pushed to.

use super::section::{OnOff, Section};
use crate::event::faults::Report;
use crate::event::settings::{Broadcast, Token};
use std::path::Path;

/// The variable that holds the token if the event does not say.
const USUAL_VARIABLE: &str = "LICHESS_TOKEN";

pub(super) fn read(file: &mut Section, path: &Path, report: &mut Report) -> Option<Broadcast> {
    let mut section = match file.below_or_off("broadcast", report)? {
        OnOff::Off => return None,
        OnOff::On(section) => section,
    };
    let (given, round) = (section.text("url", report), section.text("round", report));
    let url = match (given, round) {
        (Some(url), None) => Some(url).filter(|url| is_safe(url)).or_else(|| {
            let expected = "an https:// address, or an http:// one of this machine";
            report.expected(&section.place("url"), expected, "another");
            None
        }),
        (None, Some(round)) => Some(round)
            .filter(|round| !round.is_empty() && round.bytes().all(|byte| byte.is_ascii_alphanumeric()))
            .map(|round| format!("https://lichess.org/api/broadcast/round/{round}/push"))
            .or_else(|| {
                report.expected(
                    &section.place("round"),
                    "the letters and digits of a round such as \"CI2CBkBB\"",
                    "others",
                );
                None
            }),
        (Some(_), Some(_)) => {
            report.expected(section.here(), "url or round", "both");
            None
        }
        (None, None) => {
            report.expected(section.here(), "url or round", "none of them");
            None
        }
    };
    let variable = section.text("token-env", report);
    let token = match (variable, section.origin("token-file", path, report)) {
        (Some(_), Some(_)) => {
            report.expected(section.here(), "token-env or token-file", "both");
            return None;
        }
        (_, Some(file)) => Token::File(file),
        (variable, None) => Token::Environment(variable.unwrap_or_else(|| USUAL_VARIABLE.to_owned())),
    };
    section.finish(report);
    Some(Broadcast { url: url?, token })
}

/// Whether a token may go there: not readable on the way.
fn is_safe(url: &str) -> bool {
    let host = |rest: &str| {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default().to_owned();
        // A name before an @ is another's way to hide the host.
        (!authority.contains('@')).then_some(authority)
    };
    let good = url.bytes().all(|byte| byte.is_ascii_graphic());
    if let Some(rest) = url.strip_prefix("https://") {
        return good && host(rest).is_some_and(|host| !host.is_empty());
    }
    let Some(host) = url.strip_prefix("http://").and_then(host) else { return false };
    let name =
        host.rsplit_once(':').map_or(host.as_str(), |(name, port)| match port.bytes().all(|b| b.is_ascii_digit()) {
            true => name,
            false => host.as_str(),
        });
    good && ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_goes_over_no_open_wire() {
        for good in [
            "https://lichess.org/api/broadcast/round/x/push",
            "http://127.0.0.1:8080/x",
            "http://localhost",
            "http://[::1]:1/",
        ] {
            assert!(is_safe(good), "{good}");
        }
        for bad in [
            "http://lichess.org/",
            "ftp://x",
            "https://",
            "http://localhost@evil.example/",
            "https://a b",
            "",
            "http://127.0.0.1.evil.example/",
        ] {
            assert!(!is_safe(bad), "{bad}");
        }
    }
}
