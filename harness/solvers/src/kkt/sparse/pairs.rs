//! Vectors seen as pairs of values. Where the last pair lacks its second value, this reads as zero.

/// A vector of pairs, for reading.
pub(super) struct Pairs<'a> {
    whole: &'a [[f64; 2]],
    rest: &'a [f64],
}

impl<'a> Pairs<'a> {
    pub(super) fn new(x: &'a [f64]) -> Self {
        let (whole, rest) = x.as_chunks();
        Self { whole, rest }
    }

    #[inline(always)]
    pub(super) fn get(&self, p: usize) -> [f64; 2] {
        match self.whole.get(p) {
            Some(&pair) => pair,
            None => [self.rest[0], 0.0],
        }
    }
}

/// A vector of pairs, for reading and writing.
pub(super) struct PairsMut<'a> {
    whole: &'a mut [[f64; 2]],
    rest: &'a mut [f64],
}

impl<'a> PairsMut<'a> {
    pub(super) fn new(x: &'a mut [f64]) -> Self {
        let (whole, rest) = x.as_chunks_mut();
        Self { whole, rest }
    }

    #[inline(always)]
    pub(super) fn get(&self, p: usize) -> [f64; 2] {
        let Self { whole, rest } = self;
        Pairs { whole, rest }.get(p)
    }

    #[inline(always)]
    pub(super) fn set(&mut self, p: usize, x: [f64; 2]) {
        match self.whole.get_mut(p) {
            Some(pair) => *pair = x,
            None => self.rest[0] = x[0],
        }
    }
}
