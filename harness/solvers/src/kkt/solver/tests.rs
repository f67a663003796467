use super::*;
use crate::kernels;
use crate::samples::{chain, filled, neighbours, residual};
use approx::assert_abs_diff_eq;
use system::bits::{blocks, drawn};
use system::{Pattern, ShapeError};

/// Every shape that has a kernel.
fn shapes_with_kernels() -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (n, m) in [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)] {
        shapes.push(Shape::new(n, m));
        shapes.push(Shape::new(n, m).with_mass(MassLayout::Dense).unwrap());
    }
    // Patterns that a system brings along.
    const ROWS: u64 = drawn(&["x.x...", ".xx...", "x.xx.x", ".xx.xx"]);
    const MASS: u64 = blocks(6, &[2, 1, 3]);
    let rows = [vec![0, 2], vec![1, 2], vec![0, 2, 3, 5], vec![1, 2, 4, 5]];
    let diagonal = Shape::new(6, 4)
        .with_rows(Pattern::from_rows(6, rows))
        .unwrap();
    let in_blocks = diagonal
        .clone()
        .with_mass(MassLayout::Blocks(vec![2, 1, 3]))
        .unwrap();
    let varying = in_blocks.clone().with_configuration_dependent_mass();
    for (shape, kernel) in [
        (diagonal, kernels::diagonal::<6, 4, ROWS>()),
        (in_blocks, kernels::constant::<6, 4, ROWS, MASS>()),
        (varying, kernels::varying::<6, 4, ROWS, MASS>()),
    ] {
        shapes.push(shape.with_solver_kernel(kernel).unwrap());
    }
    shapes
}

#[test]
fn a_kernel_is_refused_where_it_does_not_fit_and_dropped_where_it_no_longer_does() {
    const ROWS: u64 = drawn(&["xx.", ".xx"]);
    let kernel = kernels::diagonal::<3, 2, ROWS>();
    let rows = || Pattern::from_rows(3, [vec![0, 1], vec![1, 2]]);
    let shape = Shape::new(3, 2).with_rows(rows()).unwrap();
    for other in [
        Shape::new(3, 2),
        Shape::new(3, 1),
        shape.clone().with_configuration_dependent_mass(),
        shape.clone().with_mass(MassLayout::Dense).unwrap(),
    ] {
        let refused = other.with_solver_kernel(kernel).unwrap_err();
        assert_eq!(refused, ShapeError::Kernel(kernel));
    }
    let shape = shape.with_solver_kernel(kernel).unwrap();
    assert!(
        shape
            .clone()
            .with_time_dependence()
            .solver_kernel()
            .is_some()
    );
    for changed in [
        shape.clone().with_rows(rows()).unwrap(),
        shape.clone().with_mass(MassLayout::Diagonal).unwrap(),
        shape.clone().with_configuration_dependent_mass(),
        shape.with_nonholonomic(1),
    ] {
        assert_eq!(changed.solver_kernel(), None);
    }
}

/// Terms with independent rows: those of one wave alone would depend on each other.
fn regular(shape: &Shape) -> Terms {
    let mut terms = filled(shape);
    for i in 0..shape.constraints() {
        let row = shape.rows().range(i);
        terms.jacobian[row.start + i % row.len()] += 2.0 + i as f64;
        (terms.phi[i], terms.phi_t[i]) = (math::sin(5.0 * i as f64), math::cos(7.0 * i as f64));
    }
    terms
}

#[test]
fn one_pass_and_parts_give_the_same_bits() {
    for shape in shapes_with_kernels() {
        // A time-dependent system, because Φ_t is known to be zero in others.
        let shape = shape.with_time_dependence();
        let (n, m) = (shape.n_v(), shape.constraints());
        let mut terms = regular(&shape);
        let mut kkt = Kkt::new(&shape);
        assert!(kkt.kernel.is_some(), "{n} × {m}");
        let v: Vec<f64> = (0..n).map(|k| math::sin(13.0 * k as f64)).collect();
        let feedback = Feedback {
            alpha: 2.0,
            beta: 3.0,
        };
        let (mut a, mut reaction) = (vec![0.0; n], Reaction::new(m));
        let (mut b, mut expected) = (vec![0.0; n], Reaction::new(m));
        // A constant mass is factored in parts the first time.
        for _ in 0..3 {
            kkt.accelerate(&terms, &v, feedback, &mut reaction, &mut a)
                .unwrap();
            let question = Question {
                terms: &terms,
                v: &v,
                feedback,
            };
            kkt.accelerate_in_parts(&question, &mut expected, &mut b)
                .unwrap();
            assert_eq!((&a, &reaction.lambda), (&b, &expected.lambda), "{n} × {m}");
            assert_eq!(reaction.w, expected.w, "{n} × {m}");
            if !shape.has_constant_mass() {
                terms.mass.iter_mut().for_each(|m| *m *= 1.25);
            }
            terms.force[0] += 0.1;
        }
    }
}

#[test]
fn a_kernel_answers_without_help_where_rows_are_independent() {
    for shape in shapes_with_kernels() {
        let (n, m) = (shape.n_v(), shape.constraints());
        let terms = regular(&shape);
        let mut kkt = Kkt::new(&shape);
        kkt.factor(&terms).unwrap();
        let (kernel, mass) = match kkt.kernel.unwrap() {
            CompiledSolver::Factored(kernel) => (kernel, kkt.mass.factors().values()),
            CompiledSolver::Values(kernel) => (kernel, &*terms.mass),
        };
        let (mut a, mut reaction) = (vec![f64::NAN; n], Reaction::new(m));
        let feedback = Feedback::default();
        let done = kernel(mass, &terms, &vec![0.7; n], feedback, &mut reaction, &mut a);
        assert!(done, "{n} × {m}");
        assert!(residual(&shape, &terms, &a, &reaction.lambda) < 1e-12);
    }
}

#[test]
fn the_kernel_of_a_shape_is_the_one_that_is_called() {
    // It answers in a way that no equations would.
    let seven = |_: &[f64], _: &Terms, _: &[f64], _: Feedback, _: &mut Reaction, a: &mut [f64]| {
        a.fill(7.0);
        true
    };
    for shape in shapes_with_kernels() {
        let (terms, mut kkt) = (regular(&shape), Kkt::new(&shape));
        let n = shape.n_v();
        let (mut a, mut reaction) = (vec![0.0; n], Reaction::new(shape.constraints()));
        let mut accelerate = |kkt: &mut Kkt| {
            kkt.accelerate(
                &terms,
                &vec![0.7; n],
                Feedback::default(),
                &mut reaction,
                &mut a,
            )
            .unwrap();
            a.clone()
        };
        // Factors of a constant mass are known after the first call.
        assert_ne!(accelerate(&mut kkt), vec![7.0; n]);
        kkt.kernel = Some(match kkt.kernel.unwrap() {
            CompiledSolver::Factored(_) => CompiledSolver::Factored(seven),
            CompiledSolver::Values(_) => CompiledSolver::Values(seven),
        });
        assert_eq!(accelerate(&mut kkt), vec![7.0; n]);
    }
}

#[test]
fn redundant_rows_are_an_error_for_every_kernel() {
    for shape in shapes_with_kernels() {
        let mut terms = regular(&shape);
        let (n, m) = (shape.n_v(), shape.constraints());
        let (mut a, mut reaction) = (vec![0.0; n], Reaction::new(m));
        let mut kkt = Kkt::new(&shape);
        let mut accelerate = |terms: &Terms| {
            kkt.accelerate(
                terms,
                &vec![0.7; n],
                Feedback::default(),
                &mut reaction,
                &mut a,
            )
        };
        assert!(accelerate(&terms).is_ok(), "{n} × {m}");
        terms.jacobian.fill(0.0);
        assert!(accelerate(&terms).is_err(), "{n} × {m}");
    }
}

#[test]
fn long_chains_choose_the_sparse_backend_and_small_ones_do_not() {
    assert_eq!(
        Kkt::new(&chain(100, MassLayout::Diagonal).0).backend(),
        Backend::Sparse
    );
    assert_eq!(
        Kkt::new(&chain(100, neighbours(202)).0).backend(),
        Backend::Envelope
    );
    assert_eq!(
        Kkt::new(&chain(3, MassLayout::Diagonal).0).backend(),
        Backend::Dense
    );
}

#[test]
fn near_a_singular_configuration_pivoting_keeps_the_digits() {
    // Two rows at the angle δ: the Schur pivot is δ², which alone would leave no digit at 1e-7.
    let delta = 1e-7;
    let shape = Shape::new(3, 2);
    let mut terms = Terms::new(&shape);
    terms.mass.fill(1.0);
    terms
        .jacobian
        .copy_from_slice(&[1.0, 0.0, 0.0, 1.0, delta, 0.0]);
    terms.force.copy_from_slice(&[0.0, 0.0, 1.0]);
    terms.gamma.copy_from_slice(&[1.0, 1.0 + 3.0 * delta]);
    for backend in [Backend::Dense, Backend::Sparse, Backend::Envelope] {
        let mut kkt = Kkt::with_backend(&shape, backend);
        kkt.factor(&terms).unwrap();
        let (mut a, mut lambda) = ([0.0; 3], [0.0; 2]);
        kkt.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
        assert_abs_diff_eq!(a[0], 1.0, epsilon = 1e-15);
        assert_abs_diff_eq!(a[1], 3.0, epsilon = 1e-8); // ε/δ
        assert_abs_diff_eq!(a[2], 1.0, epsilon = 1e-15);
        let mut b = [0.0; 3];
        kkt.correct(&terms.gamma, &mut b, &mut lambda);
        assert_abs_diff_eq!(b[1], 3.0, epsilon = 1e-8);
        assert_abs_diff_eq!(b[2], 0.0, epsilon = 1e-15);
        let mut reaction = Reaction::new(2);
        kkt.accelerate(
            &terms,
            &[0.0; 3],
            Feedback::default(),
            &mut reaction,
            &mut b,
        )
        .unwrap();
        assert_eq!(a, b);
    }
}

#[test]
fn sparse_solvers_have_a_fallback_while_it_is_cheap() {
    let has_fallback = |n, m| {
        let rows = Pattern::from_rows(n, (0..m).map(|i| vec![i, i + 1]));
        let shape = Shape::new(n, m).with_rows(rows).unwrap();
        Kkt::with_backend(&shape, Backend::Sparse)
            .fallback
            .is_some()
    };
    assert!(has_fallback(40, FALLBACK_UP_TO - 40));
    assert!(!has_fallback(40, FALLBACK_UP_TO - 39));
}
