//! A fixed sequence of numbers that looks random: the same in every run, on every machine.

/// The generator SplitMix64 (Steele, Lea, Flood 2014). Seeds come from the caller only.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The sequence that belongs to a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number between -1 and 1.
    pub fn symmetric(&mut self) -> f64 {
        // 53 bits, the digits of a double.
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A number in `0..n`, or 0 when `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The upper half of the product is uniform up to n/2⁶⁴, without a division.
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// A number with the standard normal distribution (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        // Both numbers are above zero and at most one, so the logarithm is finite.
        let [u, v] = [(); 2].map(|()| ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64);
        (-2.0 * math::ln(u)).sqrt() * math::cos(std::f64::consts::TAU * v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut generator = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| generator.next()).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(first, published);
    }

    #[test]
    fn every_number_below_comes_equally_often() {
        let mut generator = SplitMix64::new(1);
        let mut seen = [0_i32; 7];
        for _ in 0..70_000 {
            seen[generator.below(7)] += 1;
        }
        // Five standard deviations of a count of 10000 with probability 1/7.
        assert!(seen.iter().all(|n| (n - 10_000).abs() < 470), "{seen:?}");
        assert_eq!((generator.below(1), generator.below(0)), (0, 0));
    }

    #[test]
    fn normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut generator = SplitMix64::new(2);
        let n = 100_000;
        let sample: Vec<f64> = (0..n).map(|_| generator.normal()).collect();
        let moment = |k: i32| sample.iter().map(|x| math::powi(*x, k)).sum::<f64>() / f64::from(n);
        // Five standard deviations of the means of x, x², x³ and x⁴: 1, √2, √15 and √96, over √n.
        let close = [(1, 0.0, 1.0), (2, 1.0, 1.42), (3, 0.0, 3.88), (4, 3.0, 9.8)];
        for (k, expected, deviation) in close {
            let off = (moment(k) - expected).abs();
            assert!(off < 5.0 * deviation / f64::from(n).sqrt(), "x^{k}: {off}");
        }
    }
}
