//! The Schur complement `S = J M⁻¹ Jᵀ` of a diagonal mass where each pair of rows shares velocities only with the pair
//! before and the pair behind, as the joints of a chain do: S is tridiagonal in blocks of two rows.
//!
//! A block row of S is formed, eliminated and substituted in one go while everything about it is at hand, from the
//! first pair to the last; a second pass goes back and finds multipliers and accelerations. Nothing is known about the
//! values. All sizes are constants (`K` values in a row, `W` velocities around a pair), so that there are neither inner
//! loops nor checks of indices.

use super::dense::SMALLEST_PIVOT;
use super::mass::MassFactor;
use super::pairs::{Pairs, PairsMut};
use super::sparse_schur::SparseSchur;
use super::stencil::{Stencil, Stencils};
use super::{Feedback, Question, Reaction, Singular};
use crate::{Pattern, Shape};

pub(super) struct BlockTridiagonal<const K: usize, const W: usize> {
    stencils: Stencils<K, W>,
    factors: Vec<Factor>,
    /// J of the last factorization.
    jacobian: Vec<f64>,
}

/// A block row of `S = L D Lᵀ`.
#[derive(Clone, Copy)]
struct Factor {
    /// What stands before the diagonal of L, by rows.
    l: [[f64; 2]; 2],
    /// D⁻¹: first diagonal entry, the one beside it, second diagonal entry.
    inverse: [f64; 3],
}

impl Factor {
    const ZERO: Self = Self {
        l: [[0.0; 2]; 2],
        inverse: [0.0; 3],
    };

    /// `D⁻¹ x`.
    #[inline(always)]
    fn divide(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [a, b, c] = self.inverse;
        [a * x + b * y, b * x + c * y]
    }
}

/// A pair of rows as it is met going forwards.
struct Pair<'a, const K: usize> {
    stencil: &'a Stencil<K>,
    window: usize,
    j: [[f64; K]; 2],
}

impl<const K: usize, const W: usize> BlockTridiagonal<K, W> {
    pub(super) fn new(pattern: &Pattern) -> Option<Self> {
        let stencils = Stencils::new(pattern)?;
        Some(Self {
            factors: vec![Factor::ZERO; stencils.pairs.len()],
            jacobian: vec![0.0; pattern.len()],
            stencils,
        })
    }

    /// Forms and factors S, asks `right` for the right-hand side x of each pair, and hands over `L⁻¹ x`.
    #[inline(always)]
    fn eliminate(
        &mut self,
        jacobian: &[f64],
        inverse_mass: &[f64],
        mut right: impl FnMut(usize, Pair<'_, K>) -> [f64; 2],
        mut forward: impl FnMut(usize, [f64; 2]),
    ) -> Result<(), Singular> {
        let mut before = Factor::ZERO;
        let mut before_j = [[0.0; K]; 2];
        let mut before_x = [0.0; 2];
        let mut values = jacobian;
        for (p, (&placed, out)) in self
            .stencils
            .pairs
            .iter()
            .zip(&mut self.factors)
            .enumerate()
        {
            let (stencil, window) = self.stencils.of(placed);
            let j = stencil.load(values);
            values = &values[stencil.len()..];

            // J M⁻¹, with zeros behind it.
            let inverse_mass: &[f64; W] = around(inverse_mass, window);
            let mut y = [[0.0; W]; 2];
            let mut diagonal = [0.0; 2];
            for row in 0..2 {
                for k in 0..K {
                    y[row][k] = j[row][k] * inverse_mass[stencil.column::<W>(row, k)];
                    diagonal[row] += y[row][k] * j[row][k];
                }
            }
            if stencil.is_single {
                diagonal[1] = 1.0;
            }
            let mut cross = 0.0;
            let mut c = [[0.0; 2]; 2];
            for k in 0..K {
                cross += j[0][k] * y[1][stencil.across::<W>(k)];
                for other in 0..2 {
                    for row in 0..2 {
                        c[row][other] +=
                            before_j[other][k] * y[row][stencil.back::<W>(other, k, row)];
                    }
                }
            }

            let l = c.map(|c| before.divide(c));
            let first = diagonal[0] - (l[0][0] * c[0][0] + l[0][1] * c[0][1]);
            let cross = cross - (l[1][0] * c[0][0] + l[1][1] * c[0][1]);
            let second = diagonal[1] - (l[1][0] * c[1][0] + l[1][1] * c[1][1]);
            let determinant = first * second - cross * cross;
            check(2 * p, first, diagonal[0])?;
            check(2 * p + 1, determinant, first * diagonal[1])?;
            let inverse = 1.0 / determinant;
            before = Factor {
                l,
                inverse: [second * inverse, -cross * inverse, first * inverse],
            };
            *out = before;
            before_j = j;

            let x = right(p, Pair { stencil, window, j });
            before_x = minus(x, l.map(|l| l[0] * before_x[0] + l[1] * before_x[1]));
            forward(p, before_x);
        }
        Ok(())
    }

    /// With `L⁻¹ (J a - γ)` in `lambda`: λ, then `a -= M⁻¹ Jᵀ λ`.
    #[inline(always)]
    fn substitute(
        &self,
        jacobian: &[f64],
        inverse_mass: &[f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        let mut lambda = PairsMut::new(lambda);
        let mut taken = [0.0; 2];
        let mut end = jacobian.len();
        let pairs = self.stencils.pairs.iter().zip(&self.factors);
        for (p, (&placed, factor)) in pairs.enumerate().rev() {
            let (stencil, window) = self.stencils.of(placed);
            let x = minus(factor.divide(lambda.get(p)), taken);
            taken = [0, 1].map(|k| factor.l[0][k] * x[0] + factor.l[1][k] * x[1]);
            lambda.set(p, x);
            end -= stencil.len();
            let j = stencil.load(&jacobian[end..]);
            let inverse_mass: &[f64; W] = around(inverse_mass, window);
            let a = a[window..].first_chunk_mut::<W>().expect("a window");
            for row in 0..2 {
                for k in 0..K {
                    let c = stencil.column::<W>(row, k);
                    a[c] -= inverse_mass[c] * (j[row][k] * x[row]);
                }
            }
        }
    }
}

/// The reciprocals that a diagonal mass was factored into.
fn reciprocals(mass: &MassFactor) -> &[f64] {
    match mass {
        MassFactor::Diagonal(inverse) => inverse,
        _ => unreachable!("the kernel is made for diagonal masses only"),
    }
}

impl<const K: usize, const W: usize> SparseSchur for BlockTridiagonal<K, W> {
    fn factor(&mut self, mass: &MassFactor, jacobian: &[f64]) -> Result<(), Singular> {
        self.jacobian.copy_from_slice(jacobian);
        self.eliminate(jacobian, reciprocals(mass), |_, _| [0.0; 2], |_, _| {})
    }

    fn solve(&mut self, mass: &MassFactor, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        let mut x_out = PairsMut::new(lambda);
        let gamma = Pairs::new(gamma);
        let mut values = &*self.jacobian;
        let mut before = [0.0; 2];
        let pairs = self.stencils.pairs.iter().zip(&self.factors);
        for (p, (&placed, factor)) in pairs.enumerate() {
            let (stencil, window) = self.stencils.of(placed);
            let j = stencil.load(values);
            values = &values[stencil.len()..];
            let x = minus(stencil.multiply(&j, around::<W>(a, window)), gamma.get(p));
            before = minus(x, factor.l.map(|l| l[0] * before[0] + l[1] * before[1]));
            x_out.set(p, before);
        }
        self.substitute(&self.jacobian, reciprocals(mass), a, lambda);
    }

    fn accelerate(
        &mut self,
        _shape: &Shape,
        mass: &MassFactor,
        question: Question<'_>,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        let Question { terms, v, feedback } = question;
        let Feedback { alpha, beta } = feedback;
        let inverse_mass = reciprocals(mass);
        for ((a, f), inverse) in a.iter_mut().zip(&terms.force).zip(inverse_mass) {
            *a = f * inverse;
        }
        let (phi, phi_t) = (Pairs::new(&terms.phi), Pairs::new(&terms.phi_t));
        let gamma = Pairs::new(&terms.gamma);
        let mut w_out = PairsMut::new(&mut reaction.w);
        let mut x_out = PairsMut::new(&mut reaction.lambda);
        self.eliminate(
            &terms.jacobian,
            inverse_mass,
            |p, Pair { stencil, window, j }| {
                let (phi, phi_t, gamma) = (phi.get(p), phi_t.get(p), gamma.get(p));
                let rate = stencil.multiply(&j, around::<W>(v, window));
                let free = stencil.multiply(&j, around::<W>(a, window));
                let w = [rate[0] + phi_t[0], rate[1] + phi_t[1]];
                w_out.set(p, w);
                let aim = [0, 1].map(|row| gamma[row] - alpha * w[row] - beta * phi[row]);
                minus(free, aim)
            },
            |p, x| x_out.set(p, x),
        )?;
        self.substitute(&terms.jacobian, inverse_mass, a, &mut reaction.lambda);
        Ok(())
    }
}

/// A pivot that is small against the entry it came from is singular. Written so that NaN fails too.
#[inline(always)]
fn check(row: usize, pivot: f64, entry: f64) -> Result<(), Singular> {
    if pivot > SMALLEST_PIVOT * entry {
        Ok(())
    } else {
        Err(Singular::new(row, pivot / entry))
    }
}

/// The `W` values from `at` on.
#[inline(always)]
fn around<const W: usize>(values: &[f64], at: usize) -> &[f64; W] {
    values[at..].first_chunk().expect("a window")
}

#[inline(always)]
fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}
