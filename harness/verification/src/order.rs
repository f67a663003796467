//! Observed order of convergence from a ladder of step sizes and errors.
//!
//! Between neighbouring samples the slope is `s = ln(e₁/e₂) / ln(h₁/h₂)`. For an error
//! `C h^p (1 + c h)` the slopes move towards `p` by amounts that shrink with `h`: slopes 3.6, 3.85,
//! 3.95 show order 4. A slope that wanders, turns back, or moves by as much as before shows nothing
//! yet. Three samples give two slopes, which can agree by luck, so a fourth is asked to testify:
//!
//! 1. **Growth.** Both of the two finest slopes must be positive.
//! 2. **Spread.** They must agree within [`MAX_SPREAD`].
//! 3. **Drift**, with four samples. A slope that keeps moving in one direction must slow down, at
//!    least half as much as `p + c h` predicts. A term of lower order hidden behind a large one fails
//!    here: its slopes fall with growing or constant strides. Strides within [`QUIET`] are ignored.
//! 4. **Cross-check**, with four samples. The finest error must be within [`CROSS_CHECK`] of the one
//!    predicted from the three before it. Slopes that jump and turn back fail here. It is waived when
//!    the two finest slopes agree within [`SETTLED`]: one bad coarse sample must not spoil a good
//!    fine end.

use crate::ladder::{Ladder, LadderError, Sample, log_ratio};
use vocabulary::Order;

/// Two slopes farther apart than this are not one order: it keeps whole orders apart with room for
/// the drift of a method at practical step sizes.
pub const MAX_SPREAD: f64 = 0.25;

/// Two slopes this close need no prediction to confirm them: at ratio 2 it is 7 % of the error.
pub const SETTLED: f64 = 0.1;

/// Slopes that differ by at most this count as equal.
pub const QUIET: f64 = 0.05;

/// Largest relative distance between the finest error and its prediction.
pub const CROSS_CHECK: f64 = 0.10;

/// Classifies a ladder of at least three samples, given in any order and with any ratios.
///
/// `floor` is the error below which refinement says nothing, see
/// [`rounding_floor`](crate::rounding_floor); with `floor = 0` only an error of exactly zero counts
/// as rounding.
pub fn observe(samples: &[Sample], floor: f64) -> Result<Order, LadderError> {
    let rungs = match Ladder::new(samples, floor)? {
        Ladder::AtFloor => return Ok(Order::AtFloor),
        Ladder::Diverging => return Ok(Order::Diverging),
        Ladder::Clean(rungs) => rungs,
    };
    let slopes: Vec<Slope> = rungs.windows(2).map(|w| Slope::new(w[0], w[1])).collect();
    let [.., coarse, fine] = slopes[..] else {
        return Ok(Order::AtFloor);
    };
    if coarse.s.min(fine.s) <= 0.0 {
        return Ok(Order::Diverging);
    }
    let spread = (fine.s - coarse.s).abs();
    let witness = match slopes[..] {
        [.., before, _, _] => Some(Witness::new(before, coarse, fine)),
        _ => None,
    };
    // The floor itself may bend the finest slope by this much.
    let bend = rungs.last().map_or(0.0, |s| (floor / s.error).ln_1p()) / fine.width;
    let trusted = witness.is_none_or(|w| {
        let runs_away = w.keeps_pace && spread > QUIET + bend;
        let predicted = (w.cross_check - 1.0).abs() <= CROSS_CHECK;
        !runs_away && (predicted || spread <= SETTLED + bend)
    });
    if spread > MAX_SPREAD || !trusted {
        return Ok(Order::PreAsymptotic {
            range: [coarse.s.min(fine.s), coarse.s.max(fine.s)],
            extrapolated: fine.extrapolated(coarse),
        });
    }
    Ok(Order::Observed {
        p: fine.s,
        extrapolated: fine.extrapolated(coarse),
        spread,
        cross_check: witness.map(|w| w.cross_check),
    })
}

/// The slope between two neighbouring samples.
#[derive(Clone, Copy)]
struct Slope {
    s: f64,
    /// `ln(h₁/h₂)`.
    width: f64,
    /// Logarithmic mean of the two step sizes: `C h^p exp(c h)` has the slope `p + c · place`.
    place: f64,
}

impl Slope {
    fn new(a: Sample, b: Sample) -> Self {
        let width = log_ratio(a.h, b.h);
        Self {
            s: log_ratio(a.error, b.error) / width,
            width,
            place: (a.h - b.h) / width,
        }
    }

    /// The value at `h = 0` of the line through this slope and the coarser one before it. The line is not
    /// trusted to move the slope by more than [`MAX_SPREAD`].
    fn extrapolated(self, coarse: Self) -> f64 {
        let shift = (self.s - coarse.s) * self.place / (coarse.place - self.place);
        let shift = if shift.is_finite() { shift } else { 0.0 };
        self.s + shift.clamp(-MAX_SPREAD, MAX_SPREAD)
    }
}

/// The evidence of the coarsest of four samples about the slope of the finest two.
#[derive(Clone, Copy)]
struct Witness {
    /// The slope moves on in the same direction without slowing down.
    keeps_pace: bool,
    cross_check: f64,
}

impl Witness {
    fn new(before: Slope, coarse: Slope, fine: Slope) -> Self {
        let drift = coarse.s - before.s;
        // The stride the law `p + c h` predicts, relative to the one before; 1/2 at ratio 2.
        let stride = (coarse.place - fine.place) / (before.place - coarse.place);
        let stride = if stride.is_finite() {
            stride.max(0.0)
        } else {
            1.0
        };
        let slowed = 0.5 * (1.0 + stride) * drift;
        let moved = fine.s - coarse.s;
        let keeps_pace = (moved > 0.0) == (drift > 0.0) && moved.abs() > slowed.abs();
        // Three samples whose own slopes are far apart know the direction of the drift at best.
        let shift = (drift * stride).clamp(-0.5 * MAX_SPREAD, 0.5 * MAX_SPREAD);
        let cross_check = ((coarse.s + shift - fine.s) * fine.width).exp();
        Self {
            keeps_pace,
            cross_check,
        }
    }
}

#[cfg(test)]
mod tests;
