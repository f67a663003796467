//! `cargo xtask advise`: what to use with an integrator at a step.

mod gains;
mod input;
mod words;

use crate::files;
use crate::jobs::Jobs;
use crate::progress::Progress;
use crate::provenance;
use crate::say::{self, say};
use crate::stored;
use crate::worker::{self, WorkerLimits};
use answers::advice::{self, Advice, Limits, NoMatch, Question};
use anyhow::bail;
use clap::Args;
use problem::ProblemCard;
use results::Results;
use runner::{
    Catalog, Effort, Matrix, SLOW_TAGS, Scope, Selection, SelectionError, Settings, gains_on,
    nearest,
};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// More mechanisms than this are no particular ones, for which gains are searched.
const PARTICULAR: usize = 6;

/// The exit code when no variant keeps every limit.
const NOTHING_FITS: u8 = 1;

/// Say which stabilization to use with an integrator at a step, with gains in numbers and what it buys and costs
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask advise --step 5ms --integrator rk4
  cargo xtask advise --step 1/60s --integrator heun --budget 1.2x
  cargo xtask advise --step 0.002 --integrator rk4 --problem slider-crank --drift 1e-6 --error 1e-3
  cargo xtask advise --step 5ms --integrator rk4 --tag planar --json

The answer compares every variant with the unstabilized integrator, at the step of practice nearest to yours: 50, 20, 10, 5, \
2 or 1 ms or 1/60 s. Recommended is the least drift among the variants that keep every limit: as many problems as without \
stabilization, --drift, --error (without it an error of at most 1.1 times that of the unstabilized run) and --budget. Limits \
hold for the median over the problems.

For mechanisms that are named with --problem, up to six, it also gives the gains of feedback that is held over the step: those \
with the least |Φ| that is predicted from a few hundred sampled steps, stable with a time constant that is shorter by a quarter, \
and what a run with them leaves.

Evidence is the last report, target/report; where there is none, or it does not answer the question, the variants with this \
integrator are run now, on the problems you name or on one preset of each that is not slow.

Exit code 1: no variant keeps every limit; the answer says which limit excludes how many, and which variant comes nearest. \
2: a name is unknown or a number makes no sense.")]
pub(crate) struct Advise {
    /// Step size: 5ms, 0.005 (in s), 200us, 1/60s
    #[arg(long, value_parser = input::step, allow_hyphen_values = true)]
    step: f64,
    /// Integrator: rk4, heun, ab3, …
    #[arg(long, value_name = "ID")]
    integrator: String,
    /// Only this problem, preset, or problem with all its presets (`pendulum/*`) [default: all]
    #[arg(long = "problem", value_name = "ID")]
    problems: Vec<String>,
    /// Only problems that carry one of these tags
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Largest |Φ|, relative to the size of the mechanism
    #[arg(long, value_name = "LIMIT", value_parser = input::limit, allow_hyphen_values = true)]
    drift: Option<f64>,
    /// Largest position error, relative to the size of the motion
    #[arg(long, value_name = "LIMIT", value_parser = input::limit, allow_hyphen_values = true)]
    error: Option<f64>,
    /// Largest time, as a factor of that without stabilization
    #[arg(long, value_name = "FACTOR", default_value = "2x", value_parser = input::budget, allow_hyphen_values = true)]
    budget: f64,
    /// Evidence: a results.json, or the folder of a report [default: target/report in the workspace]
    #[arg(long, value_name = "DIR|FILE")]
    report: Option<PathBuf>,
    /// Run what is needed now instead of reading a report
    #[arg(long, conflicts_with = "report")]
    run: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// An answer, and where its evidence comes from.
struct Answer {
    advice: Result<Advice, NoMatch>,
    source: String,
}

impl Advise {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let question = self.question();
        let catalog = catalog::catalog();
        check_integrator(&catalog, &question.integrator)?;
        let selection = Selection {
            problems: question.problems.clone(),
            tags: question.tags.clone(),
            ..Selection::default()
        };
        let picked = selection.pick_problems(catalog.problems)?;
        let picked: Vec<String> = picked.iter().map(|p| p.card().id.to_owned()).collect();

        let Answer { advice, source } = self.answer(&question, &picked)?;
        if let Err(NoMatch::NoEvidence(why)) = &advice {
            bail!("no answer from {source}: {why}");
        }
        let tuned = match question.problems.is_empty() || picked.len() > PARTICULAR {
            true => Vec::new(),
            false => {
                let crew = worker::crew(Scope::Full, Jobs::default(), WorkerLimits::default())?;
                let (crew, integrator) = (crew.as_ref(), &question.integrator);
                gains_on(
                    crew,
                    &catalog::catalog(),
                    &picked,
                    integrator,
                    question.step,
                )
            }
        };
        let with_gains = |text: String| match tuned.is_empty() {
            true => text,
            false => format!("{text}\n{}", gains::lines(&tuned)),
        };
        let text = match (&advice, self.json) {
            (Ok(advice), false) => with_gains(words::advice(advice, &source)),
            (Err(no_match), false) => with_gains(words::no_match(no_match, &source)),
            (Ok(advice), true) => {
                pretty(&json!({ "source": source, "advice": advice, "gains": tuned }))
            }
            (Err(no_match), true) => {
                pretty(&json!({ "source": source, "no_match": no_match, "gains": tuned }))
            }
        };
        say::answer(text.trim_end())?;
        Ok(match advice {
            Ok(_) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(NOTHING_FITS),
        })
    }

    fn question(&self) -> Question {
        Question {
            step: self.step,
            integrator: self.integrator.to_ascii_lowercase(),
            problems: self.problems.clone(),
            tags: self.tags.clone(),
            limits: Limits {
                drift: self.drift,
                error: self.error,
                budget: self.budget,
            },
        }
    }

    /// The answer from a report, or from runs made now where there is none that can answer.
    fn answer(&self, question: &Question, picked: &[String]) -> anyhow::Result<Answer> {
        if let Some(path) = &self.report {
            let file = stored::file_in(path);
            let Some(results) = stored::read_file(&file)? else {
                bail!(
                    "no report at {}; `cargo xtask report` makes one",
                    files::readable(&file)
                );
            };
            return Ok(from_report(&results, question, &file));
        }
        if self.run {
            return run_now(question, picked);
        }
        let file = stored::file_in(&files::workspace_root()?.join("target/report"));
        let why = match stored::read_file(&file) {
            Ok(Some(results)) => match unanswered(&results, question, picked) {
                None => return Ok(from_report(&results, question, &file)),
                Some(why) => format!("{} cannot answer: {why}", files::readable(&file)),
            },
            Ok(None) => format!("there is no {}", files::readable(&file)),
            Err(error) => format!("{error:#}"),
        };
        say!(
            "{why}; running the variants with {} now",
            question.integrator
        );
        run_now(question, picked)
    }
}

fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).expect("plain data")
}

fn check_integrator(catalog: &Catalog, asked: &str) -> Result<(), SelectionError> {
    let variants = catalog.methods.iter().flat_map(|method| &method.variants);
    let integrators = variants.filter_map(|variant| Some(variant.card().integrator?.id()));
    let mut names: Vec<String> = integrators.map(str::to_owned).collect();
    names.sort();
    names.dedup();
    if names.iter().any(|name| name == asked) {
        return Ok(());
    }
    Err(SelectionError::Unknown {
        kind: "integrator",
        name: asked.to_owned(),
        nearest: nearest(asked, &names),
    })
}

/// Whether the step is nearer to 2 ms than to 5 ms, the finest step of practice in a quick run.
fn is_fine(question: &Question) -> bool {
    question.step * question.step < 0.002 * 0.005
}

/// Why a report cannot answer the question, if it cannot.
fn unanswered(results: &Results, question: &Question, picked: &[String]) -> Option<String> {
    let has = |id: &String| results.problems.iter().any(|problem| problem.id == *id);
    let named = if question.problems.is_empty() {
        &[]
    } else {
        picked
    };
    if let Some(missing) = named.iter().find(|id| !has(id)) {
        return Some(format!("it has no runs on {missing}"));
    }
    if results.provenance.quick && is_fine(question) {
        return Some("it is a quick one, without steps this fine".to_owned());
    }
    match advice::advise(results, question) {
        Err(NoMatch::NoEvidence(why)) => Some(why),
        _ => None,
    }
}

fn from_report(results: &Results, question: &Question, file: &Path) -> Answer {
    let from = &results.provenance;
    let (path, commit, date) = (files::readable(file), &from.commit, &from.date);
    Answer {
        advice: advice::advise(results, question),
        source: format!("{path}, commit {commit}, {date}"),
    }
}

/// Runs every variant with the integrator, on the named problems or on one preset of each that is not slow.
fn run_now(question: &Question, picked: &[String]) -> anyhow::Result<Answer> {
    let catalog = catalog::catalog();
    let variants = catalog.methods.iter().flat_map(|method| &method.variants);
    let cards = variants.map(|variant| variant.card());
    let asked = |integrator: &str| integrator == question.integrator;
    let with = cards.filter(|card| card.integrator.is_some_and(|i| asked(i.id())));
    // A quick run has no fine steps; a full one takes long on problems that are slow or have presets.
    let quick = |card: &ProblemCard| {
        let slow = card.tags.iter().any(|tag| SLOW_TAGS.contains(tag));
        !slow && !card.id.contains('/')
    };
    let anything = question.problems.is_empty() && question.tags.is_empty();
    let problems = match anything {
        true => {
            let cards = catalog.problems.iter().map(|problem| problem.card());
            cards.filter(quick).map(|card| card.id.to_owned()).collect()
        }
        false => picked.to_vec(),
    };
    let settings = Settings {
        selection: Selection {
            methods: with.map(|card| card.id).collect(),
            problems,
            tags: Vec::new(),
        },
        scope: match is_fine(question) {
            true => Scope::Full,
            false => Scope::Quick,
        },
        speed: Effort::Quick,
        without_studies: true,
        ..Settings::default()
    };
    let crew = worker::crew(settings.scope, Jobs::default(), WorkerLimits::default())?;
    let matrix = Matrix::with_crew(settings, crew)?;
    let provenance = provenance::gather("cargo xtask advise".to_owned(), true)?;
    let results = matrix.run(provenance, &Progress::new());
    Ok(Answer {
        advice: advice::advise(&results, question),
        source: "runs made now".to_owned(),
    })
}
