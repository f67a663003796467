//! Full matrices R and S (Eq. 26): what coupling can gain, and what it costs.
//!
//! The paper recommends them without an example. This one has all roots of `det(λ² + λR + S) = 0` within the radius √200 of
//! the diagonal choice (20, 200) and was found by a search for violations of equal sign in both rows.

use super::oscillator::{Oscillator, Steps, uniform};
use crate::figure::{curve, panel};
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use generalized_inverse::{Coupling, Stabilization};
use mechanics::eigenvalues;
use results::Scale;
use three_mass_oscillator::Rows;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "coupling",
    "Coupled matrices R and S from a violation of both rows",
    || run(&Setup::default()),
);

struct Setup {
    /// Rows of R in 1/s.
    r: [f64; 4],
    /// Rows of S in 1/s².
    s: [f64; 4],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            r: [29.453, -0.081, 7.744, 11.098],
            s: [211.34, 280.41, 61.83, 263.40],
        }
    }
}

/// The radius of the roots that diagonal and coupled choices share, squared: β of (20, 200).
const RADIUS_SQUARED: f64 = 200.0;

/// The violation of both rows at the start, in m.
const DISPLACEMENT: f64 = 1e-3;

/// Step of RK-4 in s; the measures are exact to (|λ|h)²/12.
const STEP: f64 = 2e-3;

/// What is left of a violation that is damped for 30 s, beside one that is not.
const DAMPED: f64 = 0.1;

/// Steps of the linear equation `H'' = -R H' - S H`.
const LINEAR_STEPS: usize = 5000;

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let oscillator = Oscillator {
        displacement: DISPLACEMENT,
        steps: Steps::Fixed(STEP),
        ..Oscillator::new(Rows::Two)
    };
    // √(E₁² + E₃²): both rows together.
    let measure = |stabilization| -> Result<f64, ReplicationError> {
        let [e1, _, e3, _] = oscillator.measures(stabilization)?;
        Ok(e1.hypot(e3))
    };
    let coupled = || {
        Ok::<_, ReplicationError>(Stabilization::Coupled(Coupling::matrices(
            &setup.r, &setup.s,
        )?))
    };
    // Of all diagonal choices within the radius, α = √β is best from rest: it minimizes α/(2β) + 1/(2α).
    let best = [RADIUS_SQUARED.sqrt(), RADIUS_SQUARED];
    let found = [
        measure(coupled()?)?,
        measure(uniform(20.0, RADIUS_SQUARED)?)?,
        measure(uniform(best[0], best[1])?)?,
    ];
    let radius = spectral_radius(setup).ok_or(ReplicationError::Missing("no roots of R and S"))?;
    let across = cost(setup, [1.0, -1.0]) / cost_of_best(best, [1.0, -1.0]);
    let along = cost(setup, [1.0, 1.0]) / cost_of_best(best, [1.0, 1.0]);
    let place = "Eq. 26";
    let without = measure(Stabilization::None)?;
    let claims = vec![
        Claim::statement(
            ["coupling/damps", place],
            "coupled matrices with roots in the left half plane damp violations",
            "rapidly damped out",
            format!("√(E1² + E3²): {:.3e} with them, {without:.3e} without feedback", found[0]),
            found[0] < DAMPED * without,
            format!("less than {DAMPED} of the violation without feedback"),
        ),
        Claim::statement(
            ["coupling/direction", place],
            "for violations of equal sign they do better than any diagonal choice with roots of that size",
            "-",
            format!(
                "coupled {:.3e}, (20, 200) {:.3e}, best diagonal {:.3e}; largest root {radius:.2} of {:.2}",
                found[0],
                found[1],
                found[2],
                RADIUS_SQUARED.sqrt()
            ),
            found[0] < found[1].min(found[2]) && radius <= RADIUS_SQUARED.sqrt(),
            "smaller than both diagonal choices, with roots no larger",
        )
        .remark(format!(
            "What one direction gains another pays for: ∫|H|² is {along:.2} of the best diagonal choice from (1, 1) and \
             {across:.2} from (1, -1). The gain comes from matrices that are far from normal."
        ))
        .of_ours(),
    ];
    Ok(Finding {
        claims,
        figures: vec![drawn(&oscillator, coupled()?, best)?],
    })
}

fn drawn(
    oscillator: &Oscillator,
    coupled: Stabilization,
    best: [f64; 2],
) -> Result<Figure, ReplicationError> {
    let short = Oscillator {
        end: 1.0,
        ..*oscillator
    };
    let line = |name: &str, stabilization| -> Result<_, ReplicationError> {
        let mut points = Vec::new();
        short.follow(stabilization, |t, [phi_1, _, phi_2, _]| {
            points.push([t, phi_1.hypot(phi_2)]);
        })?;
        Ok(curve(name, &points))
    };
    Ok(Figure {
        id: "coupling".to_owned(),
        title: "Coupled and diagonal feedback".to_owned(),
        reading: "The length of the violation from a start that violates both rows alike, with roots of the same size."
            .to_owned(),
        panels: vec![panel(
            "Decay of a violation",
            ["time in s", "|(Φ₁, Φ₂)| in m"],
            Scale::Linear,
            vec![
                line("coupled", coupled)?,
                line("(20, 200)", uniform(20.0, RADIUS_SQUARED)?)?,
                line("best diagonal", uniform(best[0], best[1])?)?,
            ],
        )],
    })
}

/// The largest modulus of the roots of `det(λ² + λR + S) = 0`.
fn spectral_radius(setup: &Setup) -> Option<f64> {
    let mut companion = [0.0; 16];
    for i in 0..2 {
        companion[4 * i + 2 + i] = 1.0;
        for j in 0..2 {
            companion[4 * (2 + i) + j] = -setup.s[2 * i + j];
            companion[4 * (2 + i) + 2 + j] = -setup.r[2 * i + j];
        }
    }
    let roots = eigenvalues(4, &companion)?;
    Some(roots.iter().fold(0.0, |most, z| z.re.hypot(z.im).max(most)))
}

/// `∫|H|² dt` of `H'' = -R H' - S H` from rest, by RK-4.
fn cost(setup: &Setup, start: [f64; 2]) -> f64 {
    let rate = |y: [f64; 5]| {
        let push = |i: usize| {
            let (r, s) = (&setup.r[2 * i..], &setup.s[2 * i..]);
            -r[0] * y[2] - r[1] * y[3] - s[0] * y[0] - s[1] * y[1]
        };
        [y[2], y[3], push(0), push(1), y[0] * y[0] + y[1] * y[1]]
    };
    let h = 1e-3;
    let mut y = [start[0], start[1], 0.0, 0.0, 0.0];
    for _ in 0..LINEAR_STEPS {
        let moved = |k: [f64; 5], f: f64| std::array::from_fn(|i| y[i] + f * h * k[i]);
        let k1 = rate(y);
        let k2 = rate(moved(k1, 0.5));
        let k3 = rate(moved(k2, 0.5));
        let k4 = rate(moved(k3, 1.0));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
    }
    y[4]
}

/// The same for equal diagonal gains, in closed form.
fn cost_of_best([alpha, beta]: [f64; 2], start: [f64; 2]) -> f64 {
    let square = start[0] * start[0] + start[1] * start[1];
    square * (alpha / (2.0 * beta) + 1.0 / (2.0 * alpha))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn coupling_pays_in_one_direction_and_costs_in_another() {
        assert_as_known(&run(&Setup::default()).unwrap());
        // From a search elsewhere: 0.10609 against 0.14142 along, 0.279 across.
        let setup = Setup::default();
        assert!((cost(&setup, [1.0, 1.0]) - 0.1061).abs() < 1e-4);
        assert!((cost(&setup, [1.0, -1.0]) - 0.279).abs() < 1e-3);
    }

    #[test]
    fn the_whole_system_gives_the_measures_found_elsewhere() {
        let setup = Setup::default();
        let oscillator = Oscillator {
            displacement: DISPLACEMENT,
            steps: Steps::Fixed(STEP),
            ..Oscillator::new(Rows::Two)
        };
        let coupling = Coupling::matrices(&setup.r, &setup.s).unwrap();
        let best = RADIUS_SQUARED.sqrt();
        for (stabilization, expected) in [
            (Stabilization::Coupled(coupling), 1.088e-5),
            (uniform(20.0, 200.0).unwrap(), 1.292e-5),
            (uniform(best, 200.0).unwrap(), 1.253e-5),
        ] {
            let [e1, _, e3, _] = oscillator.measures(stabilization).unwrap();
            // Four printed digits, and quadratures of their own.
            assert!(
                (e1.hypot(e3) / expected - 1.0).abs() < 3e-3,
                "{:e}",
                e1.hypot(e3)
            );
        }
    }

    #[test]
    fn diagonal_matrices_gain_nothing_and_weak_ones_do_not_damp() {
        let diagonal = |alpha: f64, beta: f64| Setup {
            r: [alpha, 0.0, 0.0, alpha],
            s: [beta, 0.0, 0.0, beta],
        };
        assert_turned(
            &run(&diagonal(20.0, 200.0)).unwrap(),
            &["coupling/direction"],
        );
        let weak = run(&diagonal(2e-3, 1e-6)).unwrap();
        assert_turned(&weak, &["coupling/damps", "coupling/direction"]);
    }
}
