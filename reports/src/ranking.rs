//! The columns of the ranking, which the page and the summary share.

use crate::number;
use results::{Board, BoardLine, Results};

/// The board that the page and the summary show.
pub(crate) fn shown(results: &Results) -> Option<&Board> {
    results.board("accuracy-per-time")
}

/// A column of plain text: its heading, and what it shows of a place.
type Column = (&'static str, fn(&BoardLine) -> String);

/// The columns behind rank, variant and score.
pub(crate) const FIGURES: [Column; 2] = [
    ("95 % interval", |rank| {
        let ends = rank.score_interval.unwrap_or([f64::NAN; 2]);
        let [low, high] = ends.map(|end| number::fixed(end, 3));
        format!("{low}–{high}")
    }),
    ("Coverage", |rank| number::percent(rank.coverage)),
];

/// The score in digits.
pub(crate) fn score(rank: &BoardLine) -> String {
    number::fixed(rank.score.unwrap_or(f64::NAN), 3)
}

/// A range of ranks: `1` alone, `1–3` for a tie.
pub(crate) fn rank_interval(rank: &BoardLine) -> String {
    if rank.rank_low == rank.rank_high {
        rank.rank_low.to_string()
    } else {
        format!("{}–{}", rank.rank_low, rank.rank_high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_shows_its_interval() {
        let rank = |rank_low, rank_high| BoardLine {
            rank_low,
            rank_high,
            ..BoardLine::default()
        };
        assert_eq!(rank_interval(&rank(1, 3)), "1–3");
        assert_eq!(rank_interval(&rank(4, 4)), "4");
    }
}
