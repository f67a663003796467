//! Example 4 and Fig. 6: a chain of five links in space.
//!
//! The paper prints neither lengths nor masses, axes or start, so the chain here is another one of the same kind,
//! with 30 coordinates and 25 constraints. What can be judged is what does not depend on the data: how energy and
//! constraints are kept.

use super::PRINTED;
use super::watch::{Accelerations, Glance, PENALTY};
use crate::figure::{curve, panel};
use crate::largest::largest;
use crate::steps::steps;
use crate::{Claim, Experiment, Figure, Finding, ReplicationError, Rule};
use augmented_lagrangian::{AugmentedLagrangian, LeftOut};
use five_link_chain::{FiveLinkChain, FiveLinkKernel, Parameters};
use results::Scale;
use system::Feedback;
use trial::Trial;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "example-4",
    "Example 4 and Fig. 6: a chain of five links",
    || run(&Setup::default()),
);

/// Coordinates of the tip.
const TIP: std::ops::Range<usize> = 24..27;

/// A peak of the same mechanism would not differ by more.
const SAME_PEAK: f64 = 0.2;

/// An energy that is off by less of the largest kinetic energy is not seen to change in a plot.
const SEEN: f64 = 0.02;

/// Violations of squares of unit lengths that are rounding, some dozens of it in rows of nine terms.
const MACHINE_PRECISION: f64 = 1e-14;

/// Orders of magnitude between what penalties leave and what multipliers do.
const FAR_ABOVE: f64 = 1e6;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    h: f64,
    time: f64,
    gravity: f64,
    /// What the run that should keep the constraints does without.
    left_out: Option<LeftOut>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            h: 0.008,
            time: 10.0,
            gravity: 9.81,
            left_out: None,
        }
    }
}

/// One run.
struct Run {
    seen: Vec<Glance>,
    tip: Vec<[f64; 2]>,
}

impl Run {
    fn worst(&self, value: fn(&Glance) -> f64) -> f64 {
        largest(self.seen.iter().map(value))
    }

    fn curve(&self, value: fn(&Glance) -> f64) -> Vec<[f64; 2]> {
        self.seen.iter().map(|at| [at.t, value(at)]).collect()
    }
}

fn follow(setup: &Setup, left_out: Option<LeftOut>) -> Result<Run, ReplicationError> {
    let chain = FiveLinkChain::new(Parameters {
        gravity: setup.gravity,
        ..Parameters::default()
    })?;
    let system = FiveLinkKernel::new(chain);
    let index3 = AugmentedLagrangian::index3_printed(PENALTY, PENALTY)?;
    let variant = match left_out {
        Some(what) => index3.without(what),
        None => index3,
    };
    let mut run = Trial::fixed(&variant, &system, setup.h)?;
    let mut accelerations = Accelerations::new(&system)?;
    let (mut seen, mut tip) = (Vec::new(), Vec::new());
    for _ in 0..steps(setup.time, setup.h) {
        run.step()?;
        let sample = run.sample();
        seen.push(Glance::of(&sample, &system));
        let a = accelerations.find(&sample, Feedback::default())?;
        let size = a[TIP].iter().map(|a| a * a).sum::<f64>().sqrt();
        tip.push([sample.state.t, size]);
    }
    Ok(Run { seen, tip })
}

/// What the example says of the chain.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let with = follow(setup, setup.left_out)?;
    let without = follow(setup, Some(LeftOut::Multipliers))?;
    let peak = largest(with.tip.iter().map(|at| at[1]));
    let printed = PRINTED.get("Example 4", "tip", "peak acceleration");
    let same = Rule::Within {
        gap: SAME_PEAK * printed.value,
        why: "the chain of the paper is another one, so that only the size can be compared",
    };
    let energy = with.worst(|at| at.energy) / with.worst(|at| at.kinetic);
    let [kept, left] = [&with, &without].map(|run| run.worst(|at| at.position));
    let claims = vec![
        Claim::number(
            "example-4/peak",
            "peak of the tip's acceleration in m/s²",
            printed,
            peak,
            same,
        )
        .known_to_differ("The paper prints no data of the chain; ours whips more violently."),
        Claim::statement(
            ["example-4/energy", "Example 4"],
            "the energy is preserved",
            "nicely preserved",
            format!(
                "off by {:.1} % of the largest kinetic energy at most",
                100.0 * energy
            ),
            energy <= SEEN,
            format!(
                "by no more than {:.0} %, which a plot does not show",
                100.0 * SEEN
            ),
        ),
        Claim::statement(
            ["example-4/machine-precision", "Example 4"],
            "with the multiplier iteration constraints hold to machine precision",
            "machine precision",
            format!("|Φ| up to {kept:.1e}"),
            kept <= MACHINE_PRECISION,
            format!("at most {MACHINE_PRECISION:e} for unit lengths"),
        ),
        Claim::statement(
            ["example-4/iteration", "Example 4"],
            "it is the multiplier iteration that brings the constraints there",
            "violations with and without it",
            format!("|Φ| up to {left:.1e} without it"),
            left >= FAR_ABOVE * kept,
            format!("penalties alone leave {FAR_ABOVE:e} times as much"),
        ),
    ];
    Ok(Finding {
        claims,
        figures: vec![figure(&with, &without)],
    })
}

fn figure(with: &Run, without: &Run) -> Figure {
    let across = "t in s";
    let one = |points: &[[f64; 2]]| vec![curve("index 3", points)];
    let violations = [("with multipliers", with), ("penalties alone", without)];
    let violations = violations.map(|(name, run)| curve(name, &run.curve(|at| at.position)));
    let energy = with.curve(|at| at.energy);
    Figure {
        id: "fig-6".to_owned(),
        title: "Fig. 6: a chain of five links".to_owned(),
        reading: "Accelerations, energy and violations of a chain of the same kind; the data of the paper's are not \
                  printed."
            .to_owned(),
        panels: vec![
            panel("Tip", [across, "|acceleration| in m/s²"], Scale::Linear, one(&with.tip)),
            panel("Energy", [across, "T + V in J"], Scale::Linear, one(&energy)),
            panel("Constraints", [across, "largest |Φ|"], Scale::Logarithmic, violations.into()),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn energy_and_constraints_are_kept_and_the_peak_is_another() {
        assert_as_known(&run(&Setup::default()).unwrap());
        // Another program: peak 684 m/s², energy off by 1.51 of 121 J, |Φ| up to 1.9e-5 without multipliers.
        let with = follow(&Setup::default(), None).unwrap();
        let without = follow(&Setup::default(), Some(LeftOut::Multipliers)).unwrap();
        let peak = largest(with.tip.iter().map(|at| at[1]));
        let found = [
            peak,
            with.worst(|at| at.energy),
            with.worst(|at| at.kinetic),
            without.worst(|at| at.position),
        ];
        for (found, other) in found.into_iter().zip([684.0, 1.51, 121.0, 1.9e-5]) {
            assert!((found / other - 1.0).abs() < 0.03, "{found} for {other}");
        }
    }

    #[test]
    fn less_time_long_steps_and_missing_multipliers_turn_the_verdicts() {
        let setup = Setup::default();
        // The first great peak.
        let early = run(&Setup { time: 3.2, ..setup }).unwrap();
        assert_turned(&early, &["example-4/peak"]);
        let coarse = run(&Setup { h: 0.016, ..setup }).unwrap();
        assert_turned(&coarse, &["example-4/energy"]);
        let penalties = run(&Setup {
            left_out: Some(LeftOut::Multipliers),
            ..setup
        });
        let turned = ["example-4/machine-precision", "example-4/iteration"];
        assert_turned(&penalties.unwrap(), &turned);
    }
}
