//! Lines with the slopes of claimed orders, in a corner that the curves leave free.

use crate::axis::Axis;
use crate::figure::{Layer, Pen, Place};

/// The most slopes that a panel shows.
const MOST: usize = 3;

/// Part of the width that the guide takes, with its texts, and the most that it takes of the height.
const BOX: Place = [0.48, 0.36];

/// Part of the width that the texts take.
const TEXT: f64 = 0.18;

/// Distance from the frame, as a part of it.
const EDGE: f64 = 0.03;

/// Distance between two texts, as a part of the height.
const GAP: f64 = 0.065;

/// Points between the ends of a piece of a curve that are asked whether a corner is free.
const BETWEEN: usize = 8;

const PEN: Pen = Pen {
    ink: [130, 130, 130],
    width: 200.0,
    dashes: &[600.0, 500.0],
};

/// The vertical axis, with more room where no corner is free, and the layers of the guide.
///
/// `values` are the curves, by values on the axes.
pub(crate) fn guide(
    x: &Axis,
    y: Axis,
    values: &[Vec<[f64; 2]>],
    orders: impl Iterator<Item = f64>,
) -> (Axis, Vec<Layer>) {
    let mut orders: Vec<f64> = orders.filter(|p| *p > 0.0 && p.is_finite()).collect();
    orders.sort_by(f64::total_cmp);
    orders.dedup();
    // The lowest and the highest orders say the most.
    while orders.len() > MOST {
        orders.remove(1);
    }
    let Some(steepest) = orders.last().copied() else {
        return (y, vec![]);
    };
    let texts = GAP * orders.len() as f64;
    let fan = |y: &Axis| {
        let [width, height] = [BOX[0] - TEXT - EDGE, BOX[1] - 2.0 * EDGE];
        let decades = (width / x.decade()).min(height / (steepest * y.decade()));
        let [wide, high] = [decades * x.decade(), decades * y.decade()];
        // Its height in the frame follows from its slopes.
        let tall = (steepest * high).max(texts) + 2.0 * EDGE;
        (wide, high, tall)
    };
    let free = |y: &Axis, corner: Place, tall: f64| {
        let (right, top) = (corner[0] + BOX[0], corner[1] + tall);
        let inside =
            |[x, y]: Place| (corner[0]..=right).contains(&x) && (corner[1]..=top).contains(&y);
        !along(x, y, values).any(inside)
    };
    let (_, _, tall) = fan(&y);
    let (right, left) = ([1.0 - BOX[0], 0.0], [0.0, 1.0 - tall]);
    let (y, corner) = if free(&y, right, tall) {
        (y, right)
    } else if free(&y, left, tall) {
        (y, left)
    } else {
        (y.with_room_below(tall / (1.0 - tall)), right)
    };
    let (wide, high, tall) = fan(&y);
    // Beside the frame at its right, and under it at its top.
    let start = match corner == right {
        true => [1.0 - TEXT - wide, corner[1] + EDGE],
        false => [EDGE, 1.0 - tall + EDGE],
    };
    let end = |order: f64| [start[0] + wide, start[1] + order * high];
    let mut layers = vec![Layer::Lines {
        lines: orders.iter().map(|p| vec![start, end(*p)]).collect(),
        pen: PEN,
    }];
    let mut lowest = f64::NEG_INFINITY;
    for order in orders {
        let [at, wished] = end(order);
        let place = wished.max(lowest);
        lowest = place + GAP;
        layers.push(Layer::Label {
            at: [at, place],
            text: format!("order {order}"),
        });
    }
    (y, layers)
}

/// Places along all curves.
fn along<'a>(
    x: &'a Axis,
    y: &'a Axis,
    values: &'a [Vec<[f64; 2]>],
) -> impl Iterator<Item = Place> + 'a {
    let place = |value: &[f64; 2]| Some([x.at(value[0])?, y.at(value[1])?]);
    values.iter().flat_map(move |curve| {
        let places: Vec<Place> = curve.iter().filter_map(place).collect();
        let between = |pair: &[Place]| {
            let [a, b] = [pair[0], pair[1]];
            let part = |k: usize| k as f64 / BETWEEN as f64;
            let at = move |k: usize| [0, 1].map(|i| a[i] + part(k) * (b[i] - a[i]));
            (0..=BETWEEN).map(at).collect::<Vec<_>>()
        };
        let inner: Vec<Place> = places.windows(2).flat_map(between).collect();
        inner.into_iter().chain(places)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(values: &[Vec<[f64; 2]>], orders: &[f64]) -> (Axis, Vec<Layer>) {
        let part = |k: usize| values.iter().flatten().map(move |v| v[k]);
        let x = Axis::log("h", part(0)).unwrap();
        let y = Axis::log("e", part(1)).unwrap();
        guide(&x, y, values, orders.iter().copied())
    }

    fn line(slope: i32) -> Vec<[f64; 2]> {
        (1..5)
            .map(|k| [math::powi(0.5, k), math::powi(0.5, slope * k)])
            .collect()
    }

    fn lines(layers: &[Layer]) -> &[Vec<Place>] {
        let Layer::Lines { lines, .. } = &layers[0] else {
            panic!("the guide begins with its lines");
        };
        lines
    }

    #[test]
    fn a_guide_has_the_slope_it_names() {
        let (y, layers) = drawn(&[line(4)], &[4.0]);
        let [a, b] = lines(&layers)[0][..] else {
            panic!("two ends");
        };
        let x = Axis::log("h", [0.5, 0.0625].into_iter()).unwrap();
        let slope = ((b[1] - a[1]) / y.decade()) / ((b[0] - a[0]) / x.decade());
        assert!((slope - 4.0).abs() < 1e-9, "{slope}");
        // Below the curve, in the lower right corner.
        assert!(a[0] > 0.5 && b[1] < 0.4, "{a:?} {b:?}");
    }

    #[test]
    fn room_is_made_where_no_corner_is_free() {
        let falling: Vec<[f64; 2]> = (1..5)
            .map(|k| [math::powi(0.5, k), math::powi(0.5, -k)])
            .collect();
        let (before, _) = drawn(std::slice::from_ref(&falling), &[]);
        let (after, layers) = drawn(&[falling], &[1.0, 2.0]);
        assert!(after.decade() < before.decade());
        assert!(lines(&layers).iter().flatten().all(|p| p[1] < 0.4));
    }

    #[test]
    fn what_is_no_order_is_not_drawn() {
        assert!(drawn(&[line(2)], &[0.0, f64::NAN]).1.is_empty());
        assert_eq!(
            lines(&drawn(&[line(2)], &[1.0, 2.0, 3.0, 4.0, 5.0]).1).len(),
            MOST
        );
    }
}
