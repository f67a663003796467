//! Ranking, what an accuracy costs, and speed, as a browser would read them.

use super::{all, page, text};
use crate::captured;
use crate::matrix::cell_anchor;
use results::Cost;

#[test]
fn every_place_shows_its_range_its_score_and_the_interval_and_the_rule_stands_beside() {
    let mut results = captured::planted();
    for rank in &mut results.ranking[..3] {
        (rank.rank_low, rank.rank_high) = (1, 3);
        (rank.score, rank.score_interval) = (0.91, [0.88, 0.93]);
    }
    (results.ranking[3].rank_low, results.ranking[3].rank_high) = (4, 4);
    let page = page(&results);
    let section = text(all(&page, "#ranking")[0]);
    assert!(section.contains(&results.ranking_rule));
    let rows = all(&page, "#ranking table.ranking tbody tr");
    assert_eq!(rows.len(), results.ranking.len());
    let first = text(rows[0]);
    assert!(first.starts_with("= 1–3"), "{first}");
    assert!(
        first.contains("0.910") && first.contains("0.880–0.930"),
        "{first}"
    );
    // Fourth alone: no tie.
    assert!(text(rows[3]).starts_with('4'), "{}", text(rows[3]));
    assert_eq!(all(&page, "#ranking .range").len(), rows.len());
}

#[test]
fn a_score_without_a_number_has_no_bar() {
    let mut results = captured::planted();
    results.ranking[0].score = f64::NAN;
    results.ranking[0].score_interval = [f64::NAN, 2.0];
    let page = page(&results);
    let row = all(&page, "#ranking table.ranking tbody tr")[0];
    assert!(text(row).contains('–'));
    assert_eq!(
        all(&page, "#ranking .range").len(),
        results.ranking.len() - 1
    );
}

#[test]
fn the_cheapest_way_to_an_accuracy_leads_to_its_numbers_and_bounds_are_marked() {
    let results = captured::planted();
    let page = page(&results);
    let rows = all(&page, "#ranking table.accuracy tbody tr");
    assert_eq!(rows.len(), results.problems.len());
    let links = all(&page, "#ranking table.accuracy td a");
    let known: Vec<String> = results
        .cells
        .iter()
        .filter(|cell| !cell.reach.is_empty())
        .map(|cell| format!("#{}", cell_anchor(&cell.variant, &cell.problem)))
        .collect();
    assert!(!links.is_empty());
    for link in &links {
        assert!(known.iter().any(|anchor| link.attr("href") == Some(anchor)));
    }
    let table = text(all(&page, "#ranking table.accuracy")[0]);
    assert!(
        table.contains("≤ ") && table.contains("reach it"),
        "{table}"
    );
}

#[test]
fn without_times_evaluations_are_what_an_accuracy_costs() {
    let mut results = captured::planted();
    results.ranking_cost = Cost::Evaluations;
    for cell in &mut results.cells {
        cell.speed = None;
        cell.reach.iter_mut().for_each(|reach| reach.ns = None);
    }
    let page = page(&results);
    let table = text(all(&page, "#ranking table.accuracy")[0]);
    assert!(
        table.contains("evaluations") && !table.contains("µs"),
        "{table}"
    );
    assert!(text(all(&page, "#ranking caption")[0]).contains("by evaluations"));
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
    let with = page(&results);
    let section = text(all(&with, "#speed")[0]);
    assert!(
        section.contains("0.991 to 1.013") && section.contains("15 rounds"),
        "{section}"
    );
    assert!(section.contains("181 ns"), "the limit kernel has its time");
    assert!(section.contains("±3.5 %"), "times carry their noise");
    assert!(section.contains("1.23 k instructions"));
    results.timing = None;
    let without = page(&results);
    assert!(text(all(&without, "#speed")[0]).contains("No control was measured"));
}
