//! The sources that this program was built from.

use results::checksum;
use runner::{Key, Kind};

/// The folder of every crate, with a hash of its sources and of all that it depends on.
const SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// The commit of the sources, with `-dirty` where they differ from it.
pub(crate) const COMMIT: &str = env!("DRIFTBENCH_COMMIT");

/// A hash of everything that results depend on.
pub(crate) fn all() -> String {
    hash(&["catalog", "replication", "workers"], "")
}

/// A hash of everything that a piece of finished work depends on: harness, method and problem, and for times the
/// machine as well.
pub(crate) fn of(key: &Key, machine: &str) -> String {
    // A problem is named after its folder, a preset below it.
    let problem = key.problem.split('/').next().unwrap_or_default();
    let machine = match key.what {
        Kind::QuickSpeed | Kind::FullSpeed => machine,
        Kind::Problem | Kind::Cell | Kind::Motion | Kind::Study => "",
    };
    let known = |name: &str| name.is_empty() || SOURCES.iter().any(|(folder, _)| *folder == name);
    if known(&key.method) && known(problem) && key.what != Kind::Study {
        hash(&["runner", &key.method, problem], machine)
    } else {
        // Studies are made in the catalogue; and crates with other names may be anywhere in it.
        hash(&["catalog"], machine)
    }
}

fn hash(crates: &[&str], machine: &str) -> String {
    let hash = |name: &&str| {
        let found = SOURCES.iter().find(|(folder, _)| folder == name);
        found.map_or("", |(_, hash)| *hash)
    };
    let mut parts: Vec<&str> = crates.iter().map(hash).collect();
    parts.push(machine);
    format!("{:016x}", checksum(parts.join(" ").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::Scope;

    fn key(what: Kind, method: &str, problem: &str) -> Key {
        Key {
            what,
            scope: Scope::Full,
            method: method.to_owned(),
            variant: String::new(),
            problem: problem.to_owned(),
        }
    }

    #[test]
    fn every_method_and_problem_has_sources_of_its_own() {
        let catalog = catalog::catalog();
        let has = |name: &str| SOURCES.iter().any(|(folder, _)| *folder == name);
        for method in &catalog.methods {
            assert!(has(method.id), "{}", method.id);
        }
        for problem in &catalog.problems {
            let id = problem.card().id;
            assert!(has(id.split('/').next().unwrap()), "{id}");
        }
        let mut hashes: Vec<&str> = SOURCES.iter().map(|(_, hash)| *hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), SOURCES.len());
    }

    #[test]
    fn cells_depend_on_method_and_problem_and_times_on_the_machine() {
        let of = |what, method, problem, machine| of(&key(what, method, problem), machine);
        let cell = of(Kind::Cell, "baumgarte", "circle", "a");
        assert_eq!(cell, of(Kind::Cell, "baumgarte", "circle", "b"));
        assert_ne!(cell, of(Kind::Cell, "unstabilized", "circle", "a"));
        assert_ne!(cell, of(Kind::Cell, "baumgarte", "pendulum", "a"));
        let drawn = of(Kind::Motion, "baumgarte", "circle", "a");
        assert_eq!(cell, drawn);
        let time = of(Kind::FullSpeed, "baumgarte", "circle", "a");
        assert_ne!(time, of(Kind::FullSpeed, "baumgarte", "circle", "b"));
    }
}
