//! After every step both constraints hold to rounding, and that is cheap.

use conformance::fixtures::{
    Fixture, double_pendulum, heavy_top, long_chain, nearly_parallel, sleigh, spherical_pendulum,
    swelling_gravity, turning_rod,
};
use conformance::{Sample, Trial, fixed};
use mass_projection::{MassProjection, method};
use stepping::{Integrator, Variant};
use system::largest;

/// Violations in multiples of the rounding of one of their terms; a row has up to six.
const MULTIPLE: f64 = 10.0;

/// Both violations after each of `steps` steps over the time of the fixture, in multiples of rounding.
fn violations(variant: &dyn Variant, fixture: &Fixture, steps: usize) -> (f64, f64) {
    let mut trial = Trial::new(variant, &*fixture.system, fixed(fixture, steps)).unwrap();
    let mut worst = (0.0_f64, 0.0_f64);
    for _ in 0..steps {
        trial.step().expect("regular");
        let Sample {
            state,
            phi,
            w,
            terms,
            ..
        } = trial.sample();
        let slope = f64::EPSILON * largest(&terms.jacobian);
        let of_phi = slope * largest(state.q());
        let of_w = (slope * largest(state.v())).max(f64::EPSILON * largest(&terms.phi_t));
        worst.0 = worst.0.max(largest(phi) / of_phi);
        worst.1 = worst.1.max(largest(w) / of_w);
    }
    worst
}

#[test]
fn every_step_ends_on_the_constraints() {
    let fixtures = [
        spherical_pendulum(),
        double_pendulum(),
        heavy_top(),
        long_chain(),
        nearly_parallel(),
        sleigh(),
        turning_rod(),
        swelling_gravity(),
    ];
    for variant in method().variants {
        for fixture in &fixtures {
            let (phi, w) = violations(variant.as_ref(), fixture, 200);
            let who = (variant.card().id, fixture.name);
            assert!(phi <= MULTIPLE && w <= MULTIPLE, "{who:?}: {phi}, {w}");
        }
    }
}

#[test]
fn a_projection_takes_two_evaluations_and_one_factorization() {
    let fixture = double_pendulum();
    let steps: u64 = 1000;
    for (integrator, passes, corrections) in [(Integrator::Rk4, 4, 2.1), (Integrator::Heun, 2, 3.3)]
    {
        let variant = MassProjection { integrator };
        let resolution = fixed(&fixture, steps as usize);
        let mut trial = Trial::new(&variant, &*fixture.system, resolution).unwrap();
        trial.steps(steps as usize).expect("regular");
        let work = trial.work();
        assert!(work.evaluations <= (passes + 2) * steps, "{work:?}");
        assert!(work.factorizations <= (passes + 1) * steps, "{work:?}");
        // Of positions and velocities together.
        let per_step = work.iterations as f64 / steps as f64;
        assert!(per_step < corrections, "{integrator:?}: {per_step}");
    }
}
