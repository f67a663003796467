//! Gains that end a violation in a finite number of steps: all eigenvalues of the step are zero.

use super::Placement;
use crate::truncation::{Discretization, RungeKutta};
use numerics::{DoubleDouble, Eigenvalue, Scalar, eigenvalues};

/// `(c₁, c₂)` for which every violation of a linear constraint is gone after two steps at the latest, or `None` where
/// there are no such gains. Two gains can cancel two eigenvalues, so methods that remember older states have none.
///
/// With feedback in every stage a step is the stability polynomial `R(A)`, which vanishes where both poles of the feedback are roots
/// of R. Of several pairs the one with the smallest gains counts.
pub fn dead_beat(discretization: &Discretization, placement: Placement) -> Option<(f64, f64)> {
    let euler = RungeKutta::euler();
    let (method, placement) = match discretization {
        Discretization::RungeKutta(method) => (method, placement),
        // The trapezoidal rule has R = (1 + z/2)/(1 - z/2), with its root at -2.
        Discretization::Multistep(method) if method.steps() == 1 && method.is_symmetric() => {
            if placement == Placement::EveryPass {
                return Some((4.0, 4.0));
            }
            (&euler, placement)
        }
        Discretization::Multistep(method) if method.steps() == 1 && !method.is_implicit() => {
            // Euler's method holds a feedback by adding it once.
            let placement = match placement {
                Placement::Held => Placement::ForwardEuler,
                other => other,
            };
            (&euler, placement)
        }
        Discretization::Multistep(_) => return None,
    };
    // Trace and determinant of the two by two matrices vanish.
    match placement {
        Placement::ForwardEuler => Some((2.0, 1.0)),
        Placement::BackwardEuler => Some((1.0, 1.0)),
        Placement::Held => Some((2.0 - method.mean_abscissa(), 1.0)),
        Placement::EveryPass => roots_of_stability_polynomial(method),
    }
}

fn roots_of_stability_polynomial(method: &RungeKutta) -> Option<(f64, f64)> {
    // R(z) = 1 + Σ z^j bᵀ A^{j-1} 1.
    let mut coefficients = vec![1.0];
    let mut stages = vec![1.0; method.stages()];
    for _ in 0..method.stages() {
        let sum = |weights: &[_]| -> f64 {
            let weight = |(w, x): (&DoubleDouble, &f64)| w.value() * x;
            weights.iter().zip(&stages).map(weight).sum()
        };
        coefficients.push(sum(method.weights()));
        stages = (0..method.stages()).map(|i| sum(method.row(i))).collect();
    }
    // Methods with more stages than their order may end with zeros.
    while coefficients.last().is_some_and(|c| c.abs() < 1e-14) {
        coefficients.pop();
    }
    let n = coefficients.len() - 1;
    if n == 1 {
        // Both poles at the one root.
        let root = -1.0 / coefficients[1];
        return Some((-2.0 * root, root * root));
    }
    let mut companion = vec![0.0; n * n];
    for j in 0..n {
        companion[j] = -coefficients[n - 1 - j] / coefficients[n];
    }
    for i in 1..n {
        companion[i * n + i - 1] = 1.0;
    }
    // A pair of conjugates, or one real root twice (R then has it once, which leaves one step more).
    let size = |z: &Eigenvalue| math::hypot(z.re, z.im);
    let root = eigenvalues(n, &companion)?
        .into_iter()
        .filter(|z| z.re < 0.0)
        .min_by(|a, b| size(a).total_cmp(&size(b)))?;
    Some((-2.0 * root.re, math::powi(size(&root), 2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stability::amplification;
    use crate::testing::{ab, am, rk};

    #[test]
    fn two_steps_leave_nothing() {
        let stages = ["euler", "midpoint", "heun", "rk4"].map(rk);
        for method in [ab(1), am(2)].iter().chain(&stages) {
            for placement in [
                Placement::EveryPass,
                Placement::ForwardEuler,
                Placement::BackwardEuler,
                Placement::Held,
            ] {
                let (c1, c2) = dead_beat(method, placement).unwrap();
                let m = amplification(method, placement, c1, c2).unwrap();
                assert_eq!(m.size, 2);
                let m = &m.entries;
                let twice = [
                    m[0] * m[0] + m[1] * m[2],
                    m[0] * m[1] + m[1] * m[3],
                    m[2] * m[0] + m[3] * m[2],
                    m[2] * m[1] + m[3] * m[3],
                ];
                let gone = twice.iter().all(|x| x.abs() < 1e-10);
                assert!(gone, "{method:?} {placement:?} ({c1}, {c2}): {twice:?}");
            }
        }
        assert_eq!(dead_beat(&ab(2), Placement::EveryPass), None);
        assert_eq!(dead_beat(&ab(3), Placement::ForwardEuler), None);
    }

    #[test]
    fn known_gains() {
        let of = |method, placement| dead_beat(&rk(method), placement).unwrap();
        assert_eq!(of("euler", Placement::EveryPass), (2.0, 1.0));
        assert_eq!(of("rk4", Placement::Held), (1.5, 1.0));
        // 1 + z + z²/2 has the roots -1 ± i.
        let (c1, c2) = of("heun", Placement::EveryPass);
        assert!((c1 - 2.0).abs() < 1e-12 && (c2 - 2.0).abs() < 1e-12);
    }
}
