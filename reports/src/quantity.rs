//! The six quantities whose order is observed, and how an estimate is put into words.

use crate::number;
use results::{ClaimedOrder, Class, OrderEstimate, Orders};

/// One of the quantities with an order.
pub(crate) struct Quantity {
    /// Letter of the papers.
    pub(crate) symbol: &'static str,
    /// Name in words.
    pub(crate) name: &'static str,
    /// What was observed.
    pub(crate) observed: fn(&Orders) -> OrderEstimate,
    /// What theory promises.
    pub(crate) claimed: fn(&ClaimedOrder) -> Option<f64>,
}

/// The quantities in the order of the tables; one place in memory, so that they can be told apart by address.
pub(crate) static QUANTITIES: [Quantity; 6] = [
    Quantity {
        symbol: "q",
        name: "position",
        observed: |o| o.position,
        claimed: |c| c.position,
    },
    Quantity {
        symbol: "v",
        name: "velocity",
        observed: |o| o.velocity,
        claimed: |c| c.velocity,
    },
    Quantity {
        symbol: "λ",
        name: "multiplier",
        observed: |o| o.multiplier,
        claimed: |c| c.multiplier,
    },
    Quantity {
        symbol: "Φ",
        name: "position drift",
        observed: |o| o.drift_position,
        claimed: |c| c.drift_position,
    },
    Quantity {
        symbol: "Φ′",
        name: "velocity drift",
        observed: |o| o.drift_velocity,
        claimed: |c| c.drift_velocity,
    },
    Quantity {
        symbol: "E",
        name: "energy error",
        observed: |o| o.energy,
        claimed: |c| c.energy,
    },
];

/// The observed order, or the class in a word or two where no order may be named.
pub(crate) fn observed_words(estimate: OrderEstimate) -> String {
    match (estimate.class, estimate.p) {
        (Class::Observed, Some(p)) => number::order(p),
        (Class::Observed, None) => number::ABSENT.to_owned(),
        (Class::AtFloor, _) => "at rounding".to_owned(),
        (Class::PreAsymptotic, _) => match estimate.range {
            Some([low, high]) => format!("{}…{}", number::order(low), number::order(high)),
            None => "still settling".to_owned(),
        },
        (Class::Diverging, _) => "diverging".to_owned(),
        (Class::NotMeasured, _) => number::ABSENT.to_owned(),
    }
}

/// The class of an estimate in the words of the glossary.
pub(crate) fn class_words(class: Class) -> (&'static str, &'static str) {
    match class {
        Class::Observed => (
            "a number",
            "Successive slopes agree, so the number is an order.",
        ),
        Class::AtFloor => (
            "at rounding",
            "The errors sit on the rounding floor; refining cannot show an order any more.",
        ),
        Class::PreAsymptotic => (
            "a range",
            "The two finest slopes still disagree (pre-asymptotic): they are printed instead of an order.",
        ),
        Class::Diverging => (
            "diverging",
            "The error grew when the step was refined, or was not a number.",
        ),
        Class::NotMeasured => (
            "–",
            "No ladder of step sizes: an adaptive run, a refusal, or a reference without this quantity.",
        ),
    }
}

/// How far an observation stays below its claim; a diverging error misses by the whole claim.
pub(crate) fn shortfall(estimate: OrderEstimate, claimed: Option<f64>) -> Option<f64> {
    let claimed = claimed?;
    match (estimate.class, estimate.p) {
        (Class::Observed, Some(p)) if p < claimed => Some(claimed - p),
        (Class::Diverging, _) => Some(claimed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBSERVED: OrderEstimate = OrderEstimate {
        class: Class::Observed,
        p: Some(2.5),
        range: None,
        limit: None,
        spread: Some(0.1),
        cross_check: None,
    };

    #[test]
    fn only_an_observed_order_prints_a_number() {
        assert_eq!(observed_words(OBSERVED), "2.50");
        let settling = OrderEstimate {
            class: Class::PreAsymptotic,
            ..OBSERVED
        };
        assert_eq!(observed_words(settling), "still settling");
        let range = OrderEstimate {
            range: Some([1.5, 2.25]),
            ..settling
        };
        assert_eq!(observed_words(range), "1.50…2.25");
    }

    #[test]
    fn a_shortfall_needs_a_claim() {
        assert_eq!(shortfall(OBSERVED, Some(4.0)), Some(1.5));
        assert_eq!(shortfall(OBSERVED, None), None);
        assert_eq!(
            shortfall(
                OrderEstimate {
                    class: Class::AtFloor,
                    ..OBSERVED
                },
                Some(4.0)
            ),
            None
        );
    }
}
