//! The uncontrolled equations of motion, and the feedback along gradients beside them.

use mechanics::{Feedback, System};
use stepping::{EnergyControl, Formulation, Gain, MultiplierForm, Point, StepError, Work};

pub(crate) struct Equations<'a> {
    form: MultiplierForm<'a>,
    gain: Gain,
    /// The gain at the present step.
    alpha: f64,
    energy: Option<EnergyControl<'a>>,
    /// `-2 Σ ζ_i Φ_i J_iᵀ`, in the space of velocities.
    push: Vec<f64>,
}

impl<'a> Equations<'a> {
    pub(crate) fn new(
        form: MultiplierForm<'a>,
        gain: Gain,
        energy: Option<EnergyControl<'a>>,
    ) -> Self {
        let push = vec![0.0; form.system().shape().n_v()];
        Self {
            form,
            gain,
            alpha: 0.0,
            energy,
            push,
        }
    }

    /// `-2 Σ ζ_i Φ_i J_iᵀ` with `2 ζ_i = α/|J_i|²` (Eqs. 28 and 40), from the last evaluation.
    fn descend(&mut self) {
        let rows = self.form.system().shape().rows();
        let terms = self.form.terms();
        self.push.fill(0.0);
        for (i, phi) in terms.phi.iter().enumerate() {
            let row = &terms.jacobian[rows.range(i)];
            let square: f64 = row.iter().map(|j| j * j).sum();
            // A row that touches nothing has no direction to descend along; solving for λ finds it singular.
            if square > 0.0 {
                let factor = -self.alpha * phi / square;
                for (j, &column) in row.iter().zip(rows.columns(i)) {
                    self.push[column] += factor * j;
                }
            }
        }
    }
}

impl Formulation for Equations<'_> {
    fn system(&self) -> &dyn System {
        self.form.system()
    }

    fn set_step(&mut self, h: f64) {
        self.alpha = self.gain.first_order(h);
        if let Some(energy) = &mut self.energy {
            energy.set_step(h);
        }
    }

    fn start(&mut self, at: Point<'_>) {
        if let Some(energy) = &mut self.energy {
            energy.start(at);
        }
    }

    #[inline]
    fn rate(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.form.feedback_rate(at, Feedback::default(), y_dot)
    }

    /// Everything it needs the last evaluation has left behind: nothing is factored.
    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.descend();
        y_dot.fill(0.0);
        let here = self.form.unit(at);
        let shape = self.form.system().shape();
        shape.push(here.q, &self.push, 1.0, &mut y_dot[..shape.n_q()]);
        match &mut self.energy {
            Some(energy) => energy
                .add(here, self.form.terms(), y_dot)
                .map_err(|cause| StepError::singular(at, cause)),
            None => Ok(()),
        }
    }

    /// An evaluation is enough: the motion at the uncontrolled result is nobody's business.
    fn control_at(&mut self, at: Point<'_>, y_dot: &mut [f64]) -> Result<(), StepError> {
        self.form.look(at);
        self.control(at, y_dot)
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.form.multipliers(at)
    }

    fn work(&self) -> Work {
        self.form.work()
    }
}
