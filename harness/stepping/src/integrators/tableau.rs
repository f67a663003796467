//! Explicit Runge-Kutta tableaux, with zero coefficients left out.

use super::dop853;

/// Terms `(stage, coefficient)` of a weighted sum of stages.
pub type Terms = &'static [(usize, f64)];

/// Coefficients of an explicit Runge-Kutta method.
#[derive(Clone, Copy, Debug)]
pub struct Tableau {
    /// Times of the stages, as fractions of the step.
    pub c: &'static [f64],
    /// Stages and their weights in each stage; the first list is empty.
    pub a: &'static [Terms],
    /// Weights of the result.
    pub b: Terms,
    /// Weights of the embedded error estimates. They apply to the stages and to the rate at the result, which counts
    /// as one more stage. There are none without an estimate, and two lists are combined as DOP853 does.
    pub error: &'static [Terms],
    /// Order of the result.
    pub order: u32,
    /// Order of the error estimate that controls the step.
    pub error_order: u32,
}

impl Tableau {
    /// Whether `Σ_j b_j a_jk = b_k (1 - c_k)` for every stage k, Butcher's simplifying assumption D(1). Integrating a
    /// rate twice by stages is then the same as weighting it with the time that is left in the step.
    pub fn satisfies_d1(&self) -> bool {
        (0..self.c.len()).all(|k| {
            let of = |terms: Terms| -> f64 {
                let stage = terms.iter().filter(|(s, _)| *s == k);
                stage.map(|(_, a)| a).sum()
            };
            let twice: f64 = self.b.iter().map(|&(j, b)| b * of(self.a[j])).sum();
            (twice - of(self.b) * (1.0 - self.c[k])).abs() < 1e-12
        })
    }
}

/// Explicit Euler.
pub static EULER: Tableau = fixed(1, &[0.0], &[&[]], &[(0, 1.0)]);

/// Explicit midpoint rule.
pub static MIDPOINT: Tableau = fixed(2, &[0.0, 0.5], &[&[], &[(0, 0.5)]], &[(1, 1.0)]);

/// Heun's rule.
pub static HEUN: Tableau = fixed(2, &[0.0, 1.0], &[&[], &[(0, 1.0)]], &[(0, 0.5), (1, 0.5)]);

/// The classical fourth-order method.
pub static RK4: Tableau = fixed(
    4,
    &[0.0, 0.5, 0.5, 1.0],
    &[&[], &[(0, 0.5)], &[(1, 0.5)], &[(2, 1.0)]],
    &[
        (0, 1.0 / 6.0),
        (1, 1.0 / 3.0),
        (2, 1.0 / 3.0),
        (3, 1.0 / 6.0),
    ],
);

/// Dormand and Prince, order 5(4).
pub static DOPRI5: Tableau = Tableau {
    c: &[0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0],
    a: &[
        &[],
        &[(0, 0.2)],
        &[(0, 3.0 / 40.0), (1, 9.0 / 40.0)],
        &[(0, 44.0 / 45.0), (1, -56.0 / 15.0), (2, 32.0 / 9.0)],
        &[
            (0, 19372.0 / 6561.0),
            (1, -25360.0 / 2187.0),
            (2, 64448.0 / 6561.0),
            (3, -212.0 / 729.0),
        ],
        &[
            (0, 9017.0 / 3168.0),
            (1, -355.0 / 33.0),
            (2, 46732.0 / 5247.0),
            (3, 49.0 / 176.0),
            (4, -5103.0 / 18656.0),
        ],
    ],
    b: &[
        (0, 35.0 / 384.0),
        (2, 500.0 / 1113.0),
        (3, 125.0 / 192.0),
        (4, -2187.0 / 6784.0),
        (5, 11.0 / 84.0),
    ],
    error: &[&[
        (0, 71.0 / 57600.0),
        (2, -71.0 / 16695.0),
        (3, 71.0 / 1920.0),
        (4, -17253.0 / 339200.0),
        (5, 22.0 / 525.0),
        (6, -1.0 / 40.0),
    ]],
    order: 5,
    error_order: 4,
};

/// Dormand and Prince, order 8(5,3).
pub static DOP853: Tableau = Tableau {
    c: dop853::C,
    a: dop853::A,
    b: dop853::B,
    error: &[dop853::E5, dop853::E3],
    order: 8,
    error_order: 7,
};

const fn fixed(order: u32, c: &'static [f64], a: &'static [Terms], b: Terms) -> Tableau {
    Tableau {
        c,
        a,
        b,
        error: &[],
        order,
        error_order: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    fn all() -> [(&'static str, Tableau); 6] {
        [
            ("euler", EULER),
            ("midpoint", MIDPOINT),
            ("heun", HEUN),
            ("rk4", RK4),
            ("dopri5", DOPRI5),
            ("dop853", DOP853),
        ]
    }

    /// Applies a stage sum to stage values.
    fn sum(terms: Terms, x: &[f64]) -> f64 {
        terms.iter().map(|&(k, a)| a * x[k]).sum()
    }

    #[test]
    fn stage_sums_meet_their_abscissae() {
        for (name, tableau) in all() {
            assert_eq!(tableau.a.len(), tableau.c.len(), "{name}");
            for (a, c) in tableau.a.iter().zip(tableau.c) {
                let row: f64 = a.iter().map(|(_, a)| a).sum();
                let size: f64 = a.iter().map(|(_, a)| a.abs()).sum();
                assert_abs_diff_eq!(row, *c, epsilon = f64::EPSILON * size);
            }
        }
    }

    /// Order conditions of the bushy trees `Σ b c^k = 1/(k+1)` and of the trees that hang one branch of
    /// height two or three on the root: `Σ b c^i (A c^j)` and `Σ b c^i A A c^j`.
    #[test]
    fn order_conditions_hold_up_to_the_stated_order() {
        for (name, tableau) in all() {
            let p = tableau.order as i32;
            let powers =
                |j: i32| -> Vec<f64> { tableau.c.iter().map(|c| math::powi(*c, j)).collect() };
            let apply = |x: &[f64]| -> Vec<f64> { tableau.a.iter().map(|a| sum(a, x)).collect() };
            let weigh = |i: i32, x: &[f64]| -> f64 {
                let weighted: Vec<f64> = tableau
                    .c
                    .iter()
                    .zip(x)
                    .map(|(c, x)| math::powi(*c, i) * x)
                    .collect();
                sum(tableau.b, &weighted)
            };
            for k in 0..p {
                let expected = 1.0 / f64::from(k + 1);
                assert_abs_diff_eq!(weigh(0, &powers(k)), expected, epsilon = 1e-14);
            }
            for j in 0..p {
                for i in 0..p {
                    let once = apply(&powers(j));
                    if i + j + 2 <= p {
                        // ∫ x^i (x^{j+1}/(j+1)) dx
                        let expected = 1.0 / f64::from((j + 1) * (i + j + 2));
                        assert_abs_diff_eq!(weigh(i, &once), expected, epsilon = 1e-14);
                    }
                    if i + j + 3 <= p {
                        let expected = 1.0 / f64::from((j + 1) * (j + 2) * (i + j + 3));
                        let twice = apply(&once);
                        assert!(
                            (weigh(i, &twice) - expected).abs() < 1e-14,
                            "{name} {i} {j}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn only_euler_and_the_midpoint_rule_do_not_satisfy_d1() {
        for (name, tableau) in all() {
            let expected = !["euler", "midpoint"].contains(&name);
            assert_eq!(tableau.satisfies_d1(), expected, "{name}");
        }
    }

    #[test]
    fn error_estimates_vanish_for_constant_rates() {
        for tableau in [DOPRI5, DOP853] {
            for weights in tableau.error {
                let total: f64 = weights.iter().map(|(_, e)| e).sum();
                assert_abs_diff_eq!(total, 0.0, epsilon = 1e-14);
            }
        }
    }
}
