//! The data of a paper that are known before a run, from `data/`: printed numbers, words of claims and figures,
//! errata.
//!
//! `<paper>.csv` has the numbers ([`Printed`]) and `<paper>.errata.toml` the errata ([`Erratum`]).
//! `<paper>.claims.toml` has the words of each claim: its statement, the printed value, the rule that judges it, the
//! text of our result, and the reason if it is known to differ or what is missing if it cannot be compared. Texts have names in braces for the values that a run
//! finds ([`crate::words`]). Where a table makes many claims of one kind, the id of a claim has names in braces too;
//! a claim of the table that is different has an entry under its own id.

mod file;

use crate::errata::errata;
use crate::words::{Said, WordsError, fill, said};
use crate::{Claim, Erratum, Experiment, Figure, Paper, Printed, PrintedNumber, Result, Rule};
use file::{ClaimWords, ExperimentWords, Words};
use results::{Curve, Drawing, ReplicatedPanel, ReplicationVerdict, Scale};
use std::collections::BTreeMap;

/// What is said in place of a rule where nothing is judged.
const NOT_JUDGED: &str = "not judged";

/// The id of an experiment and the function that runs it.
pub(crate) type Entry = (&'static str, fn() -> Result<crate::Finding>);

/// The printed numbers, words and errata of one paper.
pub(crate) struct Data {
    id: &'static str,
    citation: &'static str,
    printed: Printed,
    words: Words,
    errata: Vec<Erratum>,
}

/// Loads the data of the paper with this id and citation when they are first used.
macro_rules! data {
    ($paper:literal, $citation:expr) => {
        std::sync::LazyLock::new(|| {
            macro_rules! file {
                ($end:literal) => {
                    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $paper, $end))
                };
            }
            let files = [file!(".csv"), file!(".claims.toml"), file!(".errata.toml")];
            $crate::data::Data::new($paper, $citation, files)
        })
    };
}
pub(crate) use data;

impl Data {
    /// Reads the data from the texts of three files: numbers, words and errata.
    ///
    /// # Panics
    /// When a text is malformed, because data files are part of the crate. For the same reason the other functions
    /// panic when an entry is missing.
    pub(crate) fn new(
        id: &'static str,
        citation: &'static str,
        [csv, words, wrong]: [&'static str; 3],
    ) -> Self {
        Self {
            id,
            citation,
            printed: Printed::new(csv),
            words: Words::parse(words).unwrap_or_else(|error| panic!("{id}: {error}")),
            errata: errata(wrong).unwrap_or_else(|error| panic!("{id}: {error}")),
        }
    }

    /// The paper with these experiments, in this order.
    pub(crate) fn paper(&'static self, entries: &[Entry]) -> Paper {
        let experiments = entries.iter().map(|(id, run)| {
            let ExperimentWords { title, long } = found(&self.words.experiment, id);
            let (title, long, run) = (title.as_str(), *long, *run);
            Experiment {
                id,
                title,
                long,
                run,
            }
        });
        Paper {
            id: self.id,
            citation: self.citation,
            summary: &self.words.summary,
            printed: self.printed,
            experiments: experiments.collect(),
            claims: self.words.claim.keys().map(String::as_str).collect(),
            errata: self.errata.clone(),
        }
    }

    /// The printed numbers.
    pub(crate) fn printed(&self) -> &Printed {
        &self.printed
    }

    /// The printed number at a place, row and column.
    pub(crate) fn get(&self, place: &str, row: &str, column: &str) -> PrintedNumber {
        self.printed.get(place, row, column)
    }

    /// A claim that is a statement, with the verdict of whether it holds.
    pub(crate) fn statement(&self, id: &str, holds: bool, said: Said<'_>) -> Claim {
        self.judged(id, ReplicationVerdict::of(holds), said)
    }

    /// A claim that is a statement and cannot be compared, shown beside what we get.
    pub(crate) fn shown(&self, id: &str, said: Said<'_>) -> Claim {
        self.judged(id, ReplicationVerdict::CannotBeCompared, said)
    }

    /// A claim that is a statement, with any verdict.
    pub(crate) fn judged(&self, id: &str, verdict: ReplicationVerdict, said: Said<'_>) -> Claim {
        let (id, words) = self.claim(id, said);
        let of =
            |text: &Option<String>| text.as_ref().map_or_else(String::new, |t| filled(t, said));
        Claim {
            place: of(&words.place),
            printed: of(&words.printed),
            ours: of(&words.ours),
            judged: match &words.judged {
                Some(text) => filled(text, said),
                None => NOT_JUDGED.to_owned(),
            },
            verdict,
            ..told(id, words, said)
        }
    }

    /// A claim that compares a printed number with ours, by the rule in the data; its texts may contain `{ours}`.
    pub(crate) fn number(&self, id: &str, ours: f64, said: Said<'_>) -> Claim {
        let (_, words) = self.claim(id, said);
        let rule = words.rule.clone().unwrap_or(Rule::AS_PRINTED);
        self.number_by(rule, id, ours, said)
    }

    /// A claim that compares a printed number with ours, by the given rule; its texts may contain `{ours}`.
    ///
    /// # Panics
    /// When the range of the rule is so wide that it hardly fails.
    pub(crate) fn number_by(&self, rule: Rule, id: &str, ours: f64, said: Said<'_>) -> Claim {
        let said = [said, said![ours]].concat();
        let (id, words) = self.claim(id, &said);
        let Some(at) = &words.number else {
            panic!("{id} is not about a number");
        };
        let [place, row, column] = at.each_ref().map(|text| filled(text, &said));
        let printed = self.printed.get(&place, &row, &column);
        let rule = match words.relative {
            true => rule.times(printed.value),
            false => rule,
        };
        assert!(
            rule.can_fail(&printed),
            "{id}: the range is too wide to fail"
        );
        let (judged, verdict) = match words.missing {
            None => {
                let holds = rule.holds(&printed, ours);
                (rule.words(), ReplicationVerdict::of(holds))
            }
            Some(_) => (NOT_JUDGED.to_owned(), ReplicationVerdict::CannotBeCompared),
        };
        Claim {
            place: printed.place.to_owned(),
            printed: printed.text.to_owned(),
            ours: match &words.ours {
                Some(text) => filled(text, &said),
                None => printed.in_its_style(ours),
            },
            judged,
            verdict,
            digits: Some(printed.agreeing(ours)),
            ..told(id, words, &said)
        }
    }

    /// The id with values in place of names, and the words under that id or else under the id with names.
    fn claim(&self, id: &str, said: Said<'_>) -> (String, &ClaimWords) {
        let (named, claims) = (id, &self.words.claim);
        let id = filled(named, said);
        let words = claims.get(&id);
        (id, words.unwrap_or_else(|| found(claims, named)))
    }

    /// A figure with the given curves in each of its panels.
    pub(crate) fn figure(&self, id: &str, curves: Vec<Vec<Curve>>, said: Said<'_>) -> Figure {
        let panels = &found(&self.words.figure, id).panels;
        let drawings = panels.iter().zip(curves).map(|(panel, curves)| {
            let scale = match panel.log {
                true => Scale::Logarithmic,
                false => Scale::Linear,
            };
            Drawing::Curves { scale, curves }
        });
        self.figure_of(id, drawings.collect(), said)
    }

    /// A figure with the given drawing in each of its panels, which need not be curves.
    pub(crate) fn figure_of(&self, id: &str, drawings: Vec<Drawing>, said: Said<'_>) -> Figure {
        let words = found(&self.words.figure, id);
        let panels = words.panels.iter().zip(drawings);
        Figure {
            id: filled(id, said),
            title: filled(&words.title, said),
            reading: filled(&words.reading, said),
            panels: panels
                .map(|(panel, drawing)| ReplicatedPanel {
                    name: panel.name.clone(),
                    across: words.across.clone(),
                    up: panel.up.clone(),
                    drawing,
                })
                .collect(),
        }
    }
}

/// The fields that claims about numbers and statements have in common.
fn told(id: String, words: &ClaimWords, said: Said<'_>) -> Claim {
    let why = [&words.differs, &words.missing, &words.remark];
    let why = why.into_iter().find_map(Option::as_ref);
    Claim {
        id,
        words: filled(&words.says, said),
        published: !words.of_ours,
        expected: words.expected(),
        why: why.map(|text| filled(text, said)),
        ..Claim::default()
    }
}

fn found<'a, T>(all: &'a BTreeMap<String, T>, id: &str) -> &'a T {
    all.get(id).unwrap_or_else(|| panic!("no words for {id}"))
}

fn filled(text: &str, said: Said<'_>) -> String {
    fill(text, said).unwrap_or_else(|error: WordsError| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::file::tests::GOOD;
    use super::*;

    const CSV: &str = "place,row,column,printed\nTable 2,first,0.02,1.0856e-4\n\
        Table 2,first,missing,170\nTable 2,first,wide,1.0e-4\n";

    const WRONG: &str = "[[erratum]]\nkind = 'perhaps_the_copy'\nplace = 'Eq. 1'\nprinted = 'a'\ncorrect = 'b'\nevidence = 'c'\n";

    fn data() -> Data {
        Data::new("paper", "A", [CSV, GOOD, WRONG])
    }

    #[test]
    fn a_claim_has_the_words_of_its_kind_with_the_values_of_the_run() {
        let number = data().number(
            "table-2/{row}/{column}",
            1.0861e-4,
            said![row = "first", column = "0.02"],
        );
        assert_eq!((number.id(), number.holds()), ("table-2/first/0.02", true));
        let result = number.result("paper");
        assert_eq!(
            (&*result.claim, &*result.place),
            ("first with 0.02", "Table 2")
        );
        assert_eq!(
            (&*result.ours, &*result.judged),
            ("1.0861e-4", "at least 3 digits")
        );
        let said = said![row = "first", n = 2_usize, bound = 1e-3, gap = 0.5];
        let result = data()
            .statement("table-2/{row}", false, said)
            .result("paper");
        assert_eq!(
            (&*result.id, &*result.place),
            ("paper/table-2/first", "Section 2")
        );
        assert_eq!((&*result.ours, &*result.judged), ("5.0e-1", "below 1e-3"));
        assert!(result.is_lost() && result.published);
    }

    #[test]
    fn a_claim_that_is_different_has_an_entry_of_its_own() {
        let claim = data().statement("table-2/{row}", false, said![row = "last"]);
        assert!(claim.is_as_known());
        assert_eq!(claim.result("paper").why.as_deref(), Some("misprint"));
        let check = data().statement("table-2/{row}", true, said![row = "repaired"]);
        assert!(check.is_as_known() && !check.result("paper").published);
    }

    #[test]
    fn what_cannot_be_compared_is_not_judged_and_says_what_is_missing() {
        let numbers = said![row = "first", column = "missing"];
        for claim in [
            data().shown("table-2/{row}", said![row = "unknown"]),
            data().number("table-2/{row}/{column}", 1.0, numbers),
        ] {
            assert!(claim.is_as_known() && !claim.holds(), "{claim:?}");
            let result = claim.result("paper");
            assert_eq!(result.judged, "not judged");
            assert_eq!(result.why.as_deref(), Some("masses are not printed"));
            assert!(!result.is_lost());
        }
    }

    #[test]
    #[should_panic = "table-2/first/wide: the range is too wide to fail"]
    fn a_rule_that_hardly_fails_is_refused() {
        let said = said![row = "first", column = "wide"];
        data().number("table-2/{row}/{column}", 1.0e-4, said);
    }
}
