//! The chain in minimal coordinates: link angles without constraints.
//!
//! With masses at distance `c` from the start of their link and inertia `J` about that point, for links
//! counted from zero and `n_k` links beyond link k, Lagrange's equations are
//!
//! ```text
//! Σ_j A_ij [cos(θ_i - θ_j) θ_j'' + sin(θ_i - θ_j) θ_j'²] + m g (c + n_i L) cos θ_i = 0
//! A_ii = J + m (c² + n_i L²)        A_ij = m L (c + n_max(i,j) L)   for i ≠ j
//! ```
//!
//! They are solved in linear time. Seen from its start, the part of the chain from link i on answers an
//! acceleration `a` of that point with the joint force `F_i = P_i a + p_i`. From the free end inwards, with
//! `e = (cos θ, sin θ)`, `n = (-sin θ, cos θ)`, and `P`, `p` of the next joint:
//!
//! ```text
//! b = p - L ω² P e            D = J + m c² + L² n·P n       u = m c n + L P n      τ = m g c cos θ + L n·b
//! P_i = m 1 + P - u uᵀ/D      p_i = b + m g ŷ - m c ω² e - u τ/D
//! ```
//!
//! and outwards again from `a = 0` at the pivot: `θ'' = -(u·a + τ)/D`, `a ← a + L θ'' n - L ω² e`.

use crate::Chain;
use system::{Matrix2, Scalar, Vector2};

/// Equal links with their masses anywhere along them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Links<S> {
    /// Number of links.
    pub(crate) links: usize,
    /// Length L.
    pub(crate) length: S,
    /// Distance c of the centre of mass from the start.
    pub(crate) centre: S,
    /// Mass m.
    pub(crate) mass: S,
    /// Inertia J about the centre of mass.
    pub(crate) inertia: S,
    /// Gravity g.
    pub(crate) gravity: S,
}

/// What the inward sweep leaves for the outward sweep.
#[derive(Clone, Copy, Debug)]
struct Swept<S> {
    e: Vector2<S>,
    u: Vector2<S>,
    tau: S,
    d: S,
}

/// The links with the buffers of one sweep.
pub(crate) struct Sweep<S> {
    links: Links<S>,
    swept: Vec<Swept<S>>,
}

/// Maximal coordinates of one state, with everything that follows from it.
pub(crate) struct Maximal<S> {
    pub(crate) q: Vec<S>,
    pub(crate) v: Vec<S>,
    pub(crate) a: Vec<S>,
    pub(crate) lambda: Vec<S>,
    pub(crate) kinetic: S,
    pub(crate) potential: S,
}

/// Turned by a right angle.
fn turned<S: Scalar>(e: Vector2<S>) -> Vector2<S> {
    Vector2::new(-e.y, e.x)
}

impl<S: Scalar> Sweep<S> {
    /// Buffers for the sweeps along `links`.
    pub(crate) fn new(links: Links<S>) -> Self {
        let swept = Swept {
            e: Vector2::zeros(),
            u: Vector2::zeros(),
            tau: S::zero(),
            d: S::zero(),
        };
        Self {
            links,
            swept: vec![swept; links.links],
        }
    }

    /// `θ''` from angles and rates.
    pub(crate) fn accelerations(&mut self, theta: &[S], omega: &[S], out: &mut [S]) {
        let Links {
            length,
            centre,
            mass,
            inertia,
            gravity,
            ..
        } = self.links;
        let (mut matrix, mut p) = (Matrix2::zeros(), Vector2::zeros());
        for ((swept, theta), &omega) in self.swept.iter_mut().zip(theta).zip(omega).rev() {
            let (sin, cos) = theta.sin_cos();
            let e = Vector2::new(cos, sin);
            let n = turned(e);
            let square = omega * omega;
            let pn = matrix * n;
            let b = p - matrix * e * (length * square);
            let d = inertia + mass * centre * centre + length * length * n.dot(&pn);
            let u = n * (mass * centre) + pn * length;
            let tau = mass * gravity * centre * cos + length * n.dot(&b);
            p = b - e * (mass * centre * square) - u * tau / d;
            p.y += mass * gravity;
            matrix += Matrix2::from_diagonal_element(mass) - u * u.transpose() / d;
            *swept = Swept { e, u, tau, d };
        }
        let mut a = Vector2::zeros();
        for ((swept, &omega), out) in self.swept.iter().zip(omega).zip(out) {
            let Swept { e, u, tau, d } = *swept;
            let alpha = -(u.dot(&a) + tau) / d;
            a += turned(e) * (length * alpha) - e * (length * omega * omega);
            *out = alpha;
        }
    }

    /// The right-hand side for `y = (θ, θ')`.
    pub(crate) fn rate(&mut self, y: &[S], out: &mut [S]) {
        let (theta, omega) = y.split_at(self.links.links);
        let (velocity, acceleration) = out.split_at_mut(self.links.links);
        velocity.copy_from_slice(omega);
        self.accelerations(theta, omega, acceleration);
    }

    /// Maximal coordinates of the state `y = (θ, θ')`.
    pub(crate) fn maximal(&mut self, y: &[S]) -> Maximal<S> {
        let Links {
            links,
            length,
            centre,
            mass,
            inertia,
            gravity,
        } = self.links;
        let zero = S::from(0.0);
        let (theta, omega) = y.split_at(links);
        let mut alpha = vec![zero; links];
        self.accelerations(theta, omega, &mut alpha);
        let empty = || Vec::with_capacity(3 * links);
        let (mut q, mut v, mut a) = (empty(), empty(), empty());
        // Inertia and weight of each link, then, summed up from the free end, λ = -F.
        let mut lambda = Vec::with_capacity(2 * links);
        let (mut twice_kinetic, mut height) = (zero, zero);
        let [mut end, mut end_velocity, mut end_acceleration] = [Vector2::zeros(); 3];
        for ((&theta, &omega), &alpha) in theta.iter().zip(omega).zip(&alpha) {
            let (sin, cos) = theta.sin_cos();
            let e = Vector2::new(cos, sin);
            let n = turned(e);
            let bend = omega * omega;
            // Acceleration of the unit vector along the link.
            let turn = n * alpha - e * bend;
            let position = end + e * centre;
            let velocity = end_velocity + n * (centre * omega);
            let acceleration = end_acceleration + turn * centre;
            q.extend([position.x, position.y, theta]);
            v.extend([velocity.x, velocity.y, omega]);
            a.extend([acceleration.x, acceleration.y, alpha]);
            lambda.push(-mass * acceleration.x);
            lambda.push(-mass * (acceleration.y + gravity));
            twice_kinetic += mass * velocity.dot(&velocity) + inertia * bend;
            height += position.y;
            end += e * length;
            end_velocity += n * (length * omega);
            end_acceleration += turn * length;
        }
        for i in (2..2 * links).rev() {
            let beyond = lambda[i];
            lambda[i - 2] += beyond;
        }
        Maximal {
            q,
            v,
            a,
            lambda,
            kinetic: twice_kinetic * S::from(0.5),
            potential: mass * gravity * height,
        }
    }
}

impl<S: Scalar> From<&Chain> for Links<S> {
    fn from(chain: &Chain) -> Self {
        let p = chain.parameters();
        let (length, mass) = (S::decimal(p.length), S::decimal(p.mass));
        Self {
            links: p.links,
            length,
            centre: length * S::from(0.5),
            mass,
            inertia: mass * length * length / S::from(12.0),
            gravity: S::decimal(p.gravity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sweep_solves_lagranges_equations() {
        let rods = Links {
            links: 7,
            length: 1.3,
            centre: 0.4,
            mass: 0.8,
            inertia: 0.2,
            gravity: 9.81,
        };
        let points = Links {
            centre: 1.3,
            inertia: 0.0,
            ..rods
        };
        for links in [rods, points] {
            let Links {
                links: n,
                length,
                centre,
                mass,
                inertia,
                gravity,
            } = links;
            let theta: Vec<f64> = (0..n).map(|i| math::sin(1.7 * i as f64) * 2.0).collect();
            let omega: Vec<f64> = (0..n).map(|i| math::cos(2.3 * i as f64) * 3.0).collect();
            let mut alpha = vec![f64::NAN; n];
            Sweep::new(links).accelerations(&theta, &omega, &mut alpha);
            for i in 0..n {
                let beyond = |k: usize| (n - 1 - k) as f64;
                let mut sum = mass * gravity * (centre + beyond(i) * length) * math::cos(theta[i]);
                for j in 0..n {
                    let a = if i == j {
                        inertia + mass * (centre * centre + beyond(i) * length * length)
                    } else {
                        mass * length * (centre + beyond(i.max(j)) * length)
                    };
                    let (sin, cos) = math::sin_cos(theta[i] - theta[j]);
                    sum += a * (cos * alpha[j] + sin * omega[j] * omega[j]);
                }
                // Terms of the sum reach 1e3.
                assert!(sum.abs() < 1e-11, "row {i}: {sum:e}");
            }
        }
    }
}
