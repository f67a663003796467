//! Figs. 3, 4 and 6: the gains at which the measures of the violation are least.

use super::DATA;
use super::grid::{Grid, LIKELY};
use super::oscillator::{Oscillator, TOLERANCE};
use crate::claim::{CHANCE, unless_by_chance};
use crate::{Claim, Entry, Finding, Result, said};
use three_mass_oscillator::Rows;

pub(super) const ONE_ROW: Entry = ("one-row", || run(&Setup::one_row()));
pub(super) const TWO_ROWS: Entry = ("two-rows", || run(&Setup::two_rows()));

/// The system, the number of runs of its grid, and the measures that are read off.
#[derive(Clone, Copy)]
struct Setup {
    oscillator: Oscillator,
    /// Number of tolerances, with each of which two schemes run.
    tolerances: u32,
    id: &'static str,
    place: &'static str,
    measures: &'static [&'static str],
}

impl Setup {
    fn one_row() -> Self {
        Self {
            oscillator: Oscillator::new(Rows::One),
            tolerances: 30,
            id: "one-row",
            place: "text to Figs. 3 and 4",
            measures: &["E1", "E2"],
        }
    }

    fn two_rows() -> Self {
        Self {
            oscillator: Oscillator::new(Rows::Two),
            id: "two-rows",
            place: "text to Fig. 6",
            measures: &["E1", "E2", "E3", "E4"],
            ..Self::one_row()
        }
    }
}

/// Relative spacing of the tolerances, which is enough for other steps and so other rounding errors at the same
/// accuracy.
const APART: f64 = 0.013;

/// Factor by which feedback must at least reduce a violation. Rounding accumulates over 30 s without feedback, and over
/// a tenth of a second with it.
const REDUCED: f64 = 50.0;

fn run(setup: &Setup) -> Result<Finding> {
    let tolerances: Vec<f64> = (0..setup.tolerances)
        .map(|k| TOLERANCE * (1.0 + APART * f64::from(k)))
        .collect();
    let grid = Grid::new(&setup.oscillator, &tolerances)?;
    let printed = |name: &str| {
        let of = |column| DATA.get(setup.place, name, column).value;
        [of("alpha"), of("beta")]
    };
    let mut claims: Vec<Claim> = (0..)
        .zip(setup.measures)
        .map(|(k, name)| minimum(setup, &grid, k, name, printed(name)))
        .collect();
    claims.push(reduced(setup, &grid, printed("E1")));
    let drawings = (0..)
        .zip(setup.measures)
        .map(|(k, name)| grid.drawn(k, printed(name)));
    let said = said![realisations = grid.runs(), largest = grid.largest()];
    Ok(Finding {
        figures: vec![DATA.figure_of(setup.id, drawings.collect(), said)],
        claims,
    })
}

fn words([alpha, beta]: [f64; 2]) -> String {
    // 16.2 and 145.8 are products of decimals.
    format!("({alpha}, {})", (10.0 * beta).round() / 10.0)
}

/// Judges whether a measure is least at the printed gains. What is measured is rounding, so the place of the minimum is
/// that of many runs: the printed pair must be one of those that are likely, and these must be few enough that a pair
/// taken by chance is hardly one of them.
fn minimum(setup: &Setup, grid: &Grid, k: usize, name: &str, printed: [f64; 2]) -> Claim {
    let (ours, least) = grid.least(k);
    let likely = grid.likely(k);
    let is_likely = likely.iter().any(|pair| Grid::are_same(*pair, printed));
    let (won, of) = grid.wins(k, printed);
    let edge = match grid.is_on_the_edge(ours) {
        true => {
            "Our least mean is on the edge of the scanned range: no minimum, but the end of the scan."
        }
        false => "Our least mean is inside of the scanned range.",
    };
    let said = said![
        id = setup.id,
        measure = name.to_lowercase(),
        name,
        place = setup.place,
        printed = words(printed),
        ours = words(ours),
        least,
        excess = grid.mean(k, printed) / least,
        won,
        of,
        count = likely.len(),
        pairs = Grid::PAIRS,
        chance = 100.0 * likely.len() as f64 / Grid::PAIRS as f64,
        most = 100.0 * CHANCE,
        likely = 100.0 * LIKELY,
        edge,
    ];
    let verdict = unless_by_chance(is_likely, likely.len(), Grid::PAIRS);
    DATA.judged("{id}/{measure}", verdict, said)
}

/// Judges whether feedback makes the violations smaller (Fig. 5).
fn reduced(setup: &Setup, grid: &Grid, best: [f64; 2]) -> Claim {
    let [without, with] = [[0.0, 0.0], best].map(|gains| grid.mean(0, gains));
    let said = said![
        id = setup.id,
        without,
        with,
        best = words(best),
        reduced = REDUCED
    ];
    DATA.statement("{id}/reduced", with * REDUCED < without, said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_turned;

    #[test]
    fn every_measure_has_a_minimum() {
        for setup in [Setup::one_row(), Setup::two_rows()] {
            let setup = Setup {
                tolerances: 1,
                ..setup
            };
            let finding = run(&setup).unwrap();
            assert_eq!(finding.claims.len(), setup.measures.len() + 1);
        }
    }

    #[test]
    fn a_start_off_the_constraint_moves_the_minimum_of_the_rate() {
        // Real violations: rates are least for weak springs, and from 1e-3 m to what is left there is less to gain than
        // between two sums of rounding errors.
        let mut setup = Setup {
            tolerances: 1,
            ..Setup::one_row()
        };
        setup.oscillator.displacement = 1e-3;
        assert_turned(run(&setup), "one-row", &["e2", "reduced"]);
    }

    #[test]
    fn other_printed_gains_would_not_be_confirmed() {
        let setup = Setup {
            tolerances: 3,
            ..Setup::two_rows()
        };
        let tolerances = [1e-6, 1.01e-6, 1.02e-6];
        let grid = Grid::new(&setup.oscillator, &tolerances).unwrap();
        for (k, name) in (0..).zip(setup.measures) {
            let weak = minimum(&setup, &grid, k, name, [4.0, 4.0]);
            assert!(!weak.holds(), "{weak:?}");
            let elsewhere = minimum(&setup, &grid, k, name, [20.0, 33.0]);
            assert!(!elsewhere.holds(), "{elsewhere:?}");
        }
    }

    #[test]
    fn a_tenth_of_a_second_leaves_no_room_for_the_feedback() {
        let mut setup = Setup {
            tolerances: 2,
            ..Setup::two_rows()
        };
        setup.oscillator.end = 0.1;
        assert_turned(run(&setup), "two-rows", &["reduced"]);
    }
}
