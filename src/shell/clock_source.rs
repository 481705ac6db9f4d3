//! The only place that reads a clock.

use crate::units::Stamp;
use std::time::{Duration, Instant, SystemTime};

/// A monotonic clock that starts at zero.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    epoch: Instant,
}

impl Clock {
    /// A clock that shows zero now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the shell that reads it")]
    pub fn start() -> Self {
        Self { epoch: Instant::now() }
    }

    /// This moment.
    #[must_use]
    pub fn now(&self) -> Stamp {
        Stamp(u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    /// How long until a moment; zero if it is past.
    #[must_use]
    pub fn until(&self, moment: Stamp) -> Duration {
        Duration::from_nanos(moment.0.saturating_sub(self.now().0))
    }

    /// Lets the calling thread rest.
    #[expect(clippy::disallowed_methods, reason = "this is the shell that waits")]
    pub fn pause(time: Duration) {
        std::thread::sleep(time);
    }

    /// Milliseconds since 1970 UTC.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the shell that reads it")]
    pub fn wall_ms() -> u64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
