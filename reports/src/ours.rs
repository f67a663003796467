//! Telling files of a report from files of other people.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// The names of all files that a report can have.
pub const FILES: [&str; 8] = [
    "results.json",
    crate::END_STATES,
    "results.csv",
    "summary.md",
    "junit.xml",
    crate::page::REPLICATIONS,
    crate::page::ERRATA,
    "index.html",
];

/// The fields of `results.json` in every version of it.
#[derive(Deserialize)]
struct AnyVersion {
    #[serde(rename = "schema")]
    _schema: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

/// How much of a file to look at for the words that stand at its beginning.
const BEGINNING: usize = 2000;

/// Whether a file with a name of [`FILES`] was written by this program, in any version of it. An empty file, as a power cut
/// can leave one, holds nothing that could be lost.
pub fn is_ours(name: &str, content: &str) -> bool {
    let beginning = content
        .split_at_checked(BEGINNING)
        .map_or(content, |parts| parts.0);
    let sign = match name {
        _ if content.trim().is_empty() => return true,
        "results.json" => return serde_json::from_str::<AnyVersion>(content).is_ok(),
        "results.csv" => return content.starts_with("method,variant,problem,"),
        "summary.md" => return content.starts_with("# Driftbench"),
        crate::END_STATES => "\"end_states\": [",
        "junit.xml" => "<testsuites name=\"driftbench\"",
        _ => "<title>Driftbench",
    };
    beginning.contains(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{captured, render};

    #[test]
    fn every_file_of_a_report_is_known_by_name_and_content() {
        let rendered = render(&captured::planted());
        let names: Vec<&str> = rendered.iter().map(|file| file.name).collect();
        assert_eq!(names, FILES);
        for file in rendered.iter().chain(&render(&captured::empty())) {
            assert!(is_ours(file.name, &file.content), "{}", file.name);
        }
    }

    #[test]
    fn files_of_other_programs_are_not_ours() {
        let page = "<!DOCTYPE html><title>My own page</title>";
        let json = r#"{"schema": 4}"#;
        let xml = "<testsuites name=\"nextest-run\"></testsuites>";
        for text in [page, json, "{}", "[]", xml, "a,b\n1,2\n", "# My project\n"] {
            for name in FILES {
                assert!(!is_ours(name, text), "{name}: {text}");
            }
        }
        // Words far down in a file of somebody else do not make it ours.
        let cites = format!("{}<title>Driftbench</title>", "é".repeat(BEGINNING));
        assert!(!is_ours("index.html", &cites));
        assert!(is_ours("index.html", " \n"));
    }
}
