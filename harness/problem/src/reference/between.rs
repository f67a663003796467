//! Values between stored ones, by Hermite interpolation in double-double precision.
//!
//! A window of nodes around the time asked for carries the polynomial that has the values and the rates of all of them.
//! With `l_i` the Lagrange polynomials of the window,
//!
//! ```text
//! y(t)  = Σ (1 - 2 s_i (t - t_i)) l_i² y_i + (t - t_i) l_i² y_i',   s_i = l_i'(t_i) = Σ_{j≠i} 1/(t_i - t_j)
//! ```
//!
//! The factors of `y_i` and `y_i'` are the same for every component, so that a component costs two products per node.

use super::Wide;
use std::ops::Range;

/// Nodes of a window. More of them save stored states until their polynomial swings at the ends of the interval.
pub(super) const WINDOW: usize = 12;

/// The factors of values and rates of one window at one time.
pub(super) struct Between {
    /// The nodes of the window.
    pub(super) nodes: Range<usize>,
    /// Factors of `y_i` and `y_i'` in y.
    value: Vec<[Wide; 2]>,
    /// The same in y'.
    rate: Vec<[Wide; 2]>,
}

impl Between {
    /// The factors at `t`, from the ascending `times` of all nodes. In a node they give back what it holds.
    pub(super) fn new(times: &[Wide], t: Wide) -> Self {
        let nodes = window(times, t);
        let times = &times[nodes.clone()];
        let (zero, one) = (Wide::ZERO, Wide::from(1.0));
        let at_node = times.iter().position(|&node| node == t);
        let (mut value, mut rate) = (Vec::new(), Vec::new());
        for (i, &here) in times.iter().enumerate() {
            if let Some(node) = at_node {
                let unit = if i == node { one } else { zero };
                value.push([unit, zero]);
                rate.push([zero, unit]);
                continue;
            }
            let (mut l, mut slope, mut s) = (one, zero, zero);
            for &other in times.iter().filter(|&&other| other != here) {
                let apart = one / (here - other);
                l = l * (t - other) * apart;
                slope += one / (t - other);
                s += apart;
            }
            // Now `slope` is l'/l at t.
            let (square, off, two) = (l * l, t - here, Wide::from(2.0));
            let bend = one - two * s * off;
            value.push([bend * square, off * square]);
            let twice = two * slope * square;
            rate.push([bend * twice - two * s * square, off * twice + square]);
        }
        Self { nodes, value, rate }
    }

    /// The value and the rate at the time, from values and rates at the nodes of the window.
    pub(super) fn of(&self, nodes: impl Iterator<Item = [Wide; 2]>) -> [Wide; 2] {
        let factors = self.value.iter().zip(&self.rate);
        nodes
            .zip(factors)
            .fold([Wide::ZERO; 2], |[y, y_dot], ([value, rate], (f, g))| {
                [
                    y + (f[0] * value + f[1] * rate),
                    y_dot + (g[0] * value + g[1] * rate),
                ]
            })
    }
}

/// The nodes around `t`, as many on both sides as there are.
fn window(times: &[Wide], t: Wide) -> Range<usize> {
    let size = WINDOW.min(times.len());
    let after = times.partition_point(|&node| node < t);
    let first = after.saturating_sub(size / 2).min(times.len() - size);
    first..first + size
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Scalar;

    fn wide(x: f64) -> Wide {
        Wide::from(x)
    }

    /// A factor that is wrong, or a window that is not the one around the time, is found.
    #[test]
    fn polynomials_of_the_degree_of_a_window_come_back_to_thirty_digits() {
        // Twelve values and twelve rates determine degree 23: here x²³, at nodes that are not equally spaced.
        let nodes: Vec<Wide> = (0..30).map(|k| wide(f64::from(k * k) / 841.0)).collect();
        let power = |x: Wide, n: usize| (0..n).fold(wide(1.0), |product, _| product * x);
        for t in [0.0, 1e-3, 0.1, 0.5, 0.77, 1.0].map(wide) {
            let between = Between::new(&nodes, t);
            let window = nodes[between.nodes.clone()].iter();
            let of_window = window.map(|&x| [power(x, 23), wide(23.0) * power(x, 22)]);
            let [y, rate] = between.of(of_window);
            assert!((y - power(t, 23)).value().abs() < 1e-28, "{t}");
            assert!(
                (rate - wide(23.0) * power(t, 22)).value().abs() < 1e-25,
                "{t}"
            );
        }
    }

    #[test]
    fn states_are_given_back_as_they_are() {
        let nodes: Vec<Wide> = (0..20).map(|k| wide(f64::from(k))).collect();
        let of_node = |k: usize| [wide(1.0 / (k as f64 + 0.3)), wide(math::sin(k as f64))];
        for k in 0..20 {
            let between = Between::new(&nodes, nodes[k]);
            assert_eq!(between.of(between.nodes.clone().map(of_node)), of_node(k));
        }
    }

    /// A sine between states that are a tenth of a radian apart, in the middle and at the ends of the interval, where the
    /// window lies on one side. The remainder is `Π (t - t_i)²/24!` for a function whose derivatives are at most one.
    #[test]
    fn the_error_is_the_remainder_of_the_interpolation() {
        let nodes: Vec<Wide> = (0..40).map(|k| wide(0.1 * f64::from(k))).collect();
        let factorial: f64 = (1..=24).map(f64::from).product();
        for t in [0.05, 1.95, 3.85] {
            let between = Between::new(&nodes, wide(t));
            let window = nodes[between.nodes.clone()].iter();
            let of_window = window.clone().map(|&x| [x.sin(), x.cos()]);
            let off = (between.of(of_window)[0] - wide(t).sin()).value().abs();
            let product: f64 = window.map(|x| math::powi(t - x.value(), 2)).product();
            assert!(off < product / factorial + 1e-29, "{off:e} at {t}");
        }
    }
}
