//! The Schur complement `S = J M⁻¹ Jᵀ` of a diagonal mass where each pair of rows shares velocities only with the pair
//! before and the pair behind, as the joints of a chain do: S is tridiagonal in blocks of two rows.
//!
//! A pass from the first pair to the last forms, eliminates and substitutes one block row of S after the other; a
//! second pass goes back and finds multipliers and accelerations. Only the pattern is assumed, nothing about the
//! values. All sizes are constants (`K` values in a row, `W` velocities around a pair), so that there are neither
//! inner loops nor checks of indices.

use super::SparseSchur;
use super::pairs::{Pairs, PairsMut};
use super::stencil::{Stencil, Stencils};
use crate::Singular;
use crate::factor::MassFactor;
use crate::kkt::dense::check;
use system::Question;
use system::{Feedback, Pattern, Reaction, Shape};

pub(super) struct BlockTridiagonal<const K: usize, const W: usize> {
    stencils: Stencils<K, W>,
    factors: Vec<Factor>,
    /// J of the last factorization.
    jacobian: Vec<f64>,
}

/// A block row of the factors in `S = L D Lᵀ`.
#[derive(Clone, Copy)]
struct Factor {
    /// Entries of L before the diagonal, by rows.
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

/// A pair of rows in the pass from the first pair to the last.
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

    /// Forms and factors S. For each pair `right` gives the right-hand side x, and `forward` receives `L⁻¹ x`.
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

            // J M⁻¹, padded with zeros.
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

    /// With `L⁻¹ (J a - γ)` in `lambda` on entry computes λ, then `a -= M⁻¹ Jᵀ λ`.
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
        question: &Question<'_>,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        let &Question { terms, v, feedback } = question;
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

/// The `W` values from `at` on.
#[inline(always)]
fn around<const W: usize>(values: &[f64], at: usize) -> &[f64; W] {
    values[at..].first_chunk().expect("a window")
}

#[inline(always)]
fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

#[cfg(test)]
mod tests {
    use super::super::scheduled::Scheduled;
    use super::*;
    use crate::samples::{filled, residual};
    use system::Terms;

    /// Joints of two rows along planar links, as many rows of them as asked for, with velocities that nothing touches
    /// at the end.
    fn links(m: usize) -> (Shape, Terms) {
        let row = |i: usize| {
            let (link, axis) = (i / 2, i % 2);
            let own = [3 * link + axis, 3 * link + 2];
            let before = own.map(|c| c.checked_sub(3));
            before.into_iter().flatten().chain(own).collect()
        };
        sample(3 * m.div_ceil(2) + 13, (0..m).map(row).collect())
    }

    /// Long rows that overlap.
    fn ladder(m: usize) -> (Shape, Terms) {
        let row = |i: usize| {
            (6 * (i / 2)..6 * (i / 2) + 12)
                .skip(i % 2)
                .step_by(2 - i % 3 / 2)
        };
        sample(
            3 * m + 20,
            (0..m).map(|i| row(i).take(8).collect()).collect(),
        )
    }

    fn sample(n: usize, rows: Vec<Vec<usize>>) -> (Shape, Terms) {
        let m = rows.len();
        let shape = Shape::new(n, m)
            .with_rows(Pattern::from_rows(n, rows))
            .unwrap();
        let mut terms = filled(&shape);
        for i in 0..m {
            // A large value among those that the pair before does not touch, so that rows are clearly independent.
            let range = shape.rows().range(i);
            terms.jacobian[(range.start + range.len() / 2 + i % 2).min(range.end - 1)] += 3.0;
            (terms.phi[i], terms.phi_t[i]) = (0.1 * i as f64, 0.3 - 0.01 * i as f64);
        }
        (shape, terms)
    }

    fn kernel<const K: usize, const W: usize>(shape: &Shape) -> Box<dyn SparseSchur> {
        Box::new(BlockTridiagonal::<K, W>::new(shape.rows()).unwrap())
    }

    fn mass(shape: &Shape, terms: &Terms) -> MassFactor {
        let mut mass = MassFactor::new(shape);
        mass.factor(&terms.mass).unwrap();
        mass
    }

    fn solved(schur: &mut dyn SparseSchur, shape: &Shape, terms: &Terms) -> (Vec<f64>, Vec<f64>) {
        let mass = mass(shape, terms);
        let (mut a, mut lambda) = (terms.force.clone(), vec![0.0; shape.constraints()]);
        mass.solve(&mut a);
        schur.factor(&mass, &terms.jacobian).unwrap();
        schur.solve(&mass, &terms.gamma, &mut a, &mut lambda);
        (a, lambda)
    }

    #[test]
    fn the_kernel_and_the_list_of_products_solve_the_same_equations() {
        for m in [1, 2, 3, 8, 41, 100] {
            let (small, large) = (links(m), ladder(m));
            for (schur, (shape, terms)) in [
                (kernel::<4, 8>(&small.0), &small),
                (kernel::<8, 16>(&small.0), &small),
                (kernel::<8, 16>(&large.0), &large),
            ] {
                let mut schur = schur;
                let (a, lambda) = solved(&mut *schur, shape, terms);
                assert!(residual(shape, terms, &a, &lambda) < 1e-12, "{m}");
                let (b, other) = solved(&mut Scheduled::new(shape), shape, terms);
                let largest = other.iter().fold(1.0, |a: f64, x| a.max(x.abs()));
                for (x, y) in a.iter().chain(&lambda).zip(b.iter().chain(&other)) {
                    assert!((x - y).abs() < 1e-12 * largest, "{m}: {x} {y}");
                }
            }
        }
    }

    #[test]
    fn one_call_with_feedback_is_the_default_one_in_parts() {
        for m in [2, 7, 40] {
            let (shape, terms) = links(m);
            let shape = shape.with_time_dependence();
            let v: Vec<f64> = (0..shape.n_v())
                .map(|k| math::cos(0.9 * k as f64))
                .collect();
            let question = Question {
                terms: &terms,
                v: &v,
                feedback: Feedback {
                    alpha: 3.0,
                    beta: 5.0,
                },
            };
            let mass = mass(&shape, &terms);
            let accelerate = |schur: &mut dyn SparseSchur| {
                let (mut reaction, mut a) = (Reaction::new(m), vec![f64::NAN; shape.n_v()]);
                schur
                    .accelerate(&shape, &mass, &question, &mut reaction, &mut a)
                    .unwrap();
                [a, reaction.w, reaction.lambda].concat()
            };
            let one = accelerate(&mut *kernel::<4, 8>(&shape));
            let parts = accelerate(&mut Scheduled::new(&shape));
            let largest = parts.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
            for (x, y) in one.iter().zip(&parts) {
                assert!((x - y).abs() < 1e-13 * largest, "{m}: {x} {y}");
            }
        }
    }

    #[test]
    fn a_singular_row_is_found_where_it_is() {
        for bad in [4, 7, 10] {
            let (shape, mut terms) = links(11);
            let mass = mass(&shape, &terms);
            let range = shape.rows().range(bad);
            terms.jacobian[range.clone()].fill(0.0);
            let mut schur = kernel::<4, 8>(&shape);
            let singular = schur.factor(&mass, &terms.jacobian).unwrap_err();
            assert_eq!((singular.row, singular.pivot), (bad, 0.0));
            terms.jacobian[range].fill(f64::NAN);
            let singular = schur.factor(&mass, &terms.jacobian).unwrap_err();
            // A pair has one block, so either row of it may be named.
            assert_eq!(singular.row / 2, bad / 2);
        }
        // A row that is the copy of another one of its pair.
        let (shape, terms) = sample(12, vec![vec![0, 1], vec![2, 3], vec![1, 3], vec![1, 3]]);
        let mut terms = terms;
        terms.jacobian[4..].copy_from_slice(&[0.6, 0.8, 0.6, 0.8]);
        let singular = kernel::<4, 8>(&shape)
            .factor(&mass(&shape, &terms), &terms.jacobian)
            .unwrap_err();
        assert!(
            singular.row == 3 && singular.pivot.abs() < 1e-12,
            "{singular}"
        );
    }

    #[test]
    fn the_length_of_rows_does_not_decide_whether_they_are_singular() {
        // Powers of two cost no rounding, so that the factors are the same in other units.
        let (shape, terms) = links(11);
        let (a, lambda) = solved(&mut *kernel::<4, 8>(&shape), &shape, &terms);
        for length in [math::powi(2.0, -40), math::powi(2.0, 40)] {
            let mut scaled = terms.clone();
            scaled.jacobian.iter_mut().for_each(|j| *j *= length);
            scaled.gamma.iter_mut().for_each(|gamma| *gamma *= length);
            let (b, mut other) = solved(&mut *kernel::<4, 8>(&shape), &shape, &scaled);
            other.iter_mut().for_each(|lambda| *lambda *= length);
            assert_eq!((&a, &lambda), (&b, &other));
        }
        // A copy of a row is singular whatever its length.
        let (shape, mut terms) = sample(12, vec![vec![0, 1], vec![0, 1]]);
        for length in [1.0, math::powi(2.0, -40), math::powi(2.0, 40)] {
            let row = [0.6 * length, 0.8 * length];
            terms.jacobian.copy_from_slice(&[row, row].concat());
            let factored = kernel::<4, 8>(&shape).factor(&mass(&shape, &terms), &terms.jacobian);
            assert_eq!(factored.unwrap_err().row, 1);
        }
    }
}
