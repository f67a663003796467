//! The results as a matrix of variants and problems.

use results::{Cell, ClaimedOrders, Method, Problem, Results, Run, Variant};
use std::collections::BTreeMap;

/// An index of cells by variant and problem.
pub(crate) struct Matrix<'a> {
    /// The results that are indexed.
    pub(crate) results: &'a Results,
    cells: BTreeMap<(&'a str, &'a str), &'a Cell>,
    variants: BTreeMap<&'a str, &'a Variant>,
}

impl<'a> Matrix<'a> {
    /// Indexes the results.
    pub(crate) fn new(results: &'a Results) -> Self {
        let key = |cell: &'a Cell| (cell.variant.as_str(), cell.problem.as_str());
        let variants = results.methods.iter().flat_map(|method| &method.variants);
        Self {
            results,
            cells: results.cells.iter().map(|cell| (key(cell), cell)).collect(),
            variants: variants
                .map(|variant| (variant.id.as_str(), variant))
                .collect(),
        }
    }

    /// The cell of a variant on a problem.
    pub(crate) fn cell(&self, variant: &str, problem: &str) -> Option<&'a Cell> {
        self.cells.get(&(variant, problem)).copied()
    }

    /// The variant with an id.
    pub(crate) fn variant(&self, id: &str) -> Option<&'a Variant> {
        self.variants.get(id).copied()
    }

    /// All variants with their methods, in the order of the rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&'a Method, &'a Variant)> + use<'a> {
        let methods = self.results.methods.iter();
        methods.flat_map(|method| method.variants.iter().map(move |variant| (method, variant)))
    }

    /// The cells of one problem, row by row.
    pub(crate) fn column(&self, problem: &Problem) -> Vec<(&'a Method, &'a Variant, &'a Cell)> {
        let cells = self
            .rows()
            .map(|(method, variant)| (method, variant, self.cell(&variant.id, &problem.id)));
        cells
            .filter_map(|(method, variant, cell)| Some((method, variant, cell?)))
            .collect()
    }
}

/// The claimed orders of a cell: those for its problem if there are any, else those of the variant.
pub(crate) fn claims<'a>(variant: &'a Variant, cell: &'a Cell) -> &'a ClaimedOrders {
    cell.claimed_order
        .as_ref()
        .unwrap_or(&variant.claimed_order)
}

/// The finest run that completed.
pub(crate) fn finest(cell: &Cell) -> Option<&Run> {
    cell.order_runs()
        .iter()
        .rev()
        .find(|run| run.measured.is_complete())
}

/// The command that reproduces a part of the report.
pub(crate) fn command(results: &Results, selection: &str) -> String {
    let quick = if results.provenance.quick {
        " --quick"
    } else {
        ""
    };
    format!("cargo xtask report{quick} {selection}")
}

/// An id as part of an anchor: a slash becomes a dot, other characters than kebab-case their code points.
pub(crate) fn slug(id: &str) -> String {
    id.chars().fold(String::new(), |mut out, c| {
        match c {
            c if c.is_ascii_alphanumeric() || c == '-' => out.push(c),
            '/' => out.push('.'),
            c => out.push_str(&format!("_{:x}", c as u32)),
        }
        out
    })
}

/// The part of a variant's id that differs within its method: `rk4/held` of `baumgarte/rk4/held`.
pub(crate) fn tail<'a>(method: &Method, variant: &'a str) -> &'a str {
    variant
        .strip_prefix(method.id.as_str())
        .and_then(|rest| rest.strip_prefix('/'))
        .unwrap_or(variant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn every_row_meets_every_column() {
        let results = captured::planted();
        let matrix = Matrix::new(&results);
        for (_, variant) in matrix.rows() {
            for problem in &results.problems {
                assert!(matrix.cell(&variant.id, &problem.id).is_some());
            }
        }
    }

    #[test]
    fn anchors_keep_different_ids_apart() {
        assert_eq!(slug("pendulum/yoon-1993"), "pendulum.yoon-1993");
        assert_ne!(slug("a/b"), slug("a-b"));
        assert_ne!(slug("a<b"), slug("a>b"));
    }
}
