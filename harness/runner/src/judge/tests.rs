//! Claims about verdicts, among them orders that an earlier rule judged by a hair or without a reason.

use super::*;
use crate::testing::cell;
use results::{ClaimedOrders, Orders};
use stepping::Integrator;

const USUAL: Special = Special {
    linear_constraints: false,
    constant_multipliers: false,
    starts_at_rest: false,
};

fn observed(p: f64, low: f64, high: f64) -> Order {
    Order::Observed {
        p,
        interval: [low, high],
    }
}

fn moving(slope: f64, interval: [Option<f64>; 2]) -> Order {
    Order::PreAsymptotic { slope, interval }
}

/// The judgement of a cell whose position has this order, with RK-4, which claims 4.
fn on_position(order: Order) -> Judgement {
    judged(order, &Card::of("m", Integrator::Rk4), USUAL)
}

fn judged(order: Order, card: &Card, special: Special) -> Judgement {
    let mut cell = cell("m/rk4", "p", &[(1e-3, 10)]);
    cell.orders = Orders {
        position: order,
        ..Orders::default()
    };
    let card = Card {
        claims: ClaimedOrders {
            position: card.claims.position,
            ..ClaimedOrders::default()
        },
        ..card.clone()
    };
    compare(&cell, &card, &ProblemCard::BLANK, special, &|_, _| false)
}

#[test]
fn a_claim_is_missed_only_where_no_order_in_the_interval_meets_it() {
    // Slopes that end 0.003 below the allowance, with an interval that reaches into it.
    let close = standing(observed(3.847, 3.80, 3.86), 4.0, Bound::Exact);
    assert_eq!(close, Some(Verdict::Confirmed));
    let drift = standing(observed(4.497, 4.43, 4.51), 5.0, Bound::AtLeast);
    assert_eq!(drift, Some(Verdict::Confirmed));
    let missed = standing(observed(3.0, 2.9, 3.1), 4.0, Bound::Exact);
    assert_eq!(missed, Some(Verdict::Below));
    let falling = standing(moving(3.1, [None, Some(3.5)]), 4.0, Bound::Exact);
    assert_eq!(falling, Some(Verdict::Below));
}

#[test]
fn a_cell_with_a_missed_order_is_below_its_claim_and_says_by_how_much() {
    for order in [
        observed(3.0, 2.9, 3.1),
        moving(3.1, [None, Some(3.5)]),
        Order::Diverging,
    ] {
        let judgement = on_position(order);
        assert_eq!(judgement.verdict, Verdict::Below, "{order:?}");
        assert!(judgement.why.ends_with("4 claimed"), "{}", judgement.why);
    }
    // One missed order is enough, whatever the others are.
    let mut cell = cell("m/rk4", "p", &[(1e-3, 10)]);
    cell.orders = Orders::from_fn(|_| observed(4.0, 3.95, 4.05));
    cell.orders.velocity = observed(2.0, 1.95, 2.05);
    let card = Card::of("m", Integrator::Rk4);
    let judgement = compare(&cell, &card, &ProblemCard::BLANK, USUAL, &|_, _| false);
    assert_eq!(judgement.verdict, Verdict::Below);
}

#[test]
fn slopes_that_still_move_decide_only_where_all_they_leave_open_agrees() {
    let rising = |from| moving(from + 0.1, [Some(from), None]);
    assert_eq!(
        standing(rising(5.2), 4.0, Bound::Exact),
        Some(Verdict::Above)
    );
    assert_eq!(
        standing(rising(4.0), 4.0, Bound::Exact),
        Some(Verdict::Undecided)
    );
    assert_eq!(
        standing(rising(3.6), 4.0, Bound::AtLeast),
        Some(Verdict::Confirmed)
    );
    let falling = moving(4.2, [None, Some(4.8)]);
    assert_eq!(
        standing(falling, 4.0, Bound::Exact),
        Some(Verdict::Undecided)
    );
    assert_eq!(
        standing(falling, 4.0, Bound::AtLeast),
        Some(Verdict::Confirmed)
    );
    let jumping = moving(3.1, [Some(2.0), Some(3.5)]);
    assert_eq!(
        standing(jumping, 4.0, Bound::Exact),
        Some(Verdict::Undecided)
    );
    let low = moving(3.3, [Some(3.2), Some(4.8)]);
    assert_eq!(standing(low, 4.0, Bound::AtLeast), Some(Verdict::Undecided));
}

#[test]
fn every_undecided_claim_says_why() {
    let reasons = [
        (Order::TooFewRuns, Reason::TooFewRuns),
        (Order::LostMotion, Reason::LostMotion),
        (moving(4.0, [Some(3.5), None]), Reason::StillRising),
        (moving(4.0, [None, Some(4.5)]), Reason::StillFalling),
        (moving(4.0, [Some(3.5), Some(4.5)]), Reason::SlopesDisagree),
    ];
    for (order, reason) in reasons {
        let judgement = on_position(order);
        assert_eq!(judgement.verdict, Verdict::Undecided, "{order:?}");
        assert_eq!(judgement.reasons.position, Some(reason));
        assert!(judgement.why.contains(reason.words()), "{}", judgement.why);
    }
}

#[test]
fn every_order_above_its_claim_says_why() {
    let above = observed(5.0, 4.9, 5.1);
    let plain = Card::of("m", Integrator::Rk4);
    let with = |gain: stepping::Gain| plain.clone().gains(gain.of_first_order("α"), &[gain]);
    let per_step = with(stepping::Gain::PerStep(2.0));
    let own = Card {
        integrator: None,
        ..plain.clone()
    };
    let linear = Special {
        linear_constraints: true,
        ..USUAL
    };
    let steady = Special {
        constant_multipliers: true,
        ..USUAL
    };
    let at_rest = Special {
        starts_at_rest: true,
        ..USUAL
    };
    let cases = [
        (&plain, USUAL, Reason::HigherTerm),
        (&per_step, USUAL, Reason::GainsPerStep),
        (&per_step, linear, Reason::LinearConstraints),
        (&own, at_rest, Reason::FromRest),
        // Where theory does not say that a property acts, it is not the reason.
        (&plain, linear, Reason::HigherTerm),
        (&plain, steady, Reason::HigherTerm),
        (&plain, at_rest, Reason::HigherTerm),
    ];
    for (card, special, reason) in cases {
        let judgement = judged(above, card, special);
        assert_eq!(judgement.verdict, Verdict::Above);
        assert_eq!(judgement.reasons.position, Some(reason));
    }
    let of_multiplier = why_above(Quantity::Multiplier, above, &plain, steady);
    assert_eq!(of_multiplier, Reason::SteadyMotion);
    let card = with(stepping::Gain::Fixed(2.0));
    assert_eq!(
        judged(above, &card, USUAL).reasons.position,
        Some(Reason::HigherTerm)
    );
}

#[test]
fn errors_that_follow_the_claim_with_a_next_term_confirm_it_and_say_so() {
    let mut cell = cell("m/rk4", "p", &[(1e-3, 10)]);
    cell.orders.position = moving(4.8, [None, Some(4.9)]);
    let card = Card {
        claims: ClaimedOrders {
            position: Some(4.0),
            ..ClaimedOrders::default()
        },
        ..Card::of("m", Integrator::Rk4)
    };
    let judged = |follows| compare(&cell, &card, &ProblemCard::BLANK, USUAL, &|_, _| follows);
    assert_eq!(judged(false).verdict, Verdict::Undecided);
    assert_eq!(judged(true).verdict, Verdict::Confirmed);
    assert!(
        judged(true)
            .why
            .ends_with("; q with a term of the next order")
    );
}

#[test]
fn the_reasons_of_a_cell_are_those_of_the_quantities_that_decided() {
    let mut cell = cell("m/rk4", "p", &[(1e-3, 10)]);
    cell.orders.position = observed(5.0, 4.9, 5.1);
    cell.orders.velocity = moving(4.0, [None, Some(4.5)]);
    let card = Card::of("m", Integrator::Rk4);
    let judgement = compare(&cell, &card, &ProblemCard::BLANK, USUAL, &|_, _| false);
    assert_eq!(judgement.verdict, Verdict::Undecided);
    assert_eq!(judgement.reasons.position, None);
    assert_eq!(judgement.reasons.velocity, Some(Reason::StillFalling));
}

#[test]
fn claims_that_are_met_or_missed_need_no_reason() {
    for order in [
        observed(4.0, 3.95, 4.05),
        Order::AtFloor,
        Order::Diverging,
        observed(2.0, 2.0, 2.1),
    ] {
        assert_eq!(on_position(order).reasons, Reasons::default());
    }
}

#[test]
fn high_orders_have_more_room_and_bounds_reach_half_way_to_the_next_order() {
    assert_eq!(allowance(4.0, Bound::Exact), 0.15);
    assert_eq!(allowance(5.0, Bound::Exact), 0.35);
    assert_eq!(allowance(4.0, Bound::AtLeast), 0.5);
}

#[test]
fn what_a_problem_keeps_from_showing_does_not_count_against_a_method() {
    let missed = || on_position(observed(3.0, 2.9, 3.1));
    let excuse = Some("all pass a singular position");
    let here = excused(missed(), excuse);
    assert_eq!(here.verdict, Verdict::NoClaim);
    assert!(
        here.why
            .ends_with("; but here all pass a singular position")
    );
    assert_eq!(excused(missed(), None), missed());
    let met = || on_position(observed(4.0, 3.95, 4.05));
    assert_eq!(met().verdict, Verdict::Confirmed);
    assert_eq!(excused(met(), excuse), met());
}
