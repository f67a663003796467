//! What was chosen from the results, with a distinct name and look for every variant.

use crate::look::{Look, MOST};
use crate::{Error, Request};
use reports::phrase;
use results::{Cell, Method, Problem, Results, Variant};
use std::collections::BTreeSet;

/// A variant in a figure.
pub(crate) struct Chosen<'a> {
    pub(crate) method: &'a Method,
    pub(crate) variant: &'a Variant,
    pub(crate) label: String,
    pub(crate) look: Look,
}

/// The chosen part of the results.
pub(crate) struct Choice<'a> {
    pub(crate) results: &'a Results,
    pub(crate) variants: Vec<Chosen<'a>>,
    /// Problems with figures of their own.
    pub(crate) problems: Vec<&'a Problem>,
    /// Problems that are the rows of a figure.
    pub(crate) compared: Vec<&'a Problem>,
}

impl<'a> Choice<'a> {
    /// The part of the results that a request names.
    ///
    /// # Errors
    /// When the results lack a name, or when there are too many variants to be told apart.
    pub(crate) fn of(results: &'a Results, request: &Request) -> Result<Self, Error> {
        let wanted = distinct(&request.variants);
        if wanted.len() > MOST {
            return Err(Error::TooMany {
                asked: wanted.len(),
            });
        }
        let rows = wanted.into_iter().map(|id| row(results, id));
        let rows: Vec<(&Method, &Variant)> = rows.collect::<Result<_, _>>()?;
        let problems = |ids: &[String]| {
            let found = distinct(ids).into_iter().map(|id| problem(results, id));
            found.collect::<Result<Vec<_>, Error>>()
        };
        let named = labels(&rows).into_iter().zip(rows).enumerate();
        Ok(Self {
            results,
            variants: named
                .map(|(k, (label, (method, variant)))| Chosen {
                    method,
                    variant,
                    label,
                    look: Look(k),
                })
                .collect(),
            problems: problems(&request.problems)?,
            compared: problems(&request.compared)?,
        })
    }

    /// The cell of a variant on a problem.
    pub(crate) fn cell(&self, chosen: &Chosen, problem: &Problem) -> Option<&'a Cell> {
        let mut cells = self.results.cells.iter();
        cells.find(|cell| cell.variant == chosen.variant.id && cell.problem == problem.id)
    }

    /// The name of the integrator that all variants share, if they do.
    pub(crate) fn integrator(&self) -> Option<&'a str> {
        let rows = self.variants.iter().map(|c| (c.method, c.variant));
        shared_integrator(&rows.collect::<Vec<_>>())
    }

    /// A heading with the integrator that all variants share.
    pub(crate) fn heading(&self, text: &str) -> String {
        match self.integrator() {
            Some(integrator) => format!("{text}, {integrator}"),
            None => text.to_owned(),
        }
    }
}

/// The names in their order, each once.
fn distinct(ids: &[String]) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let ids = ids.iter().map(String::as_str);
    ids.filter(|id| seen.insert(*id)).collect()
}

fn row<'a>(results: &'a Results, id: &str) -> Result<(&'a Method, &'a Variant), Error> {
    let mut rows = results
        .methods
        .iter()
        .flat_map(|method| method.variants.iter().map(move |variant| (method, variant)));
    rows.find(|(_, variant)| variant.id == id)
        .ok_or_else(|| Error::unknown("variant", id))
}

fn problem<'a>(results: &'a Results, id: &str) -> Result<&'a Problem, Error> {
    let mut problems = results.problems.iter();
    problems
        .find(|problem| problem.id == id)
        .ok_or_else(|| Error::unknown("problem", id))
}

fn shared_integrator<'a>(rows: &[(&'a Method, &'a Variant)]) -> Option<&'a str> {
    let (_, first) = rows.first()?;
    let name = phrase::integrator(first);
    let same = |(_, variant): &(&Method, &Variant)| phrase::integrator(variant) == name;
    rows.iter().all(same).then_some(name)
}

/// The names of variants in a key, which all differ: without the integrator where all share it.
fn labels(rows: &[(&Method, &Variant)]) -> Vec<String> {
    let shared = shared_integrator(rows).is_some();
    let label = |(method, variant): &(&Method, &Variant)| {
        let name = phrase::variant(&method.name, &variant.name, &variant.gains);
        match shared {
            true => name,
            false => format!("{}: {name}", phrase::integrator(variant)),
        }
    };
    unique(rows.iter().map(|row| (label(row), row.1.id.as_str())))
}

/// Names of problems or variants, with the id behind those that would read alike.
pub(crate) fn unique<'a>(named: impl Iterator<Item = (String, &'a str)>) -> Vec<String> {
    let named: Vec<(String, &str)> = named.collect();
    let alike = |name: &str| named.iter().filter(|(other, _)| other == name).count() > 1;
    let name = |(name, id): &(String, &str)| match name.as_str() {
        "" => (*id).to_owned(),
        name if alike(name) => format!("{name} ({id})"),
        name => name.to_owned(),
    };
    named.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_read_alike_carry_their_ids() {
        let named = [("a", "x/1"), ("b", "x/2"), ("a", "x/3"), ("", "x/4")];
        let named = named.map(|(name, id)| (name.to_owned(), id));
        assert_eq!(
            unique(named.into_iter()),
            ["a (x/1)", "b", "a (x/3)", "x/4"]
        );
    }
}
