//! The page as a browser would read it: what is there without a script, and the data that the script draws.

mod answer;
mod data;
mod drift_prediction;
mod evidence;
mod hostile;
mod policy;
mod replicated;
mod script;
mod steady_state;

use super::data::unpacked;
use super::render;
use crate::captured;
use results::{Cell, Outcome, Results};
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;

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

/// The data that the script of a page draws.
fn data(page: &Html) -> Value {
    serde_json::from_str(&unpacked(said(page, "#data").trim())).unwrap()
}

/// A part of the evidence, if the results have it.
fn part(results: &Results, id: &str) -> Option<Html> {
    let data = data(&page(results));
    let mut parts = data["evidence"].as_array().unwrap().iter();
    let part = parts.find(|part| part["id"] == id)?;
    Some(Html::parse_fragment(part["html"].as_str().unwrap()))
}

#[test]
fn every_cell_stands_in_the_matrix_without_a_script() {
    let (results, page) = planted();
    let rows = all(&page, "#explorer tbody tr:not(.group)");
    let variants = results.methods.iter().flat_map(|m| &m.variants).count();
    assert_eq!(rows.len(), variants);
    for row in rows {
        let entries = row.child_elements().filter(|e| e.value().name() == "td");
        let entries: Vec<String> = entries.map(text).collect();
        assert_eq!(entries.len(), results.problems.len());
        assert!(entries.iter().all(|entry| !entry.is_empty()));
    }
    let words = said(&page, "#explorer");
    for word in ["refused", "failed", "over budget"] {
        assert!(words.contains(word), "{word}");
    }
}

#[test]
fn every_problem_stands_in_words_with_what_became_of_its_cells() {
    let (results, page) = planted();
    let articles = all(&page, "#problems article");
    assert_eq!(articles.len(), results.problems.len());
    for (article, problem) in articles.into_iter().zip(&results.problems) {
        let words = text(article);
        assert!(words.contains(&problem.summary), "{words}");
        assert!(
            words.contains("Sensitivity: a velocity error of 1 m/s"),
            "{words}"
        );
        let own = results.cells.iter().filter(|c| c.problem == problem.id);
        for mark in own.map(crate::mark::Mark::of) {
            assert!(words.contains(mark.look().word), "{words}");
        }
    }
}

#[test]
fn every_link_within_the_page_leads_to_a_view_that_there_is() {
    let (_, page) = planted();
    let views: Vec<&str> = all(&page, "main > section")
        .iter()
        .filter_map(|s| s.attr("data-view"))
        .collect();
    assert_eq!(views.len(), 7);
    let single = ["problem", "variant", "method", "compare"];
    let links = all(&page, "a[href^='#']");
    assert!(links.len() > 20);
    for link in links {
        let target = link.attr("href").unwrap().trim_start_matches('#');
        let view = target.split('?').next().unwrap();
        assert!(views.contains(&view) || single.contains(&view), "{target}");
    }
}

#[test]
fn a_page_without_cells_says_so_everywhere() {
    let page = page(&captured::empty());
    for (view, words) in [
        ("#start", "Nothing was run"),
        ("#explore", "No cell was run"),
        ("#boards", "no board"),
        ("#problems", "No problem was run"),
    ] {
        assert!(said(&page, view).contains(words), "{view}");
    }
    assert!(all(&page, "#explore table").is_empty());
}

#[test]
fn a_run_in_which_every_cell_failed_says_so_and_leads_to_the_reasons() {
    let mut results = captured::planted();
    for cell in &mut results.cells {
        *cell = Cell {
            outcome: Outcome::Failed,
            why: Some("t = 1: diverged".into()),
            ..Cell::blank(&cell.method, &cell.variant, &cell.problem)
        };
    }
    results.paired.clear();
    results.what_it_buys.clear();
    results.boards.clear();
    let cells = results.cells.len();
    let page = page(&results);
    let words = said(&page, "#start .nothing");
    assert!(
        words.contains(&format!("None of the {cells} tests finished")),
        "{words}"
    );
    let link = all(&page, "#start .nothing a")[0].attr("href");
    assert_eq!(link, Some("#evidence?part=not-run"));
    assert!(part(&results, "not-run").is_some());
}

#[test]
fn a_page_is_light() {
    let results = captured::large();
    // As large as 35 variants on 7 problems.
    assert!(results.cells.len() >= 245);
    let page = render(&results);
    assert!(page.len() < 600_000, "{} bytes", page.len());
    let elements = all(&Html::parse_document(&page), "*").len();
    assert!(elements < 6_000, "{elements} elements");
}

#[test]
fn the_same_results_give_the_same_bytes() {
    assert_eq!(render(&captured::planted()), render(&captured::planted()));
}
