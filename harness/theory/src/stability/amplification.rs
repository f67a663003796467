//! The matrix by which one step multiplies a violation.

use crate::companion::{Block, companion};
use crate::truncation::{Discretization, LinearMultistep, RungeKutta, double};
use numerics::{Scalar, spectral_radius};
use stepping::Placement;
use thiserror::Error;

/// Reasons why there is no amplification matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Uncovered {
    /// Feedback by an Euler step needs a step that begins at the last state.
    #[error("feedback by an Euler step is defined for Adams and Runge-Kutta methods only")]
    NotAdams,
    /// The implicit equations have no solution with these gains.
    #[error("the implicit equations are singular with these gains")]
    Singular,
}

/// The matrix of one step, acting on `(φ, hφ')` and its older values.
#[derive(Clone, Debug, PartialEq)]
pub struct Amplification {
    /// Number of rows.
    pub size: usize,
    /// Entries, row by row.
    pub entries: Vec<f64>,
}

impl Amplification {
    fn two([[a, b], [c, d]]: [[f64; 2]; 2]) -> Self {
        Self {
            size: 2,
            entries: vec![a, b, c, d],
        }
    }

    /// The long-run growth factor of violations in a step; infinite where a gain is not a number.
    pub fn radius(&self) -> f64 {
        spectral_radius(self.size, &self.entries).unwrap_or(f64::INFINITY)
    }
}

/// The matrix by which one step multiplies a violation under the gains `α = c₁/h`, `β = c₂/h²`.
///
/// # Errors
/// When there is no such matrix.
pub fn amplification(
    discretization: &Discretization,
    placement: Placement,
    c1: f64,
    c2: f64,
) -> Result<Amplification, Uncovered> {
    match discretization {
        Discretization::RungeKutta(method) => Ok(runge_kutta(method, placement, c1, c2)),
        Discretization::Multistep(method) => match placement {
            Placement::EveryPass => in_every_step(method, c1, c2),
            // One pass in a step: what is held is added once.
            Placement::ForwardEuler | Placement::Held => by_euler(method, c1, c2, false),
            Placement::BackwardEuler => by_euler(method, c1, c2, true),
        },
    }
}

fn runge_kutta(method: &RungeKutta, placement: Placement, c1: f64, c2: f64) -> Amplification {
    // Without feedback φ moves with constant hφ', which every method integrates exactly.
    Amplification::two(match placement {
        Placement::EveryPass => {
            let column = |start| {
                let rate = |[phi, rate]: [f64; 2]| [rate, -c2 * phi - c1 * rate];
                method.step(1.0, start, rate, |x| x.value())
            };
            let ([a, c], [b, d]) = (column([1.0, 0.0]), column([0.0, 1.0]));
            [[a, b], [c, d]]
        }
        Placement::ForwardEuler => [[1.0, 1.0], [-c2, 1.0 - c1]],
        Placement::BackwardEuler => [[1.0, 1.0], [-c2, 1.0 - c1 - c2]],
        Placement::Held => {
            let m = method.mean_abscissa();
            [[1.0 - m * c2, 1.0 - m * c1], [-c2, 1.0 - c1]]
        }
    })
}

/// `Σ (α_j - β_j A) x_{k+j} = 0` with `A = ((0, 1), (-c₂, -c₁))`.
pub(crate) fn in_every_step(
    method: &LinearMultistep,
    c1: f64,
    c2: f64,
) -> Result<Amplification, Uncovered> {
    let block = |(alpha, beta)| {
        let (alpha, beta) = (double(alpha), double(beta));
        [[alpha, -beta], [beta * c2, alpha + beta * c1]]
    };
    let blocks: Vec<Block<2>> = method.rho().iter().zip(method.sigma()).map(block).collect();
    let (size, entries) = companion(&blocks).ok_or(Uncovered::Singular)?;
    Ok(Amplification { size, entries })
}

/// The uncontrolled motion `φ' = p`, `p' = 0` by an Adams method, then the feedback on p by an Euler step. The rates
/// it remembers are those at controlled states. State: φ, the newest p, older ones.
fn by_euler(
    method: &LinearMultistep,
    c1: f64,
    c2: f64,
    at_result: bool,
) -> Result<Amplification, Uncovered> {
    if !method.is_adams() {
        return Err(Uncovered::NotAdams);
    }
    let k = method.steps();
    let size = k + 1;
    let mut entries = vec![0.0; size * size];
    entries[0] = 1.0;
    for j in 0..=k {
        // p is constant in the uncontrolled step, so that its end counts as its beginning.
        let age = (k - 1).saturating_sub(j);
        entries[1 + age] += double(&method.sigma()[j]);
    }
    let predicted = entries[..size].to_vec();
    let next = &mut entries[size..2 * size];
    if at_result {
        for (next, predicted) in next.iter_mut().zip(&predicted) {
            *next = -c2 * predicted;
        }
    } else {
        next[0] = -c2;
    }
    next[1] += 1.0 - c1;
    for i in 2..size {
        entries[i * size + i - 1] = 1.0;
    }
    Ok(Amplification { size, entries })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ab, rk};
    use crate::truncation::whole;
    use approx::assert_abs_diff_eq;

    /// Follows a violation by the formulas themselves, with p' = -c₂φ - c₁p in every stage of AB-2.
    #[test]
    fn the_matrix_of_ab2_does_what_the_method_does() {
        let (c1, c2) = (0.7, 0.3);
        let matrix = amplification(&ab(2), Placement::EveryPass, c1, c2).unwrap();
        let rate = |[phi, p]: [f64; 2]| [p, -c2 * phi - c1 * p];
        let (old, new) = ([1.0, 0.2], [0.9, -0.4]);
        let expected: [f64; 2] =
            std::array::from_fn(|i| new[i] + 1.5 * rate(new)[i] - 0.5 * rate(old)[i]);
        let state = [new[0], new[1], old[0], old[1]];
        for i in 0..2 {
            let found: f64 = (0..4).map(|j| matrix.entries[4 * i + j] * state[j]).sum();
            assert_abs_diff_eq!(found, expected[i], epsilon = 1e-15);
        }
    }

    /// The same for the placements by Euler steps, with AB-3.
    #[test]
    fn the_matrix_of_euler_placements_does_what_the_method_does() {
        let (c1, c2) = (0.7, 0.3);
        let (phi, p) = (1.0, [0.5, -0.25, 0.125]);
        let predicted = phi + (23.0 * p[0] - 16.0 * p[1] + 5.0 * p[2]) / 12.0;
        for (placement, at) in [
            (Placement::ForwardEuler, phi),
            (Placement::Held, phi),
            (Placement::BackwardEuler, predicted),
        ] {
            let matrix = amplification(&ab(3), placement, c1, c2).unwrap();
            let state = [phi, p[0], p[1], p[2]];
            let expected = [predicted, p[0] - c1 * p[0] - c2 * at, p[0], p[1]];
            for i in 0..4 {
                let found: f64 = (0..4).map(|j| matrix.entries[4 * i + j] * state[j]).sum();
                assert!(
                    (found - expected[i]).abs() < 1e-15,
                    "{placement:?} {i}: {found}"
                );
            }
        }
    }

    #[test]
    fn what_has_no_matrix_says_so() {
        // Backward differentiation of second order: 3/2 y₂ - 2 y₁ + 1/2 y₀ = h f₂.
        let rho = [whole(1) / whole(2), whole(-2), whole(3) / whole(2)];
        let sigma = [whole(0), whole(0), whole(1)];
        let bdf = LinearMultistep::new(rho.to_vec(), sigma.to_vec()).unwrap();
        let bdf = Discretization::Multistep(bdf);
        let of = |placement| amplification(&bdf, placement, 1.0, 1.0);
        assert_eq!(of(Placement::ForwardEuler), Err(Uncovered::NotAdams));
        assert!(of(Placement::EveryPass).unwrap().radius() < 1.0);
        let nan = amplification(&rk("euler"), Placement::EveryPass, f64::NAN, 1.0).unwrap();
        assert_eq!(nan.radius(), f64::INFINITY);
    }

    #[test]
    fn euler_is_the_same_as_multistep_and_as_runge_kutta() {
        for placement in [
            Placement::EveryPass,
            Placement::ForwardEuler,
            Placement::BackwardEuler,
        ] {
            let of = |method| amplification(method, placement, 0.7, 0.3).unwrap();
            assert_eq!(of(&rk("euler")), of(&ab(1)));
        }
    }
}
