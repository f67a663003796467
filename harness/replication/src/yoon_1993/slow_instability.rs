//! CVSGF by forward Euler over minutes: what twenty seconds do not show.
//!
//! Gradient feedback acts on Φ alone, so that nothing damps Φ'. Forward Euler takes the gradient at the old position
//! while the velocity is already the new one: `Φ'⁺ = Φ' + h² α |v|² Φ` with `Φ = Φ'/α`, so Φ' grows at the rate `h |v|²`
//! whatever the gain.

use super::example::{Case, Example};
use crate::figure::{curve, panel};
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use results::Scale;
use stepping::Placement;

pub(super) const EXPERIMENT: Experiment =
    Experiment::quick("slow-instability", "CVSGF over minutes and hours", || {
        run(&Setup::default())
    });

struct Setup {
    /// How the paper's control acts, and how its alternative does (Eqs. 58 and 59).
    placements: [Placement; 2],
    /// Time of the first, in s.
    minutes: f64,
    /// Time of the second, in s.
    hours: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            placements: [Placement::ForwardEuler, Placement::BackwardEuler],
            minutes: 500.0,
            hours: 20_000.0,
        }
    }
}

/// The time over which the figures are drawn here.
const FIGURE: f64 = 20.0;

/// A violation that has grown to more than this many times that of the figure is not stable.
const STABLE: f64 = 2.0;

/// Where growth is exponential, after the transient and before it saturates: beginnings of the first and the last of
/// the windows of [`WINDOW`] seconds over which the largest |Φ'| is taken, in s.
const FITTED: [f64; 2] = [110.0, 190.0];

/// Longer than a turn of 3.3 s, so that the ripple within a turn does not count.
const WINDOW: f64 = 5.0;

/// What a long run shows.
struct Long {
    /// Largest |Φ| over the time of the figures.
    early: f64,
    /// And over all.
    phi: f64,
    psi: f64,
    /// Rate at which |Φ'| grows, in 1/s.
    rate: f64,
    /// `h |v|²`, averaged.
    predicted: f64,
    points: Vec<[f64; 2]>,
}

fn long(placement: Placement, end: f64) -> Result<Long, ReplicationError> {
    let example = Example {
        end,
        ..Example::default()
    };
    let mut seen = Long {
        early: 0.0,
        phi: 0.0,
        psi: 0.0,
        rate: 0.0,
        predicted: 0.0,
        points: Vec::new(),
    };
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
    seen.rate = (windows[1] / windows[0]).ln() / (FITTED[1] - FITTED[0]);
    seen.predicted = example.h * squares.iter().sum::<f64>() / squares.len() as f64;
    Ok(seen)
}

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let [printed, alternative] = setup.placements;
    let forward = long(printed, setup.minutes)?;
    let backward = long(alternative, setup.hours)?;
    let stable = |run: &Long| run.phi < STABLE * run.early;
    let rule = format!("max |Φ| stays below {STABLE} times that of the first {FIGURE} s");
    let words = |run: &Long, end: f64| {
        format!(
            "max |Φ| {:.2e} in {FIGURE} s, {:.2e} in {end} s; max |Ψ| {:.2e}",
            run.early, run.phi, run.psi
        )
    };
    let rate = format!(
        "Φ' grows by {:.4} 1/s, h|v|² is {:.4} 1/s",
        forward.rate, forward.predicted
    );
    let place = "Fig. 3";
    let claims = vec![
        Claim::statement(
            ["slow-instability/forward-euler", place],
            "CVSGF by forward Euler (Eqs. 51 and 58) makes violations stable",
            "stable",
            format!("{}; {rate}", words(&forward, setup.minutes)),
            stable(&forward),
            &rule,
        )
        .known_to_differ(
            "The gradient is that of the old position while the velocity is already new, so that Φ' grows at the rate \
             h|v|² whatever the gain. In a minute it has hardly begun.",
        ),
        Claim::statement(
            ["slow-instability/backward-euler", "Eq. 59"],
            "the alternative by backward Euler (Eq. 59) can be used instead",
            "alternative",
            words(&backward, setup.hours),
            stable(&backward),
            rule,
        )
        .remark("The cure: gradient and velocity belong to the same state, and nothing grows."),
    ];
    let figure = Figure {
        id: "slow-instability".to_owned(),
        title: "CVSGF over minutes".to_owned(),
        reading: "The rate of the constraint under gradient feedback with α_g = α_e = 40 1/s. By forward Euler it grows \
                  like exp(h|v|²t) and settles on another motion; by backward Euler it does not grow."
            .to_owned(),
        panels: vec![panel(
            "AB-3, h = 0.01 s",
            ["time in s", "|Φ'|"],
            Scale::Logarithmic,
            vec![
                curve("forward Euler", &forward.points),
                curve("backward Euler", &until(&backward.points, setup.minutes)),
            ],
        )],
    };
    Ok(Finding {
        claims,
        figures: vec![figure],
    })
}

fn until(points: &[[f64; 2]], end: f64) -> Vec<[f64; 2]> {
    points.iter().copied().take_while(|p| p[0] <= end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned, claim};

    #[test]
    fn forward_euler_grows_and_backward_euler_does_not() {
        let setup = Setup {
            hours: 2000.0,
            ..Setup::default()
        };
        assert_as_known(&run(&setup).unwrap());
    }

    #[test]
    fn the_other_placement_turns_both() {
        let finding = run(&Setup {
            placements: [Placement::BackwardEuler, Placement::ForwardEuler],
            hours: 500.0,
            ..Setup::default()
        })
        .unwrap();
        assert_turned(
            &finding,
            &[
                "slow-instability/forward-euler",
                "slow-instability/backward-euler",
            ],
        );
    }

    #[test]
    fn a_minute_is_too_short() {
        let finding = run(&Setup {
            minutes: 20.0,
            hours: 20.0,
            ..Setup::default()
        })
        .unwrap();
        assert!(claim(&finding, "slow-instability/forward-euler").holds());
    }

    #[test]
    fn growth_is_that_of_the_lagging_gradient() {
        // |v|² varies between 2 and 6 within a turn, and the windows see its largest values.
        const ROOM: f64 = 0.02;
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
