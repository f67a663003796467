//! A chain of N planar links in maximal coordinates.
//!
//! **Sketch.** N equal uniform rods hang in a row from a fixed pivot, each pinned to the end of the one before.
//! They are released from rest, stretched out horizontally: a wave runs along the chain while it falls.
//! Every rod carries its own three coordinates, so the equations are large and very sparse, and a method
//! whose cost per step grows faster than N shows it here.
//!
//! **Coordinates.** Centre and angle of each link, `q = (x₁, y₁, θ₁, x₂, …)`, θ from +x; `v = q'`.
//!
//! **M** = diag(m, m, J, m, …) with `J = m L²/12`. **f** = (0, -m g, 0, 0, …).
//!
//! **Φ** has two rows for each joint, start of link i minus end of link i - 1 (the origin for the first):
//! `x_i - (L/2) cos θ_i - x_{i-1} - (L/2) cos θ_{i-1}`, and the same with y and the sines. A row touches at most four
//! velocities.
//!
//! **Parameters.** Number of links N, length L in m and mass m in kg of a link, gravity g in m/s².
//!
//! **Initial state.** Horizontal along +x, at rest.
//!
//! **Known truth.** The link angles are minimal coordinates without constraints. For ten links they are stored with the
//! digits of an extrapolation in double-double precision; those of a hundred would fill more than a megabyte, so they
//! are extrapolated in double precision when they are asked for, and 13 digits hold. Joint forces follow link by link
//! from the free end, `λ = -(force on the link)`. The same code agrees with all digits of values that were found
//! elsewhere, for a mass at the end of each rod after 1 s and for two rods after 10 s. The motion is not sensitive: an
//! initial push changes the end by `|δq(T)|/|δv(0)|` = 0.91 s for 10 links and 0.49 s for 100, which is what free motion
//! would do.
//!
//! **Difficulty tags.** `planar`, `sparse`, `chain`; `stored-digits` for 10 links, `large` for 100; `long-run` and `chaotic`
//! for 100 s.
//!
//! **Origin.** The usual scaling benchmark of multibody codes.

mod kernel;
mod minimal;
mod motion;
mod presets;
mod sketch;

pub use kernel::ChainKernel;
pub use presets::problems;

use system::parameters::{all_positive, count, finite};
use system::{Mechanism, ParameterError, Pattern, Scalar, Shape, Vector2};

/// The longest chain: its state fills some tens of megabytes.
pub const MAX_LINKS: usize = 1_000_000;

/// The parameters of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Number of links.
    pub links: usize,
    /// Length of a link in m.
    pub length: f64,
    /// Mass of a link in kg.
    pub mass: f64,
    /// Gravity in m/s², towards -y.
    pub gravity: f64,
}

impl Default for Parameters {
    /// Ten links of one metre and one kilogram under 9.81 m/s².
    fn default() -> Self {
        Self {
            links: 10,
            length: 1.0,
            mass: 1.0,
            gravity: 9.81,
        }
    }
}

/// The specification: N pinned links in maximal coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    parameters: Parameters,
}

impl Chain {
    /// A chain of `links` links of one metre and one kilogram under 9.81 m/s².
    ///
    /// # Errors
    /// When there is no link, or more than [`MAX_LINKS`].
    pub fn new(links: usize) -> Result<Self, ParameterError> {
        Self::with(Parameters {
            links,
            ..Parameters::default()
        })
    }

    /// A chain with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn with(parameters: Parameters) -> Result<Self, ParameterError> {
        let p = &parameters;
        count("links", p.links, 1, MAX_LINKS)?;
        all_positive([("length", p.length), ("mass", p.mass)])?;
        finite("gravity", p.gravity)?;
        Ok(Self { parameters })
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Moment of inertia of a link about its centre.
    pub fn inertia(&self) -> f64 {
        let p = self.parameters;
        p.mass * p.length * p.length / 12.0
    }
}

impl Mechanism for Chain {
    fn shape(&self) -> Shape {
        let links = self.parameters.links;
        let (n, rows) = (3 * links, 2 * links);
        let row = |row: usize| {
            let (link, axis) = (row / 2, row % 2);
            let own = [3 * link + axis, 3 * link + 2];
            match link {
                0 => own.to_vec(),
                _ => vec![own[0] - 3, own[1] - 3, own[0], own[1]],
            }
        };
        let joints = Pattern::from_rows(n, (0..rows).map(row));
        Shape::new(n, rows)
            .with_constant_forces()
            .with_rows(joints)
            .expect("the pattern has one row per joint row")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let Parameters { links, length, .. } = self.parameters;
        let length = S::decimal(length);
        let zero = S::from(0.0);
        let link = |i| [S::from(i as f64 + 0.5) * length, zero, zero];
        ((0..links).flat_map(link).collect(), vec![zero; 3 * links])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let half = S::decimal(self.parameters.length) * S::from(0.5);
        let mut end = Vector2::zeros();
        for (link, out) in q.chunks_exact(3).zip(out.chunks_exact_mut(2)) {
            let (sin, cos) = link[2].sin_cos();
            let (centre, arm) = (
                Vector2::new(link[0], link[1]),
                Vector2::new(cos, sin) * half,
            );
            out.copy_from_slice((centre - arm - end).as_slice());
            end = centre + arm;
        }
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        let mass = S::decimal(self.parameters.mass);
        let inertia = mass * S::decimal(self.parameters.length).square() / S::from(12.0);
        for link in out.chunks_exact_mut(3) {
            link.copy_from_slice(&[mass, mass, inertia]);
        }
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let mut height = S::from(0.0);
        for link in q.chunks_exact(3) {
            height += link[1];
        }
        S::decimal(self.parameters.mass) * S::decimal(self.parameters.gravity) * height
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joint_rows_are_sparse_and_the_start_closes_every_joint() {
        let chain = Chain::new(5).unwrap();
        let shape = chain.shape();
        assert_eq!((shape.n_v(), shape.constraints()), (15, 10));
        assert_eq!(shape.rows().columns(1), [1, 2]);
        assert_eq!(shape.rows().columns(2), [0, 2, 3, 5]);
        assert_eq!(shape.rows().len(), 4 + 4 * 8);
        assert!(shape.force_rows().is_empty());
        let (q, _) = chain.initial::<f64>();
        let mut phi = [f64::NAN; 10];
        chain.constraint(0.0, &q, &mut phi);
        assert_eq!(phi, [0.0; 10]);
    }
}
