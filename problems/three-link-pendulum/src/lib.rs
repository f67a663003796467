//! A spatial pendulum of three links with spherical joints and a pin.
//!
//! **Sketch.** A short link hangs from the ground by a spherical joint, a longer one from its end by another, and the
//! longest from that by a pin. All hang straight down at rest when gravity starts to pull sideways: the links swing out,
//! bend and turn about their own axes. The bodies' attitudes are quaternions, so that this is the problem for what methods
//! do with them: seven degrees of freedom among 18 velocities, with gyroscopic torques.
//!
//! **Coordinates.** For each link the centre and the Euler parameters, `q = (x₁, y₁, z₁, e₁, x₂, …)` with
//! `e = (e0, e1, e2, e3)`; `v = (x₁', y₁', z₁', ω₁, x₂', …)` with the angular velocity ω in the axes of the body. Links
//! lie along their body's z, upper end towards +z.
//!
//! **M** = diag(m₁, m₁, m₁, I₁, I₁, K₁, m₂, …): with the section `s = L/10` a link of density ρ has `m = ρ L s²`,
//! `I = m (L² + s²)/12` across and `K = m s²/6` along its axis.
//! **f** = m g on the centres and `I ω × ω` about them, with `g = -10 (½, √½, ½)` m/s².
//!
//! **Φ** has three rows for each joint, upper end minus lower end of the link above (the origin for the first), with
//! `A(e)` in its homogeneous form: `c_i + A_i (0, 0, L_i/2) - c_{i-1} + A_{i-1} (0, 0, L_{i-1}/2)`. Two more rows keep the pin
//! a of link 3 perpendicular to link 2 and to the direction b that completes the axes there:
//! `A₂ b · A₃ a` and `A₂ z · A₃ a`. Together 11. A row of a joint does not touch rotations about a link's own axis.
//!
//! **Parameters.** The three lengths in m, width over length, density in kg/m³ (which changes forces but not the
//! motion), gravity in m/s², and whether the pin lies along x or y at the start: see [`Parameters`].
//!
//! **Initial state.** Links along -z, body axes along the ground's, at rest.
//!
//! **Known truth.** Stored digits from all coordinates with their multipliers, by two extrapolations with different
//! steps and formulas: with quaternions there are no minimal coordinates to compare with. For the pin along x they agree
//! with those of an independent code in quadruple precision, after 1 s and after 10 s. Link 1 never turns about its own
//! axis, `ω₁ · z = 0`.
//!
//! **Difficulty tags.** `stored-digits`, `spatial`, `quaternions`.
//!
//! **Origin.** Welch, Hong, Trapp and Choi (2007), the three-link pendulum of their Table 3. The paper says that
//! the pin is perpendicular to links 2 and 3, but neither along which axis nor how heavy the links are; here both pins
//! are taken, and bars of one density. With these data the constraint norms of Table 3 can be met within a factor of about
//! 1.5, but not to their digits.

mod kernel;
mod presets;
mod sketch;
#[cfg(test)]
mod tests;

pub use kernel::ThreeLinkKernel;
pub use presets::problems;

use system::parameters::{finite, positive};
use system::quaternion::rotate;
use system::{Mechanism, ParameterError, Pattern, QuaternionBlock, Scalar, Shape, Vector3, widen};

/// Number of velocities.
const N: usize = 18;

/// Number of rows: three for each joint, two for the direction of the pin.
const ROWS: usize = 11;

/// Along which axis the pin between the last two links lies at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// Along x: the last two links bend in the plane of y and z.
    X,
    /// Along y: they bend in the plane of x and z.
    Y,
}

impl Pin {
    /// The axis of the pin and the other horizontal axis.
    fn axes(self) -> (usize, usize) {
        match self {
            Self::X => (0, 1),
            Self::Y => (1, 0),
        }
    }
}

/// The parameters of a pendulum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Lengths of the links in m, from the ground on.
    pub lengths: [f64; 3],
    /// Width of the square section over the length of its link.
    pub slenderness: f64,
    /// Density in kg/m³.
    pub density: f64,
    /// Gravity in m/s², along -(½, √½, ½).
    pub gravity: f64,
    /// The pin between the last two links.
    pub pin: Pin,
}

impl Default for Parameters {
    /// Links of 1, 2 and 2.5 m, a tenth as wide, of 1000 kg/m³ under 10 m/s², pin along x.
    fn default() -> Self {
        Self {
            lengths: [1.0, 2.0, 2.5],
            slenderness: 0.1,
            density: 1000.0,
            gravity: 10.0,
            pin: Pin::X,
        }
    }
}

/// The specification: three links with Euler parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeLinkPendulum {
    parameters: Parameters,
}

/// One link as a rigid body.
#[derive(Clone, Copy, Debug)]
struct Link<S> {
    /// Half its length.
    half: S,
    mass: S,
    /// Moment of inertia across its axis.
    across: S,
    /// Moment of inertia along its axis.
    along: S,
}

impl ThreeLinkPendulum {
    /// A pendulum with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        let names = ["length of link 1", "length of link 2", "length of link 3"];
        for (name, length) in names.into_iter().zip(parameters.lengths) {
            positive(name, length)?;
        }
        positive("slenderness", parameters.slenderness)?;
        positive("density", parameters.density)?;
        finite("gravity", parameters.gravity)?;
        let pendulum = Self { parameters };
        for (i, link) in pendulum.links::<f64>().into_iter().enumerate() {
            let inertia = [link.mass, link.across, link.along];
            let weight = link.mass * parameters.gravity;
            if !inertia.iter().all(|x| x.is_normal()) || !weight.is_finite() {
                return Err(ParameterError::impossible(
                    names[i],
                    parameters.lengths[i],
                    "mass, inertia or weight of the link is out of range",
                ));
            }
        }
        Ok(pendulum)
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn links<S: Scalar>(&self) -> [Link<S>; 3] {
        self.parameters.lengths.map(|length| {
            let length = S::decimal(length);
            let width = S::decimal(self.parameters.slenderness) * length;
            let mass = S::decimal(self.parameters.density) * length * width.square();
            Link {
                half: length * S::from(0.5),
                mass,
                across: mass * (length.square() + width.square()) / S::from(12.0),
                along: mass * width.square() / S::from(6.0),
            }
        })
    }

    /// The acceleration of free fall.
    fn fall<S: Scalar>(&self) -> [S; 3] {
        let half = S::from(0.5);
        [half, half.sqrt(), half].map(|x| -S::decimal(self.parameters.gravity) * x)
    }
}

/// Velocities that a constraint row touches.
fn constraint_row(row: usize) -> Vec<usize> {
    if row >= 9 {
        return [9, 10, 11, 15, 16, 17].to_vec();
    }
    let (joint, axis) = (row / 3, row % 3);
    let of = |link: usize| [6 * link + axis, 6 * link + 3, 6 * link + 4];
    match joint {
        0 => of(0).to_vec(),
        _ => [of(joint - 1), of(joint)].concat(),
    }
}

/// Velocities on which a force depends: gyroscopic torques across a link on the other two components of ω.
fn force_row(i: usize) -> Vec<usize> {
    match i % 6 {
        3 => vec![i + 1, i + 2],
        4 => vec![i - 1, i + 1],
        _ => Vec::new(),
    }
}

impl Mechanism for ThreeLinkPendulum {
    fn shape(&self) -> Shape {
        let attitude = |link: usize| QuaternionBlock {
            q: 7 * link + 3,
            v: 6 * link + 3,
        };
        Shape::new(N, ROWS)
            .with_rows(Pattern::from_rows(N, (0..ROWS).map(constraint_row)))
            .and_then(|shape| shape.with_force_rows(Pattern::from_rows(N, (0..N).map(force_row))))
            .and_then(|shape| shape.with_quaternions((0..3).map(attitude).collect()))
            .expect("patterns and quaternions fit 18 velocities")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let [zero, one] = [0.0, 1.0].map(S::from);
        let mut end = zero;
        let mut q = Vec::with_capacity(N + 3);
        for link in self.links::<S>() {
            let centre = end - link.half;
            q.extend([zero, zero, centre, one, zero, zero, zero]);
            end = centre - link.half;
        }
        (q, widen([0.0; N]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let rotated = |link: usize, x: Vector3<S>| -> Vector3<S> {
            let attitude = std::array::from_fn(|k| q[7 * link + 3 + k]);
            rotate(attitude, x.into()).into()
        };
        let mut end = Vector3::zeros();
        for (i, link) in self.links::<S>().into_iter().enumerate() {
            let arm = rotated(i, Vector3::z() * link.half);
            let centre = Vector3::from_column_slice(&q[7 * i..7 * i + 3]);
            out[3 * i..3 * i + 3].copy_from_slice((centre + arm - end).as_slice());
            end = centre - arm;
        }
        let unit = |axis: usize| Vector3::ith(axis, S::one());
        let (pin, other) = self.parameters.pin.axes();
        let pin = rotated(2, unit(pin));
        out[9] = rotated(1, unit(other)).dot(&pin);
        out[10] = rotated(1, Vector3::z()).dot(&pin);
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        for (out, link) in out.chunks_exact_mut(6).zip(self.links::<S>()) {
            let Link {
                mass,
                across,
                along,
                ..
            } = link;
            out.copy_from_slice(&[mass, mass, mass, across, across, along]);
        }
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let fall = self.fall::<S>();
        let mut potential = S::from(0.0);
        for (q, link) in q.chunks_exact(7).zip(self.links::<S>()) {
            potential -= link.mass * (fall[0] * q[0] + fall[1] * q[1] + fall[2] * q[2]);
        }
        potential
    }
}
