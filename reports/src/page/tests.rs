//! The page as a browser would read it.

mod cost;
mod drift_prediction;
mod prediction;
mod replications;
mod steady_state;

use super::render;
use crate::captured;
use crate::mark::Mark;
use crate::matrix::cell_anchor;
use scraper::{ElementRef, Html, Selector};
use std::collections::BTreeSet;

fn all<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn page(results: &results::Results) -> Html {
    Html::parse_document(&render(results))
}

fn text(element: ElementRef) -> String {
    element.text().collect()
}

/// No file but the JSON, which has its own rules, says that something is not a number or without bound.
fn assert_only_numbers(results: &results::Results) {
    let files = crate::render(results);
    for file in files.iter().filter(|file| file.name != "results.json") {
        for word in file.content.split(|c: char| !c.is_ascii_alphabetic()) {
            let word = word.to_lowercase();
            assert!(
                !["nan", "inf", "infinity"].contains(&word.as_str()),
                "{} says {word}",
                file.name
            );
        }
    }
}

#[test]
fn every_cell_stands_in_the_matrix_with_its_sign_and_leads_to_its_numbers() {
    let results = captured::planted();
    let page = page(&results);
    let entries = all(&page, "#matrix a.entry");
    assert_eq!(entries.len(), results.cells.len());
    for cell in &results.cells {
        let anchor = format!("#{}", cell_anchor(&cell.variant, &cell.problem));
        let entry = entries
            .iter()
            .find(|entry| entry.attr("href") == Some(&anchor))
            .unwrap();
        assert!(
            text(*entry).contains(Mark::of(cell).look().sign),
            "{anchor}"
        );
    }
}

#[test]
fn the_results_of_the_tests_show_every_mark() {
    let results = captured::planted();
    let seen: BTreeSet<Mark> = results.cells.iter().map(Mark::of).collect();
    assert_eq!(seen.len(), Mark::ALL.len());
}

#[test]
fn no_number_is_missing_or_unbounded() {
    let mut results = captured::planted();
    results.cells[0].runs[0].measured.position = Some(f64::NAN);
    results.cells[0].runs[1].measured.drift_position = Some(f64::INFINITY);
    results.cells[0].orders.position = results::Order::Observed {
        p: f64::NAN,
        extrapolated: f64::NAN,
        spread: f64::INFINITY,
        cross_check: None,
    };
    results.ranking[0].score = f64::NAN;
    results.ranking[0].score_interval = [f64::INFINITY, f64::NAN];
    let reach = results.cells.iter_mut().flat_map(|cell| &mut cell.reach);
    reach.for_each(|reach| reach.ns = Some(f64::NAN));
    results.cells[0].speed.as_mut().unwrap().ns_interval = [f64::NAN, f64::INFINITY];
    results.fronts[0].points[0].cost = f64::NAN;
    results.timing.as_mut().unwrap().controls[0].interval = [0.0, f64::INFINITY];
    for results in [
        results,
        captured::planted(),
        captured::large(),
        captured::empty(),
    ] {
        assert_only_numbers(&results);
    }
}

#[test]
fn every_figure_is_named_and_says_how_to_make_it_again() {
    let results = captured::planted();
    let page = page(&results);
    let figures = all(&page, "figure");
    // Three for each problem; two of steady states, one of drift, one of gains.
    assert_eq!(figures.len(), 3 * results.problems.len() + 4);
    for figure in figures {
        assert!(text(figure).contains("cargo xtask report --"));
        assert!(text(figure).contains("--problem "));
        assert!(text(figure).contains("results.json"));
    }
    for svg in all(&page, "svg") {
        assert!(
            svg.attr("aria-label")
                .is_some_and(|label| !label.is_empty())
        );
        assert_eq!(
            svg.child_elements()
                .next()
                .map(|first| first.value().name()),
            Some("title")
        );
    }
}

#[test]
fn strings_from_the_results_are_text_never_markup() {
    let evil = "<script>alert(1)</script>\"'&";
    let mut results = captured::planted();
    for cell in &mut results.cells {
        cell.why = Some(evil.into());
        cell.verdict_why = evil.into();
        cell.runs
            .iter_mut()
            .for_each(|run| run.stopped = Some(evil.into()));
    }
    results.problems[0].name = evil.into();
    results.problems[0].summary = evil.into();
    results.methods[0].name = evil.into();
    results.provenance.command = evil.into();
    results.ranking_rule = evil.into();
    let html = render(&results);
    assert!(!html.contains("<script>alert"));
    assert_eq!(all(&Html::parse_document(&html), "script").len(), 1);
}

#[test]
fn a_missed_claim_is_marked_at_its_quantity() {
    let page = page(&captured::planted());
    let missed = all(&page, "#orders td.miss");
    assert_eq!(missed.len(), 2);
    assert!(text(missed[0]).contains("✗ 0.07"));
    assert!(text(missed[1]).contains("✗ diverging"));
}

#[test]
fn empty_parts_are_left_out() {
    let mut results = captured::planted();
    assert_eq!(
        all(&page(&results), "#steady-state, #replications").len(),
        2
    );
    results.steady_state.clear();
    results.steady_orders.clear();
    results.replicated_papers.clear();
    let page = page(&results);
    assert!(all(&page, "#steady-state").is_empty());
    // Without papers the section is a sentence that says how to get them.
    assert!(all(&page, "#replications table").is_empty());
    assert!(text(all(&page, "#replications")[0]).contains("cargo xtask replicate"));
}

#[test]
fn a_page_without_cells_says_so() {
    let page = page(&captured::empty());
    assert!(text(all(&page, "#in-short")[0]).contains("nothing to judge"));
    assert!(all(&page, "#matrix").is_empty());
}

#[test]
fn a_real_matrix_stays_a_moderate_page() {
    let results = captured::large();
    assert!(
        results.cells.len() >= 245,
        "the results must be as large as 35 variants on 7 problems"
    );
    let size = render(&results).len();
    assert!(size < 3_000_000, "{size} bytes");
}

#[test]
fn a_problem_on_which_nothing_ran_still_has_its_figures_explained() {
    let mut results = captured::planted();
    for cell in &mut results.cells {
        cell.runs.clear();
    }
    let page = page(&results);
    assert!(text(all(&page, "figure")[0]).contains("nothing to draw"));
}

#[test]
fn broken_symmetries_stand_with_their_reason_and_their_variants() {
    let mut results = captured::planted();
    results.methods[0].variants[1]
        .breaks
        .push(results::BrokenSymmetry {
            symmetry: results::Symmetry::TimeScaling,
            why: "a clock of its own".into(),
        });
    let tail =
        crate::matrix::tail(&results.methods[0], &results.methods[0].variants[1].id).to_owned();
    let page = page(&results);
    let row = all(&page, "tr")
        .into_iter()
        .map(text)
        .find(|row| row.contains("a clock of its own"))
        .expect("the reason is on the page");
    assert!(
        row.contains("scale of time") && row.contains(&tail),
        "{row}"
    );
}

#[test]
fn a_claim_for_one_problem_takes_the_place_of_the_general_one() {
    let mut results = captured::planted();
    let claim = results::ClaimedOrders {
        position: Some(7.5),
        ..Default::default()
    };
    results.cells[0].claimed_order = Some(claim);
    let anchor = cell_anchor(&results.cells[0].variant, &results.cells[0].problem);
    let page = page(&results);
    let row = all(&page, "tr.numbers")
        .into_iter()
        .find(|row| row.attr("id") == Some(&anchor))
        .expect("every cell has its row");
    assert!(text(row).contains("claims 7.5"), "{}", text(row));
}
