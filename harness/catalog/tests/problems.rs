//! What every problem of the catalogue owes its readers: a ladder on which a method of order four shows it.

mod common;

use problem::{ProblemCard, Start};
use results::{Cell, Order, Outcome};
use runner::Scope;

/// How far from four an order may lie.
const ROOM: f64 = 0.15;

fn is_four(order: Order) -> bool {
    order.p().is_some_and(|p| (p - 4.0).abs() <= ROOM)
}

/// What is wrong with a cell, if anything.
fn complaint(cell: &Cell, card: &ProblemCard) -> Option<String> {
    let redundant = card.tags.contains(&"redundant");
    match cell.outcome {
        // Multiplier methods cannot treat redundant rows, and say so.
        Outcome::Refused if redundant => None,
        _ if redundant => Some("redundant rows are not refused".to_owned()),
        // Long motions show no orders.
        _ if card.caveat.is_some() || card.start == Start::AsStated || card.long.is_some() => None,
        Outcome::Ran if is_four(cell.orders.position) && is_four(cell.orders.velocity) => None,
        Outcome::Ran => {
            let (q, v) = (cell.orders.position, cell.orders.velocity);
            Some(format!("q {q:?}, v {v:?}"))
        }
        _ => cell.why.clone().or(Some("no reason".to_owned())),
    }
}

#[test]
fn every_problem_shows_the_order_of_rk4_or_says_why_not() {
    let cards: Vec<ProblemCard> = catalog::problems().iter().map(|p| p.card()).collect();
    let methods = ["unstabilized/rk4", "baumgarte/rk4"];
    let cells = common::run(&[], &methods, Scope::Full, None).cells;
    assert_eq!(cells.len(), 2 * cards.len());
    let complaints: Vec<String> = cells
        .iter()
        .filter_map(|cell| {
            let card = cards.iter().find(|c| c.id == cell.problem)?;
            complaint(cell, card).map(|what| format!("{} on {}: {what}", cell.variant, card.id))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
