//! Example 3 and Fig. 4: two four-bar linkages that pass flat positions, where their rows are dependent.
//!
//! Index 3 with the penalty of the paper, steps of 0.025 s for 10 s. Gravity is printed as 8.81 m/s²; the collection of
//! benchmarks that the problem became part of has 9.81. The number of passages does not tell the two apart, so both are
//! run.

use super::PRINTED;
use super::passages::{Passing, linkage};
use super::watch::PENALTY;
use crate::figure::{curve, panel};
use crate::{Claim, Experiment, Figure, Finding, ReplicationError, Rule};
use augmented_lagrangian::{AugmentedLagrangian, LeftOut};
use results::Scale;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "example-3",
    "Example 3 and Fig. 4: linkages through flat positions",
    || run(&Setup::default()),
);

/// The gravity of the collection of benchmarks, in m/s².
const USUAL_GRAVITY: f64 = 9.81;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    h: f64,
    time: f64,
    /// The printed gravity and the usual one, in m/s².
    gravities: [f64; 2],
    left_out: Option<LeftOut>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            h: 0.025,
            time: 10.0,
            gravities: [PRINTED.get("Example 3", "gravity", "").value, USUAL_GRAVITY],
            left_out: None,
        }
    }
}

/// Names in ids.
const IDS: [&str; 2] = ["example-3/passages-8.81", "example-3/passages-9.81"];

/// Curves of one run: x₁, x₁' and λ₁, each with the exact one.
#[derive(Default)]
struct Curves {
    found: [Vec<[f64; 2]>; 3],
    exact: [Vec<[f64; 2]>; 3],
}

/// The passages for both gravities, and the figure for the printed one.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let index3 = AugmentedLagrangian::index3_printed(PENALTY, PENALTY)?;
    let variant = match setup.left_out {
        Some(what) => index3.without(what),
        None => index3,
    };
    let passing = Passing {
        variant: &variant,
        h: setup.h,
        time: setup.time,
        allowed: f64::INFINITY,
    };
    let printed = PRINTED.get("Example 3", "passages", "");
    let mut finding = Finding::default();
    for (gravity, id) in setup.gravities.into_iter().zip(IDS) {
        let linkage = linkage(gravity)?;
        let motion = linkage.motion();
        let mut curves = Curves::default();
        let passages = passing.run(linkage, |run| {
            // Exactly in a flat position there are no multipliers.
            let lambda = run
                .multipliers()
                .map_or(f64::NAN, |lambda| lambda.values[0]);
            let (t, state, truth) = (run.state().t, run.state(), motion.at(run.state().t));
            let true_lambda = truth.lambda.map_or(f64::NAN, |lambda| lambda[0]);
            let found = [state.q()[0], state.v()[0], lambda];
            let exact = [truth.q[0], truth.v[0], true_lambda];
            for k in 0..found.len() {
                curves.found[k].push([t, found[k]]);
                curves.exact[k].push([t, exact[k]]);
            }
        })?;
        let rule = Rule::Within {
            gap: 0.0,
            why: "they are counted",
        };
        let claim = Claim::number(
            id,
            format!("flat positions passed in 10 s under {gravity} m/s²"),
            printed,
            passages.count as f64,
            rule,
        );
        finding.claims.push(claim.remark(format!(
            "With steps of {} s, during which the energy is off by {:.2} J at most; other steps are another experiment.",
            setup.h, passages.energy
        )));
        if id == IDS[0] {
            finding.figures.push(figure(&curves));
        }
    }
    Ok(finding)
}

fn figure(curves: &Curves) -> Figure {
    let axes = [
        ("Coordinate", "x₁ in m"),
        ("Velocity", "x₁' in m/s"),
        ("Multiplier of the first crank", "λ₁ in N/m"),
    ];
    let panels = axes.iter().enumerate().map(|(k, (name, up))| {
        let curves = [("index 3", &curves.found), ("exact", &curves.exact)];
        let curves = curves.map(|(name, points)| curve(name, &points[k]));
        panel(name, ["t in s", up], Scale::Linear, curves.into())
    });
    Figure {
        id: "fig-4".to_owned(),
        title: "Fig. 4: two four-bar linkages through flat positions".to_owned(),
        reading: "Cranks are flat where |x₁| = 1, ten times. The phase of the trapezoidal rule lags behind the exact \
                  motion with steps this long. Multipliers have a pole in each flat position. Their scale is that of \
                  constraints ½(r² - L²)."
            .to_owned(),
        panels: panels.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn ten_flat_positions_are_passed_under_either_gravity() {
        let finding = run(&Setup::default()).unwrap();
        assert_as_known(&finding);
        // Another program: off by 0.526 J and 0.656 J at most.
        for (claim, energy) in finding.claims.iter().zip(["0.53 J", "0.66 J"]) {
            assert!(format!("{claim:?}").contains(energy), "{claim:?}");
        }
    }

    #[test]
    fn slower_fall_and_missing_projections_turn_the_counts() {
        let slow = Setup {
            gravities: [5.0, 6.0],
            ..Setup::default()
        };
        let unprojected = Setup {
            left_out: Some(LeftOut::Projections),
            ..Setup::default()
        };
        for setup in [slow, unprojected] {
            assert_turned(&run(&setup).unwrap(), &IDS);
        }
    }
}
