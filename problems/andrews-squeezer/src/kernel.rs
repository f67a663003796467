//! The squeezer as a hand-written kernel.
//!
//! Every body is a vector that turns with its absolute angle, `r' = ω r⊥` and `r'' = -ω² r`, where `r⊥` is `r` turned by
//! a right angle. Seven sines and cosines make seven such vectors, and the rest is sums and products of them: rows of Φ,
//! J and γ, and with `c = κ r·s` between two vectors the coupling of a pair of bodies.

use crate::data::{A, B, C, D, E, RR, SC, SD, SS, U, ZF, ZT};
use crate::{Pair, Squeezer, rocker_inertia};
use mechanics::{ForceJacobian, Mechanism, Shape, State, System, Terms};

/// The system of a [`Squeezer`], written out.
pub struct SqueezerKernel {
    squeezer: Squeezer,
    shape: Shape,
    crank_and_rod: Couple,
    first_arm: Couple,
    second_arm: Couple,
    rocker: f64,
}

type Planar = [f64; 2];

#[inline(always)]
fn plus(a: Planar, b: Planar) -> Planar {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline(always)]
fn minus(a: Planar, b: Planar) -> Planar {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn times(a: f64, b: Planar) -> Planar {
    [a * b[0], a * b[1]]
}

#[inline(always)]
fn dot(a: Planar, b: Planar) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Turned by a right angle.
#[inline(always)]
fn turned([x, y]: Planar) -> Planar {
    [-y, x]
}

/// `length (cos a, sin a)`.
#[inline(always)]
fn along(length: f64, angle: f64) -> Planar {
    let (sin, cos) = angle.sin_cos();
    [length * cos, length * sin]
}

/// `length (sin a, -cos a)`.
#[inline(always)]
fn across(length: f64, angle: f64) -> Planar {
    let (sin, cos) = angle.sin_cos();
    [length * sin, -length * cos]
}

/// Two bodies that follow each other, with what their coupling is per product of their vectors.
#[derive(Clone, Copy)]
struct Couple {
    first: f64,
    second: f64,
    coupling: f64,
}

/// A couple at one instant: rates of the first and of the relative angle, the coupling and its derivative.
#[derive(Clone, Copy)]
struct Coupled {
    rate: f64,
    relative: f64,
    c: f64,
    dc: f64,
}

impl Couple {
    fn new(pair: Pair<f64>, first: f64, second: f64) -> Self {
        Self {
            first: pair.first,
            second: pair.second,
            coupling: pair.coupling / (first * second),
        }
    }

    #[inline(always)]
    fn at(&self, first: Planar, second: Planar, rate: f64, relative: f64) -> Coupled {
        Coupled {
            rate,
            relative,
            c: self.coupling * dot(first, second),
            dc: self.coupling * dot(first, turned(second)),
        }
    }

    /// Mass matrix entries: first angle, both, relative angle.
    #[inline(always)]
    fn mass(&self, c: f64) -> [f64; 3] {
        let mixed = self.second + c;
        [self.first + mixed + c, mixed, self.second]
    }

    /// Momenta of the first and of the relative angle.
    #[inline(always)]
    fn momenta(&self, at: Coupled) -> [f64; 2] {
        let [first, mixed, second] = self.mass(at.c);
        [
            first * at.rate + mixed * at.relative,
            mixed * at.rate + second * at.relative,
        ]
    }

    #[inline(always)]
    fn kinetic(&self, at: Coupled) -> f64 {
        let [first, relative] = self.momenta(at);
        0.5 * (at.rate * first + at.relative * relative)
    }
}

impl Coupled {
    /// Centrifugal forces on the first and on the relative angle.
    #[inline(always)]
    fn forces(self) -> [f64; 2] {
        [
            -self.dc * self.relative * (2.0 * self.rate + self.relative),
            self.dc * self.rate * self.rate,
        ]
    }

    /// ∂T by the relative angle.
    #[inline(always)]
    fn slope(self) -> f64 {
        self.dc * self.rate * (self.rate + self.relative)
    }

    /// Derivatives of both forces by the relative angle.
    fn by_angle(self) -> [f64; 2] {
        // The second derivative of the coupling is -c.
        [
            self.c * self.relative * (2.0 * self.rate + self.relative),
            -self.c * self.rate * self.rate,
        ]
    }

    /// Derivatives of both forces by both rates, row by row.
    fn by_rates(self) -> [[f64; 2]; 2] {
        let turning = 2.0 * self.dc * self.rate;
        [
            [
                -2.0 * self.dc * self.relative,
                -turning - 2.0 * self.dc * self.relative,
            ],
            [turning, 0.0],
        ]
    }
}

/// The bodies as vectors from joint to joint.
struct Bodies {
    crank: Planar,
    /// From the crank to E.
    rod: Planar,
    rocker: Planar,
    five: Planar,
    four: Planar,
    seven: Planar,
    six: Planar,
    /// From B to the spring.
    lever: Planar,
}

impl Bodies {
    #[inline(never)]
    fn at(q: &[f64; 7]) -> Self {
        let [beta, theta, gamma, phi, delta, omega, epsilon] = *q;
        let (sin, cos) = gamma.sin_cos();
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
    fn joint(&self) -> Planar {
        plus(self.crank, self.rod)
    }

    /// Φ with all six rows.
    #[inline(always)]
    fn gaps(&self) -> [f64; 6] {
        let joint = self.joint();
        let from_a = minus(joint, A);
        let [x1, y1] = minus(minus(joint, B), self.rocker);
        let [x2, y2] = minus(minus(from_a, self.five), self.four);
        let [x3, y3] = minus(minus(from_a, self.seven), self.six);
        [x1, y1, x2, y2, x3, y3]
    }

    /// J with all six rows.
    #[inline(always)]
    fn jacobian(&self) -> [f64; 42] {
        let [bx, by] = turned(self.joint());
        let [tx, ty] = turned(self.rod);
        let [gx, gy] = turned(self.rocker);
        let [px, py] = turned(self.four);
        let [dx, dy] = turned(plus(self.five, self.four));
        let [ox, oy] = turned(self.six);
        let [ex, ey] = turned(plus(self.seven, self.six));
        #[rustfmt::skip]
        let rows = [
            bx, tx, -gx, 0.0, 0.0, 0.0, 0.0,
            by, ty, -gy, 0.0, 0.0, 0.0, 0.0,
            bx, tx, 0.0, -px, -dx, 0.0, 0.0,
            by, ty, 0.0, -py, -dy, 0.0, 0.0,
            bx, tx, 0.0, 0.0, 0.0, -ox, -ex,
            by, ty, 0.0, 0.0, 0.0, -oy, -ey,
        ];
        rows
    }

    /// γ with all six rows: every vector brings its length times the square of its rate.
    #[inline(always)]
    fn gamma(&self, v: &[f64; 7]) -> [f64; 6] {
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
struct Spring {
    length: f64,
    /// ½ dL²/dγ.
    lever: f64,
    /// ½ d²L²/dγ².
    bend: f64,
}

impl Spring {
    #[inline(always)]
    fn at(lever: Planar) -> Self {
        let stretch = plus(minus(B, C), lever);
        Self {
            length: dot(stretch, stretch).sqrt(),
            lever: dot(stretch, turned(lever)),
            bend: dot(lever, lever) - dot(stretch, lever),
        }
    }
}

#[inline(always)]
fn seven(x: &[f64]) -> [f64; 7] {
    std::array::from_fn(|k| x[k])
}

impl SqueezerKernel {
    /// The kernel of `squeezer`.
    pub fn new(squeezer: Squeezer) -> Self {
        Self {
            squeezer,
            shape: squeezer.shape(),
            crank_and_rod: Couple::new(Pair::crank_and_rod(), RR, D),
            first_arm: Couple::new(Pair::first_arm(), ZT, E),
            second_arm: Couple::new(Pair::second_arm(), U, ZF),
            rocker: rocker_inertia(),
        }
    }

    #[inline(always)]
    fn couples(&self, bodies: &Bodies, v: &[f64; 7]) -> [Coupled; 3] {
        let Bodies {
            crank,
            rod,
            five,
            four,
            seven,
            six,
            ..
        } = *bodies;
        [
            self.crank_and_rod.at(crank, rod, v[0], v[1]),
            self.first_arm.at(five, four, v[4], v[3]),
            self.second_arm.at(seven, six, v[6], v[5]),
        ]
    }

    /// Torque of the spring on the rocker.
    #[inline(always)]
    fn spring_torque(&self, spring: &Spring) -> f64 {
        let p = self.squeezer.parameters();
        -p.spring_stiffness * (1.0 - p.spring_length / spring.length) * spring.lever
    }

    /// Forces on β, Θ and γ of a spring in place of the joint between K2 and K3.
    #[inline(always)]
    fn joint_forces(stiffness: f64, bodies: &Bodies) -> [f64; 3] {
        let [x, y, ..] = bodies.gaps();
        let pull = times(-stiffness, [x, y]);
        [
            dot(pull, turned(bodies.joint())),
            dot(pull, turned(bodies.rod)),
            -dot(pull, turned(bodies.rocker)),
        ]
    }
}

impl System for SqueezerKernel {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn initial(&self) -> State {
        let (q, v) = self.squeezer.initial::<f64>();
        State::new(&self.shape, 0.0, &q, &v)
    }

    fn evaluate(&self, _t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let (q, v) = (seven(q), seven(v));
        let bodies = Bodies::at(&q);
        let [rod, first, second] = self.couples(&bodies, &v);
        let [crank, both, relative] = self.crank_and_rod.mass(rod.c);
        let [five, both_one, four] = self.first_arm.mass(first.c);
        let [seven, both_two, six] = self.second_arm.mass(second.c);
        #[rustfmt::skip]
        out.mass.copy_from_slice(&[
            crank, both, both, relative,
            self.rocker,
            four, both_one, both_one, five,
            six, both_two, both_two, seven,
        ]);
        let spring = self.spring_torque(&Spring::at(bodies.lever));
        let [on_crank, on_rod] = rod.forces();
        let [on_five, on_four] = first.forces();
        let [on_seven, on_six] = second.forces();
        let on_crank = on_crank + self.squeezer.parameters().torque;
        let (phi, jacobian, gamma) = (bodies.gaps(), bodies.jacobian(), bodies.gamma(&v));
        match self.squeezer.parameters().joint_stiffness {
            None => {
                out.force.copy_from_slice(&[
                    on_crank, on_rod, spring, on_four, on_five, on_six, on_seven,
                ]);
                out.phi.copy_from_slice(&phi);
                out.jacobian.copy_from_slice(&jacobian);
                out.phi_t.copy_from_slice(&[0.0; 6]);
                out.gamma.copy_from_slice(&gamma);
            }
            Some(stiffness) => {
                let joint = Self::joint_forces(stiffness, &bodies);
                out.force.copy_from_slice(&[
                    on_crank + joint[0],
                    on_rod + joint[1],
                    spring + joint[2],
                    on_four,
                    on_five,
                    on_six,
                    on_seven,
                ]);
                out.phi.copy_from_slice(&phi[2..]);
                out.jacobian.copy_from_slice(&jacobian[14..]);
                out.phi_t.copy_from_slice(&[0.0; 4]);
                out.gamma.copy_from_slice(&gamma[2..]);
            }
        }
    }

    fn constraint(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let rows = Bodies::at(&seven(q)).gaps();
        out.copy_from_slice(&rows[rows.len() - out.len()..]);
    }

    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (q, v) = (seven(q), seven(v));
        let p = self.squeezer.parameters();
        let bodies = Bodies::at(&q);
        let [rod, first, second] = self.couples(&bodies, &v);
        let kinetic = self.crank_and_rod.kinetic(rod)
            + 0.5 * self.rocker * v[2] * v[2]
            + self.first_arm.kinetic(first)
            + self.second_arm.kinetic(second);
        let stretch = Spring::at(bodies.lever).length - p.spring_length;
        let spring = 0.5 * p.spring_stiffness * stretch * stretch;
        let [x, y, ..] = bodies.gaps();
        let joint = 0.5 * p.joint_stiffness.unwrap_or(0.0) * (x * x + y * y);
        kinetic + spring + joint
    }

    fn energy_gradient(
        &self,
        _t: f64,
        q: &[f64],
        v: &[f64],
        by_position: &mut [f64],
        by_velocity: &mut [f64],
    ) {
        let (q, v) = (seven(q), seven(v));
        let bodies = Bodies::at(&q);
        let [rod, first, second] = self.couples(&bodies, &v);
        let spring = self.spring_torque(&Spring::at(bodies.lever));
        let joint = match self.squeezer.parameters().joint_stiffness {
            None => [0.0; 3],
            Some(stiffness) => Self::joint_forces(stiffness, &bodies),
        };
        by_position.copy_from_slice(&[
            -joint[0],
            rod.slope() - joint[1],
            -spring - joint[2],
            first.slope(),
            0.0,
            second.slope(),
            0.0,
        ]);
        let [crank, relative] = self.crank_and_rod.momenta(rod);
        let [five, four] = self.first_arm.momenta(first);
        let [seven, six] = self.second_arm.momenta(second);
        by_velocity.copy_from_slice(&[crank, relative, self.rocker * v[2], four, five, six, seven]);
    }

    fn power(&self, _t: f64, _q: &[f64], v: &[f64]) -> f64 {
        self.squeezer.parameters().torque * v[0]
    }

    fn force_jacobian(&self, _t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        let (q, v) = (seven(q), seven(v));
        let p = self.squeezer.parameters();
        let bodies = Bodies::at(&q);
        let [rod, first, second] = self.couples(&bodies, &v);
        let Spring {
            length,
            lever,
            bend,
        } = Spring::at(bodies.lever);
        let ratio = p.spring_length / length;
        let spring = -p.spring_stiffness
            * (ratio * lever * lever / (length * length) + (1.0 - ratio) * bend);

        let (slack, turning) = (rod.by_angle(), rod.by_rates());
        match p.joint_stiffness {
            None => {
                let rows = [0.0, slack[0], 0.0, slack[1], spring];
                out.by_position[..5].copy_from_slice(&rows);
                let [[a, b], [c, d]] = turning;
                out.by_velocity[..5].copy_from_slice(&[a, b, c, d, 0.0]);
            }
            Some(stiffness) => {
                // -k (gᵢ·gⱼ + g·gᵢⱼ) for the gap g with the first derivatives gᵢ and the second ones gᵢⱼ.
                let [x, y, ..] = bodies.gaps();
                let (joint, rod) = (bodies.joint(), bodies.rod);
                let rocker = times(-1.0, bodies.rocker);
                let first = [turned(joint), turned(rod), turned(rocker)];
                let none = [0.0; 2];
                let second = [[joint, rod, none], [rod, rod, none], [none, none, rocker]];
                let spring_of = |i: usize, j: usize| {
                    -stiffness * (dot(first[i], first[j]) - dot([x, y], second[i][j]))
                };
                let mut rows: [f64; 9] = std::array::from_fn(|k| spring_of(k / 3, k % 3));
                rows[1] += slack[0];
                rows[4] += slack[1];
                rows[8] += spring;
                out.by_position[..9].copy_from_slice(&rows);
                let [[a, b], [c, d]] = turning;
                let rates = [a, b, 0.0, c, d, 0.0, 0.0, 0.0, 0.0];
                out.by_velocity[..9].copy_from_slice(&rates);
            }
        }
        // In the arms the relative angle comes first.
        let arms = out.by_position.len() - 8;
        for (k, couple) in [first, second].into_iter().enumerate() {
            let at = arms + 4 * k..arms + 4 * k + 4;
            let [on_first, on_relative] = couple.by_angle();
            let [[a, b], [c, d]] = couple.by_rates();
            out.by_position[at.clone()].copy_from_slice(&[on_relative, 0.0, on_first, 0.0]);
            out.by_velocity[at].copy_from_slice(&[d, c, b, a]);
        }
    }
}
