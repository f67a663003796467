//! Table 2: mean size of the constraint vector of the slider-crank over 10 s, by three methods.
//!
//! Open in the paper, and found by the six printed means, which then agree to all digits at once: the second-order
//! Runge-Kutta method is Heun's rule, the rounded start is kept as it is, and the mean is `(1/N) Σ |Φ_n|₂` over
//! `n = 1 … N-1`.

use super::PRINTED;
use super::runs::{AS_PRINTED_ORDER, Feedback, mean_violation, order, printed_slider_crank};
use crate::table::Table;
use crate::{Claim, Experiment, Finding, ReplicationError, Rule};
use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use slider_crank::{Parameters, SliderCrank, SliderCrankKernel};
use stepping::Variant;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "table-2",
    "Table 2: slider-crank",
    || run(&Setup::default()),
);

/// Columns of the table, by their step in s.
const STEPS: [(&str, f64); 2] = [("0.02", 0.02), ("0.01", 0.01)];

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub parameters: Parameters,
    pub feedback: Feedback,
    /// The scheme in the row of the second-order algebraic method.
    pub scheme: Scheme,
    /// In s.
    pub end: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            parameters: printed_slider_crank(),
            feedback: Feedback::SLIDER_CRANK,
            scheme: Scheme::PredictorCorrector,
            end: 10.0,
        }
    }
}

/// The whole table, and the factor that the text reads from it.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let system = SliderCrankKernel::new(SliderCrank::new(setup.parameters)?);
    let baumgarte = setup.feedback.variant()?;
    let algebraic = |scheme| AlgebraicEnforcement { scheme };
    let (second, first) = (algebraic(setup.scheme), algebraic(Scheme::Predictor));
    let rows: [(&str, &str, &dyn Variant); 3] = [
        (
            "baumgarte",
            "Baumgarte's feedback with Heun's rule",
            &baumgarte,
        ),
        ("second-order", "the second-order algebraic method", &second),
        ("first-order", "the first-order algebraic method", &first),
    ];
    let table = Table::new(PRINTED, "Table 2");
    let mut claims = Vec::new();
    let mut finest = Vec::new();
    for (row, name, variant) in rows {
        let mut means = [0.0; 2];
        for (mean, (column, h)) in means.iter_mut().zip(STEPS) {
            *mean = mean_violation(variant, &system, h, setup.end)?;
            let words = format!("mean |Φ| over 10 s by {name}, Δt = {column} s");
            let rule = Rule::AsPrinted { floor: 0.0 };
            claims.push(table.claim([row, column], words, *mean, rule));
        }
        let words = format!("order n of the mean |Φ| by {name} (Eq. 77)");
        claims.push(table.claim([row, "n"], words, order(means), AS_PRINTED_ORDER));
        finest.push(means[1]);
    }
    let factor = Claim::number(
        "table-2/factor",
        "mean |Φ| of Baumgarte's feedback over that of the algebraic method, Δt = 0.01 s",
        PRINTED.get("Section VI", "table-2", "factor"),
        finest[0] / finest[1],
        Rule::AsPrinted { floor: 0.0 },
    );
    let printed = ["baumgarte", "second-order"].map(|row| table.entry(row, "0.01").value);
    claims.push(factor.known_to_differ(format!(
        "The printed means themselves give {:.2}. The text also names Table 1 instead of Table 2.",
        printed[0] / printed[1]
    )));
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned, claim};
    use stepping::Integrator;

    /// The means, which alone depend on what is left open.
    const MEANS: [&str; 6] = [
        "table-2/baumgarte/0.02",
        "table-2/baumgarte/0.01",
        "table-2/second-order/0.02",
        "table-2/second-order/0.01",
        "table-2/first-order/0.02",
        "table-2/first-order/0.01",
    ];

    #[test]
    fn all_six_means_are_reproduced() {
        let finding = run(&Setup::default()).unwrap();
        assert_as_known(&finding);
        assert_eq!(finding.claims.len(), 10);
    }

    #[test]
    fn a_consistent_start_gives_other_means() {
        let closed = Setup {
            parameters: Parameters::default(),
            ..Setup::default()
        };
        assert_turned(&run(&closed).unwrap(), &MEANS);
    }

    #[test]
    fn a_little_more_gravity_gives_other_means() {
        let mut setup = Setup::default();
        setup.parameters.gravity *= 1.001;
        assert_turned(&run(&setup).unwrap(), &MEANS);
    }

    #[test]
    fn the_midpoint_rule_overflows_or_gives_another_mean() {
        let mut setup = Setup::default();
        setup.feedback.integrator = Integrator::Midpoint;
        let finding = run(&setup).unwrap();
        assert_turned(&finding, &[MEANS[0], MEANS[1], "table-2/baumgarte/n"]);
        // Found independently.
        let result = claim(&finding, MEANS[1]).clone().result("welch-2007");
        assert_eq!(result.ours, "2.0421e-5");
    }

    #[test]
    fn orders_turn_with_the_scheme_and_the_end() {
        let predictor = Setup {
            scheme: Scheme::Predictor,
            ..Setup::default()
        };
        assert_turned(&run(&predictor).unwrap(), &["table-2/second-order/n"]);
        let short = Setup {
            end: 1.0,
            ..Setup::default()
        };
        assert_turned(
            &run(&short).unwrap(),
            &["table-2/baumgarte/n", "table-2/first-order/n"],
        );
    }

    #[test]
    fn the_factor_depends_on_where_one_stops() {
        let earlier = Setup {
            end: 8.6,
            ..Setup::default()
        };
        assert_turned(&run(&earlier).unwrap(), &["table-2/factor"]);
    }
}
