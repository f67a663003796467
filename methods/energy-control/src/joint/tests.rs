use super::*;
use stepping::ControlSample;
use system::{Auto, MassLayout, Mechanism, Scalar, Shape, Terms, widen};

const N: usize = 5;
const M: usize = 3;

/// Whatever a mechanism can have: a full mass that depends on q, unequal masses, drag, a potential and
/// constraints that change with time, and a nonholonomic row that moves too.
struct Everything;

impl Mechanism for Everything {
    fn shape(&self) -> Shape {
        Shape::new(N, 2)
            .with_nonholonomic(1)
            .with_time_dependence()
            .with_nonconservative_forces()
            .with_configuration_dependent_mass()
            .with_mass(MassLayout::Dense)
            .unwrap()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([0.9, 0.4, -0.3, 0.7, 1.1]), widen([0.0; N]))
    }

    fn constraint<S: Scalar>(&self, t: S, q: &[S], out: &mut [S]) {
        out[0] = q[0].square() + q[1] * q[2] - S::from(0.2) * t;
        out[1] = q[3] * q[4] + q[0] - S::from(0.3) * t.square();
    }

    fn mass<S: Scalar>(&self, q: &[S], out: &mut [S]) {
        for i in 0..N {
            for j in 0..N {
                out[i * N + j] = if i == j {
                    S::from(1.0 + i as f64)
                } else {
                    S::from(0.2) * (q[i] - q[j]).sin_cos().1
                };
            }
        }
    }

    fn potential<S: Scalar>(&self, t: S, q: &[S]) -> S {
        S::from(2.0) * q[1].square() + q[4] * q[2] + q[0] * t.sin_cos().0
    }

    fn force<S: Scalar>(&self, _t: S, q: &[S], v: &[S], out: &mut [S]) {
        for k in 0..N {
            out[k] = S::from(-0.3) * v[k] + S::from(0.1) * q[(k + 1) % N];
        }
    }

    fn velocity_constraint<S: Scalar>(&self, t: S, q: &[S], v: &[S], out: &mut [S]) {
        out[0] = v[1] * q[0] + v[2] - S::from(0.2) * t - S::from(0.1);
    }
}

/// A state off the constraints.
struct Sample {
    t: f64,
    q: [f64; N],
    v: [f64; N],
    work: f64,
}

impl Sample {
    fn point(&self) -> Point<'_> {
        Point {
            t: self.t,
            q: &self.q,
            v: &self.v,
            work: self.work,
        }
    }
}

/// States around the one where the mechanism is at home, spread by multiples of the golden ratio.
fn samples() -> Vec<Sample> {
    let mut k = 0.0;
    let mut spread = |size: f64| {
        k += 0.618_033_988_749_894_9;
        size * (2.0 * (k - f64::floor(k)) - 1.0)
    };
    let home = [0.9, 0.4, -0.3, 0.7, 1.1];
    (0..20)
        .map(|_| Sample {
            t: 0.5 + spread(0.4),
            q: home.map(|q| q + spread(0.2)),
            v: [(); N].map(|()| spread(3.0)),
            work: spread(1.0),
        })
        .collect()
}

/// What a rate says about both laws: `J v' - γ` and `Ψ' + η Ψ`, the latter by the chain rule.
struct Defects {
    geometric: f64,
    energy: f64,
}

fn defects(system: &dyn System, at: Point<'_>, y_dot: &[f64], decay: f64) -> Defects {
    let mut terms = Terms::new(system.shape());
    system.evaluate(at.t, at.q, at.v, &mut terms);
    let mut along = [0.0; M];
    let a = &y_dot[N..2 * N];
    system
        .shape()
        .rows()
        .multiply(&terms.jacobian, a, &mut along);
    let off = along.iter().zip(&terms.gamma).map(|(x, g)| (x - g).abs());
    let (mut by_q, mut by_v) = ([0.0; N], [0.0; N]);
    system.energy_gradient(at.t, at.q, at.v, &mut by_q, &mut by_v);
    let by_time = at.q[0] * math::cos(at.t);
    let rate = dot(&by_q, &y_dot[..N]) + dot(&by_v, a) + by_time - y_dot[2 * N];
    Defects {
        geometric: off.fold(0.0, f64::max),
        energy: (rate + decay).abs(),
    }
}

const ETA: f64 = 3.0;

fn formulation(system: &dyn System) -> JointMultipliers<'_> {
    let form = MultiplierForm::new(system).unwrap();
    let mut joint = JointMultipliers::new(form, Gain::Fixed(ETA));
    joint.set_step(0.01);
    joint.start((&system.initial()).into());
    joint
}

fn controlled_rate(joint: &mut JointMultipliers<'_>, at: Point<'_>) -> [f64; 2 * N + 1] {
    let mut sample = ControlSample::new(joint.system().shape());
    let mut y_dot = [0.0; 2 * N + 1];
    let control = ControlUse::Added(&mut sample);
    joint.rate(at, control, &mut y_dot).unwrap();
    y_dot
}

#[test]
fn constraints_and_energy_obey_their_laws_jointly() {
    let system = Auto::new(Everything);
    for sample in samples() {
        let at = sample.point();
        let mut joint = formulation(&system);
        let y_dot = controlled_rate(&mut joint, at);
        let psi = joint.balance.violation(at);
        let defects = defects(&system, at, &y_dot, ETA * psi);
        assert!(psi.abs() > 0.1, "a sample that shows nothing");
        assert!(defects.geometric < 1e-12, "Φ'': {}", defects.geometric);
        assert!(defects.energy < 1e-10, "Ψ': {}", defects.energy);
    }
}

/// All unknowns at once, as the equations are written: `(v', λ, μ)` from one full matrix.
#[test]
fn the_multipliers_are_those_of_the_full_matrix() {
    let system = Auto::new(Everything);
    for sample in samples() {
        let at = sample.point();
        let mut joint = formulation(&system);
        let y_dot = controlled_rate(&mut joint, at);

        let terms = joint.form.terms();
        let (mut by_q, mut by_v) = ([0.0; N], [0.0; N]);
        system.energy_gradient(at.t, at.q, at.v, &mut by_q, &mut by_v);
        let mut a = [[0.0; N + M + 2]; N + M + 1];
        for i in 0..N {
            for j in 0..N {
                a[i][j] = terms.mass[i * N + j];
            }
            for k in 0..M {
                a[i][N + k] = terms.jacobian[k * N + i];
                a[N + k][i] = terms.jacobian[k * N + i];
            }
            a[i][N + M] = by_v[i];
            a[N + M][i] = by_v[i];
            a[i][N + M + 1] = terms.force[i];
        }
        let power = system.power(at.t, at.q, at.v);
        for k in 0..M {
            a[N + k][N + M + 1] = terms.gamma[k];
            a[N + M][N + k] = -terms.phi_t[k];
        }
        let by_time = at.q[0] * math::cos(at.t);
        let psi = joint.balance.violation(at);
        a[N + M][N + M + 1] = power - by_time - dot(&by_q, &y_dot[..N]) - ETA * psi;
        let x = eliminate(a);
        for i in 0..N {
            assert!((y_dot[N + i] - x[i]).abs() < 1e-11, "v'[{i}]");
        }
        let moving: f64 = (0..M).map(|k| x[N + k] * terms.phi_t[k]).sum();
        assert!((y_dot[2 * N] - power - moving).abs() < 1e-11, "W'");
    }
}

/// Gauss's algorithm with row pivoting on `[A | b]`.
fn eliminate<const R: usize, const C: usize>(mut a: [[f64; C]; R]) -> [f64; R] {
    for k in 0..R {
        let below = (k..R).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()));
        a.swap(k, below.unwrap());
        for i in 0..R {
            if i != k {
                let factor = a[i][k] / a[k][k];
                for j in k..C {
                    a[i][j] -= factor * a[k][j];
                }
            }
        }
    }
    std::array::from_fn(|k| a[k][C - 1] / a[k][k])
}

/// Equations 18 and 19 with λ of Eq. 7, found without μ; how λ is found there is not stated.
#[test]
fn with_the_multipliers_of_the_uncontrolled_motion_the_constraints_are_lost() {
    let system = Auto::new(Everything);
    let mut largest: f64 = 0.0;
    for sample in samples() {
        let at = sample.point();
        let mut joint = formulation(&system);
        let mut y_dot = [0.0; 2 * N + 1];
        joint.rate(at, ControlUse::Off, &mut y_dot).unwrap();
        let (_, w) = joint.form.violation();
        let mut momentum = [0.0; N];
        let layout = system.shape().mass();
        layout.multiply(&joint.form.terms().mass, at.v, &mut momentum);
        let psi = joint.balance.violation(at);
        let mu = (ETA * psi - dot(joint.form.lambda(), w)) / dot(&momentum, at.v);
        for (rate, v) in y_dot[N..2 * N].iter_mut().zip(at.v) {
            *rate -= mu * v;
        }
        let defects = defects(&system, at, &y_dot, ETA * psi);
        assert!(defects.energy < 1e-10, "Ψ': {}", defects.energy);
        largest = largest.max(defects.geometric);
    }
    assert!(largest > 1.0, "{largest}");
}

#[test]
fn a_mechanism_at_rest_is_not_pushed() {
    let system = Auto::new(Everything);
    let mut joint = formulation(&system);
    let start = system.initial();
    // A violation is there, but there is no velocity along which to act on it.
    let at = Point {
        t: 0.0,
        q: start.q(),
        v: start.v(),
        work: 1.0,
    };
    let (mut rate, mut control) = ([0.0; 2 * N + 1], [1.0; 2 * N + 1]);
    let beside = ControlUse::Beside(&mut control);
    joint.rate(at, beside, &mut rate).unwrap();
    assert_eq!(control, [0.0; 2 * N + 1]);
}
