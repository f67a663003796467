//! Time as `origin + n h`, because adding up many equal steps would round to the same side again and again.

/// Counts equal steps and gives their times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    origin: f64,
    steps: u64,
    now: f64,
}

impl Clock {
    /// The time one step of `h` after `t`. If `t` is not the time returned last, it becomes the new origin.
    #[inline]
    pub fn after(&mut self, t: f64, h: f64) -> f64 {
        if t != self.now || self.steps == 0 {
            // This is the first step, or the time was set from outside.
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
