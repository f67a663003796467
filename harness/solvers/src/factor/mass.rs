//! The factored mass matrix: reciprocals on the diagonal, or `L D Lᵀ` of its blocks.

use super::envelope::Envelope;
use super::ldl::{ldl, ldl_any, solve_any, solve_ldl, unit_backward, unit_forward};
use crate::Singular;
use system::{MassLayout, Shape, Terms};

/// One square block: where it starts among the velocities, its size, and where its values start.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) row: usize,
    size: usize,
    at: usize,
}

/// Factors of the mass matrix, kept while the mass is constant.
pub(crate) enum MassFactor {
    /// Reciprocals of the diagonal entries.
    Diagonal(Vec<f64>),
    /// Row-major factors of the blocks in the form of [`ldl`], one after the other.
    Blocks { blocks: Vec<Block>, l: Vec<f64> },
    /// Factors within the envelope of the pattern, and the position of each stored value in the lower triangle.
    Sparse {
        envelope: Box<Envelope>,
        at: Vec<Option<usize>>,
    },
}

/// Solves with the mass matrix alone; a constant one is factored once.
pub struct Mass {
    factor: MassFactor,
    is_constant: bool,
    is_factored: bool,
}

impl Mass {
    /// Buffers for systems of this shape.
    pub fn new(shape: &Shape) -> Self {
        Self {
            factor: MassFactor::new(shape),
            is_constant: shape.has_constant_mass(),
            is_factored: false,
        }
    }

    /// Factors the mass matrix of `terms`.
    ///
    /// # Errors
    /// When it is not positive definite.
    #[inline]
    pub fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        if !self.is_factored {
            self.factor.factor(&terms.mass)?;
            self.is_factored = self.is_constant;
        }
        Ok(())
    }

    /// `x = M⁻¹ x`.
    #[inline]
    pub fn solve(&self, x: &mut [f64]) {
        self.factor.solve(x);
    }

    /// `a = M⁻¹ f`, or zero without a force.
    #[inline(always)]
    pub(crate) fn free_acceleration(&self, f: Option<&[f64]>, a: &mut [f64]) {
        match f {
            Some(f) => {
                a.copy_from_slice(f);
                self.solve(a);
            }
            None => a.fill(0.0),
        }
    }

    /// The factors of the mass that was factored last.
    pub(crate) fn factors(&self) -> &MassFactor {
        &self.factor
    }

    /// Whether the mass is constant and has been factored.
    pub(crate) fn is_final(&self) -> bool {
        self.is_factored
    }
}

/// The blocks of a mass matrix; a diagonal one has none.
pub(crate) fn blocks(shape: &Shape) -> Vec<Block> {
    let sizes: &[usize] = match shape.mass() {
        MassLayout::Diagonal | MassLayout::Sparse(_) => &[],
        MassLayout::Blocks(sizes) => sizes,
        MassLayout::Dense => &[shape.n_v()],
    };
    let (mut row, mut at) = (0, 0);
    sizes
        .iter()
        .map(|&size| {
            let block = Block { row, size, at };
            row += size;
            at += size * size;
            block
        })
        .collect()
}

impl Block {
    /// The velocities that the block covers.
    pub(crate) fn velocities(&self) -> std::ops::Range<usize> {
        self.row..self.row + self.size
    }

    fn values(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.size * self.size
    }
}

impl MassFactor {
    pub(crate) fn new(shape: &Shape) -> Self {
        let len = shape.mass().len(shape.n_v());
        match shape.mass() {
            MassLayout::Diagonal => Self::Diagonal(vec![0.0; len]),
            MassLayout::Sparse(pattern) => {
                let first = |i: usize| pattern.columns(i)[0].min(i);
                let envelope = Envelope::new((0..shape.n_v()).map(first).collect());
                let mut at = vec![None; len];
                shape.mass().each_entry(shape.n_v(), |value, i, j| {
                    if i >= j {
                        at[value] = Some(envelope.position(i, j));
                    }
                });
                Self::Sparse {
                    envelope: Box::new(envelope),
                    at,
                }
            }
            _ => Self::Blocks {
                blocks: blocks(shape),
                l: vec![0.0; len],
            },
        }
    }

    /// Reciprocals of a diagonal mass, or the factors of its blocks one after the other; a sparse mass has neither.
    #[inline(always)]
    pub(crate) fn values(&self) -> &[f64] {
        match self {
            Self::Diagonal(values) | Self::Blocks { l: values, .. } => values,
            Self::Sparse { .. } => &[],
        }
    }

    /// Factors `mass`; it must be positive definite.
    pub(crate) fn factor(&mut self, mass: &[f64]) -> Result<(), Singular> {
        match self {
            Self::Diagonal(inverse) => {
                for (i, (inverse, &m)) in inverse.iter_mut().zip(mass).enumerate() {
                    if !(m > 0.0 && m.is_finite()) {
                        return Err(Singular::new(i, 0.0));
                    }
                    *inverse = 1.0 / m;
                }
            }
            Self::Blocks { blocks, l } => {
                l.copy_from_slice(mass);
                for b in blocks.iter() {
                    let l = &mut l[b.values()];
                    // Small sizes as constants, so that the loops unroll; here and below.
                    let factored = match b.size {
                        1 => ldl(l, 1, f64::EPSILON, |_, _| true),
                        2 => ldl(l, 2, f64::EPSILON, |_, _| true),
                        3 => ldl(l, 3, f64::EPSILON, |_, _| true),
                        n => ldl_any(l, n, f64::EPSILON),
                    };
                    factored.map_err(|e| Singular {
                        row: b.row + e.row,
                        ..e
                    })?;
                }
            }
            Self::Sparse { envelope, at } => {
                envelope.values.fill(0.0);
                for (m, at) in mass.iter().zip(at) {
                    if let Some(at) = at {
                        envelope.values[*at] = *m;
                    }
                }
                envelope.factor(f64::EPSILON)?;
                if !envelope.is_definite() {
                    return Err(Singular::new(0, 0.0));
                }
            }
        }
        Ok(())
    }

    /// `x = M⁻¹ x`.
    #[inline]
    pub(crate) fn solve(&self, x: &mut [f64]) {
        match self {
            Self::Diagonal(inverse) => {
                for (x, inverse) in x.iter_mut().zip(inverse) {
                    *x *= inverse;
                }
            }
            Self::Blocks { blocks, .. } => {
                for b in blocks {
                    self.solve_block(b, x);
                }
            }
            Self::Sparse { envelope, .. } => envelope.solve(x),
        }
    }

    /// `x = M⁻¹ x` within one block of a block-diagonal mass.
    pub(crate) fn solve_block(&self, b: &Block, x: &mut [f64]) {
        if let Self::Blocks { l, .. } = self {
            let (l, x) = (&l[b.values()], &mut x[b.velocities()]);
            match b.size {
                1 => solve_ldl(l, 1, x, |_, _| true),
                2 => solve_ldl(l, 2, x, |_, _| true),
                3 => solve_ldl(l, 3, x, |_, _| true),
                n => solve_any(l, n, x),
            }
        }
    }

    /// `x = L⁻¹ x` with `M = L Lᵀ`.
    pub(crate) fn forward(&self, x: &mut [f64]) {
        match self {
            Self::Diagonal(inverse) => scale_by_roots(inverse, 1, x),
            Self::Blocks { blocks, l } => {
                for b in blocks {
                    let (l, x) = (&l[b.values()], &mut x[b.velocities()]);
                    unit_forward(l, b.size, x, |_, _| true);
                    scale_by_roots(l, b.size + 1, x);
                }
            }
            Self::Sparse { envelope, .. } => envelope.half_forward(x),
        }
    }

    /// `x = L⁻ᵀ x` with `M = L Lᵀ`.
    pub(crate) fn backward(&self, x: &mut [f64]) {
        match self {
            Self::Diagonal(inverse) => scale_by_roots(inverse, 1, x),
            Self::Blocks { blocks, l } => {
                for b in blocks {
                    let (l, x) = (&l[b.values()], &mut x[b.velocities()]);
                    scale_by_roots(l, b.size + 1, x);
                    unit_backward(l, b.size, x, |_, _| true);
                }
            }
            Self::Sparse { envelope, .. } => envelope.half_backward(x),
        }
    }
}

/// `x = D^(-1/2) x` for reciprocals at a distance of `stride`.
fn scale_by_roots(inverse: &[f64], stride: usize, x: &mut [f64]) {
    for (x, inverse) in x.iter_mut().zip(inverse.iter().step_by(stride)) {
        *x *= inverse.sqrt();
    }
}
