//! What the violations of Fig. 2 are made of: the same run in two precisions.
//!
//! The constraints are linear, `A x'' = 0` holds in every stage, so every Runge-Kutta step leaves `A x` and `A x'` as
//! they are. What remains is the rounding of the arithmetic.

use super::oscillator::{Oscillator, uniform};
use crate::figure::{curve, panel};
use crate::largest::largest;
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use results::Scale;
use system::{Auto, DoubleDouble, Mechanism, Scalar, Scratch, System, Terms};
use three_mass_oscillator::{Parameters, Rows, ThreeMassOscillator};

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "rounding",
    "Fig. 2: the drift without stabilization, in double and in double-double precision",
    || run(&Setup::default()),
);

struct Setup {
    /// Displacement of the first mass at the start.
    displacement: f64,
    /// Time in s.
    end: f64,
    /// Steps of RK-4.
    steps: usize,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            displacement: 0.0,
            end: 30.0,
            steps: 6000,
        }
    }
}

/// A drift that is this many times smaller in the finer arithmetic, whose unit is 1e16 times smaller, is rounding.
const ROUNDING: f64 = 1e12;

/// Violations must be this much larger in the second half of a run to count as increasing.
const INCREASING: f64 = 1.2;

/// RK-4 on the equations of one row, `M a + Jᵀ λ = f`, `J a = 0`, in any number type; `|q₁ - 3q₂|` after every step.
fn drift<S: Scalar>(setup: &Setup) -> Result<Vec<f64>, ReplicationError> {
    let auto = Auto::new(ThreeMassOscillator::new(Parameters {
        displacement: setup.displacement,
        ..Parameters::default()
    })?);
    let row = Rows::One.coefficients()[0].map(S::from);
    let mut terms: Terms<S> = Terms::zeros(auto.shape());
    let mut scratch = Scratch::default();
    let mut rate = |t: S, y: &[S; 6]| -> [S; 6] {
        auto.evaluate_in(t, &y[..3], &y[3..], &mut terms, &mut scratch);
        let (mass, force) = (&terms.mass, &terms.force);
        let (mut along, mut square) = (S::from(0.0), S::from(0.0));
        for i in 0..3 {
            along += row[i] * force[i] / mass[i];
            square += row[i] * row[i] / mass[i];
        }
        let lambda = along / square;
        let a = |i: usize| (force[i] - row[i] * lambda) / mass[i];
        [y[3], y[4], y[5], a(0), a(1), a(2)]
    };
    let (q, v) = auto.mechanism().initial::<S>();
    let mut y = [q[0], q[1], q[2], v[0], v[1], v[2]];
    let h = S::decimal(setup.end) / S::from(setup.steps as f64);
    let half = S::from(0.5);
    let mut seen = Vec::with_capacity(setup.steps);
    for k in 0..setup.steps {
        let t = h * S::from(k as f64);
        let moved = |by: S, k: &[S; 6]| -> [S; 6] { std::array::from_fn(|i| y[i] + by * k[i]) };
        let k1 = rate(t, &y);
        let k2 = rate(t + half * h, &moved(half * h, &k1));
        let k3 = rate(t + half * h, &moved(half * h, &k2));
        let k4 = rate(t + h, &moved(h, &k3));
        let sixth = h / S::from(6.0);
        let two = S::from(2.0);
        y = std::array::from_fn(|i| y[i] + sixth * (k1[i] + two * (k2[i] + k3[i]) + k4[i]));
        seen.push(
            (row[0] * y[0] + row[1] * y[1] + row[2] * y[2])
                .value()
                .abs(),
        );
    }
    Ok(seen)
}

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let double = drift::<f64>(setup)?;
    let finer = drift::<DoubleDouble>(setup)?;
    let (first, second) = double.split_at(double.len() / 2);
    let most = |of: &[f64]| largest(of.iter().copied());
    let growth = most(second) / most(first);
    let ratio = most(&double) / most(&finer);
    let claims = vec![
        Claim::statement(
            ["rounding/increases", "Fig. 2"],
            "without stabilization the violation increases with time",
            "increases",
            format!("max |Φ| {:.1e} in the first half, {:.1e} in the second", most(first), most(second)),
            growth > INCREASING,
            format!("more than {INCREASING} times in the second half"),
        )
        .remark("A sum of rounding errors."),
        Claim::statement(
            ["rounding/cause", "text to Fig. 2"],
            "the drift comes from leaving out the constraint and its rate",
            "neglect of position and velocity constraints",
            format!("max |Φ| {:.1e} in double and {:.1e} in double-double precision", most(&double), most(&finer)),
            ratio < ROUNDING,
            format!("less than {ROUNDING:.0e} times smaller in the finer arithmetic"),
        )
        .known_to_differ(
            "Runge-Kutta methods keep linear constraints exactly; the drift goes down with the unit of the arithmetic, so \
             it is rounding. With nonlinear constraints it would be truncation error.",
        ),
    ];
    Ok(Finding {
        claims,
        figures: vec![drawn(setup, &double, &finer)?],
    })
}

fn drawn(setup: &Setup, double: &[f64], finer: &[f64]) -> Result<Figure, ReplicationError> {
    let h = setup.end / setup.steps as f64;
    let line = |name: &str, seen: &[f64]| {
        let points: Vec<[f64; 2]> = (1..)
            .zip(seen)
            .map(|(k, x)| [h * f64::from(k), *x])
            .collect();
        curve(name, &points)
    };
    // Fig. 5: the paper's own scheme, with and without feedback.
    let oscillator = Oscillator {
        displacement: setup.displacement,
        ..Oscillator::new(Rows::One)
    };
    let with = |gains: [f64; 2]| -> Result<[Vec<[f64; 2]>; 2], ReplicationError> {
        let mut points = [Vec::new(), Vec::new()];
        oscillator.follow(uniform(gains[0], gains[1])?, |t, [phi, rate, ..]| {
            points[0].push([t, phi]);
            points[1].push([t, rate]);
        })?;
        Ok(points)
    };
    let without = with([0.0, 0.0])?;
    let [best_phi, _] = with([20.0, 200.0])?;
    let [_, best_rate] = with([18.0, 16.2])?;
    let time = "time in s";
    Ok(Figure {
        id: "figs-2-5".to_owned(),
        title: "Figs. 2 and 5: violations over time".to_owned(),
        reading: "Fig. 2: the unstabilized run by RK-4 in two precisions, sixteen decades apart as their units are. \
                  Fig. 5: the adaptive runs of the paper without and with feedback; all of it is rounding."
            .to_owned(),
        panels: vec![
            panel(
                "Fig. 2: drift in two precisions",
                [time, "|q₁ - 3q₂|"],
                Scale::Logarithmic,
                vec![line("double", double), line("double-double", finer)],
            ),
            panel(
                "Fig. 5a: error 1",
                [time, "q₁ - 3q₂"],
                Scale::Linear,
                vec![curve("α = β = 0", &without[0]), curve("α = 20, β = 200", &best_phi)],
            ),
            panel(
                "Fig. 5b: error 2",
                [time, "q₁' - 3q₂'"],
                Scale::Linear,
                vec![curve("α = β = 0", &without[1]), curve("α = 18, β = 16.2", &best_rate)],
            ),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn the_drift_is_rounding() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn a_violation_at_the_start_is_none() {
        let off = Setup {
            displacement: 1e-3,
            ..Setup::default()
        };
        assert_turned(
            &run(&off).unwrap(),
            &["rounding/cause", "rounding/increases"],
        );
    }
}
