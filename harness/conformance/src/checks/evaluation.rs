//! An evaluation writes everything, allocates nothing and gives the same bits every time.

use super::allocations::warm_up;
use super::specification::blank;
use crate::sampling::{Sample, samples};
use crate::verdict::{Verdict, collect, ensure, every_problem};
use allocations::{count, is_installed};
use problem::Problem;
use system::{ForceJacobian, System, Terms};

/// States evaluated, and of large systems.
const STATES: (usize, usize) = (20, 4);

/// The functions of a system overwrite their buffers, do not allocate and are deterministic.
///
/// # Errors
/// What is left unwritten, allocated or different, or that the counting allocator is not installed.
pub fn evaluations_are_clean(problems: &[Box<dyn Problem>]) -> Verdict {
    ensure(is_installed(), || {
        "the counting allocator is not installed: a count of zero would prove nothing".to_owned()
    })?;
    every_problem(problems, |problem| {
        let system = problem.system();
        warm_up(&*system);
        samples(problem, system.shape(), STATES)
            .iter()
            .try_for_each(|sample| clean(&*system, sample))
    })
}

/// Every buffer a system writes to.
struct Buffers {
    terms: Terms,
    phi: Vec<f64>,
    scalars: [f64; 2],
    gradient: (Vec<f64>, Vec<f64>),
    jacobian: ForceJacobian,
}

impl Buffers {
    fn new(system: &dyn System) -> Self {
        let shape = system.shape();
        let blanks = |n: usize| vec![f64::NAN; n];
        let entries = shape.force_rows().len();
        Self {
            terms: blank(Terms::new(shape)),
            phi: blanks(shape.constraints()),
            scalars: [f64::NAN; 2],
            gradient: (blanks(shape.n_v()), blanks(shape.n_v())),
            jacobian: ForceJacobian {
                by_position: blanks(entries),
                by_velocity: blanks(entries),
            },
        }
    }

    fn fill(&mut self, system: &dyn System, at: &Sample) {
        let (t, q, v) = (at.t, &at.q[..], &at.v[..]);
        system.evaluate(t, q, v, &mut self.terms);
        system.constraint(t, q, &mut self.phi);
        self.scalars = [system.energy(t, q, v), system.power(t, q, v)];
        let (by_position, by_velocity) = &mut self.gradient;
        system.energy_gradient(t, q, v, by_position, by_velocity);
        system.force_jacobian(t, q, v, &mut self.jacobian);
    }

    fn bits(&self) -> Vec<u64> {
        let t = &self.terms;
        let all: [&[f64]; 12] = [
            &t.mass,
            &t.force,
            &t.phi,
            &t.jacobian,
            &t.phi_t,
            &t.gamma,
            &self.phi,
            &self.scalars,
            &self.gradient.0,
            &self.gradient.1,
            &self.jacobian.by_position,
            &self.jacobian.by_velocity,
        ];
        all.concat().into_iter().map(f64::to_bits).collect()
    }
}

fn clean(system: &dyn System, at: &Sample) -> Verdict {
    let (mut once, mut again) = (Buffers::new(system), Buffers::new(system));
    let ((), allocations) = count(|| once.fill(system, at));
    again.fill(system, at);
    let unwritten = once.bits().iter().any(|x| f64::from_bits(*x).is_nan());
    collect([
        ensure(allocations == 0, || {
            format!("an evaluation allocates {allocations} times")
        }),
        ensure(!unwritten, || {
            format!(
                "an evaluation leaves a buffer unwritten near t = {:.3}",
                at.t
            )
        }),
        ensure(once.bits() == again.bits(), || {
            format!("two evaluations differ near t = {:.3}", at.t)
        }),
    ])
}
