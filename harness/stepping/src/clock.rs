//! The time of equal steps.

/// Time as `origin + n h`: adding up many equal steps would round to one side again and again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    origin: f64,
    steps: u64,
    now: f64,
}

impl Clock {
    /// The time one step after `t`. A `t` that is not where the last step ended begins anew.
    #[inline]
    pub fn after(&mut self, t: f64, h: f64) -> f64 {
        if t != self.now || self.steps == 0 {
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
    fn many_steps_end_where_they_should_and_a_new_time_begins_anew() {
        let (mut clock, mut t) = (Clock::default(), 0.0);
        for _ in 0..1000 {
            t = clock.after(t, 0.001);
        }
        // A sum of a thousand steps is 1.0000000000000007.
        assert_eq!(t, 1.0);
        assert_eq!(clock.after(0.25, 0.001), 0.251);
    }
}
