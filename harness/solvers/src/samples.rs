//! Systems for the tests of the solvers.

use system::{MassLayout, Pattern, Shape, Terms, largest};

/// A chain-like system: row i touches columns 2i .. 2i+4, deterministic values.
pub(crate) fn chain(m: usize, layout: MassLayout) -> (Shape, Terms) {
    let n = 2 * m + 2;
    let rows = Pattern::from_rows(n, (0..m).map(|i| (2 * i..2 * i + 4).collect()));
    let shape = Shape::new(n, m)
        .with_mass(layout)
        .unwrap()
        .with_rows(rows)
        .unwrap();
    let terms = filled(&shape);
    (shape, terms)
}

/// Deterministic values for all inputs of a solver.
pub(crate) fn filled(shape: &Shape) -> Terms {
    let mut terms = Terms::new(shape);
    let n = shape.n_v();
    let wave = |k: usize| math::sin(1.7 * k as f64 + 0.3);
    for (k, j) in terms.jacobian.iter_mut().enumerate() {
        *j = wave(k) + 0.2;
    }
    match shape.mass().clone() {
        MassLayout::Diagonal => {
            for (k, m) in terms.mass.iter_mut().enumerate() {
                *m = 1.5 + wave(3 * k);
            }
        }
        MassLayout::Blocks(sizes) => {
            let mut at = 0;
            for b in sizes {
                fill_block(&mut terms.mass[at..at + b * b], b);
                at += b * b;
            }
        }
        MassLayout::Dense => fill_block(&mut terms.mass, n),
        layout @ MassLayout::Sparse(_) => layout.each_entry(n, |at, i, j| {
            terms.mass[at] = if i == j { 2.0 } else { 0.5 };
        }),
    }
    for (k, f) in terms.force.iter_mut().enumerate() {
        *f = wave(5 * k + 1);
    }
    for (k, g) in terms.gamma.iter_mut().enumerate() {
        *g = wave(7 * k + 2);
    }
    terms
}

/// A mass that couples each velocity with the next but one.
pub(crate) fn neighbours(n: usize) -> MassLayout {
    let row = |i: usize| [i.checked_sub(2), Some(i), (i + 2 < n).then_some(i + 2)];
    let rows = (0..n).map(|i| row(i).into_iter().flatten().collect());
    MassLayout::Sparse(Pattern::from_rows(n, rows))
}

fn fill_block(block: &mut [f64], b: usize) {
    for i in 0..b {
        for j in 0..b {
            block[i * b + j] = if i == j {
                2.0
            } else {
                0.5 / (1.0 + (i + j) as f64)
            };
        }
    }
}

/// Largest residual of both equations of motion.
pub(crate) fn residual(shape: &Shape, terms: &Terms, a: &[f64], lambda: &[f64]) -> f64 {
    let mut r = vec![0.0; shape.n_v()];
    shape.mass().multiply(&terms.mass, a, &mut r);
    shape
        .rows()
        .add_transposed(&terms.jacobian, 1.0, lambda, &mut r);
    let mut g = vec![0.0; shape.constraints()];
    shape.rows().multiply(&terms.jacobian, a, &mut g);
    let upper = r.iter().zip(&terms.force).map(|(r, f)| (r - f).abs());
    let lower = g.iter().zip(&terms.gamma).map(|(r, f)| (r - f).abs());
    largest(upper.chain(lower))
}
