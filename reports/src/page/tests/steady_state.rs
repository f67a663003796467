//! Steady states on the page.

use super::{all, page, planted, said, text};
use crate::captured;
use crate::steady::{Standing, groups};

#[test]
fn every_steady_state_has_its_row_with_its_sign_and_its_reason() {
    let (results, page) = planted();
    let rows = all(&page, "tr.steady");
    assert_eq!(rows.len(), results.steady_state.len());
    let grouped = groups(&results.steady_state);
    let lines = grouped.iter().flat_map(|group| &group.rows);
    for (row, line) in rows.iter().zip(lines) {
        let words = text(*row);
        assert!(words.contains(Standing::of(line).look().sign), "{words}");
        let result = row.child_elements().last().unwrap();
        assert_eq!(result.attr("title"), line.why.as_deref());
    }
    // A reason is printed once for the rows of a group that share it.
    for (why, times) in [("has left the circle", 1), ("still moving after", 1)] {
        let printed = all(&page, "tr.steady td p").into_iter().map(text);
        let printed = printed.filter(|text| text.contains(why));
        assert_eq!(printed.count(), times, "{why}");
    }
    assert_eq!(all(&page, "#steady-state tr.group").len(), grouped.len());
}

#[test]
fn an_unstable_equilibrium_is_neither_agreement_nor_miss() {
    let mut results = captured::planted();
    let unstable = |row: &&results::SteadyState| row.spectral_radius.is_some_and(|r| r > 1.0);
    let row = results.steady_state.iter().find(unstable).unwrap().clone();
    results.steady_state = vec![row];
    let shown = |results: &results::Results| said(&page(results), "tr.steady .badge");
    assert_eq!(shown(&results), "∞ diverges as predicted");
    results.steady_state[0].pass = false;
    assert_eq!(shown(&results), "✗ does not agree");
    results.steady_state[0].pass = true;
    results.steady_state[0].measured = Some(1.0);
    assert_eq!(shown(&results), "✓ agrees");
}

#[test]
fn the_opening_counts_what_the_table_shows() {
    let (results, page) = planted();
    let kept = results.steady_state.iter().filter(|row| row.pass).count();
    let kept = format!("{kept} of {}", results.steady_state.len());
    let headline = format!("{kept} steady-state violations");
    assert!(said(&page, "#steady-state").contains(&headline), "{kept}");
    for standing in Standing::ALL {
        let rows = results.steady_state.iter();
        let n = rows.filter(|row| Standing::of(row) == standing).count();
        let badge = format!("{n} {} {}", standing.look().sign, standing.look().word);
        let mut legend = all(&page, "#steady-state .legend li").into_iter();
        assert!(legend.any(|entry| text(entry) == badge), "{badge}");
    }
    let mut cards = all(&page, ".card").into_iter().map(text);
    let card = cards.find(|card| card.contains("Was the drift predictable?"));
    let card = card.expect("the overview answers the question");
    assert!(card.contains(&kept), "{card}");
}

#[test]
fn every_run_that_settled_is_a_point_and_a_miss_has_a_ring() {
    let (results, page) = planted();
    let drawable = |x: Option<f64>| x.is_some_and(|x| x != 0.0);
    let drawn = results.steady_state.iter();
    let drawn = drawn.filter(|row| drawable(row.predicted) && drawable(row.measured));
    let settled: Vec<_> = drawn.collect();
    assert!(settled.len() > 20);
    assert_eq!(all(&page, ".points path > title").len(), settled.len());
    let missed = settled.iter().filter(|row| !row.pass).count();
    assert!(missed > 0);
    assert_eq!(all(&page, ".points .ring").len(), missed);
}

#[test]
fn every_order_stands_in_the_table_of_orders() {
    let mut results = captured::planted();
    results.steady_orders[0].predicted = 7.25;
    let page = page(&results);
    let rows = all(&page, "#steady-state table.orders tbody tr");
    assert_eq!(rows.len(), results.steady_orders.len() / 3);
    let entries = all(&page, "#steady-state table.orders td.num small");
    assert_eq!(entries.len(), results.steady_orders.len());
    let first = text(entries[0]);
    assert!(first.contains("predicted 7.25"), "{first}");
    let missed = results.steady_orders.iter().filter(|order| !order.pass);
    let shown = all(&page, "#steady-state table.orders td.miss").len();
    assert_eq!(shown, missed.count());
}
