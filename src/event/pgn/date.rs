//! Moments as dates in UTC. Proleptic Gregorian calendar; own code, because one conversion is all that is needed.

/// A moment in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::event) struct Date {
    pub(in crate::event) year: u64,
    pub(in crate::event) month: u64,
    pub(in crate::event) day: u64,
    /// Milliseconds of the day.
    millis: u64,
}

impl Date {
    /// From milliseconds since 1970.
    pub(in crate::event) const fn new(since_1970: u64) -> Self {
        let (days, millis) = (since_1970 / 86_400_000, since_1970 % 86_400_000);
        // Years counted from March, so that the leap day is the last of its year; eras of 400 years.
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day = day_of_era - (365 * year + year / 4 - year / 100);
        let from_march = (5 * day + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let january = if month <= 2 { 1 } else { 0 };
        Self { year: year + era * 400 + january, month, day: day - (153 * from_march + 2) / 5 + 1, millis }
    }

    /// `2026.11.30`
    pub(in crate::event) fn tag(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// `2026-11-30T10:38:11.646 UTC`
    pub(in crate::event) fn with_millis(self) -> String {
        format!("{}.{:03} UTC", self.seconds('T'), self.millis % 1_000)
    }

    /// `2026-11-30T10:38:11 +0000`
    pub(in crate::event) fn with_zone(self) -> String {
        format!("{} +0000", self.seconds('T'))
    }

    fn seconds(self, between: char) -> String {
        let seconds = self.millis / 1_000;
        let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        let (year, month, day) = (self.year, self.month, self.day);
        format!("{year:04}-{month:02}-{day:02}{between}{hour:02}:{minute:02}:{second:02}")
    }
}

/// `10:38:11 on 2026.11.30`
pub(in crate::event) fn time_of_day(since_1970: u64) -> String {
    let date = Date::new(since_1970);
    let seconds = date.millis / 1_000;
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{hour:02}:{minute:02}:{second:02} on {}", date.tag())
}

/// `00:12:34`
pub(in crate::event) fn duration(millis: u64) -> String {
    let seconds = millis / 1_000;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_703_980_800, "2023.12.31"),
            (1_704_067_200, "2024.01.01"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(Date::new(seconds * 1_000).tag(), expected);
        }
        assert_eq!(Date::new(1_796_035_091_646).with_millis(), "2026-11-30T10:38:11.646 UTC");
        assert_eq!(Date::new(1_796_035_091_646).with_zone(), "2026-11-30T10:38:11 +0000");
        assert_eq!(duration(90_061_999), "25:01:01");
        assert!(Date::new(u64::MAX).year > 2_000);
    }
}
