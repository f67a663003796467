//! The comparison of a run with the baseline.

use super::cells::{differences, predicted};
use super::{
    Baseline, BaselineBoard, BaselineCell, BaselineClaim, BaselineStudy, Direction, Entry, Finding,
    Kind, Report, compare_speed,
};
use results::{ReplicationVerdict, Subject};
use std::collections::HashMap;

/// Scores count as equal to the digits that a page shows, where figures moved within their room.
const SHOWN: f64 = 5e-4;

/// Compares the present figures with the baseline. `again` holds cells of a second run of the same code.
pub fn compare(baseline: &Baseline, present: &Baseline, again: Option<&Baseline>) -> Report {
    let mut report = Report::default();
    // Equal bits in every cell leave no room to what is computed from them.
    let exact = baseline.cells == present.cells;
    cells(baseline, present, again, &mut report);
    studies(baseline, present, &mut report);
    boards(baseline, present, exact, &mut report);
    claims(baseline, present, exact, &mut report);
    // Runs that were compared without speed on either side have nothing to say about it.
    if baseline.speed.is_some() || present.speed.is_some() {
        compare_speed(
            baseline.speed.as_ref(),
            present.speed.as_ref(),
            again
                .and_then(|a| a.speed.as_ref())
                .map_or(&[], |s| &s.ratios),
            &mut report,
        );
    }
    let sequence = sequence(baseline, present);
    // Last, since a digest is looked at only where nothing else says what differs.
    let digest = digest(baseline, present, exact, &mut report);
    let run = sequence.into_iter().chain(digest).collect();
    report.entries.push(Entry::new(Subject::Run, run));
    report.sort();
    report
}

type Place<'a> = (&'a str, &'a str);

fn place(cell: &BaselineCell) -> Place<'_> {
    (&cell.variant, &cell.problem)
}

fn index(baseline: &Baseline) -> HashMap<Place<'_>, &BaselineCell> {
    baseline
        .cells
        .iter()
        .map(|cell| (place(cell), cell))
        .collect()
}

/// Compares the members of two lists by their subjects: what is gone, what differs and what is new.
fn members<'a, T>(
    word: &str,
    [before, now]: [&'a [T]; 2],
    subject: impl Fn(&T) -> Subject,
    differences: impl Fn(&'a T, &'a T) -> Vec<Finding>,
    report: &mut Report,
) {
    let named = |list: &'a [T]| -> HashMap<Subject, &'a T> {
        list.iter()
            .map(|member| (subject(member), member))
            .collect()
    };
    let (known, found) = (named(before), named(now));
    for old in before {
        let subject = subject(old);
        let findings = match found.get(&subject) {
            None => vec![Finding::worse(Kind::Gone, format!("the {word} is gone"))],
            Some(new) => differences(old, new),
        };
        report.entries.push(Entry::new(subject, findings));
    }
    for subject in now.iter().map(subject) {
        if !known.contains_key(&subject) {
            let finding = Finding::worse(Kind::New, format!("a new {word}"));
            report.entries.push(Entry::new(subject, vec![finding]));
        }
    }
}

fn cells(baseline: &Baseline, present: &Baseline, again: Option<&Baseline>, report: &mut Report) {
    let again = again.map(index).unwrap_or_default();
    let differences = |old: &BaselineCell, new: &BaselineCell| {
        let mut found = differences(old, new, &baseline.room(&old.problem));
        if !found.is_empty()
            && let Some(again) = again.get(&place(old))
            && *again != new
        {
            let what = "two runs of the same code differ".to_owned();
            found.push(Finding::worse(Kind::Unstable, what));
        }
        found
    };
    let subject = |cell: &BaselineCell| Subject::cell(&cell.variant, &cell.problem);
    let lists = [&baseline.cells[..], &present.cells];
    members("cell", lists, subject, differences, report);
}

/// Whether the cells that both have are in the same order.
fn sequence(baseline: &Baseline, present: &Baseline) -> Option<Finding> {
    let (before, now) = (index(baseline), index(present));
    let old = baseline
        .cells
        .iter()
        .map(place)
        .filter(|p| now.contains_key(p));
    let new = present
        .cells
        .iter()
        .map(place)
        .filter(|p| before.contains_key(p));
    let differ = old.zip(new).find(|(old, new)| old != new);
    differ.map(|(old, new)| {
        let what = format!(
            "cells are in another order: {} on {} is where {} on {} was",
            new.0, new.1, old.0, old.1
        );
        Finding::worse(Kind::Sequence, what)
    })
}

fn digest(
    baseline: &Baseline,
    present: &Baseline,
    exact: bool,
    report: &mut Report,
) -> Option<Finding> {
    if baseline.parts == present.parts {
        return None;
    }
    if !exact {
        if report.pass() {
            let note = "figures differ from the baseline within the room of rounding";
            report.notes.push(note.to_owned());
        }
        return None;
    }
    let digests = |b: &Baseline| {
        b.parts
            .iter()
            .map(|p| p.digest.clone())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let what = format!(
        "digest {} before, now {}: every figure is the same, so something else in the results differs (words, claims, \
         parameters, end states) or the digest itself",
        digests(baseline),
        digests(present)
    );
    Some(Finding::worse(Kind::Digest, what))
}

fn studies(baseline: &Baseline, present: &Baseline, report: &mut Report) {
    let same = |a: &BaselineStudy, b: &BaselineStudy| {
        (&a.variant, &a.problem, &a.what) == (&b.variant, &b.problem, &b.what)
    };
    let mut found: Vec<(Subject, Finding)> = Vec::new();
    for old in &baseline.studies {
        let new = present.studies.iter().find(|new| same(old, new));
        let change = predicted(&old.what, Some(old.predicted), new.map(|new| new.predicted));
        found.extend(change.map(|f| (Subject::cell(&old.variant, &old.problem), f)));
    }
    let known = |new: &&BaselineStudy| baseline.studies.iter().any(|old| same(old, new));
    for new in present.studies.iter().filter(|new| !known(new)) {
        let change = predicted(&new.what, None, Some(new.predicted));
        found.extend(change.map(|f| (Subject::cell(&new.variant, &new.problem), f)));
    }
    for (subject, finding) in found {
        report.entries.push(Entry::new(subject, vec![finding]));
    }
}

fn boards(baseline: &Baseline, present: &Baseline, exact: bool, report: &mut Report) {
    let subject = |board: &BaselineBoard| Subject::board(&board.id);
    let differences = |old, new| board(old, new, exact).into_iter().collect();
    let lists = [&baseline.boards[..], &present.boards];
    members("board", lists, subject, differences, report);
}

/// The first difference between two boards.
fn board(old: &BaselineBoard, new: &BaselineBoard, exact: bool) -> Option<Finding> {
    let worse = |what: String| Some(Finding::worse(Kind::Board, what));
    if old == new {
        return None;
    }
    if old.lines.len() != new.lines.len() {
        return worse(format!(
            "{} lines before, now {}",
            old.lines.len(),
            new.lines.len()
        ));
    }
    for (rank, (before, now)) in old.lines.iter().zip(&new.lines).enumerate() {
        let near = match (before.score, now.score) {
            (Some(before), Some(now)) => (before - now).abs() <= SHOWN * before.abs().max(1.0),
            (before, now) => before == now,
        };
        if near && !exact {
            continue;
        }
        if before != now {
            let score = |s: Option<f64>| s.map_or("none".to_owned(), |s| format!("{s:.4}"));
            return worse(format!(
                "line {}: {} (score {}, ranks {} to {}) before, now {} (score {}, ranks {} to {})",
                rank + 1,
                before.variant,
                score(before.score),
                before.ranks[0],
                before.ranks[1],
                now.variant,
                score(now.score),
                now.ranks[0],
                now.ranks[1],
            ));
        }
    }
    None
}

fn claims(baseline: &Baseline, present: &Baseline, exact: bool, report: &mut Report) {
    let subject = |claim: &BaselineClaim| Subject::claim(&claim.id);
    let differences = |old, new| claim(old, new, exact).into_iter().collect();
    let lists = [&baseline.claims[..], &present.claims];
    members("claim", lists, subject, differences, report);
}

fn words(verdict: ReplicationVerdict) -> &'static str {
    match verdict {
        ReplicationVerdict::Reproduced => "reproduced",
        ReplicationVerdict::NotReproduced => "not reproduced",
        ReplicationVerdict::CannotBeCompared => "not comparable",
    }
}

fn claim(old: &BaselineClaim, new: &BaselineClaim, exact: bool) -> Option<Finding> {
    if old.verdict != new.verdict {
        let direction = match new.verdict {
            ReplicationVerdict::Reproduced => Direction::Better,
            _ => Direction::Worse,
        };
        let what = format!(
            "{} before, now {}: ours was {}, now {}",
            words(old.verdict),
            words(new.verdict),
            old.ours,
            new.ours
        );
        return Some(Finding::of(Kind::Claim, direction, what, 1.0));
    }
    if old.judged != new.judged {
        let what = format!(
            "judged by another rule: {} before, now {}",
            old.judged, new.judged
        );
        return Some(Finding::worse(Kind::Claim, what));
    }
    // Where cells moved within their room, so may the numbers of papers.
    (exact && old.ours != new.ours).then(|| {
        let what = format!("ours was {}, now {}", old.ours, new.ours);
        Finding::worse(Kind::Claim, what)
    })
}
