//! The columns of the ranking, which the page and the summary share.

use crate::number;
use results::Rank;

/// A column of plain text: its heading, and what it shows of a place.
type Column = (&'static str, fn(&Rank) -> String);

/// The columns behind rank, variant and score.
pub(crate) const FIGURES: [Column; 2] = [
    ("95 % interval", |rank| {
        let [low, high] = rank.score_interval.map(|end| number::fixed(end, 3));
        format!("{low}–{high}")
    }),
    ("Coverage", |rank| number::percent(rank.coverage)),
];

/// A range of ranks: `1` alone, `1–3` for a tie.
pub(crate) fn rank_interval(rank: &Rank) -> String {
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
        let rank = |rank_low, rank_high| Rank {
            rank_low,
            rank_high,
            ..Rank::default()
        };
        assert_eq!(rank_interval(&rank(1, 3)), "1–3");
        assert_eq!(rank_interval(&rank(4, 4)), "4");
    }
}
