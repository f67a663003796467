//! The methods behind the rows: how each works, where it was published, what sets its variants apart, and which
//! symmetries of the equations of motion they do not share.

use super::{head, table};
use crate::matrix::tail;
use maud::{Markup, html};
use results::{Method, Results, Variant};

/// Two collapsed tables below the matrix: methods and broken symmetries.
pub(super) fn fold(results: &Results) -> Markup {
    html! {
        details {
            summary { "The methods in this matrix, how they work and where they were published" }
            (table("reasons", "Methods", head(&["Method", "How it works", "Published", "Gains"], &[]), html! {
                tbody { @for method in &results.methods { (row(method)) } }
            }))
        }
        details {
            summary { "The same question in other words: symmetries that variants do not share" }
            p { "Turned, moved, rescaled, rewritten or run backwards, a problem stays the same problem, and a variant should give the same answer. "
                "What is not listed holds to rounding; what is listed is expected to break, for the reason given. The tests of every method hold it to both." }
            (table("reasons", "Broken symmetries", head(&["Method", "Does not share", "Why", "Variants"], &[]), html! {
                tbody { @for method in &results.methods { (broken(method)) } }
            }))
        }
    }
}

fn row(method: &Method) -> Markup {
    let gains = |variant: &&Variant| !variant.gains.is_empty();
    let variants = method.variants.iter().filter(gains);
    let lines = group(method, variants.map(|v| (v, v.gains.as_str())));
    html! {
        tr {
            (named(method, 1))
            td.why { (method.summary) }
            td.why { (method.citation) }
            td.why { @for (gains, variants) in lines { div { code { (variants.join(", ")) } ": " (gains) } } }
        }
    }
}

fn broken(method: &Method) -> Markup {
    let listed = method.variants.iter().flat_map(|variant| {
        let breaks = variant.breaks.iter();
        breaks.map(move |b| (variant, (b.symmetry.words(), &*b.why)))
    });
    let lines = group(method, listed);
    html! {
        @for (k, ((symmetry, why), variants)) in lines.iter().enumerate() {
            tr {
                @if k == 0 { (named(method, lines.len())) }
                td { (symmetry) }
                td.why { (why) }
                td.why {
                    @if variants.len() == method.variants.len() { "all" } @else { code { (variants.join(", ")) } }
                }
            }
        }
    }
}

fn named(method: &Method, rows: usize) -> Markup {
    html! { th scope="row" rowspan=(rows) { (method.name) br; code { (method.id) } br; small { (method.kind) } } }
}

/// Groups variants by key, in order of first occurrence.
fn group<'a, K: PartialEq>(
    method: &Method,
    said: impl Iterator<Item = (&'a Variant, K)>,
) -> Vec<(K, Vec<&'a str>)> {
    let mut lines: Vec<(K, Vec<&str>)> = vec![];
    for (variant, key) in said {
        let tail = tail(method, &variant.id);
        match lines.iter_mut().find(|(other, _)| *other == key) {
            Some((_, tails)) => tails.push(tail),
            None => lines.push((key, vec![tail])),
        }
    }
    lines
}
