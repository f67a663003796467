//! From a readable [`Mechanism`] to a [`System`], by automatic differentiation.
//!
//! With virtual displacements along `N e_i` (plain coordinates, or rotations about the body axes):
//!
//! - `J` comes from first derivatives of Φ, one pass for each group of columns that share no row;
//! - `γ` is minus the second derivative of Φ along the curve `q' = N v` with constant `v`, in one pass;
//! - `f = force - Nᵀ V_q + ½ Nᵀ (vᵀ M v)_q - M' v - ω × p_ω`, Hamel's form of Lagrange's equations, in
//!   which the last term acts on quaternion blocks (`p = M v`).

use crate::quaternion::{cross, rate};
use crate::{ForceJacobian, Mechanism, Scalar, Shape, State, System, Taylor, Terms};
use std::cell::Cell;

/// A mechanism with everything a [`System`] needs derived automatically.
pub struct Auto<M> {
    mechanism: M,
    shape: Shape,
    directions: Vec<Direction>,
    groups: Vec<Group>,
}

/// How a virtual displacement moves the coordinates.
#[derive(Clone, Copy)]
enum Direction {
    /// Coordinate `q[i]` itself.
    Plain(usize),
    /// Rotation of the quaternion at `q[at]` about body axis `axis`.
    Rotation { at: usize, axis: usize },
}

/// Columns differentiated in one pass, and where their derivatives go: (row, position in the values).
struct Group {
    columns: Vec<usize>,
    entries: Vec<(usize, usize)>,
}

impl<M: Mechanism> Auto<M> {
    /// Prepares the differentiation of `mechanism`.
    pub fn new(mechanism: M) -> Self {
        let shape = mechanism.shape();
        let mut directions = Vec::with_capacity(shape.n_v());
        let mut q = 0;
        while directions.len() < shape.n_v() {
            if shape.quaternions().iter().any(|b| b.q == q) {
                directions.extend((0..3).map(|axis| Direction::Rotation { at: q, axis }));
                q += 4;
            } else {
                directions.push(Direction::Plain(q));
                q += 1;
            }
        }
        let groups = shape
            .rows()
            .column_groups()
            .into_iter()
            .map(|columns| {
                let mut entries = Vec::new();
                for row in 0..shape.constraints() {
                    let own = shape.rows().columns(row);
                    let at = shape.rows().range(row).start;
                    let hit = own.iter().position(|c| columns.binary_search(c).is_ok());
                    entries.extend(hit.map(|k| (row, at + k)));
                }
                Group { columns, entries }
            })
            .collect();
        Self {
            mechanism,
            shape,
            directions,
            groups,
        }
    }

    /// The mechanism itself.
    pub fn mechanism(&self) -> &M {
        &self.mechanism
    }

    /// Adds the virtual displacement `i` to the slopes of `q`.
    fn displace<S: Scalar>(&self, i: usize, q: &mut [Taylor<S, 2>]) {
        match self.directions[i] {
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

    /// All forces, with those that come from the potential and from the mass matrix.
    fn total_force<S: Scalar>(&self, t: S, q: &[S], v: &[S], out: &mut [S], work: &mut Scratch<S>) {
        work.resize(&self.shape);
        out.fill(S::from(0.0));
        self.mechanism.force(t, q, v, out);
        let constant_mass = self.shape.has_constant_mass();
        let layout = self.shape.mass();
        let mass_len = layout.len(self.shape.n_v());
        let t1 = Taylor::constant(t);
        lift(v, &mut work.v);
        for i in 0..self.shape.n_v() {
            lift(q, &mut work.q);
            self.displace(i, &mut work.q);
            out[i] -= self.mechanism.potential(t1, &work.q).0[1];
            if !constant_mass {
                let mass = &mut work.out[..mass_len];
                self.mechanism.mass(&work.q, mass);
                layout.multiply(mass, &work.v, &mut work.p);
                out[i] += kinetic(&work.v, &work.p).0[1];
            }
        }
        if !constant_mass {
            self.shape.kinematics(q, v, &mut work.q_dot);
            for ((x, &q), &slope) in work.q.iter_mut().zip(q).zip(&work.q_dot) {
                *x = Taylor::line(q, slope);
            }
            let mass = &mut work.out[..mass_len];
            self.mechanism.mass(&work.q, mass);
            layout.multiply(mass, &work.v, &mut work.p);
            for (out, p) in out.iter_mut().zip(&work.p) {
                *out -= p.0[1];
            }
        }
        if !self.shape.quaternions().is_empty() {
            lift(q, &mut work.q);
            let mass = &mut work.out[..mass_len];
            self.mechanism.mass(&work.q, mass);
            layout.multiply(mass, &work.v, &mut work.p);
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
        for group in &self.groups {
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
            // b(t, q) is what is left at rest.
            work.v.fill(Taylor::constant(zero));
            self.mechanism
                .velocity_constraint(t1, &work.q, &work.v, rows);
            for (k, c) in rows.iter().enumerate() {
                out.phi_t[holonomic + k] = c.0[0];
            }
        }
    }

    /// Everything at one instant, in any precision.
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

    /// Kinetic and potential energy, in any precision.
    pub fn energy_in<S: Scalar>(&self, t: S, q: &[S], v: &[S], work: &mut Scratch<S>) -> S {
        work.resize(&self.shape);
        lift(q, &mut work.q);
        lift(v, &mut work.v);
        let layout = self.shape.mass();
        let mass = &mut work.out[..layout.len(self.shape.n_v())];
        self.mechanism.mass(&work.q, mass);
        layout.multiply(mass, &work.v, &mut work.p);
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

    /// `kinematics` copies velocities into plain coordinates; applied twice it would give them a second
    /// derivative they do not have, since `v` is constant along the curve.
    fn straighten<S: Scalar>(&self, curve: &mut [Taylor<S, 3>]) {
        for d in &self.directions {
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
        with_scratch(&REAL, |work| {
            work.resize(&self.shape);
            lift(v, &mut work.v);
            let layout = self.shape.mass();
            let mass_len = layout.len(self.shape.n_v());
            for (i, gradient) in by_position.iter_mut().enumerate() {
                lift(q, &mut work.q);
                self.displace(i, &mut work.q);
                let mass = &mut work.out[..mass_len];
                self.mechanism.mass(&work.q, mass);
                layout.multiply(mass, &work.v, &mut work.p);
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
        with_scratch(&DUAL, |work| {
            work.resize(&self.shape);
            let mut lifted = std::mem::take(&mut work.lifted);
            lifted.q.resize(self.shape.n_q(), Taylor::constant(0.0));
            lifted.v.resize(self.shape.n_v(), Taylor::constant(0.0));
            lifted.force.resize(self.shape.n_v(), Taylor::constant(0.0));
            for i in 0..self.shape.n_v() {
                for by_velocity in [false, true] {
                    lift(q, &mut lifted.q);
                    lift(v, &mut lifted.v);
                    if by_velocity {
                        lifted.v[i].0[1] = 1.0;
                    } else {
                        self.displace(i, &mut lifted.q);
                    }
                    let t1 = Taylor::constant(t);
                    self.total_force(t1, &lifted.q, &lifted.v, &mut lifted.force, work);
                    let values = if by_velocity {
                        &mut out.by_velocity
                    } else {
                        &mut out.by_position
                    };
                    let rows = self.shape.force_rows();
                    for (row, f) in lifted.force.iter().enumerate() {
                        if let Ok(k) = rows.columns(row).binary_search(&i) {
                            values[rows.range(row).start + k] = f.0[1];
                        }
                    }
                }
            }
            work.lifted = lifted;
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

/// Buffers for one evaluation over the base `S`. They grow to the largest system a thread has seen and
/// are then reused, so that evaluations allocate nothing.
pub struct Scratch<S> {
    q: Vec<Taylor<S, 2>>,
    v: Vec<Taylor<S, 2>>,
    p: Vec<Taylor<S, 2>>,
    out: Vec<Taylor<S, 2>>,
    curve: Vec<Taylor<S, 3>>,
    curve_out: Vec<Taylor<S, 3>>,
    q_dot: Vec<S>,
    q_ddot: Vec<S>,
    force: Vec<S>,
    lifted: Lifted<S>,
}

/// Inputs and output of the forces when they are themselves differentiated.
struct Lifted<S> {
    q: Vec<S>,
    v: Vec<S>,
    force: Vec<S>,
}

impl<S> Default for Lifted<S> {
    fn default() -> Self {
        Self {
            q: Vec::new(),
            v: Vec::new(),
            force: Vec::new(),
        }
    }
}

impl<S: Scalar> Default for Scratch<S> {
    fn default() -> Self {
        Self {
            q: Vec::new(),
            v: Vec::new(),
            p: Vec::new(),
            out: Vec::new(),
            curve: Vec::new(),
            curve_out: Vec::new(),
            q_dot: Vec::new(),
            q_ddot: Vec::new(),
            force: Vec::new(),
            lifted: Lifted::default(),
        }
    }
}

impl<S: Scalar> Scratch<S> {
    fn resize(&mut self, shape: &Shape) {
        let (n_q, n_v, m) = (shape.n_q(), shape.n_v(), shape.constraints());
        let zero = S::from(0.0);
        self.q.resize(n_q, Taylor::constant(zero));
        self.v.resize(n_v, Taylor::constant(zero));
        self.p.resize(n_v, Taylor::constant(zero));
        self.out
            .resize(m.max(shape.mass().len(n_v)), Taylor::constant(zero));
        self.curve.resize(n_q, Taylor::constant(zero));
        self.curve_out.resize(m, Taylor::constant(zero));
        self.q_dot.resize(n_q, zero);
        self.q_ddot.resize(n_q, zero);
        self.force.resize(n_v, zero);
    }
}

type Slot<S> = Cell<Option<Box<Scratch<S>>>>;

thread_local! {
    static REAL: Slot<f64> = const { Cell::new(None) };
    static DUAL: Slot<Taylor<f64, 2>> = const { Cell::new(None) };
}

/// Lends the thread's buffers to `work`. They are taken out meanwhile, so a mechanism that evaluates
/// another one inside only finds an empty slot.
fn with_scratch<S: Scalar, R>(
    slot: &'static std::thread::LocalKey<Slot<S>>,
    work: impl FnOnce(&mut Scratch<S>) -> R,
) -> R {
    let mut scratch = slot.take().unwrap_or_else(|| Box::new(Scratch::default()));
    let result = work(&mut scratch);
    slot.set(Some(scratch));
    result
}
