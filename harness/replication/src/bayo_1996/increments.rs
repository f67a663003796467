//! The last column of Table 1, computed from its column of errors.

use super::DATA;
use super::table_1::{PERCENT, ROWS, described};
use crate::{Claim, PrintedNumber, Rule, said};

/// How the column "increment in accuracy" is computed from the errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Increment {
    /// The error without projections in percent of the error with them.
    Ratio,
    /// The error with projections in percent of the error without them.
    #[cfg(test)]
    Inverse,
}

/// Judges the last column against the ratios of the printed errors.
pub(super) fn increments(printed: &[PrintedNumber; 4], reading: Increment) -> Vec<Claim> {
    let [none, rest @ ..] = printed;
    let ratio = |over: f64, under: f64| match reading {
        Increment::Ratio => PERCENT * over / under,
        #[cfg(test)]
        Increment::Inverse => PERCENT * under / over,
    };
    let half = |number: &PrintedNumber| 0.5 * number.unit();
    let claims = ROWS[1..]
        .iter()
        .zip(rest)
        .map(|((name, every, row), error)| {
            // Errors are rounded to four decimals, which leaves the ratio this much room.
            let ours = ratio(none.value, error.value);
            let ends = [
                ratio(none.value - half(none), error.value + half(error)),
                ratio(none.value + half(none), error.value - half(error)),
            ];
            let room = ends
                .map(|end| (end - ours).abs())
                .into_iter()
                .fold(0.0, f64::max);
            let rule = Rule::Within {
                gap: (PERCENT * room).ceil() / PERCENT,
                why: "errors are printed to four decimals, which leaves their ratio this much room"
                    .to_owned(),
            };
            let said = said![name = *name, row = *row, described = described(*every)];
            DATA.number_by(rule, "table-1/increment-{row}", ours, said)
        });
    claims.collect()
}
