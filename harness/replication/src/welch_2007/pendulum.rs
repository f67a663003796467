//! Runs of the three-link pendulum, with what Table 3 and Figures 4 to 7 show of them.

use super::runs::{energy_error, norm};
use crate::Result;
use crate::steps::steps;
use stepping::Variant;
use system::System;
use system::largest;
use three_link_pendulum::{Parameters, Pin, ThreeLinkKernel, ThreeLinkPendulum};
use trial::Trial;

/// Time between the states that are kept, in s.
const KEPT: f64 = 0.01;

/// A run as it is drawn.
pub(super) struct Swing {
    /// `(1/N) Σ |Φ_n|₂` over `n = 1 … N-1`, as in Table 2.
    pub mean: f64,
    /// `|Φ|₂` after each step, over time.
    pub violations: Vec<[f64; 2]>,
    /// ε_E of Eq. 78 after each step, over time.
    pub energy: Vec<[f64; 2]>,
    /// Coordinates every 10 ms,
    pub q: Vec<Vec<f64>>,
    /// and velocities.
    pub v: Vec<Vec<f64>>,
    /// Their times.
    pub times: Vec<f64>,
}

/// The pendulum of the paper with the pin along one axis, uniform bars of one density.
pub(super) fn system(pin: Pin) -> Result<ThreeLinkKernel> {
    let parameters = Parameters {
        pin,
        ..Parameters::default()
    };
    Ok(ThreeLinkKernel::new(ThreeLinkPendulum::new(parameters)?))
}

/// Follows a run to its end.
pub(super) fn swing(variant: &dyn Variant, system: &dyn System, h: f64, end: f64) -> Result<Swing> {
    let (count, stride) = (steps(end, h), steps(KEPT, h).max(1));
    let mut run = Trial::fixed(variant, system, h)?;
    let mut swing = Swing {
        mean: 0.0,
        violations: Vec::with_capacity(count),
        energy: Vec::with_capacity(count),
        q: Vec::new(),
        v: Vec::new(),
        times: Vec::new(),
    };
    for n in 1..=count {
        run.step()?;
        let sample = run.sample();
        let (state, violation) = (sample.state, norm(sample.phi));
        if n < count {
            swing.mean += violation / count as f64;
        }
        swing.violations.push([state.t, violation]);
        swing.energy.push([state.t, energy_error(system, &sample)]);
        if n % stride == 0 {
            swing.q.push(state.q().to_vec());
            swing.v.push(state.v().to_vec());
            swing.times.push(state.t);
        }
    }
    Ok(swing)
}

/// Coordinates of the centres among those of the links.
pub(super) const CENTRES: [usize; 9] = [0, 1, 2, 7, 8, 9, 14, 15, 16];

/// The largest distance between two runs in a coordinate of a centre, over the range of that coordinate.
pub(super) fn gap(coarse: &Swing, fine: &Swing) -> f64 {
    let of = |k: usize| {
        let values = || fine.q.iter().map(|q| q[k]);
        let range =
            values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        largest(coarse.q.iter().zip(values()).map(|(q, x)| (q[k] - x).abs())) / range
    };
    largest(CENTRES.into_iter().map(of))
}

/// The mean over time of `log₁₀(above/below)`: how many decades lie between two curves of a logarithmic plot. Instants
/// at which one of them is exactly zero are left out.
pub(super) fn decades(above: &[[f64; 2]], below: &[[f64; 2]]) -> f64 {
    let pairs = above.iter().zip(below).map(|(a, b)| (a[1] / b[1]).log10());
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
