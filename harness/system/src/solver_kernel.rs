//! Solvers compiled for the sizes and patterns of one small system, which brings them along in its [`Shape`].

use crate::bits::{all, bits_of, blocks};
use crate::{Feedback, MassLayout, Reaction, Shape, Terms};
use std::fmt;

/// Solves for accelerations, given the mass, the terms, the velocities and the feedback. Returns `false` when the
/// pivots are too small for it. Arguments are separate, so that they are passed in registers.
pub type Accelerate = fn(&[f64], &Terms, &[f64], Feedback, &mut Reaction, &mut [f64]) -> bool;

/// A compiled solver, with the form in which it takes the mass.
#[derive(Clone, Copy)]
pub enum CompiledSolver {
    /// Takes the factors of a constant mass: reciprocals of a diagonal, or factors of blocks.
    Factored(Accelerate),
    /// Takes the values of a mass that depends on the configuration.
    Values(Accelerate),
}

/// Accelerations in one pass, compiled for one pattern of rows and mass; made by the crate `solvers`.
#[derive(Clone, Copy)]
pub struct SolverKernel {
    /// Number of velocities.
    pub n: usize,
    /// Number of rows.
    pub m: usize,
    /// Pattern of the rows.
    pub rows: u64,
    /// Pattern of the mass.
    pub mass: u64,
    /// The compiled function.
    pub compiled: CompiledSolver,
}

impl SolverKernel {
    /// Whether it was compiled for systems of this shape.
    pub(crate) fn fits(&self, shape: &Shape) -> bool {
        let (n, m) = (shape.n_v(), shape.constraints());
        let mass = |n| match shape.mass() {
            MassLayout::Diagonal => Some(blocks(n, &vec![1; n])),
            MassLayout::Blocks(sizes) => Some(blocks(n, sizes)),
            MassLayout::Dense => Some(all(n * n)),
            MassLayout::Sparse(_) => None,
        };
        // Other sizes may have more entries than there are bits.
        (n, m) == (self.n, self.m)
            && self.wants_factors() == shape.has_constant_mass()
            && bits_of(shape.rows()) == self.rows
            && mass(n) == Some(self.mass)
    }

    fn wants_factors(&self) -> bool {
        matches!(self.compiled, CompiledSolver::Factored(_))
    }
}

/// Kernels are equal when they are compiled for the same sizes, patterns and form of the mass.
impl PartialEq for SolverKernel {
    fn eq(&self, other: &Self) -> bool {
        let key = |k: &Self| (k.n, k.m, k.rows, k.mass, k.wants_factors());
        key(self) == key(other)
    }
}

impl Eq for SolverKernel {}

impl fmt::Debug for SolverKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            n, m, rows, mass, ..
        } = self;
        write!(f, "{n} velocities, {m} rows {rows:#b}, mass {mass:#b}")
    }
}
