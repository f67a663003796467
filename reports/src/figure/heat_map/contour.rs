//! Contour lines of a function on a grid, by marching squares.

/// A point in units of squares, counted from the first column and the first row.
pub(super) type Point = [f64; 2];

/// The straight pieces of the line on which `value(row, column)` is `level`.
pub(super) fn contour(
    rows: usize,
    columns: usize,
    level: f64,
    value: impl Fn(usize, usize) -> Option<f64>,
) -> Vec<[Point; 2]> {
    let mut pieces = vec![];
    for row in 1..rows {
        for column in 1..columns {
            // The corners of a square, counter-clockwise.
            let corners = [
                (row - 1, column - 1),
                (row - 1, column),
                (row, column),
                (row, column - 1),
            ];
            let values = corners.map(|(row, column)| value(row, column));
            if let [Some(a), Some(b), Some(c), Some(d)] = values {
                let points = corners.map(|(row, column)| [column as f64, row as f64]);
                pieces.extend(square(points, [a, b, c, d], level));
            }
        }
    }
    pieces
}

/// The pieces inside one square: none, one, or two at a saddle.
fn square(corners: [Point; 4], values: [f64; 4], level: f64) -> Vec<[Point; 2]> {
    let crossings: Vec<Point> = (0..4)
        .filter_map(|k| {
            let next = (k + 1) % 4;
            crossing(
                [corners[k], corners[next]],
                [values[k], values[next]],
                level,
            )
        })
        .collect();
    match crossings[..] {
        [a, b] => vec![[a, b]],
        [a, b, c, d] => {
            // The middle decides which corners belong together.
            let middle = values.iter().sum::<f64>() / 4.0;
            match (middle < level) == (values[0] < level) {
                true => vec![[a, b], [c, d]],
                false => vec![[d, a], [b, c]],
            }
        }
        _ => vec![],
    }
}

/// The point between two corners at which the level is crossed, if it is.
fn crossing([p, q]: [Point; 2], [a, b]: [f64; 2], level: f64) -> Option<Point> {
    if (a < level) == (b < level) {
        return None;
    }
    let share = ((level - a) / (b - a)).clamp(0.0, 1.0);
    let at = |k: usize| p[k] + share * (q[k] - p[k]);
    share.is_finite().then(|| [at(0), at(1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_found() {
        let value =
            |row: usize, column: usize| Some(math::hypot(row as f64 - 10.0, column as f64 - 10.0));
        let pieces = contour(21, 21, 6.3, value);
        let length: f64 = pieces
            .iter()
            .map(|[a, b]| math::hypot(a[0] - b[0], a[1] - b[1]))
            .sum();
        assert!(
            (length / (6.3 * std::f64::consts::TAU) - 1.0).abs() < 0.01,
            "{length}"
        );
        for [x, y] in pieces.iter().flatten() {
            assert!((math::hypot(x - 10.0, y - 10.0) - 6.3).abs() < 0.03);
        }
    }

    #[test]
    fn a_saddle_is_cut_twice_without_crossing() {
        for (values, low_middle) in [([0.0, 1.0, 0.0, 1.2], false), ([0.0, 1.0, 0.0, 0.6], true)] {
            let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            let pieces = square(corners, values, 0.5);
            assert_eq!(pieces.len(), 2);
            // With a low middle the two high corners are cut off, else the two low ones.
            let cut = |x: f64, y: f64| {
                pieces.iter().any(|[a, b]| {
                    [a, b]
                        .iter()
                        .all(|p| (p[0] - x).abs() + (p[1] - y).abs() < 1.0)
                })
            };
            assert_eq!(cut(1.0, 0.0), low_middle, "{pieces:?}");
            assert_eq!(cut(0.0, 0.0), !low_middle, "{pieces:?}");
        }
    }

    #[test]
    fn missing_and_unbounded_values_leave_a_gap() {
        assert!(contour(2, 2, 1.0, |row, _| (row == 0).then_some(0.0)).is_empty());
        assert!(contour(2, 2, 1.0, |row, _| Some([0.0, f64::NAN][row])).is_empty());
        assert!(contour(1, 0, 1.0, |_, _| Some(0.0)).is_empty());
    }
}
