//! Orders of convergence: what theory promises, and what errors show.

use crate::PerQuantity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Orders that theory promises; `None` where nothing is promised. Drifts and the energy have at least this order.
pub type ClaimedOrders = PerQuantity<Option<f64>>;

/// Orders that were observed.
pub type Orders = PerQuantity<Order>;

impl ClaimedOrders {
    /// The same order for motion, multipliers and drift, which is what an integrator of order `p` gives an
    /// index-1 equation. Nothing is claimed for the energy, whose error has terms that change sign.
    pub fn uniform(p: u32) -> Self {
        let p = Some(f64::from(p));
        Self {
            energy: None,
            ..Self::from_fn(|_| p)
        }
    }
}

/// The order that a ladder of errors shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum Order {
    /// The finest slopes agree: this is an order.
    Observed {
        /// The finest slope among the clean samples.
        p: f64,
        /// Limit of the two finest slopes as the step goes to zero, if they behave like `p + c h`.
        extrapolated: f64,
        /// Difference between the two finest slopes.
        spread: f64,
        /// Error at the finest step over the one predicted from the three before it; needs four clean samples.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        cross_check: Option<f64>,
    },
    /// The errors are at the rounding floor: fewer than three are clearly above it.
    AtFloor,
    /// Errors fall, but the slopes disagree: the steps are too coarse to tell.
    PreAsymptotic {
        /// The two finest slopes, smaller first.
        range: [f64; 2],
        /// Limit of these slopes as the step goes to zero, if they behave like `p + c h`.
        extrapolated: f64,
    },
    /// The error grew under refinement, or is not a number.
    Diverging,
    /// No ladder of step sizes: an adaptive run, a refusal or a missing reference.
    #[default]
    NotMeasured,
}

impl Order {
    /// The order, if one was observed.
    pub fn p(&self) -> Option<f64> {
        match *self {
            Self::Observed { p, .. } => Some(p),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_written_as_its_class_with_what_belongs_to_it() {
        let orders = [
            (
                Order::Observed {
                    p: 4.0,
                    extrapolated: 4.5,
                    spread: 0.25,
                    cross_check: None,
                },
                r#"{"class":"observed","p":4.0,"extrapolated":4.5,"spread":0.25}"#,
            ),
            (
                Order::PreAsymptotic {
                    range: [1.0, 2.0],
                    extrapolated: 2.5,
                },
                r#"{"class":"pre_asymptotic","range":[1.0,2.0],"extrapolated":2.5}"#,
            ),
            (Order::AtFloor, r#"{"class":"at_floor"}"#),
            (Order::NotMeasured, r#"{"class":"not_measured"}"#),
        ];
        for (order, text) in orders {
            assert_eq!(serde_json::to_string(&order).unwrap(), text);
            assert_eq!(serde_json::from_str::<Order>(text).unwrap(), order);
        }
    }
}
