//! The plan of a matrix: which members of a catalogue take part, as plain data.

use crate::crew::ask;
use crate::task::{Listed, ListedMethod, ListedStudy, Named};
use crate::{Answer, Crew, Failure, MatrixError, SelectionError, Settings, Task, describe};
use results::FailureKind;
use std::collections::HashSet;

/// The members of a catalogue that take part.
pub(crate) struct Plan {
    pub(crate) methods: Vec<PlannedMethod>,
    pub(crate) problems: Vec<PlannedProblem>,
    pub(crate) studies: Vec<ListedStudy>,
}

pub(crate) struct PlannedMethod {
    pub(crate) listed: ListedMethod,
    pub(crate) variants: Vec<PlannedVariant>,
}

pub(crate) struct PlannedVariant {
    /// Places of its method and of itself in the catalogue.
    pub(crate) place: (usize, usize),
    pub(crate) described: results::Variant,
    /// Why it cannot be run at all.
    pub(crate) failure: Option<Failure>,
}

pub(crate) struct PlannedProblem {
    pub(crate) place: usize,
    pub(crate) named: Named,
    pub(crate) failure: Option<Failure>,
}

impl Plan {
    /// Asks for the members of the catalogue and picks what the settings select.
    pub(crate) fn new(settings: &Settings, crew: &dyn Crew) -> Result<Self, MatrixError> {
        let listed = match ask(crew, &[Task::List]).pop() {
            Some(Ok(Answer::List(listed))) => listed,
            Some(Err(failure)) => return Err(MatrixError::Catalog(failure)),
            _ => return Err(MatrixError::Catalog(no_answer())),
        };
        let mut methods = describe_methods(&listed, crew);
        let mut problems = name_problems(&listed, crew);
        let selection = &settings.selection;
        selection.keep_variants(&mut methods)?;
        selection.keep_problems(&mut problems)?;
        if selection.problems.is_empty() {
            problems.retain(|p| settings.scope.keeps(&p.named.id, &p.named.tags));
        }
        if problems.is_empty() {
            return Err(SelectionError::Empty { kind: "problem" }.into());
        }
        Ok(Self {
            methods,
            problems,
            studies: listed.studies,
        })
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        let variants: usize = self.methods.iter().map(|m| m.variants.len()).sum();
        variants * self.problems.len()
    }
}

/// Asks every variant for its card. One that has none, or the id of another, takes part under a name of ours and fails.
fn describe_methods(listed: &Listed, crew: &dyn Crew) -> Vec<PlannedMethod> {
    let places: Vec<(usize, usize)> = (listed.methods.iter().enumerate())
        .flat_map(|(method, m)| (0..m.variants).map(move |variant| (method, variant)))
        .collect();
    let task = |&(method, variant): &(usize, usize)| Task::Variant { method, variant };
    let tasks: Vec<Task> = places.iter().map(task).collect();
    let mut ids = HashSet::new();
    let mut method_ids = HashSet::new();
    let mut methods: Vec<PlannedMethod> = Vec::new();
    for (number, method) in listed.methods.iter().enumerate() {
        let mut listed = method.clone();
        if let Err(failure) = fresh(&listed.id, "method", &mut method_ids) {
            listed.name = format!("{} ({failure})", listed.name);
            listed.id = format!("method-{}", number + 1);
        }
        methods.push(PlannedMethod {
            listed,
            variants: Vec::new(),
        });
    }
    for (place, answer) in places.into_iter().zip(ask(crew, &tasks)) {
        let described = match answer {
            Ok(Answer::Variant(described)) => {
                fresh(&described.id, "variant", &mut ids).map(|()| described)
            }
            Ok(_) => Err(no_answer()),
            Err(failure) => Err(failure),
        };
        let method = &mut methods[place.0];
        let stand_in = |failure: Failure| {
            let id = format!("{}/variant-{}", method.listed.id, place.1 + 1);
            let described = describe::variant_without_card(id, &failure);
            (described, Some(failure))
        };
        let (described, failure) = described.map_or_else(stand_in, |described| (described, None));
        method.variants.push(PlannedVariant {
            place,
            described,
            failure,
        });
    }
    methods
}

fn name_problems(listed: &Listed, crew: &dyn Crew) -> Vec<PlannedProblem> {
    let tasks: Vec<Task> = (0..listed.problems)
        .map(|problem| Task::Name { problem })
        .collect();
    let mut ids = HashSet::new();
    let plan = |(place, answer): (usize, Result<Answer, Failure>)| {
        let named = match answer {
            Ok(Answer::Name(named)) => fresh(&named.id, "problem", &mut ids).map(|()| named),
            Ok(_) => Err(no_answer()),
            Err(failure) => Err(failure),
        };
        let (named, failure) = match named {
            Ok(named) => (named, None),
            Err(failure) => {
                let (id, tags) = (format!("problem-{}", place + 1), Vec::new());
                (Named { id, tags }, Some(failure))
            }
        };
        PlannedProblem {
            place,
            named,
            failure,
        }
    };
    ask(crew, &tasks)
        .into_iter()
        .enumerate()
        .map(plan)
        .collect()
}

/// Checks that an id can be told from all others.
fn fresh(id: &str, what: &str, ids: &mut HashSet<String>) -> Result<(), Failure> {
    let invalid = |why: String| Err(Failure::new(FailureKind::Invalid, why));
    if id.is_empty() || !id.chars().all(|c| c.is_ascii_graphic()) {
        return invalid(format!("the id {id:?} of the {what} cannot be typed"));
    }
    if !ids.insert(id.to_owned()) {
        return invalid(format!("the id `{id}` belongs to another {what} as well"));
    }
    Ok(())
}

fn no_answer() -> Failure {
    Failure::new(FailureKind::Invalid, "the answer belongs to another task")
}
