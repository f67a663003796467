//! Gains that Section VI calls optimal on the basis of experiments: `α = β = 1/Δt` for the slider-crank, `α = 0.5/Δt`
//! with `β = 1/Δt` for the three-link pendulum. The paper does not say what was made as small as possible; here the
//! mean `|Φ|` over a grid of gains stands beside them, as a check of ours.

use super::DATA;
use super::pendulum::system as pendulum;
use super::runs::{Feedback, mean_violation, printed_slider_crank};
use crate::words::Said;
use crate::{Claim, Entry, Finding, Result, said, setup};
use results::{Drawing, Mark};
use slider_crank::{SliderCrank, SliderCrankKernel};
use system::System;
use three_link_pendulum::Pin;

pub(super) const EXPERIMENT: Entry = ("optimal-gains", || run(&Setup::default()));

/// The part of the mean with the gains of the paper that other gains must leave to count as better.
const HALF: f64 = 0.5;

/// Means from this on, in m, belong to runs that have broken off, because the mechanisms themselves are not much
/// larger.
const BROKEN_OFF: f64 = 1.0;

/// The grid of `α Δt` and of `β Δt`; both pairs of the paper are on it.
const GRID: [f64; 8] = [0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0];

setup! {
    /// Set-up of the runs, with the gains that the paper calls optimal.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Setup {
        /// Gains, step in s and end in s of the slider-crank.
        pub slider_crank: (Feedback, f64, f64) = (Feedback::SLIDER_CRANK, 0.01, 10.0),
        /// Gains, step in s and end in s of the pendulum, which runs for a short time with long steps.
        pub pendulum: (Feedback, f64, f64) = (Feedback::PENDULUM, 2e-4, 1.0),
    }
}

/// The mean `|Φ|` for each β (rows) and each α (columns).
type Means = [[f64; GRID.len()]; GRID.len()];

fn means(system: &dyn System, feedback: Feedback, h: f64, end: f64) -> Result<Means> {
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

/// Shows both pairs of gains beside the best ones of the grid.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let crank = SliderCrankKernel::new(SliderCrank::new(printed_slider_crank())?);
    let links = pendulum(Pin::X)?;
    let of = |id, (feedback, h, end): (Feedback, f64, f64), system: &dyn System| -> Result<_> {
        let own = mean_violation(&feedback.variant()?, system, h, end)?;
        let means = means(system, feedback, h, end)?;
        Ok((compared(id, feedback, own, &means), drawn(feedback, &means)))
    };
    let (crank, of_crank) = of("slider-crank", setup.slider_crank, &crank)?;
    let (links, of_links) = of("pendulum", setup.pendulum, &links)?;
    let figure = DATA.figure_of("optimal-gains", vec![of_crank, of_links], said![]);
    Ok(Finding {
        claims: [crank, links].concat(),
        figures: vec![figure],
    })
}

fn compared(mechanism: &str, feedback: Feedback, own: f64, means: &Means) -> [Claim; 2] {
    let all = (0..GRID.len()).flat_map(|b| (0..GRID.len()).map(move |a| (a, b)));
    // Runs that break off have no mean.
    let best = all
        .filter(|(a, b)| means[*b][*a].is_finite())
        .min_by(|(a, b), (c, d)| means[*b][*a].total_cmp(&means[*d][*c]))
        .unwrap_or((0, 0));
    let least = means[best.1][best.0];
    let said: Said<'_> = said![
        mechanism,
        alpha = feedback.alpha,
        beta = feedback.beta,
        own,
        least,
        best_alpha = GRID[best.0],
        best_beta = GRID[best.1],
    ];
    [
        DATA.shown(&format!("optimal-gains/{mechanism}"), said),
        DATA.statement("optimal-gains/mean-{mechanism}", least < HALF * own, said),
    ]
}

fn drawn(feedback: Feedback, means: &Means) -> Drawing {
    let values = means.iter().map(|row| {
        row.iter()
            .map(|x| (*x < BROKEN_OFF).then_some(*x))
            .collect()
    });
    Drawing::HeatMap {
        x: GRID.to_vec(),
        y: GRID.to_vec(),
        values: values.collect(),
        marks: vec![Mark {
            name: "of the paper".to_owned(),
            x: feedback.alpha,
            y: feedback.beta,
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn the_best_gains_of_the_grid_turn_both() {
        let best = |s: &mut Setup| {
            let with = |beta| Feedback {
                beta,
                ..Feedback::SLIDER_CRANK
            };
            s.slider_crank.0 = with(1.75);
            s.pendulum = (with(2.0), 2e-4, 0.2);
        };
        let both = ["mean-slider-crank", "mean-pendulum"];
        changes("optimal-gains", run).turn(&[("the best gains", best, &both)]);
    }
}
