//! A row of N four-bar linkages that passes through singular configurations.
//!
//! **Sketch.** N + 1 equal rods, the cranks, turn about fixed points one rod length apart. N more, the couplers, join
//! the end of each crank to the next, so that every loop is a parallelogram and all cranks turn together: one degree of
//! freedom. They start upright with a small push, fall over and turn full circle again and again. Whenever
//! the cranks lie flat, all rods are in one line: the rank of J drops from 2N + 1 to N + 1, and each loop could go on
//! as an antiparallelogram as well. The motion passes smoothly as it came, as parallelograms; a method has to follow it across
//! equations that are singular for an instant.
//!
//! **Coordinates.** The ends of the cranks, `q = (x₀, y₀, x₁, y₁, …, x_N, y_N)`, y upwards; `v = q'`. The fixed points are
//! `(i L, 0)`.
//!
//! **M** is that of uniform thin rods, m/3 at either end and m/6 between them: m/3 for each rod that ends
//! at a point, m/6 between two points that a coupler joins. It is constant, and sparse because only neighbours
//! are coupled. **f** = -(m/2) g along y for each rod that ends at a point.
//!
//! **Φ** has 2N + 1 rows in the order of the mechanism, crank 0, coupler 0, crank 1, coupler 1, …, crank N:
//! `½ ((x_i - i L)² + y_i² - L²)` for the crank i, `½ ((x_{i+1} - x_i)² + (y_{i+1} - y_i)² - L²)` for the coupler i.
//!
//! **Parameters.** Number of loops N, length L in m and mass m in kg of a rod, gravity g in m/s², start speed of the crank
//! ends in m/s: see [`Parameters`].
//!
//! **Initial state.** All cranks upright, all their ends with the start speed along +x.
//!
//! **Known truth.** With the common angle θ of the cranks from upright, `θ'' = W² sin θ`, `W² = (g/L) 3(3N+1)/(2(4N+1))`:
//! a pendulum that starts at its top, solved by elliptic functions ([`Motion`]). Over 10 s the digits of θ are stored,
//! because the formula would have to be evaluated in more than double precision. Two loops turn once in 1.9425 s and
//! are flat ten times in 10 s. Multipliers are known in closed form too; from two loops on they have a pole at each flat
//! position, which is why errors of λ near a passage are huge although q and v are smooth.
//!
//! **Difficulty tags.** `closed-form`, `planar`, `closed-loop`, `rotation`; `singular-passages` where the motion passes a flat position;
//! `sparse` and `large` for 40 loops.
//!
//! **Origin.** Bayo and Ledesma (1996), third example, with N = 2; as a row of N loops problem A02 of the IFToMM library
//! of computational benchmark problems. The paper prints g = 8.81 m/s², the library 9.81, which the presets
//! use; ten passages in 10 s, as the paper reports, are counted with either. The paper prints the push as `x₁' = 1`:
//! the other points then move alike. It does not say how Φ is scaled; multipliers for the squares of the distances
//! without the ½ are half of ours.

mod kernel;
mod motion;
mod presets;
mod sketch;

pub use kernel::NFourBarKernel;
pub use motion::Motion;
pub use presets::problems;

use system::parameters::{all_positive, count, finite};
use system::{MassLayout, Mechanism, ParameterError, Pattern, Scalar, Shape, Vector2};

/// The longest row of loops: its state fills some tens of megabytes.
pub const MAX_LOOPS: usize = 1_000_000;

/// The parameters of a row of linkages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Number of loops.
    pub loops: usize,
    /// Length of a rod in m.
    pub length: f64,
    /// Mass of a rod in kg.
    pub mass: f64,
    /// Gravity in m/s², towards -y.
    pub gravity: f64,
    /// Start speed of the upright cranks' ends in m/s, towards +x.
    pub speed: f64,
}

impl Default for Parameters {
    /// Two loops of rods of one metre and one kilogram under 9.81 m/s², pushed with 1 m/s.
    fn default() -> Self {
        Self {
            loops: 2,
            length: 1.0,
            mass: 1.0,
            gravity: 9.81,
            speed: 1.0,
        }
    }
}

/// The specification: N four-bar linkages in natural coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NFourBar {
    parameters: Parameters,
}

impl NFourBar {
    /// `loops` loops of rods of one metre and one kilogram under 9.81 m/s², pushed with 1 m/s.
    ///
    /// # Errors
    /// When there is no loop, or more than [`MAX_LOOPS`].
    pub fn new(loops: usize) -> Result<Self, ParameterError> {
        Self::with(Parameters {
            loops,
            ..Parameters::default()
        })
    }

    /// Loops with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn with(parameters: Parameters) -> Result<Self, ParameterError> {
        let p = &parameters;
        count("loops", p.loops, 1, MAX_LOOPS)?;
        all_positive([
            ("length", p.length),
            ("mass", p.mass),
            ("gravity", p.gravity),
        ])?;
        finite("speed", p.speed)?;
        let linkage = Self { parameters };
        Motion::new(linkage)?;
        Ok(linkage)
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The exact motion from the initial state.
    pub fn motion(&self) -> Motion {
        Motion::new(*self).expect("the constructor has checked the parameters")
    }

    /// Number of couplers that end at point `i`: one at either end of the row, two between.
    fn couplers_at(&self, i: usize) -> usize {
        usize::from(i > 0) + usize::from(i < self.parameters.loops)
    }
}

/// The points that a point or coordinate is coupled with, itself in the middle.
fn neighbours(i: usize, last: usize) -> std::ops::RangeInclusive<usize> {
    i.saturating_sub(1)..=(i + 1).min(last)
}

impl Mechanism for NFourBar {
    fn shape(&self) -> Shape {
        let loops = self.parameters.loops;
        let (n, rows) = (2 * (loops + 1), 2 * loops + 1);
        let mass = (0..n).map(|k| {
            let coupled = neighbours(k / 2, loops);
            coupled.map(|i| 2 * i + k % 2).collect()
        });
        let row = |row: usize| {
            let point = row / 2;
            match row % 2 {
                0 => (2 * point..2 * point + 2).collect(),
                _ => (2 * point..2 * point + 4).collect(),
            }
        };
        Shape::new(n, rows)
            .with_constant_forces()
            .with_mass(MassLayout::Sparse(Pattern::from_rows(n, mass)))
            .and_then(|shape| shape.with_rows(Pattern::from_rows(n, (0..rows).map(row))))
            .expect("the patterns have one row per velocity and per rod, the mass both triangles")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let p = self.parameters;
        let (length, speed) = (S::decimal(p.length), S::decimal(p.speed));
        let points = 0..=p.loops;
        (
            points
                .clone()
                .flat_map(|i| [S::from(i as f64) * length, length])
                .collect(),
            points.flat_map(|_| [speed, S::from(0.0)]).collect(),
        )
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let length = S::decimal(self.parameters.length);
        let half_excess = |rod: Vector2<S>| S::from(0.5) * (rod.dot(&rod) - length.square());
        let points = q.chunks_exact(2).map(Vector2::from_column_slice);
        for (i, point) in points.clone().enumerate() {
            let pivot = Vector2::new(S::from(i as f64) * length, S::zero());
            out[2 * i] = half_excess(point - pivot);
        }
        for (i, (point, next)) in points.clone().zip(points.skip(1)).enumerate() {
            out[2 * i + 1] = half_excess(next - point);
        }
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        let loops = self.parameters.loops;
        let mass = S::decimal(self.parameters.mass);
        let (third, sixth) = (mass / S::from(3.0), mass / S::from(6.0));
        let mut out = out.iter_mut();
        for k in 0..2 * (loops + 1) {
            let point = k / 2;
            for other in neighbours(point, loops) {
                let value = if other == point {
                    third * S::from((1 + self.couplers_at(point)) as f64)
                } else {
                    sixth
                };
                *out.next().expect("as many values as the pattern has") = value;
            }
        }
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let mut height = S::from(0.0);
        for (i, point) in q.chunks_exact(2).enumerate() {
            let rods = 1 + self.couplers_at(i);
            height += S::from(0.5 * rods as f64) * point[1];
        }
        S::decimal(self.parameters.mass) * S::decimal(self.parameters.gravity) * height
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solvers::{Backend, Kkt};
    use system::{Auto, System};

    #[test]
    fn rows_and_masses_touch_only_neighbours() {
        let shape = NFourBar::new(3).unwrap().shape();
        assert_eq!((shape.n_v(), shape.constraints()), (8, 7));
        assert_eq!(shape.rows().columns(2), [2, 3]);
        assert_eq!(shape.rows().columns(3), [2, 3, 4, 5]);
        let MassLayout::Sparse(mass) = shape.mass() else {
            panic!("the mass is sparse")
        };
        assert_eq!(mass.columns(0), [0, 2]);
        assert_eq!(mass.columns(3), [1, 3, 5]);
        assert!(shape.force_rows().is_empty());
    }

    #[test]
    fn many_loops_are_solved_at_linear_cost() {
        let backend = |loops| Kkt::new(&NFourBar::new(loops).unwrap().shape()).backend();
        assert_eq!(backend(2), Backend::Dense);
        assert_eq!(backend(40), Backend::Envelope);
    }

    #[test]
    fn the_energy_of_the_start_is_the_printed_one() {
        // Joule, with y = 0 as the height of no energy.
        for (loops, energy) in [(2, 35.835), (40, 620.338_333_333_333_3)] {
            let system = Auto::new(NFourBar::new(loops).unwrap());
            let start = system.initial();
            let got = system.energy(0.0, start.q(), start.v());
            assert!((got - energy).abs() < 1e-12, "{got}");
        }
    }
}
