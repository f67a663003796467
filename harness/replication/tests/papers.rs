//! What holds for every paper: its data, its ids, its errata, its verdicts.

use replication::{Experiment, Findings, Paper, papers};
use results::{ErratumKind, Provenance, ReplicationVerdict};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Every experiment once, or every one but the long ones.
fn found(papers: &[Paper], quick: bool, jobs: usize) -> Findings {
    let provenance = Provenance::default();
    replication::run(papers, quick, Some(jobs), &provenance, &|_| {}).unwrap()
}

/// The part of an id behind the paper.
fn within<'a>(id: &'a str, paper: &str) -> &'a str {
    let rest = id
        .strip_prefix(paper)
        .and_then(|rest| rest.strip_prefix('/'));
    rest.unwrap_or_else(|| panic!("{id} does not begin with {paper}"))
}

#[test]
fn every_line_of_the_data_is_an_entry_and_none_stands_twice() {
    for paper in papers() {
        let text = paper.printed.source();
        let lines = text.lines().skip(1).map(str::trim);
        let data = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let entries: Vec<_> = paper.printed.entries().collect();
        assert_eq!(data.count(), entries.len(), "{}", paper.id);
        let mut seen = HashSet::new();
        for (place, row, column, printed) in entries {
            assert!(!printed.is_empty(), "{place}, {row}, {column}");
            assert!(
                seen.insert((place, row, column)),
                "{place}, {row}, {column} twice"
            );
        }
    }
}

/// Whether an id is the one in the data, where names in braces stand for any text.
fn fits(id: &str, named: &str) -> bool {
    let Some((before, rest)) = named.split_once('{') else {
        return id == named;
    };
    let (_, after) = rest.split_once('}').unwrap();
    let tail = id.strip_prefix(before);
    tail.is_some_and(|tail| (1..=tail.len()).any(|k| fits(&tail[k..], after)))
}

#[test]
fn no_claim_is_lost_and_every_entry_of_the_data_belongs_to_one_that_runs() {
    let papers = papers();
    let found = found(&papers, false, 2);
    for claim in &found.claims {
        assert!(!claim.is_lost(), "{claim:#?}");
        assert_eq!(claim.verdict, claim.expected, "{claim:#?}");
        let agrees = claim.verdict == ReplicationVerdict::Reproduced;
        assert!(agrees || claim.why.is_some(), "{claim:#?}");
        // A check of ours states what is so; it cannot differ from a print that does not state it.
        assert!(agrees || claim.published, "{claim:#?}");
    }
    let ids: HashSet<&str> = found.claims.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(ids.len(), found.claims.len(), "ids are unique");
    for paper in &papers {
        let claims = found.claims.iter().filter(|claim| claim.paper == paper.id);
        let ids: Vec<&str> = claims.map(|claim| within(&claim.id, paper.id)).collect();
        let has = |experiment: &Experiment, id: &str| {
            let rest = id.strip_prefix(experiment.id);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        for id in &ids {
            assert!(paper.experiments.iter().any(|e| has(e, id)), "{id}");
        }
        for (erratum, id) in paper
            .errata
            .iter()
            .filter_map(|e| Some((e, e.claim.as_deref()?)))
        {
            let claim = found.claims.iter();
            let mut claim = claim.filter(|c| c.paper == paper.id && within(&c.id, paper.id) == id);
            let claim = claim.next().unwrap_or_else(|| panic!("{id} does not run"));
            // A published claim that is reproduced or cannot be compared, and a check of ours, show nothing wrong.
            let shown = claim.published && claim.verdict == ReplicationVerdict::NotReproduced;
            let blamed = erratum.kind == ErratumKind::Mathematics;
            assert!(!blamed || shown, "{}: {id}", erratum.place);
        }
        for named in &paper.claims {
            let used = ids.iter().any(|id| fits(id, named));
            assert!(used, "{}: no claim has the words of {named}", paper.id);
        }
        assert!(!paper.summary.is_empty() && !paper.citation.is_empty());
        assert!(!paper.errata.is_empty(), "{}", paper.id);
    }
    let figures: HashSet<&str> = found
        .figures
        .iter()
        .map(|figure| figure.id.as_str())
        .collect();
    assert_eq!(
        figures.len(),
        found.figures.len(),
        "ids of figures are unique"
    );
    for figure in &found.figures {
        within(&figure.id, &figure.paper);
        assert!(
            !figure.panels.is_empty() && !figure.reading.is_empty(),
            "{}",
            figure.id
        );
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let papers: Vec<Paper> = papers()
        .into_iter()
        .filter(|p| p.id != "bayo-1996" && p.id != "welch-2007")
        .collect();
    let digests = |jobs| -> Vec<String> {
        let found = found(&papers, true, jobs);
        found
            .papers
            .into_iter()
            .map(|paper| paper.run.digest)
            .collect()
    };
    assert_eq!(digests(1), digests(3));
}

#[test]
fn a_test_that_shows_an_erratum_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let papers = papers();
    let errata = papers.iter().flat_map(|paper| &paper.errata);
    let computations = errata.filter_map(|erratum| erratum.computation.as_deref());
    let mut tests = 0;
    for text in computations {
        let Some((name, file)) = text
            .strip_prefix("test `")
            .and_then(|rest| rest.split_once("` in "))
        else {
            continue;
        };
        let source = fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(source.contains(&format!("#[test]\nfn {name}()")), "{text}");
        tests += 1;
    }
    assert!(tests > 0);
}
