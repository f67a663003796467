//! CVSGF by forward Euler over minutes, with an instability that a run of twenty seconds does not show.
//!
//! Gradient feedback acts on Φ alone, so that nothing damps Φ'. Forward Euler takes the gradient at the old position
//! while the velocity is already the new one: `Φ'⁺ = Φ' + h² α |v|² Φ` with `Φ = Φ'/α`, so Φ' grows at the rate
//! `h |v|²` whatever the gain.

use super::DATA;
use super::example::{Case, Example};
use crate::figure::curve;
use crate::{Entry, Finding, Result, said, setup};
use stepping::Placement;

pub(super) const EXPERIMENT: Entry = ("slow-instability", || run(&Setup::default()));

setup! {
    struct Setup {
        /// The placements of the paper's control and of its alternative (Eqs. 58 and 59).
        placements: [Placement; 2] = [Placement::ForwardEuler, Placement::BackwardEuler],
        /// Time of the run with the first placement, in s.
        minutes: f64 = 500.0,
        /// Time of the run with the second placement, in s.
        hours: f64 = 20_000.0,
    }
}

/// The time over which Figs. 3 to 5 are drawn here, in s.
const FIGURE: f64 = 20.0;

/// A violation is not stable if it grows to this many times its largest value over the time of the figures.
const STABLE: f64 = 2.0;

/// Beginnings in s of the two windows of [`WINDOW`] seconds over which the largest |Φ'| is taken. Between them growth
/// is exponential, after the transient and before it saturates.
const FITTED: [f64; 2] = [110.0, 190.0];

/// Length of a window in s, longer than a turn of 3.3 s so that the ripple within a turn does not count.
const WINDOW: f64 = 5.0;

/// Room of the rate of growth around its prediction: |v|² varies between 2 and 6 within a turn, and the windows see its
/// largest values.
const ROOM: f64 = 0.02;

/// The outcome of a long run.
#[derive(Default)]
struct Long {
    /// Largest |Φ| over the time of the figures.
    early: f64,
    /// Largest |Φ| over the whole time.
    phi: f64,
    psi: f64,
    /// Rate at which |Φ'| grows, in 1/s.
    rate: f64,
    /// The predicted rate in 1/s, which is the mean of `h |v|²`.
    predicted: f64,
    points: Vec<[f64; 2]>,
}

impl Long {
    fn is_stable(&self) -> bool {
        self.phi < STABLE * self.early
    }

    fn grows_as_predicted(&self) -> bool {
        !self.is_stable() && (self.rate / self.predicted - 1.0).abs() <= ROOM
    }
}

fn long(placement: Placement, end: f64) -> Result<Long> {
    let example = Example {
        end,
        ..Example::default()
    };
    let mut seen = Long::default();
    let (mut windows, mut squares) = ([0.0_f64; 2], Vec::new());
    let ended = example.follow(Case::Gradient(placement), |now| {
        seen.phi = seen.phi.max(now.phi.abs());
        seen.psi = seen.psi.max(now.psi.abs());
        if now.t <= FIGURE {
            seen.early = seen.phi;
        }
        for (largest, begin) in windows.iter_mut().zip(FITTED) {
            if (begin..begin + WINDOW).contains(&now.t) {
                *largest = largest.max(now.phi_dot.abs());
            }
        }
        if (FITTED[0]..FITTED[1]).contains(&now.t) {
            squares.push(now.speed_squared);
        }
        seen.points.push([now.t, now.phi_dot.abs()]);
        true
    })?;
    if !ended {
        seen.phi = f64::INFINITY;
    }
    seen.rate = math::ln(windows[1] / windows[0]) / (FITTED[1] - FITTED[0]);
    seen.predicted = example.h * squares.iter().sum::<f64>() / squares.len() as f64;
    Ok(seen)
}

fn run(setup: &Setup) -> Result<Finding> {
    let [printed, alternative] = setup.placements;
    let forward = long(printed, setup.minutes)?;
    let backward = long(alternative, setup.hours)?;
    let claim = |id, run: &Long, end: f64, holds: fn(&Long) -> bool| {
        let said = said![
            early = run.early,
            phi = run.phi,
            psi = run.psi,
            rate = run.rate,
            predicted = run.predicted,
            figure = FIGURE,
            stable = STABLE,
            room = 100.0 * ROOM,
            end,
        ];
        DATA.statement(id, holds(run), said)
    };
    let curves = vec![
        curve("forward Euler", &forward.points),
        curve("backward Euler", &until(&backward.points, setup.minutes)),
    ];
    Ok(Finding {
        claims: vec![
            claim(
                "slow-instability/forward-euler",
                &forward,
                setup.minutes,
                Long::grows_as_predicted,
            ),
            claim(
                "slow-instability/backward-euler",
                &backward,
                setup.hours,
                Long::is_stable,
            ),
        ],
        figures: vec![DATA.figure("slow-instability", vec![curves], said![])],
    })
}

fn until(points: &[[f64; 2]], end: f64) -> Vec<[f64; 2]> {
    points.iter().copied().take_while(|p| p[0] <= end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn placements_and_times_turn_what_depends_on_them() {
        let swapped = |s: &mut Setup| {
            s.placements.reverse();
            s.hours = 500.0;
        };
        let short = |s: &mut Setup| (s.minutes, s.hours) = (20.0, 20.0);
        let both = ["forward-euler", "backward-euler"];
        changes("slow-instability", run).turn(&[
            ("the placements exchanged", swapped, &both),
            ("less than a minute", short, &["forward-euler"]),
        ]);
    }

    #[test]
    fn growth_is_that_of_the_lagging_gradient() {
        let run = long(Placement::ForwardEuler, 200.0).unwrap();
        assert!(
            (run.rate / run.predicted - 1.0).abs() < ROOM,
            "{} {}",
            run.rate,
            run.predicted
        );
        let still = long(Placement::BackwardEuler, 200.0).unwrap();
        assert!(still.rate.abs() < 1e-3, "{}", still.rate);
    }
}
