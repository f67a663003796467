//! The page as a browser would read it.

mod cost;
mod drift_prediction;
mod hostile;
mod policy;
mod prediction;
mod replicated;
mod steady_state;

use super::render;
use crate::captured;
use crate::mark::Mark;
use crate::matrix::cell_anchor;
use results::Results;
use scraper::{ElementRef, Html, Selector};
use std::collections::BTreeSet;

fn all<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn page(results: &Results) -> Html {
    Html::parse_document(&render(results))
}

fn text(element: ElementRef) -> String {
    element.text().collect()
}

/// The planted results and their page.
fn planted() -> (Results, Html) {
    let results = captured::planted();
    let page = page(&results);
    (results, page)
}

/// The text of the first element of a kind.
fn said(page: &Html, selector: &str) -> String {
    text(all(page, selector)[0])
}

/// The first element that bears an id.
fn with_id<'a>(page: &'a Html, selector: &str, id: &str) -> ElementRef<'a> {
    let mut found = all(page, selector).into_iter();
    let found = found.find(|element| element.attr("id") == Some(id));
    found.unwrap_or_else(|| panic!("nothing has the id {id}"))
}

#[test]
fn every_cell_stands_in_the_matrix_with_its_sign_and_leads_to_its_numbers() {
    let (results, page) = planted();
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
fn every_figure_is_named_and_says_how_to_make_it_again() {
    let (results, page) = planted();
    let figures = all(&page, "figure");
    // Three for each problem; two of steady states, one of drift, one of gains.
    assert_eq!(figures.len(), 3 * results.problems.len() + 4);
    for figure in figures {
        for words in ["cargo xtask report --", "--problem ", "results.json"] {
            assert!(text(figure).contains(words), "{words}");
        }
    }
    for svg in all(&page, "svg") {
        assert!(
            svg.attr("aria-label")
                .is_some_and(|label| !label.is_empty())
        );
        let first = svg.child_elements().next();
        assert_eq!(first.map(|first| first.value().name()), Some("title"));
    }
}

#[test]
fn a_missed_claim_is_marked_at_its_quantity() {
    let page = page(&captured::planted());
    let missed: Vec<_> = all(&page, "#orders td.miss")
        .into_iter()
        .map(text)
        .collect();
    assert_eq!(missed.len(), 2);
    assert!(missed[0].contains("✗ 0.07") && missed[1].contains("✗ diverging"));
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
    assert!(said(&page, "#replications").contains("cargo xtask replicate"));
}

#[test]
fn a_page_without_cells_says_so() {
    let page = page(&captured::empty());
    assert!(said(&page, "#in-short").contains("nothing to judge"));
    assert!(all(&page, "#matrix").is_empty());
}

#[test]
fn a_real_matrix_stays_a_moderate_page() {
    let results = captured::large();
    // As large as 35 variants on 7 problems.
    assert!(results.cells.len() >= 245);
    let size = render(&results).len();
    assert!(size < 3_000_000, "{size} bytes");
}

#[test]
fn a_problem_on_which_nothing_ran_still_has_its_figures_explained() {
    let mut results = captured::planted();
    results.cells.iter_mut().for_each(|cell| cell.runs.clear());
    assert!(said(&page(&results), "figure").contains("nothing to draw"));
}

#[test]
fn broken_symmetries_stand_with_their_reason_and_their_variants() {
    let mut results = captured::planted();
    let method = &mut results.methods[0];
    method.variants[1].breaks.push(results::BrokenSymmetry {
        symmetry: results::Symmetry::TimeScaling,
        why: "a clock of its own".into(),
    });
    let tail = crate::matrix::tail(method, &method.variants[1].id).to_owned();
    let page = page(&results);
    let mut rows = all(&page, "tr").into_iter().map(text);
    let row = rows.find(|row| row.contains("a clock of its own")).unwrap();
    assert!(row.contains("scale of time"), "{row}");
    assert!(row.contains(&tail), "{row}");
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
    let row = text(with_id(&page(&results), "tr.numbers", &anchor));
    assert!(row.contains("claims 7.5"), "{row}");
}
