//! Eigenvalues by the QR iteration with double shifts, after the procedures `elmhes` and `hqr` of EISPACK.
//!
//! Libraries that choose their instructions by the processor give other last digits on other machines.

use super::Eigenvalue;

/// Iterations for one eigenvalue after which the search is given up.
const MOST_ITERATIONS: usize = 60;

/// Iterations after which a shift is exceptional: cycles end there.
const PATIENCE: usize = 10;

/// The eigenvalues of the row-major `n × n` matrix `a`, which is overwritten, or `None` without convergence.
pub(super) fn shifted_qr(n: usize, a: &mut [f64]) -> Option<Vec<Eigenvalue>> {
    let mut a = Square { n, entries: a };
    a.reduce_to_hessenberg();
    let size = a.entries.iter().map(|x| x.abs()).sum();
    let mut found = Vec::with_capacity(n);
    let (mut end, mut shifted, mut iterations) = (n, 0.0, 0);
    while end > 0 {
        let begin = a.split(end, size);
        let last = end - 1;
        let corner = a.at(last, last);
        if begin == last {
            found.push(Eigenvalue {
                re: corner + shifted,
                im: 0.0,
            });
            (end, iterations) = (last, 0);
            continue;
        }
        let mut shift = Shift {
            x: corner,
            y: a.at(last - 1, last - 1),
            w: a.at(last, last - 1) * a.at(last - 1, last),
        };
        if begin + 1 == last {
            found.extend(shift.pair(shifted));
            (end, iterations) = (last - 1, 0);
            continue;
        }
        if iterations == MOST_ITERATIONS {
            return None;
        }
        if iterations > 0 && iterations % PATIENCE == 0 {
            shifted += corner;
            for i in 0..end {
                a.add(i, i, -corner);
            }
            let s = a.at(last, last - 1).abs() + a.at(last - 1, last - 2).abs();
            (shift.x, shift.y, shift.w) = (0.75 * s, 0.75 * s, -0.4375 * s * s);
        }
        iterations += 1;
        a.double_step(begin, end, shift);
    }
    Some(found)
}

/// The last two rows of the active part: its diagonal `y`, `x` and the product `w` of the entries beside it.
#[derive(Clone, Copy)]
struct Shift {
    x: f64,
    y: f64,
    w: f64,
}

impl Shift {
    /// The eigenvalues of these two rows, whose diagonal was shifted before.
    fn pair(self, shifted: f64) -> [Eigenvalue; 2] {
        let Self { x, y, w } = self;
        let half = 0.5 * (y - x);
        let square = half * half + w;
        let (root, x) = (square.abs().sqrt(), x + shifted);
        if square < 0.0 {
            return [root, -root].map(|im| Eigenvalue { re: x + half, im });
        }
        let far = half + root.copysign(half);
        let near = if far == 0.0 { x } else { x - w / far };
        [x + far, near].map(|re| Eigenvalue { re, im: 0.0 })
    }
}

/// A matrix by rows.
struct Square<'a> {
    n: usize,
    entries: &'a mut [f64],
}

impl Square<'_> {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.entries[i * self.n + j]
    }

    fn set(&mut self, i: usize, j: usize, value: f64) {
        self.entries[i * self.n + j] = value;
    }

    fn add(&mut self, i: usize, j: usize, value: f64) {
        self.entries[i * self.n + j] += value;
    }

    /// Eliminates what is below the first subdiagonal, with the largest entry of a column as pivot.
    fn reduce_to_hessenberg(&mut self) {
        let n = self.n;
        for m in 1..n.saturating_sub(1) {
            let (mut pivot, mut x) = (m, 0.0_f64);
            for i in m..n {
                if self.at(i, m - 1).abs() > x.abs() {
                    (pivot, x) = (i, self.at(i, m - 1));
                }
            }
            if pivot != m {
                for j in 0..n {
                    self.entries.swap(pivot * n + j, m * n + j);
                }
                for i in 0..n {
                    self.entries.swap(i * n + pivot, i * n + m);
                }
            }
            if x == 0.0 {
                continue;
            }
            for i in m + 1..n {
                let factor = self.at(i, m - 1) / x;
                self.set(i, m - 1, 0.0);
                for j in m..n {
                    self.add(i, j, -factor * self.at(m, j));
                }
                for k in 0..n {
                    self.add(k, m, factor * self.at(k, i));
                }
            }
        }
    }

    /// The first row of the last block of rows before `end` that no negligible subdiagonal entry divides.
    fn split(&mut self, end: usize, size: f64) -> usize {
        for l in (1..end).rev() {
            let beside = self.at(l - 1, l - 1).abs() + self.at(l, l).abs();
            let beside = if beside == 0.0 { size } else { beside };
            if self.at(l, l - 1).abs() <= f64::EPSILON * beside {
                self.set(l, l - 1, 0.0);
                return l;
            }
        }
        0
    }

    /// One implicit step with two shifts on the rows `begin..end`, at least three of them.
    fn double_step(&mut self, begin: usize, end: usize, shift: Shift) {
        let (first, mut vector) = self.start(begin, end, shift);
        for i in first + 2..end {
            self.set(i, i - 2, 0.0);
            if i > first + 2 {
                self.set(i, i - 3, 0.0);
            }
        }
        for k in first..end - 1 {
            let three = k + 2 < end;
            let mut scale = 1.0;
            if k > first {
                let third = if three { self.at(k + 2, k - 1) } else { 0.0 };
                vector = [self.at(k, k - 1), self.at(k + 1, k - 1), third];
                scale = vector.iter().map(|x| x.abs()).sum();
                if scale == 0.0 {
                    continue;
                }
                vector = vector.map(|x| x / scale);
            }
            let [p, q, r] = vector;
            let s = (p * p + q * q + r * r).sqrt().copysign(p);
            if k > first {
                self.set(k, k - 1, -s * scale);
            } else if begin < first {
                self.set(k, k - 1, -self.at(k, k - 1));
            }
            // The reflection I - u vᵀ, whose vectors are these.
            let u = [(p + s) / s, q / s, r / s];
            let v = [1.0, q / (p + s), r / (p + s)];
            let rows = if three { 3 } else { 2 };
            for j in k..end {
                let product: f64 = (0..rows).map(|i| v[i] * self.at(k + i, j)).sum();
                for i in 0..rows {
                    self.add(k + i, j, -product * u[i]);
                }
            }
            for i in begin..end.min(k + 4) {
                let product: f64 = (0..rows).map(|j| u[j] * self.at(i, k + j)).sum();
                for j in 0..rows {
                    self.add(i, k + j, -product * v[j]);
                }
            }
        }
    }

    /// Where two small subdiagonal entries in a row let a step start, and the first column of the shifted product.
    fn start(&self, begin: usize, end: usize, shift: Shift) -> (usize, [f64; 3]) {
        let Shift { x, y, w } = shift;
        let mut m = end - 3;
        loop {
            let z = self.at(m, m);
            let (r, s) = (x - z, y - z);
            let vector = [
                (r * s - w) / self.at(m + 1, m) + self.at(m, m + 1),
                self.at(m + 1, m + 1) - z - r - s,
                self.at(m + 2, m + 1),
            ];
            let size: f64 = vector.iter().map(|x| x.abs()).sum();
            let vector = vector.map(|x| x / size);
            if m == begin {
                return (m, vector);
            }
            let beside = self.at(m, m - 1).abs() * (vector[1].abs() + vector[2].abs());
            let diagonal = self.at(m - 1, m - 1).abs() + z.abs() + self.at(m + 1, m + 1).abs();
            if beside <= f64::EPSILON * vector[0].abs() * diagonal {
                return (m, vector);
            }
            m -= 1;
        }
    }
}
