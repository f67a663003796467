//! Why drifts are not predicted, and why predictions do not hold: every reason once, with its cells.

use crate::number;
use crate::page::{cell_link, table};
use crate::prediction::PredictedRun;
use maud::{Markup, html};
use results::{Cell, MissReason, Results};

/// Number of cells that a reason names; further cells are counted.
const NAMED: usize = 3;

/// A reason and the cells to which it applies.
struct Reason<'a> {
    what: &'a str,
    cells: Vec<Place<'a>>,
}

/// A cell, the number of its runs with the reason, and the details of the finest of them.
struct Place<'a> {
    cell: &'a Cell,
    runs: usize,
    details: &'a str,
}

impl Reason<'_> {
    fn runs(&self) -> usize {
        self.cells.iter().map(|place| place.runs).sum()
    }
}

/// Groups runs, given as reason, details and cell, by reason; the most frequent reason comes first.
fn gather<'a>(said: impl Iterator<Item = (&'a str, &'a str, &'a Cell)>) -> Vec<Reason<'a>> {
    let mut reasons: Vec<Reason> = vec![];
    for (what, details, cell) in said {
        let known = reasons.iter().position(|reason| reason.what == what);
        let known = known.unwrap_or_else(|| {
            reasons.push(Reason {
                what,
                cells: vec![],
            });
            reasons.len() - 1
        });
        let cells = &mut reasons[known].cells;
        match cells.last_mut() {
            Some(last) if std::ptr::eq(last.cell, cell) => {
                (last.runs, last.details) = (last.runs + 1, details);
            }
            _ => cells.push(Place {
                cell,
                runs: 1,
                details,
            }),
        }
    }
    reasons.sort_by(|a, b| b.runs().cmp(&a.runs()).then(a.what.cmp(b.what)));
    reasons
}

/// A reason in words.
fn words(reason: MissReason) -> &'static str {
    match reason {
        MissReason::AtRounding => "The drift is rounding.",
        MissReason::LeftTheMotion => {
            "The run has left the motion along which the prediction was made."
        }
        MissReason::SeriesNotSettled => {
            "The steps are too long for two terms of the model; with a third one the prediction holds."
        }
        MissReason::NotConfirmed => {
            "Not confirmed: the steps may be too long for the model, but a third term does not repair the prediction."
        }
        MissReason::ModesOfTheIntegrator => {
            "Modes that belong to the integrator alone die out no faster than violations."
        }
        MissReason::EarlyOrLate => {
            "The run is early or late, and meets the output times elsewhere on its way."
        }
        MissReason::RoughDerivatives => "The derivatives along the motion are not good enough.",
        MissReason::TooFewSamples => {
            "What steps add changes faster along the motion than 400 sampled steps can follow."
        }
        MissReason::Cancels => {
            "What the steps add cancels, and so small a part of it is left that a hundredth of the whole matters."
        }
        MissReason::Unexplained => "Unexplained.",
    }
}

/// The list of reasons why cells have no prediction.
pub(super) fn unpredicted(results: &Results) -> Markup {
    let said = results
        .cells
        .iter()
        .filter_map(|cell| match PredictedRun::finest(cell) {
            None => Some((cell.unpredicted.as_deref()?, "", cell)),
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
                li { b { (number::count(reason.cells.len(), "cell")) } ": " (reason.what) }
            }
        }
    }
}

/// The table of runs whose prediction does not hold.
pub(super) fn misses(results: &Results) -> Markup {
    let said = results.cells.iter().flat_map(|cell| {
        let missed = PredictedRun::all(cell).filter(|run| !run.predicted.pass);
        missed.map(move |run| {
            let kind = run.predicted.reason.map(words);
            let details = run.predicted.why.as_deref();
            let what = kind.unwrap_or("No reason was recorded.");
            (what, details.unwrap_or_default(), cell)
        })
    });
    let reasons = gather(said);
    if reasons.is_empty() {
        return html! { p { "Every prediction holds." } };
    }
    html! {
        h4 { "Predictions that do not hold" }
        (table("reasons", "Runs that drift otherwise than predicted, by reason", html! {
            tr {
                th scope="col" { "Reason" } th.num scope="col" { "Runs" } th.num scope="col" { "Cells" }
                th scope="col" { "Where, and what was seen there" }
            }
        }, html! {
            tbody {
                @for reason in &reasons {
                    tr.forecast-miss {
                        td.why { (reason.what) }
                        td.num { (reason.runs()) }
                        td.num { (reason.cells.len()) }
                        td.why { (places(&reason.cells)) }
                    }
                }
            }
        }))
    }
}

fn places(places: &[Place]) -> Markup {
    let (named, more) = places.split_at(places.len().min(NAMED));
    html! {
        @for place in named {
            div { (cell_link(place.cell)) br; small { (place.details) } }
        }
        @if !more.is_empty() {
            details {
                summary { "and " (number::count(more.len(), "more cell")) }
                @for place in more { div title=(place.details) { (cell_link(place.cell)) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn runs_of_one_cell_are_counted_together_and_the_most_frequent_reason_leads() {
        let results = captured::planted();
        let [a, b] = [&results.cells[0], &results.cells[1]];
        let said = [("x", "", a), ("y", "1", a), ("y", "2", a), ("y", "3", b)];
        let reasons = gather(said.into_iter());
        let seen: Vec<_> = reasons
            .iter()
            .map(|r| (r.what, r.runs(), r.cells.len(), r.cells[0].details))
            .collect();
        assert_eq!(seen, [("y", 3, 2, "2"), ("x", 1, 1, "")]);
    }
}
