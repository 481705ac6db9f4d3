//! Certificates: what is read is written and read again, and what the verifier accepts the solver does not deny.

use super::text::lines;
use uci_arbiter::unwinnable::certificate::Certificate;
use uci_arbiter::unwinnable::query::Query;
use uci_arbiter::unwinnable::{Bounds, Budget, Solver, Verdict};

/// A proof that asks for more positions than this is not looked at.
const STATES: u64 = 2_000;

pub(crate) fn run(data: &[u8]) {
    let bounds = Bounds { states: STATES, ..Bounds::default() };
    for line in lines(data, 4) {
        let Ok(line) = std::str::from_utf8(line) else { continue };
        drop(Query::parse(line));
        let Ok(certificate) = Certificate::parse(line) else { continue };
        let again = Certificate::parse(&certificate.to_string());
        let again = again.unwrap_or_else(|error| panic!("our own certificate: {error}\n{certificate}"));
        assert_eq!(again, certificate);
        if certificate.verify_within(bounds).is_err() {
            continue;
        }
        let mut solver = Solver::default();
        let answer = solver.can_mate(&certificate.position, certificate.winner, Budget::IN_PLAY).verdict;
        match (&certificate.verdict, &answer) {
            (Verdict::Winnable(_), Verdict::Unwinnable(_)) | (Verdict::Unwinnable(_), Verdict::Winnable(_)) => {
                panic!("verified, and the solver says {answer:?}: {certificate}")
            }
            (Verdict::Undetermined(_), _) => panic!("an open answer was verified: {certificate}"),
            (Verdict::Winnable(_) | Verdict::Unwinnable(_), _) => {}
        }
    }
}
