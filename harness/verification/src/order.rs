//! Observed order of convergence from a ladder of step sizes and errors.
//!
//! Between neighbouring samples the slope is `s = ln(e₁/e₂) / ln(h₁/h₂)`. For an error `C h^p (1 + c h)` the slopes
//! move towards `p` by strides that shrink with `h`: slopes 3.6, 3.85, 3.95 show order 4. The finest slope by itself
//! is only the order at that step. What the errors allow as `h → 0` is an *interval*, found from the three finest
//! slopes (two, where there are only three samples):
//!
//! - **Settling.** The two finest agree within [`QUIET`], or all move in one direction and the last stride is shorter
//!   than the one before, at least half as much as `p + c h` predicts. The interval reaches from the finest slope to
//!   the value of the line `p + c h` at `h = 0`.
//! - **Agreeing.** The two finest agree within [`SETTLED`] and do not go on falling; the one before does not matter: one
//!   bad coarse sample must not spoil a good fine end. The interval holds the two, and the line's value at `h = 0`.
//! - **Moving on.** The last stride is as long as the one before or longer. A hidden term of lower order lets slopes fall
//!   in this way, and nothing says where this ends: the interval holds the three slopes and is open on that side.
//! - **Jumping.** The slopes turn back, move all of a sudden, or are two that disagree. The interval holds them and the
//!   line's value at `h = 0`.
//!
//! An order is *observed* where the interval is narrower than [`WIDEST`]. The floor can bend the finest slope, and
//! widens the interval by as much.

use crate::ladder::{Ladder, LadderError, Sample, log_ratio};
use vocabulary::Order;
use vocabulary::planted::{self, Defect};

/// An interval this wide still names one order: about a third of the distance between two whole ones.
///
/// This and the other widths are for orders up to [`USUAL`]. Above it they grow with the order, because the next term of
/// an error grows with it: `(1 + h)^p` has the relative slope `p h`.
pub const WIDEST: f64 = 0.35;

/// The highest order for which the widths hold as they are.
pub const USUAL: f64 = 4.0;

/// Slopes that differ by at most this count as equal.
pub const QUIET: f64 = 0.05;

/// Two slopes this close name an order whatever the slope before was: at ratio 2 it is 7 % of the error.
pub const SETTLED: f64 = 0.1;

/// Two slopes alone, without a third to testify, may be this far apart.
pub const MAX_SPREAD: f64 = 0.25;

/// The finest sample is left out while the floor can bend its slope by more than this and enough others remain.
const BEND: f64 = 0.1;

/// The line through two slopes is followed over this many times the distance between them at most.
const REACH: f64 = 2.0;

/// Samples that remain when the finest is left out: with four, three slopes testify.
const ENOUGH: usize = 4;

/// A term of lower order lets strides grow by the square of the step ratio at most (two orders lower); a stride that
/// grew by this much more is a jump.
const SUDDEN: f64 = 1.25;

/// Classifies a ladder of at least three samples, given in any order and with any ratios.
///
/// `floor` is the error below which refinement says nothing, see
/// [`rounding_floor`](crate::rounding_floor); with `floor = 0` only an error of exactly zero counts
/// as rounding.
pub fn observe(samples: &[Sample], floor: f64) -> Result<Order, LadderError> {
    let mut rungs = match Ladder::new(samples, floor)? {
        Ladder::AtFloor => return Ok(Order::AtFloor),
        Ladder::Diverging => return Ok(Order::Diverging),
        Ladder::TooFewRuns => return Ok(Order::TooFewRuns),
        Ladder::Clean(rungs) => rungs,
    };
    let slope = |w: &[Sample]| Slope::new(w[0], w[1], floor);
    let mut slopes: Vec<Slope> = rungs.windows(2).map(slope).collect();
    while rungs.len() > ENOUGH && slopes.last().is_some_and(|s| s.bend > BEND) {
        rungs.pop();
        slopes.pop();
    }
    let (before, coarse, fine) = match slopes[..] {
        [.., before, coarse, fine] => (Some(before), coarse, fine),
        [coarse, fine] => (None, coarse, fine),
        _ => return Ok(Order::AtFloor),
    };
    // One growth may be an error that passes through zero; a smooth error does not do so twice.
    let growths = slopes.iter().filter(|slope| slope.s <= 0.0).count();
    if fine.s <= 0.0 || growths > 1 {
        return Ok(Order::Diverging);
    }
    Ok(named(before, coarse, fine))
}

/// The order that the finest slopes show.
fn named(before: Option<Slope>, coarse: Slope, fine: Slope) -> Order {
    let limit = fine.extrapolated(coarse);
    let slopes = Hull::of([Some(fine.s), Some(coarse.s), before.map(|slope| slope.s)]);
    let movement = Movement::of(before, coarse, fine);
    let hull = match movement {
        Movement::Settling => Hull::of([Some(fine.s), Some(limit), None]),
        Movement::Agreeing => Hull::of([Some(fine.s), Some(coarse.s), Some(limit)]),
        Movement::MovingOn => slopes,
        Movement::Jumping => slopes.with(limit),
    };
    // The floor blurs what the slopes say, but does not make them disagree.
    let blurred = |hull: Hull| [hull.low - fine.bend, hull.high + fine.bend];
    if movement != Movement::MovingOn && hull.high - hull.low <= WIDEST * fine.unit() {
        return Order::Observed {
            p: fine.s,
            interval: blurred(hull),
        };
    }
    let interval = match movement {
        Movement::Jumping | Movement::Agreeing => blurred(hull).map(Some),
        Movement::Settling | Movement::MovingOn => {
            let [low, high] = blurred(slopes);
            if fine.s > coarse.s {
                [Some(low), None]
            } else {
                [None, Some(high)]
            }
        }
    };
    Order::PreAsymptotic {
        slope: fine.s,
        interval,
    }
}

/// The smallest range that holds some numbers.
#[derive(Clone, Copy)]
struct Hull {
    low: f64,
    high: f64,
}

impl Hull {
    fn of(values: [Option<f64>; 3]) -> Self {
        let empty = Self {
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
        };
        values.into_iter().flatten().fold(empty, Self::with)
    }

    fn with(self, value: f64) -> Self {
        Self {
            low: self.low.min(value),
            high: self.high.max(value),
        }
    }
}

/// How the finest slopes move from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Movement {
    /// They agree, or approach a limit by shrinking strides.
    Settling,
    /// The last two agree, the one before does not.
    Agreeing,
    /// They move in one direction without slowing down.
    MovingOn,
    /// They turn back, or move all of a sudden.
    Jumping,
}

impl Movement {
    fn of(before: Option<Slope>, coarse: Slope, fine: Slope) -> Self {
        let last = fine.s - coarse.s;
        let Some(before) = before else {
            return if last.abs() <= MAX_SPREAD * fine.unit() {
                Self::Settling
            } else {
                Self::Jumping
            };
        };
        if last.abs() <= QUIET * fine.unit() + fine.bend {
            return Self::Settling;
        }
        let grew = last / (coarse.s - before.s);
        let sudden = SUDDEN * math::exp(2.0 * fine.width);
        // The stride that the law `p + c h` predicts, relative to the one before; 1/2 at ratio 2.
        let stride = (coarse.place - fine.place) / (before.place - coarse.place);
        let stride = if stride.is_finite() {
            stride.max(0.0)
        } else {
            1.0
        };
        let close = last.abs() <= SETTLED * fine.unit() + fine.bend;
        // A hidden term of lower order lets slopes fall, never rise.
        let hidden = last < 0.0 || !close;
        match grew {
            _ if grew > 0.0 && grew <= 0.5 * (1.0 + stride) => Self::Settling,
            _ if grew > 0.0 && grew <= sudden && hidden => Self::MovingOn,
            // Also where the stride before was nothing, so that the quotient is not a number.
            _ if close => Self::Agreeing,
            _ => Self::Jumping,
        }
    }
}

/// The slope between two neighbouring samples.
#[derive(Clone, Copy)]
struct Slope {
    s: f64,
    /// `ln(h₁/h₂)`.
    width: f64,
    /// Logarithmic mean of the two step sizes: `C h^p exp(c h)` has the slope `p + c · place`.
    place: f64,
    /// The amount by which the floor may bend the slope.
    bend: f64,
}

impl Slope {
    fn new(a: Sample, b: Sample, floor: f64) -> Self {
        let width = log_ratio(a.h, b.h);
        let s = log_ratio(a.error, b.error) / width;
        Self {
            s: if planted::is(Defect::AbsoluteOrder) {
                s.abs()
            } else {
                s
            },
            width,
            place: (a.h - b.h) / width,
            bend: math::ln_1p(floor / b.error) / width,
        }
    }

    /// The unit of widths at this order.
    fn unit(self) -> f64 {
        (self.s / USUAL).max(1.0)
    }

    /// The value at `h = 0` of the line `p + c h` through this slope and the coarser one before it, or where the line
    /// ends that is followed no farther than [`REACH`].
    fn extrapolated(self, coarse: Self) -> f64 {
        let distance = self.place / (coarse.place - self.place);
        let shift = (self.s - coarse.s) * distance.min(REACH);
        self.s + if shift.is_finite() { shift } else { 0.0 }
    }
}

#[cfg(test)]
mod tests;
