//! What theory says about control of the energy, in numbers.

use conformance::fixtures::{OnCircle, damped_pendulum, turning_rod};
use conformance::{PerQuantity, Sample, Trial, fixed, follow};
use energy_control::{EnergyAsConstraint, Law};
use stepping::{AtRest, EnergyFeedback, Gain, Integrator, Levels, Metric, Placement, Variant};
use system::{Auto, State, System};

fn on_velocities(alpha: Gain) -> Law {
    let feedback = EnergyFeedback::new(alpha, Levels::Velocity, Metric::Mass);
    Law::Gradient(feedback.unwrap())
}

fn recipe(integrator: Integrator, placement: Placement, law: Law) -> EnergyAsConstraint {
    EnergyAsConstraint::new(integrator, placement, law, "").unwrap()
}

/// The state after `steps` steps of `h`, and Ψ there.
fn run(variant: &dyn Variant, system: &dyn System, h: f64, steps: usize) -> (State, f64) {
    let mut trial = Trial::fixed(variant, system, h).unwrap();
    trial.steps(steps).unwrap();
    let Sample { state, energy, .. } = trial.sample();
    (state.clone(), energy)
}

/// With `u = -(c/h) Ψ` in every pass the stages see
/// `Ψ_i = Ψ + d_i K h² - c Σ a_ij Ψ_j`, where `d_i = c_i²/2 - Σ a_ij c_j = (0, 1/8, -1/8, 0)` is how far
/// they lie off the motion and `K = |v'|²`, which is one here. The energy stands still where
/// `Σ b_i Ψ_i = 0`, at `Ψ = -c² K h² / (16 (6 - 3c + c² - c³/4))`.
#[test]
fn gains_per_step_in_every_pass_settle_where_the_mean_over_the_stages_vanishes() {
    let system = Auto::new(OnCircle::new(0.0, 1.0));
    for c in [0.5, 1.0, 2.0_f64] {
        let law = on_velocities(Gain::PerStep(c));
        let variant = recipe(Integrator::Rk4, Placement::EveryPass, law);
        let h = 1e-3;
        let (_, psi) = run(&variant, &system, h, 200);
        let expected = -c * c / (16.0 * (6.0 - 3.0 * c + c * c - 0.25 * math::powi(c, 3)));
        assert!(
            (psi / (h * h) / expected - 1.0).abs() < 1e-3,
            "c = {c}: {} instead of {expected}",
            psi / (h * h)
        );
    }
}

/// A step leaves the energy off by e; backward Euler with `c = 1` multiplies v by `1 - e/2T`, which leaves
/// `e²/4T`.
#[test]
fn backward_euler_is_a_step_of_newtons_method() {
    let system = Auto::new(OnCircle::new(1.0, 1.0));
    let after_one_step = |placement, c| {
        let variant = recipe(Integrator::Rk4, placement, on_velocities(Gain::PerStep(c)));
        run(&variant, &system, 0.5, 1)
    };
    let (free, e) = after_one_step(Placement::BackwardEuler, 0.0);
    let twice_t: f64 = free.v().iter().map(|v| v * v).sum();
    let expected = e * e / (2.0 * twice_t);
    let (_, newton) = after_one_step(Placement::BackwardEuler, 1.0);
    assert!(e.abs() > 1e-4 && expected > 1e-9);
    assert!((newton - expected).abs() < 1e-15, "{newton} {expected}");
    // Forward Euler sees the violation one step later: nothing has happened yet.
    let (_, later) = after_one_step(Placement::ForwardEuler, 1.0);
    assert_eq!(later, e);
}

/// RK-4 turns `z' = i z` with `|R(ih)|² = 1 - h⁶/72 + …`: each step on the circle loses `e = h⁶/144`. Forward
/// Euler with `Ψ⁺ = (1 - c) Ψ - e` settles at `-e/c`, and without control the loss adds up.
#[test]
fn forward_euler_leaves_the_error_of_one_step_divided_by_its_gain() {
    let system = Auto::new(OnCircle::new(0.0, 1.0));
    let h = 0.05;
    let in_units_of_one_step = |steps, c| {
        let law = on_velocities(Gain::PerStep(c));
        let variant = recipe(Integrator::Rk4, Placement::ForwardEuler, law);
        let (_, psi) = run(&variant, &system, h, steps);
        -psi / (math::powi(h, 6) / 144.0)
    };
    assert!((in_units_of_one_step(1, 0.0) - 1.0).abs() < 1e-3);
    assert!((in_units_of_one_step(12, 0.0) - 12.0).abs() < 1e-2);
    for c in [0.5, 1.0, 1.5] {
        // Nothing controls Φ', which the control of the energy shifts a little from step to step.
        let settled = c * in_units_of_one_step(12, c);
        assert!((settled - 1.0).abs() < 0.04, "c = {c}: {settled}");
    }
}

/// Forward Euler pushes by `-cΨ v/v²` along the old velocity, which changes Φ' by `-hcΨ` since the circle has turned
/// away from it. Φ' changes Ψ by `-hλΦ'` in a step, and Ψ settles at `-hλΦ'/c`: together `Φ'⁺ = (1 + h²λ) Φ'`.
#[test]
fn by_forward_euler_alone_the_velocity_violation_grows_at_the_rate_h_lambda() {
    let (h, t) = (0.02, 200.0);
    let growth = |placement, c| {
        let system = Auto::new(OnCircle::new(0.0, 1.0));
        let variant = recipe(Integrator::Rk4, placement, on_velocities(Gain::PerStep(c)));
        let (off, mut start) = (1e-6, system.initial());
        start.q_v_mut().1[0] = off;
        let trial = Trial::fixed(&variant, &system, h).unwrap();
        let mut trial = trial.starting_at(start);
        trial.steps((t / h) as usize).unwrap();
        trial.sample().w[0] / off
    };
    // λ = v² = 1.
    let expected = math::exp(h * t);
    for c in [0.5, 1.0] {
        let found = growth(Placement::ForwardEuler, c);
        assert!((found / expected - 1.0).abs() < 0.05, "{found} {expected}");
    }
    let found = growth(Placement::BackwardEuler, 1.0);
    assert!((found - 1.0).abs() < 0.05, "{found}");
}

/// The order of the position after one second of fall from rest, by three runs from `coarsest` steps on.
fn order_from_rest(placement: Placement, law: Law, coarsest: u32) -> f64 {
    let system = Auto::new(FROM_REST);
    let variant = recipe(Integrator::Rk4, placement, law);
    let [a, b, c] = [1, 2, 4]
        .map(|refinement| refinement * coarsest)
        .map(|n| run(&variant, &system, 1.0 / f64::from(n), n as usize).0.q()[0]);
    math::log2(((a - b) / (b - c)).abs())
}

/// Falls, released at the height of its centre.
const FROM_REST: OnCircle = OnCircle::new(9.81, 0.0);

/// Where velocities are as small as the errors of stages the feedback fades, and no order is lost.
#[test]
fn fixed_gains_keep_their_order_from_rest() {
    let laws = [
        on_velocities(Gain::Fixed(10.0)),
        Law::Joint {
            eta: Gain::Fixed(10.0),
        },
    ];
    for law in laws {
        let order = order_from_rest(Placement::EveryPass, law, 200);
        assert!((order - 4.0).abs() < 0.15, "{law:?}: {order}");
    }
}

/// The law as printed, on velocities.
fn printed(alpha: f64) -> Law {
    let feedback = EnergyFeedback::new(Gain::Fixed(alpha), Levels::Velocity, Metric::Mass);
    Law::Gradient(feedback.unwrap().at_rest(AtRest::AsPrinted))
}

/// With the divisor of the repair the first of these orders would be 4. Steps are short and the
/// gain is large, because the part of order 3 is small.
#[test]
fn the_printed_law_loses_an_order_from_rest_and_the_repaired_one_does_not() {
    let order = |law| order_from_rest(Placement::EveryPass, law, 1600);
    let (lost, kept) = (
        order(printed(20.0)),
        order(on_velocities(Gain::Fixed(20.0))),
    );
    assert!((lost - 3.0).abs() < 0.15, "{lost}");
    assert!((kept - 4.0).abs() < 0.15, "{kept}");
}

/// From rest with a constant acceleration a the stages of RK-4's step from `n h` to `(n + 1) h` have, in units of ha and
/// h²a²,
///
/// ```text
/// v = n, n + 1/2, n + 1/2, n + 1        Ψ = 0, 1/8, -1/8, 0
/// ```
///
/// for α = 0. With the pushes `-αh Ψ/v` that follow from these and from each other, the step leaves v off by
/// `(αh)² (1/(384 (n + 1/2)³) - 1/(96 (n + 1/2) (n + 1)))`. This vanishes for the first step, and the sum over all steps is
/// `7 ζ(3)/384 - ln 2/24 = -0.00697`: the velocity is off by `-0.00697 α² h³ a`.
#[test]
fn from_rest_the_printed_law_leaves_velocities_off_by_the_cube_of_the_step() {
    let (alpha, g, h, steps) = (1.0, 9.81, 1e-4, 100);
    let system = Auto::new(OnCircle::new(g, 0.0));
    let speed = |law: Law| {
        let variant = recipe(Integrator::Rk4, Placement::EveryPass, law);
        run(&variant, &system, h, steps).0.v()[1]
    };
    let off = speed(printed(alpha)) - speed(printed(0.0));
    let left = |n: usize| {
        let middle = n as f64 + 0.5;
        1.0 / (384.0 * math::powi(middle, 3)) - 1.0 / (96.0 * middle * (middle + 0.5))
    };
    assert_eq!(left(0), 0.0);
    // Downwards.
    let expected = -alpha * alpha * math::powi(h, 3) * g * (0..steps).map(left).sum::<f64>();
    // What is left decays at the rate α, by a hundredth until the end.
    assert!((off / expected - 1.0).abs() < 0.02, "{}", off / expected);
    let limit = 7.0 * 1.202_056_903_159_594_2 / 384.0 - math::ln(2.0) / 24.0;
    let sum: f64 = (0..1_000_000).map(left).sum();
    assert!((sum - limit).abs() < 1e-7 && (limit + 0.00697).abs() < 1e-5);
}

/// With gains per step h is the only time there is while the acceleration is constant, so the velocity after n
/// steps is off by a number that depends on n alone, times ah.
#[test]
fn gains_per_step_in_every_pass_leave_order_one_from_rest() {
    let law = on_velocities(Gain::PerStep(1.0));
    let order = order_from_rest(Placement::EveryPass, law, 2000);
    assert!((order - 1.0).abs() < 0.1, "{order}");
    for placement in [Placement::ForwardEuler, Placement::BackwardEuler] {
        let order = order_from_rest(placement, law, 200);
        assert!((order - 4.0).abs() < 0.15, "{placement:?}: {order}");
    }
}

fn errors(
    fixture: &conformance::fixtures::Fixture,
    integrator: Integrator,
    law: Law,
) -> PerQuantity<f64> {
    let variant = recipe(integrator, Placement::EveryPass, law);
    follow(&variant, fixture, fixed(fixture, 200)).unwrap()
}

/// Where drag takes energy away and where a moving constraint feeds it in, the balance with the work is what
/// is controlled: Ψ falls, and the motion stays the motion.
#[test]
fn the_balance_is_controlled_where_energy_comes_and_goes() {
    for fixture in [damped_pendulum(), turning_rod()] {
        let free = errors(&fixture, Integrator::Ab3, on_velocities(Gain::Fixed(0.0)));
        let joint = Law::Joint {
            eta: Gain::Fixed(40.0),
        };
        let both = EnergyFeedback::new(
            Gain::Fixed(40.0),
            Levels::PositionAndVelocity {
                rate: Gain::Fixed(10.0),
            },
            Metric::Mass,
        );
        let laws = [
            on_velocities(Gain::Fixed(40.0)),
            joint,
            Law::Gradient(both.unwrap()),
        ];
        for law in laws {
            let controlled = errors(&fixture, Integrator::Ab3, law);
            assert!(
                controlled.energy < 0.2 * free.energy,
                "{}: {law:?}: {} against {}",
                fixture.name,
                controlled.energy,
                free.energy
            );
            assert!(
                controlled.position < 2.0 * free.position,
                "{}: {law:?}",
                fixture.name
            );
        }
    }
}

#[test]
fn cards_say_what_the_laws_are() {
    let gains: Vec<(String, String)> = energy_control::method()
        .variants
        .iter()
        .map(|v| (v.card().id, v.card().gains.to_string()))
        .collect();
    let of = |id: &str| gains.iter().find(|(i, _)| i == id).map(|(_, g)| g.as_str());
    assert_eq!(
        of("energy-control/rk4"),
        Some("α_e = 10 1/s on v, fades at rest (ours), in every stage")
    );
    assert_eq!(
        of("energy-control/rk4/joint"),
        Some("η = 10 1/s, fades at rest (ours), in every stage")
    );
    assert_eq!(
        of("energy-control/rk4/backward-euler"),
        Some("α_e = 1/h on v, fades at rest (ours), added by backward Euler after the step")
    );
    // The repair is on the card of every variant that has it, and the printed law on that of every other.
    for (id, gains) in &gains {
        let printed = id.ends_with("/as-printed");
        let says = |text| gains.contains(text);
        assert_eq!(says("fades at rest (ours)"), !printed, "{id}: {gains}");
        assert_eq!(says("singular at rest (as printed)"), printed, "{id}");
    }
}
