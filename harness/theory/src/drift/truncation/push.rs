//! The effect of a shift of the rates on the constraints.

use results::PerQuantity;
use system::{Shape, System, Terms, largest};

/// Shift of a state, relative to its size, for derivatives of Φ and w: the square of it and rounding divided by it
/// are both below 1e-10.
const SHIFT: f64 = 1e-5;

/// Derivatives of Φ and `w = J v + Φ_t` in directions of the state, by central differences.
pub(crate) struct Push<'a> {
    system: &'a dyn System,
    scales: PerQuantity<f64>,
    terms: Terms,
    q: Vec<f64>,
    v: Vec<f64>,
    direction: Vec<f64>,
    /// Φ and w on both sides.
    phi: [Vec<f64>; 2],
    w: [Vec<f64>; 2],
}

impl<'a> Push<'a> {
    /// For states with the sizes of `scales`.
    pub(crate) fn new(system: &'a dyn System, scales: PerQuantity<f64>) -> Self {
        let shape = system.shape();
        let zeros = || vec![0.0; shape.constraints()];
        Self {
            system,
            scales,
            terms: Terms::new(shape),
            q: vec![0.0; shape.n_q()],
            v: vec![0.0; shape.n_v()],
            direction: vec![0.0; shape.n_q()],
            phi: [zeros(), zeros()],
            w: [zeros(), zeros()],
        }
    }

    /// `[D₁, D₂]` of every row, row after row, for states `spacing` apart in time and the directions of q and v that
    /// belong to them.
    pub(crate) fn all(
        &mut self,
        spacing: f64,
        states: &[Vec<f64>],
        [of_q, of_v]: &[Vec<f64>; 2],
    ) -> Vec<[f64; 2]> {
        let shape = self.system.shape();
        let mut out = Vec::with_capacity(states.len() * shape.constraints());
        let directions = of_q.chunks(shape.n_q()).zip(of_v.chunks(shape.n_v()));
        for (k, (y, (q_dot, v_dot))) in states.iter().zip(directions).enumerate() {
            self.along(k as f64 * spacing, y, q_dot, v_dot, &mut out);
        }
        out
    }

    /// Appends `[D₁, D₂]` of every row for one direction at one state.
    fn along(&mut self, t: f64, y: &[f64], q_dot: &[f64], v_dot: &[f64], out: &mut Vec<[f64; 2]>) {
        let shape = self.system.shape();
        let (at_q, at_v) = y.split_at(shape.n_q());
        self.direction.copy_from_slice(q_dot);
        drop_lengthening(shape, at_q, &mut self.direction);
        let (by_q, by_v) = (
            self.scales.position / largest(&self.direction),
            self.scales.velocity / largest(v_dot),
        );
        let epsilon = SHIFT * by_q.min(by_v);
        if !(epsilon > 0.0 && epsilon.is_finite()) {
            // There is no direction, or nothing ever moves.
            out.extend(std::iter::repeat_n([0.0; 2], shape.constraints()));
            return;
        }
        for (side, step) in [epsilon, -epsilon].into_iter().enumerate() {
            shifted(at_q, &self.direction, step, &mut self.q);
            shape.normalize(&mut self.q);
            shifted(at_v, v_dot, step, &mut self.v);
            self.system.evaluate(t, &self.q, &self.v, &mut self.terms);
            self.phi[side].copy_from_slice(&self.terms.phi);
            self.terms
                .velocity_residual(shape, &self.v, &mut self.w[side]);
        }
        let slope = |[after, before]: &[Vec<f64>; 2], row: usize| {
            (after[row] - before[row]) / (2.0 * epsilon)
        };
        let rows = 0..shape.constraints();
        out.extend(rows.map(|row| [slope(&self.phi, row), slope(&self.w, row)]));
    }
}

fn shifted(at: &[f64], direction: &[f64], step: f64, out: &mut [f64]) {
    for ((out, at), d) in out.iter_mut().zip(at).zip(direction) {
        *out = at + step * d;
    }
}

/// Leaves out what makes quaternions longer or shorter.
fn drop_lengthening(shape: &Shape, q: &[f64], direction: &mut [f64]) {
    for block in shape.quaternions() {
        let (e, d) = (
            &q[block.q..block.q + 4],
            &mut direction[block.q..block.q + 4],
        );
        let along: f64 = e.iter().zip(d.iter()).map(|(e, d)| e * d).sum();
        for (d, e) in d.iter_mut().zip(e) {
            *d -= along * e;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::QuaternionBlock;

    /// On the pendulum, Φ = ½(|q|² - 1): `D₁ = q·q̇` and `D₂ = q·v̇ + q̇·v`.
    #[test]
    fn directions_push_as_calculus_says() {
        let system = pendulum::problems()[0].system();
        let scales = PerQuantity {
            position: 1.0,
            velocity: 4.0,
            ..PerQuantity::default()
        };
        let (q, v, q_dot, v_dot) = ([0.6, -0.8], [1.0, 2.0], [3.0, -5.0], [70.0, 11.0]);
        let mut out = Vec::new();
        Push::new(system.as_ref(), scales).along(0.0, &[q, v].concat(), &q_dot, &v_dot, &mut out);
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        assert!((out[0][0] - dot(q, q_dot)).abs() < 1e-8);
        assert!((out[0][1] - dot(q, v_dot) - dot(q_dot, v)).abs() < 1e-8);
    }

    #[test]
    fn no_direction_is_no_push() {
        let system = pendulum::problems()[0].system();
        let mut out = Vec::new();
        let mut push = Push::new(system.as_ref(), PerQuantity::default());
        push.along(0.0, &[0.6, -0.8, 1.0, 2.0], &[0.0; 2], &[0.0; 2], &mut out);
        assert_eq!(out, [[0.0; 2]]);
    }

    #[test]
    fn what_makes_a_quaternion_longer_is_left_out() {
        let block = QuaternionBlock { q: 1, v: 1 };
        let shape = Shape::new(4, 0).with_quaternions(vec![block]).unwrap();
        let q = [9.0, 0.5, 0.5, -0.5, 0.5];
        let mut direction = [7.0, 2.5, 1.5, -2.0, 2.0];
        drop_lengthening(&shape, &q, &mut direction);
        assert_eq!(direction, [7.0, 0.5, -0.5, 0.0, 0.0]);
    }
}
