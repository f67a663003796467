//! The classical Runge-Kutta step for `q'' = a(q, v)`, written out.

/// Advances arrays by one step; inlined, so that everything stays in registers where it fits.
#[inline(always)]
pub fn step<const N: usize>(
    h: f64,
    acceleration: impl Fn(&[f64; N], &[f64; N]) -> [f64; N],
    q: &mut [f64; N],
    v: &mut [f64; N],
) {
    let (half_h, sixth) = (0.5 * h, h / 6.0);
    let moved = |x: &[f64; N], rate: &[f64; N], h: f64| -> [f64; N] {
        std::array::from_fn(|i| x[i] + h * rate[i])
    };
    let mean = |x: &[f64; N], [k1, k2, k3, k4]: [&[f64; N]; 4]| -> [f64; N] {
        std::array::from_fn(|i| x[i] + sixth * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
    };
    let (q1, v1) = (*q, *v);
    let a1 = acceleration(&q1, &v1);
    let v2 = moved(&v1, &a1, half_h);
    let a2 = acceleration(&moved(&q1, &v1, half_h), &v2);
    let v3 = moved(&v1, &a2, half_h);
    let a3 = acceleration(&moved(&q1, &v2, half_h), &v3);
    let v4 = moved(&v1, &a3, h);
    let a4 = acceleration(&moved(&q1, &v3, h), &v4);
    *q = mean(&q1, [&v1, &v2, &v3, &v4]);
    *v = mean(&v1, [&a1, &a2, &a3, &a4]);
}

/// The same for vectors of any length, with their memory. Sums grow from stage to stage, so that each is passed over
/// once: with the accelerations a₁ to a₃ the step of q is `h v + h²/6 (a₁ + a₂ + a₃)`.
pub struct Long {
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    /// The partial sum of `a₁ + a₂ + a₃`.
    for_q: Vec<f64>,
    /// The partial sum of `a₁ + 2 a₂ + 2 a₃`.
    for_v: Vec<f64>,
}

impl Long {
    /// Memory for vectors of this length.
    pub fn new(length: usize) -> Self {
        let zeros = || vec![0.0; length];
        Self {
            q: zeros(),
            v: zeros(),
            a: zeros(),
            for_q: zeros(),
            for_v: zeros(),
        }
    }

    /// Advances `q` and `v` by one step; `acceleration` writes a at the q and v it is given.
    pub fn step(
        &mut self,
        h: f64,
        mut acceleration: impl FnMut(&[f64], &[f64], &mut [f64]),
        q: &mut [f64],
        v: &mut [f64],
    ) {
        let n = self.a.len();
        let (q, v) = (&mut q[..n], &mut v[..n]);
        let (a, sq, sv) = (&mut self.a[..n], &mut self.for_q[..n], &mut self.for_v[..n]);
        let (stage_q, stage_v) = (&mut self.q[..n], &mut self.v[..n]);
        acceleration(q, v, a);
        for i in 0..n {
            (sq[i], sv[i]) = (a[i], a[i]);
            stage_q[i] = q[i] + 0.5 * h * v[i];
            stage_v[i] = v[i] + 0.5 * h * a[i];
        }
        acceleration(stage_q, stage_v, a);
        for i in 0..n {
            // The third stage moves q with the velocity of the second.
            stage_q[i] = q[i] + 0.5 * h * stage_v[i];
            stage_v[i] = v[i] + 0.5 * h * a[i];
            (sq[i], sv[i]) = (sq[i] + a[i], sv[i] + 2.0 * a[i]);
        }
        acceleration(stage_q, stage_v, a);
        for i in 0..n {
            stage_q[i] = q[i] + h * stage_v[i];
            stage_v[i] = v[i] + h * a[i];
            (sq[i], sv[i]) = (sq[i] + a[i], sv[i] + 2.0 * a[i]);
        }
        acceleration(stage_q, stage_v, a);
        for i in 0..n {
            q[i] += h * v[i] + h * h / 6.0 * sq[i];
            v[i] += h / 6.0 * (sv[i] + a[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A damped oscillator coupled to another: nothing in it is symmetric.
    fn acceleration(q: &[f64; 2], v: &[f64; 2]) -> [f64; 2] {
        [-4.0 * q[0] + 0.5 * v[1], q[0] - 9.0 * q[1] - 0.2 * v[1]]
    }

    fn run(steps: u32) -> [f64; 4] {
        let (mut q, mut v) = ([1.0, -0.3], [0.2, 0.9]);
        for _ in 0..steps {
            step(1.0 / f64::from(steps), acceleration, &mut q, &mut v);
        }
        [q[0], q[1], v[0], v[1]]
    }

    #[test]
    fn errors_fall_with_the_fourth_power_of_the_step() {
        let (coarse, middle, fine) = (run(160), run(320), run(640));
        for k in 0..4 {
            let order = math::log2((coarse[k] - middle[k]) / (middle[k] - fine[k]));
            assert!((order - 4.0).abs() < 0.1, "order {order}");
        }
    }

    #[test]
    fn long_vectors_make_the_same_step() {
        let (mut q, mut v) = ([1.0, -0.3], [0.2, 0.9]);
        let (mut long_q, mut long_v) = (q.to_vec(), v.to_vec());
        let mut long = Long::new(2);
        for _ in 0..10 {
            step(0.05, acceleration, &mut q, &mut v);
            let by_slices = |q: &[f64], v: &[f64], a: &mut [f64]| {
                a.copy_from_slice(&acceleration(&[q[0], q[1]], &[v[0], v[1]]));
            };
            long.step(0.05, by_slices, &mut long_q, &mut long_v);
        }
        for k in 0..2 {
            assert!((q[k] - long_q[k]).abs() < 1e-14 && (v[k] - long_v[k]).abs() < 1e-14);
        }
    }
}
