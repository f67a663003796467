//! The published example, a pendulum that turns over, written out by hand: AB-3 with steps of 0.01 s started by RK-4, 20 s.
//!
//! The largest violations and errors of these runs are compared with another program in `harness/replication`. Here every
//! state is that of Eqs. 40, 51 and 60, with the actual `|J|² = 1 + 2Φ` where Eq. 64 has one.

use conformance::Trial;
use conformance::fixtures::OnCircle;
use gradient_feedback::GradientFeedback;
use stepping::{AtRest, EnergyFeedback, Gain, Integrator, Levels, Metric, Placement, Variant};
use system::Auto;

const H: f64 = 0.01;
const STEPS: usize = 2000;

/// What is run.
struct Case {
    placement: Placement,
    gain: f64,
    energy: bool,
}

/// `√40`: the gain that has the pole of Baumgarte's feedback with β = 40.
const SQRT_40: f64 = 6.324_555_320_336_759;

/// The paper's case first.
const CASES: [Case; 5] = [
    case(Placement::ForwardEuler, 40.0, true),
    case(Placement::ForwardEuler, SQRT_40, true),
    case(Placement::BackwardEuler, 40.0, true),
    case(Placement::BackwardEuler, SQRT_40, true),
    case(Placement::ForwardEuler, 40.0, false),
];

const fn case(placement: Placement, gain: f64, energy: bool) -> Case {
    Case {
        placement,
        gain,
        energy,
    }
}

/// `(x, y, v_x, v_y)`.
type Y = [f64; 4];

/// Eqs. 60 with the missing -g in the last one.
fn rate([x, y, vx, vy]: Y) -> Y {
    let lambda = (vx * vx + vy * vy - y) / (x * x + y * y);
    [vx, vy, -x * lambda, -1.0 - y * lambda]
}

/// The control of Eq. 51 with the gains of Eqs. 40 and 27.
fn control([x, y, vx, vy]: Y, case: &Case) -> Y {
    let r2 = x * x + y * y;
    let v2 = vx * vx + vy * vy;
    let down = -case.gain * 0.5 * (r2 - 1.0) / r2;
    let psi = 0.5 * v2 + y - 2.0;
    let brake = if case.energy {
        -case.gain * psi / v2
    } else {
        0.0
    };
    [down * x, down * y, brake * vx, brake * vy]
}

fn moved(y: Y, h: f64, k: Y) -> Y {
    std::array::from_fn(|i| y[i] + h * k[i])
}

/// All states of a run, written out: AB-3 or RK-4 for the motion, one Euler step for the control.
fn by_hand(case: &Case) -> Vec<Y> {
    let mut y = [1.0, 0.0, 0.0, 2.0];
    let mut history: Vec<Y> = Vec::new();
    let mut states = Vec::new();
    for _ in 0..STEPS {
        let k1 = rate(y);
        history.push(k1);
        let uncontrolled = match history[..] {
            [.., f2, f1, f0] => std::array::from_fn(|i| {
                y[i] + H / 12.0 * (23.0 * f0[i] - 16.0 * f1[i] + 5.0 * f2[i])
            }),
            _ => {
                let k2 = rate(moved(y, 0.5 * H, k1));
                let k3 = rate(moved(y, 0.5 * H, k2));
                let k4 = rate(moved(y, H, k3));
                std::array::from_fn(|i| {
                    y[i] + H / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])
                })
            }
        };
        let from = match case.placement {
            Placement::BackwardEuler => uncontrolled,
            _ => y,
        };
        y = moved(uncontrolled, H, control(from, case));
        states.push(y);
    }
    states
}

/// All states of a run of `method`.
fn states(variant: &dyn Variant) -> Vec<Y> {
    let system = Auto::new(OnCircle::new(1.0, 2.0));
    let mut trial = Trial::fixed(variant, &system, H).unwrap();
    let step = |_| {
        let state = trial.step().unwrap();
        std::array::from_fn(|i| state.y()[i])
    };
    (0..STEPS).map(step).collect()
}

fn by_method(case: &Case) -> Vec<Y> {
    let gain = Gain::Fixed(case.gain);
    let plain = GradientFeedback::new(Integrator::Ab3, case.placement, gain, "").unwrap();
    // With unit masses the metric makes no difference; printed is the Euclidean one.
    let energy = EnergyFeedback::new(gain, Levels::Velocity, Metric::Euclidean).unwrap();
    states(&match case.energy {
        true => plain.with_energy(energy.at_rest(AtRest::AsPrinted)),
        false => plain,
    })
}

#[test]
fn the_method_is_what_was_written_out_by_hand() {
    for case in &CASES {
        let (variant, hand) = (by_method(case), by_hand(case));
        let pairs = variant.iter().flatten().zip(hand.iter().flatten());
        let gap = pairs.fold(0.0_f64, |gap, (a, b)| gap.max((a - b).abs()));
        // 2000 steps of rounding, which drift apart along the circle where the energy is free.
        assert!(gap < 1e-11, "{:?}: {gap:.1e}", case.placement);
    }
}

/// The states of the variant with this id.
fn of_variant(id: &str) -> Vec<Y> {
    let variants = gradient_feedback::method().variants;
    let found = variants.iter().find(|v| v.card().id == id);
    states(found.unwrap().as_ref())
}

#[test]
fn the_published_variant_is_the_first_case() {
    let printed = of_variant("gradient-feedback/ab3/yoon-as-printed");
    assert_eq!(printed, by_method(&CASES[0]));
}

/// The example keeps moving, with `v² > 2` and accelerations of at most 6 that the gain of 40 1/s outruns. Our repair then
/// does nothing but leave Ψ alone within its rounding.
#[test]
fn where_the_mechanism_keeps_moving_the_repaired_law_is_the_printed_one() {
    let ours = of_variant("gradient-feedback/ab3/yoon");
    let printed = by_method(&CASES[0]);
    let pairs = ours.iter().flatten().zip(printed.iter().flatten());
    let gap = pairs.fold(0.0_f64, |gap, (a, b)| gap.max((a - b).abs()));
    assert!(gap < 1e-12, "{gap:.1e}");
}
