//! How speed was measured: A/A controls and limit kernels, which tell how accurate the times are.

use super::super::{head, table};
use crate::number;
use maud::{Markup, html};
use results::Timing;

/// The paragraphs and the table above the times.
pub(super) fn body(timing: Option<&Timing>) -> Markup {
    let Some(timing) = timing else {
        return html! { p.warn { "⚠ No control was measured with these times, so nothing says which differences are real." } };
    };
    html! {
        p { (number::count(timing.rounds, "round")) ", each of which times every cell once, in batches of at least "
            (number::plain(timing.batch_ms)) " ms. Times are medians over the rounds, with 95 % intervals." }
        @if timing.noise.is_empty() {
            p.warn { "⚠ No A/A control was measured, so nothing says which differences are real." }
        } @else {
            p { b { "A/A control. " } "One and the same step is timed twice in every round, as if it were two: "
                "the ratio is 1 up to noise. Differences smaller than these intervals mean nothing." }
        }
        (table("control", "A/A controls, and the kernels written by hand", head(&["What"], &["Figure", "95 % interval"]), html! {
            tbody {
                @for control in &timing.noise {
                    @let of = html! { "A/A: " code { (control.variant) } " on " code { (control.problem) } };
                    (row(of, control.ratio, control.interval, number::control))
                }
                @for limit in &timing.limits {
                    @let of = html! { "Kernel: " code { (limit.problem) } " with " code { (limit.integrator) } };
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
