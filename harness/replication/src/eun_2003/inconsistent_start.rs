//! A start off the constraint, where stabilization really acts.
//!
//! The violation obeys `Φ'' + αΦ' + βΦ = 0` whatever masses and forces do, and from rest
//! `∫Φ² dt = Φ₀² (α/(2β) + 1/(2α))`.

use super::PRINTED;
use super::grid::Grid;
use super::oscillator::{Oscillator, TOLERANCE};
use crate::{Claim, Experiment, Finding, ReplicationError};
use three_mass_oscillator::Rows;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "inconsistent-start",
    "The same grid from a start that violates the constraint",
    || run(&Setup::default()),
);

struct Setup {
    oscillator: Oscillator,
    /// Gains that the paper calls best.
    best: [f64; 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            oscillator: Oscillator {
                displacement: 1e-3,
                ..Oscillator::new(Rows::One)
            },
            best: ["alpha", "beta"].map(|column| PRINTED.get(PLACE, "E1", column).value),
        }
    }
}

/// Where the best gains are printed.
const PLACE: &str = "text to Figs. 3 and 4";

/// How well the measure must be the one of the linear equation: the trapezoidal rule with 0.05 s resolves a violation
/// that lives for a tenth of a second to a few percent.
const ROOM: f64 = 0.05;

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
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
    let claims = vec![
        Claim::statement(
            ["inconsistent-start/reduced", "text to Fig. 5"],
            "the added terms pull a violation back",
            "decreased errors",
            format!("E1 {without:.2e} without, {with:.3e} with ({alpha}, {beta}); the linear equation gives {expected:.3e}"),
            with < without && (with / expected - 1.0).abs() < ROOM,
            format!("smaller, and within {ROOM} of the damped oscillator"),
        )
        .of_ours(),
        Claim::statement(
            ["inconsistent-start/e1", PLACE],
            "E1 is least there as well where the start violates the constraint",
            format!("({alpha}, {beta})"),
            format!("({}, {}), {least:.3e}", ours[0], ours[1]),
            ours == setup.best,
            "least of the grid",
        )
        .remark("Here it follows from the formula: α/(2β) + 1/(2α) falls with both gains along the lines β = cα².")
        .of_ours(),
    ];
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn the_violation_decays_like_a_damped_oscillator() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn other_gains_are_not_the_best_and_a_consistent_start_has_nothing_to_pull_back() {
        let other = run(&Setup {
            best: [18.0, 16.2],
            ..Setup::default()
        });
        assert_turned(&other.unwrap(), &["inconsistent-start/e1"]);
        let consistent = run(&Setup {
            oscillator: Oscillator::new(Rows::One),
            ..Setup::default()
        });
        assert_turned(&consistent.unwrap(), &["inconsistent-start/reduced"]);
    }
}
