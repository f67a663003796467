//! From observed orders to a verdict on what was claimed.

use crate::observed::Evidence;
use problem::{ProblemCard, Start};
use results::planted::{self, Defect};
use results::{Bound, Cell, Order, Outcome, Quantity, Reason, Reasons, Verdict};
use stepping::{Card, StepControl};
use trial::{PreparedProblem, Special};

/// Largest allowed difference between an observed order and the claimed one.
fn allowance(claimed: f64, bound: Bound) -> f64 {
    let room = match bound {
        // A bound is missed when the next lower order is nearer. Drifts are maxima over rows and times,
        // whose place jumps from one step size to the next, so their slopes are less smooth.
        Bound::AtLeast => 0.5,
        // High orders leave only a short range between the first asymptotic step and rounding.
        Bound::Exact if claimed < 4.5 => 0.15,
        Bound::Exact => 0.35,
    };
    match planted::is(Defect::RoomWidened) {
        true => 10.0 * room,
        false => room,
    }
}

/// A verdict with its words and its reasons.
#[derive(Debug, PartialEq)]
pub(crate) struct Judgement {
    pub(crate) verdict: Verdict,
    pub(crate) why: String,
    pub(crate) reasons: Reasons,
}

impl Judgement {
    fn plain(verdict: Verdict, why: impl Into<String>) -> Self {
        Self {
            verdict,
            why: why.into(),
            reasons: Reasons::default(),
        }
    }
}

/// Compares the observed orders of a cell with the claimed ones.
pub(crate) fn judge(cell: &Cell, card: &Card, prepared: &PreparedProblem) -> Judgement {
    let evidence = Evidence::of(cell.order_runs(), card, prepared).ok();
    let follows = |quantity, p| evidence.as_ref().is_some_and(|e| e.follows(quantity, p));
    let judgement = compare(cell, card, &prepared.card, prepared.special, &follows);
    excused(judgement, prepared.card.caveat)
}

/// What a problem keeps from showing must not count against a method.
fn excused(judgement: Judgement, caveat: Option<&str>) -> Judgement {
    match (judgement.verdict, caveat) {
        (Verdict::Below | Verdict::Undecided | Verdict::Above, Some(caveat)) => Judgement {
            verdict: Verdict::NoClaim,
            why: format!("{}; but here {caveat}", judgement.why),
            ..judgement
        },
        _ => judgement,
    }
}

/// `follows` says whether the errors of a quantity are those of an order with a term of the next order.
fn compare(
    cell: &Cell,
    card: &Card,
    problem: &ProblemCard,
    special: Special,
    follows: &dyn Fn(Quantity, f64) -> bool,
) -> Judgement {
    if cell.outcome != Outcome::Ran {
        return Judgement::plain(Verdict::NotRun, "the cell did not run");
    }
    if card.step_control == StepControl::Adaptive {
        return Judgement::plain(Verdict::NoClaim, "adaptive steps claim no order");
    }
    if problem.long.is_some() {
        let why = "long motions show how drifts grow and no orders";
        return Judgement::plain(Verdict::NoClaim, why);
    }
    if problem.start == Start::AsStated {
        let why = "the start violates the constraints: no order is claimed";
        return Judgement::plain(Verdict::NoClaim, why);
    }
    let mut found: Vec<(Quantity, Verdict, Option<Reason>, String)> = Vec::new();
    let mut with_next_term = Vec::new();
    for quantity in Quantity::ALL {
        let Some(claimed) = card.claims[quantity] else {
            continue;
        };
        let order = cell.orders[quantity];
        let standing = match standing(order, claimed, quantity.bound()) {
            None => continue,
            // Slopes that have not settled may still be those of the claimed order.
            Some(Verdict::Undecided) if follows(quantity, claimed) => {
                with_next_term.push(quantity.symbol());
                Verdict::Confirmed
            }
            Some(Verdict::Below) if planted::is(Defect::JudgeNeverBelow) => Verdict::Confirmed,
            Some(Verdict::Undecided) if planted::is(Defect::UndecidedConfirmed) => {
                Verdict::Confirmed
            }
            Some(standing) => standing,
        };
        let reason = match standing {
            Verdict::Above => Some(why_above(quantity, order, card, special)),
            Verdict::Undecided => why_undecided(order),
            _ => None,
        };
        let why = reason.map_or(String::new(), |reason| format!(" ({})", reason.words()));
        let seen = in_words(order);
        let words = format!("{}: {seen}, {claimed} claimed{why}", quantity.symbol());
        found.push((quantity, standing, reason, words));
    }
    // The gravest standing of a quantity is that of the cell, and the quantities that have it say why.
    for verdict in [Verdict::Below, Verdict::Undecided, Verdict::Above] {
        let (mut words, mut reasons) = (Vec::new(), Reasons::default());
        for (quantity, _, reason, said) in found.iter().filter(|(_, s, ..)| *s == verdict) {
            words.push(said.as_str());
            reasons[*quantity] = *reason;
        }
        if !words.is_empty() {
            return Judgement {
                verdict,
                why: words.join("; "),
                reasons,
            };
        }
    }
    if found.is_empty() {
        let why = "no order is claimed or none could be measured";
        return Judgement::plain(Verdict::NoClaim, why);
    }
    let mut why =
        "every claimed order was observed, or its error is at the rounding floor".to_owned();
    if !with_next_term.is_empty() {
        why += &format!(
            "; {} with a term of the next order",
            with_next_term.join(", ")
        );
    }
    Judgement::plain(Verdict::Confirmed, why)
}

/// How one order compares with its claim; `None` where it was not measured.
///
/// The interval of orders that the errors allow decides: a claim is missed or exceeded only where all of it lies outside
/// of the allowance, and met where some of it lies inside and an order was observed. Slopes that move on decide nothing
/// but on the side they move to, and slopes that jump decide nothing. "At least" is met by the finest slope.
fn standing(order: Order, claimed: f64, bound: Bound) -> Option<Verdict> {
    let room = allowance(claimed, bound);
    let [low, high] = match order {
        Order::NotMeasured => return None,
        Order::AtFloor => return Some(Verdict::Confirmed),
        Order::Diverging => return Some(Verdict::Below),
        Order::TooFewRuns | Order::LostMotion => return Some(Verdict::Undecided),
        Order::Observed { .. } | Order::PreAsymptotic { .. } => order.interval()?,
    };
    let (settled, slope) = match order {
        Order::Observed { p, .. } => (true, p),
        Order::PreAsymptotic { slope, .. } => (false, slope),
        _ => return None,
    };
    Some(match bound {
        _ if high < claimed - room && (settled || low.is_infinite()) => Verdict::Below,
        Bound::AtLeast if settled || slope >= claimed - room => Verdict::Confirmed,
        Bound::Exact if low > claimed + room && (settled || high.is_infinite()) => Verdict::Above,
        Bound::Exact if settled => Verdict::Confirmed,
        _ => Verdict::Undecided,
    })
}

fn why_undecided(order: Order) -> Option<Reason> {
    match order {
        Order::TooFewRuns => Some(Reason::TooFewRuns),
        Order::LostMotion => Some(Reason::LostMotion),
        Order::PreAsymptotic { interval, .. } => Some(match interval {
            [Some(_), None] => Reason::StillRising,
            [None, Some(_)] => Reason::StillFalling,
            _ => Reason::SlopesDisagree,
        }),
        _ => None,
    }
}

/// A property of problem or variant counts as the reason only where theory says that it can act: linear constraints take
/// away what gains per step lose, constant multipliers do not see phase errors, and a start from rest helps schemes of
/// their own that work at half steps.
fn why_above(quantity: Quantity, order: Order, card: &Card, special: Special) -> Reason {
    let per_step = card.gains_are_per_step();
    match why_undecided(order) {
        Some(reason) => reason,
        None if per_step && special.linear_constraints => Reason::LinearConstraints,
        None if quantity == Quantity::Multiplier && special.constant_multipliers => {
            Reason::SteadyMotion
        }
        None if per_step => Reason::GainsPerStep,
        None if card.integrator.is_none() && special.starts_at_rest => Reason::FromRest,
        None => Reason::HigherTerm,
    }
}

fn in_words(order: Order) -> String {
    match order {
        Order::Observed { p, .. } => format!("{p:.2} observed"),
        Order::PreAsymptotic { slope, .. } => format!("{slope:.2} at the finest step"),
        Order::AtFloor => "at rounding".to_owned(),
        Order::Diverging => "the error grew under refinement".to_owned(),
        Order::TooFewRuns | Order::LostMotion => "no order".to_owned(),
        Order::NotMeasured => "not measured".to_owned(),
    }
}

#[cfg(test)]
mod tests;
