//! Coupling of the energy with the constraints (Yoon 1992 Eq. 47).
//!
//! Energy balance and constraints are surfaces in the space of (q, v). Where they meet at right angles, a
//! control of the one leaves the other alone. The measure is the product of their gradients,
//!
//! ```text
//! Y_i = ∂Ψ/∂q · ∂Φ_i/∂q + ∂Ψ/∂v · ∂Φ_i/∂v
//! ```
//!
//! whose second part is zero, since position constraints do not depend on v. A push along `∂Φ_i/∂q` changes the
//! energy at the rate `Y_i`, and a push along `∂Ψ/∂q` changes the constraint at the same rate.
//!
//! The size of `Y_i` depends on how the row is scaled; the cosine of the angle between the gradients does not.
//! Both add up squares of coordinates and of velocities, as printed, and so depend on the units.

use crate::{System, Terms};

/// The coupling for one system, with every buffer.
pub struct Coupling<'a> {
    system: &'a dyn System,
    terms: Terms,
    by_position: Vec<f64>,
    by_velocity: Vec<f64>,
    products: Vec<f64>,
    cosines: Vec<f64>,
}

/// The coupling at one state, one number for each holonomic row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coupled<'a> {
    /// The products of gradients `Y_i`.
    pub products: &'a [f64],
    /// The cosines of the angles between the gradients, between -1 and 1; zero where a gradient vanishes.
    pub cosines: &'a [f64],
}

impl<'a> Coupling<'a> {
    /// Buffers for `system`.
    pub fn new(system: &'a dyn System) -> Self {
        let shape = system.shape();
        let (n, m) = (shape.n_v(), shape.holonomic());
        Self {
            system,
            terms: Terms::new(shape),
            by_position: vec![0.0; n],
            by_velocity: vec![0.0; n],
            products: vec![0.0; m],
            cosines: vec![0.0; m],
        }
    }

    /// The coupling of energy and position constraints at a state whose quaternions are unit; gradients are taken
    /// along the virtual displacements of v. Nonholonomic rows are left out, because their derivatives by q are not
    /// among the terms of a system.
    pub fn at(&mut self, t: f64, q: &[f64], v: &[f64]) -> Coupled<'_> {
        let (by_q, by_v) = (&mut self.by_position, &mut self.by_velocity);
        self.system.evaluate(t, q, v, &mut self.terms);
        self.system.energy_gradient(t, q, v, by_q, by_v);
        let energy: f64 = by_q.iter().chain(&*by_v).map(|x| x * x).sum();
        let rows = self.system.shape().rows();
        let coupled = self.products.iter_mut().zip(&mut self.cosines);
        for (i, (product, cosine)) in coupled.enumerate() {
            let row = &self.terms.jacobian[rows.range(i)];
            let entries = row.iter().zip(rows.columns(i));
            *product = entries.map(|(j, &column)| j * by_q[column]).sum();
            let lengths = (energy * row.iter().map(|j| j * j).sum::<f64>()).sqrt();
            *cosine = if lengths > 0.0 {
                *product / lengths
            } else {
                0.0
            };
        }
        Coupled {
            products: &self.products,
            cosines: &self.cosines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Auto, Mechanism, Scalar, Shape, widen};

    const GRAVITY: f64 = 9.81;

    /// A point on a circle, in Cartesian coordinates.
    struct Pendulum;

    impl Mechanism for Pendulum {
        fn shape(&self) -> Shape {
            Shape::new(2, 1)
        }

        fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
            (widen([1.0, 0.0]), widen([0.0, 2.0]))
        }

        fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
            out[0] = (q[0].square() + q[1].square() - S::from(1.0)) * S::from(0.5);
        }

        fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
            out.fill(S::from(1.0));
        }

        fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
            S::from(GRAVITY) * q[1]
        }
    }

    /// The same point in polar coordinates, with the radius as its constraint and a second row that is turned:
    /// the mass depends on q, and so does the kinetic energy.
    struct Polar;

    impl Mechanism for Polar {
        fn shape(&self) -> Shape {
            Shape::new(2, 2).with_configuration_dependent_mass()
        }

        fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
            (widen([1.0, 0.0]), widen([0.0, 2.0]))
        }

        fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
            out[0] = q[0] - S::from(1.0);
            out[1] = S::from(3.0) * q[0] + S::from(4.0) * q[1];
        }

        fn mass<S: Scalar>(&self, q: &[S], out: &mut [S]) {
            out.copy_from_slice(&[S::from(1.0), q[0].square()]);
        }

        fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
            S::from(GRAVITY) * q[0] * q[1].sin()
        }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-14 * (1.0 + b.abs())
    }

    #[test]
    fn gravity_couples_a_pendulum_where_it_stretches_the_rod() {
        // ∂Ψ/∂q = (0, g) and ∂Φ/∂q = (x, y), so Y = g y: nothing at the side, most at the top and below.
        let system = Auto::new(Pendulum);
        let mut coupling = Coupling::new(&system);
        for (q, v) in [
            ([1.0, 0.0], [0.0, 2.0]),
            ([0.6, -0.8], [1.2, 0.9]),
            ([0.0, 1.0], [-3.0, 0.0]),
        ] {
            let Coupled { products, cosines } = coupling.at(0.0, &q, &v);
            let lengths = (GRAVITY * GRAVITY + v[0] * v[0] + v[1] * v[1]).sqrt();
            assert!(close(products[0], GRAVITY * q[1]), "{products:?}");
            assert!(close(cosines[0], GRAVITY * q[1] / lengths), "{cosines:?}");
        }
    }

    #[test]
    fn kinetic_energy_couples_where_the_mass_depends_on_the_coordinates() {
        // Ψ = (r'² + r²φ'²)/2 + g r sin φ: ∂Ψ/∂q = (r φ'² + g sin φ, g r cos φ), ∂Ψ/∂v = (r', r² φ').
        let system = Auto::new(Polar);
        let (r, phi) = (1.1, 0.4_f64);
        let (rate, spin) = (0.3, -1.7);
        let by_q = [
            r * spin * spin + GRAVITY * math::sin(phi),
            GRAVITY * r * math::cos(phi),
        ];
        let by_v = [rate, r * r * spin];
        let length = by_q.iter().chain(&by_v).map(|x| x * x).sum::<f64>().sqrt();
        let mut coupling = Coupling::new(&system);
        let Coupled { products, cosines } = coupling.at(0.0, &[r, phi], &[rate, spin]);
        let expected = [by_q[0], 3.0 * by_q[0] + 4.0 * by_q[1]];
        for (i, row) in [1.0, 5.0].into_iter().enumerate() {
            assert!(close(products[i], expected[i]), "row {i}: {products:?}");
            let cosine = expected[i] / (row * length);
            assert!(close(cosines[i], cosine), "row {i}: {cosines:?}");
        }
    }

    #[test]
    fn where_a_gradient_vanishes_there_is_no_angle() {
        // At the pivot ∂Φ/∂q = 0.
        let system = Auto::new(Pendulum);
        let mut coupling = Coupling::new(&system);
        let Coupled { products, cosines } = coupling.at(0.0, &[0.0, 0.0], &[1.0, 0.0]);
        assert_eq!((products, cosines), (&[0.0][..], &[0.0][..]));
    }
}
