//! The true motion of the chain: its link angles, extrapolated.

use crate::minimal::{Links, Maximal, Sweep};
use problem::{
    Computation, Extrapolation, ExtrapolationError, Moving, Precise, RouteError, Settings, Truth,
};
use system::{DoubleDouble, Scalar};

/// Columns of the extrapolation in double precision. More of them save steps but magnify rounding: with 6, 9 and 12
/// columns the end of ten point masses is off by 3e-14, 5e-13 and 2e-12.
const COLUMNS: usize = 6;

/// Tolerance of the extrapolation in double precision for each step, ten times the smallest that rounding allows.
const TOLERANCE: f64 = 1e-14;

/// The motion of `links` in double precision, for chains whose stored digits would fill megabytes.
pub(crate) fn motion(links: Links<f64>, times: &[f64]) -> Result<Vec<Truth>, ExtrapolationError> {
    let states = follow(links, times, Extrapolation::new(COLUMNS, TOLERANCE, 0.01))?;
    let truth = |(&t, (_, at)): (&f64, At<f64>)| Truth {
        t,
        q: at.q,
        v: at.v,
        lambda: Some(at.lambda),
    };
    Ok(times.iter().zip(states).map(truth).collect())
}

/// The motion of `links` in double-double precision, in the angles of the links.
pub(crate) struct LinkAngles {
    pub(crate) links: Links<DoubleDouble>,
    pub(crate) settings: Settings,
}

impl Computation for LinkAngles {
    fn run(&self, times: &[f64]) -> Result<Vec<Precise>, RouteError> {
        let n = self.links.links;
        let start = Sweep::new(self.links).maximal(&vec![DoubleDouble::ZERO; 2 * n]);
        let states = follow(self.links, times, self.settings.extrapolation())?;
        let precise = |(&t, (y, at)): (&f64, At<DoubleDouble>)| Precise {
            t,
            energy_defect: (at.kinetic + at.potential - start.potential).value(),
            energy_scale: at.kinetic.value().max(at.potential.value().abs()),
            u: y[..n].to_vec(),
            w: y[n..].to_vec(),
            q: at.q,
            v: at.v,
            a: at.a,
            lambda: Some(at.lambda),
        };
        Ok(times.iter().zip(states).map(precise).collect())
    }

    fn state(
        &self,
        _t: DoubleDouble,
        angles: &[DoubleDouble],
        rates: &[DoubleDouble],
    ) -> Option<Moving> {
        let at = Sweep::new(self.links).maximal(&[angles, rates].concat());
        Some(Moving {
            q: at.q,
            v: at.v,
            a: at.a,
            lambda: Some(at.lambda),
        })
    }
}

/// A state `(θ, θ')` with everything that follows from it.
type At<S> = (Vec<S>, Maximal<S>);

/// The states from the horizontal at rest.
fn follow<S: Scalar>(
    links: Links<S>,
    times: &[f64],
    mut gbs: Extrapolation<S>,
) -> Result<Vec<At<S>>, ExtrapolationError> {
    let mut sweep = Sweep::new(links);
    let mut y = vec![S::from(0.0); 2 * links.links];
    let mut t = S::from(0.0);
    let mut states = Vec::with_capacity(times.len());
    for &time in times {
        let next = S::decimal(time);
        gbs.advance(|_, y, out| sweep.rate(y, out), &mut y, t, next)?;
        t = next;
        states.push((y.clone(), sweep.maximal(&y)));
    }
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    /// Coordinates and velocities after the time `end`, rounded.
    fn after(links: Links<DoubleDouble>, end: f64) -> [Vec<f64>; 2] {
        let settings = Settings::coarse(0.1);
        let states = LinkAngles { links, settings }.run(&[end]).unwrap();
        let truth = states[0].rounded();
        [truth.q, truth.v]
    }

    fn point_masses(links: usize) -> Links<DoubleDouble> {
        Links {
            links,
            length: DoubleDouble::from(1.0),
            centre: DoubleDouble::from(1.0),
            mass: DoubleDouble::from(1.0),
            inertia: DoubleDouble::ZERO,
            gravity: DoubleDouble::decimal(9.81),
        }
    }

    #[test]
    fn chains_of_point_masses_agree_with_twenty_five_digit_values() {
        // Position and velocity of the free end after 1 s.
        let digits = [
            (
                2,
                [
                    -1.444_818_849_943_475_8,
                    -1.321_794_461_381_464_5,
                    -3.846_353_609_858_095,
                    3.415_403_896_525_958,
                ],
            ),
            (
                10,
                [
                    7.631_034_524_506_942,
                    -4.904_996_545_094_761,
                    -7.253_604_686_308_608,
                    -9.809_894_438_341_292,
                ],
            ),
        ];
        for (links, tip) in digits {
            let [q, v] = after(point_masses(links), 1.0);
            let last = 3 * (links - 1);
            let got = [&q[last..last + 2], &v[last..last + 2]].concat();
            // The values were rounded to doubles, and so are ours.
            assert_abs_diff_eq!(got[..], tip[..], epsilon = 4e-15);
        }
    }

    #[test]
    fn two_rods_agree_with_seventeen_digit_values_after_ten_seconds() {
        let rods = Links {
            links: 2,
            length: DoubleDouble::from(5.0),
            centre: DoubleDouble::from(2.5),
            mass: DoubleDouble::from(1.0),
            inertia: DoubleDouble::from(25.0) / DoubleDouble::from(12.0),
            gravity: DoubleDouble::from(10.0),
        };
        let [q, v] = after(rods, 10.0);
        // The values are for gravity along x and a start along y: their (x, y, θ) are our (-y, x, -θ).
        let [x1, y1, a1, x2, y2, a2] = q[..] else {
            unreachable!()
        };
        let [.., w1, vx2, vy2, w2] = v[..] else {
            unreachable!()
        };
        let got = [-y1, x1, -a1, -y2, x2, -a2, -w1, -w2, -vy2, vx2];
        let digits = [
            2.442_731_999_867_459,
            -0.532_034_187_645_422_1,
            1.785_250_027_584_064_4,
            6.714_021_238_723_097,
            -2.768_878_752_941_076_5,
            2.321_186_441_945_454_4,
            0.347_858_806_385_058_23,
            -5.106_251_770_463_934,
            8.335_045_454_241_024,
            7.637_621_963_393_07,
        ];
        // Values up to ten, rounded to doubles.
        assert_abs_diff_eq!(got[..], digits[..], epsilon = 4e-15);
    }
}
