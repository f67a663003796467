//! What changed since a baseline, where the results were compared with one.

use super::{breakable, link};
use crate::difference::{compared, counts, left_out, nothing_changed};
use crate::number;
use crate::replicated::claim_anchor;
use maud::{Markup, html};
use results::{Change, Difference, Results, Status, Subject};

/// The most changes in the table.
const LISTED: usize = 200;

/// Up to this number changes are shown without a click.
const OPEN: usize = 10;

/// The section, where there is a baseline.
pub(super) fn body(results: &Results) -> Option<Markup> {
    let difference = results.difference.as_ref()?;
    let left_out = left_out(difference);
    Some(html! {
        section.difference aria-label="Difference from the baseline" {
            @match nothing_changed(difference) {
                Some(nothing) => p { (nothing) @if let Some(left_out) = &left_out { " " (left_out) "." } },
                None => {
                    h2 { "Compared with " (difference.baseline) }
                    p { (badges(difference)) }
                    p.aside { (compared(difference)) @if let Some(left_out) = &left_out { "; " (left_out) } "." }
                    (changes(results, difference))
                },
            }
            @for note in &difference.notes { p.aside { "Note: " (note) "." } }
        }
    })
}

fn badges(difference: &Difference) -> Markup {
    let counted = Status::ALL.map(|status| (status, difference.counts.get(status)));
    html! {
        @for (status, count) in counted.into_iter().filter(|(_, count)| *count > 0) {
            (badge(status, &format!("{count} {}", status.words().words))) " "
        }
    }
}

fn badge(status: Status, words: &str) -> Markup {
    let class = match status {
        Status::Lost => "failed",
        Status::Unstable => "late",
        Status::Regressed => "bad",
        Status::New => "open",
        Status::Improved => "above",
        Status::Acknowledged => "refused",
        Status::Unchanged => "good",
    };
    super::badge_of(class, status.words().sign, words)
}

fn changes(results: &Results, difference: &Difference) -> Markup {
    let changes = &difference.changes;
    let more = changes.len().saturating_sub(LISTED);
    let caption = format!("What changed, worst first: {}", counts(difference));
    let head = super::head(&["Status", "What", "Change", "Reproduce"], &[]);
    let rows = html! {
        tbody {
            @for change in changes.iter().take(LISTED) { (row(results, change)) }
        }
    };
    html! {
        details open[changes.len() <= OPEN] {
            summary { "What changed, worst first (" (changes.len()) ")" }
            (super::table("difference", caption, head, rows))
            @if more > 0 {
                p.aside { "and " (number::count(more, "change")) " more; " code { "results.json" } " has all of them." }
            }
        }
    }
}

fn row(results: &Results, change: &Change) -> Markup {
    html! {
        tr {
            td { (badge(change.status, change.status.words().words)) }
            th scope="row" { (subject(results, &change.subject)) }
            td {
                @for (k, what) in change.what.iter().enumerate() {
                    @if k > 0 { br; }
                    (what)
                }
                @if change.more > 0 { br; "and " (change.more) " more" }
            }
            td { code { (change.command) } }
        }
    }
}

/// What changed, with a link to its numbers where these results have them.
fn subject(results: &Results, subject: &Subject) -> Markup {
    match subject {
        Subject::Cell { variant, problem } => {
            let mut cells = results.cells.iter();
            let there = cells.any(|cell| cell.variant == *variant && cell.problem == *problem);
            let words =
                html! { code { (breakable(variant)) } " on " code { (breakable(problem)) } };
            html! {
                @if there { a href=(link::href(&link::cell(variant, problem))) { (words) } }
                @else { (words) }
            }
        }
        Subject::Claim { id } => {
            let there = results.replications.iter().any(|claim| claim.id == *id);
            let href = format!("{}#{}", super::REPLICATIONS, claim_anchor(id));
            html! {
                "claim "
                @if there { a href=(href) { code { (breakable(id)) } } }
                @else { code { (breakable(id)) } }
            }
        }
        other => html! { (other.to_string()) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    fn rendered(results: &Results) -> String {
        body(results).map_or_else(String::new, |body| body.into_string())
    }

    #[test]
    fn without_a_baseline_there_is_no_section() {
        assert!(body(&captured::planted()).is_none());
    }

    #[test]
    fn the_worst_comes_first_and_what_is_here_has_a_link() {
        let mut results = captured::planted();
        let difference = captured::difference();
        results.difference = Some(difference.clone());
        let text = rendered(&results);
        let places = difference
            .changes
            .iter()
            .map(|change| text.find(&change.what[0]));
        let places: Vec<usize> = places
            .map(|place| place.expect("every change is listed"))
            .collect();
        assert!(places.is_sorted(), "{text}");
        for change in &difference.changes {
            let Subject::Cell { variant, problem } = &change.subject else {
                continue;
            };
            let link = format!("href=\"#{}\"", link::cell(variant, problem));
            assert_eq!(
                text.contains(&link),
                change.status != Status::Lost,
                "{text}"
            );
        }
        assert!(text.contains("1 regressed") && text.contains("60 unchanged"));
    }

    #[test]
    fn long_lists_are_cut_and_say_so() {
        let mut results = captured::planted();
        let mut difference = captured::difference();
        difference.changes = vec![difference.changes[0].clone(); 1000];
        results.difference = Some(difference);
        let text = rendered(&results);
        assert_eq!(text.matches("<tr>").count(), 1 + LISTED);
        assert!(text.contains("and 800 changes more"), "{text}");
    }

    #[test]
    fn no_change_is_one_line_and_hostile_names_stay_text() {
        let mut results = captured::planted();
        results.difference = Some(Difference::default());
        let text = rendered(&results);
        assert!(text.contains("Nothing changed compared with") && !text.contains("<table"));
        let mut difference = captured::difference();
        difference.changes[0].subject = Subject::cell("<script>", "\"x");
        difference.baseline.name = "<b>".to_owned();
        results.difference = Some(difference);
        let text = rendered(&results);
        assert!(
            !text.contains("<script>") && !text.contains("<b>"),
            "{text}"
        );
    }
}
