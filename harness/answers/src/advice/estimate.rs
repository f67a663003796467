//! Numbers over problems: the middle, how sure it is, and the worst problem.

use crate::cells::family;
use serde::Serialize;
use std::collections::BTreeMap;
use verification::{clustered_median, middle_of};

/// A ratio over problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Median over the problems.
    pub median: f64,
    /// 95 % interval of the median for other mechanisms, by bootstrap over the families of problems; absent where all
    /// problems are of one family.
    pub interval: Option<[f64; 2]>,
    /// Largest ratio.
    pub worst: f64,
    /// The problem with the largest ratio.
    pub worst_on: String,
    /// Number of problems.
    pub problems: usize,
}

/// An absolute number over problems, relative to the scale of each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// Median over the problems.
    pub median: f64,
    /// Largest value.
    pub worst: f64,
    /// The problem with the largest value.
    pub worst_on: String,
    /// Number of problems.
    pub problems: usize,
}

impl Estimate {
    /// The estimate of a ratio from its values on problems; absent without values.
    pub(super) fn of(values: &[(&str, f64)]) -> Option<Self> {
        let Level {
            median,
            worst,
            worst_on,
            problems,
        } = Level::of(values)?;
        let mut families: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (problem, value) in values {
            families.entry(family(problem)).or_default().push(*value);
        }
        let families: Vec<Vec<f64>> = families.into_values().collect();
        let interval = clustered_median(&families).map(|found| [found.low, found.high]);
        Some(Self {
            median,
            interval: interval.filter(|_| families.len() > 1),
            worst,
            worst_on,
            problems,
        })
    }
}

impl Level {
    /// The level of a number from its values on problems; absent without values.
    pub(super) fn of(values: &[(&str, f64)]) -> Option<Self> {
        let numbers: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
        // Of equally bad problems the first by name, whatever the order of the list.
        let worse = |a: &&(&str, f64), b: &&(&str, f64)| a.1.total_cmp(&b.1).then(b.0.cmp(a.0));
        let (problem, worst) = values.iter().max_by(worse)?;
        Some(Self {
            median: middle_of(&numbers)?,
            worst: *worst,
            worst_on: (*problem).to_owned(),
            problems: values.len(),
        })
    }
}
