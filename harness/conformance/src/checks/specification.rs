//! A hand-written kernel is its readable specification, only faster.

use crate::sampling::{Sample, gap, samples};
use crate::verdict::{Verdict, at_most, ensure, every_problem};
use problem::Problem;
use system::{ForceJacobian, System, Terms};

/// Largest difference, relative to the size of the quantity or to one: a few hundred roundings.
const TOLERANCE: f64 = 1e-12;

/// States compared, and of large systems.
const STATES: (usize, usize) = (1000, 20);

/// Everything that the kernel computes agrees with the specification, at states around the motion.
///
/// # Errors
/// The first quantity that differs, for each problem.
pub fn kernels_match_specifications(problems: &[Box<dyn Problem>]) -> Verdict {
    every_problem(problems, |problem| {
        let Some(specification) = problem.specification() else {
            return Ok(());
        };
        let kernel = problem.system();
        matches(problem, &*kernel, &*specification)
    })
}

fn matches(problem: &dyn Problem, kernel: &dyn System, specification: &dyn System) -> Verdict {
    ensure(kernel.shape() == specification.shape(), || {
        "kernel and specification differ in their shape".to_owned()
    })?;
    let (a, b) = (kernel.initial(), specification.initial());
    ensure(a == b, || {
        "kernel and specification start differently".to_owned()
    })?;
    for sample in samples(problem, kernel.shape(), STATES) {
        let (ours, theirs) = (
            everything(kernel, &sample),
            everything(specification, &sample),
        );
        for ((what, a), (_, b)) in ours.iter().zip(&theirs) {
            let difference = gap(a, b);
            at_most(difference, TOLERANCE, || {
                format!(
                    "{what} differs from the specification by {difference:.1e} near t = {:.3}",
                    sample.t
                )
            })?;
        }
    }
    Ok(())
}

/// Everything a system computes, each under its name. Buffers start as NaN, so that what is not written shows.
fn everything(system: &dyn System, at: &Sample) -> [(&'static str, Vec<f64>); 12] {
    let (t, q, v) = (at.t, &at.q, &at.v);
    let shape = system.shape();
    let mut terms = blank(Terms::new(shape));
    system.evaluate(t, q, v, &mut terms);
    let mut phi = vec![f64::NAN; shape.constraints()];
    system.constraint(t, q, &mut phi);
    let mut by_position = vec![f64::NAN; shape.n_v()];
    let mut by_velocity = by_position.clone();
    system.energy_gradient(t, q, v, &mut by_position, &mut by_velocity);
    let mut jacobian = ForceJacobian::new(shape);
    jacobian.by_position.fill(f64::NAN);
    jacobian.by_velocity.fill(f64::NAN);
    system.force_jacobian(t, q, v, &mut jacobian);
    [
        ("M", terms.mass),
        ("f", terms.force),
        ("Φ", terms.phi),
        ("J", terms.jacobian),
        ("Φ_t", terms.phi_t),
        ("γ", terms.gamma),
        ("Φ alone", phi),
        (
            "the energy",
            vec![system.energy(t, q, v), system.power(t, q, v)],
        ),
        ("the energy gradient by q", by_position),
        ("the energy gradient by v", by_velocity),
        ("the force Jacobian by q", jacobian.by_position),
        ("the force Jacobian by v", jacobian.by_velocity),
    ]
}

/// Terms full of NaN.
pub(super) fn blank(mut terms: Terms) -> Terms {
    for field in [
        &mut terms.mass,
        &mut terms.force,
        &mut terms.phi,
        &mut terms.jacobian,
        &mut terms.phi_t,
        &mut terms.gamma,
    ] {
        field.fill(f64::NAN);
    }
    terms
}
