//! A spatial chain of five links in natural coordinates.
//!
//! **Sketch.** Five equal square bars hang on one another by hinges whose axes point alternately along and across the
//! plane in which the chain lies at the start. Released at rest, it falls, folds and whips in three dimensions with five
//! degrees of freedom. No angle and no rotation matrix occurs: a link is described by points and directions, so that
//! the mass is constant but couples neighbours, and every constraint is a quadratic polynomial.
//!
//! **Coordinates.** The hinge points P₂ … P₅, the tip P₆, the unit vectors u₂ … u₅ along the hinge axes and u₆ fixed in
//! the last link, in the order in which they follow along the chain, which keeps M and J close to the diagonal:
//! `q = (P₂, u₂, P₃, u₃, …, P₆, u₆)`, 30 of them; `v = q'`. The ground holds P₁ = 0 and u₁ = (0, 1, 0). Link k carries
//! P_k, u_k, P_{k+1} and u_{k+1}, and turns about u_k.
//!
//! **M** is that of uniform bars of length L and square section w: link k adds m/3 to the diagonals of P_k and
//! P_{k+1}, m/6 between them, and m w²/12 to the diagonals of u_k and u_{k+1}. That is exact as long as the four
//! vectors keep their constraints: a point of the bar is `P_k + ξ r + η u_k + ζ u_{k+1}`.
//! **f** is half the weight m g of each link on each of its ends, along -z.
//!
//! **Φ** has five rows for each link, with `r = P_{k+1} - P_k`: `r·r - L²`, `r·u_k`, `r·u_{k+1}`, `u_k·u_{k+1}`,
//! `u_{k+1}·u_{k+1} - 1`; 25 altogether. A row touches at most nine velocities. (Were two axes of a link parallel, the
//! fourth row would have no gradient along the others' surface; here they are perpendicular.)
//!
//! **Parameters.** Length L and width w of a link in m, mass m of a link in kg, gravity g in m/s².
//!
//! **Initial state.** At rest in the plane z = 0, links along 0°, 45°, 45°, 90°, 90° from +x; with `c = √½` the points
//! are L (1, 0), (1+c, c), (1+2c, 2c), (1+2c, 2c+1), (1+2c, 2c+2) and the axes u₂ = u₄ = u₆ = (0, 0, 1),
//! u₃ = (-c, c, 0), u₅ = (-1, 0, 0).
//!
//! **Known truth.** Stored digits, from the five joint angles, which never see Φ, and from all coordinates with their
//! multipliers: 25 digits agree. They confirm the 10 digits that another code has for the tip after 1 s.
//!
//! **Difficulty tags.** `stored-digits`, `spatial`, `sparse`, `chain`.
//!
//! **Origin.** Bayo and Ledesma (1996), example 4: a spatial chain of five links with 30 natural coordinates and 25
//! constraints. The paper prints no lengths, masses, axes or start, so the data here are not theirs and its figures
//! cannot be compared; size and kind of the system are the same.

mod kernel;
mod minimal;
mod presets;
mod sketch;
#[cfg(test)]
mod tests;

pub use kernel::FiveLinkKernel;
pub use presets::problems;

use system::parameters::{all_positive, finite};
use system::{MassLayout, Mechanism, ParameterError, Pattern, Scalar, Shape, Vector3};

/// Number of links.
pub const LINKS: usize = 5;

/// Number of coordinates: a point and a direction for each link.
const N: usize = 6 * LINKS;

/// The axis of the first hinge, which the ground holds at the origin.
const GROUND_AXIS: [f64; 3] = [0.0, 1.0, 0.0];

/// The parameters of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Length of a link in m.
    pub length: f64,
    /// Width of its square section in m.
    pub width: f64,
    /// Mass of a link in kg.
    pub mass: f64,
    /// Gravity in m/s², towards -z.
    pub gravity: f64,
}

impl Default for Parameters {
    /// Links of 1 m × 0.1 m × 0.1 m and one kilogram under 9.81 m/s².
    fn default() -> Self {
        Self {
            length: 1.0,
            width: 0.1,
            mass: 1.0,
            gravity: 9.81,
        }
    }
}

/// The specification: five hinged links in natural coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiveLinkChain {
    parameters: Parameters,
}

impl FiveLinkChain {
    /// A chain with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        let Parameters {
            length,
            width,
            mass,
            gravity,
        } = parameters;
        all_positive([("length", length), ("width", width), ("mass", mass)])?;
        finite("gravity", gravity)?;
        let impossible = |what, value, why| Err(ParameterError::Impossible { what, value, why });
        if !(length * length).is_normal() {
            return impossible("length", length, "its square is out of range");
        }
        if !(mass * width * width).is_normal() {
            return impossible("width", width, "the inertia of a link is out of range");
        }
        if !(mass * gravity).is_finite() {
            return impossible("gravity", gravity, "the weight of a link is out of range");
        }
        Ok(Self { parameters })
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

/// The vectors of a link that each of its rows touches, of P_k, u_k, P_{k+1}, u_{k+1} in this order.
const TOUCHED: [&[usize]; 5] = [&[0, 2], &[0, 1, 2], &[0, 2, 3], &[1, 3], &[3]];

/// Velocities that a constraint row touches.
fn constraint_row(row: usize) -> Vec<usize> {
    let link = row / 5;
    // The first two vectors are the last two of the link before, which the ground has none of.
    let vectors = TOUCHED[row % 5]
        .iter()
        .filter_map(|vector| (2 * link + vector).checked_sub(2));
    vectors.flat_map(|x| 3 * x..3 * x + 3).collect()
}

/// Whether coordinate `i` belongs to an axis and not to a point.
fn is_axis(i: usize) -> bool {
    i % 6 >= 3
}

/// Velocities that share kinetic energy with velocity `i`: a point with the points next to it, a direction with none.
fn mass_row(i: usize) -> Vec<usize> {
    if is_axis(i) {
        return vec![i];
    }
    let (before, after) = (i.checked_sub(6), (i + 6 < N).then_some(i + 6));
    [before, Some(i), after].into_iter().flatten().collect()
}

impl Mechanism for FiveLinkChain {
    fn shape(&self) -> Shape {
        let mass = Pattern::from_rows(N, (0..N).map(mass_row));
        let rows = Pattern::from_rows(N, (0..5 * LINKS).map(constraint_row));
        Shape::new(N, 5 * LINKS)
            .with_constant_forces()
            .with_mass(MassLayout::Sparse(mass))
            .and_then(|shape| shape.with_rows(rows))
            .expect("the patterns have one row per velocity and per constraint")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let zero = S::from(0.0);
        let mut q = vec![zero; N];
        minimal::place(self, &[zero; LINKS], &mut q);
        (q, vec![zero; N])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let length = S::decimal(self.parameters.length);
        let (mut point, mut axis) = (Vector3::zeros(), Vector3::from(GROUND_AXIS.map(S::from)));
        for (q, out) in q.chunks_exact(6).zip(out.chunks_exact_mut(5)) {
            let next_point = Vector3::from_column_slice(&q[..3]);
            let next_axis = Vector3::from_column_slice(&q[3..]);
            let r = next_point - point;
            out[0] = r.dot(&r) - length.square();
            out[1] = r.dot(&axis);
            out[2] = r.dot(&next_axis);
            out[3] = axis.dot(&next_axis);
            out[4] = next_axis.dot(&next_axis) - S::from(1.0);
            (point, axis) = (next_point, next_axis);
        }
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        let mass = S::decimal(self.parameters.mass);
        let [third, sixth] = [3.0, 6.0].map(|divisor| mass / S::from(divisor));
        let across = mass * S::decimal(self.parameters.width).square() / S::from(12.0);
        let mut values = out.iter_mut();
        let mut put = |x: S| {
            if let Some(value) = values.next() {
                *value = x;
            }
        };
        for i in 0..N {
            // Every vector but the last two belongs to two links.
            let links = S::from(if i < N - 6 { 2.0 } else { 1.0 });
            if is_axis(i) {
                put(links * across);
                continue;
            }
            if i >= 6 {
                put(sixth);
            }
            put(links * third);
            if i + 6 < N {
                put(sixth);
            }
        }
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let half = S::from(0.5);
        let (mut height, mut end) = (S::from(0.0), S::from(0.0));
        for q in q.chunks_exact(6) {
            height += half * (end + q[2]);
            end = q[2];
        }
        S::decimal(self.parameters.mass) * S::decimal(self.parameters.gravity) * height
    }
}
