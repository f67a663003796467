//! The sizes and patterns of a system, which do not change while it moves.

use crate::{MassLayout, Pattern, SolverKernel, quaternion};
use thiserror::Error;

/// A unit quaternion `(e0, e1, e2, e3)` in `q` whose velocity is the body-frame angular velocity in `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuaternionBlock {
    /// Index of the first of its four components in `q`.
    pub q: usize,
    /// Index of the first of its three angular velocities in `v`.
    pub v: usize,
}

impl QuaternionBlock {
    /// `N(e) ω` for its part of `q` and of a velocity-space vector.
    fn rate(&self, q: &[f64], v: &[f64]) -> [f64; 4] {
        let e = [q[self.q], q[self.q + 1], q[self.q + 2], q[self.q + 3]];
        quaternion::rate(e, [v[self.v], v[self.v + 1], v[self.v + 2]])
    }
}

/// Sizes, quaternion blocks, row kinds and sparsity of a system.
///
/// Holonomic rows come first, nonholonomic rows after them. Coordinates outside quaternion blocks
/// correspond to velocities one to one, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    n_q: usize,
    n_v: usize,
    holonomic: usize,
    nonholonomic: usize,
    rheonomic: bool,
    conservative: bool,
    constant_mass: bool,
    mass: MassLayout,
    rows: Pattern,
    force_rows: Pattern,
    quaternions: Vec<QuaternionBlock>,
    solver_kernel: Option<SolverKernel>,
}

/// An invalid description of a system.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// A pattern has the wrong number of rows.
    #[error("the {what} pattern has {got} rows, the system {expected}")]
    Rows {
        /// Name of the pattern.
        what: &'static str,
        /// Number of rows that it has.
        got: usize,
        /// Number of rows that it must have.
        expected: usize,
    },
    /// A pattern names a column that does not exist.
    #[error("the {what} pattern names column {column}, the system has {n} velocities")]
    Column {
        /// Name of the pattern.
        what: &'static str,
        /// The offending column.
        column: usize,
        /// Number of velocities.
        n: usize,
    },
    /// The sizes of the mass blocks do not add up to the number of velocities.
    #[error("mass blocks cover {got} velocities, the system has {expected}")]
    Blocks {
        /// Number of velocities that the blocks cover.
        got: usize,
        /// Number of velocities of the system.
        expected: usize,
    },
    /// A mass pattern names an entry but not its mirror image, or leaves out the diagonal.
    #[error("the mass pattern is not symmetric at ({row}, {column}), or has no diagonal there")]
    Asymmetric {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        column: usize,
    },
    /// Quaternion blocks overlap or run past the end.
    #[error("quaternion block at q[{q}], v[{v}] overlaps another or runs past the end")]
    Quaternion {
        /// Index of the first component in `q`.
        q: usize,
        /// Index of the first component in `v`.
        v: usize,
    },
    /// A solver kernel was compiled for other sizes or patterns.
    #[error("the solver kernel is compiled for other sizes or patterns: {0:?}")]
    Kernel(SolverKernel),
}

impl Shape {
    /// A system of `n` coordinates with `q' = v`, `holonomic` rows, a constant diagonal mass, dense rows,
    /// conservative forces and no explicit time. The `with_` functions change one thing each.
    pub fn new(n: usize, holonomic: usize) -> Self {
        Self {
            n_q: n,
            n_v: n,
            holonomic,
            nonholonomic: 0,
            rheonomic: false,
            conservative: true,
            constant_mass: true,
            mass: MassLayout::Diagonal,
            rows: Pattern::dense(holonomic, n),
            force_rows: Pattern::dense(n, n),
            quaternions: Vec::new(),
            solver_kernel: None,
        }
    }

    /// Adds `rows` velocity-level rows after the holonomic ones (and makes the Jacobian dense).
    pub fn with_nonholonomic(mut self, rows: usize) -> Self {
        self.nonholonomic = rows;
        self.rows = Pattern::dense(self.constraints(), self.n_v);
        self.solver_kernel = None;
        self
    }

    /// Declares that constraints or potential depend on time.
    pub fn with_time_dependence(mut self) -> Self {
        self.rheonomic = true;
        self
    }

    /// Declares that some forces do not come from the potential, so that their work is carried as a state.
    pub fn with_nonconservative_forces(mut self) -> Self {
        self.conservative = false;
        self
    }

    /// Sets how the mass matrix is stored.
    ///
    /// # Errors
    /// When the blocks do not cover the velocities exactly, or a pattern is not symmetric or lacks a part of the
    /// diagonal.
    pub fn with_mass(mut self, layout: MassLayout) -> Result<Self, ShapeError> {
        if let MassLayout::Sparse(pattern) = &layout {
            check("mass", pattern, self.n_v, self.n_v)?;
            let has = |i: usize, j: usize| pattern.columns(i).binary_search(&j).is_ok();
            for i in 0..self.n_v {
                let mut columns = pattern.columns(i).iter();
                if let Some(&column) = columns.find(|&&j| !has(j, i)) {
                    return Err(ShapeError::Asymmetric { row: i, column });
                }
                if !has(i, i) {
                    return Err(ShapeError::Asymmetric { row: i, column: i });
                }
            }
        }
        if let MassLayout::Blocks(sizes) = &layout {
            let got = sizes.iter().sum();
            if got != self.n_v {
                return Err(ShapeError::Blocks {
                    got,
                    expected: self.n_v,
                });
            }
        }
        self.mass = layout;
        self.solver_kernel = None;
        Ok(self)
    }

    /// Declares that the mass matrix depends on the coordinates.
    pub fn with_configuration_dependent_mass(mut self) -> Self {
        self.constant_mass = false;
        self.solver_kernel = None;
        self
    }

    /// Sets which velocities each constraint row touches.
    ///
    /// # Errors
    /// When the pattern does not fit the system.
    pub fn with_rows(mut self, rows: Pattern) -> Result<Self, ShapeError> {
        check("constraint", &rows, self.constraints(), self.n_v)?;
        self.rows = rows;
        self.solver_kernel = None;
        Ok(self)
    }

    /// Attaches a solver compiled for the rows and the mass of this system, see `solvers::kernels`. Call it last:
    /// setting other rows or another mass drops the solver.
    ///
    /// # Errors
    /// When the kernel was compiled for other sizes or patterns.
    pub fn with_solver_kernel(mut self, kernel: SolverKernel) -> Result<Self, ShapeError> {
        if !kernel.fits(&self) {
            return Err(ShapeError::Kernel(kernel));
        }
        self.solver_kernel = Some(kernel);
        Ok(self)
    }

    /// Declares that no force depends on coordinates or velocities.
    pub fn with_constant_forces(mut self) -> Self {
        self.force_rows = Pattern::empty(self.n_v, self.n_v);
        self
    }

    /// Sets on which coordinates each force depends.
    ///
    /// # Errors
    /// When the pattern does not fit the system.
    pub fn with_force_rows(mut self, rows: Pattern) -> Result<Self, ShapeError> {
        check("force", &rows, self.n_v, self.n_v)?;
        self.force_rows = rows;
        Ok(self)
    }

    /// Makes some coordinates unit quaternions. Each block has four coordinates and three velocities, so that `n_q`
    /// exceeds `n_v` by one per block.
    ///
    /// # Errors
    /// When blocks overlap or do not fit.
    pub fn with_quaternions(
        mut self,
        mut blocks: Vec<QuaternionBlock>,
    ) -> Result<Self, ShapeError> {
        blocks.sort_by_key(|b| b.q);
        let (mut q_free, mut v_free) = (0, 0);
        for b in &blocks {
            // Between two blocks there must be as many coordinates as velocities.
            if b.q < q_free || b.v < v_free || b.q - q_free != b.v - v_free || b.v + 3 > self.n_v {
                return Err(ShapeError::Quaternion { q: b.q, v: b.v });
            }
            (q_free, v_free) = (b.q + 4, b.v + 3);
        }
        self.n_q = self.n_v + blocks.len();
        self.quaternions = blocks;
        Ok(self)
    }

    /// Number of coordinates.
    pub fn n_q(&self) -> usize {
        self.n_q
    }

    /// Number of velocities.
    pub fn n_v(&self) -> usize {
        self.n_v
    }

    /// Number of position-level rows.
    pub fn holonomic(&self) -> usize {
        self.holonomic
    }

    /// Number of velocity-level rows.
    pub fn nonholonomic(&self) -> usize {
        self.nonholonomic
    }

    /// Number of rows of both kinds.
    pub fn constraints(&self) -> usize {
        self.holonomic + self.nonholonomic
    }

    /// Whether constraints or potential depend on time.
    pub fn is_rheonomic(&self) -> bool {
        self.rheonomic
    }

    /// Whether every force comes from the potential.
    pub fn is_conservative(&self) -> bool {
        self.conservative
    }

    /// Whether the work `W` of non-conservative forces and moving constraints is carried as a state.
    pub fn tracks_work(&self) -> bool {
        self.rheonomic || !self.conservative
    }

    /// Whether the mass matrix never changes, so that it is factored once.
    pub fn has_constant_mass(&self) -> bool {
        self.constant_mass
    }

    /// Layout of the mass matrix.
    pub fn mass(&self) -> &MassLayout {
        &self.mass
    }

    /// Pattern of the constraint rows: the velocities that each one touches.
    pub fn rows(&self) -> &Pattern {
        &self.rows
    }

    /// Pattern of the forces: the coordinates on which each one depends.
    pub fn force_rows(&self) -> &Pattern {
        &self.force_rows
    }

    /// The solver compiled for this system, if it brings one.
    pub fn solver_kernel(&self) -> Option<SolverKernel> {
        self.solver_kernel
    }

    /// The unit quaternions among the coordinates.
    pub fn quaternions(&self) -> &[QuaternionBlock] {
        &self.quaternions
    }

    /// `q' = N(q) v`.
    pub fn kinematics<S: crate::Scalar>(&self, q: &[S], v: &[S], q_dot: &mut [S]) {
        let (mut qi, mut vi) = (0, 0);
        for b in &self.quaternions {
            q_dot[qi..b.q].copy_from_slice(&v[vi..b.v]);
            let e = [q[b.q], q[b.q + 1], q[b.q + 2], q[b.q + 3]];
            let w = [v[b.v], v[b.v + 1], v[b.v + 2]];
            q_dot[b.q..b.q + 4].copy_from_slice(&quaternion::rate(e, w));
            (qi, vi) = (b.q + 4, b.v + 3);
        }
        q_dot[qi..].copy_from_slice(&v[vi..]);
    }

    /// `v` from `q' = N v`, the inverse of [`Shape::kinematics`].
    pub fn velocities<S: crate::Scalar>(&self, q: &[S], q_dot: &[S], v: &mut [S]) {
        let (mut qi, mut vi) = (0, 0);
        for b in &self.quaternions {
            v[vi..b.v].copy_from_slice(&q_dot[qi..b.q]);
            let of = |x: &[S]| std::array::from_fn(|k| x[b.q + k]);
            let w = quaternion::angular_velocity(of(q), of(q_dot));
            v[b.v..b.v + 3].copy_from_slice(&w);
            (qi, vi) = (b.q + 4, b.v + 3);
        }
        v[vi..].copy_from_slice(&q_dot[qi..]);
    }

    /// Adds `factor · N(q) δ` to `q_dot`, the rate of q that belongs to a displacement `δ` in the space of
    /// velocities.
    pub fn push(&self, q: &[f64], delta: &[f64], factor: f64, q_dot: &mut [f64]) {
        let (mut qi, mut vi) = (0, 0);
        for b in &self.quaternions {
            add(&mut q_dot[qi..b.q], factor, &delta[vi..b.v]);
            let rate = b.rate(q, delta);
            add(&mut q_dot[b.q..b.q + 4], factor, &rate);
            (qi, vi) = (b.q + 4, b.v + 3);
        }
        add(&mut q_dot[qi..], factor, &delta[vi..]);
    }

    /// Brings every quaternion back to unit length; does nothing where there are none.
    pub fn normalize(&self, q: &mut [f64]) {
        for b in &self.quaternions {
            let e = quaternion::normalize([q[b.q], q[b.q + 1], q[b.q + 2], q[b.q + 3]]);
            q[b.q..b.q + 4].copy_from_slice(&e);
        }
    }

    /// Moves `q` by the velocity-space increment `delta` to `q + N(q) δ`, and brings quaternions back to unit length.
    pub fn retract(&self, q: &mut [f64], delta: &[f64]) {
        let (mut qi, mut vi) = (0, 0);
        for b in &self.quaternions {
            add(&mut q[qi..b.q], 1.0, &delta[vi..b.v]);
            let rate = b.rate(q, delta);
            add(&mut q[b.q..b.q + 4], 1.0, &rate);
            (qi, vi) = (b.q + 4, b.v + 3);
        }
        add(&mut q[qi..], 1.0, &delta[vi..]);
        self.normalize(q);
    }
}

/// `out += factor · x`.
fn add(out: &mut [f64], factor: f64, x: &[f64]) {
    for (out, x) in out.iter_mut().zip(x) {
        *out += factor * x;
    }
}

fn check(what: &'static str, rows: &Pattern, expected: usize, n: usize) -> Result<(), ShapeError> {
    if rows.rows() != expected {
        return Err(ShapeError::Rows {
            what,
            got: rows.rows(),
            expected,
        });
    }
    match rows.largest_column().max(rows.n_columns().checked_sub(1)) {
        Some(column) if column >= n => Err(ShapeError::Column { what, column, n }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    #[test]
    fn descriptions_that_do_not_fit_are_refused_with_the_number_that_matters() {
        let bad_rows = Shape::new(3, 2).with_rows(Pattern::dense(1, 3));
        assert_eq!(
            bad_rows.unwrap_err().to_string(),
            "the constraint pattern has 1 rows, the system 2"
        );
        let bad_column = Shape::new(3, 1).with_rows(Pattern::from_rows(3, [vec![3]]));
        assert!(matches!(
            bad_column,
            Err(ShapeError::Column { column: 3, .. })
        ));
        let bad_blocks = Shape::new(3, 1).with_mass(MassLayout::Blocks(vec![2]));
        assert!(matches!(bad_blocks, Err(ShapeError::Blocks { got: 2, .. })));
        let block = |q, v| QuaternionBlock { q, v };
        assert!(Shape::new(6, 1).with_quaternions(vec![block(3, 3)]).is_ok());
        assert!(
            Shape::new(6, 1)
                .with_quaternions(vec![block(3, 4)])
                .is_err()
        );
        assert!(
            Shape::new(6, 1)
                .with_quaternions(vec![block(0, 0), block(3, 3)])
                .is_err()
        );
    }

    #[test]
    fn a_retraction_moves_plain_coordinates_exactly_and_keeps_quaternions_unit() {
        let shape = Shape::new(5, 0)
            .with_quaternions(vec![QuaternionBlock { q: 1, v: 1 }])
            .unwrap();
        let mut q = vec![2.0, 1.0, 0.0, 0.0, 0.0, -3.0];
        shape.retract(&mut q, &[0.5, 0.2, -0.1, 0.4, 0.25]);
        assert_eq!((q[0], q[5]), (2.5, -2.75));
        let norm: f64 = q[1..5].iter().map(|e| e * e).sum();
        assert_abs_diff_eq!(norm, 1.0, epsilon = 1e-15);
    }
}
