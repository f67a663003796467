//! Accelerations in one pass, compiled for the sizes and patterns of common small mechanisms.
//!
//! A [`Kernel`] is reached through a function pointer chosen at construction. Which velocities a row touches, and which of
//! them the mass couples, are constants of it: products with structural zeros are never compiled, and what is left works on
//! local arrays. The algebra is that of [`super::schur`] and of the factored mass, called with constants; the bits are the same.

use super::bits::{all, bits_of, blocks, drawn, filled, touches};
use super::schur::{dot, factor, solve};
use crate::solve::Question;
use crate::solve::factor::{ldl, solve_ldl};
use crate::{Feedback, MassLayout, Reaction, Shape};

/// What every kernel is given besides the mass; `false` when the pivots are too small for it.
type Accelerate = fn(&[f64], Question<'_>, &mut Reaction, &mut [f64]) -> bool;

/// A kernel, by what it wants to know of the mass.
#[derive(Clone, Copy)]
pub(crate) enum Kernel {
    /// The factors that [`crate::solve::factor::MassFactor`] keeps: reciprocals, or those of blocks.
    Factored(Accelerate),
    /// The values themselves, of a mass that depends on the configuration.
    Values(Accelerate),
}

/// Two rods in the plane, pinned to the ground and to each other, by centres and angles.
const PINNED_RODS: u64 = drawn(&[
    "x.x...", //
    ".xx...", //
    "x.xx.x", //
    ".xx.xx",
]);

/// A rod that ends three loops of two rows each: one with one body, two with two bodies.
const THREE_LOOPS: u64 = drawn(&[
    "xxx....", //
    "xxx....", //
    "xx.xx..", //
    "xx.xx..", //
    "xx...xx", //
    "xx...xx",
]);

/// The same with its first loop left open.
const TWO_LOOPS: u64 = THREE_LOOPS >> 14;

/// Their mass: bodies that follow each other are coupled.
const FOLLOWERS: [usize; 4] = [2, 1, 2, 2];
const FOLLOWING: u64 = blocks(7, &FOLLOWERS);

/// The kernel for systems of this shape, if there is one; the others go through run-time sizes in parts.
pub(crate) fn kernel_for(shape: &Shape) -> Option<Kernel> {
    let (n, m) = (shape.n_v(), shape.constraints());
    if n * n.max(m) >= u64::BITS as usize {
        return None;
    }
    let rows = bits_of(shape.rows());
    let dense = rows == all(n * m);
    Some(match shape.mass() {
        MassLayout::Diagonal if shape.has_constant_mass() => match (n, m) {
            (2, 1) if dense => diagonal::<2, 1, { all(2) }>(),
            (3, 1) if dense => diagonal::<3, 1, { all(3) }>(),
            (3, 2) if dense => diagonal::<3, 2, { all(6) }>(),
            (4, 2) if dense => diagonal::<4, 2, { all(8) }>(),
            (4, 3) if dense => diagonal::<4, 3, { all(12) }>(),
            (6, 4) if rows == PINNED_RODS => diagonal::<6, 4, PINNED_RODS>(),
            _ => return None,
        },
        MassLayout::Dense if shape.has_constant_mass() => match (n, m) {
            (4, 2) if dense => Kernel::Factored(accelerate_blocks::<4, 2, { all(8) }, { all(16) }>),
            _ => return None,
        },
        MassLayout::Blocks(sizes) if !shape.has_constant_mass() && sizes[..] == FOLLOWERS => {
            match (n, m) {
                (7, 6) if rows == THREE_LOOPS => {
                    Kernel::Values(accelerate_varying::<7, 6, THREE_LOOPS, FOLLOWING>)
                }
                (7, 4) if rows == TWO_LOOPS => {
                    Kernel::Values(accelerate_varying::<7, 4, TWO_LOOPS, FOLLOWING>)
                }
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn diagonal<const N: usize, const M: usize, const ROWS: u64>() -> Kernel {
    Kernel::Factored(accelerate_diagonal::<N, M, ROWS>)
}

fn accelerate_diagonal<const N: usize, const M: usize, const ROWS: u64>(
    inverse_mass: &[f64],
    question: Question<'_>,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
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
    question: Question<'_>,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let l = unpacked::<N, N>(MASS, l);
    with_blocks::<N, M, ROWS, MASS>(&l, question, reaction, a_out)
}

fn accelerate_varying<const N: usize, const M: usize, const ROWS: u64, const MASS: u64>(
    mass: &[f64],
    question: Question<'_>,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let mut l = unpacked::<N, N>(MASS, mass);
    let coupled = |i: usize, k: usize| touches(MASS, N, i, k);
    if ldl(l.as_flattened_mut(), N, f64::EPSILON, coupled).is_err() {
        return false;
    }
    with_blocks::<N, M, ROWS, MASS>(&l, question, reaction, a_out)
}

/// With the factors of the mass, as [`ldl`] leaves them.
#[inline(always)]
fn with_blocks<const N: usize, const M: usize, const ROWS: u64, const MASS: u64>(
    l: &[[f64; N]; N],
    question: Question<'_>,
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

/// Patterns of J and of `J M⁻¹`; constants wherever they are used.
#[derive(Clone, Copy)]
struct Rows {
    rows: u64,
    filled: u64,
}

/// With `y = M⁻¹ Jᵀ` and `a = M⁻¹ f`. Works on local arrays, which the compiler keeps in registers.
#[inline(always)]
fn accelerate<const N: usize, const M: usize>(
    Rows { rows, filled }: Rows,
    jacobian: &[[f64; N]; M],
    y: &[[f64; N]; M],
    mut a: [f64; N],
    question: Question<'_>,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let Question { terms, v, feedback } = question;
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

/// A matrix with its zeros.
///
/// Whoever evaluates writes values in pairs, and a load that spans two pairs just written stalls the processor for longer
/// than a row takes. So every other pair is read through a slice of which the compiler does not know where it is.
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
