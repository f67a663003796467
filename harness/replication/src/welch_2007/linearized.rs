//! The double pendulum of Section V, linearized about θ = 0, and the range in which its spectra are stable.

use super::{DATA, matrices, table_1};
use crate::bisection::bisection;
use crate::{ReplicationError, Result};
use planar_double_pendulum::Parameters;
use system::{System, Terms};
use theory::stability::Amplification;

/// Spectral radii up to this count as one, because rounding splits a double eigenvalue with one eigenvector by the
/// square root of its own size.
pub(super) const ONE: f64 = 1.0 + 1e-6;

/// The smallest and the largest step of the scan, in s.
pub(super) const SCANNED: [f64; 2] = [1e-3, 1.0];

/// Number of steps in the scan.
const SCAN_POINTS: usize = 301;

/// Number of bisections of a limit, enough for the last digit of a double.
const BISECTIONS: usize = 60;

/// The Jacobian at θ = 0 that follows from the constraints of the paper (Eq. 68).
pub(super) fn derived_rows() -> Result<Vec<f64>> {
    Ok(at_start(&table_1::Setup::default().system()?).1)
}

/// The terms of a system at its start, and its Jacobian there with all zeros.
pub(super) fn at_start(system: &dyn System) -> (Terms, Vec<f64>) {
    let (start, mut terms) = (system.initial(), Terms::new(system.shape()));
    system.evaluate(start.t, start.q(), start.v(), &mut terms);
    // Terms hold what a row touches; the paper writes the zeros too.
    let (rows, n) = (system.shape().rows(), system.shape().n_v());
    let mut full = vec![0.0; rows.rows() * n];
    for i in 0..rows.rows() {
        for (&column, &value) in rows.columns(i).iter().zip(&terms.jacobian[rows.range(i)]) {
            full[i * n + column] = value;
        }
    }
    (terms, full)
}

/// The Jacobian as printed (Eq. 69).
pub(super) fn printed_rows() -> Vec<f64> {
    let half = 0.5 * Parameters::default().length;
    let columns = [
        ("x1", 1.0),
        ("y1", 1.0),
        ("theta1", half),
        ("x2", 1.0),
        ("y2", 1.0),
        ("theta2", half),
    ];
    let rows = ["row 1", "row 2", "row 3", "row 4"].into_iter();
    let entry = |row, (column, unit): (&str, f64)| unit * DATA.get("Eq. 69", row, column).value;
    rows.flat_map(|row| columns.map(|column| entry(row, column)))
        .collect()
}

/// The projector Γ of the double pendulum with these rows of the Jacobian.
pub(super) fn projector(rows: &[f64]) -> Result<Vec<f64>> {
    let Parameters { length, mass, .. } = Parameters::default();
    let (light, turning) = (1.0 / mass, 12.0 / (mass * length * length));
    let inverse_mass = [light, light, turning, light, light, turning];
    matrices::projector(&inverse_mass, rows).ok_or(ReplicationError::Missing(
        "dependent rows have no projector",
    ))
}

/// The matrix as a map on `(q, h q')`, with the same spectrum and with entries of one size.
pub(super) fn scaled(matrix: &Amplification, h: f64) -> Amplification {
    let (size, half) = (matrix.size, matrix.size / 2);
    let unit = |i: usize| if i < half { 1.0 } else { h };
    let entry = |(k, x): (usize, &f64)| x * unit(k / size) / unit(k % size);
    Amplification {
        size,
        entries: matrix.entries.iter().enumerate().map(entry).collect(),
    }
}

/// The steps of the scan from the smallest to the largest, evenly spaced in the logarithm.
pub(super) fn scan() -> impl Iterator<Item = f64> {
    let [low, high] = SCANNED;
    (0..SCAN_POINTS).map(move |k| low * math::powf(high / low, k as f64 / (SCAN_POINTS - 1) as f64))
}

/// The largest step up to which the spectral radius counts as at most one, or infinity if the scan finds no limit.
pub(super) fn limit(radius: impl Fn(f64) -> f64) -> f64 {
    let Some(first) = scan().find(|h| radius(*h) > ONE) else {
        return f64::INFINITY;
    };
    bisection([0.0, first], BISECTIONS, |h| radius(h) <= ONE)
}
