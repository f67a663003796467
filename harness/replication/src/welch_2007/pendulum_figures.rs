//! Figures 4 to 7: the three-link pendulum over 10 s with Δt = 2.5e-5 s, by both second-order methods.
//!
//! The paper does not state the axis of the pin; in the figures it is along x.

use super::DATA;
use super::history::History;
use super::pendulum::{gap, swing, system};
use super::runs::{Feedback, PLOTTING_ACCURACY};
use crate::figure::curve;
use crate::{Claim, Entry, Figure, Finding, Result, said, setup};
use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use results::Curve;
use system::largest;
use three_link_pendulum::Pin;

pub(super) const EXPERIMENT: Entry = ("pendulum-figures", || run(&Setup::default()));

/// The first index of each link among the coordinates and among the velocities.
const LINKS: [(usize, usize); 3] = [(0, 0), (7, 6), (14, 12)];

/// Offset of the angular velocity of a link, which follows the velocity of its centre.
const TURNING: usize = 3;

/// The quantity that is compared between links 2 and 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// The third component of ω, as the paper says.
    Third,
    /// The length of the part of ω perpendicular to the pin.
    AcrossThePin,
}

setup! {
    /// Set-up of the runs, by default that of the paper.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        pub pin: Pin = Pin::X,
        pub feedback: Feedback = Feedback::PENDULUM,
        pub scheme: Scheme = Scheme::PredictorCorrector,
        pub compared: Compared = Compared::Third,
        /// Step in s.
        pub h: f64 = 2.5e-5,
        /// End of the run in s.
        pub end: f64 = 10.0,
    }
}

/// The angular velocity of a link.
fn spin(v: &[f64], link: usize) -> [f64; 3] {
    let (_, at) = LINKS[link];
    [0, 1, 2].map(|k| v[at + TURNING + k])
}

/// The largest difference of the quantity between links 2 and 3, and its largest size.
fn difference(pin: Pin, compared: Compared, run: &History) -> [f64; 2] {
    let of = |omega: [f64; 3]| match (compared, pin) {
        (Compared::Third, _) => omega[2],
        (Compared::AcrossThePin, Pin::X) => math::hypot(omega[1], omega[2]),
        (Compared::AcrossThePin, Pin::Y) => math::hypot(omega[0], omega[2]),
    };
    let pairs = || run.v.iter().map(|v| [1, 2].map(|link| of(spin(v, link))));
    [
        largest(pairs().map(|[a, b]| (a - b).abs())),
        largest(pairs().flatten().map(f64::abs)),
    ]
}

/// Runs both methods, draws the figures, and judges what they show.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let system = system(setup.pin)?;
    let scheme = AlgebraicEnforcement {
        scheme: setup.scheme,
    };
    let algebraic = swing(&scheme, &system, setup.h, setup.end)?;
    let baumgarte = swing(&setup.feedback.variant()?, &system, setup.h, setup.end)?;
    Ok(Finding {
        claims: vec![
            third_components(setup, &algebraic),
            same_motion(&algebraic, &baumgarte),
        ],
        figures: figures(&algebraic, &baumgarte),
    })
}

fn third_components(setup: &Setup, run: &History) -> Claim {
    let [gap, largest] = difference(setup.pin, setup.compared, run);
    let [across, _] = difference(setup.pin, Compared::AcrossThePin, run);
    let identical = gap <= PLOTTING_ACCURACY * largest;
    let said = said![gap, largest, across];
    DATA.statement("pendulum-figures/third-components", identical, said)
}

fn same_motion(algebraic: &History, baumgarte: &History) -> Claim {
    let gap = gap(algebraic, baumgarte);
    DATA.shown("pendulum-figures/same-motion", said![gap = 100.0 * gap])
}

/// Curves of three components over time.
fn components(run: &History, names: [&str; 3], pick: impl Fn(usize, usize) -> f64) -> Vec<Curve> {
    let points = |k| run.over_time(|n| pick(n, k));
    (0..3).map(|k| curve(names[k], &points(k))).collect()
}

fn figures(algebraic: &History, baumgarte: &History) -> Vec<Figure> {
    let centres = LINKS.iter().flat_map(|(q, _)| {
        [algebraic, baumgarte].map(|run| components(run, ["x", "y", "z"], |n, k| run.q[n][q + k]))
    });
    let spins = (0..LINKS.len()).map(|link| {
        let names = ["first", "second", "third"];
        components(algebraic, names, |n, k| spin(&algebraic.v[n], link)[k])
    });
    let both = |pick: fn(&History) -> &[[f64; 2]]| {
        let curves = [("algebraic", algebraic), ("Baumgarte", baumgarte)];
        vec![curves.map(|(name, run)| curve(name, pick(run))).into()]
    };
    vec![
        DATA.figure("fig-4", centres.collect(), said![]),
        DATA.figure("fig-5", spins.collect(), said![]),
        DATA.figure("fig-6", both(|run| &run.violations), said![]),
        DATA.figure("fig-7", both(|run| &run.energy), said![]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    /// The set-up with steps four times as long.
    fn coarse() -> Setup {
        Setup {
            h: 1e-4,
            ..Setup::default()
        }
    }

    #[test]
    fn what_the_figures_show_is_as_known() {
        for pin in [Pin::X, Pin::Y] {
            let finding = run(&Setup { pin, ..coarse() }).unwrap();
            assert_as_known(&finding);
            let ids: Vec<&str> = finding
                .figures
                .iter()
                .map(|figure| figure.id.as_str())
                .collect();
            assert_eq!(ids, [4, 5, 6, 7].map(|n| format!("fig-{n}")));
        }
    }

    #[test]
    fn spins_across_the_pin_are_the_same() {
        for pin in [Pin::X, Pin::Y] {
            let setup = Setup {
                pin,
                compared: Compared::AcrossThePin,
                end: 1.0,
                ..coarse()
            };
            assert_turned(run(&setup), "pendulum-figures", &["third-components"]);
        }
    }
}
