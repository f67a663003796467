//! Andrews' squeezing mechanism from its published start, by the 5(4) pair of Dormand and Prince with steps chosen by a
//! tolerance: what reaching a given accuracy costs when everything is written for this one mechanism.
//!
//! The right-hand side is [`super::accelerate`] without any feedback; vectors have fixed sizes, every sum of stages is one
//! pass, and the rate at the end of an accepted step is the first one of the next. Steps follow the elementary controller
//! (Hairer, Nørsett, Wanner, II.4) with the error in root mean square, relative to `1 + |y|`.

use super::{START, accelerate};

/// Angles and their rates.
type Fourteen = [f64; 14];

/// The end of a run and its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Angles at the end.
    pub q: [f64; 7],
    /// Rates of the angles at the end.
    pub v: [f64; 7],
    /// Number of steps that met the tolerance.
    pub accepted: u32,
    /// Number of steps that did not.
    pub rejected: u32,
    /// Number of evaluations of the accelerations.
    pub evaluations: u32,
}

#[inline(always)]
fn rate(y: &Fourteen) -> Fourteen {
    let q = std::array::from_fn(|k| y[k]);
    let v = std::array::from_fn(|k| y[k + 7]);
    let (a, _) = accelerate(&q, &v);
    let mut rate = [0.0; 14];
    rate[..7].copy_from_slice(&v);
    rate[7..].copy_from_slice(&a);
    rate
}

/// `y + h Σ a_k k_k`.
#[inline(always)]
fn moved<const S: usize>(y: &Fourteen, h: f64, a: [f64; S], k: [&Fourteen; S]) -> Fourteen {
    let mut out = *y;
    let a = a.map(|a| h * a);
    for i in 0..14 {
        let mut sum = a[0] * k[0][i];
        for s in 1..S {
            sum += a[s] * k[s][i];
        }
        out[i] += sum;
    }
    out
}

/// The motion until `end`.
///
/// # Panics
/// When the tolerance is not positive, or so small that steps vanish.
#[inline(never)]
pub fn integrate(tolerance: f64, end: f64) -> Run {
    assert!(tolerance > 0.0, "the tolerance must be positive");
    let mut y = [0.0; 14];
    y[..7].copy_from_slice(&START);
    let mut k1 = rate(&y);
    let (mut t, mut h) = (0.0, 1e-3 * end * math::powf(tolerance, 0.2));
    let (mut accepted, mut rejected) = (0, 0);
    while t < end {
        // A step that would leave a sliver behind takes the rest instead.
        let last = t + 1.01 * h >= end;
        if last {
            h = end - t;
        }
        assert!(h > 1e-14 * end, "the tolerance asks for steps of {h}");
        let k2 = rate(&moved(&y, h, [0.2], [&k1]));
        let k3 = rate(&moved(&y, h, [3.0 / 40.0, 9.0 / 40.0], [&k1, &k2]));
        let a4 = [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0];
        let k4 = rate(&moved(&y, h, a4, [&k1, &k2, &k3]));
        let a5 = [
            19372.0 / 6561.0,
            -25360.0 / 2187.0,
            64448.0 / 6561.0,
            -212.0 / 729.0,
        ];
        let k5 = rate(&moved(&y, h, a5, [&k1, &k2, &k3, &k4]));
        let a6 = [
            9017.0 / 3168.0,
            -355.0 / 33.0,
            46732.0 / 5247.0,
            49.0 / 176.0,
            -5103.0 / 18656.0,
        ];
        let k6 = rate(&moved(&y, h, a6, [&k1, &k2, &k3, &k4, &k5]));
        let b = [
            35.0 / 384.0,
            500.0 / 1113.0,
            125.0 / 192.0,
            -2187.0 / 6784.0,
            11.0 / 84.0,
        ];
        let result = moved(&y, h, b, [&k1, &k3, &k4, &k5, &k6]);
        let k7 = rate(&result);

        let mut sum = 0.0;
        for i in 0..14 {
            let error = (71.0 / 57600.0) * k1[i] - (71.0 / 16695.0) * k3[i]
                + (71.0 / 1920.0) * k4[i]
                - (17253.0 / 339_200.0) * k5[i]
                + (22.0 / 525.0) * k6[i]
                - (1.0 / 40.0) * k7[i];
            let scaled = error / (1.0 + y[i].abs().max(result[i].abs()));
            sum += scaled * scaled;
        }
        let error = h * (sum / 14.0).sqrt() / tolerance;
        let factor = (0.9 * math::powf(error, -0.2)).clamp(0.2, 5.0);
        if error <= 1.0 {
            accepted += 1;
            t = if last { end } else { t + h };
            (y, k1) = (result, k7);
            h *= factor;
        } else {
            rejected += 1;
            h *= factor.min(1.0);
        }
    }
    Run {
        q: std::array::from_fn(|k| y[k]),
        v: std::array::from_fn(|k| y[k + 7]),
        accepted,
        rejected,
        evaluations: 1 + 6 * (accepted + rejected),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::end;
    use super::*;

    /// Largest error of an angle at the end, relative to the largest angle.
    fn error(run: &Run) -> f64 {
        let [q, _] = end();
        let gaps = (0..7).map(|k| (run.q[k] - q[k]).abs());
        gaps.fold(0.0, f64::max) / q[0]
    }

    #[test]
    fn a_tight_tolerance_gives_the_published_end() {
        let run = integrate(1e-12, 0.03);
        assert!(error(&run) < 1e-9, "{:e}", error(&run));
        let [_, v] = end();
        for k in 0..7 {
            let gap = (run.v[k] - v[k]).abs() / v[0];
            assert!(gap < 1e-7, "{k}: {gap:e}");
        }
    }

    #[test]
    fn the_error_falls_with_the_tolerance() {
        let runs = [1e-5, 1e-7, 1e-9, 1e-11].map(|tolerance| integrate(tolerance, 0.03));
        for pair in runs.windows(2) {
            let (coarse, fine) = (&pair[0], &pair[1]);
            assert!(error(fine) < 0.2 * error(coarse));
            assert!(fine.accepted > coarse.accepted);
            assert_eq!(fine.evaluations, 1 + 6 * (fine.accepted + fine.rejected));
        }
    }
}
