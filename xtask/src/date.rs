//! The date of a run.

use anyhow::Context;
use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

/// Now in UTC as ISO 8601, or the time that `SOURCE_DATE_EPOCH` asks for.
///
/// # Errors
/// When `SOURCE_DATE_EPOCH` is not a number of seconds.
pub(crate) fn now() -> anyhow::Result<String> {
    let seconds = match env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text
            .parse()
            .with_context(|| format!("SOURCE_DATE_EPOCH is `{text}`, not a number of seconds"))?,
        // A clock before 1970 is wrong anyway.
        Err(_) => SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |d| d.as_secs()),
    };
    Ok(iso_8601(seconds))
}

/// Seconds since 1970 as a date and time in UTC.
fn iso_8601(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March, so that the leap day is the last one; eras are the 400 years, 146 097 days,
    // after which the calendar repeats. Day 719 468 after 1 March of year 0 is 1 January 1970.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_instants_have_known_dates() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_000_000_000, "2001-09-09T01:46:40Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(iso_8601(seconds), date);
        }
    }
}
