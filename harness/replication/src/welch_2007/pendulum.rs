//! Runs of the three-link pendulum, with the quantities of Table 3 and Figures 4 to 7.

use super::history::History;
use crate::Result;
use crate::steps::steps;
use stepping::Variant;
use system::System;
use three_link_pendulum::{Parameters, Pin, ThreeLinkKernel, ThreeLinkPendulum};

/// Time between two states that are kept, in s.
const KEPT: f64 = 0.01;

/// The pendulum of the paper with the pin along one axis, as uniform bars of one density.
pub(super) fn system(pin: Pin) -> Result<ThreeLinkKernel> {
    let parameters = Parameters {
        pin,
        ..Parameters::default()
    };
    Ok(ThreeLinkKernel::new(ThreeLinkPendulum::new(parameters)?))
}

/// Runs until `end` in steps of `h`, and keeps states that are [`KEPT`] apart.
pub(super) fn swing(
    variant: &dyn Variant,
    system: &dyn System,
    h: f64,
    end: f64,
) -> Result<History> {
    History::new(variant, system, [h, end], steps(KEPT, h).max(1))
}

/// Indices of the coordinates of the links' centres.
pub(super) const CENTRES: [usize; 9] = [0, 1, 2, 7, 8, 9, 14, 15, 16];

/// The largest distance between two runs in a coordinate of a centre, relative to the range of that coordinate.
pub(super) fn gap(coarse: &History, fine: &History) -> f64 {
    let others: Vec<&[f64]> = fine.q.iter().map(Vec::as_slice).collect();
    coarse.apart(&others, CENTRES.into_iter())
}

/// The number of decades between two curves of a logarithmic plot, as the mean over time of `log₁₀(above/below)`.
/// Instants at which one of them is exactly zero are left out.
pub(super) fn decades(above: &[[f64; 2]], below: &[[f64; 2]]) -> f64 {
    let pairs = above
        .iter()
        .zip(below)
        .map(|(a, b)| math::log10(a[1] / b[1]));
    let (sum, count) = pairs
        .filter(|x| x.is_finite())
        .fold((0.0, 0_usize), |(sum, n), x| (sum + x, n + 1));
    sum / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_those_between_two_curves() {
        let above = [[0.0, 0.0], [1.0, 10.0], [2.0, 1000.0]];
        let below = [[0.0, 0.0], [1.0, 1.0], [2.0, 1.0]];
        assert!((decades(&above, &below) - 2.0).abs() < 1e-15);
        assert!(decades(&[], &[]).is_nan());
    }
}
