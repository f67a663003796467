//! Eq. 60d as printed lacks the gravity that the constraint has to carry.

use crate::{Claim, Experiment, Finding, ReplicationError};

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "eq-60d",
    "The printed equations of motion of Example 1",
    || run(&Setup::default()),
);

struct Setup {
    /// Gravity outside of the reaction in `v_y'`: 0 as printed, 1 where it belongs.
    weight: f64,
    /// Step in s.
    h: f64,
    /// Time in s.
    end: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            weight: 0.0,
            h: 0.01,
            end: 10.0,
        }
    }
}

/// A violation of this size is no rounding and no truncation error.
const LEFT: f64 = 0.1;

/// Eqs. 60a-60d: x, y and their rates, with g = 1 inside of the reaction.
fn rate([x, y, vx, vy]: [f64; 4], weight: f64) -> [f64; 4] {
    let lambda = (vx * vx + vy * vy - y) / (x * x + y * y);
    [vx, vy, -x * lambda, -weight - y * lambda]
}

/// When a run by RK-4 leaves the circle, if it does.
fn leaves(setup: &Setup, weight: f64) -> Option<f64> {
    let h = setup.h;
    let mut state = [1.0, 0.0, 0.0, 2.0];
    for k in 1..=(setup.end / h).round() as u32 {
        let moved = |f: f64, k: [f64; 4]| std::array::from_fn(|i| state[i] + f * h * k[i]);
        let k1 = rate(state, weight);
        let k2 = rate(moved(0.5, k1), weight);
        let k3 = rate(moved(0.5, k2), weight);
        let k4 = rate(moved(1.0, k3), weight);
        state =
            std::array::from_fn(|i| state[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
        let phi = 0.5 * (state[0] * state[0] + state[1] * state[1] - 1.0);
        if !(phi.abs() < LEFT) {
            return Some(f64::from(k) * h);
        }
    }
    None
}

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let words = |left: Option<f64>| {
        left.map_or("stay".to_owned(), |t| {
            format!("leave the circle at t = {t:.2} s")
        })
    };
    let (printed, corrected) = (leaves(setup, setup.weight), leaves(setup, 1.0));
    let claim = Claim::statement(
        ["eq-60d/motion", "Eq. 60d"],
        "these are equations of motion of the pendulum",
        "v_y' = -y (|v|² - gy)/(x² + y²)",
        format!(
            "runs with it {}; with -g in front they {}",
            words(printed),
            words(corrected)
        ),
        printed.is_none(),
        format!(
            "|Φ| below {LEFT} for {} s, by RK-4 with {} s",
            setup.end, setup.h
        ),
    )
    .known_to_differ(
        "The weight itself is missing: Φ'' = 0 and the balance of energy both need -g in front.",
    );
    Ok(vec![claim].into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn the_printed_equation_leaves_the_circle() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn with_its_weight_it_stays() {
        let corrected = Setup {
            weight: 1.0,
            ..Setup::default()
        };
        assert_turned(&run(&corrected).unwrap(), &["eq-60d/motion"]);
    }
}
