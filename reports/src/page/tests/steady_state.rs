//! Steady states on the page.

use super::{all, part, said, text};
use crate::captured;
use crate::steady::{Standing, groups};
use results::Results;
use scraper::Html;

/// The part of some results.
fn steady(results: &Results) -> Html {
    part(results, "steady-state").unwrap()
}

/// The planted results and their part.
fn planted() -> (Results, Html) {
    let results = captured::planted();
    let part = steady(&results);
    (results, part)
}

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
    assert_eq!(all(&page, "tr.group").len(), grouped.len());
}

#[test]
fn an_unstable_equilibrium_is_neither_agreement_nor_miss() {
    let mut results = captured::planted();
    let unstable = |row: &&results::SteadyState| row.spectral_radius.is_some_and(|r| r > 1.0);
    let row = results.steady_state.iter().find(unstable).unwrap().clone();
    results.steady_state = vec![row];
    let shown = |results: &results::Results| said(&steady(results), "tr.steady .badge");
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
    assert!(text(page.root_element()).contains(&headline), "{kept}");
    for standing in Standing::ALL {
        let rows = results.steady_state.iter();
        let n = rows.filter(|row| Standing::of(row) == standing).count();
        let badge = format!("{n} {} {}", standing.look().sign, standing.look().word);
        let mut legend = all(&page, ".legend li").into_iter();
        assert!(legend.any(|entry| text(entry) == badge), "{badge}");
    }
    let start = said(&super::page(&results), "#start");
    assert!(start.contains(&headline), "{start}");
}

#[test]
fn every_order_stands_in_the_table_of_orders() {
    let mut results = captured::planted();
    results.steady_orders[0].predicted = 7.25;
    let page = steady(&results);
    let rows = all(&page, "table.orders tbody tr");
    assert_eq!(rows.len(), results.steady_orders.len() / 3);
    let entries = all(&page, "table.orders td.num small");
    assert_eq!(entries.len(), results.steady_orders.len());
    let first = text(entries[0]);
    assert!(first.contains("predicted 7.25"), "{first}");
    let missed = results.steady_orders.iter().filter(|order| !order.pass);
    let shown = all(&page, "table.orders td.miss").len();
    assert_eq!(shown, missed.count());
}
