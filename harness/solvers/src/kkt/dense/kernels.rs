//! Accelerations in one pass, compiled for the sizes and patterns of small systems.
//!
//! A [`SolverKernel`] is reached through a function pointer chosen at construction. The velocities that a row
//! touches, and those that the mass couples, are constants of the kernel, so that products with structural zeros are
//! never compiled and everything else works on local arrays. The algebra is that of the dense backend called with
//! constants, and gives the same bits.
//!
//! Up to four velocities with dense rows and a constant mass are compiled here. A larger system names its own pattern
//! beside its equations and hands the kernel to [`Shape::with_solver_kernel`]:
//!
//! ```
//! use system::bits::drawn;
//! use solvers::kernels;
//! use system::{Pattern, Shape};
//!
//! const ROWS: u64 = drawn(&["xx...", ".xxxx"]);
//! let rows = Pattern::from_rows(5, [vec![0, 1], vec![1, 2, 3, 4]]);
//! let shape = Shape::new(5, 2).with_rows(rows)?.with_solver_kernel(kernels::diagonal::<5, 2, ROWS>())?;
//! # Ok::<(), system::ShapeError>(())
//! ```

use super::schur::{dot, factor, solve};
use crate::factor::{ldl, solve_ldl};
use system::Question;
use system::bits::{all, blocks, filled, touches};
use system::{CompiledSolver, SolverKernel};
use system::{Feedback, MassLayout, Reaction, Shape, Terms};

/// The kernel for a constant diagonal mass and rows of the pattern `ROWS`.
pub const fn diagonal<const N: usize, const M: usize, const ROWS: u64>() -> SolverKernel {
    let pass = CompiledSolver::Factored(accelerate_diagonal::<N, M, ROWS>);
    compiled::<N, M>(ROWS, blocks(N, &[1; N]), pass)
}

/// The kernel for a constant mass of blocks with the pattern `MASS`, and rows of the pattern `ROWS`.
pub const fn constant<const N: usize, const M: usize, const ROWS: u64, const MASS: u64>()
-> SolverKernel {
    let pass = CompiledSolver::Factored(accelerate_blocks::<N, M, ROWS, MASS>);
    compiled::<N, M>(ROWS, MASS, pass)
}

/// The kernel for a mass that depends on the configuration, of blocks with the pattern `MASS`, and rows of the pattern
/// `ROWS`.
pub const fn varying<const N: usize, const M: usize, const ROWS: u64, const MASS: u64>()
-> SolverKernel {
    let pass = CompiledSolver::Values(accelerate_varying::<N, M, ROWS, MASS>);
    compiled::<N, M>(ROWS, MASS, pass)
}

const fn compiled<const N: usize, const M: usize>(
    rows: u64,
    mass: u64,
    kernel: CompiledSolver,
) -> SolverKernel {
    const {
        assert!(
            N * N < 64 && N * M < 64,
            "a pattern has fewer than 64 entries"
        )
    };
    SolverKernel {
        n: N,
        m: M,
        rows,
        mass,
        compiled: kernel,
    }
}

/// The kernel that the shape brings along, or one for its size; `None` for systems that are solved in parts with
/// run-time sizes.
pub(crate) fn kernel_for(shape: &Shape) -> Option<CompiledSolver> {
    let kernel = shape.solver_kernel().or_else(|| by_size(shape));
    kernel.map(|kernel| kernel.compiled)
}

fn by_size(shape: &Shape) -> Option<SolverKernel> {
    if !(shape.rows().is_dense() && shape.has_constant_mass()) {
        return None;
    }
    macro_rules! sizes {
        ($(($n:literal, $m:literal))+) => {
            match (shape.mass(), shape.n_v(), shape.constraints()) {
                $(
                    (MassLayout::Diagonal, $n, $m) => diagonal::<$n, $m, { all($n * $m) }>(),
                    (MassLayout::Dense, $n, $m) => {
                        constant::<$n, $m, { all($n * $m) }, { all($n * $n) }>()
                    }
                )+
                _ => return None,
            }
        };
    }
    Some(sizes!((2, 1)(3, 1)(3, 2)(4, 1)(4, 2)(4, 3)))
}

fn accelerate_diagonal<const N: usize, const M: usize, const ROWS: u64>(
    inverse_mass: &[f64],
    terms: &Terms,
    v: &[f64],
    feedback: Feedback,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let question = &Question { terms, v, feedback };
    let jacobian = unpacked::<N, M>(ROWS, &question.terms.jacobian);
    let inverse_mass = fixed::<N>(inverse_mass);
    let mut y = jacobian;
    for i in 0..M {
        for k in 0..N {
            if touches(ROWS, N, i, k) {
                y[i][k] *= inverse_mass[k];
            }
        }
    }
    let mut a = fixed::<N>(&question.terms.force);
    for k in 0..N {
        a[k] *= inverse_mass[k];
    }
    let with = Rows {
        rows: ROWS,
        filled: ROWS,
    };
    accelerate(with, &jacobian, &y, a, question, reaction, a_out)
}

fn accelerate_blocks<const N: usize, const M: usize, const ROWS: u64, const MASS: u64>(
    l: &[f64],
    terms: &Terms,
    v: &[f64],
    feedback: Feedback,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let question = &Question { terms, v, feedback };
    let l = unpacked::<N, N>(MASS, l);
    with_blocks::<N, M, ROWS, MASS>(&l, question, reaction, a_out)
}

fn accelerate_varying<const N: usize, const M: usize, const ROWS: u64, const MASS: u64>(
    mass: &[f64],
    terms: &Terms,
    v: &[f64],
    feedback: Feedback,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let question = &Question { terms, v, feedback };
    let mut l = unpacked::<N, N>(MASS, mass);
    let coupled = |i: usize, k: usize| touches(MASS, N, i, k);
    if ldl(l.as_flattened_mut(), N, f64::EPSILON, coupled).is_err() {
        return false;
    }
    with_blocks::<N, M, ROWS, MASS>(&l, question, reaction, a_out)
}

/// Accelerates with the factors of the mass in the form of [`ldl`].
#[inline(always)]
fn with_blocks<const N: usize, const M: usize, const ROWS: u64, const MASS: u64>(
    l: &[[f64; N]; N],
    question: &Question<'_>,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let filled = const { filled(N, M, ROWS, MASS) };
    let l = l.as_flattened();
    let jacobian = unpacked::<N, M>(ROWS, &question.terms.jacobian);
    let mut y = jacobian;
    for (row, y) in y.iter_mut().enumerate() {
        solve_ldl(l, N, y, |i, k| {
            touches(MASS, N, i, k) && touches(filled, N, row, i)
        });
    }
    let mut a = fixed::<N>(&question.terms.force);
    solve_ldl(l, N, &mut a, |i, k| touches(MASS, N, i, k));
    let with = Rows { rows: ROWS, filled };
    accelerate(with, &jacobian, &y, a, question, reaction, a_out)
}

/// Patterns of J and of `J M⁻¹`, which are compile-time constants wherever they are used.
#[derive(Clone, Copy)]
struct Rows {
    rows: u64,
    filled: u64,
}

/// Accelerates with `y = M⁻¹ Jᵀ` and `a = M⁻¹ f`, on local arrays that the compiler keeps in registers.
#[inline(always)]
fn accelerate<const N: usize, const M: usize>(
    Rows { rows, filled }: Rows,
    jacobian: &[[f64; N]; M],
    y: &[[f64; N]; M],
    mut a: [f64; N],
    question: &Question<'_>,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let &Question { terms, v, feedback } = question;
    let Feedback { alpha, beta } = feedback;
    let in_row = |i: usize, k: usize| touches(rows, N, i, k);
    let in_solved = |i: usize, k: usize| touches(filled, N, i, k);
    let v = fixed::<N>(v);
    let (mut s, mut inverse_d) = ([[0.0; M]; M], [0.0; M]);
    let (j, z) = (jacobian.as_flattened(), y.as_flattened());
    let (s_flat, d) = (s.as_flattened_mut(), &mut inverse_d);
    if factor(N, M, j, z, s_flat, d, in_row, in_solved).is_err() {
        return false;
    }
    let (gamma, phi) = (fixed::<M>(&terms.gamma), fixed::<M>(&terms.phi));
    let phi_t = fixed::<M>(&terms.phi_t);
    let (mut w, mut lambda) = ([0.0; M], [0.0; M]);
    for i in 0..M {
        w[i] = dot(&jacobian[i], &v, |k| in_row(i, k)) + phi_t[i];
        lambda[i] = gamma[i] - alpha * w[i] - beta * phi[i];
    }
    solve(
        N,
        M,
        j,
        z,
        s.as_flattened(),
        &inverse_d,
        &mut a,
        &mut lambda,
        in_row,
        in_solved,
    );

    a_out[..N].copy_from_slice(&a);
    reaction.w[..M].copy_from_slice(&w);
    reaction.lambda[..M].copy_from_slice(&lambda);
    true
}

/// The first `N` values as an array.
#[inline(always)]
fn fixed<const N: usize>(x: &[f64]) -> [f64; N] {
    let mut array = [0.0; N];
    array.copy_from_slice(&x[..N]);
    array
}

/// The dense matrix with these stored values.
///
/// Evaluations write values in pairs, and a load that spans two pairs just written stalls the processor for longer
/// than a row takes. So every other pair is read through a slice whose address is hidden from the compiler.
#[inline(always)]
fn unpacked<const N: usize, const R: usize>(bits: u64, values: &[f64]) -> [[f64; N]; R] {
    let count = bits.count_ones() as usize;
    let even = &values[..count];
    let odd = if count > 2 {
        &std::hint::black_box(even)[..count]
    } else {
        even
    };
    let (mut matrix, mut at) = ([[0.0; N]; R], 0);
    for i in 0..R {
        for k in 0..N {
            if touches(bits, N, i, k) {
                let pairs = if at / 2 % 2 == 0 { even } else { odd };
                matrix[i][k] = pairs[at];
                at += 1;
            }
        }
    }
    matrix
}
