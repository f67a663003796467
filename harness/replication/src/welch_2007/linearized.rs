//! The double pendulum of Section V, linearized about θ = 0, and the range in which its spectra are stable.

use super::{DATA, matrices, table_1};
use crate::bisection::bisection;
use crate::{ReplicationError, Result};
use planar_double_pendulum::Parameters;
use system::{System, Terms};
use theory::stability::Amplification;

/// Spectral radii up to this are one: a double eigenvalue with one eigenvector is split by the root of rounding.
pub(super) const ONE: f64 = 1.0 + 1e-6;

/// Steps that are scanned, in s.
pub(super) const SCANNED: [f64; 2] = [1e-3, 1.0];

/// Steps of the scan.
const SCAN_POINTS: usize = 301;

/// Bisections of a limit: to the last digit of a double.
const BISECTIONS: usize = 60;

/// The Jacobian at θ = 0, as the constraints of the paper give it (Eq. 68).
pub(super) fn derived_rows() -> Result<Vec<f64>> {
    let system = table_1::Setup::default().system()?;
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
    Ok(full)
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

/// Γ of the double pendulum with these rows.
pub(super) fn projector(rows: &[f64]) -> Result<Vec<f64>> {
    let Parameters { length, mass, .. } = Parameters::default();
    let (light, turning) = (1.0 / mass, 12.0 / (mass * length * length));
    let inverse_mass = [light, light, turning, light, light, turning];
    matrices::projector(&inverse_mass, rows).ok_or(ReplicationError::Missing(
        "dependent rows have no projector",
    ))
}

/// The same map on `(q, h q')`, which has the same spectrum and entries of one size.
pub(super) fn scaled(matrix: &Amplification, h: f64) -> Amplification {
    let (size, half) = (matrix.size, matrix.size / 2);
    let unit = |i: usize| if i < half { 1.0 } else { h };
    let entry = |(k, x): (usize, &f64)| x * unit(k / size) / unit(k % size);
    Amplification {
        size,
        entries: matrix.entries.iter().enumerate().map(entry).collect(),
    }
}

/// Steps from the smallest to the largest, evenly in the logarithm.
pub(super) fn scan() -> impl Iterator<Item = f64> {
    let [low, high] = SCANNED;
    (0..SCAN_POINTS).map(move |k| low * f64::powf(high / low, k as f64 / (SCAN_POINTS - 1) as f64))
}

/// The largest step up to which every radius is one; infinite where the scan finds no limit.
pub(super) fn limit(radius: impl Fn(f64) -> f64) -> f64 {
    let Some(first) = scan().find(|h| radius(*h) > ONE) else {
        return f64::INFINITY;
    };
    bisection([0.0, first], BISECTIONS, |h| radius(h) <= ONE)
}
