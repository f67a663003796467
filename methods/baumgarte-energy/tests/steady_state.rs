//! Steady violations of a point on a circle without forces, under both feedbacks: where the truncation error of
//! the integrator and the feedback balance.
//!
//! A steady state turns by a fixed angle and keeps its radius. For a linear multistep method it has, with
//! `z = x + iy` and `z' = μ z`, the exact values `ψ = -Re μ/ρ`, `Φ' = r² Re μ`, `Φ = -(α/β) Φ'`, with the constant
//! gain ρ of `v' = … - 2ρψ v`.

use baumgarte_energy::BaumgarteEnergy;
use conformance::fixtures::OnCircle;
use mechanics::{Auto, System};
use stepping::{EnergyFeedback, Gain, Integrator, Method, Metric, Placement, Resolution, StepSize};

/// Without gravity, at unit speed.
const CIRCLE: OnCircle = OnCircle::new(0.0, 1.0);

const H: f64 = 0.01;

/// Φ, Φ' and ψ after all that is transient has died away.
fn settled(integrator: Integrator, (alpha, beta, rho): (f64, f64, f64)) -> [f64; 3] {
    let energy = EnergyFeedback::constant(Gain::Fixed(rho), Metric::Mass);
    let method = BaumgarteEnergy::new(
        integrator,
        Placement::EveryPass,
        (Gain::Fixed(alpha), Gain::Fixed(beta)),
        energy.unwrap(),
        "",
    );
    let (method, system) = (method.unwrap(), Auto::new(CIRCLE));
    let resolution = Resolution::Fixed(StepSize::new(H).unwrap());
    let mut stepper = method.prepare(&system, resolution).unwrap();
    let mut state = system.initial();
    // The slowest violation shrinks by 1 - 2ρh in a step, at least one part in a hundred.
    for _ in 0..5000 {
        stepper.step(&mut state).unwrap();
    }
    let (&[x, y], &[vx, vy]) = (state.q(), state.v()) else {
        unreachable!("two coordinates")
    };
    [
        0.5 * (x * x + y * y - 1.0),
        x * vx + y * vy,
        0.5 * (vx * vx + vy * vy - 1.0),
    ]
}

/// Φ and ψ are differences of numbers of size one, and α turns the rounding of Φ' into one hundred times as much.
const ROUNDING: [f64; 3] = [2e-15, 1e-13, 5e-15];

fn assert_close(found: [f64; 3], expected: [f64; 3]) {
    for k in 0..3 {
        let gap = (found[k] - expected[k]).abs();
        assert!(
            gap < ROUNDING[k],
            "{:e} instead of {:e}",
            found[k],
            expected[k]
        );
    }
}

/// For Euler's method `μ = (e^{iΩ} - 1)/h`, and with `a = h/ρ`, `b = h α/β` the square `m = |μ|²` solves
/// `ab m² + (1 - a + b) m = 1`; then `ψ = hm/2ρ` and `Φ' = -(h/2)(1 + 2ψ)`.
#[test]
fn euler_settles_where_its_quadratic_equation_says() {
    let (alpha, beta, rho) = (200.0, 1e4, 5.0);
    let (a, b) = (H / rho, H * alpha / beta);
    let half = 0.5 * (1.0 - a + b);
    let m = 1.0 / (half + (half * half + a * b).sqrt());
    let psi = H * m / (2.0 * rho);
    let rate = -0.5 * H * (1.0 + 2.0 * psi);
    let found = settled(Integrator::Euler, (alpha, beta, rho));
    assert_close(found, [-alpha / beta * rate, rate, psi]);
    // The six digits that Yoon, Howe and Greenwood print for this example.
    let printed = [1.00200e-4, -5.01002e-3, 1.00180e-3];
    for (found, printed) in found.into_iter().zip(printed) {
        assert!((found / printed - 1.0).abs() < 5e-6);
    }
}

/// The numbers are the fixed point of AB-2 in forty digits.
#[test]
fn second_order_adams_bashforth_settles_at_its_fixed_point() {
    let gains = (4.0 / 3.0 / H, 2.0 / 3.0 / (H * H), 0.5);
    let found = settled(Integrator::Ab2, gains);
    assert_close(
        found,
        [
            5.000_384_980_015_7e-9,
            -2.500_192_490_007_9e-7,
            5.000_384_930_008e-7,
        ],
    );
}
