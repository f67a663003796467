//! Maps of the stable gains for every integrator and placement, sampled in the plane of `(αh, βh²)`.

use crate::Discretization;
use crate::discretization;
use crate::equilibrium::{Tuning, predict};
use crate::stability::{
    ALWAYS_STABLE, Amplification, amplification, critical_stability_limit, dead_beat,
};
use rayon::prelude::*;
use results::GainMap;
use stepping::{Integrator, Placement};

/// Columns and rows of a map.
const SIZE: (usize, usize) = (36, 28);

/// Extent of maps on which everything is stable.
const WIDE: (f64, f64) = (6.0, 9.0);

/// The step for which violations on the circle are predicted, that of the paper's examples.
const H: f64 = 0.01;

/// How often the distance between two points of a map is halved to find the edge of stability between them: to a
/// thousandth of it, less than the width of a line.
const HALVINGS: usize = 10;

/// Any gain on the energy: it does not change the leading term of Φ.
const RHO: f64 = 0.5;

/// One map for every integrator with the feedback in every stage, and for the other placements that variants use.
pub fn gain_maps() -> Vec<GainMap> {
    let every = Integrator::ALL
        .into_iter()
        .map(|integrator| (integrator, Placement::EveryPass));
    let elsewhere = [
        (Integrator::Rk4, Placement::ForwardEuler),
        (Integrator::Rk4, Placement::BackwardEuler),
        (Integrator::Rk4, Placement::Held),
        (Integrator::Ab3, Placement::ForwardEuler),
        (Integrator::Ab3, Placement::BackwardEuler),
    ];
    let wanted: Vec<_> = every.chain(elsewhere).collect();
    let map = |(integrator, place)| Some(map(integrator, place, &discretization(integrator).ok()?));
    wanted.into_par_iter().filter_map(map).collect()
}

fn map(integrator: Integrator, place: Placement, theory: &Discretization) -> GainMap {
    let limit = critical_stability_limit(theory, place);
    let (width, height) = extent(theory, place, limit);
    let axis = |end: f64, n: usize| -> Vec<f64> {
        // Midpoints of equal intervals: the axes themselves are marginal.
        (0..n)
            .map(|k| rounded(end * (k as f64 + 0.5) / n as f64, 4))
            .collect()
    };
    let (c1, c2) = (axis(width, SIZE.0), axis(height, SIZE.1));
    let radii: Vec<Vec<f64>> = c2
        .iter()
        .map(|&c2| {
            let row = c1.iter().map(|&c1| radius(theory, place, c1, c2));
            row.map(|radius| rounded(radius, 4)).collect()
        })
        .collect();
    let stable = |c1: f64, c2: f64| radius(theory, place, c1, c2) < 1.0;
    let edge_c1 = c2.iter().zip(&radii).map(|(&c2, radii)| {
        let pairs = c1.windows(2).zip(radii.windows(2));
        let edges = pairs.map(|(c1, r)| edge([c1[0], c1[1]], [r[0], r[1]], |c1| stable(c1, c2)));
        edges.collect()
    });
    let edge_c2 = c2.windows(2).zip(radii.windows(2)).map(|(c2, radii)| {
        let pairs = radii[0].iter().zip(&radii[1]);
        let columns = c1.iter().zip(pairs);
        let edges =
            columns.map(|(&c1, (a, b))| edge([c2[0], c2[1]], [*a, *b], |c2| stable(c1, c2)));
        edges.collect()
    });
    let (edge_c1, edge_c2) = (edge_c1.collect(), edge_c2.collect());
    let left = |(c1, c2): (f64, f64), radius: f64| {
        let predicted = (radius < 1.0 && place == Placement::EveryPass)
            .then(|| violation(theory, H, [c1, c2]))?;
        Some(rounded(predicted?, 4))
    };
    let violation = c2.iter().zip(&radii).map(|(&c2, radii)| {
        let row = c1.iter().zip(radii);
        row.map(|(&c1, &radius)| left((c1, c2), radius)).collect()
    });
    GainMap {
        integrator: integrator.id().to_owned(),
        placement: place.describe().to_owned(),
        edge_c1,
        edge_c2,
        violation: violation.collect(),
        violation_power: power(theory, place, [&c1, &c2], &radii),
        c1,
        c2,
        radius: radii,
        h: H,
        critical_limit: (limit < ALWAYS_STABLE).then_some(limit),
        dead_beat: dead_beat(theory, place).map(|(c1, c2)| [c1, c2]),
    }
}

/// Where between two gains with these factors stability changes, if it does.
fn edge(
    [mut low, mut high]: [f64; 2],
    radii: [f64; 2],
    stable: impl Fn(f64) -> bool,
) -> Option<f64> {
    let [first, second] = radii.map(|radius| radius < 1.0);
    if first == second {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match stable(middle) == first {
            true => low = middle,
            false => high = middle,
        }
    }
    Some(rounded(0.5 * (low + high), 5))
}

/// The leading term of Φ with steps of `h`.
fn violation(theory: &Discretization, h: f64, [c1, c2]: [f64; 2]) -> Option<f64> {
    let predicted = predict(theory, Tuning::per_step(h, c1, c2, RHO)).ok()?;
    Some(predicted.leading.phi.abs())
}

/// The power of the step in the leading term of Φ, seen at the first stable gains of a map.
fn power(
    theory: &Discretization,
    place: Placement,
    [c1, c2]: [&[f64]; 2],
    radii: &[Vec<f64>],
) -> Option<i32> {
    let rows = c2.iter().zip(radii);
    let all = rows.flat_map(|(c2, row)| {
        c1.iter()
            .zip(row)
            .map(move |(c1, radius)| ([*c1, *c2], *radius))
    });
    let (gains, _) = all
        .into_iter()
        .find(|(_, radius)| place == Placement::EveryPass && *radius < 1.0)?;
    let ratio = violation(theory, H, gains)? / violation(theory, 0.5 * H, gains)?;
    ratio.is_finite().then(|| math::log2(ratio).round() as i32)
}

/// The factor by which violations grow; a number that JSON can hold, also where implicit equations are singular.
pub(crate) fn radius(theory: &Discretization, place: Placement, c1: f64, c2: f64) -> f64 {
    let step = amplification(theory, place, c1, c2);
    step.as_ref()
        .map_or(f64::MAX, Amplification::radius)
        .min(1e9)
}

/// The extent of the stable gains, with some room.
pub(crate) fn extent(theory: &Discretization, place: Placement, limit: f64) -> (f64, f64) {
    if limit >= ALWAYS_STABLE {
        return WIDE;
    }
    // A box that surely holds them, looked at with thirty points each way and cut to what is stable, again and again.
    let n = 30;
    let mut size = [4.0_f64.max(4.0 * limit), 4.0_f64.max(16.0 * limit)];
    for _ in 0..4 {
        let cell = size.map(|size| size / f64::from(n));
        let mut last = [0; 2];
        // Beside the axes, where corners are, instead of on them, where everything is marginal.
        let at = |k: i32| if k == 0 { 0.05 } else { f64::from(k) };
        for i in 0..=n {
            for j in 0..=n {
                let [c1, c2] = [cell[0] * at(i), cell[1] * at(j)];
                if radius(theory, place, c1, c2) < 1.0 {
                    last = [last[0].max(i), last[1].max(j)];
                }
            }
        }
        // Corners are sharp: two cells more, and the end of critical damping is always one of them.
        let corner = [2.0 * limit, limit * limit];
        size = [0, 1].map(|k| {
            let reached = cell[k] * f64::from(last[k] + 2);
            reached.max(1.05 * corner[k])
        });
    }
    (size[0], size[1])
}

/// Rounds to this many significant digits, since maps are drawn and short numbers keep the results small.
pub(crate) fn rounded(x: f64, digits: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let scale = math::powi(10.0, digits - 1 - math::log10(x.abs()).floor() as i32);
    (x * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_holds_both_kinds_of_gains_and_the_edge_between_them() {
        let maps = gain_maps();
        assert_eq!(maps.len(), Integrator::ALL.len() - 1 + 5);
        for map in &maps {
            let all = map.radius.concat();
            assert_eq!(all.len(), SIZE.0 * SIZE.1);
            assert!(all.iter().all(|r| r.is_finite() && *r >= 0.0));
            assert!(all.iter().any(|r| *r < 1.0), "{}", map.integrator);
            let limited = map.critical_limit.is_some();
            assert_eq!(all.iter().any(|r| *r > 1.0), limited, "{}", map.integrator);
            // All of the stable gains are on the map: its uppermost row and last column have none.
            let edge = map.radius.last().into_iter().flatten();
            let edge = edge.chain(map.radius.iter().filter_map(|row| row.last()));
            assert_eq!(
                edge.copied().all(|r| r >= 1.0),
                limited,
                "{} {}",
                map.integrator,
                map.placement
            );
            // A prediction wherever the feedback is in every stage and stable, and nowhere else.
            for (r, left) in all.iter().zip(map.violation.concat()) {
                let predicted = *r < 1.0 && map.placement == Placement::EveryPass.describe();
                assert_eq!(left.is_some(), predicted);
            }
        }
    }

    #[test]
    fn the_edge_is_where_a_violation_neither_shrinks_nor_grows() {
        for map in gain_maps() {
            let integrator = Integrator::ALL
                .into_iter()
                .find(|i| i.id() == map.integrator);
            let theory = discretization(integrator.unwrap()).unwrap();
            let places = [
                Placement::EveryPass,
                Placement::ForwardEuler,
                Placement::BackwardEuler,
                Placement::Held,
            ];
            let place = places
                .into_iter()
                .find(|p| p.describe() == map.placement)
                .unwrap();
            let unstable = map.radius.concat().iter().any(|r| *r > 1.0);
            let step = [map.c1[1] - map.c1[0], map.c2[1] - map.c2[0]];
            let rows = map.edge_c1.iter().zip(&map.c2);
            let on_rows =
                rows.flat_map(|(row, c2)| row.iter().flatten().map(|c1| ([*c1, *c2], [1.0, 0.0])));
            let columns = map.edge_c2.iter().flat_map(|row| row.iter().zip(&map.c1));
            let on_columns = columns.filter_map(|(c2, c1)| Some(([*c1, (*c2)?], [0.0, 1.0])));
            let all: Vec<_> = on_rows.chain(on_columns).collect();
            assert_eq!(!all.is_empty(), unstable, "{}", map.integrator);
            for ([c1, c2], along) in all {
                // A hundredth of a square to either side one is stable and the other is not.
                let [a, b] = [-0.01, 0.01].map(|s| {
                    radius(
                        &theory,
                        place,
                        c1 + s * along[0] * step[0],
                        c2 + s * along[1] * step[1],
                    ) < 1.0
                });
                assert_ne!(a, b, "{} {}: {c1} {c2}", map.integrator, map.placement);
            }
        }
    }

    #[test]
    fn a_violation_grows_with_its_power_of_the_step() {
        for map in gain_maps() {
            // A symmetric rule leaves no violation, and so no power of the step.
            let leaves = map.violation.iter().flatten().flatten().any(|x| *x > 0.0);
            assert_eq!(map.violation_power.is_some(), leaves, "{}", map.integrator);
            let Some(power) = map.violation_power else {
                continue;
            };
            let integrator = Integrator::ALL
                .into_iter()
                .find(|i| i.id() == map.integrator)
                .unwrap();
            let theory = discretization(integrator).unwrap();
            let (row, column) = (map.c2.len() / 8, map.c1.len() / 4);
            let Some(at) = map.violation[row][column] else {
                continue;
            };
            let gains = [map.c1[column], map.c2[row]];
            for h in [0.1, 1e-3] {
                let expected = at * math::powi(h / map.h, power);
                let found = violation(&theory, h, gains).unwrap();
                assert!(
                    (found / expected - 1.0).abs() < 1e-3,
                    "{}: {found} {expected}",
                    map.integrator
                );
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(rounded(0.123_456, 4), 0.1235);
        assert_eq!(rounded(-2.000_04e-9, 3), -2.0e-9);
        assert_eq!(rounded(0.0, 4), 0.0);
        assert!(rounded(f64::INFINITY, 4).is_infinite());
    }
}
