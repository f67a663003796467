//! Contenders timed in turn, so that slow changes of the machine cancel.
//!
//! The machine is noisy and its clock rate drifts. A *race* therefore goes in rounds: every round times one batch of
//! every lane, and repeatedly the *paces* that lanes are compared with. A ratio is formed from two batches that lie
//! close together in time; a figure is the median of these ratios over the rounds, with a bootstrap interval.

use std::time::Duration;
use verification::{Measured, median, middle_of};

/// A batch is long enough that the clock and a single interrupt do not matter.
pub const BATCH: Duration = Duration::from_millis(1);

/// Aim for the length of a batch, so that a quick one is still long enough.
const AIM_NS: f64 = 1.08e6;

/// Number of lanes after which a pace is timed again.
const REFRESH: usize = 16;

/// Does the given number of equal units of work and returns the time they took without preparations, or `None` when it
/// cannot continue.
pub type Contender<'a> = Box<dyn FnMut(u64) -> Option<Duration> + 'a>;

/// A contender in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane(usize);

/// A contender that lanes are compared with, such as a yardstick or a limit kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace(usize);

/// Contenders with the times of their batches.
#[derive(Default)]
pub struct Race<'a> {
    lanes: Vec<(Entrant<'a>, Vec<Pace>)>,
    paces: Vec<Entrant<'a>>,
    /// For each lane and round its time per unit and those of its paces beside it.
    samples: Vec<Vec<Sample>>,
    rounds: usize,
}

/// Nanoseconds per unit, not a number where a batch could not be run.
struct Sample {
    ns: f64,
    paces: Vec<f64>,
}

struct Entrant<'a> {
    contender: Contender<'a>,
    /// Units of one batch.
    units: u64,
    /// Every batch so far, in nanoseconds per unit.
    ns: Vec<f64>,
    /// Lanes timed since the last batch.
    age: usize,
}

impl<'a> Entrant<'a> {
    /// Finds out how many units make a batch; `None` when it cannot be timed.
    fn new(contender: Contender<'a>) -> Option<Self> {
        let mut entrant = Self {
            contender,
            units: 1,
            ns: Vec::new(),
            age: REFRESH,
        };
        // The first runs are slow, since caches and predictors are cold: long enough is a part of a batch.
        loop {
            let elapsed = (entrant.contender)(entrant.units)?;
            if elapsed >= BATCH / 8 {
                entrant.expect(elapsed.as_nanos() as f64 / entrant.units as f64);
                return Some(entrant);
            }
            entrant.units *= 4;
        }
    }

    /// Sets the length of the next batch for units of `ns` nanoseconds.
    fn expect(&mut self, ns: f64) {
        self.units = (AIM_NS / ns).ceil().max(1.0) as u64;
    }

    /// Times one batch; a short one goes on until it is long enough.
    fn batch(&mut self) -> f64 {
        self.age = 0;
        let (mut elapsed, mut done, mut more) = (Duration::ZERO, 0, self.units);
        while elapsed < BATCH {
            let Some(took) = (self.contender)(more) else {
                return f64::NAN;
            };
            elapsed += took;
            done += more;
            more = more.div_ceil(8);
        }
        let ns = elapsed.as_nanos() as f64 / done as f64;
        self.ns.push(ns);
        self.expect(ns);
        ns
    }
}

impl<'a> Race<'a> {
    /// A race without lanes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pace to compare lanes with; `None` when it cannot be timed.
    pub fn pace(&mut self, contender: Contender<'a>) -> Option<Pace> {
        self.paces.push(Entrant::new(contender)?);
        Some(Pace(self.paces.len() - 1))
    }

    /// Adds a lane that is compared with `paces`; `None` when it cannot be timed.
    pub fn lane(&mut self, contender: Contender<'a>, paces: &[Pace]) -> Option<Lane> {
        self.lanes.push((Entrant::new(contender)?, paces.to_vec()));
        self.samples.push(Vec::new());
        Some(Lane(self.lanes.len() - 1))
    }

    /// Times every lane once.
    pub fn round(&mut self) {
        // The last round may have been a while ago.
        for pace in &mut self.paces {
            pace.age = REFRESH;
        }
        for ((lane, against), samples) in self.lanes.iter_mut().zip(&mut self.samples) {
            for pace in &mut self.paces {
                pace.age += 1;
            }
            let mut paces = Vec::with_capacity(against.len());
            for &Pace(index) in against.iter() {
                let pace = &mut self.paces[index];
                let last = match pace.ns.last() {
                    Some(&ns) if pace.age < REFRESH => ns,
                    _ => pace.batch(),
                };
                paces.push(last);
            }
            let ns = lane.batch();
            samples.push(Sample { ns, paces });
        }
        self.rounds += 1;
    }

    /// Number of rounds timed.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The time per unit of a pace in nanoseconds.
    pub fn pace_ns(&self, Pace(index): Pace) -> Option<Measured> {
        median(&self.paces[index].ns)
    }

    /// Ratio of the time of a unit of the lane to that of a unit of one of its paces.
    pub fn ratio(&self, lane: Lane, pace: Pace) -> Option<Measured> {
        median(&self.ratios(lane, pace))
    }

    /// The time per unit in nanoseconds, measured in units of a pace: a machine that is slow for a while is slow
    /// for both.
    pub fn ns(&self, lane: Lane, pace: Pace) -> Option<Measured> {
        let unit = middle_of(&self.paces[pace.0].ns)?;
        Some(self.ratio(lane, pace)?.scaled(unit))
    }

    /// Ratio of the times of two lanes, each measured against the same pace in every round.
    pub fn between(&self, lane: Lane, other: Lane, pace: Pace) -> Option<Measured> {
        let (above, below) = (self.ratios(lane, pace), self.ratios(other, pace));
        let ratios: Vec<f64> = above.iter().zip(&below).map(|(a, b)| a / b).collect();
        median(&ratios)
    }

    /// One ratio for every round; empty when the lane is not compared with this pace.
    fn ratios(&self, Lane(lane): Lane, pace: Pace) -> Vec<f64> {
        let against = &self.lanes[lane].1;
        let Some(place) = against.iter().position(|r| *r == pace) else {
            return Vec::new();
        };
        let samples = self.samples[lane].iter();
        samples.map(|s| s.ns / s.paces[place]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A machine whose clock slows down as it is used: time is made up, so that the test does not depend on any.
    fn drifting(clock: &Cell<f64>, ns_per_unit: f64) -> Contender<'_> {
        Box::new(move |units| {
            let slow = clock.get();
            clock.set(slow * 1.0005);
            let ns = units as f64 * ns_per_unit * slow;
            Some(Duration::from_nanos(ns as u64))
        })
    }

    #[test]
    fn ratios_stay_true_while_the_machine_becomes_five_times_slower() {
        let clock = Cell::new(1.0);
        let contender = |ns_per_unit| drifting(&clock, ns_per_unit);
        let mut race = Race::new();
        let pace = race.pace(contender(100.0)).unwrap();
        let lanes: Vec<Lane> = (0..100)
            .map(|_| race.lane(contender(250.0), &[pace]).unwrap())
            .collect();
        for _ in 0..30 {
            race.round();
        }
        assert!(clock.get() > 4.0);
        for &lane in &lanes {
            let ratio = race.ratio(lane, pace).unwrap();
            // Sixteen lanes and one batch of the pace later the clock is 17 * 0.05 % slower.
            assert!((ratio.value / 2.5 - 1.0).abs() < 0.01, "{ratio:?}");
        }
        let twice = race.between(lanes[3], lanes[90], pace).unwrap();
        assert!(twice.low < 1.01 && twice.high > 0.99, "{twice:?}");
    }

    #[test]
    fn batches_last_at_least_a_millisecond() {
        let shortest = Cell::new(Duration::MAX);
        let counting = Cell::new(false);
        let work = || -> Contender<'_> {
            Box::new(|units| {
                let elapsed = Duration::from_nanos(units * 37);
                if counting.get() {
                    shortest.set(shortest.get().min(elapsed));
                }
                Some(elapsed)
            })
        };
        let mut race = Race::new();
        let pace = race.pace(work()).unwrap();
        let lane = race.lane(work(), &[pace]).unwrap();
        counting.set(true);
        race.round();
        race.round();
        // Nothing went on after a batch, so every one of them was long enough by itself.
        assert!(shortest.get() >= BATCH);
        assert_eq!(race.ratio(lane, pace).unwrap().value, 1.0);
        assert_eq!(race.rounds(), 2);
    }

    #[test]
    fn what_cannot_be_timed_takes_no_part() {
        let mut race = Race::new();
        assert!(race.pace(Box::new(|_| None)).is_none());
        let pace = race
            .pace(Box::new(|units| Some(Duration::from_micros(units))))
            .unwrap();
        assert!(race.lane(Box::new(|_| None), &[pace]).is_none());
        let mut left = 12;
        let tired = race.lane(
            Box::new(move |units| {
                left -= 1;
                (left > 0).then(|| Duration::from_micros(units))
            }),
            &[pace],
        );
        let tired = tired.unwrap();
        for _ in 0..20 {
            race.round();
        }
        // Rounds in which it could not go on do not count.
        assert_eq!(race.ratio(tired, pace).unwrap().value, 1.0);
    }
}
