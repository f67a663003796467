//! Symbols of quantities, and observed orders in words.

use crate::number;
use results::{Order, Quantity};

/// The symbol of a quantity with a typographic prime.
pub(crate) fn symbol(quantity: Quantity) -> String {
    quantity.symbol().replace('\'', "′")
}

/// The observed order, or its class in words if there is no single order.
pub(crate) fn observed_words(order: Order) -> String {
    match order {
        Order::Observed { p, .. } => number::order(p),
        Order::PreAsymptotic { slope, interval } => {
            let moves = match interval {
                [Some(_), None] => "rising",
                [None, Some(_)] => "falling",
                _ => "jumping",
            };
            format!("{}, {moves}", number::order(slope))
        }
        Order::AtFloor => "at rounding".to_owned(),
        Order::Diverging => "diverging".to_owned(),
        Order::TooFewRuns => "too few runs".to_owned(),
        Order::LostMotion => "motion lost".to_owned(),
        Order::NotMeasured => number::ABSENT.to_owned(),
    }
}

/// How far an observed order is below its claim, or the whole claim for a diverging error.
pub(crate) fn shortfall(observed: Order, claimed: Option<f64>) -> Option<f64> {
    let claimed = claimed?;
    match observed {
        Order::Observed { p, .. } if p < claimed => Some(claimed - p),
        Order::Diverging => Some(claimed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBSERVED: Order = Order::Observed {
        p: 2.5,
        interval: [2.4, 2.6],
    };

    #[test]
    fn only_an_observed_order_prints_a_number() {
        assert_eq!(observed_words(OBSERVED), "2.50");
        assert_eq!(observed_words(Order::AtFloor), "at rounding");
        let settling = Order::PreAsymptotic {
            slope: 2.25,
            interval: [Some(1.5), None],
        };
        assert_eq!(observed_words(settling), "2.25, rising");
    }

    #[test]
    fn a_shortfall_needs_a_claim() {
        assert_eq!(shortfall(OBSERVED, Some(4.0)), Some(1.5));
        assert_eq!(shortfall(OBSERVED, None), None);
        assert_eq!(shortfall(Order::AtFloor, Some(4.0)), None);
    }
}
