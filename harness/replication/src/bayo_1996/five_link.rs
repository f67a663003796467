//! Example 4 and Fig. 6: a chain of five links in space.
//!
//! The paper prints neither lengths nor masses, axes or start, so the chain here is another one of the same kind,
//! with 30 coordinates and 25 constraints. What the paper says of its own cannot be compared; how well energy and
//! constraints of ours are kept is a check of ours.

use super::DATA;
use super::watch::{Accelerations, Glance, index3};
use crate::figure::curve;
use crate::steps::steps;
use crate::words::Said;
use crate::{Entry, Figure, Finding, Result, said, setup};
use augmented_lagrangian::Omitted;
use five_link_chain::{FiveLinkChain, FiveLinkKernel, Parameters};
use system::{Feedback, largest};
use trial::Trial;

pub(super) const EXPERIMENT: Entry = ("example-4", || run(&Setup::default()));

/// Indices of the coordinates of the tip.
const TIP: std::ops::Range<usize> = 24..27;

/// An energy error up to this fraction of the largest kinetic energy cannot be seen in a plot.
const SEEN: f64 = 0.02;

/// Violations of squared unit lengths up to this are rounding: a row of nine terms accumulates some dozens of
/// roundings.
const MACHINE_PRECISION: f64 = 1e-14;

/// Factor by which the violation with penalties alone must exceed the violation with multipliers.
const FAR_ABOVE: f64 = 1e6;

setup! {
    /// Set-up of the runs, by default that of the paper as far as it is stated.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        h: f64 = 0.008,
        time: f64 = 10.0,
        gravity: f64 = 9.81,
        /// The part that is left out of the run that should keep the constraints.
        left_out: Option<Omitted> = None,
    }
}

/// Energies, violations and the acceleration of the tip after each step of one run.
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

fn follow(setup: &Setup, left_out: Option<Omitted>) -> Result<Run> {
    let chain = FiveLinkChain::new(Parameters {
        gravity: setup.gravity,
        ..Parameters::default()
    })?;
    let system = FiveLinkKernel::new(chain);
    let variant = index3(left_out)?;
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

/// Runs the chain with and without multipliers, shows what the example says beside it, and checks our chain.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let with = follow(setup, setup.left_out)?;
    let without = follow(setup, Some(Omitted::Multipliers))?;
    let peak = largest(with.tip.iter().map(|at| at[1]));
    let energy = with.worst(|at| at.energy) / with.worst(|at| at.kinetic);
    let [kept, left] = [&with, &without].map(|run| run.worst(|at| at.position));
    let said: Said<'_> = said![
        energy = 100.0 * energy,
        seen = 100.0 * SEEN,
        kept,
        left,
        precision = MACHINE_PRECISION,
        far = FAR_ABOVE,
    ];
    let holds = energy <= SEEN && kept <= MACHINE_PRECISION && left >= FAR_ABOVE * kept;
    Ok(Finding {
        claims: vec![
            DATA.number("example-4/peak", peak, said),
            DATA.shown("example-4/energy", said),
            DATA.shown("example-4/machine-precision", said),
            DATA.shown("example-4/iteration", said),
            DATA.statement("example-4/our-chain", holds, said),
        ],
        figures: vec![figure(&with, &without)],
    })
}

fn figure(with: &Run, without: &Run) -> Figure {
    let one = |points: &[[f64; 2]]| vec![curve("index 3", points)];
    let violations = [("with multipliers", with), ("penalties alone", without)];
    let violations = violations.map(|(name, run)| curve(name, &run.curve(|at| at.position)));
    let energy = with.curve(|at| at.energy);
    let curves = vec![one(&with.tip), one(&energy), violations.into()];
    DATA.figure("fig-6", curves, said![])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn errors_are_those_of_another_program() {
        // Another program: peak 684 m/s², energy off by 1.51 of 121 J, |Φ| up to 1.9e-5 without multipliers.
        let with = follow(&Setup::default(), None).unwrap();
        let without = follow(&Setup::default(), Some(Omitted::Multipliers)).unwrap();
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
    fn long_steps_and_missing_multipliers_turn_the_verdicts() {
        let penalties = |s: &mut Setup| s.left_out = Some(Omitted::Multipliers);
        changes("example-4", run).turn(&[
            ("long steps", |s| s.h = 0.016, &["our-chain"]),
            ("penalties alone", penalties, &["our-chain"]),
        ]);
    }
}
