//! Symmetries that the equations of motion have and a discretization may lose.

use crate::{Gain, Integrator};

/// A change of the question after which the answer must change in a known way, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Everything turned by the same rotation: the motion turns with it.
    Rotation,
    /// Everything moved by the same distance: the motion moves with it.
    Translation,
    /// Constraints in another order: the same motion, multipliers in that order.
    RowPermutation,
    /// A constraint multiplied by a number: the same motion, its multiplier divided by it.
    RowScaling,
    /// All masses and forces multiplied by a number: the same motion, multipliers multiplied by it.
    MassScaling,
    /// Time and step stretched, forces and velocities adapted: the same curve.
    TimeScaling,
    /// Velocities reversed at the end: the motion returns to its start.
    Reversal,
    /// No constraints: the bare integrator, bit for bit.
    FreeMotion,
}

impl Symmetry {
    /// Every symmetry.
    pub const ALL: [Self; 8] = [
        Self::Rotation,
        Self::Translation,
        Self::RowPermutation,
        Self::RowScaling,
        Self::MassScaling,
        Self::TimeScaling,
        Self::Reversal,
        Self::FreeMotion,
    ];
}

/// A symmetry that a variant does not share. The conformance suite holds the variant to it: what is listed
/// must really break, and what is not listed must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which.
    pub symmetry: Symmetry,
    /// Why, in a sentence.
    pub why: &'static str,
}

impl Broken {
    /// `symmetry` does not hold because of `why`.
    pub const fn new(symmetry: Symmetry, why: &'static str) -> Self {
        Self { symmetry, why }
    }

    /// What an integrator breaks by itself.
    pub fn by_integrator(integrator: Integrator) -> Vec<Self> {
        if integrator.is_symmetric() {
            Vec::new()
        } else {
            vec![Self::new(
                Symmetry::Reversal,
                "the integrator is not symmetric: a step back does not undo a step forward",
            )]
        }
    }

    /// What choosing the steps by a tolerance breaks on top of `others`.
    pub fn by_adaptive_steps(mut others: Vec<Self>) -> Vec<Self> {
        let why = "the local error is weighed component by component, so the chosen steps change";
        for symmetry in [
            Symmetry::Rotation,
            Symmetry::Translation,
            Symmetry::TimeScaling,
        ] {
            if others.iter().all(|b| b.symmetry != symmetry) {
                others.push(Self::new(symmetry, why));
            }
        }
        others
    }

    /// What feedback with these gains breaks on top of its integrator.
    pub fn by_feedback(integrator: Integrator, gains: &[Gain]) -> Vec<Self> {
        let acts = |gain: &Gain| gain.first_order(1.0) > 0.0;
        let mut broken = Self::by_integrator(integrator);
        if broken.is_empty() && gains.iter().any(acts) {
            broken.push(Self::new(
                Symmetry::Reversal,
                "feedback damps violations forward in time, and would feed them backward",
            ));
        }
        if gains.iter().any(|gain| acts(gain) && !gain.is_per_step()) {
            broken.push(Self::new(
                Symmetry::TimeScaling,
                "a gain in 1/s is a time scale of its own",
            ));
        }
        broken
    }

    /// What control of the energy breaks on top of `others`.
    pub fn by_energy_control(mut others: Vec<Self>) -> Vec<Self> {
        others.push(Self::new(
            Symmetry::FreeMotion,
            "the energy is controlled without constraints too",
        ));
        others
    }
}
