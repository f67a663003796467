//! What the gate found, worst first.

use results::{Status, Subject};

/// Declares the kinds of findings with their ids.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $Name:ident $id:literal,)+) => {
        /// The kind of a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[doc = $doc])+ $Name,)+
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$Name,)+];

            /// Its name in acknowledgements and reports.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$Name => $id,)+ }
            }
        }
    };
}

kinds! {
    /// A cell, board, study or claim of the baseline is gone.
    Gone "gone",
    /// A cell ran before and does not run now, or the other way round.
    Outcome "outcome",
    /// The verdict on the claimed orders changed.
    Verdict "verdict",
    /// An observed order changed.
    Order "order",
    /// The error of q, v or λ changed.
    Error "error",
    /// A drift or the energy changed.
    Drift "drift",
    /// A work count changed.
    Work "work",
    /// The number of runs or of steps changed.
    Runs "runs",
    /// Steps allocate more or less.
    Allocations "allocations",
    /// More or fewer predictions hold.
    Prediction "prediction",
    /// Cells are in another order.
    Sequence "sequence",
    /// A board has another order, other ranks or other scores.
    Board "board",
    /// A claim of a paper has another verdict, value or rule.
    Claim "claim",
    /// Something that no other figure shows differs.
    Digest "digest",
    /// A step takes more or fewer instructions.
    Instructions "instructions",
    /// A step takes more or less time compared with its limit kernel.
    Ratio "ratio",
    /// Two runs of the same code differ.
    Unstable "unstable",
    /// The baseline does not know it.
    New "new",
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// For the worse, or a change that has no better side.
    Worse,
    /// For the better.
    Better,
}

/// One difference from the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its kind.
    pub kind: Kind,
    /// Whether it is for the better.
    pub direction: Direction,
    /// The change in words, with both numbers.
    pub what: String,
    /// The factor of the change, at least one.
    pub factor: f64,
}

impl Finding {
    /// A change for the worse, or one that has no better side.
    pub fn worse(kind: Kind, what: String) -> Self {
        Self::of(kind, Direction::Worse, what, 1.0)
    }

    /// A change by a factor.
    pub fn of(kind: Kind, direction: Direction, what: String, factor: f64) -> Self {
        let factor = if factor >= 1.0 { factor } else { 1.0 };
        Self {
            kind,
            direction,
            what,
            factor,
        }
    }
}

/// One subject with its findings.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is about.
    pub subject: Subject,
    /// Findings that are not excused, worst first.
    pub findings: Vec<Finding>,
    /// Excused findings, each with the reason.
    pub acknowledged: Vec<(Finding, String)>,
}

impl Entry {
    /// An entry with these findings.
    pub fn new(subject: Subject, mut findings: Vec<Finding>) -> Self {
        findings.sort_by(|a, b| b.factor.total_cmp(&a.factor));
        Self {
            subject,
            findings,
            acknowledged: Vec::new(),
        }
    }

    /// The status that follows from the findings.
    pub fn status(&self) -> Status {
        let status = |finding: &Finding| match (finding.kind, finding.direction) {
            (Kind::Gone, _) | (Kind::Outcome, Direction::Worse) => Status::Lost,
            (Kind::Unstable, _) => Status::Unstable,
            (Kind::New, _) => Status::New,
            (_, Direction::Worse) => Status::Regressed,
            (_, Direction::Better) => Status::Improved,
        };
        let gravest = self.findings.iter().map(status).min();
        gravest.unwrap_or(match self.acknowledged.is_empty() {
            true => Status::Unchanged,
            false => Status::Acknowledged,
        })
    }

    /// The largest factor of its findings.
    pub(super) fn factor(&self) -> f64 {
        let factors = self.findings.iter().map(|f| f.factor);
        factors.fold(1.0, f64::max)
    }
}

/// Everything that the gate found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Every subject that was compared, the gravest status first and the largest factor first within it.
    pub entries: Vec<Entry>,
    /// Remarks that fail nothing.
    pub notes: Vec<String>,
    /// Number of cells of the baseline that this run did not select.
    pub not_run: usize,
    /// Number of cells of this run that the baseline did not select.
    pub not_in_baseline: usize,
}

impl Report {
    /// Sorts the entries, worst first; equal ones keep the order of the run.
    pub fn sort(&mut self) {
        let key = |entry: &Entry| (entry.status(), entry.factor());
        self.entries.sort_by(|a, b| {
            let ((a, x), (b, y)) = (key(a), key(b));
            a.cmp(&b).then(y.total_cmp(&x))
        });
    }

    /// The number of entries of a status.
    pub fn count(&self, status: Status) -> usize {
        self.entries.iter().filter(|e| e.status() == status).count()
    }

    /// Whether nothing has to be looked at.
    pub fn pass(&self) -> bool {
        self.entries.iter().all(|entry| entry.status().passes())
    }

    /// The findings that are not excused, with their subjects.
    pub fn findings(&self) -> impl Iterator<Item = (&Subject, &Finding)> {
        let entries = self.entries.iter();
        entries.flat_map(|e| e.findings.iter().map(move |f| (&e.subject, f)))
    }
}
