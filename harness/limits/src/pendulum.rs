//! One RK-4 step of the planar pendulum with Baumgarte's feedback, fully simplified.
//!
//! The index-1 equations with `Φ = ½ (x² + y² - L²)` and `Φ'' + α Φ' + β Φ = 0` are, with the mass cancelled,
//!
//! ```text
//! x'' = -μ x      y'' = -μ y - g      μ = (|v|² - g y + α (x x' + y y') - ½ β L²) / (x² + y²) + ½ β
//! ```
//!
//! [`Limit::step`] is the classical Runge-Kutta step on these four equations: four evaluations with one
//! division each, everything in registers. It does the same operations as the generic path, without the
//! generality, and is what that path is compared with.
//!
//! [`Limit::reordered_step`] shows what a step gains that uses the second order of its equations. For `q'' = a(q, v)` the same step needs, with the four stage accelerations,
//!
//! ```text
//! q ← q + h v + h²/6 (a₁ + a₂ + a₃)      v ← v + h/6 (a₁ + 2 a₂ + 2 a₃ + a₄)
//! ```
//!
//! A step is a chain of dependent operations, so what counts is its depth. With `w = v + α q` the numerator of μ is
//! `v·w - (g y + ½ β L²)`, and a stage acceleration times the factor `c` by which it will be used is
//!
//! ```text
//! c x'' = -(c x/r²) s - c ½ β x      c y'' = -(c y/r²) s - c (½ β y + g)      s = v·w - (g y + ½ β L²)
//! ```
//!
//! Everything but `v`, `w` and `s` depends on positions alone, and these only on the acceleration two stages
//! before: the one division of each stage is done while the stage in between is still under way. That halves
//! the time of a step.

use crate::Parameters;

/// The step with its constants prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    gravity: f64,
    alpha: f64,
    half_beta: f64,
    /// ½ β L².
    offset: f64,
    h: f64,
    half_h: f64,
    third_h: f64,
}

/// The terms of a stage that depend on its position, for an acceleration that is multiplied by `c`.
struct Place {
    /// α q.
    damping: [f64; 2],
    /// g y + ½ β L².
    level: f64,
    /// c q/r².
    pull: [f64; 2],
    /// c (½ β q + g ŷ).
    rest: [f64; 2],
}

impl Limit {
    /// Prepares the constants.
    pub fn new(p: Parameters) -> Self {
        Self {
            gravity: p.gravity,
            alpha: p.alpha,
            half_beta: 0.5 * p.beta,
            offset: 0.5 * p.beta * p.length * p.length,
            h: p.h,
            half_h: 0.5 * p.h,
            third_h: p.h / 3.0,
        }
    }

    #[inline(always)]
    fn place(&self, c: f64, [x, y]: [f64; 2]) -> Place {
        let scale = c / (x * x + y * y);
        let spring = c * self.half_beta;
        Place {
            damping: [self.alpha * x, self.alpha * y],
            level: self.gravity * y + self.offset,
            pull: [scale * x, scale * y],
            rest: [spring * x, spring * y + c * self.gravity],
        }
    }

    /// The closed-form rate of `(x, y, x', y')`.
    #[inline(always)]
    fn rate(&self, [x, y, vx, vy]: [f64; 4]) -> [f64; 4] {
        let damped = self.alpha * (x * vx + y * vy) - self.offset;
        let mu = (vx * vx + vy * vy - self.gravity * y + damped) / (x * x + y * y) + self.half_beta;
        [vx, vy, -mu * x, -mu * y - self.gravity]
    }

    /// Advances `(x, y, x', y')` by one step.
    #[inline(never)]
    pub fn step(&self, state: &mut [f64; 4]) {
        let y = *state;
        let moved = |k: [f64; 4], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
        let k1 = self.rate(y);
        let k2 = self.rate(moved(k1, self.half_h));
        let k3 = self.rate(moved(k2, self.half_h));
        let k4 = self.rate(moved(k3, self.h));
        let sixth = 0.5 * self.third_h;
        *state = std::array::from_fn(|i| y[i] + sixth * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
    }

    /// The same step, reordered for equations of second order.
    #[inline(never)]
    pub fn reordered_step(&self, state: &mut [f64; 4]) {
        let [x, y, vx, vy] = *state;
        let (h, half, third) = (self.h, self.half_h, self.third_h);
        let (mid_x, mid_y) = (x + half * vx, y + half * vy);
        let (end_x, end_y) = (x + h * vx, y + h * vy);

        // Stages one, two and four give h/2 a, stage three gives h a.
        let (ax1, ay1) = self.place(half, [x, y]).acceleration([vx, vy], [0.0; 2]);
        let (ax2, ay2) = self
            .place(half, [mid_x, mid_y])
            .acceleration([vx, vy], [ax1, ay1]);
        let third_place = [mid_x + half * ax1, mid_y + half * ay1];
        let (ax3, ay3) = self
            .place(h, third_place)
            .acceleration([vx, vy], [ax2, ay2]);
        let fourth_place = [end_x + h * ax2, end_y + h * ay2];
        let (ax4, ay4) = self
            .place(half, fourth_place)
            .acceleration([vx, vy], [ax3, ay3]);

        *state = [
            end_x + third * ((ax1 + ax2) + 0.5 * ax3),
            end_y + third * ((ay1 + ay2) + 0.5 * ay3),
            vx + (1.0 / 3.0) * (((ax1 + 2.0 * ax2) + ax3) + ax4),
            vy + (1.0 / 3.0) * (((ay1 + 2.0 * ay2) + ay3) + ay4),
        ];
    }
}

impl Place {
    /// The scaled acceleration at velocity `v + dv`.
    #[inline(always)]
    fn acceleration(&self, [vx, vy]: [f64; 2], [dx, dy]: [f64; 2]) -> (f64, f64) {
        let (wx, wy) = ((vx + self.damping[0]) + dx, (vy + self.damping[1]) + dy);
        let s = ((vx + dx) * wx - self.level) + (vy + dy) * wy;
        (
            -(self.pull[0] * s) - self.rest[0],
            -(self.pull[1] * s) - self.rest[1],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bare, odd, textbook_step};
    use approx::assert_relative_eq;

    /// The index-1 equations with mass, multiplier and feedback spelled out.
    fn rate(p: Parameters, y: [f64; 4]) -> [f64; 4] {
        let mass = 3.7;
        let [x, z, vx, vz] = y;
        let phi = 0.5 * (x * x + z * z - p.length * p.length);
        let phi_dot = x * vx + z * vz;
        let gamma = -(vx * vx + vz * vz) - p.alpha * phi_dot - p.beta * phi;
        let force = [0.0, -mass * p.gravity];
        // J M⁻¹ Jᵀ λ = J M⁻¹ f - γ.
        let lambda = ((x * force[0] + z * force[1]) / mass - gamma) / ((x * x + z * z) / mass);
        [
            vx,
            vz,
            (force[0] - x * lambda) / mass,
            (force[1] - z * lambda) / mass,
        ]
    }

    const SWING: Parameters = Parameters {
        gravity: 9.81,
        length: 1.0,
        alpha: 20.0,
        beta: 100.0,
        h: 0.01,
    };

    #[test]
    fn one_step_is_the_textbook_step() {
        for p in [SWING, odd(0.03), bare(0.03)] {
            for k in 0..100 {
                let k = f64::from(k);
                let (radius, angle) = (1.0 + 0.2 * math::sin(3.0 * k), 0.7 * k);
                let start = [
                    radius * math::sin(angle),
                    -radius * math::cos(angle),
                    2.0 * math::cos(k),
                    math::sin(1.3 * k),
                ];
                let expected = textbook_step(p.h, start, |y| rate(p, y));
                for step in [Limit::step, Limit::reordered_step] {
                    let mut y = start;
                    step(&Limit::new(p), &mut y);
                    for i in 0..4 {
                        let (got, want) = (y[i], expected[i]);
                        assert_relative_eq!(got, want, max_relative = 1e-12, epsilon = 1e-14);
                    }
                }
            }
        }
    }

    /// State after 10 s from rest at (-1, 0), by elliptic functions in 22 digits.
    const AFTER_TEN_SECONDS: [f64; 4] = [
        -0.275_087_462_576_116_9,
        -0.961_419_205_099_125,
        4.175_598_100_951_729,
        -1.194_749_054_560_475_3,
    ];

    #[test]
    fn errors_and_energy_shrink_with_the_fourth_power_of_the_step() {
        let run = |steps: u32| {
            let limit = Limit::new(Parameters {
                h: 10.0 / f64::from(steps),
                ..SWING
            });
            let mut y = [-1.0, 0.0, 0.0, 0.0];
            for _ in 0..steps {
                limit.step(&mut y);
            }
            let energy = 0.5 * (y[2] * y[2] + y[3] * y[3]) + 9.81 * y[1];
            let square: f64 = (0..4)
                .map(|i| math::powi(y[i] - AFTER_TEN_SECONDS[i], 2))
                .sum();
            [square.sqrt(), energy.abs()]
        };
        let (coarse, fine) = (run(8000), run(16000));
        for k in 0..2 {
            let order = math::log2(coarse[k] / fine[k]);
            assert!((order - 4.0).abs() < 0.05, "order {order}");
        }
        assert!(fine[0] < 1e-8);
    }
}
