//! The section "In short": questions of a reader, answered from the numbers.

use super::cell_link;
use crate::facts::{Cost, Facts, Miss};
use crate::mark::Mark;
use crate::number;
use crate::quantity::observed_words;
use crate::ranking::{rank_interval, score};
use crate::replicated::Summary;
use crate::steady::Standing;
use maud::{Markup, html};

/// Number of names that a card lists; further names are counted.
const NAMED: usize = 4;

/// The section.
pub(super) fn body(facts: &Facts) -> Markup {
    if facts.cells == 0 {
        return html! {
            p.nothing { "No cell was run, so there is nothing to judge yet. The command above fills this page." }
            @if let Some(tally) = &facts.replicated { div.cards { (literature(tally)) } }
        };
    }
    html! {
        p {
            b { (number::count(facts.variants, "variant")) } " on " b { (number::count(facts.problems, "problem")) }
            " make " b { (number::count(facts.cells, "cell")) } ": "
            (facts.ran()) " ran, " (facts.count(Mark::Refused)) " refused, "
            (facts.count(Mark::Failed)) " failed, " (facts.count(Mark::OverBudget)) " over budget."
        }
        (verdict_bar(facts))
        div.cards {
            (card("Which method should I use?", bought(facts)))
            (card("Which is most accurate per unit of time?", leaders(facts)))
            (card("Does it have its claimed order?", claims(facts)))
            (card("How much does it drift?", drifts(facts)))
            @if facts.steady.is_some() || facts.predictions.is_some() {
                (card("Was the drift predictable?", predictable(facts)))
            }
            (card("What does a step cost?", cost(facts.cost.as_ref())))
            @if let Some(tally) = &facts.replicated { (literature(tally)) }
        }
    }
}

fn card(question: &str, answer: Markup) -> Markup {
    html! { article.card { h3 { (question) } (answer) } }
}

/// A bar of all cells by mark, with a legend.
fn verdict_bar(facts: &Facts) -> Markup {
    html! {
        div.verdicts {
            div.bar aria-hidden="true" {
                @for (mark, n) in facts.marks.iter() { span class=(mark.look().class) style=(format!("flex-grow:{n}")) { (mark.look().sign) } }
            }
            ul {
                @for (mark, n) in facts.marks.iter() {
                    li { span class=(format!("key {}", mark.look().class)) aria-hidden="true" { (mark.look().sign) } " "
                        b { (n) } " " (mark.look().word) }
                }
            }
        }
    }
}

fn bought(facts: &Facts) -> Markup {
    let harm = html! { @if let Some(harm) = &facts.harm { p.warn { "⚠ " (harm) } } };
    let Some((first, others)) = facts.bought.split_first() else {
        return html! {
            p { "No variant was compared with its integrator without stabilization, or none drifts less at an acceptable price." }
            (harm)
        };
    };
    html! {
        p.answer { "With " (first.integrator_name) ": " (first.name()) " (" (first.numbers()) ")" }
        p { code { (first.variant.id) } ", beside the same integrator and steps without stabilization; medians over "
            (number::count(first.buys.problems, "problem")) "." }
        @if !others.is_empty() {
            ul { @for other in others {
                li { "With " (other.integrator_name) ": " (other.name()) " (" (other.numbers()) ")" }
            } }
        }
        (harm)
        p { "For your own step, problem and limits: " code { "cargo xtask advise --step 5ms --integrator " (first.integrator) } }
    }
}

fn leaders(facts: &Facts) -> Markup {
    let Some(first) = facts.leaders.first() else {
        return html! { p { "No ranking: nothing comparable came to its end." } };
    };
    let others = facts.leaders.len().saturating_sub(NAMED);
    let targets = number::count(first.costs.len(), "accuracy target");
    html! {
        p.answer {
            @for (k, rank) in facts.leaders.iter().take(NAMED).enumerate() {
                @if k > 0 { ", " }
                code { (rank.variant) }
            }
            @if others > 0 { " and " (others) " more" }
        }
        @if facts.leaders.len() > 1 {
            p { "No variant is clearly better than these " (facts.leaders.len()) ". "
                "The first has a score of " (score(first)) " and rank " b { (rank_interval(first)) }
                ", and reaches " (number::percent(first.coverage)) " of the " (targets) "." }
        } @else {
            p { "Rank " b { (rank_interval(first)) } " with a score of " (score(first))
                "; it reaches " (number::percent(first.coverage)) " of the " (targets) "." }
        }
        p { "The score measures accuracy per unit of time on short motions. It does not reward low drift." }
        p { a href="#ranking" { "Accuracy per time of all variants" } }
    }
}

fn claims(facts: &Facts) -> Markup {
    let kept = facts.count(Mark::Confirmed) + facts.count(Mark::Above);
    let decided = kept + facts.count(Mark::Below);
    html! {
        @if decided == 0 {
            p { "No claim could be decided." }
        } @else {
            p.answer { "The theoretical order was confirmed in " (kept) " of " (decided) " decidable cells" }
            p { "Better than claimed: " (facts.count(Mark::Above)) ". Below a claim: " (facts.count(Mark::Below))
                ". Undecided: " (facts.count(Mark::Undecided)) "." }
        }
        @if !facts.missed.is_empty() {
            p { "Largest surprises:" }
            ul { @for miss in facts.missed.iter().take(3) { li { (surprise(miss)) } } }
        }
    }
}

fn surprise(miss: &Miss) -> Markup {
    html! {
        (cell_link(miss.cell)) ": " (miss.quantity.words()) " order " b { (observed_words(miss.observed)) }
        " where " (number::claim(miss.claimed)) " is claimed"
    }
}

fn drifts(facts: &Facts) -> Markup {
    let (Some(least), Some(most)) = (facts.drifts.first(), facts.drifts.last()) else {
        return html! { p { "No run came to its end." } };
    };
    html! {
        p.answer { (number::scientific(least.median)) " to " (number::scientific(most.median)) }
        p { "Largest constraint violation |Φ|: the median over the problems each variant ran on, each at its smallest step. "
            (number::count(facts.drifts.len(), "variant")) " are compared, on " (facts.drift_problems()) ". "
            "Least: " code { (least.variant) } " (" (number::count(least.problems, "problem")) "). "
            "Most: " code { (most.variant) } " (" (number::count(most.problems, "problem")) ")." }
        p { a href="#problems" { "Drift on every problem" } }
    }
}

fn predictable(facts: &Facts) -> Markup {
    let steady = facts.steady.as_ref();
    let predictions = facts
        .predictions
        .as_ref()
        .filter(|predictions| predictions.cells.total() > 0);
    html! {
        p.answer {
            @match (predictions, steady) {
                (Some(predictions), _) => { (predictions.cells.count(true)) " of " (predictions.cells.total()) " cells drift as predicted" }
                (None, Some(steady)) => { (steady.kept()) " of " (steady.total()) " steady states are as predicted" }
                (None, None) => "Nothing was predicted",
            }
        }
        @if let Some(predictions) = predictions {
            p { "From a model of the truncation error, within a tenth at the finest predicted step; over all steps "
                (predictions.runs.count(true)) " of " (predictions.runs.total()) " runs. "
                a href="#drift-prediction" { "All predictions" } }
        }
        @if let Some(steady) = steady {
            p { "On the circle " (steady.kept()) " of " (steady.total()) " steady-state violations are what the equilibrium says; "
                (steady.standings.count(Standing::Diverges)) " of them are unstable and were seen to diverge."
                @if let Some((worst, _)) = steady.worst {
                    " The largest |measured/exact − 1| is " (number::scientific(worst)) "."
                }
                " " a href="#steady-state" { "All steady states" } }
        }
    }
}

fn literature(tally: &Summary) -> Markup {
    let lost = tally.lost();
    let answer = html! {
        p.answer { (tally.reproduced()) " of " (number::count(tally.total(), "published claim")) " are reproduced" }
        p { "Not reproduced: " (tally.not_reproduced()) ". Cannot be compared: " (tally.not_comparable()) "." }
        @match lost {
            0 => p { "None that used to be reproduced was lost." },
            1 => p.warn { "✗ 1 claim is no longer reproduced." },
            n => p.warn { "✗ " (n) " claims are no longer reproduced." },
        }
        p { a href="#replications" { "Paper by paper" } }
    };
    card("Does the literature hold?", answer)
}

fn cost(cost: Option<&Cost>) -> Markup {
    let Some(cost) = cost else {
        return html! { p { "Speed was not measured in this run." } };
    };
    html! {
        p.answer { "from " (number::duration(cost.fastest_ns)) }
        p { "The cheapest step is " (cell_link(cost.fastest)) "." }
        @if let Some([least, middle, largest]) = cost.relative {
            p { "Against a kernel written by hand for the problem, a step takes " (number::ratio(middle))
                " (median; " (number::ratio(least)) " to " (number::ratio(largest)) ")." }
        }
        @if let Some(control) = cost.control {
            p { "One step timed as if it were two comes out as " (number::control(control.ratio)) " × itself ("
                (number::between(control.interval, number::control)) "): smaller differences mean nothing." }
        }
        @match cost.allocating.len() {
            0 => p { "No step allocates memory." },
            n => p.warn { "⚠ A step allocates memory in " (number::count(n, "cell")) "." },
        }
        p { a href="#speed" { "All timings" } }
    }
}
