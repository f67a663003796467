//! The provenance of results: commit, compiler, machine, date and command.

use crate::date;
use crate::sources;
use results::Provenance;
use std::fs;
use std::thread;

/// The text for an unknown fact.
const UNKNOWN: &str = "unknown";

/// Gathers everything but the digest, which the runner computes.
///
/// # Errors
/// When `SOURCE_DATE_EPOCH` is not a number of seconds.
pub(crate) fn gather(command: String, quick: bool) -> anyhow::Result<Provenance> {
    Ok(Provenance {
        commit: sources::COMMIT.to_owned(),
        source: sources::all(),
        rustc: env!("DRIFTBENCH_RUSTC").to_owned(),
        cpu: cpu(),
        cores: thread::available_parallelism().map_or(1, usize::from),
        date: date::now()?,
        command,
        quick,
        digest: String::new(),
    })
}

/// The processor model.
pub(crate) fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").ok();
    let model = text.and_then(|text| cpu_model(&text));
    model.unwrap_or_else(|| UNKNOWN.to_owned())
}

fn cpu_model(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo
        .lines()
        .find(|line| line.starts_with("model name"))?;
    let (_, model) = line.split_once(':')?;
    Some(model.trim().to_owned()).filter(|model| !model.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_processor_names_the_model() {
        let text = "processor\t: 0\nmodel name\t: Some CPU @ 2.0GHz\nmodel name\t: Another\n";
        assert_eq!(cpu_model(text).as_deref(), Some("Some CPU @ 2.0GHz"));
        assert_eq!(cpu_model("processor : 0\n"), None);
        assert_eq!(cpu_model("model name :\n"), None);
    }
}
