//! `cargo xtask replicate`: the papers' tables beside ours.

use crate::files;
use crate::progress::Progress;
use crate::provenance;
use crate::stored;
use crate::table::Table;
use clap::Args;
use replication::{Findings, Paper};
use results::{
    Cost, Provenance, ReplicatedClaim, ReplicatedPaper, ReplicationVerdict, Results, SCHEMA,
    errata_in_words,
};
use runner::SelectionError;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// The exit code for claims that are no longer reproduced.
const LOST: u8 = 1;

/// The name of what goes on, for the progress.
const EXPERIMENTS: &str = "experiments";

/// Run the tables and figures of the papers again and compare them with the print
#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  cargo xtask replicate                     every paper
  cargo xtask replicate welch-2007          one of them
  cargo xtask replicate --quick             without the long runs

Papers: yoon-1993, yoon-truncation, eun-2003, welch-2007, bayo-1996.

Each claim of a paper is run with its set-up and compared with what is printed; the numbers of the print are in \
harness/replication/data. Claims and figures go into the report: results.json, replications.html and errata.html. \
Claims that are known to be wrong, or cannot be reproduced, carry the reason.

Exit code 0: every claim is as known. 1: a claim that used to be reproduced no longer is. 2: the command could not be \
carried out.")]
pub(crate) struct Replicate {
    /// Papers to run, all of them by default
    #[arg(value_name = "PAPER")]
    papers: Vec<String>,

    /// Leave out the long runs, and say which
    #[arg(long)]
    quick: bool,

    /// Folder of the report [default: target/report in the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Threads [default: one per processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Replicate {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let begin = Instant::now();
        let papers = pick(&self.papers)?;
        let root = files::workspace_root()?;
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| root.join("target/report"));
        // Better to find out now than after the run.
        files::make_folder(&out)?;
        let before = stored::read(&out)?;

        let provenance = provenance::gather(&root, self.command(), self.quick)?;
        let chosen = |paper: &Paper| {
            let experiments = paper.experiments.iter();
            experiments.filter(|e| !(self.quick && e.long)).count()
        };
        let progress = Progress::new();
        progress.begin(EXPERIMENTS, papers.iter().map(chosen).sum());
        let jobs = self.jobs.map(NonZeroUsize::get);
        let found = replication::run(&papers, self.quick, jobs, &provenance, &|id| {
            progress.piece(EXPERIMENTS, id);
        })?;
        drop(progress);

        for paper in &found.papers {
            show(paper, &found);
        }
        let (exit, closing) = (exit_code(&found), closing(&found));
        let mut results = before.unwrap_or_else(|| nothing_but_papers(provenance));
        found.merge_into(&mut results);
        stored::write(&out, &results)?;
        eprintln!("{closing}");
        eprintln!("elapsed   {:.1} s", begin.elapsed().as_secs_f64());
        eprintln!(
            "report    {}",
            files::readable(&out.join("replications.html"))
        );
        Ok(ExitCode::from(exit))
    }

    /// The command that makes the same results.
    fn command(&self) -> String {
        let mut words = vec!["cargo xtask replicate"];
        words.extend(self.quick.then_some("--quick"));
        words.extend(self.papers.iter().map(String::as_str));
        words.join(" ")
    }
}

fn exit_code(found: &Findings) -> u8 {
    if found.claims.iter().any(ReplicatedClaim::is_lost) {
        LOST
    } else {
        0
    }
}

/// The papers with these ids, all of them if there are none.
fn pick(asked: &[String]) -> Result<Vec<Paper>, SelectionError> {
    let all = replication::papers();
    let ids: Vec<String> = all.iter().map(|paper| paper.id.to_owned()).collect();
    if let Some(name) = asked.iter().find(|name| !ids.contains(name)) {
        return Err(SelectionError::Unknown {
            kind: "paper",
            name: name.clone(),
            nearest: runner::nearest(name, &ids),
        });
    }
    let chosen = |paper: &Paper| asked.is_empty() || asked.iter().any(|name| name == paper.id);
    Ok(all.into_iter().filter(chosen).collect())
}

/// Results for a folder that has no report yet: the command that fills the rest of its page stands on it.
fn nothing_but_papers(provenance: Provenance) -> Results {
    let mut results = Results {
        schema: SCHEMA,
        provenance: Provenance {
            command: "cargo xtask report".to_owned(),
            ..provenance
        },
        methods: Vec::new(),
        problems: Vec::new(),
        cells: Vec::new(),
        steady_state: Vec::new(),
        steady_orders: Vec::new(),
        drift_studies: Vec::new(),
        gain_maps: Vec::new(),
        replicated_papers: Vec::new(),
        replications: Vec::new(),
        replicated_figures: Vec::new(),
        errata: Vec::new(),
        timing: None,
        fronts: Vec::new(),
        ranking_cost: Cost::Evaluations,
        ranking: Vec::new(),
        ranking_rule: String::new(),
    };
    results.provenance.digest = runner::digest(&results);
    results
}

/// The claims of one paper as a table, with the reasons of those that differ below each of them.
fn show(paper: &ReplicatedPaper, found: &Findings) {
    eprintln!("\n{}: {}", paper.id, paper.citation);
    let claims = || found.claims.iter().filter(|claim| claim.paper == paper.id);
    let mut places: Vec<&str> = Vec::new();
    for claim in claims() {
        if !places.contains(&claim.place.as_str()) {
            places.push(&claim.place);
        }
    }
    for place in places {
        eprintln!("\n  {place}");
        let columns = [
            ("claim", 46),
            ("printed", 28),
            ("ours", 52),
            ("digits", 6),
            ("verdict", 28),
        ];
        let mut table = Table::new(columns);
        for claim in claims().filter(|claim| claim.place == place) {
            let digits = claim
                .digits
                .map_or("-".to_owned(), |digits| digits.to_string());
            let words = match claim.published {
                true => claim.claim.clone(),
                false => format!("ours: {}", claim.claim),
            };
            let cells = [&words, &claim.printed, &claim.ours, &digits];
            let [words, printed, ours, digits] = cells.map(String::as_str);
            table.row([words, printed, ours, digits, verdict(claim)]);
            if let (Some(why), ReplicationVerdict::NotReproduced) = (&claim.why, claim.verdict) {
                table.note(format!("why: {why}"));
            }
        }
        for line in table.lines() {
            eprintln!("    {line}");
        }
    }
    for title in &paper.left_out {
        eprintln!("\n  left out by --quick: {title}");
    }
}

fn verdict(claim: &ReplicatedClaim) -> &'static str {
    match (claim.verdict, claim.expected) {
        (ReplicationVerdict::Reproduced, ReplicationVerdict::Reproduced) => "reproduced",
        (ReplicationVerdict::Reproduced, _) => "reproduced, NEW",
        (_, ReplicationVerdict::NotReproduced) => "not reproduced",
        (_, _) => "NO LONGER REPRODUCED",
    }
}

/// What came of all of them, in a few lines.
fn closing(found: &Findings) -> String {
    // Checks of ours are no claims of the paper; they are told apart, and lost like any other.
    let count = |claims: &mut dyn Iterator<Item = &ReplicatedClaim>| {
        let (mut all, mut good) = (0, 0);
        for claim in claims.filter(|claim| claim.published) {
            all += 1;
            good += usize::from(claim.verdict == ReplicationVerdict::Reproduced);
        }
        (good, all)
    };
    let mut lines = vec![String::new()];
    for paper in &found.papers {
        let (good, all) = count(&mut found.claims.iter().filter(|c| c.paper == paper.id));
        let left_out = match paper.left_out.len() {
            0 => String::new(),
            n => format!(", {n} experiments left out"),
        };
        lines.push(format!(
            "paper     {}: {good} of {all} claims reproduced{left_out}",
            paper.id
        ));
    }
    let (good, all) = count(&mut found.claims.iter());
    let lost: Vec<&ReplicatedClaim> = found.claims.iter().filter(|c| c.is_lost()).collect();
    let differ = |c: &&ReplicatedClaim| {
        c.published && c.verdict == ReplicationVerdict::NotReproduced && !c.is_lost()
    };
    lines.push(format!(
        "claims    {good} of {all} reproduced, {} known to differ, {} lost; {} checks of ours",
        found.claims.iter().filter(differ).count(),
        lost.len(),
        found.claims.iter().filter(|c| !c.published).count()
    ));
    for claim in lost {
        let why = claim.why.as_deref().unwrap_or("no reason given");
        lines.push(format!(
            "lost      {}: printed {}, ours {}; {why}",
            claim.id, claim.printed, claim.ours
        ));
    }
    lines.push(format!(
        "errata    {}; read from text copies, not in print",
        errata_in_words(&found.errata)
    ));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command};

    #[test]
    fn the_help_names_every_paper() {
        let command = Replicate::augment_args(Command::new("replicate"));
        let help = command.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        for paper in replication::papers() {
            assert!(help.contains(paper.id), "{}", paper.id);
        }
    }

    #[test]
    fn a_lost_claim_and_nothing_else_is_exit_code_1() {
        use ReplicationVerdict::{NotReproduced, Reproduced};
        let claim = |verdict, expected| ReplicatedClaim {
            id: "paper/table-1/x".into(),
            paper: "paper".into(),
            place: "Table 1".into(),
            claim: "x".into(),
            published: true,
            printed: "1".into(),
            ours: "2".into(),
            digits: Some(0),
            judged: "rounds to the printed digits".into(),
            verdict,
            expected,
            why: None,
        };
        let code = |claims| {
            exit_code(&Findings {
                claims,
                ..Findings::default()
            })
        };
        let fine = [
            claim(Reproduced, Reproduced),
            claim(NotReproduced, NotReproduced),
            claim(Reproduced, NotReproduced),
        ];
        let lost = claim(NotReproduced, Reproduced);
        assert_eq!(code(fine.to_vec()), 0);
        assert_eq!(
            code([&fine[..], std::slice::from_ref(&lost)].concat()),
            LOST
        );
        let found = Findings {
            claims: vec![lost],
            ..Findings::default()
        };
        let said = closing(&found);
        assert!(
            said.contains("lost      paper/table-1/x: printed 1, ours 2"),
            "{said}"
        );
        assert!(
            said.contains("0 of 1 reproduced, 0 known to differ, 1 lost; 0 checks of ours"),
            "{said}"
        );
        assert!(
            said.ends_with("errata    none; read from text copies, not in print"),
            "{said}"
        );
    }

    #[test]
    fn a_misspelt_paper_is_answered_with_similar_ones() {
        let error = pick(&["welch-2008".to_owned()]).err().unwrap();
        assert!(error.to_string().contains("welch-2007"), "{error}");
        assert_eq!(pick(&["eun-2003".to_owned()]).unwrap().len(), 1);
        assert_eq!(pick(&[]).unwrap().len(), 5);
    }
}
