//! A system whose evaluation is written out by hand, as far as that pays.

use crate::{Auto, ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The hand-written part of a [`System`]: one evaluation in as few operations as possible.
///
/// Everything else comes from the specification, unless a step of a small mechanism needs it often or stored results
/// depend on its rounding.
pub trait Kernel: Sync + Send {
    /// The readable description of the same system.
    type Mechanism: Mechanism;

    /// The specification, which provides every function that the kernel does not implement.
    fn specification(&self) -> &Auto<Self::Mechanism>;

    /// See [`System::evaluate`].
    fn evaluate(&self, t: f64, q: &[f64], v: &[f64], out: &mut Terms);

    /// See [`System::constraint`].
    fn constraint(&self, t: f64, q: &[f64], out: &mut [f64]) {
        self.specification().constraint(t, q, out);
    }

    /// See [`System::energy`].
    fn energy(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        self.specification().energy(t, q, v)
    }

    /// See [`System::energy_gradient`].
    fn energy_gradient(&self, t: f64, q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        self.specification().energy_gradient(t, q, v, by_q, by_v);
    }

    /// See [`System::power`].
    fn power(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        self.specification().power(t, q, v)
    }

    /// See [`System::force_jacobian`].
    fn force_jacobian(&self, t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        self.specification().force_jacobian(t, q, v, out);
    }
}

impl<K: Kernel> System for K {
    fn shape(&self) -> &Shape {
        self.specification().shape()
    }

    fn initial(&self) -> State {
        self.specification().initial()
    }

    fn evaluate(&self, t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        Kernel::evaluate(self, t, q, v, out);
    }

    fn constraint(&self, t: f64, q: &[f64], out: &mut [f64]) {
        Kernel::constraint(self, t, q, out);
    }

    fn energy(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        Kernel::energy(self, t, q, v)
    }

    fn energy_gradient(&self, t: f64, q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        Kernel::energy_gradient(self, t, q, v, by_q, by_v);
    }

    fn power(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        Kernel::power(self, t, q, v)
    }

    fn force_jacobian(&self, t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        Kernel::force_jacobian(self, t, q, v, out);
    }
}
