//! Picking methods and problems by name, with help for misspelt ones.

use problem::Problem;
use stepping::Method;
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
    /// The methods with the chosen variants, in catalogue order.
    ///
    /// # Errors
    /// When a name is unknown.
    pub fn pick_methods(&self, methods: Vec<Method>) -> Result<Vec<Method>, SelectionError> {
        let mut names = Vec::new();
        for method in &methods {
            names.push(method.id.to_owned());
            names.extend(method.variants.iter().map(|v| v.card().id));
        }
        check("method", &self.methods, &names)?;
        let chosen = |method: &str, id: &str| {
            self.methods.is_empty()
                || self
                    .methods
                    .iter()
                    .any(|p| p == method || matches_id(p, id))
        };
        let picked: Vec<Method> = methods
            .into_iter()
            .map(|mut method| {
                let id = method.id;
                method.variants.retain(|v| chosen(id, &v.card().id));
                method
            })
            .filter(|method| !method.variants.is_empty())
            .collect();
        if picked.is_empty() {
            return Err(SelectionError::Empty { kind: "method" });
        }
        Ok(picked)
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
        let ids: Vec<String> = cards.iter().map(|c| c.id.to_owned()).collect();
        let mut tags: Vec<String> = cards
            .iter()
            .flat_map(|c| c.tags.iter().map(|t| (*t).to_owned()))
            .collect();
        tags.sort();
        tags.dedup();
        check("problem", &self.problems, &ids)?;
        check("tag", &self.tags, &tags)?;
        let picked: Vec<_> = problems
            .into_iter()
            .zip(&cards)
            .filter(|(_, card)| {
                let named = self.problems.is_empty()
                    || self.problems.iter().any(|p| matches_id(p, card.id));
                let tagged = self.tags.is_empty()
                    || self.tags.iter().any(|t| card.tags.contains(&t.as_str()));
                named && tagged
            })
            .map(|(problem, _)| problem)
            .collect();
        if picked.is_empty() {
            return Err(SelectionError::Empty { kind: "problem" });
        }
        Ok(picked)
    }
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
