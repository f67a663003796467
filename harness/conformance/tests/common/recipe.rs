//! A method that can be honest or lie, made of the parts every method is made of.

use std::sync::atomic::{AtomicU64, Ordering};
use stepping::{
    Card, Integrator, Method, MultiplierForm, Multipliers, Placement, Prepared, Refusal,
    Resolution, StepError, Stepper, Variant, Work, stepper,
};
use system::{State, System};

/// What is wrong with a method, if anything.
#[derive(Clone, Copy, PartialEq)]
#[allow(dead_code)] // Each test binary plants its own.
pub(crate) enum Defect {
    None,
    /// A step allocates and frees.
    Allocates,
    /// No two runs are the same.
    Wanders,
    /// Redundant rows are dropped in silence.
    AcceptsRedundantRows,
    /// Rejects a quaternion that the card promises to treat.
    RefusesQuaternions,
    /// Either kind of resolution will do.
    AnyResolution,
    /// A state that is not finite makes it panic.
    Panics,
    /// A state that is not finite goes unnoticed.
    Overlooks,
    /// A push along the first velocity in every step, whatever the constraints.
    Pushes,
    /// Multipliers have the wrong sign.
    FlipsMultipliers,
    /// Multipliers come in ascending order instead of that of the rows.
    SwapsMultipliers,
    /// The work is forgotten.
    ForgetsWork,
    /// Every fourth evaluation is not counted.
    CountsTooFew,
    /// The tolerance is made a hundred thousand times larger.
    Sloppy,
}

/// A recipe with its card.
pub(crate) struct Recipe {
    pub(crate) card: Card,
    pub(crate) defect: Defect,
    pub(crate) runs: AtomicU64,
}

/// Unstabilized equations with claims that hold.
pub(crate) fn honest(integrator: Integrator) -> Recipe {
    Recipe {
        card: Card::of("sample", integrator),
        defect: Defect::None,
        runs: AtomicU64::new(0),
    }
}

/// The same, with steps chosen by a tolerance.
pub(crate) fn adaptive() -> Recipe {
    let mut recipe = honest(Integrator::Dopri5);
    recipe.card = recipe.card.adaptive();
    recipe
}

/// A method made of recipes.
pub(crate) fn method(recipes: Vec<Recipe>) -> Method {
    Method {
        id: "sample",
        name: "Sample",
        kind: "baseline",
        summary: "Made for testing the tests.",
        citation: "none",
        variants: recipes
            .into_iter()
            .map(|r| Box::new(r) as Box<dyn Variant>)
            .collect(),
    }
}

impl Variant for Recipe {
    fn card(&self) -> Card {
        self.card.clone()
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        let integrator = self.card.integrator.expect("samples have an integrator");
        let shape = system.shape();
        let quaternions = shape.quaternions().len();
        if self.defect == Defect::RefusesQuaternions && quaternions > 0 {
            return Err(Refusal::Quaternions(quaternions));
        }
        let resolution = match (self.defect, resolution) {
            (Defect::AnyResolution, Resolution::Adaptive { interval, .. }) => {
                Resolution::Fixed(interval)
            }
            (Defect::Sloppy, Resolution::Adaptive { interval, .. }) => Resolution::Adaptive {
                tolerance: stepping::Tolerance::new(1e-3).expect("between zero and one"),
                interval,
            },
            (_, resolution) => {
                self.card.step_control.check(resolution)?;
                resolution
            }
        };
        let inner: Box<dyn Stepper + 'a> = match MultiplierForm::new(system) {
            Ok(form) => stepper(form, integrator, Placement::EveryPass, resolution)?,
            Err(_) if self.defect == Defect::AcceptsRedundantRows => Box::new(Idle),
            Err(refusal) => return Err(refusal),
        };
        Ok(Box::new(Wrapped {
            inner,
            defect: self.defect,
            run: self.runs.fetch_add(1, Ordering::Relaxed),
            flipped: vec![0.0; shape.constraints()],
        }))
    }
}

/// The honest stepper with a defect around it.
struct Wrapped<'a> {
    inner: Box<dyn Stepper + 'a>,
    defect: Defect,
    run: u64,
    flipped: Vec<f64>,
}

impl Stepper for Wrapped<'_> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        let outcome = self.inner.step(state);
        match self.defect {
            Defect::Allocates => drop(std::hint::black_box(vec![0.0; 4])),
            Defect::Wanders => state.y_mut()[0] += 1e-15 * self.run as f64,
            Defect::Panics => assert!(state.is_finite(), "not finite"),
            Defect::Overlooks => return Ok(()),
            Defect::Pushes => state.q_v_mut().1[0] += 1e-9,
            Defect::ForgetsWork => {
                let n = state.q().len() + state.v().len();
                state.y_mut()[n..].fill(0.0);
            }
            _ => {}
        }
        outcome
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        let found = self.inner.multipliers(state)?;
        let flips = self.defect == Defect::FlipsMultipliers;
        let sign = if flips { -1.0 } else { 1.0 };
        for (out, x) in self.flipped.iter_mut().zip(found.values) {
            *out = sign * x;
        }
        if self.defect == Defect::SwapsMultipliers {
            self.flipped.sort_by(f64::total_cmp);
        }
        Ok(Multipliers {
            values: &self.flipped,
            at_time: found.at_time,
        })
    }

    fn work(&self) -> Work {
        let mut work = self.inner.work();
        if self.defect == Defect::CountsTooFew {
            work.evaluations -= work.evaluations / 4;
        }
        work
    }
}

/// Does not move at all.
struct Idle;

impl Stepper for Idle {
    fn step(&mut self, _state: &mut State) -> Result<(), StepError> {
        Ok(())
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        Ok(Multipliers {
            values: &[],
            at_time: state.t,
        })
    }

    fn work(&self) -> Work {
        Work::default()
    }
}
