//! The difference from a baseline in words, for the page, the summary and the terminal.

use crate::number;
use results::{Difference, Status};

/// The counts of every status that occurs, the gravest first: `2 regressed, 1 new, 2295 unchanged`.
pub fn counts(difference: &Difference) -> String {
    let said: Vec<String> = Status::ALL
        .into_iter()
        .map(|status| (status, difference.counts.get(status)))
        .filter(|(_, count)| *count > 0)
        .map(|(status, count)| format!("{count} {}", status.words().words))
        .collect();
    match said.is_empty() {
        true => "nothing to compare".to_owned(),
        false => said.join(", "),
    }
}

/// What was compared: `2298 cells, 43 boards and 98 claims compared`.
pub fn compared(difference: &Difference) -> String {
    format!(
        "{}, {} and {} compared",
        number::count(difference.cells, "cell"),
        number::count(difference.boards, "board"),
        number::count(difference.claims, "claim"),
    )
}

/// What only one of the two has, if there is anything.
pub fn left_out(difference: &Difference) -> Option<String> {
    let cells = |count: usize, one: &str, many: &str| {
        let verb = if count == 1 { one } else { many };
        (count > 0).then(|| format!("{} {verb}", number::count(count, "cell")))
    };
    let not_run = cells(
        difference.not_run,
        "of the baseline was not run here",
        "of the baseline were not run here",
    );
    let not_known = cells(
        difference.not_in_baseline,
        "of this run was not selected in the baseline",
        "of this run were not selected in the baseline",
    );
    let said: Vec<String> = not_run.into_iter().chain(not_known).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// Whether nothing changed, in a sentence that says what was compared with what.
pub fn nothing_changed(difference: &Difference) -> Option<String> {
    difference.changes.is_empty().then(|| {
        format!(
            "Nothing changed compared with {}: {}.",
            difference.baseline,
            compared(difference)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn only_what_occurs_is_said() {
        let mut difference = captured::difference();
        assert_eq!(
            counts(&difference),
            "1 lost, 1 regressed, 1 improved, 60 unchanged"
        );
        let said = "3 cells of the baseline were not run here; 1 cell of this run was not selected in the baseline";
        assert_eq!(left_out(&difference).as_deref(), Some(said));
        assert_eq!(nothing_changed(&difference), None);
        difference = Difference::default();
        assert_eq!(counts(&difference), "nothing to compare");
        assert_eq!(left_out(&difference), None);
        assert!(nothing_changed(&difference).is_some());
    }
}
