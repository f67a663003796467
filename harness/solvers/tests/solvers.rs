//! Every solver and backend against nalgebra, on random systems.

mod random_system;

use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use random_system::{Kind, Sample};
use solvers::{Backend, Kkt, Mass, MassOrthogonal, MinNorm, Penalty, RelativePenalty};
use system::{Feedback, MassLayout, Reaction, Shape, Terms};

const BACKENDS: [Backend; 3] = [Backend::Dense, Backend::Sparse, Backend::Envelope];

/// Allowed error of a solution for each unknown, in multiples of the rounding of one operation.
const OPERATIONS: f64 = 16.0;

fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::with_cases(48)
    }
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Diagonal),
        Just(Kind::Blocks),
        Just(Kind::Dense),
        Just(Kind::Neighbours),
    ]
}

/// Asserts that `found` differs from `expected` by no more than rounding magnified by `condition`.
fn assert_near(found: &DVector<f64>, expected: &DVector<f64>, condition: f64, what: &str) {
    let error = (found - expected).norm();
    let bound =
        OPERATIONS * expected.len() as f64 * f64::EPSILON * condition * expected.norm().max(1e-300);
    assert!(
        error <= bound,
        "{what}: off by {error:e}, allowed {bound:e}"
    );
}

/// Accelerations and multipliers in the units in which nalgebra solves.
fn solved(sample: &Sample, solve: impl FnOnce(&mut [f64], &mut [f64])) -> DVector<f64> {
    let shape = &sample.shape;
    let (mut a, mut lambda) = (vec![0.0; shape.n_v()], vec![0.0; shape.constraints()]);
    solve(&mut a, &mut lambda);
    sample.scaled(&a, &lambda)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_backend_solves_as_well_as_the_condition_allows(
        seed: u64, m in 0_usize..14, spare in 1_usize..8, kind in kinds(), decades in 0.0..6.0, dense: bool,
    ) {
        let mut sample = Sample::new(seed, m, spare, kind, decades, dense);
        let expected = sample.solution();
        let condition = sample.condition();
        let Sample { shape, terms, .. } = &sample;
        let feedback = Feedback { alpha: 3.0, beta: 5.0 };
        let v: Vec<f64> = (0..shape.n_v()).map(|k| math::cos(0.9 * k as f64)).collect();
        let mut reactions = Vec::new();
        for backend in BACKENDS {
            let mut kkt = Kkt::with_backend(shape, backend);
            kkt.factor(terms).expect("independent rows");
            let found = solved(&sample, |a, lambda| {
                kkt.solve(&terms.force, &terms.gamma, a, lambda);
            });
            assert_near(&found, &expected, condition, &format!("{backend:?}"));
            // Twice: a constant mass is factored only once, and kernels begin with the second call.
            for _ in 0..2 {
                let (mut a, mut reaction) = (vec![0.0; shape.n_v()], Reaction::new(m));
                kkt.accelerate(terms, &v, feedback, &mut reaction, &mut a).expect("the same rows");
                reactions.push((backend, a, reaction));
            }
        }
        // Feedback changes γ by these terms, with the velocity residual that was found.
        for (backend, a, reaction) in reactions {
            let mut terms = sample.terms.clone();
            for i in 0..m {
                terms.gamma[i] -= 3.0 * reaction.w[i] + 5.0 * terms.phi[i];
            }
            std::mem::swap(&mut sample.terms, &mut terms);
            let expected = sample.solution();
            std::mem::swap(&mut sample.terms, &mut terms);
            let found = sample.scaled(&a, &reaction.lambda);
            assert_near(&found, &expected, condition, &format!("{backend:?} with feedback"));
        }
    }

    /// Powers of two cost no rounding, so pivots, thresholds and results are those of the same system in other units.
    #[test]
    fn units_of_masses_and_rows_do_not_change_a_bit(
        seed: u64, m in 1_usize..14, spare in 1_usize..8, kind in kinds(), dense: bool,
        heavy in -20_i32..20, long in -30_i32..30,
    ) {
        let sample = Sample::new(seed, m, spare, kind, 4.0, dense);
        let (heavy, long) = (math::powi(4.0, heavy), math::powi(2.0, long));
        let mut scaled = sample.terms.clone();
        let times = |values: &mut [f64], factor: f64| values.iter_mut().for_each(|x| *x *= factor);
        times(&mut scaled.mass, heavy);
        times(&mut scaled.force, heavy);
        times(&mut scaled.jacobian, long);
        times(&mut scaled.gamma, long);
        times(&mut scaled.phi, long);
        for backend in BACKENDS {
            let [(a, lambda), (a_scaled, mut lambda_scaled)] = [&sample.terms, &scaled].map(|terms| {
                let mut kkt = Kkt::with_backend(&sample.shape, backend);
                let (v, mut a) = (vec![0.5; sample.shape.n_v()], vec![0.0; sample.shape.n_v()]);
                let mut reaction = Reaction::new(m);
                let mut all = (Vec::new(), Vec::new());
                for _ in 0..2 {
                    let feedback = Feedback { alpha: 3.0, beta: 5.0 };
                    kkt.accelerate(terms, &v, feedback, &mut reaction, &mut a).expect("independent rows");
                    all.0.extend_from_slice(&a);
                    all.1.extend_from_slice(&reaction.lambda);
                }
                all
            });
            times(&mut lambda_scaled, long / heavy);
            prop_assert_eq!(a, a_scaled, "{:?}", backend);
            prop_assert_eq!(lambda, lambda_scaled, "{:?}", backend);
        }
    }

    #[test]
    fn copied_rows_and_nan_are_singular_for_every_backend(
        seed: u64, m in 2_usize..14, spare in 1_usize..8, kind in kinds(), dense: bool, at in 0_usize..1000,
    ) {
        let regular = Sample::new(seed, m, spare, kind, 2.0, dense);
        let copied = regular.with_copied_row(at % (m - 1));
        let (mut mass, mut jacobian) = (regular.terms.clone(), regular.terms.clone());
        let n = regular.shape.n_v();
        regular.shape.mass().each_entry(n, |value, i, j| {
            if i == j && i == at % n {
                mass.mass[value] = f64::NAN;
            }
        });
        let values = jacobian.jacobian.len();
        jacobian.jacobian[at % values] = f64::NAN;
        for backend in BACKENDS {
            for (what, shape, terms) in [
                ("copy", &copied.shape, &copied.terms),
                ("mass", &regular.shape, &mass),
                ("jacobian", &regular.shape, &jacobian),
            ] {
                let factored = Kkt::with_backend(shape, backend).factor(terms);
                prop_assert!(factored.is_err(), "{what}, {backend:?}");
                let mut reaction = Reaction::new(shape.constraints());
                let (v, mut a) = (vec![0.5; shape.n_v()], vec![0.0; shape.n_v()]);
                let accelerated = Kkt::with_backend(shape, backend)
                    .accelerate(terms, &v, Feedback::default(), &mut reaction, &mut a);
                prop_assert!(accelerated.is_err(), "{what}, {backend:?}");
            }
        }
        for terms in [&mass, &jacobian] {
            prop_assert!(MinNorm::new(&regular.shape).factor(terms).is_err());
            let mut penalty = Penalty::new(&regular.shape, 1e3).expect("positive");
            prop_assert!(penalty.factor(terms).is_err());
        }
    }

    #[test]
    fn rows_of_any_rank_are_solved_by_the_pseudo_inverse(
        seed: u64, m in 1_usize..10, spare in 1_usize..8, kind in kinds(), dense: bool, copies in 0_usize..3,
    ) {
        let mut sample = Sample::new(seed, m, spare, kind, 2.0, dense);
        let condition = sample.condition();
        for k in 0..copies {
            sample = sample.with_copied_row(k % m);
        }
        let mut min_norm = MinNorm::new(&sample.shape);
        min_norm.factor(&sample.terms).expect("a definite mass");
        prop_assert_eq!(min_norm.rank(), m);
        let found = solved(&sample, |a, lambda| {
            min_norm.solve(&sample.terms.force, &sample.terms.gamma, a, lambda);
        });
        assert_near(&found, &sample.pseudo_solution(m), condition, "pseudo-inverse");
    }

    #[test]
    fn penalties_and_sweeps_with_them_solve_with_copied_rows_too(
        seed: u64, m in 1_usize..14, spare in 1_usize..20, kind in kinds(), dense: bool, copies in 0_usize..2,
        decades in 0.0..5.0,
    ) {
        let mut sample = Sample::new(seed, m, spare, kind, 1.0, dense);
        let condition = sample.condition();
        for k in 0..copies {
            sample = sample.with_copied_row(k % m);
        }
        let Sample { shape, terms, .. } = &sample;
        let kappa = RelativePenalty::new(math::powf(10.0, decades)).expect("positive");
        let mut penalty = Penalty::relative(shape, terms, kappa).expect("rows of some length");
        penalty.factor(terms).expect("definite");
        let weights = DMatrix::from_diagonal(&DVector::from_column_slice(penalty.penalties()));
        let (mass, j) = (sample.mass(), sample.jacobian());
        let scale = sample.mass_scale();
        let k = &scale * (mass + j.transpose() * weights * &j) * &scale;
        let right = &scale * DVector::from_column_slice(&terms.force);
        let spectrum = k.clone().singular_values();
        let expected = k.lu().solve(&right).expect("definite");
        let mut x = terms.force.clone();
        penalty.solve(&mut x);
        let found = scale.try_inverse().expect("positive") * DVector::from_vec(x);
        assert_near(&found, &expected, spectrum.max() / spectrum.min(), "penalty");

        // Sweeps converge to the solution by pseudo-inverse. The penalty costs some of the digits.
        if decades >= 4.0 {
            let mut sweeps = MassOrthogonal::new(shape, penalty);
            sweeps.factor(terms).expect("definite");
            let (mut a, mut lambda) = (vec![0.0; shape.n_v()], vec![0.0; shape.constraints()]);
            let done = sweeps.solve(terms, &terms.force, &terms.gamma, &mut a, &mut lambda);
            prop_assert!(done.residual.is_finite());
            let found = sample.scaled(&a, &lambda).rows(0, shape.n_v()).clone_owned();
            let expected = sample.pseudo_solution(m).rows(0, shape.n_v()).clone_owned();
            let left = math::powi(1.0 / kappa.value() * condition, done.count as i32);
            let error = (found - &expected).norm() / expected.norm();
            prop_assert!(error <= 1e-9 * condition + left, "{error:e} after {done:?}");
        }
    }

    #[test]
    fn a_mass_is_solved_as_well_as_its_condition_allows(
        seed: u64, n in 1_usize..20, kind in kinds(), decades in 0.0..8.0,
    ) {
        let sample = Sample::new(seed, 0, n, kind, decades, true);
        let Sample { shape, terms, .. } = &sample;
        let mut mass = Mass::new(shape);
        mass.factor(terms).expect("definite");
        let found = solved(&sample, |a, _| {
            a.copy_from_slice(&terms.force);
            mass.solve(a);
        });
        assert_near(&found, &sample.solution(), sample.condition(), "mass");
        let mut negative = Terms::clone(terms);
        negative.mass.iter_mut().for_each(|m| *m = -*m);
        prop_assert!(Mass::new(shape).factor(&negative).is_err());
    }
}

#[test]
fn a_system_without_rows_and_velocities_is_solved() {
    for layout in [MassLayout::Diagonal, MassLayout::Dense] {
        let shape = Shape::new(0, 0).with_mass(layout).expect("no velocities");
        let terms = Terms::new(&shape);
        for backend in BACKENDS {
            let mut kkt = Kkt::with_backend(&shape, backend);
            kkt.factor(&terms).expect("nothing is singular");
            kkt.solve(&[], &[], &mut [], &mut []);
        }
    }
}
