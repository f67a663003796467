//! Runs of the two four-bar linkages: flat positions passed, energy kept, branch followed.

use crate::Result;
use crate::steps::steps;
use n_four_bar::{NFourBar, NFourBarKernel, Parameters};
use stepping::Variant;
use system::System;
use system::largest;
use trial::{Sample, Trial};

/// The linkage of two loops under this gravity.
pub(super) fn linkage(gravity: f64) -> Result<NFourBar> {
    Ok(NFourBar::with(Parameters {
        gravity,
        ..Parameters::default()
    })?)
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Passages {
    /// Number of flat positions passed before the run ended or a step failed.
    pub(super) count: usize,
    /// Number of flat positions passed before the error of the energy exceeded the allowed one.
    pub(super) kept: usize,
    /// Whether the run reached its end without exceeding the allowed error of the energy.
    pub(super) survived: bool,
    /// The largest error of the energy in J.
    pub(super) energy: f64,
}

/// The method, step and duration of one run, which ends early if a step fails.
pub(super) struct Passing<'a> {
    pub(super) variant: &'a dyn Variant,
    pub(super) h: f64,
    pub(super) time: f64,
    /// The largest error of the energy, in J, with which the energy counts as kept.
    pub(super) allowed: f64,
}

impl Passing<'_> {
    /// Runs `linkage` and calls `look` after every step; a change of sign of `y₁` is the passage of a flat position.
    pub(super) fn run(
        &self,
        linkage: NFourBar,
        mut look: impl FnMut(&mut Trial<'_>),
    ) -> Result<Passages> {
        let system = NFourBarKernel::new(linkage);
        let mut run = Trial::fixed(self.variant, &system, self.h)?;
        let mut found = Passages {
            count: 0,
            kept: 0,
            survived: true,
            energy: 0.0,
        };
        let mut height = system.initial().q()[1];
        for _ in 0..steps(self.time, self.h) {
            if run.step().is_err() {
                found.survived = false;
                break;
            }
            let Sample { state, energy, .. } = run.sample();
            let passed = usize::from(height * state.q()[1] < 0.0);
            height = state.q()[1];
            found.energy = largest([found.energy, energy]);
            found.survived &= found.energy <= self.allowed;
            found.count += passed;
            found.kept += if found.survived { passed } else { 0 };
            look(&mut run);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mass_projection::MassProjection;
    use stepping::Integrator;

    #[test]
    fn passages_are_counted_as_long_as_the_energy_is_kept() {
        let variant = MassProjection {
            integrator: Integrator::Rk4,
        };
        let run = |allowed| {
            let mut longest = 0.0;
            let passing = Passing {
                variant: &variant,
                h: 0.01,
                time: 10.0,
                allowed,
            };
            let look = |run: &mut Trial<'_>| longest = run.state().t;
            let found = passing.run(linkage(9.81).unwrap(), look).unwrap();
            assert!((longest - 10.0_f64).abs() < 1e-9);
            found
        };
        let kept = run(1.0);
        assert_eq!((kept.count, kept.kept, kept.survived), (10, 10, true));
        let lost = run(1e-12);
        assert_eq!((lost.count, lost.kept, lost.survived), (10, 0, false));
    }
}
