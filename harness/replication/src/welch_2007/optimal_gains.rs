//! Section VI calls two pairs of gains optimal, found by experiments: `α = β = 1/Δt` for the slider-crank, `α = 0.5/Δt`
//! with `β = 1/Δt` for the three-link pendulum. Here is the mean `|Φ|` over a grid of gains.

use super::pendulum::system as pendulum;
use super::runs::{Feedback, mean_violation, printed_slider_crank};
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use results::{Drawing, Mark, ReplicatedPanel};
use slider_crank::{SliderCrank, SliderCrankKernel};
use system::System;
use three_link_pendulum::Pin;

pub(super) const EXPERIMENT: Experiment =
    Experiment::quick("optimal-gains", "Gains called optimal", || {
        run(&Setup::default())
    });

/// Optimal gains leave no more than this factor of the smallest mean on the grid.
const OPTIMAL: f64 = 1.1;

/// Means beyond this, in m, are those of runs that have broken off: the mechanisms themselves are not much larger.
const BROKEN_OFF: f64 = 1.0;

/// The grid of `α Δt` and of `β Δt`; both pairs of the paper are on it.
const GRID: [f64; 8] = [0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0];

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// The gains of the slider-crank, and its step and end in s.
    pub slider_crank: (Feedback, f64, f64),
    /// The same for the pendulum, which is followed for a short time with long steps.
    pub pendulum: (Feedback, f64, f64),
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            slider_crank: (Feedback::SLIDER_CRANK, 0.01, 10.0),
            pendulum: (Feedback::PENDULUM, 2e-4, 1.0),
        }
    }
}

/// The mean `|Φ|` for each β (rows) and each α (columns).
type Means = [[f64; GRID.len()]; GRID.len()];

fn means(
    system: &dyn System,
    feedback: Feedback,
    h: f64,
    end: f64,
) -> Result<Means, ReplicationError> {
    let mut means = [[f64::NAN; GRID.len()]; GRID.len()];
    for (row, beta) in means.iter_mut().zip(GRID) {
        for (mean, alpha) in row.iter_mut().zip(GRID) {
            let variant = Feedback {
                alpha,
                beta,
                ..feedback
            }
            .variant()?;
            *mean = mean_violation(&variant, system, h, end)?;
        }
    }
    Ok(means)
}

/// Judges both pairs.
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let crank = SliderCrankKernel::new(SliderCrank::new(printed_slider_crank())?);
    let links = pendulum(Pin::X)?;
    let of = |(feedback, h, end): (Feedback, f64, f64),
              system: &dyn System,
              name|
     -> Result<_, ReplicationError> {
        let own = mean_violation(&feedback.variant()?, system, h, end)?;
        let means = means(system, feedback, h, end)?;
        Ok((
            judged(feedback, own, &means, name),
            panel(feedback, &means, name),
        ))
    };
    let (crank, crank_panel) = of(setup.slider_crank, &crank, "slider-crank")?;
    let (links, links_panel) = of(setup.pendulum, &links, "pendulum")?;
    let figure = Figure {
        id: "optimal-gains".to_owned(),
        title: "Not in the paper: mean |Φ| over the gains of Heun's rule".to_owned(),
        reading: "Gains are those of Φ'' + 2αΦ' + β²Φ = 0 in units of 1/h. Slider-crank over 10 s with h = 0.01 s, \
                  three-link pendulum over 1 s with h = 2e-4 s. The marks are the gains that the paper calls optimal."
            .to_owned(),
        panels: vec![crank_panel, links_panel],
    };
    Ok(Finding {
        claims: vec![
            crank.known_to_differ(
                "The paper names no measure. By the mean |Φ| α is well chosen, but a larger β leaves less.",
            ),
            links.known_to_differ(
                "α = 1/h leaves a violation that is smaller by orders of magnitude: what the stages leave in Φ' \
                 does not reach Φ then.",
            ),
        ],
        figures: vec![figure],
    })
}

fn judged(feedback: Feedback, own: f64, means: &Means, name: &str) -> Claim {
    let all = (0..GRID.len()).flat_map(|b| (0..GRID.len()).map(move |a| (a, b)));
    // Runs that break off have no mean.
    let best = all
        .filter(|(a, b)| means[*b][*a].is_finite())
        .min_by(|(a, b), (c, d)| means[*b][*a].total_cmp(&means[*d][*c]))
        .unwrap_or((0, 0));
    let least = means[best.1][best.0];
    Claim::statement(
        [&format!("optimal-gains/{name}"), "Section VI"],
        format!(
            "gains of the {name} example are optimal: α = {}/Δt, β = {}/Δt",
            feedback.alpha, feedback.beta
        ),
        "optimal",
        format!(
            "mean |Φ| = {own:.2e}; least {least:.2e} with α = {}/h, β = {}/h",
            GRID[best.0], GRID[best.1]
        ),
        own <= OPTIMAL * least,
        "mean |Φ| within 10 % of the least on a grid of gains from 0.25/h to 2/h",
    )
}

fn panel(feedback: Feedback, means: &Means, name: &str) -> ReplicatedPanel {
    let values = means.iter().map(|row| {
        row.iter()
            .map(|x| (*x < BROKEN_OFF).then_some(*x))
            .collect()
    });
    ReplicatedPanel {
        name: name.to_owned(),
        across: "α h".to_owned(),
        up: "β h".to_owned(),
        drawing: Drawing::HeatMap {
            x: GRID.to_vec(),
            y: GRID.to_vec(),
            values: values.collect(),
            marks: vec![Mark {
                name: "of the paper".to_owned(),
                x: feedback.alpha,
                y: feedback.beta,
            }],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn gains_called_optimal_are_judged_as_known() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn the_best_gains_of_the_grid_turn_both() {
        let best = |beta| Feedback {
            beta,
            ..Feedback::SLIDER_CRANK
        };
        let setup = Setup {
            slider_crank: (best(1.75), 0.01, 10.0),
            pendulum: (best(2.0), 2e-4, 0.2),
        };
        let ids = ["optimal-gains/slider-crank", "optimal-gains/pendulum"];
        assert_turned(&run(&setup).unwrap(), &ids);
    }
}
