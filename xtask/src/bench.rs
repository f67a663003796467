//! `cargo xtask bench`: the criterion benches, and our steps beside kernels written by hand.

use crate::cargo;
use crate::say::say;
use crate::table::Table;
use anyhow::bail;
use benchmarks::{Comparison, Figure, Unit, comparisons};
use clap::Args;
use std::process::ExitCode;

/// The exit code for a figure above its limit.
const ABOVE: u8 = 1;

/// Run the benches, and compare with hand-written limit kernels
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask bench                       every bench, then the table
  cargo xtask bench --table               the table alone, in half a minute
  cargo xtask bench --table chain         one comparison of it
  cargo xtask bench kkt                   benches with `kkt` in their name, no table

Each line of the table is the median of ratios, both sides timed in turn in every round, with a 95 % interval \
by bootstrap. Controls are ratios of a thing to itself: differences of their size mean nothing. \
The speed figures of a report are measured by `cargo xtask report` in the same way.

Exit code 0: every figure is at most what it is meant to be. 1: one is above. 2: the command could not be carried \
out.")]
pub(crate) struct Bench {
    /// Only benches whose name contains this; with --table, only this comparison
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
    /// Do not run the criterion benches
    #[arg(long)]
    table: bool,
    /// Rounds of each comparison
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if !self.table {
            let mut command = vec!["bench", "--package", "driftbench-benchmarks", "--benches"];
            if let Some(filter) = &self.filter {
                command.extend(["--", filter]);
            }
            let done = cargo::stream(&command)?;
            if self.filter.is_some() || !done.success() {
                return Ok(cargo::exit_code(done));
            }
        }
        let chosen = choose(self.filter.as_deref())?;
        let mut code = 0;
        for comparison in &chosen {
            let figures = (comparison.run)(self.rounds.into());
            code = code.max(exit_code(figures.iter().map(Figure::holds)));
            say!("\n{}", comparison.title);
            for line in table(&figures).lines() {
                say!("  {line}");
            }
        }
        if code == ABOVE {
            say!(
                "\nSome figures exceed their limits; on a busy machine, repeat with more --rounds."
            );
        }
        Ok(ExitCode::from(code))
    }
}

/// The exit code for figures of which this is known about their limits.
fn exit_code(mut holds: impl Iterator<Item = Option<bool>>) -> u8 {
    match holds.any(|holds| holds == Some(false)) {
        true => ABOVE,
        false => 0,
    }
}

fn choose(filter: Option<&str>) -> anyhow::Result<Vec<Comparison>> {
    let all = comparisons();
    let Some(filter) = filter else {
        return Ok(all);
    };
    let ids: Vec<&str> = all.iter().map(|c| c.id).collect();
    let known = ids.join(", ");
    let chosen: Vec<Comparison> = all.into_iter().filter(|c| c.id.contains(filter)).collect();
    if chosen.is_empty() {
        bail!("there is no comparison `{filter}`; there are {known}");
    }
    Ok(chosen)
}

fn table(figures: &[Figure]) -> Table {
    let mut table = Table::new([
        ("", 60),
        ("measured", 12),
        ("interval", 16),
        ("at most", 10),
        ("", 6),
        ("", 60),
    ]);
    for figure in figures {
        let number = |x: f64| match figure.unit {
            Unit::Ratio => format!("{x:.2} x"),
            Unit::Exponent => format!("{x:.3}"),
            Unit::BytesPerPart => format!("{x:.0} bytes"),
        };
        let interval = match (figure.value.low, figure.value.high, figure.unit) {
            (low, high, _) if low >= high => String::new(),
            (low, high, Unit::Exponent) => format!("{low:.3} to {high:.3}"),
            (low, high, _) => format!("{low:.2} to {high:.2}"),
        };
        table.row([
            &figure.what,
            &number(figure.value.value),
            &interval,
            &figure.at_most.map(number).unwrap_or_default(),
            match figure.holds() {
                Some(true) => "holds",
                Some(false) => "ABOVE",
                None => "",
            },
            &figure.detail,
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_figure_above_its_limit_is_enough() {
        let code = |holds: &[Option<bool>]| exit_code(holds.iter().copied());
        assert_eq!(code(&[]), 0);
        assert_eq!(code(&[None, Some(true)]), 0);
        assert_eq!(code(&[Some(true), Some(false), None]), 1);
    }

    #[test]
    fn comparisons_are_chosen_by_their_word() {
        assert_eq!(choose(Some("chain")).unwrap().len(), 1);
        assert!(choose(None).unwrap().len() > 4);
        let refused = choose(Some("chian")).err().unwrap().to_string();
        let ids: Vec<&str> = comparisons().iter().map(|c| c.id).collect();
        let message = format!(
            "there is no comparison `chian`; there are {}",
            ids.join(", ")
        );
        assert_eq!(refused, message);
    }
}
