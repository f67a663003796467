//! Tests whether the violation of one row depends on the gains of another.
//!
//! `A x'' = b - R H' - S H` holds identically, so `H'' = -R H' - S H` holds for all masses, springs and forces. With
//! diagonal R and S every row has an equation of its own.

use super::DATA;
use super::oscillator::{Oscillator, Steps};
use crate::{Entry, Finding, Result, said, setup};
use generalized_inverse::{Coupling, Stabilization};
use system::largest;
use three_mass_oscillator::Rows;

pub(super) const EXPERIMENT: Entry = ("decoupling", || run(&Setup::default()));

setup! {
    struct Setup {
        /// Off-diagonal entries of R and S, relative to the gains of the second row; zero in the paper's figure.
        off_diagonal: f64 = 0.0,
        /// Pairs of α and β for the second row, one pair per run; the first row always has the first pair.
        second: [[f64; 2]; 3] = [[20.0, 200.0], [5.0, 6.25], [10.0, 10.0]],
    }
}

/// The violation of both rows at the start, in m.
const DISPLACEMENT: f64 = 1e-3;

/// Rounding error of displacements of order one over a few hundred steps, in m.
const FLOOR: f64 = 1e-13;

fn oscillator() -> Oscillator {
    Oscillator {
        displacement: DISPLACEMENT,
        steps: Steps::Fixed(5e-3),
        end: 2.0,
        ..Oscillator::new(Rows::Two)
    }
}

/// The violation of the first row along a run whose second row has the gains `second`.
fn first_row(setup: &Setup, second: [f64; 2]) -> Result<Vec<f64>> {
    let oscillator = oscillator();
    let first = setup.second[0];
    let matrix = |k: usize| {
        let off = setup.off_diagonal * second[k];
        [first[k], off, off, second[k]]
    };
    let coupling = Coupling::matrices(&matrix(0), &matrix(1))?;
    first_violation(&oscillator, Stabilization::Coupled(coupling))
}

fn first_violation(oscillator: &Oscillator, stabilization: Stabilization) -> Result<Vec<f64>> {
    let mut seen = Vec::new();
    oscillator.follow(stabilization, |_, [phi, ..]| seen.push(phi))?;
    Ok(seen)
}

fn run(setup: &Setup) -> Result<Finding> {
    let reference = first_row(setup, setup.second[0])?;
    let mut apart = 0.0;
    for second in &setup.second[1..] {
        for (a, b) in reference.iter().zip(first_row(setup, *second)?) {
            apart = largest([apart, a - b]);
        }
    }
    let said = said![displacement = DISPLACEMENT, apart, floor = FLOOR];
    let claim = DATA.statement("decoupling/interdependent", apart > FLOOR, said);
    Ok(vec![claim].into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;
    use stepping::{Gain, Gains};

    #[test]
    fn gains_of_each_row_act_on_that_row_alone() {
        let phi = |alpha: f64, beta: f64| {
            let pairs =
                [(20.0, 200.0), (alpha, beta)].map(|(a, b)| (Gain::Fixed(a), Gain::Fixed(b)));
            let rows = Stabilization::Rows(Gains::per_row(&pairs).unwrap());
            first_violation(&oscillator(), rows).unwrap()
        };
        let reference = phi(20.0, 200.0);
        assert_eq!(reference[0], DISPLACEMENT);
        for other in [phi(5.0, 6.25), phi(0.0, 0.0)] {
            for (a, b) in reference.iter().zip(other) {
                // Rounding of coordinates of order one.
                assert!((a - b).abs() < 1e-14, "{a} {b}");
            }
        }
    }

    #[test]
    fn full_matrices_couple_them() {
        let couple = |s: &mut Setup| s.off_diagonal = 0.1;
        changes("decoupling", run).turn(&[("coupled", couple, &["interdependent"])]);
    }
}
