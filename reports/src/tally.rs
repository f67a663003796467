//! Counts by kind, and distinct names.

use std::collections::BTreeMap;

/// Counts by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally<K: Ord>(BTreeMap<K, usize>);

impl<K: Ord> Tally<K> {
    /// How many are of this kind.
    pub(crate) fn count(&self, kind: K) -> usize {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    /// How many there are.
    pub(crate) fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// The kinds that occur, each with its count.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, usize)> {
        self.0.iter().map(|(kind, n)| (kind, *n))
    }
}

impl<K: Ord> FromIterator<K> for Tally<K> {
    fn from_iter<I: IntoIterator<Item = K>>(kinds: I) -> Self {
        let mut counts = BTreeMap::new();
        for kind in kinds {
            *counts.entry(kind).or_insert(0) += 1;
        }
        Self(counts)
    }
}

/// Every name once, in the order in which they first occur.
pub(crate) fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known = vec![];
    for name in names {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    known
}
