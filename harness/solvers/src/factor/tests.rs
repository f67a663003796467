//! Every factorization against nalgebra, on random matrices.
//!
//! A matrix is made from its factors, `A = L D Lᵀ`, so that the possible loss of a factorization without pivoting is
//! known: rounding of the size of `|L| |D| |Lᵀ|`, magnified by `A⁻¹`.

use super::band::WIDEST;
use super::*;
use crate::Singular;
use nalgebra::{DMatrix, DVector};
use numerics::SplitMix64;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use system::{MassLayout, Shape};

/// Smallest pivot as a fraction of its reference.
const SMALLEST: f64 = 1e-13;

/// Allowed error of a solution for each row, in multiples of the rounding of one operation.
const OPERATIONS: f64 = 8.0;

fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::with_cases(64)
    }
}

/// A matrix with entries at most `width` from its diagonal, and the error that rounding may cause in its solution.
struct Sample {
    a: DMatrix<f64>,
    width: usize,
    loss: f64,
}

impl Sample {
    /// Pivots over `decades` decades, of both signs if `signed`.
    fn new(seed: u64, n: usize, width: usize, decades: f64, signed: bool) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut l = DMatrix::identity(n, n);
        for i in 0..n {
            for j in i.saturating_sub(width)..i {
                l[(i, j)] = random.symmetric() / (width as f64).sqrt();
            }
        }
        let d = DVector::from_fn(n, |_, _| {
            let size = math::powf(10.0, 0.5 * decades * random.symmetric());
            if signed && random.symmetric() < 0.0 {
                -size
            } else {
                size
            }
        });
        let a = &l * DMatrix::from_diagonal(&d) * l.transpose();
        let inverse = a.clone().try_inverse().expect("no pivot is zero");
        let sizes = l.abs() * DMatrix::from_diagonal(&d.abs()) * l.abs().transpose();
        let loss = OPERATIONS * n as f64 * f64::EPSILON * inverse.norm() * sizes.norm();
        Self { a, width, loss }
    }

    fn size(&self) -> usize {
        self.a.nrows()
    }

    /// Visits the entries of the lower triangle within the band.
    fn each(&self, mut visit: impl FnMut(usize, usize, f64)) {
        for i in 0..self.size() {
            for j in i.saturating_sub(self.width)..=i {
                visit(i, j, self.a[(i, j)]);
            }
        }
    }

    /// Asserts that `solve` finds what nalgebra finds.
    fn check(&self, name: &str, solve: impl FnOnce(&mut [f64])) {
        let right = DVector::from_fn(self.size(), |k, _| math::sin(1.3 * k as f64 + 0.4));
        let expected = self.a.clone().lu().solve(&right).expect("regular");
        let mut x = right.as_slice().to_vec();
        solve(&mut x);
        let error = (DVector::from_vec(x) - &expected).norm() / expected.norm();
        assert!(error <= self.loss, "{name}: {error:e} of {:e}", self.loss);
    }

    fn band(&self, pivots: Pivots) -> Result<Band, Singular> {
        let mut band = Band::new(self.size(), self.width, pivots).expect("a narrow band");
        let mut values = vec![0.0; band.len()];
        self.each(|i, j, value| values[band.position(i, j)] = value);
        band.factor(&values, SMALLEST).map(|()| band)
    }

    fn pivoted_band(&self) -> Result<PivotedBand, Singular> {
        let mut band = PivotedBand::new(self.size(), self.width);
        self.each(|i, j, value| {
            band.set(i, j, value);
            band.set(j, i, value);
        });
        band.factor(SMALLEST).map(|()| band)
    }

    fn envelope(&self) -> Result<Envelope, Singular> {
        let first = (0..self.size()).map(|i| i.saturating_sub(self.width));
        let mut envelope = Envelope::new(first.collect());
        self.each(|i, j, value| {
            let at = envelope.position(i, j);
            envelope.values[at] = value;
        });
        envelope.factor(SMALLEST).map(|()| envelope)
    }

    fn square(&self) -> Result<Square, Singular> {
        let n = self.size();
        let mut square = Square::new(n);
        self.each(|i, j, value| square.values[i * n + j] = value);
        square.factor(SMALLEST).map(|()| square)
    }

    fn sparse(&self) -> Result<SparseCholesky, Singular> {
        let n = self.size();
        let lower: Vec<Vec<usize>> = (0..n)
            .map(|j| (j..(j + self.width + 1).min(n)).collect())
            .collect();
        let mut cholesky = SparseCholesky::new(&lower);
        let mut count = 0;
        for (j, column) in lower.iter().enumerate() {
            for &i in column {
                let at = cholesky.position(count, i, j);
                cholesky.values[at] = self.a[(i, j)];
                count += 1;
            }
        }
        cholesky.factor(SMALLEST).map(|()| cholesky)
    }

    /// The errors of every factorization of a positive definite matrix, `None` where there is none.
    fn errors(&self) -> Vec<(&'static str, Option<Singular>)> {
        let mut errors = vec![
            ("pivoted band", self.pivoted_band().err()),
            ("envelope", self.envelope().err()),
            ("square", self.square().err()),
            ("sparse", self.sparse().err()),
        ];
        if self.width <= WIDEST {
            errors.push(("band", self.band(Pivots::Positive).err()));
            errors.push(("signed band", self.band(Pivots::Signed).err()));
        }
        errors
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn definite_matrices_are_solved_as_well_as_their_condition_allows(
        seed: u64, n in 1_usize..24, width in 1_usize..12, decades in 0.0..6.0,
    ) {
        let sample = Sample::new(seed, n, width, decades, false);
        if width <= WIDEST {
            for pivots in [Pivots::Positive, Pivots::Signed] {
                let band = sample.band(pivots).expect("definite");
                sample.check("band", |x| band.solve(x));
            }
        }
        let band = sample.pivoted_band().expect("definite");
        sample.check("pivoted band", |x| band.solve(x));
        let envelope = sample.envelope().expect("definite");
        prop_assert!(envelope.is_definite());
        sample.check("envelope", |x| envelope.solve(x));
        sample.check("halves of the envelope", |x| {
            envelope.half_forward(x);
            envelope.half_backward(x);
        });
        let square = sample.square().expect("definite");
        sample.check("square", |x| square.solve(x));
        let mut cholesky = sample.sparse().expect("definite");
        prop_assert_eq!(cholesky.is_band(), width.min(n - 1) <= WIDEST);
        sample.check("sparse", |x| cholesky.solve(x));
    }

    #[test]
    fn pivots_of_both_signs_are_solved_where_they_are_allowed_and_refused_elsewhere(
        seed: u64, n in 1_usize..24, width in 1_usize..=WIDEST, decades in 0.0..6.0,
    ) {
        let sample = Sample::new(seed, n, width, decades, true);
        let band = sample.band(Pivots::Signed).expect("its pivots are known");
        sample.check("band", |x| band.solve(x));
        let pivoted = sample.pivoted_band().expect("regular");
        sample.check("pivoted band", |x| pivoted.solve(x));
        let envelope = sample.envelope().expect("its pivots are known");
        sample.check("envelope", |x| envelope.solve(x));
        let definite = sample.a.clone().cholesky().is_some();
        prop_assert_eq!(envelope.is_definite(), definite);
        prop_assert_eq!(sample.band(Pivots::Positive).is_ok(), definite);
        prop_assert_eq!(sample.square().is_ok(), definite);
        prop_assert_eq!(sample.sparse().is_ok(), definite);
    }

    #[test]
    fn a_row_of_zeros_a_copied_row_and_a_nan_are_singular(
        seed: u64, n in 2_usize..24, width in 1_usize..12, at in 0_usize..24,
    ) {
        let regular = Sample::new(seed, n, width, 2.0, false);
        let (at, next) = (at % n, (at + 1) % n);
        let mut samples = Vec::new();
        let mut with = |name, change: &dyn Fn(&mut DMatrix<f64>)| {
            let mut a = regular.a.clone();
            change(&mut a);
            samples.push((name, Sample { a, ..regular }));
        };
        with("zeros", &|a| {
            a.row_mut(at).fill(0.0);
            a.column_mut(at).fill(0.0);
        });
        if width >= n - 1 {
            with("copy", &|a| {
                a.set_row(next, &a.row(at).clone_owned());
                a.set_column(next, &a.column(at).clone_owned());
            });
        }
        with("nan", &|a| a[(at, at)] = f64::NAN);
        for (name, sample) in samples {
            for (factorization, error) in sample.errors() {
                let singular = error.map(|e| e.pivot);
                prop_assert!(
                    singular.is_some_and(|pivot| pivot.abs() < SMALLEST),
                    "{name}, {factorization}: {singular:?}"
                );
            }
        }
    }
}

#[test]
fn a_block_without_mass_is_named_by_its_row_in_the_whole_matrix() {
    let shape = Shape::new(5, 1).with_mass(MassLayout::Blocks(vec![2, 3]));
    let mut mass = MassFactor::new(&shape.unwrap());
    let two = [2.0, 1.0, 1.0, 2.0];
    let three = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let singular = mass.factor(&[&two[..], &three].concat()).unwrap_err();
    assert_eq!(singular.row, 3);
}
