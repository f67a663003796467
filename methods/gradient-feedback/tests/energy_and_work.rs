//! The energy under Eq. 51, and what the control costs.

use conformance::fixtures::{double_pendulum, sleigh};
use conformance::{Trial, fixed, follow};
use gradient_feedback::method;
use stepping::{Refusal, Variant, Work};

fn variant(id: &str) -> Box<dyn Variant> {
    let found = method().variants.into_iter().find(|v| v.card().id == id);
    found.unwrap_or_else(|| panic!("there is no {id}"))
}

#[test]
fn gains_tied_to_the_step_hold_the_energy_to_one_order_more() {
    let fixture = double_pendulum();
    for (id, claim) in [
        ("gradient-feedback/rk4/energy-forward-euler", 5.0),
        ("gradient-feedback/rk4/energy-backward-euler", 5.0),
        ("gradient-feedback/ab3/energy-forward-euler", 4.0),
        ("gradient-feedback/ab3/energy-backward-euler", 4.0),
        // Without it the energy has the order of the motion.
        ("gradient-feedback/rk4/backward-euler", 4.0),
        ("gradient-feedback/ab3/backward-euler", 3.0),
    ] {
        let variant = variant(id);
        let energy = |steps| {
            follow(variant.as_ref(), &fixture, fixed(&fixture, steps))
                .unwrap()
                .energy
        };
        let order = math::log2(energy(500) / energy(1000));
        assert!((order - claim).abs() < 0.2, "{id}: {order}, not {claim}");
    }
}

#[test]
fn the_control_solves_nothing() {
    let fixture = double_pendulum();
    let count = |id: &str| {
        let variant = variant(id);
        let mut trial = Trial::new(&*variant, &*fixture.system, fixed(&fixture, 100)).unwrap();
        trial.step().unwrap();
        trial.work()
    };
    let four_passes = Work {
        steps: 1,
        evaluations: 4,
        factorizations: 4,
        solves: 4,
        ..Work::default()
    };
    assert_eq!(count("gradient-feedback/rk4"), four_passes);
    assert_eq!(
        count("gradient-feedback/rk4/energy-forward-euler"),
        four_passes
    );
    // Backward Euler looks at the uncontrolled result.
    assert_eq!(
        count("gradient-feedback/rk4/energy-backward-euler"),
        Work {
            evaluations: 5,
            ..four_passes
        }
    );
}

#[test]
fn rows_without_positions_are_counted_in_the_refusal() {
    let fixture = sleigh();
    let rows = fixture.system.shape().nonholonomic();
    for variant in method().variants {
        let answer = variant.prepare(&*fixture.system, fixed(&fixture, 100));
        assert_eq!(answer.map(|_| ()), Err(Refusal::Nonholonomic(rows)));
    }
}
