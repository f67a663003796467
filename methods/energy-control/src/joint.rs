//! The equations of motion with one more multiplier for the energy (Yoon 1992 Eqs. 14-19, solved jointly).

use stepping::{
    AtRest, ControlUse, EnergyBalance, Formulation, Gain, MultiplierForm, Point, StepError, Work,
};
use system::System;

/// `M v' + Jᵀ λ + M v μ = f`, `J v' = γ`, `Ψ' + η Ψ = 0`. The control is what μ adds: `-μ z` to v', and
/// `-μ νᵀ Φ_t` to W', since the reactions that move the constraints are λ and not λ₀.
pub(crate) struct JointMultipliers<'a> {
    form: MultiplierForm<'a>,
    balance: EnergyBalance<'a>,
    gain: Gain,
    /// The gain at the present step.
    eta: f64,
    /// `M v`.
    momentum: Vec<f64>,
    z: Vec<f64>,
    nu: Vec<f64>,
    /// The right-hand side of `J z = 0`.
    zero: Vec<f64>,
}

impl<'a> JointMultipliers<'a> {
    /// The factor of μ vanishes at rest like the divisor of the gradient law, and gets the same repair.
    pub(crate) const AT_REST: AtRest = AtRest::Fades;

    pub(crate) fn new(form: MultiplierForm<'a>, eta: Gain) -> Self {
        let system = form.system();
        let (n, m) = (system.shape().n_v(), system.shape().constraints());
        Self {
            form,
            balance: EnergyBalance::new(system, Self::AT_REST),
            gain: eta,
            eta: 0.0,
            momentum: vec![0.0; n],
            z: vec![0.0; n],
            nu: vec![0.0; m],
            zero: vec![0.0; m],
        }
    }

    /// μ at the point where the rate was evaluated last; leaves z and ν behind.
    fn multiplier(&mut self, at: Point<'_>) -> f64 {
        let layout = self.form.system().shape().mass();
        layout.multiply(&self.form.terms().mass, at.v, &mut self.momentum);
        self.form
            .solve_for(&self.momentum, &self.zero, &mut self.z, &mut self.nu);
        let (_, w) = self.form.violation();
        let psi = self.balance.violation(self.form.unit(at));
        let demand = self.eta * psi - dot(self.form.lambda(), w);
        let twice_kinetic = dot(&self.momentum, at.v);
        let per_multiplier = twice_kinetic - dot(&self.nu, w);
        let terms = self.form.terms();
        let eta = self.eta;
        let becomes =
            |b: &mut EnergyBalance<'_>| per_multiplier * b.swiftness(eta, terms, twice_kinetic);
        self.balance
            .divisor(per_multiplier, becomes)
            .map_or(0.0, |divisor| demand / divisor)
    }

    /// Writes what μ adds at the point where the rate was evaluated last.
    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) {
        let mu = self.multiplier(at);
        let shape = self.form.system().shape();
        let (q_dot, rest) = y_dot.split_at_mut(shape.n_q());
        let (v_dot, w_dot) = rest.split_at_mut(shape.n_v());
        q_dot.fill(0.0);
        for (rate, z) in v_dot.iter_mut().zip(&self.z) {
            *rate = -mu * z;
        }
        if let Some(power) = w_dot.first_mut() {
            *power = -mu * dot(&self.nu, &self.form.terms().phi_t);
        }
    }
}

impl Formulation for JointMultipliers<'_> {
    fn system(&self) -> &dyn System {
        self.form.system()
    }

    /// Quaternions are unit between steps, so this one is too.
    fn start(&mut self, at: Point<'_>) {
        self.balance.start(at);
    }

    fn set_step(&mut self, h: f64) -> bool {
        self.eta = self.gain.first_order(h);
        false
    }

    fn rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        self.form.factored_rate(at, y_dot)?;
        let shape = self.form.system().shape();
        self.balance
            .accelerates(&y_dot[shape.n_q()..shape.n_q() + shape.n_v()]);
        control.apply(y_dot, |u| {
            self.control(at, u);
            Ok(())
        })
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.form.multipliers(at)
    }

    fn work(&self) -> Work {
        self.form.work()
    }
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests;
