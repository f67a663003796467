//! What the two pages of replicated papers show, row by row and figure by figure.

use super::super::{all, said, text};
use crate::captured;
use crate::render;
use crate::replicated::{Outcome, claim_anchor};
use results::{Drawing, ErratumKind, Results};
use scraper::{ElementRef, Html, Selector};

fn file(results: &Results, name: &str) -> Html {
    let files = render(results);
    let file = files.iter().find(|file| file.name == name);
    Html::parse_document(&file.expect("papers have their pages").content)
}

fn inside(element: ElementRef, selector: &str) -> usize {
    element.select(&Selector::parse(selector).unwrap()).count()
}

#[test]
fn every_claim_has_its_row_with_its_verdict() {
    let results = captured::planted();
    let page = file(&results, "replications.html");
    assert_eq!(
        all(&page, "table.claims tbody tr").len(),
        results.replications.len()
    );
    for claim in &results.replications {
        let anchor = claim_anchor(&claim.id);
        let row = all(&page, "tr")
            .into_iter()
            .find(|row| row.attr("id") == Some(&anchor))
            .expect("every claim has its row");
        let words = text(row);
        let badge = Outcome::word_of(claim);
        for part in [&claim.claim, &claim.printed, &claim.ours, badge] {
            assert!(words.contains(part), "{anchor}: {part}");
        }
    }
}

#[test]
fn digits_that_differ_are_marked_and_no_others() {
    let mut results = captured::planted();
    results
        .replications
        .retain(|claim| claim.place == "Table 2");
    let numbers = [
        ("1.0856e-4", "1.0856e-4", 5),
        ("2.7131e-5", "2.7129e-5", 4),
        ("6.7812e-6", "8.8043e-4", 0),
        ("1.6952e-6", "1.7044e-6", 2),
    ];
    results.replications.truncate(numbers.len());
    for (claim, (printed, ours, digits)) in results.replications.iter_mut().zip(numbers) {
        (claim.printed, claim.ours) = (printed.into(), ours.into());
        claim.digits = Some(digits);
    }
    let page = file(&results, "replications.html");
    let marked: Vec<String> = all(&page, ".differs").into_iter().map(text).collect();
    assert_eq!(marked, ["29", "8.8043e-4", "7044"]);
}

#[test]
fn a_long_table_folds_and_opens_where_something_differs() {
    let mut results = captured::planted();
    let table = |claim: &results::ReplicatedClaim| claim.place == "Table 1";
    let long = results.replications.iter().position(table).unwrap();
    let claims = results.replications.iter_mut();
    let claims = claims.filter(|claim| table(claim));
    claims.for_each(|claim| claim.digits = Some(99));
    let folds = |results: &Results| -> Vec<(String, bool)> {
        let page = file(results, "replications.html");
        let folds = all(&page, ".place > details").into_iter();
        folds
            .map(|fold| {
                (
                    text(fold.child_elements().next().unwrap()),
                    fold.attr("open").is_some(),
                )
            })
            .collect()
    };
    let found = folds(&results);
    assert_eq!(found.len(), 1);
    let (summary, open) = &found[0];
    let complete = "30 of 30 claims reproduced, to every printed digit.";
    assert!(summary.contains(complete), "{summary}");
    assert!(!open);
    results.replications[long].verdict = results::ReplicationVerdict::NotReproduced;
    results.replications[long + 1].digits = Some(9);
    let (summary, open) = &folds(&results)[0];
    let short = "29 of 30 claims reproduced, to every printed digit or at least 9 digits; 1 not reproduced (lost: 1).";
    assert!(summary.contains(short), "{summary}");
    assert!(open);
}

#[test]
fn every_erratum_has_its_row_and_leads_to_its_claim_if_that_was_run() {
    let results = captured::planted();
    let page = file(&results, "errata.html");
    let rows = all(&page, "table.errata tbody tr");
    assert_eq!(rows.len(), results.errata.len());
    for erratum in &results.errata {
        let mut parts = vec![
            &erratum.place,
            &erratum.printed,
            &erratum.correct,
            &erratum.evidence,
        ];
        parts.extend(erratum.against.iter().chain(&erratum.computation));
        let has = |row: &ElementRef| {
            let words = text(*row);
            parts.iter().all(|part| words.contains(part.as_str()))
        };
        let row = *rows
            .iter()
            .find(|row| has(row))
            .expect("a row with all of it");
        let run = |id: &String| results.replications.iter().any(|claim| claim.id == *id);
        assert_eq!(
            inside(row, "a"),
            usize::from(erratum.claim.as_ref().is_some_and(run))
        );
    }
}

#[test]
fn kinds_of_errata_stand_apart_and_the_page_says_that_there_was_no_print() {
    let results = captured::planted();
    let page = file(&results, "errata.html");
    let lead = said(&page, "header .lead");
    assert!(lead.contains("text copies") && lead.contains("never had the print"));
    assert!(lead.contains("may be faults of our copies"), "{lead}");
    let facts: Vec<String> = all(&page, "header dl div").into_iter().map(text).collect();
    assert_eq!(facts.len(), ErratumKind::ALL.len());
    for (fact, kind) in facts.iter().zip(ErratumKind::ALL) {
        let count = results.errata.iter().filter(|e| e.kind == kind).count();
        assert!(fact.contains(kind.words()) && fact.contains(kind.meaning()));
        assert!(fact.contains(&format!("{count}.")), "{fact}");
        // No table mixes kinds: the rows of those whose caption names a kind are the errata of that kind.
        let tables = all(&page, "table.errata").into_iter();
        let own = tables.filter(|table| text(*table).contains(kind.words()));
        let rows: usize = own.map(|table| inside(table, "tbody tr")).sum();
        assert_eq!(rows, count, "{}", kind.words());
    }
}

#[test]
fn no_page_adds_up_errata_of_different_kinds() {
    let results = captured::planted();
    for (name, selector) in [("index.html", "#papers"), ("replications.html", "main")] {
        let words = said(&file(&results, name), selector);
        assert!(!words.contains("printed error"), "{name}");
        for kind in ErratumKind::ALL {
            assert!(words.contains(kind.words()), "{name}: {}", kind.words());
        }
    }
    let index = said(&file(&results, "index.html"), "#papers");
    assert!(index.contains("text copies and not in print"), "{index}");
}

#[test]
fn every_figure_says_where_it_comes_from_and_draws_all_of_its_panels() {
    let results = captured::planted();
    let page = file(&results, "replications.html");
    let figures = all(&page, ".replicated figure");
    assert_eq!(figures.len(), results.replicated_figures.len());
    for (figure, of) in figures.into_iter().zip(&results.replicated_figures) {
        let words = text(figure);
        assert!(words.contains(&format!("cargo xtask replicate {}", of.paper)));
        assert!(words.contains(&of.id) && words.contains("results.json"));
        assert_eq!(inside(figure, "svg.chart"), of.panels.len());
    }
}

#[test]
fn a_heat_map_has_a_square_for_each_value() {
    let results = captured::planted();
    let panels = results
        .replicated_figures
        .iter()
        .flat_map(|figure| &figure.panels);
    let values = panels.map(|panel| match &panel.drawing {
        Drawing::HeatMap { values, .. } => values.iter().flatten().flatten().count(),
        Drawing::Curves { .. } => 0,
    });
    let page = file(&results, "replications.html");
    assert_eq!(all(&page, ".squares rect").len(), values.sum::<usize>());
}
