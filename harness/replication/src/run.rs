//! Runs the experiments of chosen papers on several threads.

use crate::{Claim, Experiment, Finding, Paper};
use rayon::prelude::*;
use results::planted::{self, Defect};
use results::{
    Erratum, Provenance, ReplicatedClaim, ReplicatedFigure, ReplicatedPaper, Results, fingerprint,
};
use std::panic::catch_unwind;

/// The outcome of the experiments of the chosen papers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The papers that were run.
    pub papers: Vec<ReplicatedPaper>,
    /// Claims of the papers, in the order of the papers.
    pub claims: Vec<ReplicatedClaim>,
    /// Figures of the papers, in the order of the papers.
    pub figures: Vec<ReplicatedFigure>,
    /// The errata of the papers, as far as text copies show them.
    pub errata: Vec<Erratum>,
}

/// Runs the experiments of `papers`, on `jobs` threads or else on one per processor. If `quick`, the long experiments
/// are left out. Several threads call `done` with the id of each experiment that has ended.
///
/// # Errors
/// When threads cannot be started.
pub fn run(
    papers: &[Paper],
    quick: bool,
    jobs: Option<usize>,
    provenance: &Provenance,
    done: &(dyn Fn(&str) + Sync),
) -> Result<Findings, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0))
        .build()?;
    let lost = |experiment: &&Experiment| {
        planted::is(Defect::PapersLost)
            && papers.iter().any(|paper| {
                let first = paper.experiments.iter().find(|e| !e.long);
                first.is_some_and(|first| std::ptr::eq(first, *experiment))
            })
    };
    let chosen = |experiment: &&Experiment| !(quick && experiment.long || lost(experiment));
    let mut work: Vec<(usize, &Paper, &Experiment)> = papers
        .iter()
        .flat_map(|paper| paper.experiments.iter().map(move |e| (paper, e)))
        .filter(|(_, experiment)| chosen(experiment))
        .enumerate()
        .map(|(place, (paper, experiment))| (place, paper, experiment))
        .collect();
    // Long ones first, so that no thread is left alone with one at the end.
    work.sort_by_key(|(place, _, experiment)| (!experiment.long, *place));
    let mut found: Vec<(usize, &Paper, Finding)> = pool.install(|| {
        work.par_iter()
            .with_max_len(1)
            .map(|(place, paper, experiment)| {
                let finding = carried_out(experiment);
                done(&format!("{}/{}", paper.id, experiment.id));
                (*place, *paper, finding)
            })
            .collect()
    });
    found.sort_by_key(|(place, ..)| *place);

    let mut findings = Findings::default();
    for paper in papers {
        let left_out = paper.experiments.iter().filter(|e| !chosen(e));
        findings.papers.push(ReplicatedPaper {
            id: paper.id.to_owned(),
            citation: paper.citation.to_owned(),
            summary: paper.summary.to_owned(),
            run: provenance.clone(),
            left_out: left_out
                .map(|experiment| experiment.title.to_owned())
                .collect(),
        });
        let errata = paper.errata.iter().map(|erratum| Erratum {
            paper: paper.id.to_owned(),
            kind: erratum.kind,
            place: erratum.place.clone(),
            printed: erratum.printed.clone(),
            correct: erratum.correct.clone(),
            evidence: erratum.evidence.clone(),
            against: erratum.against.clone(),
            computation: erratum.computation.clone(),
            claim: (erratum.claim.as_ref()).map(|claim| format!("{}/{claim}", paper.id)),
        });
        findings.errata.extend(errata);
    }
    for (_, paper, finding) in found {
        let claims = finding.claims.into_iter().map(|c| c.result(paper.id));
        findings.claims.extend(claims);
        let figures = finding.figures.into_iter().map(|f| f.result(paper.id));
        findings.figures.extend(figures);
    }
    for paper in &mut findings.papers {
        let claims = findings.claims.iter().filter(|c| c.paper == paper.id);
        let figures = findings.figures.iter().filter(|f| f.paper == paper.id);
        paper.run.digest = fingerprint(&(claims.collect::<Vec<_>>(), figures.collect::<Vec<_>>()));
    }
    Ok(findings)
}

/// Runs an experiment. One that fails or panics becomes a lost claim, and the others go on.
fn carried_out(experiment: &Experiment) -> Finding {
    let attempt = catch_unwind(experiment.run);
    let why = match attempt {
        Ok(Ok(finding)) => return finding,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => {
            let message = panic
                .downcast_ref::<&str>()
                .map(|s| (*s).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned());
            format!("panicked: {}", message.as_deref().unwrap_or("no message"))
        }
    };
    let lost = Claim {
        id: experiment.id.to_owned(),
        place: experiment.title.to_owned(),
        words: "the experiment can be carried out".to_owned(),
        printed: "results".to_owned(),
        ours: why,
        judged: "carried out".to_owned(),
        ..Claim::default()
    };
    vec![lost].into()
}

impl Findings {
    /// Replaces everything in `results` about these papers by the findings; other papers stay.
    pub fn merge_into(self, results: &mut Results) {
        let ids: Vec<String> = self.papers.iter().map(|paper| paper.id.clone()).collect();
        // In the order of the catalogue, whichever was run last.
        let order: Vec<&str> = crate::papers().iter().map(|paper| paper.id).collect();
        let replacing = Replacing { ids, order };
        replacing.put(self.papers, &mut results.replicated_papers, |p| &p.id);
        replacing.put(self.claims, &mut results.replications, |c| &c.paper);
        replacing.put(self.figures, &mut results.replicated_figures, |f| &f.paper);
        replacing.put(self.errata, &mut results.errata, |e| &e.paper);
    }
}

/// The papers that were run again, and the order of all papers.
struct Replacing {
    ids: Vec<String>,
    order: Vec<&'static str>,
}

impl Replacing {
    /// Replaces the known entries of these papers by the found ones, and sorts all entries by paper.
    fn put<T>(&self, found: Vec<T>, known: &mut Vec<T>, paper: fn(&T) -> &String) {
        known.retain(|one| !self.ids.contains(paper(one)));
        known.extend(found);
        known.sort_by_key(|one| self.order.iter().position(|id| id == paper(one)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Printed, ReplicationError, Result};
    use results::ReplicationVerdict;

    fn good() -> Result<Finding> {
        let claim = Claim {
            id: "good/a".to_owned(),
            ours: "b".to_owned(),
            verdict: ReplicationVerdict::Reproduced,
            ..Claim::default()
        };
        Ok(vec![claim].into())
    }

    fn stops() -> Result<Finding> {
        Err(ReplicationError::Missing("nothing there"))
    }

    fn panics() -> Result<Finding> {
        panic!("out of {}", "range")
    }

    fn paper() -> Paper {
        let experiment = |id, run, long| {
            let title = "Title";
            Experiment {
                id,
                title,
                long,
                run,
            }
        };
        Paper {
            id: "paper",
            citation: "",
            summary: "",
            printed: Printed::new(""),
            experiments: vec![
                experiment("good", good as fn() -> _, false),
                experiment("stops", stops, true),
                experiment("panics", panics, false),
            ],
            claims: Vec::new(),
            errata: Vec::new(),
        }
    }

    #[test]
    fn experiments_that_fail_are_lost_claims_in_their_place() {
        for jobs in [1, 3] {
            let found = super::run(
                &[paper()],
                false,
                Some(jobs),
                &Provenance::default(),
                &|_| {},
            );
            let found = found.unwrap();
            let seen: Vec<(&str, bool, &str)> = found
                .claims
                .iter()
                .map(|c| (c.id.as_str(), c.is_lost(), c.ours.as_str()))
                .collect();
            assert_eq!(
                seen,
                [
                    ("paper/good/a", false, "b"),
                    ("paper/stops", true, "nothing there"),
                    ("paper/panics", true, "panicked: out of range"),
                ]
            );
        }
    }

    #[test]
    fn quick_leaves_out_what_is_long_and_says_so() {
        let found = super::run(&[paper()], true, None, &Provenance::default(), &|_| {}).unwrap();
        assert_eq!(found.claims.len(), 2);
        assert_eq!(found.papers[0].left_out, ["Title"]);
    }
}
