//! Why drifts are not predicted, and why predictions do not hold: every reason once, with its cells.

use crate::forecast::Forecast;
use crate::matrix::cell_anchor;
use crate::number;
use maud::{Markup, html};
use results::{Cell, Results};

/// How many cells a reason names before it counts the rest.
const NAMED: usize = 3;

/// A reason with the cells it stands for, each with the number of its runs.
struct Reason<'a> {
    why: &'a str,
    cells: Vec<(&'a Cell, usize)>,
}

impl Reason<'_> {
    fn runs(&self) -> usize {
        self.cells.iter().map(|(_, runs)| runs).sum()
    }
}

/// Cells by reason, the most frequent first.
fn gather<'a>(said: impl Iterator<Item = (&'a str, &'a Cell)>) -> Vec<Reason<'a>> {
    let mut reasons: Vec<Reason> = vec![];
    for (why, cell) in said {
        let place = reasons.iter().position(|reason| reason.why == why);
        let place = place.unwrap_or_else(|| {
            reasons.push(Reason { why, cells: vec![] });
            reasons.len() - 1
        });
        let cells = &mut reasons[place].cells;
        match cells.last_mut() {
            Some((last, runs)) if std::ptr::eq(*last, cell) => *runs += 1,
            _ => cells.push((cell, 1)),
        }
    }
    reasons.sort_by(|a, b| b.runs().cmp(&a.runs()).then(a.why.cmp(b.why)));
    reasons
}

/// Cells without a prediction.
pub(super) fn unpredicted(results: &Results) -> Markup {
    let said = results
        .cells
        .iter()
        .filter_map(|cell| match Forecast::finest(cell) {
            None => Some((cell.unpredicted.as_deref()?, cell)),
            Some(_) => None,
        });
    let reasons = gather(said);
    if reasons.is_empty() {
        return html! {};
    }
    html! {
        h4 { "Not predicted" }
        ul.unpredicted {
            @for reason in &reasons {
                li { b { (number::count(reason.cells.len(), "cell")) } ": " (reason.why) }
            }
        }
    }
}

/// Runs whose prediction does not hold.
pub(super) fn misses(results: &Results) -> Markup {
    let said = results.cells.iter().flat_map(|cell| {
        let missed = Forecast::all(cell).filter(|forecast| !forecast.predicted.pass);
        missed.map(move |forecast| {
            let why = forecast.predicted.why.as_deref();
            (why.unwrap_or("no reason was recorded"), cell)
        })
    });
    let reasons = gather(said);
    if reasons.is_empty() {
        return html! { p { "Every prediction holds." } };
    }
    html! {
        h4 { "Predictions that do not hold" }
        div.scroll tabindex="0" {
            table.reasons {
                caption { "Runs that drift otherwise than predicted, by reason" }
                thead { tr {
                    th scope="col" { "Reason" } th.num scope="col" { "Runs" } th.num scope="col" { "Cells" }
                    th scope="col" { "Where" }
                } }
                tbody {
                    @for reason in &reasons {
                        tr.forecast-miss {
                            td.why { (reason.why) }
                            td.num { (reason.runs()) }
                            td.num { (reason.cells.len()) }
                            td.why { (places(&reason.cells)) }
                        }
                    }
                }
            }
        }
    }
}

fn places(cells: &[(&Cell, usize)]) -> Markup {
    let more = cells.len().saturating_sub(NAMED);
    html! {
        @for (cell, _) in cells.iter().take(NAMED) {
            div { a href=(format!("#{}", cell_anchor(&cell.variant, &cell.problem))) {
                code { (cell.variant) } " on " code { (cell.problem) }
            } }
        }
        @if more > 0 { div { "and " (number::count(more, "more cell")) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn runs_of_one_cell_are_counted_together_and_the_most_frequent_reason_leads() {
        let results = fixture::small();
        let [a, b] = [&results.cells[0], &results.cells[1]];
        let reasons = gather([("x", a), ("y", a), ("y", a), ("y", b)].into_iter());
        let seen: Vec<_> = reasons
            .iter()
            .map(|r| (r.why, r.runs(), r.cells.len()))
            .collect();
        assert_eq!(seen, [("y", 3, 2), ("x", 1, 1)]);
    }
}
