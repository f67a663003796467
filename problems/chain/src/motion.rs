//! The true motion of the chain: its minimal coordinates, extrapolated to rounding.

use crate::minimal::{Links, Maximal, Sweep};
use problem::{Extrapolation, ExtrapolationError, Precise, RouteError, Settings, Truth};
use system::{DoubleDouble, Scalar};

/// Columns of the extrapolation behind the truth. More of them save steps but magnify rounding: with 6, 9 and 12
/// columns the end of ten point masses is off by 3e-14, 5e-13 and 2e-12.
const COLUMNS: usize = 6;

/// Tolerance of the extrapolation for each step, ten times the smallest that rounding allows.
const TOLERANCE: f64 = 1e-14;

/// The motion of `links` from the horizontal at rest, once through the ascending `times`.
pub(crate) fn motion(links: Links<f64>, times: &[f64]) -> Result<Vec<Truth>, ExtrapolationError> {
    motion_by(links, times, COLUMNS, TOLERANCE)
}

/// The same with other settings of the extrapolation.
fn motion_by(
    links: Links<f64>,
    times: &[f64],
    columns: usize,
    tolerance: f64,
) -> Result<Vec<Truth>, ExtrapolationError> {
    let states = follow(links, times, Extrapolation::new(columns, tolerance, 0.01))?;
    let truth = |(&t, at): (&f64, Maximal<f64>)| Truth {
        t,
        q: at.q,
        v: at.v,
        lambda: Some(at.lambda),
    };
    Ok(times.iter().zip(states).map(truth).collect())
}

/// The motion in double-double precision.
pub(crate) fn precise(
    links: Links<DoubleDouble>,
    times: &[f64],
    settings: Settings,
) -> Result<Vec<Precise>, RouteError> {
    let start = Sweep::new(links).maximal(&vec![DoubleDouble::ZERO; 2 * links.links]);
    let states = follow(links, times, settings.extrapolation())?;
    let precise = |(&t, at): (&f64, Maximal<DoubleDouble>)| Precise {
        t,
        energy_defect: (at.kinetic + at.potential - start.potential).value(),
        energy_scale: at.kinetic.value().max(at.potential.value().abs()),
        q: at.q,
        v: at.v,
        a: at.a,
        lambda: Some(at.lambda),
    };
    Ok(times.iter().zip(states).map(precise).collect())
}

fn follow<S: Scalar>(
    links: Links<S>,
    times: &[f64],
    mut gbs: Extrapolation<S>,
) -> Result<Vec<Maximal<S>>, ExtrapolationError> {
    let mut sweep = Sweep::new(links);
    let mut y = vec![S::from(0.0); 2 * links.links];
    let mut t = S::from(0.0);
    let mut states = Vec::with_capacity(times.len());
    for &time in times {
        let next = S::decimal(time);
        gbs.advance(|_, y, out| sweep.rate(y, out), &mut y, t, next)?;
        t = next;
        states.push(sweep.maximal(&y));
    }
    Ok(states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;
    use approx::assert_abs_diff_eq;

    fn point_masses(links: usize) -> Links<f64> {
        Links {
            links,
            length: 1.0,
            centre: 1.0,
            mass: 1.0,
            inertia: 0.0,
            gravity: 9.81,
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
            let truth = motion(point_masses(links), &[1.0]).unwrap().remove(0);
            let last = 3 * (links - 1);
            let got = [&truth.q[last..last + 2], &truth.v[last..last + 2]].concat();
            assert_abs_diff_eq!(got[..], tip[..], epsilon = 1e-11);
        }
    }

    #[test]
    fn two_rods_agree_with_seventeen_digit_values_after_ten_seconds() {
        let rods = Links {
            links: 2,
            length: 5.0,
            centre: 2.5,
            mass: 1.0,
            inertia: 25.0 / 12.0,
            gravity: 10.0,
        };
        let truth = motion(rods, &[10.0]).unwrap().remove(0);
        // The values are for gravity along x and a start along y: their (x, y, θ) are our (-y, x, -θ).
        let [x1, y1, a1, x2, y2, a2] = truth.q[..] else {
            unreachable!()
        };
        let [.., w1, vx2, vy2, w2] = truth.v[..] else {
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
        // Some 1e4 roundings, magnified by the sensitivity of the double pendulum.
        assert_abs_diff_eq!(got[..], digits[..], epsilon = 1e-9);
    }

    #[test]
    fn two_settings_of_the_extrapolation_agree_to_the_digits_claimed() {
        for (links, end, digits) in [(10, 1.0, 13), (100, 0.5, 13)] {
            let links = Links::from(&Chain::new(links).unwrap());
            let [a, b] = [(COLUMNS, TOLERANCE), (7, 1e-13)].map(|(columns, tolerance)| {
                motion_by(links, &[0.5 * end, end], columns, tolerance)
                    .unwrap()
                    .remove(1)
            });
            let scale = a.q.iter().fold(1.0, |s: f64, q| s.max(q.abs()));
            assert_abs_diff_eq!(a.q[..], b.q[..], epsilon = scale * 10.0_f64.powi(-digits));
        }
    }
}
