//! Published claims beside our own numbers.

use maud::{Markup, html};
use results::{Replication, ReplicationVerdict, Results};

/// The section, where there are replications.
pub(super) fn body(results: &Results) -> Option<Markup> {
    let lines = &results.replications;
    if lines.is_empty() {
        return None;
    }
    let reproduced = lines
        .iter()
        .filter(|line| line.verdict == ReplicationVerdict::Reproduced)
        .count();
    Some(html! {
        p { b { (reproduced) " of " (lines.len()) } " published claims could be reproduced." }
        details open[lines.len() <= 20] {
            summary { "Printed and ours" }
            div.scroll tabindex="0" {
                table.reasons {
                    caption { "Published claims" }
                    thead { tr {
                        @for name in ["Id", "Paper", "Claim", "Printed", "Ours", "Verdict"] { th scope="col" { (name) } }
                    } }
                    tbody { @for line in lines { (row(line)) } }
                }
            }
        }
    })
}

fn row(line: &Replication) -> Markup {
    html! {
        tr {
            th scope="row" { code { (line.id) } }
            td { (line.paper) }
            td.why { (line.claim) }
            td { (line.printed) }
            td { (line.ours) }
            td.why {
                @match line.verdict {
                    ReplicationVerdict::Reproduced => span.badge.good { "✓ reproduced" },
                    ReplicationVerdict::NotReproduced => span.badge.bad { "✗ not reproduced" },
                }
                @if let Some(why) = &line.why { p { (why) } }
            }
        }
    }
}
