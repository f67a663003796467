//! The squares of one level as a single SVG path.

/// The squares for which `inside` holds as one path of rectangles, joined across and then down.
///
/// The path is in units of squares, with the first of `rows` rows at the bottom.
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
