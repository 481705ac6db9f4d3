//! The one place where the engines read a clock: they are programs of their own and live by the wall clock.

use std::time::Instant;

/// This moment.
#[expect(clippy::disallowed_methods, reason = "an engine has to know what time it is")]
pub(super) fn now() -> Instant {
    Instant::now()
}
