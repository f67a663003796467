//! What holds for all pages, and published claims: the section of the report's page and the two pages beside it.

mod rows;

use super::{all, page, said, text};
use crate::captured;
use crate::render;
use results::{ReplicationVerdict, Results};
use scraper::{ElementRef, Html};
use std::collections::BTreeSet;

fn ids(page: &Html) -> BTreeSet<String> {
    let ids: Vec<String> = all(page, "[id]")
        .iter()
        .filter_map(|e| Some(e.attr("id")?.to_owned()))
        .collect();
    let unique: BTreeSet<String> = ids.iter().cloned().collect();
    assert_eq!(ids.len(), unique.len(), "an id is taken twice");
    unique
}

pub(super) fn pages(results: &Results) -> Vec<(&'static str, Html)> {
    let files = render(results).into_iter();
    files
        .filter(|file| file.name.ends_with(".html"))
        .map(|file| (file.name, Html::parse_document(&file.content)))
        .collect()
}

fn cells(row: ElementRef) -> Vec<String> {
    let parts = row.child_elements();
    parts.map(|cell| text(cell).trim().to_owned()).collect()
}

#[test]
fn the_report_counts_the_claims_of_every_paper() {
    let results = captured::planted();
    let page = page(&results);
    let rows = all(&page, "#papers table.tally tbody tr");
    assert_eq!(rows.len(), results.replicated_papers.len());
    for (row, paper) in rows.into_iter().zip(&results.replicated_papers) {
        let of_paper = || results.replications.iter().filter(|c| c.paper == paper.id);
        // Checks of ours are no claims of the paper.
        let published = || of_paper().filter(|c| c.published);
        let count = |verdict| published().filter(|c| c.verdict == verdict).count();
        let cells = cells(row);
        assert!(cells[0].contains(&paper.id) && cells[0].contains(&paper.citation));
        let counts = [
            published().count(),
            count(ReplicationVerdict::Reproduced),
            count(ReplicationVerdict::NotReproduced),
            count(ReplicationVerdict::CannotBeCompared),
            of_paper().filter(|c| !c.published).count(),
        ];
        assert_eq!(cells[1..6], counts.map(|n| n.to_string()));
        assert_eq!(counts[1] + counts[2] + counts[3], counts[0]);
        let lost = of_paper().filter(|c| c.is_lost()).count();
        assert_eq!(cells[6].trim_start_matches("✗ "), lost.to_string());
        let left_out = paper.left_out.len();
        assert_eq!(left_out > 0, cells[7] == format!("{left_out} experiments"));
    }
}

#[test]
fn lost_claims_are_listed_and_only_while_there_are_some() {
    let mut results = captured::planted();
    let lost: Vec<_> = results
        .replications
        .iter()
        .filter(|c| c.is_lost())
        .collect();
    let shown = page(&results);
    let listed = all(&shown, "#papers .lost li");
    assert_eq!(listed.len(), lost.len());
    assert!(text(listed[0]).contains(lost[0].why.as_deref().unwrap()));
    // One that was gained, and one with another verdict than before.
    let news = all(&shown, "#papers .news:not(.lost) li");
    assert_eq!(news.len(), 2);
    results.replications.retain(|claim| !claim.is_lost());
    assert!(all(&page(&results), "#papers .lost").is_empty());
}

#[test]
fn every_link_arrives_and_no_id_is_taken_twice() {
    for results in [captured::planted(), captured::large(), captured::empty()] {
        let pages = pages(&results);
        assert_eq!(pages.len(), 1 + 2 * results.replicated_papers.len().min(1));
        let known: Vec<(&str, BTreeSet<String>)> = pages
            .iter()
            .map(|(name, page)| (*name, ids(page)))
            .collect();
        let files: Vec<_> = render(&results).iter().map(|file| file.name).collect();
        for (name, page) in &pages {
            for link in all(page, "body [href]")
                .iter()
                .filter_map(|a| a.attr("href"))
            {
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                // Views of the report's page are drawn by its script; a test of that page knows them.
                if *name == "index.html" && file.is_empty() {
                    continue;
                }
                let file = if file.is_empty() { name } else { file };
                assert!(files.contains(&file), "{name}: {link}");
                let ids = known.iter().find(|(known, _)| *known == file);
                assert!(
                    anchor.is_empty() || ids.is_some_and(|(_, ids)| ids.contains(anchor)),
                    "{name}: {link} leads nowhere"
                );
            }
        }
    }
}

#[test]
fn every_page_has_its_manners_and_needs_nothing_from_elsewhere() {
    let results = captured::planted();
    for (name, page) in pages(&results) {
        // One view of the report's page is seen at a time, each with a heading of its own.
        let (headed, heading) = match name {
            "index.html" => (all(&page, "main > section").len(), "h1"),
            _ => (1, "h2"),
        };
        assert_eq!(all(&page, "h1").len(), headed, "{name}");
        for section in all(&page, "main > section") {
            let first = section.child_elements().next();
            assert!(
                first.is_some_and(|first| first.value().name() == heading),
                "{name}"
            );
        }
        let tables = all(&page, "main table:not(.runs)").len();
        assert_eq!(tables, all(&page, "main table > caption").len(), "{name}");
        assert!(all(&page, "th").iter().all(|th| th.attr("scope").is_some()));
        assert_eq!(
            all(&page, "details").len(),
            all(&page, "details > summary").len()
        );
        assert!(
            all(&page, "svg.chart")
                .iter()
                .all(|svg| svg.attr("aria-label").is_some())
        );
        for outside in ["https://", "src=", "@import", "url("] {
            assert!(!page.html().contains(outside), "{name} refers to {outside}");
        }
    }
}

#[test]
fn claims_without_cells_still_open_the_report() {
    let mut results = captured::empty();
    let small = captured::planted();
    results.replicated_papers = small.replicated_papers;
    results.replications = small.replications;
    let page = page(&results);
    assert!(said(&page, "#papers").contains("could be reproduced"));
}
