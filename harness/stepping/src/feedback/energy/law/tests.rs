use super::*;
use crate::formulations::test_systems::UnequalMasses;
use approx::assert_relative_eq;
use system::Auto;
use vocabulary::Symmetry;

const METRICS: [Metric; 2] = [Metric::Mass, Metric::Euclidean];
const LEVELS: [Levels; 2] = [
    Levels::Velocity,
    Levels::PositionAndVelocity {
        rate: Gain::Fixed(2.0),
    },
];

/// A state on both constraints of [`UnequalMasses`], with velocities along them.
const Q: [f64; 4] = [0.6, -0.8, 1.6, -0.8];
const V: [f64; 4] = [0.8, 0.6, 0.8, -1.1];

fn point<'a>(q: &'a [f64], v: &'a [f64], work: f64) -> Point<'a> {
    Point { t: 0.0, q, v, work }
}

fn feedback(levels: Levels, metric: Metric) -> EnergyFeedback {
    EnergyFeedback::new(Gain::Fixed(7.0), levels, metric).unwrap()
}

/// The rates of q and v that the feedback adds at `at`, for a run that started at `start`.
fn added(
    system: &dyn System,
    feedback: EnergyFeedback,
    start: Point<'_>,
    at: Point<'_>,
) -> (Vec<f64>, Vec<f64>) {
    let mut control = EnergyControl::new(system, feedback);
    control.set_step(0.01);
    control.start(start);
    let mut terms = Terms::new(system.shape());
    system.evaluate(at.t, at.q, at.v, &mut terms);
    let mut y_dot = vec![0.0; 8];
    control.add(at, &terms, &mut y_dot).unwrap();
    let v_dot = y_dot.split_off(4);
    (y_dot, v_dot)
}

#[test]
fn gains_that_make_no_sense_are_named() {
    let metric = Metric::Mass;
    let negative = EnergyFeedback::new(Gain::Fixed(-1.0), Levels::Velocity, metric);
    assert_eq!(
        negative.unwrap_err().to_string(),
        "energy gain must be zero or positive and finite, got -1"
    );
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for rate in [Gain::Fixed(bad), Gain::PerStep(bad)] {
            let levels = Levels::PositionAndVelocity { rate };
            let refused = EnergyFeedback::new(Gain::Fixed(1.0), levels, metric).unwrap_err();
            assert_eq!(refused.name, "rate between velocities and coordinates");
            assert_eq!(refused.value.to_bits(), bad.to_bits());
        }
    }
}

#[test]
fn the_ratio_of_gains_is_the_square_of_a_time_which_may_be_that_of_the_step() {
    let levels = |rate| Levels::PositionAndVelocity { rate };
    assert_eq!(Levels::Velocity.ratio(0.1), None);
    assert_eq!(levels(Gain::Fixed(10.0)).ratio(0.1), Some(0.01));
    assert_eq!(levels(Gain::PerStep(0.5)).ratio(0.25), Some(0.25));
    let text = |rate| feedback(levels(rate), Metric::Mass).to_string();
    let starts = |rate, with: &str| text(rate).starts_with(with);
    assert!(starts(
        Gain::Fixed(10.0),
        "α_e = 7 1/s on q and v with ρ_q/ρ_v = 0.01 s²"
    ));
    assert!(starts(
        Gain::PerStep(0.5),
        "α_e = 7 1/s on q and v with ρ_q/ρ_v = 4 h²"
    ));
}

#[test]
fn a_violation_decays_at_the_stated_rate_in_every_metric_and_on_every_level() {
    let system = Auto::new(UnequalMasses);
    let (mut by_q, mut by_v) = ([0.0; 4], [0.0; 4]);
    system.energy_gradient(0.0, &Q, &V, &mut by_q, &mut by_v);
    for metric in METRICS {
        for levels in LEVELS {
            // A recorded work of -0.3 that no force did is a violation of 0.3.
            let (start, at) = (point(&Q, &V, 0.0), point(&Q, &V, -0.3));
            let (q_dot, v_dot) = added(&system, feedback(levels, metric), start, at);
            let rate = dot(&by_q, &q_dot) + dot(&by_v, &v_dot);
            // The rounding of energies around 30 J is 2e-13 of the violation.
            assert_relative_eq!(rate, -7.0 * 0.3, max_relative = 1e-12);
            let on_positions = q_dot.iter().any(|x| *x != 0.0);
            assert_eq!(on_positions, levels != Levels::Velocity);
        }
    }
}

#[test]
fn the_mass_metric_keeps_velocities_on_the_constraints_and_the_euclidean_one_pushes_them_off() {
    let system = Auto::new(UnequalMasses);
    let mut terms = Terms::new(system.shape());
    system.evaluate(0.0, &Q, &V, &mut terms);
    let off = |metric| {
        let (start, at) = (point(&Q, &V, 0.0), point(&Q, &V, -0.3));
        let (_, v_dot) = added(&system, feedback(Levels::Velocity, metric), start, at);
        let mut along = [0.0; 2];
        system
            .shape()
            .rows()
            .multiply(&terms.jacobian, &v_dot, &mut along);
        along.iter().fold(0.0, |a: f64, x| a.max(x.abs()))
    };
    assert!(off(Metric::Mass) < 1e-15);
    // J M v has (p₂ - p₁)·(3 v₂ - v₁) = 1.6 in its second row, and |M v|² is 17.65.
    let expected = 7.0 * 0.3 * 1.6 / (0.64 + 0.36 + 9.0 * (0.64 + 1.21));
    assert_relative_eq!(off(Metric::Euclidean), expected, max_relative = 1e-12);
}

#[test]
fn no_violation_no_feedback() {
    let system = Auto::new(UnequalMasses);
    for metric in METRICS {
        for levels in LEVELS {
            let at = point(&Q, &V, 0.0);
            let (q_dot, v_dot) = added(&system, feedback(levels, metric), at, at);
            assert!(q_dot.iter().chain(&v_dot).all(|x| *x == 0.0));
        }
    }
}

/// The rate is 7 1/s and the acceleration about 2 m/s² here: too fast for the feedback below 0.3 m/s.
#[test]
fn the_feedback_fades_where_the_mechanism_turns_around() {
    let system = Auto::new(UnequalMasses);
    let push = |factor: f64, acceleration: &[f64]| {
        let mut control = EnergyControl::new(&system, feedback(Levels::Velocity, Metric::Mass));
        control.set_step(0.01);
        let v = V.map(|v| factor * v);
        let mut terms = Terms::new(system.shape());
        system.evaluate(0.0, &Q, &v, &mut terms);
        // Ψ = 0.3 at any speed.
        control.start(point(&Q, &v, 0.0));
        control.accelerates(acceleration);
        let mut y_dot = [0.0; 8];
        control
            .add(point(&Q, &v, -0.3), &terms, &mut y_dot)
            .unwrap();
        dot(&y_dot[4..], &y_dot[4..]).sqrt()
    };
    let still = [0.0; 4];
    let turning = [1.0, 0.0, 2.0, 0.5];
    // α Ψ / |v| where the mechanism moves,
    assert_relative_eq!(
        push(0.1, &still),
        10.0 * push(1.0, &still),
        max_relative = 1e-13
    );
    assert_eq!(push(1.0, &turning), push(1.0, &still));
    // and proportional to the speed where it hardly does.
    assert_relative_eq!(
        push(1e-2, &turning),
        10.0 * push(1e-3, &turning),
        max_relative = 1e-13
    );
    assert!(push(1e-2, &turning) < push(1.0, &turning));
    assert_eq!(push(0.0, &turning), 0.0);
}

/// Eqs. 27 and 44 for masses of 1 and 3 kg, at speeds where the repair would have faded. With any other divisor the
/// pushes differ by more than a factor of ten.
#[test]
fn the_printed_feedback_divides_by_the_printed_square_however_slow_the_motion_is() {
    let system = Auto::new(UnequalMasses);
    for metric in METRICS {
        let printed = feedback(Levels::Velocity, metric).at_rest(AtRest::AsPrinted);
        for factor in [1.0, 1e-2, 1e-5] {
            let v = V.map(|v| factor * v);
            let mut control = EnergyControl::new(&system, printed);
            control.set_step(0.01);
            control.start(point(&Q, &V, 0.0));
            control.accelerates(&[1.0, 0.0, 2.0, 0.5]);
            let mut terms = Terms::new(system.shape());
            system.evaluate(0.0, &Q, &v, &mut terms);
            let mut y_dot = [0.0; 8];
            control.add(point(&Q, &v, 0.0), &terms, &mut y_dot).unwrap();
            // Only the kinetic energy differs from that of the start.
            let twice_kinetic = |v: [f64; 4]| {
                let [a, b, c, d] = v.map(|v| v * v);
                a + b + 3.0 * (c + d)
            };
            let psi = 0.5 * (twice_kinetic(v) - twice_kinetic(V));
            let momentum = [v[0], v[1], 3.0 * v[2], 3.0 * v[3]];
            let (along, square) = match metric {
                Metric::Mass => (v, twice_kinetic(v)),
                Metric::Euclidean => (momentum, momentum.iter().map(|p| p * p).sum()),
            };
            for (found, along) in y_dot[4..].iter().zip(along) {
                let expected = -7.0 * psi * along / square;
                // Ψ is a difference of energies of 30 J.
                assert_relative_eq!(*found, expected, max_relative = 1e-13, epsilon = 1e-13);
            }
        }
    }
    let printed = feedback(Levels::Velocity, Metric::Mass).at_rest(AtRest::AsPrinted);
    let (start, still) = (point(&Q, &V, 0.0), point(&Q, &[0.0; 4], 0.0));
    let (_, v_dot) = added(&system, printed, start, still);
    assert_eq!(v_dot, [0.0; 4], "undefined at rest, so nothing is pushed");
}

#[test]
fn cards_say_whose_law_it_is_at_rest() {
    let ours = feedback(Levels::Velocity, Metric::Mass);
    assert_eq!(ours.to_string(), "α_e = 7 1/s on v, fades at rest (ours)");
    assert_eq!(
        ours.at_rest(AtRest::AsPrinted).to_string(),
        "α_e = 7 1/s on v, singular at rest (as printed)"
    );
}

#[test]
fn rounding_does_not_set_a_mechanism_at_rest_in_motion() {
    let system = Auto::new(UnequalMasses);
    let rest = [0.0; 4];
    // Velocities and a violation as rounding leaves them behind.
    let v = V.map(|v| 1e-17 * v);
    let (start, at) = (point(&Q, &rest, 0.0), point(&Q, &v, 1e-14));
    let (_, v_dot) = added(&system, feedback(Levels::Velocity, Metric::Mass), start, at);
    let push = dot(&v_dot, &v_dot).sqrt();
    assert!(push < 1e-20, "{push}");
}

/// Eq. 10 of the truncation-error paper has no divisor, so the feedback does not fade at rest either.
#[test]
fn a_constant_gain_pushes_by_twice_itself() {
    let system = Auto::new(UnequalMasses);
    let (start, at) = (point(&Q, &V, 0.0), point(&Q, &V, -0.3));
    for (rho, value) in [(Gain::Fixed(3.0), 3.0), (Gain::PerStep(0.05), 5.0)] {
        let feedback = EnergyFeedback::constant(rho, Metric::Mass).unwrap();
        let (q_dot, v_dot) = added(&system, feedback, start, at);
        assert_eq!(q_dot, [0.0; 4]);
        for (found, v) in v_dot.iter().zip(V) {
            assert_relative_eq!(*found, -2.0 * value * 0.3 * v, max_relative = 1e-12);
        }
    }
    let slow = V.map(|v| 1e-9 * v);
    let feedback = EnergyFeedback::constant(Gain::Fixed(3.0), Metric::Mass).unwrap();
    let (_, v_dot) = added(
        &system,
        feedback,
        point(&Q, &slow, 0.0),
        point(&Q, &slow, -0.3),
    );
    assert_relative_eq!(v_dot[0], -1.8 * slow[0], max_relative = 1e-12);
    assert_eq!(feedback.to_string(), "ρ = 3 1/(J s) on v");
    let refused = EnergyFeedback::constant(Gain::Fixed(f64::NAN), Metric::Mass).unwrap_err();
    assert_eq!(refused.name, "energy gain");
}

#[test]
fn a_wrong_time_constant_changes_both_rates_and_nothing_else() {
    let made = |alpha, levels, metric| EnergyFeedback::new(alpha, levels, metric).unwrap();
    for metric in METRICS {
        for (gain, wrong) in [
            (Gain::Fixed(2.0), Gain::Fixed(6.0)),
            (Gain::PerStep(2.0), Gain::PerStep(6.0)),
        ] {
            for (levels, wrong_levels) in [
                (Levels::Velocity, Levels::Velocity),
                (
                    Levels::PositionAndVelocity { rate: gain },
                    Levels::PositionAndVelocity { rate: wrong },
                ),
            ] {
                let right = made(gain, levels, metric);
                let expected = made(wrong, wrong_levels, metric);
                assert_eq!(right.detuned(3.0), Some(expected));
                let printed = right.at_rest(AtRest::AsPrinted).detuned(3.0);
                assert_eq!(printed, Some(expected.at_rest(AtRest::AsPrinted)));
            }
            let constant = |rho| EnergyFeedback::constant(rho, metric).unwrap();
            assert_eq!(constant(gain).detuned(3.0), Some(constant(wrong)));
        }
        assert_eq!(feedback(Levels::Velocity, metric).detuned(-1.0), None);
    }
}

#[test]
fn a_constant_gain_breaks_the_units_of_mass_and_time_and_what_the_integrator_breaks() {
    let broken = |feedback: EnergyFeedback| -> Vec<Symmetry> {
        let broken = feedback.breaks(Integrator::Rk4, &[]);
        broken.into_iter().map(|b| b.symmetry).collect()
    };
    use Symmetry::{FreeMotion, MassScaling, Reversal, TimeScaling};
    let constant = EnergyFeedback::constant(Gain::Fixed(2.0), Metric::Mass).unwrap();
    let expected = [Reversal, FreeMotion, MassScaling, TimeScaling];
    assert_eq!(broken(constant), expected);
    let per_step = EnergyFeedback::new(Gain::PerStep(2.0), Levels::Velocity, Metric::Mass);
    assert_eq!(broken(per_step.unwrap()), [Reversal, FreeMotion]);
}
