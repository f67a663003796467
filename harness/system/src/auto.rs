//! Makes a [`System`] from a readable [`Mechanism`] by automatic differentiation.
//!
//! With virtual displacements along `N e_i` (plain coordinates, or rotations about the body axes):
//!
//! - `J` comes from first derivatives of Φ, one pass for each group of columns that share no row;
//! - `γ` is minus the second derivative of Φ along the curve `q' = N v` with constant `v`, in one pass;
//! - `f = force - Nᵀ V_q + ½ Nᵀ (vᵀ M v)_q - M' v - ω × p_ω`, Hamel's form of Lagrange's equations, in
//!   which the last term acts on quaternion blocks (`p = M v`).

mod scratch;
mod tables;

pub use scratch::Scratch;

use crate::quaternion::{cross, rate};
use crate::{ForceJacobian, MassLayout, Mechanism, Scalar, Shape, State, System, Taylor, Terms};
use scratch::{DUAL, REAL, with_scratch};
use std::sync::OnceLock;
use tables::{Constants, Direction, Tables};

/// A [`System`] made from a mechanism: everything that the mechanism does not state is derived automatically.
///
/// The tables of the derivation are made when they are first used, so that a hand-written [`crate::Kernel`] that
/// falls back on its specification for a few functions pays only for those.
pub struct Auto<M> {
    mechanism: M,
    shape: Shape,
    tables: OnceLock<Tables>,
    constants: OnceLock<Option<Constants>>,
}

impl<M: Mechanism> Auto<M> {
    /// Prepares the differentiation of `mechanism`.
    pub fn new(mechanism: M) -> Self {
        Self {
            shape: mechanism.shape(),
            mechanism,
            tables: OnceLock::new(),
            constants: OnceLock::new(),
        }
    }

    /// The mechanism itself.
    pub fn mechanism(&self) -> &M {
        &self.mechanism
    }

    fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::new(&self.shape))
    }

    /// The mass and the gradient of the potential, where both stay constant along the motion.
    fn constants(&self) -> Option<&Constants> {
        self.constants
            .get_or_init(|| self.find_constants())
            .as_ref()
    }

    fn find_constants(&self) -> Option<Constants> {
        let shape = &self.shape;
        if !shape.has_constant_mass() || !shape.force_rows().is_empty() || shape.tracks_work() {
            return None;
        }
        let (q, v) = self.mechanism.initial::<f64>();
        let mut mass = vec![0.0; shape.mass().len(v.len())];
        let mut gradient = vec![0.0; v.len()];
        self.mechanism.mass(&q, &mut mass);
        self.total_force(0.0, &q, &v, &mut gradient, &mut Scratch::default());
        // Subtracted from zero instead of negated, so that a zero stays positive.
        gradient.iter_mut().for_each(|g| *g = 0.0 - *g);
        Some(Constants { mass, gradient })
    }

    /// Adds the virtual displacement `i` to the slopes of `q`.
    fn displace<S: Scalar>(&self, i: usize, q: &mut [Taylor<S, 2>]) {
        match self.tables().directions[i] {
            Direction::Plain(k) => q[k].0[1] += S::from(1.0),
            Direction::Rotation { at, axis } => {
                let e = std::array::from_fn(|k| q[at + k].0[0]);
                let w = std::array::from_fn(|k| S::from(if k == axis { 1.0 } else { 0.0 }));
                for (k, slope) in rate(e, w).into_iter().enumerate() {
                    q[at + k].0[1] += slope;
                }
            }
        }
    }

    /// Computes `p = M v` in the buffers.
    fn momenta<S: Scalar>(&self, work: &mut Scratch<S>) {
        let layout = self.shape.mass();
        let mass = &mut work.out[..layout.len(self.shape.n_v())];
        self.mechanism.mass(&work.q, mass);
        layout.multiply(mass, &work.v, &mut work.p);
    }

    /// All forces, including those of the potential and of a mass matrix that changes.
    fn total_force<S: Scalar>(&self, t: S, q: &[S], v: &[S], out: &mut [S], work: &mut Scratch<S>) {
        work.resize(&self.shape);
        out.fill(S::from(0.0));
        self.mechanism.force(t, q, v, out);
        let constant_mass = self.shape.has_constant_mass();
        let t1 = Taylor::constant(t);
        lift(v, &mut work.v);
        for i in 0..self.shape.n_v() {
            lift(q, &mut work.q);
            self.displace(i, &mut work.q);
            out[i] -= self.mechanism.potential(t1, &work.q).0[1];
            if !constant_mass {
                self.momenta(work);
                out[i] += kinetic(&work.v, &work.p).0[1];
            }
        }
        if !constant_mass {
            self.shape.kinematics(q, v, &mut work.q_dot);
            for ((x, &q), &slope) in work.q.iter_mut().zip(q).zip(&work.q_dot) {
                *x = Taylor::line(q, slope);
            }
            self.momenta(work);
            for (out, p) in out.iter_mut().zip(&work.p) {
                *out -= p.0[1];
            }
        }
        if !self.shape.quaternions().is_empty() {
            lift(q, &mut work.q);
            self.momenta(work);
            for b in self.shape.quaternions() {
                let w = std::array::from_fn(|k| v[b.v + k]);
                let p = std::array::from_fn(|k| work.p[b.v + k].0[0]);
                for (k, torque) in cross(w, p).into_iter().enumerate() {
                    out[b.v + k] -= torque;
                }
            }
        }
    }

    fn constraints<S: Scalar>(
        &self,
        t: S,
        q: &[S],
        v: &[S],
        out: &mut Terms<S>,
        work: &mut Scratch<S>,
    ) {
        let (zero, one) = (S::from(0.0), S::from(1.0));
        let holonomic = self.shape.holonomic();
        let nonholonomic = self.shape.nonholonomic();
        let t1 = Taylor::constant(t);
        let moving = Taylor::line(t, one);

        // J: displaced coordinates for position rows, displaced velocities for velocity rows.
        for group in &self.tables().groups {
            lift(q, &mut work.q);
            lift(v, &mut work.v);
            for &c in &group.columns {
                self.displace(c, &mut work.q);
            }
            self.mechanism
                .constraint(t1, &work.q, &mut work.out[..holonomic]);
            if nonholonomic > 0 {
                lift(q, &mut work.q);
                for &c in &group.columns {
                    work.v[c].0[1] = one;
                }
                let rows = &mut work.out[holonomic..holonomic + nonholonomic];
                self.mechanism
                    .velocity_constraint(t1, &work.q, &work.v, rows);
            }
            for &(row, at) in &group.entries {
                out.jacobian[at] = work.out[row].0[1];
            }
        }

        // γ: the curve q + s q' + s²/2 q'' with q' = N(q) v and, as N is linear in q, q'' = N(q') v.
        self.shape.kinematics(q, v, &mut work.q_dot);
        self.shape.kinematics(&work.q_dot, v, &mut work.q_ddot);
        let plain = self.shape.quaternions().is_empty();
        for (i, x) in work.curve.iter_mut().enumerate() {
            let bend = if plain {
                zero
            } else {
                S::from(0.5) * work.q_ddot[i]
            };
            *x = Taylor([q[i], work.q_dot[i], bend]);
        }
        if !plain {
            self.straighten(&mut work.curve);
        }
        self.mechanism.constraint(
            Taylor::line(t, one),
            &work.curve,
            &mut work.curve_out[..holonomic],
        );
        for (row, c) in work.curve_out[..holonomic].iter().enumerate() {
            out.phi[row] = c.0[0];
            out.gamma[row] = -(c.0[2] + c.0[2]);
            out.phi_t[row] = zero;
        }

        if self.shape.is_rheonomic() {
            lift(q, &mut work.q);
            self.mechanism
                .constraint(moving, &work.q, &mut work.out[..holonomic]);
            for (row, c) in work.out[..holonomic].iter().enumerate() {
                out.phi_t[row] = c.0[1];
            }
        }

        if nonholonomic > 0 {
            let rows = &mut work.out[..nonholonomic];
            lift(v, &mut work.v);
            for (x, (&q, &slope)) in work.q.iter_mut().zip(q.iter().zip(&work.q_dot)) {
                *x = Taylor::line(q, slope);
            }
            self.mechanism
                .velocity_constraint(moving, &work.q, &work.v, rows);
            for (k, c) in rows.iter().enumerate() {
                out.phi[holonomic + k] = zero;
                out.gamma[holonomic + k] = -c.0[1];
            }
            // b(t, q) is the value of the velocity constraint at rest.
            work.v.fill(Taylor::constant(zero));
            self.mechanism
                .velocity_constraint(t1, &work.q, &work.v, rows);
            for (k, c) in rows.iter().enumerate() {
                out.phi_t[holonomic + k] = c.0[0];
            }
        }
    }

    /// Evaluates all terms of the equations of motion at one instant, in any precision.
    pub fn evaluate_in<S: Scalar>(
        &self,
        t: S,
        q: &[S],
        v: &[S],
        out: &mut Terms<S>,
        work: &mut Scratch<S>,
    ) {
        work.resize(&self.shape);
        self.mechanism.mass(q, &mut out.mass);
        self.total_force(t, q, v, &mut out.force, work);
        self.constraints(t, q, v, out, work);
    }

    /// The sum of kinetic and potential energy, in any precision.
    pub fn energy_in<S: Scalar>(&self, t: S, q: &[S], v: &[S], work: &mut Scratch<S>) -> S {
        work.resize(&self.shape);
        lift(q, &mut work.q);
        lift(v, &mut work.v);
        self.momenta(work);
        kinetic(&work.v, &work.p).0[0] + self.mechanism.potential(t, q)
    }

    /// Power of the forces that do not come from the potential, plus `∂V/∂t`, in any precision.
    pub fn power_in<S: Scalar>(&self, t: S, q: &[S], v: &[S], work: &mut Scratch<S>) -> S {
        work.resize(&self.shape);
        work.force.fill(S::from(0.0));
        self.mechanism.force(t, q, v, &mut work.force);
        lift(q, &mut work.q);
        let moving = Taylor::line(t, S::from(1.0));
        let mut power = self.mechanism.potential(moving, &work.q).0[1];
        for (&f, &v) in work.force.iter().zip(v) {
            power += f * v;
        }
        power
    }

    /// Removes the second derivative of plain coordinates. `kinematics` copies velocities into them and so gives them
    /// one when it is applied twice, but `v` is constant along the curve.
    fn straighten<S: Scalar>(&self, curve: &mut [Taylor<S, 3>]) {
        for d in &self.tables().directions {
            if let Direction::Plain(k) = d {
                curve[*k].0[2] = S::from(0.0);
            }
        }
    }
}

impl<M: Mechanism> System for Auto<M> {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = self.mechanism.initial();
        State::new(&self.shape, 0.0, &q, &v)
    }

    fn evaluate(&self, t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        with_scratch(&REAL, |work| self.evaluate_in(t, q, v, out, work));
    }

    fn constraint(&self, t: f64, q: &[f64], out: &mut [f64]) {
        let (holonomic, rest) = out.split_at_mut(self.shape.holonomic());
        self.mechanism.constraint(t, q, holonomic);
        rest.fill(0.0);
    }

    fn energy(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        if let (MassLayout::Diagonal, Some(Constants { mass, .. })) =
            (self.shape.mass(), self.constants())
        {
            let twice = v.iter().zip(mass).fold(0.0, |sum, (v, m)| sum + m * v * v);
            return twice * 0.5 + self.mechanism.potential(t, q);
        }
        with_scratch(&REAL, |work| self.energy_in(t, q, v, work))
    }

    fn energy_gradient(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        by_position: &mut [f64],
        by_velocity: &mut [f64],
    ) {
        if let Some(Constants { mass, gradient }) = self.constants() {
            by_position.copy_from_slice(gradient);
            self.shape.mass().multiply(mass, v, by_velocity);
            return;
        }
        with_scratch(&REAL, |work| {
            work.resize(&self.shape);
            lift(v, &mut work.v);
            for (i, gradient) in by_position.iter_mut().enumerate() {
                lift(q, &mut work.q);
                self.displace(i, &mut work.q);
                self.momenta(work);
                let potential = self.mechanism.potential(Taylor::constant(t), &work.q);
                *gradient = kinetic(&work.v, &work.p).0[1] + potential.0[1];
            }
            for (momentum, p) in by_velocity.iter_mut().zip(&work.p) {
                *momentum = p.0[0];
            }
        });
    }

    fn power(&self, t: f64, q: &[f64], v: &[f64]) -> f64 {
        with_scratch(&REAL, |work| self.power_in(t, q, v, work))
    }

    fn force_jacobian(&self, t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        let rows = self.shape.force_rows();
        if rows.is_empty() {
            return;
        }
        with_scratch(&DUAL, |work| {
            work.resize(&self.shape);
            let [mut lifted_q, mut lifted_v, mut force] = std::mem::take(&mut work.lifted);
            lifted_q.resize(self.shape.n_q(), Taylor::constant(0.0));
            lifted_v.resize(self.shape.n_v(), Taylor::constant(0.0));
            force.resize(self.shape.n_v(), Taylor::constant(0.0));
            for i in 0..self.shape.n_v() {
                for by_velocity in [false, true] {
                    lift(q, &mut lifted_q);
                    lift(v, &mut lifted_v);
                    let values = if by_velocity {
                        lifted_v[i].0[1] = 1.0;
                        &mut out.by_velocity
                    } else {
                        self.displace(i, &mut lifted_q);
                        &mut out.by_position
                    };
                    let t = Taylor::constant(t);
                    self.total_force(t, &lifted_q, &lifted_v, &mut force, work);
                    for (row, f) in force.iter().enumerate() {
                        if let Ok(k) = rows.columns(row).binary_search(&i) {
                            values[rows.range(row).start + k] = f.0[1];
                        }
                    }
                }
            }
            work.lifted = [lifted_q, lifted_v, force];
        });
    }
}

fn lift<S: Scalar>(x: &[S], out: &mut [Taylor<S, 2>]) {
    for (out, &x) in out.iter_mut().zip(x) {
        *out = Taylor::constant(x);
    }
}

/// `½ vᵀ p`.
fn kinetic<S: Scalar>(v: &[S], p: &[S]) -> S {
    let mut sum = S::from(0.0);
    for (&v, &p) in v.iter().zip(p) {
        sum += v * p;
    }
    sum * S::from(0.5)
}
