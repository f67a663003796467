//! The part of the matrix that a run was asked for: what it did not select can be neither lost nor new.

use crate::{Scope, Selection};

/// What a run was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    asked: Vec<(Selection, Scope)>,
}

impl Coverage {
    /// What a run with this selection and scope was asked for.
    pub fn of(selection: Selection, scope: Scope) -> Self {
        Self {
            asked: vec![(selection, scope)],
        }
    }

    /// What the gate runs: the whole catalogue but for slow problems, on which it runs this variant.
    pub fn of_gate(on_slow_problems: &str) -> Self {
        let slow = Selection {
            methods: vec![on_slow_problems.to_owned()],
            ..Selection::default()
        };
        let fast = (Selection::default(), Scope::Gate);
        Self {
            asked: vec![fast, (slow, Scope::Full)],
        }
    }

    /// Whether the run was asked for this variant on a problem with these tags, if both exist.
    pub(super) fn covers(&self, variant: &str, problem: &str, tags: &[String]) -> bool {
        let mut asked = self.asked.iter();
        asked.any(|(selection, scope)| {
            selection.covers(variant, problem, tags)
                && (!selection.problems.is_empty() || scope.keeps(problem, tags))
        })
    }

    /// The scope of the run; none where it is not known what it was asked for.
    pub(super) fn scope(&self) -> Option<Scope> {
        self.asked.first().map(|(_, scope)| *scope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(methods: &[&str], problems: &[&str], tags: &[&str]) -> Selection {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Selection {
            methods: owned(methods),
            problems: owned(problems),
            tags: owned(tags),
        }
    }

    #[test]
    fn a_selection_covers_what_it_would_run() {
        let covers = |selection: Selection, scope, variant, problem, tags: &[&str]| {
            let tags: Vec<String> = tags.iter().map(|&tag| tag.to_owned()).collect();
            Coverage::of(selection, scope).covers(variant, problem, &tags)
        };
        let all = || named(&[], &[], &[]);
        let held = "baumgarte/rk4/held";
        assert!(covers(all(), Scope::Full, held, "circle", &["large"]));
        assert!(!covers(all(), Scope::Gate, held, "circle", &["large"]));
        assert!(!covers(
            all(),
            Scope::Quick,
            held,
            "pendulum/yoon-1993",
            &[]
        ));
        let method = || named(&["baumgarte"], &[], &[]);
        assert!(covers(method(), Scope::Full, held, "circle", &[]));
        assert!(!covers(
            method(),
            Scope::Full,
            "baumgarte-energy/rk4",
            "circle",
            &[]
        ));
        let below = || named(&["baumgarte/rk4/*"], &["pendulum/*"], &[]);
        assert!(covers(
            below(),
            Scope::Quick,
            held,
            "pendulum/yoon-1993",
            &[]
        ));
        assert!(!covers(below(), Scope::Quick, held, "circle", &[]));
        let tagged = || named(&[], &[], &["planar"]);
        assert!(covers(tagged(), Scope::Full, held, "circle", &["planar"]));
        assert!(!covers(tagged(), Scope::Full, held, "circle", &[]));
    }

    #[test]
    fn the_gate_covers_one_variant_on_slow_problems() {
        let gate = Coverage::of_gate("baumgarte/rk4");
        let slow = ["large".to_owned()];
        assert!(gate.covers("baumgarte/rk4", "chain/links-100", &slow));
        assert!(!gate.covers("baumgarte/rk4/held", "chain/links-100", &slow));
        assert!(gate.covers("baumgarte/rk4/held", "circle", &[]));
    }

    #[test]
    fn nothing_is_covered_where_it_is_unknown_what_was_asked_for() {
        assert!(!Coverage::default().covers("baumgarte/rk4", "circle", &[]));
    }
}
