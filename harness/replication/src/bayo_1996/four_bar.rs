//! Example 3 and Fig. 4: two four-bar linkages that pass flat positions, where their rows are dependent.
//!
//! The runs use index 3 with the penalty of the paper and steps of 0.025 s for 10 s. Gravity is printed as 8.81 m/s²;
//! the collection of benchmarks that the problem became part of has 9.81. The number of passages does not distinguish
//! the two, so both are run.

use super::DATA;
use super::passages::{Passing, linkage};
use super::watch::index3;
use crate::figure::curve;
use crate::{Entry, Figure, Finding, Result, said, setup};
use augmented_lagrangian::Omitted;

pub(super) const EXPERIMENT: Entry = ("example-3", || run(&Setup::default()));

/// Gravity in the collection of benchmarks, in m/s².
const USUAL_GRAVITY: f64 = 9.81;

setup! {
    /// Set-up of the runs, by default that of the paper.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        h: f64 = 0.025,
        time: f64 = 10.0,
        /// The printed gravity and the usual one, in m/s².
        gravities: [f64; 2] = [DATA.get("Example 3", "gravity", "").value, USUAL_GRAVITY],
        left_out: Option<Omitted> = None,
    }
}

/// Names of the two gravities in the ids of claims.
const NAMES: [&str; 2] = ["8.81", "9.81"];

/// Curves of x₁, x₁' and λ₁ from one run, each with its exact counterpart.
#[derive(Default)]
struct Curves {
    found: [Vec<[f64; 2]>; 3],
    exact: [Vec<[f64; 2]>; 3],
}

/// Counts the passages for both gravities, and draws the figure for the printed one.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let variant = index3(setup.left_out)?;
    let passing = Passing {
        variant: &variant,
        h: setup.h,
        time: setup.time,
        allowed: f64::INFINITY,
    };
    let mut finding = Finding::default();
    for (gravity, printed) in setup.gravities.into_iter().zip(NAMES) {
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
        let said = said![printed, gravity, h = setup.h, energy = passages.energy];
        let count = passages.count as f64;
        let claim = DATA.number("example-3/passages-{printed}", count, said);
        finding.claims.push(claim);
        if printed == NAMES[0] {
            finding.figures.push(figure(&curves));
        }
    }
    Ok(finding)
}

fn figure(curves: &Curves) -> Figure {
    let both =
        |(found, exact): (&Vec<_>, &Vec<_>)| vec![curve("index 3", found), curve("exact", exact)];
    let panels = curves.found.iter().zip(&curves.exact).map(both);
    DATA.figure("fig-4", panels.collect(), said![])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn the_energy_is_off_by_as_much_as_in_another_program() {
        let finding = run(&Setup::default()).unwrap();
        // Another program: off by 0.526 J and 0.656 J at most.
        for (claim, energy) in finding.claims.iter().zip(["0.53 J", "0.66 J"]) {
            assert!(format!("{claim:?}").contains(energy), "{claim:?}");
        }
    }

    #[test]
    fn slower_fall_and_missing_projections_turn_the_counts() {
        let ids = NAMES.map(|name| format!("passages-{name}"));
        let ids = ids.each_ref().map(String::as_str);
        let unprojected = |s: &mut Setup| s.left_out = Some(Omitted::Projections);
        changes("example-3", run).turn(&[
            ("slower fall", |s| s.gravities = [5.0, 6.0], &ids),
            ("no projections", unprojected, &ids),
        ]);
    }
}
