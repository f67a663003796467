//! Published claims, in a table of counts and a list of what was lost.

use super::{code, one_line, plain, table};
use crate::replicated::{Outcome, Paper, Summary, ours, papers};
use results::{ReplicatedClaim, Results, errata_in_words};

/// The most claims of a list.
const LISTED: usize = 10;

/// The section, where there are papers.
pub(super) fn section(results: &Results) -> String {
    let papers = papers(results);
    if papers.is_empty() {
        return String::new();
    }
    let claims = || papers.iter().flat_map(|paper| paper.claims.iter().copied());
    let counts = table(
        [
            "Paper",
            "Claims",
            "Reproduced",
            "Not reproduced",
            "Cannot be compared",
            "Checks of ours",
            "Lost",
            "Left out by quick",
        ],
        papers.iter().map(line),
    );
    let mut text = format!(
        "## Published claims\n\n{}.\n\n{counts}",
        Summary::of(claims()).words()
    );
    let lost = claims().filter(|claim| claim.is_lost());
    text += &list("Claims that should be reproduced and are not", lost);
    let changed = claims().filter(|claim| Outcome::of(claim) == Outcome::Changed);
    text += &list("Claims with another verdict than before", changed);
    text += &format!(
        "\nErrata of the papers, which we read as text copies and not in print: {}.\n",
        errata_in_words(&results.errata)
    );
    text
}

/// The first claims of a list, with the number of the others; nothing without claims.
fn list<'a>(title: &str, claims: impl Iterator<Item = &'a ReplicatedClaim>) -> String {
    let mut lines: Vec<String> = claims.map(loss).collect();
    if lines.is_empty() {
        return String::new();
    }
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    if more > 0 {
        lines.push(format!("- and {more} more"));
    }
    format!("\n{title}:\n\n{}\n", lines.join("\n"))
}

fn line(paper: &Paper) -> [String; 8] {
    let tally = paper.summary();
    let lost = tally.lost();
    [
        code(&paper.card.id),
        tally.total().to_string(),
        tally.reproduced().to_string(),
        tally.not_reproduced().to_string(),
        tally.not_comparable().to_string(),
        tally.checks().to_string(),
        if lost > 0 {
            format!("**{lost}**")
        } else {
            lost.to_string()
        },
        paper.card.left_out.len().to_string(),
    ]
}

fn loss(claim: &ReplicatedClaim) -> String {
    let why = claim
        .why
        .as_ref()
        .map_or_else(String::new, |why| format!(" ({})", plain(why)));
    format!(
        "- {}: printed {}, ours {}{why}",
        code(&claim.id),
        plain(&claim.printed),
        plain(&one_line(ours(claim))),
    )
}

#[cfg(test)]
mod tests {
    use super::super::render;
    use crate::captured;
    use crate::replicated::Outcome;
    use results::ErratumKind;

    #[test]
    fn a_change_is_named_and_what_is_known_only_counted() {
        let results = captured::planted();
        let text = render(&results);
        for claim in &results.replications {
            let named = text.contains(&format!("- `{}`: printed", claim.id));
            let changed = Outcome::of(claim) == Outcome::Changed;
            assert_eq!(named, claim.is_lost() || changed, "{}", claim.id);
        }
        assert!(!render(&captured::empty()).contains("Published claims"));
    }

    #[test]
    fn errata_are_counted_by_kind_and_as_those_of_copies() {
        let results = captured::planted();
        let text = render(&results);
        let line = text.lines().find(|line| line.starts_with("Errata "));
        let line = line.expect("a line on errata");
        assert!(line.contains("text copies and not in print"), "{line}");
        for kind in ErratumKind::ALL {
            let count = results.errata.iter().filter(|e| e.kind == kind).count();
            assert!(count > 0, "the captured report has every kind");
            assert!(
                line.contains(&format!("{count} {}", kind.words())),
                "{line}"
            );
        }
    }
}
