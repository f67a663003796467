//! Polynomials through equally spaced values.

use super::differences::weights;
use std::sync::OnceLock;

/// Most values that a polynomial goes through.
pub(crate) const MOST: usize = 12;

/// The weights of values in the coefficients of a polynomial, lowest power first.
pub(crate) type Coefficients = Vec<Vec<f64>>;

/// The weights of `count` values one apart, at least two and at most [`MOST`], of which `before` come before zero.
pub(crate) fn coefficients(count: usize, before: usize) -> &'static Coefficients {
    static KNOWN: [OnceLock<Vec<Coefficients>>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
    let of_count = KNOWN[count].get_or_init(|| {
        let places = 0..count - 1;
        places.map(|before| found(count, before)).collect()
    });
    &of_count[before]
}

fn found(count: usize, before: usize) -> Coefficients {
    let nodes: Vec<f64> = (0..count).map(|node| node as f64 - before as f64).collect();
    let mut factorial = 1.0;
    let coefficient = |power: usize| {
        factorial *= power.max(1) as f64;
        let weights = weights(&nodes, power).into_iter();
        weights.map(|weight| weight / factorial).collect()
    };
    (0..count).map(coefficient).collect()
}

/// Where among equally spaced values a polynomial is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The first value that it goes through.
    pub(crate) first: usize,
    /// Number of values that it goes through.
    pub(crate) count: usize,
}

impl Window {
    /// The window of at most `most` of `values` values around the interval that begins at value `k`.
    pub(crate) fn around(k: usize, values: usize, most: usize) -> Self {
        let count = values.min(most);
        let first = (k + 1).saturating_sub(count / 2).min(values - count);
        Self { first, count }
    }

    /// The weights of its values in the value of their polynomial at `place`, counted from the first of all values on.
    pub(crate) fn weights(self, place: f64) -> [f64; MOST] {
        let mut weights = [0.0; MOST];
        if self.count < 2 {
            weights[0] = 1.0;
            return weights;
        }
        let inside = place - self.first as f64;
        let before = (inside.max(0.0) as usize).min(self.count - 2);
        let x = inside - before as f64;
        // By Horner's scheme, for all values at once.
        for power in coefficients(self.count, before).iter().rev() {
            for (sum, weight) in weights.iter_mut().zip(power) {
                *sum = *sum * x + weight;
            }
        }
        weights
    }
}

/// The value at `place` of the polynomial through at most `most` of the values around it.
pub(crate) fn between(values: &[f64], most: usize, place: f64) -> f64 {
    let window = Window::around(place.max(0.0) as usize, values.len(), most);
    let weights = window.weights(place);
    let around = &values[window.first..window.first + window.count];
    weights.iter().zip(around).map(|(w, x)| w * x).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Inside, at the ends and beyond them.
        #[test]
        fn polynomials_are_met_exactly(
            count in 2_usize..=MOST,
            more in 0_usize..20,
            at in -0.05..1.05_f64,
            roots in proptest::collection::vec(-1.0..2.0_f64, MOST - 1),
        ) {
            let values = count + more;
            let f = |x: f64| roots[..count - 1].iter().map(|root| x - root).product::<f64>();
            let spacing = 1.0 / (values - 1) as f64;
            let sampled: Vec<f64> = (0..values).map(|k| f(k as f64 * spacing)).collect();
            let met = between(&sampled, count, at / spacing);
            prop_assert!((met - f(at)).abs() < 1e-6, "{met} is not {}", f(at));
        }
    }

    #[test]
    fn a_single_value_holds_everywhere() {
        assert_eq!(between(&[3.0], 8, 0.7), 3.0);
    }
}
