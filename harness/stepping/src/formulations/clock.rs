//! Time as `origin + n h`: adding up many equal steps would round to one side again and again.

/// Counts equal steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    origin: f64,
    steps: u64,
    now: f64,
}

impl Clock {
    /// The time one step of `h` after `t`. A time that is not the last one given sets the origin anew.
    #[inline]
    pub fn after(&mut self, t: f64, h: f64) -> f64 {
        if t != self.now || self.steps == 0 {
            // The first step, or somebody set the time.
            (self.origin, self.steps) = (t, 0);
        }
        self.steps += 1;
        self.now = self.origin + self.steps as f64 * h;
        self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_tenths_are_one_and_a_time_set_by_somebody_counts() {
        let mut clock = Clock::default();
        let ten = |clock: &mut Clock, t: f64| (0..10).fold(t, |t, _| clock.after(t, 0.1));
        assert_eq!(ten(&mut clock, 0.0), 1.0);
        assert_eq!(ten(&mut clock, 7.0), 8.0);
        assert_ne!((0..10).fold(0.0, |t, _| t + 0.1), 1.0);
    }
}
