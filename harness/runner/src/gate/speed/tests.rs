//! Claims about the speed tier.

use super::*;
use results::Status;

fn speed(per_step: &[f64], ratio: f64) -> BaselineSpeed {
    let instructions = per_step.iter().map(|per_step| Instructions {
        variant: "m/rk4".to_owned(),
        problem: "p".to_owned(),
        per_step: *per_step,
    });
    BaselineSpeed {
        rustc: "rustc 1".to_owned(),
        cpu: "cpu".to_owned(),
        instructions: instructions.collect(),
        ratios: vec![Ratio {
            variant: "m/rk4".to_owned(),
            problem: "p".to_owned(),
            ratio,
            interval: [0.98 * ratio, 1.02 * ratio],
        }],
    }
}

fn compared(old: &BaselineSpeed, new: &BaselineSpeed, again: &[Ratio]) -> Report {
    let mut report = Report::default();
    compare_speed(Some(old), Some(new), again, &mut report);
    report
}

#[test]
fn three_per_cent_of_the_instructions_are_seen_in_both_directions() {
    let old = speed(&[1000.0], 1.0);
    for (now, status) in [
        (1029.0, None),
        (971.0, None),
        (1031.0, Some(Status::Regressed)),
        (969.0, Some(Status::Improved)),
        (f64::NAN, Some(Status::Regressed)),
    ] {
        // Times are not looked at where instructions are.
        let report = compared(&old, &speed(&[now], 9.0), &[]);
        assert_eq!(report.entries.first().map(Entry::status), status, "{now}");
    }
}

#[test]
fn a_slower_time_counts_only_if_a_second_measurement_agrees() {
    let (old, slow, same) = (speed(&[], 1.0), speed(&[], 3.0), speed(&[], 1.2));
    assert_eq!(slower_by_ratio(&old, &slow).len(), 1);
    assert!(slower_by_ratio(&old, &same).is_empty());
    assert!(!compared(&old, &slow, &slow.ratios).pass());
    assert!(compared(&old, &slow, &same.ratios).pass());
    assert!(compared(&old, &slow, &[]).pass());
}

#[test]
fn unlike_machines_and_compilers_are_not_compared_and_it_is_said() {
    let (mut other, slow) = (speed(&[], 1.0), speed(&[], 3.0));
    other.cpu = "another".to_owned();
    let report = compared(&other, &slow, &slow.ratios);
    assert!(report.pass() && report.notes[0].contains("another, this is cpu"));
    let (mut other, slow) = (speed(&[1.0], 1.0), speed(&[3.0], 1.0));
    other.rustc = "rustc 0".to_owned();
    let report = compared(&other, &slow, &[]);
    assert!(report.pass() && report.notes[0].contains("made by rustc 0"));
}
