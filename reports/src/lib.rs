//! Results to pages, tables and files.
//!
//! [`render`] turns one [`Results`] into every file of a report: the pages for people, a Markdown summary
//! for pull requests, a CSV for plotting, JUnit for continuous integration and the JSON itself.
//!
//! Invariant: this crate is a pure function. It has no clock, no files, no environment and no random
//! source, so the same results give the same bytes, and a committed report can be compared with `diff`.

mod bibtex;
pub mod bought;
#[cfg(test)]
mod captured;
mod choices;
mod csv;
pub mod difference;
mod facts;
mod failure;
mod figure;
mod json;
mod junit;
mod mark;
mod markdown;
mod matrix;
mod number;
mod ours;
mod page;
pub mod phrase;
mod prediction;
mod quantity;
mod ranking;
mod reasons;
mod replicated;
mod steady;
mod tally;

pub use figure::axis;
pub use json::schema;
pub use markdown::difference as difference_in_markdown;
pub use ours::{FILES, is_ours};
use results::Results;

/// The file with the states in which runs ended, which exists only if there are any.
pub const END_STATES: &str = "end-states.json";

/// Pages that exist only if papers were run.
pub const OPTIONAL_PAGES: [&str; 2] = [page::REPLICATIONS, page::ERRATA];

/// A file of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// File name, relative to the folder of the report.
    pub name: &'static str,
    /// Content of the file.
    pub content: String,
}

/// Every file of the report, in the order in which they are written.
///
/// `index.html` is the last one, so that all files it links to exist once it does. The pages of replicated papers
/// exist only if there are papers, and the states in which runs ended only if there are any.
pub fn render(results: &Results) -> Vec<Artifact> {
    let files = [
        ("results.json", Some(json::render(results))),
        (END_STATES, json::end_states(results)),
        ("results.csv", Some(csv::render(results))),
        ("summary.md", Some(markdown::render(results))),
        ("junit.xml", Some(junit::render(results))),
        (page::REPLICATIONS, page::replications(results)),
        (page::ERRATA, page::errata(results)),
        ("index.html", Some(page::render(results))),
    ];
    let artifact =
        |(name, content): (_, Option<String>)| content.map(|content| Artifact { name, content });
    files.into_iter().filter_map(artifact).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_results_give_the_same_bytes() {
        let results = captured::planted();
        assert_eq!(render(&results), render(&results.clone()));
    }

    #[test]
    fn the_page_is_written_last() {
        let names = |results: &Results| -> Vec<_> {
            render(results).iter().map(|file| file.name).collect()
        };
        let always = ["results.json", "results.csv", "summary.md", "junit.xml"];
        let mut results = captured::planted();
        assert!(names(&results).contains(&END_STATES));
        results.end_states.clear();
        assert_eq!(
            names(&results),
            [
                &always[..],
                &["replications.html", "errata.html", "index.html"]
            ]
            .concat()
        );
        results.replicated_papers.clear();
        assert_eq!(names(&results), [&always[..], &["index.html"]].concat());
    }

    #[test]
    fn every_file_of_an_empty_report_says_something() {
        for file in render(&captured::empty()) {
            assert!(!file.content.trim().is_empty(), "{} is empty", file.name);
        }
    }
}
