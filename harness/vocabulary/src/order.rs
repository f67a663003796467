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
        /// The lowest and the highest order that the errors allow.
        interval: [f64; 2],
    },
    /// The errors are at the rounding floor: fewer than three are clearly above it.
    AtFloor,
    /// Errors fall, but the slopes disagree: the steps are too coarse to tell.
    PreAsymptotic {
        /// The finest slope among the clean samples.
        slope: f64,
        /// The lowest and the highest order that the errors allow; absent on the side to which the slopes still move.
        interval: [Option<f64>; 2],
    },
    /// The error grew under refinement, or is not a number.
    Diverging,
    /// Fewer than three runs came to their end.
    TooFewRuns,
    /// Fewer than three runs followed the motion: in the others the error of q or v is as large as the motion itself.
    LostMotion,
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

    /// The lowest and the highest order that the errors allow, infinite where they leave it open; `None` without slopes.
    pub fn interval(&self) -> Option<[f64; 2]> {
        match *self {
            Self::Observed { interval, .. } => Some(interval),
            Self::PreAsymptotic {
                interval: [low, high],
                ..
            } => Some([
                low.unwrap_or(f64::NEG_INFINITY),
                high.unwrap_or(f64::INFINITY),
            ]),
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
                    interval: [3.75, 4.5],
                },
                r#"{"class":"observed","p":4.0,"interval":[3.75,4.5]}"#,
            ),
            (
                Order::PreAsymptotic {
                    slope: 2.0,
                    interval: [Some(1.5), None],
                },
                r#"{"class":"pre_asymptotic","slope":2.0,"interval":[1.5,null]}"#,
            ),
            (Order::AtFloor, r#"{"class":"at_floor"}"#),
            (Order::TooFewRuns, r#"{"class":"too_few_runs"}"#),
            (Order::LostMotion, r#"{"class":"lost_motion"}"#),
            (Order::NotMeasured, r#"{"class":"not_measured"}"#),
        ];
        for (order, text) in orders {
            assert_eq!(serde_json::to_string(&order).unwrap(), text);
            assert_eq!(serde_json::from_str::<Order>(text).unwrap(), order);
        }
    }

    #[test]
    fn an_open_side_of_an_interval_is_infinite() {
        let rising = Order::PreAsymptotic {
            slope: 2.0,
            interval: [Some(1.5), None],
        };
        assert_eq!(rising.interval(), Some([1.5, f64::INFINITY]));
        assert_eq!(Order::LostMotion.interval(), None);
    }
}
