//! Verification of the references: routes are compared with each other, with stored digits, the truth and published values.
//!
//! Agreement is counted in digits: `-log10` of the largest difference along the trajectory, relative to the largest
//! value of the same kind (q, v or λ), so that a coordinate that happens to pass through zero does not count more.

use problem::{Precise, Problem, Recorded, RecordedState};
use rayon::prelude::*;
use system::{DoubleDouble, Scalar};

/// Largest number of digits counted: the precision of double-double arithmetic.
const ALL_DIGITS: f64 = 30.0;

/// Stored trajectories keep at most this many digits.
const MOST_STORED: f64 = 25.0;

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

/// Digits of agreement for each kind of quantity.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    /// Digits of coordinates.
    pub q: f64,
    /// Digits of velocities.
    pub v: f64,
    /// Digits of multipliers, where they are unique.
    pub lambda: Option<f64>,
}

/// Counts of published values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Published {
    /// Number of values compared.
    pub compared: usize,
    /// Number of values that agree to two units of their last digit.
    pub agree: usize,
}

impl Digits {
    /// The smallest of them.
    pub fn least(&self) -> f64 {
        self.q.min(self.v).min(self.lambda.unwrap_or(ALL_DIGITS))
    }

    fn between(a: &[RecordedState], b: &[RecordedState]) -> Self {
        let pick = |pick: fn(&RecordedState) -> &[DoubleDouble]| agreement(a, b, pick);
        let with_lambda = a.iter().chain(b).all(|s| s.lambda.is_some());
        Self {
            q: pick(|s| &s.q),
            v: pick(|s| &s.v),
            lambda: with_lambda.then(|| pick(|s| s.lambda.as_deref().unwrap_or_default())),
        }
    }
}

fn agreement(
    a: &[RecordedState],
    b: &[RecordedState],
    pick: fn(&RecordedState) -> &[DoubleDouble],
) -> f64 {
    let (mut difference, mut scale): (f64, f64) = (0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (pick(a), pick(b));
        if a.len() != b.len() {
            return 0.0;
        }
        for (&a, &b) in a.iter().zip(b) {
            let apart = (a - b).abs().value();
            if apart.is_nan() {
                return 0.0;
            }
            difference = difference.max(apart);
            scale = scale.max(a.value().abs());
        }
    }
    if a.len() != b.len() {
        return 0.0;
    }
    if difference == 0.0 || scale == 0.0 {
        return ALL_DIGITS;
    }
    (-(difference / scale).log10()).clamp(0.0, ALL_DIGITS)
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
    let times = problem.ladder().times(card.end_time);
    let runs: Vec<_> = routes
        .par_iter()
        .map(|route| (&route.name, route.run(&times)))
        .collect();
    let mut motions: Vec<Vec<Precise>> = Vec::new();
    for (name, run) in runs {
        match run {
            Ok(states) => motions.push(states),
            Err(error) => found.differs(format!("{name}: {error}")),
        }
    }
    let Some(first) = motions.first() else {
        found.differs("no route could be followed");
        return found;
    };
    let claimed = f64::from(card.reference.digits);
    let states: Vec<RecordedState> = first.iter().map(RecordedState::from).collect();
    found.energy = Some(energy_digits(first));
    found.require("energy", found.energy, ENERGY_DIGITS);
    if let Some(second) = motions.get(1) {
        let second: Vec<RecordedState> = second.iter().map(RecordedState::from).collect();
        let digits = Digits::between(&states, &second);
        found.between_routes = Some(digits);
        found.require("the routes", Some(digits.least()), claimed);
    }
    if let Some(text) = problem.stored() {
        compare_stored(&mut found, problem, states.clone(), text);
    }
    // A stored trajectory that is not there yet cannot be compared.
    if problem
        .stored()
        .is_none_or(|text| Recorded::parse(text).is_ok())
    {
        let truth: Vec<RecordedState> = problem
            .truth(&times)
            .iter()
            .map(RecordedState::from)
            .collect();
        let digits = Digits::between(&states, &truth);
        found.truth = Some(digits);
        found.require("the truth in q", Some(digits.q), claimed);
        found.require("the truth in v", Some(digits.v), claimed);
        // λ is derived from accelerations, which have a digit less.
        found.require("the truth in λ", digits.lambda, claimed - 1.0);
    }
    compare_published(&mut found, problem);
    found
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

fn energy_digits(states: &[Precise]) -> f64 {
    let (mut defect, mut scale): (f64, f64) = (0.0, f64::MIN_POSITIVE);
    for state in states {
        if state.energy_defect.is_nan() {
            return 0.0;
        }
        defect = defect.max(state.energy_defect.abs());
        scale = scale.max(state.energy_scale);
    }
    (-(defect / scale).log10()).clamp(0.0, ALL_DIGITS)
}

/// Compares with the stored trajectory, and makes the text that should be stored.
fn compare_stored(
    found: &mut Examination,
    problem: &dyn Problem,
    states: Vec<RecordedState>,
    text: &str,
) {
    let card = problem.card();
    let Some(digits) = found.between_routes else {
        found.differs("digits are stored only where two routes agree");
        return;
    };
    let held = digits.least().min(MOST_STORED).floor();
    let (id, sensitivity, energy) = (card.id, card.sensitivity, found.energy.unwrap_or(0.0));
    let agreed = "so many agree between the routes, relative to the largest q, v and λ";
    let heading = [
        ("problem", id.to_owned()),
        ("made by", format!("cargo xtask reference --write {id}")),
        ("route 1, stored", found.routes[0].clone()),
        ("route 2, compared", found.routes[1].clone()),
        ("digits", format!("{held} hold: {agreed}")),
        (
            "energy",
            format!("{energy:.0} digits of T + V - W are conserved"),
        ),
        ("sensitivity", format!("{sensitivity} s = |δq(T)|/|δv(0)|")),
    ];
    let record = Recorded {
        heading: heading.map(|(key, value)| (key.to_owned(), value)).to_vec(),
        states,
    };
    found.record = Some(record.text(held as usize + 1));
    match Recorded::parse(text) {
        Ok(stored) => {
            let digits = Digits::between(&record.states, &stored.states);
            let promised = stored.number("digits").unwrap_or(MOST_STORED);
            found.stored = Some(digits);
            found.require("the stored digits", Some(digits.least()), promised - 0.5);
            let times = |r: &Recorded| r.states.iter().map(|s| s.t).collect::<Vec<_>>();
            if times(&stored) != times(&record) {
                found.differs("stored for another output grid");
            }
        }
        Err(error) => found.differs(format!("the stored trajectory: {error}")),
    }
}

/// One published value.
struct Value<'a> {
    t: f64,
    quantity: &'a str,
    text: &'a str,
}

fn compare_published(found: &mut Examination, problem: &dyn Problem) {
    let lines = problem
        .published()
        .lines()
        .filter(|l| !l.starts_with('#'))
        .skip(1);
    let mut values = Vec::new();
    for line in lines {
        let mut cells = line.split(',').map(str::trim);
        match (
            cells.next().and_then(|t| t.parse().ok()),
            cells.next(),
            cells.next(),
        ) {
            (Some(t), Some(quantity), Some(text)) => values.push(Value { t, quantity, text }),
            _ => found.differs(format!("published: cannot read `{line}`")),
        }
    }
    let mut times: Vec<f64> = values.iter().map(|v| v.t).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    if times.is_empty() {
        return;
    }
    let states = match problem.routes()[0].run(&times) {
        Ok(states) => states,
        Err(error) => {
            found.differs(format!("published: {error}"));
            return;
        }
    };
    for value in values {
        let state = states.iter().find(|s| s.t == value.t);
        let ours = state.and_then(|s| quantity(s, value.quantity));
        let theirs = DoubleDouble::parse(value.text);
        let (Some(ours), Some(theirs)) = (ours, theirs) else {
            let Value { quantity, text, .. } = value;
            found.differs(format!("published: no such value as {quantity} = {text}"));
            continue;
        };
        found.published.compared += 1;
        if (ours - theirs).abs().value() <= 2.0 * last_digit(value.text) {
            found.published.agree += 1;
        } else {
            let Value { t, quantity, text } = value;
            found.differs(format!(
                "published {quantity}({t}) = {text}, computed {ours:.25}"
            ));
        }
    }
}

/// `q3`, `v1`, `a2`, `l1`, counted from one.
fn quantity(state: &Precise, name: &str) -> Option<DoubleDouble> {
    let (letter, number) = name.split_at_checked(1)?;
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    let values = match letter {
        "q" => &state.q,
        "v" => &state.v,
        "a" => &state.a,
        "l" => state.lambda.as_ref()?,
        _ => return None,
    };
    values.get(index).copied()
}

/// The unit of the last digit that is given.
fn last_digit(text: &str) -> f64 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, d)| d.len()) as i32;
    10.0_f64.powi(exponent.parse::<i32>().unwrap_or(0) - decimals)
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
        assert!(says.contains("another output grid"), "{says}");
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
