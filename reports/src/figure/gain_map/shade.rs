//! Shades of a map: values sorted into a few levels, and every level drawn as one path.

use crate::number;

/// More levels than this cannot be told apart.
pub(super) const LEVELS: usize = 8;

/// Widths of a level, in decades or in units of the value.
const WIDTHS: [f64; 10] = [0.125, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 25.0, 100.0];

/// What the values mean, which decides how they are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By size, in equal steps.
    Even,
    /// By decimal logarithm.
    Decades,
}

/// A scale of at most [`LEVELS`] levels, with round limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    kind: Kind,
    /// The first level begins at this multiple of the width.
    first: f64,
    width: f64,
    pub(super) count: usize,
}

impl Scale {
    /// The finest scale that holds all values, or none where there are none.
    pub(super) fn over(kind: Kind, values: impl Iterator<Item = f64>) -> Option<Self> {
        let measures = values.map(|x| measure(kind, x)).filter(|x| x.is_finite());
        let [low, high] = measures.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        if low > high {
            return None;
        }
        let scales = WIDTHS.into_iter().map(|width| {
            let first = (low / width).floor();
            let count = (high / width).floor() - first + 1.0;
            (first, width, count)
        });
        let (first, width, count) = scales
            .into_iter()
            .find(|(.., count)| *count <= LEVELS as f64)?;
        Some(Self {
            kind,
            first,
            width,
            count: count as usize,
        })
    }

    /// The level of a value.
    pub(super) fn level(&self, value: f64) -> Option<usize> {
        let place = (measure(self.kind, value) / self.width).floor() - self.first;
        (place >= 0.0 && place < self.count as f64).then_some(place as usize)
    }

    /// Where a level begins, in words.
    pub(super) fn begins(&self, level: usize) -> String {
        let limit = (self.first + level as f64) * self.width;
        match self.kind {
            Kind::Even => number::plain(limit),
            Kind::Decades => number::setting(f64::powf(10.0, limit)),
        }
    }
}

fn measure(kind: Kind, value: f64) -> f64 {
    match kind {
        Kind::Even => value,
        Kind::Decades => value.log10(),
    }
}

/// Everything of one class on a grid as one path: runs of equal squares are joined across, then down.
///
/// The path is in units of squares, the first row at the bottom of `rows`.
pub(super) fn region(rows: usize, columns: usize, inside: impl Fn(usize, usize) -> bool) -> String {
    let mut path = String::new();
    let mut open: Vec<Run> = vec![];
    for row in 0..=rows {
        let runs = match row < rows {
            true => runs(columns, |column| inside(row, column)),
            false => vec![],
        };
        // A run that goes on in this row with the same ends stays open; the others are drawn.
        let goes_on = |run: &Run| runs.contains(&(run.from, run.to));
        for run in open.iter().filter(|run| !goes_on(run)) {
            let (width, height) = (run.to - run.from, row - run.since);
            path += &format!("M{} {}h{width}v{height}h-{width}z", run.from, rows - row);
        }
        open.retain(goes_on);
        for (from, to) in runs {
            if !open.iter().any(|run| (run.from, run.to) == (from, to)) {
                open.push(Run {
                    from,
                    to,
                    since: row,
                });
            }
        }
    }
    path
}

/// Neighbouring squares of one row, and the row where they began.
struct Run {
    from: usize,
    to: usize,
    since: usize,
}

fn runs(columns: usize, inside: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = vec![];
    for column in (0..columns).filter(|column| inside(*column)) {
        match runs.last_mut() {
            Some((_, to)) if *to == column => *to += 1,
            _ => runs.push((column, column + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_every_value_in_few_levels() {
        for (low, high) in [(1e-9, 1e-3), (2e-4, 2.1e-4), (1e-300, 1e300), (0.5, 0.5)] {
            let scale = Scale::over(Kind::Decades, [low, high].into_iter()).unwrap();
            assert!(scale.count <= LEVELS);
            assert_eq!(scale.level(low), Some(0));
            assert_eq!(scale.level(high), Some(scale.count - 1));
        }
        let scale = Scale::over(Kind::Even, [0.0, 0.999].into_iter()).unwrap();
        assert_eq!((scale.count, scale.begins(7)), (8, "0.875".to_owned()));
        assert_eq!(scale.level(1.5), None);
        assert_eq!(scale.level(f64::NAN), None);
    }

    #[test]
    fn limits_of_levels_are_round() {
        let scale = Scale::over(Kind::Decades, [2e-6, 5e-3].into_iter()).unwrap();
        assert_eq!(
            (scale.begins(0), scale.begins(2)),
            ("1e-6".to_owned(), "1e-5".to_owned())
        );
    }

    #[test]
    fn what_is_not_positive_has_no_decade() {
        assert!(Scale::over(Kind::Decades, [0.0, -1.0, f64::NAN].into_iter()).is_none());
    }

    #[test]
    fn a_block_is_one_rectangle_and_a_step_makes_two() {
        assert_eq!(region(3, 4, |_, column| column < 2), "M0 0h2v3h-2z");
        assert_eq!(
            region(2, 3, |row, column| column <= row),
            "M0 1h1v1h-1zM0 0h2v1h-2z"
        );
        assert_eq!(region(2, 2, |_, _| false), "");
    }

    #[test]
    fn every_square_is_covered_once() {
        let inside = |row: usize, column: usize| (row * 7 + column * column * 5) % 11 < 6;
        let path = region(9, 13, inside);
        let area = path.split('M').skip(1).map(|rectangle| {
            let sizes = rectangle.split(['h', 'v']).collect::<Vec<_>>();
            sizes[1].parse::<usize>().unwrap() * sizes[2].parse::<usize>().unwrap()
        });
        let squares = (0..9).flat_map(|row| (0..13).map(move |column| (row, column)));
        assert_eq!(
            area.sum::<usize>(),
            squares
                .filter(|(row, column)| inside(*row, *column))
                .count()
        );
    }
}
