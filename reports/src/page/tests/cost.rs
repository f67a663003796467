//! Ranking, what an accuracy costs, and speed, as a browser would read them.

use super::{all, page, planted, said, text};
use crate::captured;
use crate::matrix::cell_anchor;

#[test]
fn every_place_shows_its_range_its_score_and_the_interval_and_the_rule_stands_beside() {
    let mut results = captured::planted();
    for rank in &mut results.boards[0].lines[..3] {
        (rank.rank_low, rank.rank_high) = (1, 3);
        (rank.score, rank.score_interval) = (Some(0.91), Some([0.88, 0.93]));
    }
    (
        results.boards[0].lines[3].rank_low,
        results.boards[0].lines[3].rank_high,
    ) = (4, 4);
    let page = page(&results);
    assert!(said(&page, "#ranking").contains(&results.boards[0].rule));
    let rows = all(&page, "#ranking table.ranking tbody tr");
    assert_eq!(rows.len(), results.boards[0].lines.len());
    let [first, fourth] = [text(rows[0]), text(rows[3])];
    assert!(first.starts_with("= 1–3"), "{first}");
    for words in ["0.910", "0.880–0.930"] {
        assert!(first.contains(words), "{first}");
    }
    // Fourth alone: no tie.
    assert!(fourth.starts_with('4'), "{fourth}");
    assert_eq!(all(&page, "#ranking .range").len(), rows.len());
}

#[test]
fn a_score_without_a_number_has_no_bar() {
    let mut results = captured::planted();
    results.boards[0].lines[0].score = Some(f64::NAN);
    results.boards[0].lines[0].score_interval = Some([f64::NAN, 2.0]);
    let page = page(&results);
    assert!(said(&page, "#ranking table.ranking tbody tr").contains('–'));
    let bars = all(&page, "#ranking .range").len();
    assert_eq!(bars, results.boards[0].lines.len() - 1);
}

#[test]
fn the_cheapest_way_to_an_accuracy_leads_to_its_numbers_and_bounds_are_marked() {
    let (results, page) = planted();
    let rows = all(&page, "#ranking table.accuracy tbody tr");
    assert_eq!(rows.len(), results.problems.len());
    let links = all(&page, "#ranking table.accuracy td a");
    let reaching = results.cells.iter().filter(|cell| !cell.reach.is_empty());
    let anchors = reaching.map(|cell| cell_anchor(&cell.variant, &cell.problem));
    let known: Vec<String> = anchors.map(|anchor| format!("#{anchor}")).collect();
    assert!(!links.is_empty());
    for link in &links {
        assert!(known.iter().any(|anchor| link.attr("href") == Some(anchor)));
    }
    let table = said(&page, "#ranking table.accuracy");
    assert!(table.contains("≤ "), "{table}");
    assert!(table.contains("reach it"), "{table}");
}

#[test]
fn without_times_evaluations_are_what_an_accuracy_costs() {
    let mut results = captured::planted();
    results.timing = None;
    for cell in &mut results.cells {
        cell.speed = None;
        cell.reach.iter_mut().for_each(|reach| reach.ns = None);
    }
    let page = page(&results);
    let table = said(&page, "#ranking table.accuracy");
    assert!(table.contains("evaluations"), "{table}");
    assert!(!table.contains("µs"), "{table}");
    assert!(said(&page, "#ranking caption").contains("by evaluations"));
    assert!(all(&page, "#speed").is_empty());
}

#[test]
fn every_table_of_times_has_its_control() {
    let mut results = captured::planted();
    let timing = results.timing.as_mut().unwrap();
    timing.noise[0].interval = [0.991, 1.013];
    timing.limits[0].ns_per_step = 181.0;
    let speed = results.cells[0].speed.as_mut().unwrap();
    (speed.ns_per_step, speed.ns_interval) = (100.0, [97.0, 104.0]);
    let section = said(&page(&results), "#speed");
    let (control, limit, noise) = ("0.991 to 1.013", "181 ns", "±3.5 %");
    for words in [control, limit, noise, "15 rounds", "1.23 k instructions"] {
        assert!(section.contains(words), "{words}: {section}");
    }
    results.timing = None;
    assert!(said(&page(&results), "#speed").contains("No control was measured"));
}
