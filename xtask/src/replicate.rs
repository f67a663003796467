//! `cargo xtask replicate`: the papers' tables beside ours.

use crate::files;
use crate::folder::ReportFolder;
use crate::jobs::Jobs;
use crate::progress::Progress;
use crate::provenance;
use crate::say::say;
use crate::stored;
use crate::table::Table;
use clap::Args;
use replication::{Findings, Paper};
use results::{
    Provenance, ReplicatedClaim, ReplicatedPaper, ReplicationVerdict, Results, errata_in_words,
};
use runner::SelectionError;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// The exit code for claims that are no longer reproduced.
const LOST: u8 = 1;

/// The name of what goes on, for the progress.
const EXPERIMENTS: &str = "experiments";

/// Reproduce the tables and figures of the papers and compare them with what is printed
#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  cargo xtask replicate                     every paper
  cargo xtask replicate welch-2007          one of them
  cargo xtask replicate --quick             without the long runs

Papers: yoon-1993, yoon-truncation, eun-2003, welch-2007, bayo-1996.

Each claim of a paper is run with its set-up and compared with what is printed; the printed numbers are in \
harness/replication/data. Claims and figures go into the report: results.json, replications.html and errata.html. \
Claims that are known to differ carry the reason, and those that cannot be compared what is missing.

Exit code 0: every claim that was reproduced before is still reproduced. 1: at least one no longer is: it differs or \
cannot be compared. 2: the command could not be carried out.")]
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

    #[command(flatten)]
    jobs: Jobs,
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
        let folder = ReportFolder::open(&out)?;
        stored::read(&folder)?;

        let provenance = provenance::gather(self.command(), self.quick)?;
        let chosen = |paper: &Paper| {
            let experiments = paper.experiments.iter();
            experiments.filter(|e| !(self.quick && e.long)).count()
        };
        let progress = Progress::new();
        progress.begin(EXPERIMENTS, papers.iter().map(chosen).sum());
        let jobs = self.jobs.get();
        let found = replication::run(&papers, self.quick, jobs, &provenance, &|id| {
            progress.piece(EXPERIMENTS, id);
        })?;
        drop(progress);

        let before = stored::read(&folder)?;
        let mut results = before.unwrap_or_else(|| nothing_but_papers(provenance));
        found.clone().merge_into(&mut results);
        stored::write(&folder, &results)?;
        drop(folder);
        for paper in &found.papers {
            show(paper, &found);
        }
        say!("{}", closing(&found));
        say!("elapsed   {:.1} s", begin.elapsed().as_secs_f64());
        say!(
            "report    {}",
            files::readable(&out.join("replications.html"))
        );
        Ok(ExitCode::from(exit_code(&found)))
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
    let mut results = Results::empty(Provenance {
        command: "cargo xtask report".to_owned(),
        ..provenance
    });
    results.provenance.digest = runner::digest(&results);
    results
}

/// The claims of one paper as a table, with the reasons of those that differ below each of them.
fn show(paper: &ReplicatedPaper, found: &Findings) {
    say!("\n{}: {}", paper.id, paper.citation);
    let claims = || found.claims.iter().filter(|claim| claim.paper == paper.id);
    let mut places: Vec<&str> = Vec::new();
    for claim in claims() {
        if !places.contains(&claim.place.as_str()) {
            places.push(&claim.place);
        }
    }
    for place in places {
        say!("\n  {place}");
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
            let note = match claim.verdict {
                ReplicationVerdict::Reproduced => None,
                ReplicationVerdict::NotReproduced => Some("why"),
                ReplicationVerdict::CannotBeCompared => Some("missing"),
            };
            if let (Some(why), Some(note)) = (&claim.why, note) {
                table.note(format!("{note}: {why}"));
            }
        }
        for line in table.lines() {
            say!("    {line}");
        }
    }
    for title in &paper.left_out {
        say!("\n  left out by --quick: {title}");
    }
}

fn verdict(claim: &ReplicatedClaim) -> &'static str {
    use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
    match (claim.verdict, claim.expected) {
        (Reproduced, Reproduced) if !claim.published => "holds",
        (_, Reproduced) if !claim.published && claim.is_lost() => "NO LONGER HOLDS",
        (Reproduced, Reproduced) => "reproduced",
        (Reproduced, _) => "reproduced, NEW",
        (_, Reproduced) => "NO LONGER REPRODUCED",
        (NotReproduced, NotReproduced) => "not reproduced",
        (NotReproduced, _) => "not reproduced, NEW",
        (CannotBeCompared, CannotBeCompared) => "cannot be compared",
        (CannotBeCompared, _) => "cannot be compared, NEW",
    }
}

/// How many published claims have each verdict, and how many checks of ours stand beside them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    reproduced: usize,
    not_reproduced: usize,
    not_comparable: usize,
    checks: usize,
}

impl Counts {
    pub(crate) fn of<'a>(claims: impl Iterator<Item = &'a ReplicatedClaim>) -> Self {
        let mut counts = Self::default();
        for claim in claims {
            // Checks of ours are no claims of the paper; they are told apart, and lost like any other.
            *match (claim.published, claim.verdict) {
                (false, _) => &mut counts.checks,
                (true, ReplicationVerdict::Reproduced) => &mut counts.reproduced,
                (true, ReplicationVerdict::NotReproduced) => &mut counts.not_reproduced,
                (true, ReplicationVerdict::CannotBeCompared) => &mut counts.not_comparable,
            } += 1;
        }
        counts
    }

    /// The number of published claims.
    fn published(&self) -> usize {
        self.reproduced + self.not_reproduced + self.not_comparable
    }

    /// The counts in words.
    pub(crate) fn words(&self) -> String {
        let (all, checks) = (self.published(), self.checks);
        format!(
            "{} of {all} claims reproduced, {} not reproduced, {} cannot be compared; {checks} checks of ours",
            self.reproduced, self.not_reproduced, self.not_comparable
        )
    }
}

/// The counts of all papers, and every claim whose verdict changed.
fn closing(found: &Findings) -> String {
    let mut lines = vec![String::new()];
    for paper in &found.papers {
        let counts = Counts::of(found.claims.iter().filter(|c| c.paper == paper.id));
        let left_out = match paper.left_out.len() {
            0 => String::new(),
            n => format!(", {n} experiments left out"),
        };
        let words = counts.words();
        lines.push(format!("paper     {}: {words}{left_out}", paper.id));
    }
    let lost: Vec<&ReplicatedClaim> = found.claims.iter().filter(|c| c.is_lost()).collect();
    lines.push(format!(
        "claims    {}; {} lost",
        Counts::of(found.claims.iter()).words(),
        lost.len(),
    ));
    let changed = found.claims.iter().filter(|c| c.verdict != c.expected);
    let changed = changed.filter(|c| !c.is_lost()).map(|c| ("changed", c));
    for (word, claim) in lost.into_iter().map(|c| ("lost", c)).chain(changed) {
        let why = claim.why.as_deref().unwrap_or("no reason given");
        lines.push(format!(
            "{word:<9} {}: printed {}, ours {}; {why}",
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
        use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
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
        let found = |claims: &[ReplicatedClaim]| Findings {
            claims: claims.to_vec(),
            ..Findings::default()
        };
        let all = [Reproduced, NotReproduced, CannotBeCompared];
        for (verdict, expected) in all.into_iter().flat_map(|v| all.map(|e| (v, e))) {
            let found = found(&[claim(verdict, expected)]);
            let lost = expected == Reproduced && verdict != Reproduced;
            assert_eq!(exit_code(&found), if lost { LOST } else { 0 });
            // Whatever is not as known is said, lost or not.
            let said = closing(&found);
            let word = if lost { "lost     " } else { "changed  " };
            let line = format!("{word} paper/table-1/x: printed 1, ours 2");
            assert_eq!(said.contains(&line), verdict != expected, "{said}");
        }
        let known = all.map(|verdict| claim(verdict, verdict));
        let check = ReplicatedClaim {
            published: false,
            ..claim(Reproduced, Reproduced)
        };
        let said = closing(&found(&[&known[..], &[check]].concat()));
        let counts = "claims    1 of 3 claims reproduced, 1 not reproduced, 1 cannot be compared; 1 checks of ours; 0 lost";
        assert!(said.contains(counts), "{said}");
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
