//! A double pendulum in natural coordinates: the positions of its two joints, and no angle.
//!
//! **Sketch.** Two equal links hang one below the other from a fixed pivot and are released from rest, stretched out
//! horizontally. Their ends serve as coordinates, and that a link keeps its length is a constraint. Either the links
//! are uniform bars, whose ends share inertia, or massless rods with a point mass at each end.
//!
//! **Coordinates.** Ends of the first and of the second link from the pivot, `q = (x₁, y₁, x₂, y₂)`, y upwards;
//! `v = q'`.
//!
//! **M** is constant, the same for x and y, and without coupling between the two. A uniform bar of mass m has m/3 at
//! each end and m/6 between them; the pivot takes its share of the first bar:
//!
//! ```text
//! uniform bars:  | 2m/3  m/6 |        point masses:  | m  0 |
//!                |  m/6  m/3 |                       | 0  m |
//! ```
//!
//! **f** = (0, -m g, 0, -m g/2) for bars, half of whose weight rests on each end; (0, -m g, 0, -m g) for point masses.
//!
//! **Φ** = (½ (|r₁|² - L²), ½ (|r₂ - r₁|² - L²)). With the factor ½ the rows of J are the links themselves, and λ is the
//! tension (of point masses) divided by L.
//!
//! **Parameters.** Length L in m and mass m in kg of a link, gravity g in m/s², [`Masses`].
//!
//! **Initial state.** r₁ = (L, 0), r₂ = (2 L, 0), at rest. The paper leaves gravity open; 9.81 m/s² is taken. Its text
//! says distributed mass, but the energy errors in its table are those of point masses under about that gravity, and
//! two to three times smaller than those of bars. Hence there are two presets:
//!
//! | id | masses | end |
//! | --- | --- | --- |
//! | `natural-double-pendulum` | uniform bars | 1.5 s |
//! | `natural-double-pendulum/point-masses` | point masses | 2 s |
//!
//! The paper runs 20 s. The motion is chaotic, and by then rounding errors have grown into the first digit of the
//! positions: only energies could be compared. The presets end while the motion can still be predicted.
//!
//! **Known truth.** Stored digits, found with all coordinates and multipliers and again with the two angles alone.
//! Point masses agree with values that others have computed, 25 digits after 1 s and 21 after 10 s.
//!
//! **Difficulty tags.** `stored-digits`, `planar`.
//!
//! **Origin.** Bayo and Ledesma (1996), first example; the point masses also begin the usual ladder of N-link chains.

mod kernel;
mod presets;
mod sketch;

pub use kernel::NaturalKernel;
pub use presets::problems;

use system::parameters::{all_positive, finite};
use system::{MassLayout, Mechanism, ParameterError, Scalar, Shape, Vector2};

/// Where the mass of a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masses {
    /// Spread evenly over its length.
    UniformBars,
    /// At its outer end.
    PointMasses,
}

/// The parameters of a double pendulum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Length of a link in m.
    pub length: f64,
    /// Mass of a link in kg.
    pub mass: f64,
    /// Gravity in m/s², towards -y.
    pub gravity: f64,
    /// Where the mass is.
    pub masses: Masses,
}

impl Default for Parameters {
    /// Two uniform bars of one metre and one kilogram under 9.81 m/s².
    fn default() -> Self {
        Self {
            length: 1.0,
            mass: 1.0,
            gravity: 9.81,
            masses: Masses::UniformBars,
        }
    }
}

/// The specification: two links described by their ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NaturalPendulum {
    parameters: Parameters,
}

/// The mass matrix for x as for y, `[[first, shared], [shared, second]]`, and the masses by which gravity pulls each
/// end.
struct EndMasses<S> {
    first: S,
    shared: S,
    second: S,
    weighing: [S; 2],
}

impl NaturalPendulum {
    /// A double pendulum with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        let length = parameters.length;
        all_positive([("length", length), ("mass", parameters.mass)])?;
        finite("gravity", parameters.gravity)?;
        if !(length * length).is_normal() {
            return Err(ParameterError::impossible(
                "length",
                length,
                "its square leaves the range of double precision",
            ));
        }
        Ok(Self { parameters })
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn end_masses<S: Scalar>(&self) -> EndMasses<S> {
        let mass = S::decimal(self.parameters.mass);
        match self.parameters.masses {
            Masses::UniformBars => EndMasses {
                first: (mass + mass) / S::from(3.0),
                shared: mass / S::from(6.0),
                second: mass / S::from(3.0),
                weighing: [mass, mass * S::from(0.5)],
            },
            Masses::PointMasses => EndMasses {
                first: mass,
                shared: S::from(0.0),
                second: mass,
                weighing: [mass, mass],
            },
        }
    }
}

impl Mechanism for NaturalPendulum {
    fn shape(&self) -> Shape {
        let layout = match self.parameters.masses {
            Masses::UniformBars => MassLayout::Dense,
            Masses::PointMasses => MassLayout::Diagonal,
        };
        Shape::new(4, 2)
            .with_constant_forces()
            .with_mass(layout)
            .expect("these layouts fit any number of velocities")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let length = S::decimal(self.parameters.length);
        let zero = S::from(0.0);
        (vec![length, zero, length + length, zero], vec![zero; 4])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let square = S::decimal(self.parameters.length).square();
        let row = |link: Vector2<S>| S::from(0.5) * (link.dot(&link) - square);
        let (first, second) = (Vector2::new(q[0], q[1]), Vector2::new(q[2], q[3]));
        out[0] = row(first);
        out[1] = row(second - first);
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        let EndMasses {
            first: a,
            shared: b,
            second: c,
            ..
        } = self.end_masses::<S>();
        let o = S::from(0.0);
        match self.parameters.masses {
            Masses::UniformBars => {
                out.copy_from_slice(&[a, o, b, o, o, a, o, b, b, o, c, o, o, b, o, c]);
            }
            Masses::PointMasses => out.copy_from_slice(&[a, a, c, c]),
        }
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let [first, second] = self.end_masses::<S>().weighing;
        S::decimal(self.parameters.gravity) * (first * q[1] + second * q[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::Flow;
    use system::System;

    #[test]
    fn released_links_start_with_the_accelerations_of_lagranges_equations() {
        // For bars 16/3 φ₁'' + 2 φ₂'' = -6 g/L and 2 φ₁'' + 4/3 φ₂'' = -2 g/L. Point masses fall freely at first.
        let g = 9.81;
        let bars = [-9.0 / 7.0 * g, -6.0 / 7.0 * g];
        for (masses, expected) in [(Masses::UniformBars, bars), (Masses::PointMasses, [-g, -g])] {
            let pendulum = NaturalPendulum::new(Parameters {
                masses,
                ..Parameters::default()
            });
            let kernel = NaturalKernel::new(pendulum.unwrap());
            let start = kernel.initial();
            let mut rates = [f64::NAN; 8];
            Flow::new(&kernel).rate(0.0, start.y(), &mut rates);
            let [.., x1, y1, x2, y2] = rates;
            assert!(x1.abs() < 1e-14 && x2.abs() < 1e-14, "{rates:?}");
            assert!((y1 - expected[0]).abs() < 1e-13, "{rates:?}");
            assert!((y2 - expected[1]).abs() < 1e-13, "{rates:?}");
        }
    }

    /// Kinetic energy of two uniform bars from the speeds and spins of their centres.
    fn kinetic_energy_of_bars(v: [f64; 4], spin: [f64; 2]) -> f64 {
        let centres = [
            [0.5 * v[0], 0.5 * v[1]],
            [0.5 * (v[0] + v[2]), 0.5 * (v[1] + v[3])],
        ];
        let bar = |[x, y]: [f64; 2], w: f64| 0.5 * (x * x + y * y) + 0.5 * w * w / 12.0;
        bar(centres[0], spin[0]) + bar(centres[1], spin[1])
    }

    #[test]
    fn uniform_bars_have_the_kinetic_energy_of_their_centres_and_spins() {
        let pendulum = NaturalPendulum::new(Parameters::default()).unwrap();
        let mut mass = [f64::NAN; 16];
        pendulum.mass(&[0.0; 4], &mut mass);
        for (angles, spin) in [([0.3, -1.1], [1.7, -0.6]), ([2.5, 0.4], [-0.2, 3.1])] {
            // Velocity of the end of a unit bar about its start.
            let turning = |k: usize| {
                let (sin, cos) = math::sin_cos(angles[k]);
                [-spin[k] * sin, spin[k] * cos]
            };
            let (first, second) = (turning(0), turning(1));
            let v = [
                first[0],
                first[1],
                first[0] + second[0],
                first[1] + second[1],
            ];
            let mut momentum = [f64::NAN; 4];
            MassLayout::Dense.multiply(&mass, &v, &mut momentum);
            let energy: f64 = 0.5 * v.iter().zip(&momentum).map(|(v, p)| v * p).sum::<f64>();
            assert!((energy - kinetic_energy_of_bars(v, spin)).abs() < 1e-15);
        }
    }
}
