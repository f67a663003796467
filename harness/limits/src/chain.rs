//! Accelerations and joint forces of a planar chain of N equal uniform rods with Baumgarte's feedback, by elimination in
//! blocks of two rows.
//!
//! Coordinates are `(x, y, θ)` of each rod, θ from +x, gravity acts along -y; the chain hangs from the origin. With
//! half a rod `A = (L/2) (cos θ, sin θ)`, its derivative `n = (L/2) (-sin θ, cos θ)` and the centre r, joint i is
//! `Φ_i = r_i - A_i - r_{i-1} - A_{i-1}`. Divided by the mass, with `μ = λ/m` and `κ = m/J = 12/L²`, the equations of
//! motion are
//!
//! ```text
//! r_i'' = (0, -g) - μ_i + μ_{i+1}         θ_i'' = κ n_i·(μ_i + μ_{i+1})         μ_N = 0
//! ```
//!
//! and what `Φ'' + α Φ' + β Φ = 0` leaves for the multipliers is block-tridiagonal:
//!
//! ```text
//! (C_{i-1} + C_i) μ_i + B_{i-1} μ_{i-1} + B_i μ_{i+1} = s_i      C = 1 + κ n nᵀ,  B = -1 + κ n nᵀ,  C_{-1} = 0
//! s_i = (c_i - P_i) - (c_{i-1} + P_{i-1})                        c = α r' + β r,  P = α θ' n + (β - θ'²) A
//! ```
//!
//! with `s_0 = c_0 - P_0 + (0, -g)`. Eliminating from the pivot outwards needs nothing of a rod before its turn, so one pass
//! does everything from the sine on: with `D_i` the block that is left on the diagonal,
//!
//! ```text
//! z_i = D_i⁻¹ s_i      G_i = -D_i⁻¹ B_i      s_{i+1} += G_iᵀ s_i      D_{i+1} = C_i + C_{i+1} - B_i D_i⁻¹ B_i
//! ```
//!
//! and a second one, backwards, finds `μ_i = z_i + G_i μ_{i+1}` and the accelerations. The only division is by the
//! determinant of D; everything that multiplies it is formed beside it, from the adjugate of D.

/// Number of rods whose sines are computed together: a call within the elimination would spill all that a rod passes to
/// the next one (measured: a fifth of the time).
const BATCH: usize = 16;

/// The parameters of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Number N of rods.
    pub links: usize,
    /// Length L of a rod in m.
    pub length: f64,
    /// Mass m of a rod in kg.
    pub mass: f64,
    /// Gravity g in m/s², towards -y.
    pub gravity: f64,
    /// Feedback α of Φ' in 1/s.
    pub alpha: f64,
    /// Feedback β of Φ in 1/s².
    pub beta: f64,
}

/// The kernel with its constants prepared and its memory allocated.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    constants: Constants,
    links: Vec<Eliminated>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Constants {
    parameters: Parameters,
    half: f64,
    /// m/J = 12/L².
    kappa: f64,
}

/// The data of a rod for the second pass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Eliminated {
    /// G, by rows.
    g: [f64; 4],
    /// κ n.
    turning: [f64; 2],
}

/// The data that a rod passes to the next one.
struct Carried {
    /// C.
    c: [f64; 3],
    /// B D⁻¹ B.
    taken: [f64; 3],
    /// Its share of the next s.
    s: [f64; 2],
}

impl Limit {
    /// Prepares the constants and allocates what the elimination leaves behind.
    pub fn new(parameters: Parameters) -> Self {
        let length = parameters.length;
        Self {
            constants: Constants {
                parameters,
                half: 0.5 * length,
                kappa: 12.0 / (length * length),
            },
            links: vec![Eliminated::default(); parameters.links],
        }
    }

    /// Accelerations `a` (3 N) and multipliers (2 N) at the coordinates `q` and the velocities `v`.
    ///
    /// # Panics
    /// When a slice has another length.
    #[inline(never)]
    pub fn accelerate(&mut self, q: &[f64], v: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        let n = self.links.len();
        assert_eq!((q.len(), v.len(), a.len()), (3 * n, 3 * n, 3 * n));
        assert_eq!(lambda.len(), 2 * n);
        let (q, _) = q.as_chunks::<3>();
        let (v, _) = v.as_chunks::<3>();
        let (a, _) = a.as_chunks_mut::<3>();
        let (lambda, _) = lambda.as_chunks_mut::<2>();
        self.eliminate(q, v, lambda);
        self.substitute(a, lambda);
    }

    /// Leaves z in the place of the multipliers.
    #[inline(always)]
    fn eliminate(&mut self, q: &[[f64; 3]], v: &[[f64; 3]], z: &mut [[f64; 2]]) {
        let constants = self.constants;
        let half = constants.half;
        let mut before = Carried {
            c: [0.0; 3],
            taken: [0.0; 3],
            s: [0.0, -constants.parameters.gravity],
        };
        let mut arms = [[0.0; 2]; BATCH];
        for first in (0..q.len()).step_by(BATCH) {
            for (arm, q) in arms.iter_mut().zip(&q[first..]) {
                let (sin, cos) = math::sin_cos(q[2]);
                *arm = [half * cos, half * sin];
            }
            let rods = q[first..].iter().zip(&v[first..]).zip(&arms);
            let left = z[first..].iter_mut().zip(&mut self.links[first..]);
            for (((q, v), arm), (z, link)) in rods.zip(left) {
                (*link, *z, before) = constants.rod(q, v, arm, &before);
            }
        }
    }

    #[inline(always)]
    fn substitute(&self, a: &mut [[f64; 3]], lambda: &mut [[f64; 2]]) {
        let Parameters { mass, gravity, .. } = self.constants.parameters;
        let [mut next_x, mut next_y] = [0.0; 2];
        for ((a, lambda), link) in a.iter_mut().zip(lambda).zip(&self.links).rev() {
            let [gxx, gxy, gyx, gyy] = link.g;
            let [kx, ky] = link.turning;
            let x = lambda[0] + (gxx * next_x + gxy * next_y);
            let y = lambda[1] + (gyx * next_x + gyy * next_y);
            *a = [
                next_x - x,
                next_y - y - gravity,
                kx * (x + next_x) + ky * (y + next_y),
            ];
            *lambda = [mass * x, mass * y];
            [next_x, next_y] = [x, y];
        }
    }
}

impl Constants {
    /// The eliminated rod, its z, and the data for the next one.
    #[inline(always)]
    fn rod(
        &self,
        &[x, y, _]: &[f64; 3],
        &[x_rate, y_rate, omega]: &[f64; 3],
        &[ax, ay]: &[f64; 2],
        before: &Carried,
    ) -> (Eliminated, [f64; 2], Carried) {
        let Parameters { alpha, beta, .. } = self.parameters;
        let kappa = self.kappa;
        let [kx, ky] = [-kappa * ay, kappa * ax];
        let (drag, pull) = (alpha * omega, beta - omega * omega);
        let [px, py] = [pull * ax - drag * ay, pull * ay + drag * ax];
        let [cx, cy] = [alpha * x_rate + beta * x, alpha * y_rate + beta * y];
        let [xx, xy, yy] = [-kx * ay, kx * ax, ky * ax];
        let [bxx, byy] = [xx - 1.0, yy - 1.0];
        let c = [xx + 1.0, xy, yy + 1.0];

        // From here on rods wait for each other; the way from D to the next D is kept as short as it can be.
        let dxx = (before.c[0] + c[0]) - before.taken[0];
        let dxy = (before.c[1] + c[1]) - before.taken[1];
        let dyy = (before.c[2] + c[2]) - before.taken[2];
        let inverse = 1.0 / (dxx * dyy - dxy * dxy);
        // B adj(D) B: the products of B, in brackets, are ready before D is.
        let taken = [
            dyy * (bxx * bxx) - dxy * (2.0 * (bxx * xy)) + dxx * (xy * xy),
            dyy * (bxx * xy) - dxy * (bxx * byy + xy * xy) + dxx * (xy * byy),
            dyy * (xy * xy) - dxy * (2.0 * (xy * byy)) + dxx * (byy * byy),
        ];
        let g = [
            (dxy * xy - dyy * bxx) * inverse,
            (dxy * byy - dyy * xy) * inverse,
            (dxy * bxx - dxx * xy) * inverse,
            (dxy * xy - dxx * byy) * inverse,
        ];
        let [sx, sy] = [before.s[0] + (cx - px), before.s[1] + (cy - py)];
        let z = [
            (dyy * sx - dxy * sy) * inverse,
            (dxx * sy - dxy * sx) * inverse,
        ];
        let carried = Carried {
            c,
            taken: taken.map(|b| b * inverse),
            s: [
                (g[0] * sx + g[2] * sy) - (cx + px),
                (g[1] * sx + g[3] * sy) - (cy + py),
            ],
        };
        let turning = [kx, ky];
        (Eliminated { g, turning }, z, carried)
    }
}

#[cfg(test)]
mod tests;
