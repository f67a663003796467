//! How speed was measured: the A/A controls and the limit kernels, which say how far to believe the table below them.

use crate::number;
use maud::{Markup, html};
use results::{LimitKernel, Timing, TimingNoise};

/// The part above the times.
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
        div.scroll tabindex="0" {
            table.control {
                caption { "A/A controls, and the kernels written by hand" }
                thead { tr { th scope="col" { "What" } th.num scope="col" { "Figure" } th.num scope="col" { "95 % interval" } } }
                tbody {
                    @for control in &timing.noise { (control_row(control)) }
                    @for limit in &timing.limits { (limit_row(limit)) }
                }
            }
        }
    }
}

fn control_row(control: &TimingNoise) -> Markup {
    html! {
        tr {
            th scope="row" { "A/A: " code { (control.variant) } " on " code { (control.problem) } }
            td.num { (number::control(control.ratio)) }
            td.num { (number::between(control.interval, number::control)) }
        }
    }
}

fn limit_row(limit: &LimitKernel) -> Markup {
    html! {
        tr {
            th scope="row" { "Kernel: " code { (limit.problem) } " with " code { (limit.integrator) } }
            td.num { (number::duration(limit.ns_per_step)) }
            td.num { (number::between(limit.ns_interval, number::duration)) }
        }
    }
}
