//! Every body as a vector that turns with its absolute angle, `r' = ω r⊥` and `r'' = -ω² r`, where `r⊥` is `r` turned by a
//! right angle. Rows of Φ, J and γ are sums of them.

use crate::data::{A, B, C, D, E, RR, SC, SD, SS, U, ZF, ZT};
use crate::planar::{Planar, across, along, dot, minus, plus, times, turned};

/// The bodies as vectors from joint to joint.
pub(crate) struct Bodies {
    pub(crate) crank: Planar,
    /// From the crank to E.
    pub(crate) rod: Planar,
    pub(crate) rocker: Planar,
    pub(crate) five: Planar,
    pub(crate) four: Planar,
    pub(crate) seven: Planar,
    pub(crate) six: Planar,
    /// From B to the spring.
    pub(crate) lever: Planar,
}

impl Bodies {
    // Out of line, so that sine and cosine of each angle stay one call.
    #[inline(never)]
    pub(crate) fn at(q: &[f64; 7]) -> Self {
        let [beta, theta, gamma, phi, delta, omega, epsilon] = *q;
        let (sin, cos) = math::sin_cos(gamma);
        Self {
            crank: along(RR, beta),
            rod: along(-D, beta + theta),
            rocker: [SS * sin, -SS * cos],
            five: along(ZT, delta),
            four: across(E, phi + delta),
            seven: across(U, epsilon),
            six: along(ZF, omega + epsilon),
            lever: [SD * cos + SC * sin, SD * sin - SC * cos],
        }
    }

    /// The common joint at the end of the rod.
    #[inline(always)]
    pub(crate) fn joint(&self) -> Planar {
        plus(self.crank, self.rod)
    }

    /// Φ with all six rows.
    #[inline(always)]
    pub(crate) fn gaps(&self) -> [f64; 6] {
        let joint = self.joint();
        let from_a = minus(joint, A);
        let [x1, y1] = minus(minus(joint, B), self.rocker);
        let [x2, y2] = minus(minus(from_a, self.five), self.four);
        let [x3, y3] = minus(minus(from_a, self.seven), self.six);
        [x1, y1, x2, y2, x3, y3]
    }

    /// J with all six rows, without its zeros.
    #[inline(always)]
    pub(crate) fn jacobian(&self) -> [f64; 22] {
        let [bx, by] = turned(self.joint());
        let [tx, ty] = turned(self.rod);
        let [gx, gy] = turned(self.rocker);
        let [px, py] = turned(self.four);
        let [dx, dy] = turned(plus(self.five, self.four));
        let [ox, oy] = turned(self.six);
        let [ex, ey] = turned(plus(self.seven, self.six));
        #[rustfmt::skip]
        let rows = [
            bx, tx, -gx,
            by, ty, -gy,
            bx, tx, -px, -dx,
            by, ty, -py, -dy,
            bx, tx, -ox, -ex,
            by, ty, -oy, -ey,
        ];
        rows
    }

    /// γ with all six rows: every vector brings its length times the square of its rate.
    #[inline(always)]
    pub(crate) fn gamma(&self, v: &[f64; 7]) -> [f64; 6] {
        let [beta, theta, gamma, phi, delta, omega, epsilon] = *v;
        let pull = |rate: f64, vector: Planar| times(rate * rate, vector);
        let joint = plus(pull(beta, self.crank), pull(beta + theta, self.rod));
        let rocker = pull(gamma, self.rocker);
        let first = plus(pull(delta, self.five), pull(phi + delta, self.four));
        let second = plus(pull(epsilon, self.seven), pull(omega + epsilon, self.six));
        let [x1, y1] = minus(joint, rocker);
        let [x2, y2] = minus(joint, first);
        let [x3, y3] = minus(joint, second);
        [x1, y1, x2, y2, x3, y3]
    }
}

/// The spring at one instant: its length, and how its end moves with γ.
pub(crate) struct Spring {
    pub(crate) length: f64,
    /// ½ dL²/dγ.
    pub(crate) lever: f64,
    /// ½ d²L²/dγ².
    pub(crate) bend: f64,
}

impl Spring {
    #[inline(always)]
    pub(crate) fn at(lever: Planar) -> Self {
        let stretch = plus(minus(B, C), lever);
        Self {
            length: dot(stretch, stretch).sqrt(),
            lever: dot(stretch, turned(lever)),
            bend: dot(lever, lever) - dot(stretch, lever),
        }
    }
}
