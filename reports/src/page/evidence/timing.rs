//! How speed was measured: A/A controls and limit kernels, which tell how accurate the times are.

use crate::number;
use crate::page::{head, table};
use maud::{Markup, html};
use results::{Results, Timing};

/// The part, if speed was measured.
pub(super) fn body(results: &Results) -> Option<Markup> {
    let timing = results.timing.as_ref()?;
    Some(html! { (words(timing)) (controls(timing)) })
}

fn words(timing: &Timing) -> Markup {
    html! {
        p { (number::count(timing.rounds, "round")) ", each of which times every cell once, in batches of at least "
            (number::plain(timing.batch_ms)) " ms. Times are medians over the rounds, with 95 % intervals." }
        @if timing.noise.is_empty() {
            p.warn { "⚠ Timing noise was not measured, so nothing says which differences are real." }
        } @else {
            p { b { "Timing noise. " } "The same step is timed twice in every round, as if it were two steps: "
                "the ratio is 1 up to noise. Ignore differences smaller than these intervals." }
        }
    }
}

fn controls(timing: &Timing) -> Markup {
    html! {
        (table("control", "Timing noise, and kernels written by hand", head(&["Quantity"], &["Value", "95 % interval"]), html! {
            tbody {
                @for control in &timing.noise {
                    @let of = html! { "Same step twice: " code { (control.variant) } " on " code { (control.problem) } };
                    (row(of, control.ratio, control.interval, number::control))
                }
                @for limit in &timing.limits {
                    @let of = html! { "Hand-written kernel: " code { (limit.problem) } " with " code { (limit.integrator) } };
                    (row(of, limit.ns_per_step, limit.ns_interval, number::duration))
                }
            }
        }))
    }
}

fn row(of: Markup, figure: f64, interval: [f64; 2], write: fn(f64) -> String) -> Markup {
    html! {
        tr {
            th scope="row" { (of) }
            td.num { (write(figure)) }
            td.num { (number::between(interval, write)) }
        }
    }
}
