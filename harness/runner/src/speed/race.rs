//! Things timed in turn, so that what the machine does to all of them cancels.
//!
//! The machine is noisy and its clock rate drifts. A *race* therefore goes in rounds: every round times one batch of
//! every lane, and again and again the references they are compared with. A ratio is formed from two batches that lie
//! close together in time; a figure is the median of these ratios over the rounds, with a bootstrap interval.

use std::time::Duration;
use verification::{Measured, median, middle_of};

/// A batch is long enough that the clock and a single interrupt do not matter.
pub const BATCH: Duration = Duration::from_millis(1);

/// Aim for the length of a batch, so that a quick one is still long enough.
const AIM_NS: f64 = 1.08e6;

/// So many lanes may follow a batch of a reference before that is timed again.
const REFRESH: usize = 16;

/// Something that does equal units of work: it is told how many, and says how long they took without its preparations,
/// or `None` when it cannot go on.
pub type Contender<'a> = Box<dyn FnMut(u64) -> Option<Duration> + 'a>;

/// A place in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane(usize);

/// Something that lanes are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference(usize);

/// Contenders with the times of their batches.
#[derive(Default)]
pub struct Race<'a> {
    lanes: Vec<(Entrant<'a>, Vec<Reference>)>,
    references: Vec<Entrant<'a>>,
    /// For each lane and round its time per unit and those of its references beside it.
    samples: Vec<Vec<Sample>>,
    rounds: usize,
}

/// Nanoseconds per unit, not a number where a batch could not be run.
struct Sample {
    ns: f64,
    references: Vec<f64>,
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

    /// Makes the next batch long enough if a unit takes so many nanoseconds.
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

    /// Adds something to compare with; `None` when it cannot be timed.
    pub fn reference(&mut self, contender: Contender<'a>) -> Option<Reference> {
        self.references.push(Entrant::new(contender)?);
        Some(Reference(self.references.len() - 1))
    }

    /// Adds a lane that is compared with `references`; `None` when it cannot be timed.
    pub fn lane(&mut self, contender: Contender<'a>, references: &[Reference]) -> Option<Lane> {
        self.lanes
            .push((Entrant::new(contender)?, references.to_vec()));
        self.samples.push(Vec::new());
        Some(Lane(self.lanes.len() - 1))
    }

    /// Times every lane once.
    pub fn round(&mut self) {
        // The last round may have been a while ago.
        for reference in &mut self.references {
            reference.age = REFRESH;
        }
        for ((lane, against), samples) in self.lanes.iter_mut().zip(&mut self.samples) {
            for reference in &mut self.references {
                reference.age += 1;
            }
            let mut references = Vec::with_capacity(against.len());
            for &Reference(index) in against.iter() {
                let reference = &mut self.references[index];
                let last = match reference.ns.last() {
                    Some(&ns) if reference.age < REFRESH => ns,
                    _ => reference.batch(),
                };
                references.push(last);
            }
            let ns = lane.batch();
            samples.push(Sample { ns, references });
        }
        self.rounds += 1;
    }

    /// How many rounds have been timed.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The time per unit of a reference in nanoseconds.
    pub fn reference_ns(&self, Reference(index): Reference) -> Option<Measured> {
        median(&self.references[index].ns)
    }

    /// How many times as long as a unit of one of its references a unit of the lane takes.
    pub fn ratio(&self, lane: Lane, reference: Reference) -> Option<Measured> {
        median(&self.ratios(lane, reference))
    }

    /// The time per unit in nanoseconds, measured in units of a reference: a machine that is slow for a while is slow
    /// for both.
    pub fn ns(&self, lane: Lane, reference: Reference) -> Option<Measured> {
        let unit = middle_of(&self.references[reference.0].ns)?;
        Some(self.ratio(lane, reference)?.scaled(unit))
    }

    /// How many times as long as one lane another takes, each beside the same reference in every round.
    pub fn between(&self, lane: Lane, other: Lane, reference: Reference) -> Option<Measured> {
        let (above, below) = (self.ratios(lane, reference), self.ratios(other, reference));
        let ratios: Vec<f64> = above.iter().zip(&below).map(|(a, b)| a / b).collect();
        median(&ratios)
    }

    /// One ratio for every round; empty when the lane is not compared with this reference.
    fn ratios(&self, Lane(lane): Lane, reference: Reference) -> Vec<f64> {
        let against = &self.lanes[lane].1;
        let Some(place) = against.iter().position(|r| *r == reference) else {
            return Vec::new();
        };
        let samples = self.samples[lane].iter();
        samples.map(|s| s.ns / s.references[place]).collect()
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
        let reference = race.reference(contender(100.0)).unwrap();
        let lanes: Vec<Lane> = (0..100)
            .map(|_| race.lane(contender(250.0), &[reference]).unwrap())
            .collect();
        for _ in 0..30 {
            race.round();
        }
        assert!(clock.get() > 4.0);
        for &lane in &lanes {
            let ratio = race.ratio(lane, reference).unwrap();
            // Sixteen lanes and one batch of the reference later the clock is 17 * 0.05 % slower.
            assert!((ratio.value / 2.5 - 1.0).abs() < 0.01, "{ratio:?}");
        }
        let control = race.between(lanes[3], lanes[90], reference).unwrap();
        assert!(control.low < 1.01 && control.high > 0.99, "{control:?}");
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
        let reference = race.reference(work()).unwrap();
        let lane = race.lane(work(), &[reference]).unwrap();
        counting.set(true);
        race.round();
        race.round();
        // Nothing went on after a batch, so every one of them was long enough by itself.
        assert!(shortest.get() >= BATCH);
        assert_eq!(race.ratio(lane, reference).unwrap().value, 1.0);
        assert_eq!(race.rounds(), 2);
    }

    #[test]
    fn what_cannot_be_timed_takes_no_part() {
        let mut race = Race::new();
        assert!(race.reference(Box::new(|_| None)).is_none());
        let reference = race
            .reference(Box::new(|units| Some(Duration::from_micros(units))))
            .unwrap();
        assert!(race.lane(Box::new(|_| None), &[reference]).is_none());
        let mut left = 12;
        let tired = race.lane(
            Box::new(move |units| {
                left -= 1;
                (left > 0).then(|| Duration::from_micros(units))
            }),
            &[reference],
        );
        let tired = tired.unwrap();
        for _ in 0..20 {
            race.round();
        }
        // Rounds in which it could not go on do not count.
        assert_eq!(race.ratio(tired, reference).unwrap().value, 1.0);
    }
}
