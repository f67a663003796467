//! Verification of the references: routes are compared with each other, with stored digits, the truth and published values.
//!
//! Agreement is counted in digits: `-log10` of the largest difference along the trajectory, relative to the largest
//! value of the same kind (q, v or λ), so that a coordinate that happens to pass through zero does not count more.

mod digits;
mod published;
mod record;

pub use digits::Digits;

use digits::{Values, of_energy};
use problem::{Precise, Problem, Recorded};
use published::compare_published;
use rayon::prelude::*;
use record::{compare_stored, find_nodes, probes, stored_nodes};

/// Routes must conserve the energy to at least this many digits.
const ENERGY_DIGITS: f64 = 22.0;

/// The findings about the reference of one problem.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// Problem id.
    pub id: &'static str,
    /// The routes that were computed, the one whose digits are stored first.
    pub routes: Vec<String>,
    /// Digits to which two routes agree.
    pub between_routes: Option<Digits>,
    /// Digits to which the first route agrees with the stored trajectory.
    pub stored: Option<Digits>,
    /// Digits to which the truth, in double precision, agrees with the first route.
    pub truth: Option<Digits>,
    /// Published values, and those that agree to their last digit.
    pub published: Published,
    /// Digits to which `T + V - W` is conserved.
    pub energy: Option<f64>,
    /// Disagreements; empty when all is well.
    pub differences: Vec<String>,
    /// The trajectory as it should be stored, for problems that store one.
    pub record: Option<String>,
}

/// Counts of published values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Published {
    /// Number of values compared.
    pub compared: usize,
    /// Number of values that agree to two units of their last digit.
    pub agree: usize,
}

/// Examines the references of `problems`, several at a time; `done` is called with each result.
pub fn examine(
    problems: &[Box<dyn Problem>],
    done: impl Fn(&Examination) + Sync,
) -> Vec<Examination> {
    problems
        .par_iter()
        .map(|problem| {
            let found = examine_one(problem.as_ref());
            done(&found);
            found
        })
        .collect()
}

fn examine_one(problem: &dyn Problem) -> Examination {
    let card = problem.card();
    let routes = problem.routes();
    let mut found = Examination {
        id: card.id,
        routes: routes.iter().map(|r| r.name.clone()).collect(),
        ..Examination::default()
    };
    let Some((route, others)) = routes.split_first() else {
        found.differs("there is no route");
        return found;
    };
    let outputs = problem.ladder().times(card.end_time);
    let nodes = match problem.stored() {
        None => Ok(([&[0.0], &outputs[..]].concat(), 0)),
        Some(_) => stored_nodes(problem).map_or_else(|| find_nodes(route, card.end_time), Ok),
    };
    let (nodes, digits) = match nodes {
        Ok(found) => found,
        Err(error) => {
            found.differs(format!("{}: {error}", route.name));
            return found;
        }
    };
    // The truth is compared at output times and between stored states, the routes at output times.
    let probes = probes(&nodes);
    let mut judged = [&outputs[..], &probes].concat();
    let mut all = [&judged[..], &nodes].concat();
    for times in [&mut judged, &mut all] {
        times.sort_by(f64::total_cmp);
        times.dedup();
    }
    let (first, second) = rayon::join(
        || route.run(&all),
        || others.first().map(|other| (other, other.run(&outputs))),
    );
    let first = match first {
        Ok(states) => states,
        Err(error) => {
            found.differs(format!("{}: {error}", route.name));
            return found;
        }
    };
    let at = |times: &[f64]| -> Vec<Precise> {
        let wanted = first.iter().filter(|s| times.contains(&s.t));
        wanted.cloned().collect()
    };
    let claimed = f64::from(card.reference.digits);
    found.energy = Some(of_energy(&first));
    found.require("energy", found.energy, ENERGY_DIGITS);
    match second {
        Some((_, Ok(second))) => {
            let digits = Digits::between(&values(&at(&outputs)), &values(&second));
            found.between_routes = Some(digits);
            found.require("the routes", Some(digits.least()), claimed);
        }
        Some((other, Err(error))) => found.differs(format!("{}: {error}", other.name)),
        None => {}
    }
    if problem.stored().is_some() {
        let states = (&at(&nodes)[..], digits);
        compare_stored(&mut found, problem, route, states, &at(&probes));
    }
    // A stored trajectory that is not there yet cannot be compared.
    if problem
        .stored()
        .is_none_or(|text| Recorded::parse(text).is_ok())
    {
        let truth: Vec<Values> = problem.truth(&judged).iter().map(Values::from).collect();
        let digits = Digits::between(&values(&at(&judged)), &truth);
        found.truth = Some(digits);
        found.require("the truth in q", Some(digits.q), claimed);
        found.require("the truth in v", Some(digits.v), claimed);
        found.require("the truth in λ", digits.lambda, claimed);
    }
    compare_published(&mut found, problem);
    found
}

fn values(states: &[Precise]) -> Vec<Values> {
    states.iter().map(Values::from).collect()
}

impl Examination {
    fn differs(&mut self, what: impl Into<String>) {
        self.differences.push(what.into());
    }

    fn require(&mut self, what: &str, digits: Option<f64>, least: f64) {
        if let Some(digits) = digits
            && !(digits >= least)
        {
            self.differs(format!(
                "{what}: {digits:.1} digits agree, {least} are needed"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::{ProblemCard, Route, Settings, Truth};
    use system::System;

    /// The circle, with a truth, a published value or a second route of its own.
    struct Planted {
        late: f64,
        published: &'static str,
        stored: Option<&'static str>,
    }

    impl Planted {
        fn circle() -> Box<dyn Problem> {
            circle::problems().swap_remove(0)
        }
    }

    impl Problem for Planted {
        fn card(&self) -> ProblemCard {
            Self::circle().card()
        }
        fn system(&self) -> Box<dyn System> {
            Self::circle().system()
        }
        fn truth(&self, times: &[f64]) -> Vec<Truth> {
            let late: Vec<f64> = times.iter().map(|t| t + self.late).collect();
            Self::circle().truth(&late)
        }
        fn routes(&self) -> Vec<Route> {
            let by = |settings| Route::redundant(circle::Circle, settings);
            vec![by(Settings::fine(0.5)), by(Settings::coarse(0.5))]
        }
        fn published(&self) -> &'static str {
            self.published
        }
        fn stored(&self) -> Option<&'static str> {
            self.stored
        }
    }

    const HONEST: Planted = Planted {
        late: 0.0,
        published: "t,quantity,value\n1,q1,0.540302305868139717400936607\n1,v2,5.40302305868139717e-1\n1,l1,1.0",
        stored: None,
    };

    #[test]
    fn an_honest_reference_passes_with_all_its_digits() {
        let found = examine_one(&HONEST);
        assert_eq!(found.differences, [""; 0]);
        assert_eq!((found.published.compared, found.published.agree), (3, 3));
        assert!(found.between_routes.unwrap().least() > 23.0, "{found:?}");
        assert!(found.truth.unwrap().least() > 15.0);
    }

    fn differences(planted: &Planted) -> String {
        examine_one(planted).differences.join("; ")
    }

    #[test]
    fn every_kind_of_difference_is_found() {
        let publishing = |published| Planted {
            published,
            ..HONEST
        };
        let late = Planted {
            late: 1e-12,
            ..HONEST
        };
        let wrong = publishing("t,quantity,value\n1,q1,0.54030230586818");
        let unknown = publishing("t,quantity,value\n1,q9,0.5\n1,q1\n");
        let empty = storing(String::new());
        for (planted, what) in [
            (&late, "the truth in q: 12"),
            (
                &wrong,
                "published q1(1) = 0.54030230586818, computed 5.4030230586813",
            ),
            (&unknown, "cannot read `1,q1`"),
            (&unknown, "no such value as q9"),
            (&empty, "there is no table of states"),
        ] {
            let says = differences(planted);
            assert!(says.contains(what), "no {what:?} in {says}");
        }
    }

    fn storing(text: String) -> Planted {
        let stored = Some(&*text.leak());
        Planted { stored, ..HONEST }
    }

    #[test]
    fn a_stored_trajectory_that_was_changed_is_found() {
        let record = examine_one(&storing(String::new())).record.unwrap();
        assert_eq!(differences(&storing(record.clone())), "");
        let (all_but_last, _) = record.trim_end().rsplit_once('\n').unwrap();
        let says = differences(&storing(all_but_last.to_owned()));
        assert!(says.contains("does not span the motion"), "{says}");
        // Of every eight states seven are left out, so that the interpolation has less to go by.
        let (heading, states) = record.split_at(record.find("\n0,").unwrap() + 1);
        let kept: Vec<&str> = states.lines().step_by(8).collect();
        let sparse = format!("{heading}{}\n", kept.join("\n"));
        let says = differences(&storing(sparse));
        assert!(says.contains("between stored states"), "{says}");
        // The ninth digit of the last number.
        let at = record.rfind(',').unwrap() + 10;
        let digit = if record.as_bytes()[at] == b'5' {
            "6"
        } else {
            "5"
        };
        let mut changed = record;
        changed.replace_range(at..=at, digit);
        let says = differences(&storing(changed));
        assert!(says.contains("the stored digits"), "{says}");
    }
}
