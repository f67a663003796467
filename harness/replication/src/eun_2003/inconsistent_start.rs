//! Runs from a start that violates the constraint, so that the stabilization has something to act on.
//!
//! The violation obeys `Φ'' + αΦ' + βΦ = 0` for all masses and forces, and from rest `∫Φ² dt = Φ₀² (α/(2β) + 1/(2α))`.

use super::DATA;
use super::grid::Grid;
use super::oscillator::{Oscillator, TOLERANCE};
use crate::words::Said;
use crate::{Entry, Finding, Result, said, setup};
use three_mass_oscillator::Rows;

pub(super) const EXPERIMENT: Entry = ("inconsistent-start", || run(&Setup::default()));

setup! {
    struct Setup {
        oscillator: Oscillator = Oscillator {
            displacement: 1e-3,
            ..Oscillator::new(Rows::One)
        },
        /// The gains α and β at which the paper finds E1 least.
        best: [f64; 2] = ["alpha", "beta"]
            .map(|column| DATA.get("text to Figs. 3 and 4", "E1", column).value),
    }
}

/// Allowed relative deviation of the measure from that of the linear equation. The trapezoidal rule with 0.05 s
/// resolves a violation that lives for a tenth of a second to a few percent.
const ROOM: f64 = 0.05;

fn run(setup: &Setup) -> Result<Finding> {
    let oscillator = &setup.oscillator;
    let grid = Grid::new(oscillator, &[TOLERANCE])?;
    let [alpha, beta] = setup.best;
    let theory = |alpha: f64, beta: f64| {
        let integral = alpha / (2.0 * beta) + 1.0 / (2.0 * alpha);
        oscillator.displacement * integral.sqrt() / oscillator.end
    };
    let (ours, least) = grid.least(0);
    let [without, with] = [[0.0, 0.0], setup.best].map(|gains| grid.mean(0, gains));
    let expected = theory(alpha, beta);
    let said: Said<'_> = said![
        without,
        with,
        best = setup.best,
        expected,
        ours,
        least,
        room = ROOM
    ];
    let reduced = with < without && (with / expected - 1.0).abs() < ROOM;
    let claims = vec![
        DATA.statement("inconsistent-start/reduced", reduced, said),
        DATA.statement("inconsistent-start/e1", ours == setup.best, said),
    ];
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn other_gains_are_not_the_best_and_a_consistent_start_has_nothing_to_pull_back() {
        let consistent = |s: &mut Setup| s.oscillator.displacement = 0.0;
        changes("inconsistent-start", run).turn(&[
            ("other gains", |s| s.best = [18.0, 16.2], &["e1"]),
            ("a consistent start", consistent, &["reduced"]),
        ]);
    }
}
