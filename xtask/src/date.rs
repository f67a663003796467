//! The date of a run, which `SOURCE_DATE_EPOCH` can fix.

use anyhow::Context;
use std::env;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The Unix time at which years get five digits.
const YEAR_10000: u64 = 253_402_300_800;

/// Now in UTC as ISO 8601, or the time that `SOURCE_DATE_EPOCH` asks for.
///
/// # Errors
/// When `SOURCE_DATE_EPOCH` is not a number of seconds before the year 10000.
pub(crate) fn now() -> anyhow::Result<String> {
    let seconds = match env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text
            .parse()
            .ok()
            .filter(|seconds| *seconds < YEAR_10000)
            .with_context(|| {
                format!(
                    "SOURCE_DATE_EPOCH is `{text}`, not a number of seconds before the year 10000"
                )
            })?,
        // A clock before 1970 is wrong anyway.
        Err(_) => SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs().min(YEAR_10000 - 1)),
    };
    Ok(iso_8601(seconds))
}

/// Seconds since 1970, before the year 10000, as a date and time in UTC.
fn iso_8601(seconds: u64) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(seconds)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_instants_have_known_dates() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (YEAR_10000 - 1, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(iso_8601(seconds), date);
        }
    }
}
