//! Without constraints there is nothing to stabilize: a method is its integrator, bit for bit.

use crate::fixtures::{exact_oscillator, oscillator};
use crate::run::{adaptive, fixed, follow};
use crate::verdict::{Verdict, at_most, ensure, every_variant};
use stepping::{
    Integrator, Method, MultiplierForm, Placement, Resolution, StepControl, Symmetry, Variant,
    stepper,
};
use trial::Trial;

const STEPS: usize = 100;
/// Rounding of one step with numbers of order one.
const ONE_STEP: f64 = 1e-15;
/// Rounding of a hundred such steps.
const ALL_STEPS: f64 = 1e-13;
/// Tolerance of an adaptive run, and the bound for its error.
const TOLERANCE: (f64, f64) = (1e-8, 1e-6);

/// On a system without rows every variant converges as it claims and takes the very steps of its integrator,
/// unless its card says otherwise; those with RK-4 agree with an RK-4 written for the purpose.
///
/// # Errors
/// Where a method does something although there is nothing to do.
pub fn bare_integrator_without_rows(method: &Method) -> Verdict {
    let fixture = oscillator();
    every_variant(method, |variant| {
        let card = variant.card();
        let (resolution, bound) = match card.step_control {
            StepControl::Fixed => {
                let resolution = fixed(&fixture, STEPS);
                let p = f64::from(card.ladder_order());
                let bound = math::powf(resolution.interval() * fixture.rate, p) + ALL_STEPS;
                (resolution, bound)
            }
            StepControl::Adaptive => (adaptive(&fixture, TOLERANCE.0), TOLERANCE.1),
        };
        let errors = follow(variant, &fixture, resolution)?;
        let error = errors.position.max(errors.velocity);
        at_most(error, bound, || {
            format!("without rows it is off by {error:.1e}, more than {bound:.1e}")
        })?;
        let Some(integrator) = card.integrator else {
            return Ok(());
        };
        let same = same_bits(variant, integrator, resolution)?;
        if card
            .breaks
            .iter()
            .any(|b| b.symmetry == Symmetry::FreeMotion)
        {
            return ensure(
                !same,
                "lists FreeMotion as broken, but takes the very steps of its integrator",
            );
        }
        ensure(same, || {
            format!(
                "without rows its steps are not those of {}",
                integrator.id()
            )
        })?;
        match (integrator, resolution) {
            (Integrator::Rk4, Resolution::Fixed(h)) => agrees(variant, h.seconds()),
            _ => Ok(()),
        }
    })
}

/// Whether every step has the bits of the integrator alone.
fn same_bits(
    variant: &dyn Variant,
    integrator: Integrator,
    resolution: Resolution,
) -> Result<bool, String> {
    let fixture = oscillator();
    let system = &*fixture.system;
    let named = |refusal: stepping::Refusal| refusal.to_string();
    let mut of_method = Trial::new(variant, system, resolution).map_err(named)?;
    let equations = MultiplierForm::new(system).map_err(named)?;
    let bare = stepper(equations, integrator, Placement::EveryPass, resolution).map_err(named)?;
    let mut bare = Trial::around(bare, system, system.initial());
    let steps = (fixture.end / resolution.interval()).round() as usize;
    for _ in 0..steps {
        let a = of_method.step().map_err(|e| e.to_string())?;
        let b = bare.step().map_err(|e| e.to_string())?;
        let bits = |y: &[f64]| y.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        if bits(a.y()) != bits(b.y()) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn agrees(variant: &dyn Variant, h: f64) -> Verdict {
    let fixture = oscillator();
    let mut trial = Trial::new(variant, &*fixture.system, fixed(&fixture, STEPS))
        .map_err(|refusal| refusal.to_string())?;
    let mut y: [f64; 4] = std::array::from_fn(|k| trial.state().y()[k]);
    for n in 0..STEPS {
        let state = trial.step().map_err(|e| e.to_string())?;
        y = runge_kutta(y, h);
        let gaps = state.y().iter().zip(y).map(|(a, b)| (a - b).abs());
        let gap = gaps.fold(0.0, f64::max);
        let bound = if n == 0 { ONE_STEP } else { ALL_STEPS };
        at_most(gap, bound, || {
            format!("step {n} differs from plain RK-4 by {gap:.1e}")
        })?;
    }
    Ok(())
}

/// The classical method, as in any textbook.
fn runge_kutta(y: [f64; 4], h: f64) -> [f64; 4] {
    let moved = |k: [f64; 4], s: f64| std::array::from_fn(|i| y[i] + s * k[i]);
    let k1 = exact_oscillator(y);
    let k2 = exact_oscillator(moved(k1, 0.5 * h));
    let k3 = exact_oscillator(moved(k2, 0.5 * h));
    let k4 = exact_oscillator(moved(k3, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}
