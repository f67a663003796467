//! The squeezer as a hand-written kernel: seven sines and cosines, and sums and products of the vectors they make.

use crate::bodies::{Bodies, Spring};
use crate::couple::Coupled;
use crate::data::{D, E, RR, U, ZF, ZT};
use crate::inertia::{Pair, rocker_inertia};
use crate::planar::{dot, times, turned};
use crate::{Parameters, Squeezer};
use system::{Auto, ForceJacobian, Kernel, Terms};

/// The system of a [`Squeezer`], written out.
pub struct SqueezerKernel {
    specification: Auto<Squeezer>,
    parameters: Parameters,
    crank_and_rod: Pair<f64>,
    first_arm: Pair<f64>,
    second_arm: Pair<f64>,
    rocker: f64,
}

#[inline(always)]
fn seven(x: &[f64]) -> [f64; 7] {
    std::array::from_fn(|k| x[k])
}

impl SqueezerKernel {
    /// The kernel of `squeezer`.
    pub fn new(squeezer: Squeezer) -> Self {
        Self {
            specification: Auto::new(squeezer),
            parameters: *squeezer.parameters(),
            crank_and_rod: Pair::crank_and_rod().per_product(RR, D),
            first_arm: Pair::first_arm().per_product(ZT, E),
            second_arm: Pair::second_arm().per_product(U, ZF),
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
        let p = &self.parameters;
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

impl Kernel for SqueezerKernel {
    type Mechanism = Squeezer;

    fn specification(&self) -> &Auto<Squeezer> {
        &self.specification
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
        let on_crank = on_crank + self.parameters.torque;
        let (phi, jacobian, gamma) = (bodies.gaps(), bodies.jacobian(), bodies.gamma(&v));
        match self.parameters.joint_stiffness {
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
                out.jacobian.copy_from_slice(&jacobian[6..]);
                out.phi_t.copy_from_slice(&[0.0; 4]);
                out.gamma.copy_from_slice(&gamma[2..]);
            }
        }
    }

    fn energy(&self, _t: f64, q: &[f64], v: &[f64]) -> f64 {
        let (q, v) = (seven(q), seven(v));
        let p = &self.parameters;
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

    fn energy_gradient(&self, _t: f64, q: &[f64], v: &[f64], by_q: &mut [f64], by_v: &mut [f64]) {
        let (q, v) = (seven(q), seven(v));
        let bodies = Bodies::at(&q);
        let [rod, first, second] = self.couples(&bodies, &v);
        let spring = self.spring_torque(&Spring::at(bodies.lever));
        let joint = match self.parameters.joint_stiffness {
            None => [0.0; 3],
            Some(stiffness) => Self::joint_forces(stiffness, &bodies),
        };
        by_q.copy_from_slice(&[
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
        by_v.copy_from_slice(&[crank, relative, self.rocker * v[2], four, five, six, seven]);
    }

    fn power(&self, _t: f64, _q: &[f64], v: &[f64]) -> f64 {
        self.parameters.torque * v[0]
    }

    fn force_jacobian(&self, _t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        let (q, v) = (seven(q), seven(v));
        let p = &self.parameters;
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
