//! The grid convergence index: how far the finest of three values may still be from its limit.
//!
//! Roache's index turns a Richardson extrapolation into a relative band around the finest value,
//! widened by a factor of safety that depends on how far the observed order can be trusted. It is
//! an uncertainty, to be drawn as a band, and never an error to be ranked by.

use crate::ladder::log_ratio;
use crate::richardson::{Extrapolation, TripleError, extrapolate};

/// Factor of safety when the observed order confirms the theory.
const SAFETY_CONFIRMED: f64 = 1.25;

/// Factor of safety when it does not: the factor for two grids and an assumed order.
const SAFETY_ASSUMED: f64 = 3.0;

/// Observed over theoretical order that counts as confirmed.
const CONFIRMED: std::ops::Range<f64> = 0.8..1.2;

/// Largest deviation from 1 of `index(coarse pair) / (rⁿ index(fine pair))` in the asymptotic range.
const ASYMPTOTIC: f64 = 0.05;

/// A relative uncertainty band for the finest of three values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridConvergence {
    /// Half-width of the band around the finest value, relative to it.
    pub fine: f64,
    /// The same for the middle value, from the coarse pair.
    pub coarse: f64,
    /// The order used: the observed one if it confirms the theory, else the smaller of the two.
    pub order: f64,
    /// The factor of safety used: 1.25 if the observed order confirms the theory, else 3.
    pub safety: f64,
    /// Whether both bands fit one law.
    ///
    /// With the observed order and equal ratios this only says that the two finest values differ by
    /// less than 5 %; it is a sharp test when the theoretical order replaced the observed one.
    pub asymptotic: bool,
}

/// The index of `values` at `steps`, both from coarse to fine.
///
/// `None` unless the values converge monotonically and the finest two are nonzero: a relative band
/// around zero has no meaning.
pub fn grid_convergence_index(
    values: [f64; 3],
    steps: [f64; 3],
    theoretical_order: f64,
) -> Result<Option<GridConvergence>, TripleError> {
    if !(theoretical_order.is_finite() && theoretical_order > 0.0) {
        return Err(TripleError::TheoreticalOrder(theoretical_order));
    }
    let Extrapolation::Monotone(law) = extrapolate(values, steps)? else {
        return Ok(None);
    };
    let (order, safety) = match CONFIRMED.contains(&(law.order / theoretical_order)) {
        true => (law.order, SAFETY_CONFIRMED),
        false => (law.order.min(theoretical_order), SAFETY_ASSUMED),
    };
    let index = |k: usize| {
        let change = ((values[k + 1] - values[k]) / values[k + 1]).abs();
        safety * change / (order * log_ratio(steps[k], steps[k + 1])).exp_m1()
    };
    let (coarse, fine) = (index(0), index(1));
    let mismatch = coarse / fine / (steps[1] / steps[2]).powf(order) - 1.0;
    let asymptotic = mismatch.abs() <= ASYMPTOTIC;
    let index = GridConvergence {
        fine,
        coarse,
        order,
        safety,
        asymptotic,
    };
    Ok((fine.is_finite() && coarse.is_finite()).then_some(index))
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::array::uniform3;
    use proptest::num::f64::ANY;
    use proptest::prelude::*;

    use super::*;

    const HALVED: [f64; 3] = [0.4, 0.2, 0.1];

    #[test]
    fn a_confirmed_order_gives_the_error_times_five_quarters() {
        // 5 + 3 h²: the finest value is off by 0.03.
        let values = HALVED.map(|h| 5.0 + 3.0 * h * h);
        let gci = grid_convergence_index(values, HALVED, 2.0)
            .unwrap()
            .unwrap();
        assert_relative_eq!(gci.fine, 1.25 * 0.03 / 5.03, max_relative = 1e-12);
        assert_relative_eq!(gci.coarse, 1.25 * 0.12 / 5.12, max_relative = 1e-12);
        assert!(gci.asymptotic);
    }

    #[test]
    fn an_order_above_theory_is_not_believed() {
        // 5 + 3 h⁴ from a method of order 2: the fine change is 3 (0.2⁴ - 0.1⁴) = 0.0045.
        let values = HALVED.map(|h| 5.0 + 3.0 * h.powi(4));
        let gci = grid_convergence_index(values, HALVED, 2.0)
            .unwrap()
            .unwrap();
        assert_eq!((gci.order, gci.safety), (2.0, 3.0));
        assert_relative_eq!(gci.fine, 3.0 * 0.0045 / 5.0003 / 3.0, max_relative = 1e-12);
        assert!(
            !gci.asymptotic,
            "the coarse band is four times too wide for order 2"
        );
    }

    #[test]
    fn an_order_below_theory_is_used_with_caution() {
        let values = HALVED.map(|h| 5.0 + h);
        let gci = grid_convergence_index(values, HALVED, 2.0)
            .unwrap()
            .unwrap();
        assert_relative_eq!(gci.order, 1.0, max_relative = 1e-12);
        assert_eq!(gci.safety, 3.0);
    }

    #[test]
    fn there_is_no_relative_band_around_zero_or_without_convergence() {
        let none = |values| grid_convergence_index(values, HALVED, 2.0) == Ok(None);
        assert!(none([1.25, 0.25, 0.0]));
        assert!(none([1.0, 2.0, 4.0]));
        assert!(none([1.0, -1.0, 0.5]));
    }

    #[test]
    fn a_theoretical_order_must_be_positive() {
        let said = grid_convergence_index([1.0; 3], HALVED, -2.0).unwrap_err();
        assert_eq!(
            said.to_string(),
            "theoretical order -2 is not a positive finite number"
        );
    }

    proptest! {
        #[test]
        fn the_band_of_a_pure_law_contains_the_limit(
            limit in 1.0..9.0_f64, c in -0.5..0.5, order in 1.0..4.0, r1 in 1.5..3.0, r2 in 1.5..3.0,
        ) {
            let steps = [0.5, 0.5 / r1, 0.5 / r1 / r2];
            let values = steps.map(|h: f64| limit + c * h.powf(order));
            if let Ok(Some(gci)) = grid_convergence_index(values, steps, order) {
                let band = gci.fine * values[2].abs();
                // A coefficient next to zero leaves differences of a few roundings.
                prop_assert!((values[2] - limit).abs() <= band + 1e-13, "{gci:?}");
            }
        }

        #[test]
        fn arbitrary_numbers_neither_panic_nor_leave_a_nan(
            values in uniform3(ANY), theory in ANY, tame: [i8; 3],
        ) {
            for values in [values, tame.map(f64::from)] {
                if let Ok(Some(gci)) = grid_convergence_index(values, HALVED, theory) {
                    prop_assert!(gci.fine >= 0.0 && gci.coarse >= 0.0 && gci.order > 0.0);
                }
            }
        }
    }
}
