//! The ranking.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of the ranking. Variants that cannot be told apart share an interval.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
// Files written before a column existed stay readable.
#[serde(default)]
#[schemars(!default)]
pub struct Rank {
    /// Variant id.
    pub variant: String,
    /// Best rank it can hold.
    pub rank_low: usize,
    /// Worst rank it can hold.
    pub rank_high: usize,
    /// Score between 0 and 1, higher is better.
    pub score: f64,
    /// 95 % interval of the score, for other problems of the same kind and repeated timing.
    pub score_interval: [f64; 2],
    /// Fraction of the problem and tolerance pairs it solved.
    pub coverage: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_out_of_a_file_as_they_went_in() {
        // A parser that is content with being nearly right loses the last bit of some of these.
        for k in 0..1000 {
            let score = 10.0_f64.powi(k % 40 - 20) / (3.0 + f64::from(k));
            let rank = Rank {
                score,
                score_interval: [score; 2],
                ..Rank::default()
            };
            let text = serde_json::to_string(&rank).unwrap();
            let back: Rank = serde_json::from_str(&text).unwrap();
            assert_eq!(back.score.to_bits(), score.to_bits(), "{text}");
        }
    }
}
