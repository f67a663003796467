//! Picking methods and problems by name, with help for misspelt ones.

use crate::plan::{PlannedMethod, PlannedProblem};
use problem::Problem;
use thiserror::Error;

/// The methods and problems to run. Empty lists mean everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Method ids (all variants), variant ids, or ids that end in `/*` for everything below.
    pub methods: Vec<String>,
    /// Problem ids, or ids that end in `/*` for a problem with all its presets.
    pub problems: Vec<String>,
    /// Problems must carry one of these tags.
    pub tags: Vec<String>,
}

/// Reasons why a selection cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SelectionError {
    /// Nothing has this name.
    #[error("unknown {kind} `{name}`; nearest: {}", nearest.join(", "))]
    Unknown {
        /// `method`, `problem` or `tag`.
        kind: &'static str,
        /// The unknown name.
        name: String,
        /// Existing names that are similar.
        nearest: Vec<String>,
    },
    /// Every name exists, but together they pick nothing.
    #[error("the filters leave no {kind} to run")]
    Empty {
        /// `method` or `problem`.
        kind: &'static str,
    },
}

/// Number of similar names in a message.
const SUGGESTIONS: usize = 3;

impl Selection {
    /// Keeps the chosen variants, and the methods that have any.
    pub(crate) fn keep_variants(
        &self,
        methods: &mut Vec<PlannedMethod>,
    ) -> Result<(), SelectionError> {
        let mut names = Vec::new();
        for method in methods.iter() {
            names.push(method.listed.id.clone());
            names.extend(method.variants.iter().map(|v| v.described.id.clone()));
        }
        check("method", &self.methods, &names)?;
        for method in methods.iter_mut() {
            let id = &method.listed.id;
            let chosen = |variant: &str| {
                let mut patterns = self.methods.iter();
                self.methods.is_empty() || patterns.any(|p| p == id || matches_id(p, variant))
            };
            method.variants.retain(|v| chosen(&v.described.id));
        }
        methods.retain(|method| !method.variants.is_empty());
        if methods.is_empty() {
            return Err(SelectionError::Empty { kind: "method" });
        }
        Ok(())
    }

    /// Keeps the chosen problems.
    pub(crate) fn keep_problems(
        &self,
        problems: &mut Vec<PlannedProblem>,
    ) -> Result<(), SelectionError> {
        let named: Vec<(&str, Vec<&str>)> = problems
            .iter()
            .map(|p| (&*p.named.id, p.named.tags.iter().map(|t| &**t).collect()))
            .collect();
        let mut chosen = self.chosen(&named)?.into_iter();
        problems.retain(|_| chosen.next().unwrap_or(false));
        Ok(())
    }

    /// The chosen problems, in catalogue order.
    ///
    /// # Errors
    /// When a name or tag is unknown, or nothing is left.
    pub fn pick_problems(
        &self,
        problems: Vec<Box<dyn Problem>>,
    ) -> Result<Vec<Box<dyn Problem>>, SelectionError> {
        let cards: Vec<_> = problems.iter().map(|p| p.card()).collect();
        let named: Vec<_> = cards.iter().map(|c| (c.id, c.tags.to_vec())).collect();
        let chosen = self.chosen(&named)?;
        let picked: Vec<_> = problems
            .into_iter()
            .zip(chosen)
            .filter_map(|(problem, chosen)| chosen.then_some(problem))
            .collect();
        if picked.is_empty() {
            return Err(SelectionError::Empty { kind: "problem" });
        }
        Ok(picked)
    }

    /// Whether it chooses this variant and a problem with these tags, if there are such.
    pub(crate) fn covers(&self, variant: &str, problem: &str, tags: &[String]) -> bool {
        let method = variant.split('/').next().unwrap_or(variant);
        let mut methods = self.methods.iter();
        let mut problems = self.problems.iter();
        let mut asked_tags = self.tags.iter();
        (self.methods.is_empty() || methods.any(|p| p == method || matches_id(p, variant)))
            && (self.problems.is_empty() || problems.any(|p| matches_id(p, problem)))
            && (self.tags.is_empty() || asked_tags.any(|tag| tags.contains(tag)))
    }

    /// Whether each of the problems, given by id and tags, is chosen.
    fn chosen(&self, problems: &[(&str, Vec<&str>)]) -> Result<Vec<bool>, SelectionError> {
        let ids: Vec<String> = problems.iter().map(|(id, _)| (*id).to_owned()).collect();
        let all_tags = problems.iter().flat_map(|(_, tags)| tags);
        let mut tags: Vec<String> = all_tags.map(|t| (*t).to_owned()).collect();
        tags.sort();
        tags.dedup();
        check("problem", &self.problems, &ids)?;
        check("tag", &self.tags, &tags)?;
        let chosen = |(id, tags): &(&str, Vec<&str>)| {
            let named = self.problems.is_empty() || self.problems.iter().any(|p| matches_id(p, id));
            let tagged = self.tags.is_empty() || self.tags.iter().any(|t| tags.contains(&&**t));
            named && tagged
        };
        Ok(problems.iter().map(chosen).collect())
    }
}

/// The names that are asked for, each by itself or by a pattern such as `pendulum/*`, in the order of the question.
///
/// # Errors
/// When nothing has an asked name.
pub fn named(
    kind: &'static str,
    asked: &[String],
    names: &[String],
) -> Result<Vec<String>, SelectionError> {
    check(kind, asked, names)?;
    let mut found = Vec::new();
    for pattern in asked {
        let those = names.iter().filter(|name| matches_id(pattern, name));
        found.extend(those.cloned());
    }
    Ok(found)
}

/// Whether `pattern`, an id or an id with `/*`, matches `id`.
fn matches_id(pattern: &str, id: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(root) => {
            id == root
                || id
                    .strip_prefix(root)
                    .is_some_and(|rest| rest.starts_with('/'))
        }
        None => pattern == id,
    }
}

fn check(kind: &'static str, asked: &[String], names: &[String]) -> Result<(), SelectionError> {
    for name in asked {
        if !names.iter().any(|n| matches_id(name, n)) {
            return Err(SelectionError::Unknown {
                kind,
                name: name.clone(),
                nearest: nearest(name, names),
            });
        }
    }
    Ok(())
}

/// The names most like `name`, best first.
pub fn nearest(name: &str, names: &[String]) -> Vec<String> {
    let mut scored: Vec<(f64, &String)> = names
        .iter()
        .map(|n| (strsim::jaro_winkler(name, n), n))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored
        .into_iter()
        .take(SUGGESTIONS)
        .map(|(_, n)| n.clone())
        .collect()
}
