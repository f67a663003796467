//! Eq. 60d, which as printed lacks the gravity that the constraint has to carry.

use super::DATA;
use crate::rk4::rk4;
use crate::{Entry, Finding, Result, said, setup};

pub(super) const EXPERIMENT: Entry = ("eq-60d", || run(&Setup::default()));

setup! {
    struct Setup {
        /// Gravity outside of the reaction in `v_y'`: 0 as printed, 1 as it should be.
        weight: f64 = 0.0,
        /// Step in s.
        h: f64 = 0.01,
        /// End of the run in s.
        end: f64 = 10.0,
    }
}

/// A violation from this size on is neither rounding nor truncation error, so the run has left the circle.
const LEFT: f64 = 0.1;

/// The rates of x, y, v_x and v_y by Eqs. 60a-60d, with g = 1 inside of the reaction.
fn rate([x, y, vx, vy]: [f64; 4], weight: f64) -> [f64; 4] {
    let lambda = (vx * vx + vy * vy - y) / (x * x + y * y);
    [vx, vy, -x * lambda, -weight - y * lambda]
}

/// The time at which a run by RK-4 leaves the circle, if it does.
fn leaves(setup: &Setup, weight: f64) -> Option<f64> {
    let h = setup.h;
    let mut state = [1.0, 0.0, 0.0, 2.0];
    for k in 1..=(setup.end / h).round() as u32 {
        state = rk4(|_, y| rate(*y, weight), 0.0, &state, h);
        let phi = 0.5 * (state[0] * state[0] + state[1] * state[1] - 1.0);
        if !(phi.abs() < LEFT) {
            return Some(f64::from(k) * h);
        }
    }
    None
}

fn run(setup: &Setup) -> Result<Finding> {
    let words = |left: Option<f64>| {
        left.map_or("stay".to_owned(), |t| {
            format!("leave the circle at t = {t:.2} s")
        })
    };
    let (printed, corrected) = (leaves(setup, setup.weight), leaves(setup, 1.0));
    let holds = printed.is_none();
    let said = said![
        printed = words(printed),
        corrected = words(corrected),
        left = LEFT,
        end = setup.end,
        h = setup.h,
    ];
    Ok(vec![DATA.statement("eq-60d/motion", holds, said)].into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn with_its_weight_it_stays() {
        changes("eq-60d", run).turn(&[("weight", |s| s.weight = 1.0, &["motion"])]);
    }
}
