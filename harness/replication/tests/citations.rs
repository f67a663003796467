//! One citation for each paper: methods and replications show the same text, and prose names the same year.

use replication::papers;
use std::fs;
use std::path::{Path, PathBuf};

/// Families of authors with the year of their paper; the id `yoon-1993` is older than the citation, and final.
const YEARS: [(&str, &str); 8] = [
    ("Yoon", "1992"),
    ("Greenwood", "1992"),
    ("Bayo", "1996"),
    ("Ledesma", "1996"),
    ("Eun", "2003"),
    ("Chung", "2003"),
    ("Welch", "2007"),
    ("Choi", "2007"),
];

/// Where citations are spelt out.
const SPELT_OUT: &str = "harness/vocabulary/src/citation.rs";

/// Names of journals, in every spelling, which stand where citations are spelt out and nowhere else.
const JOURNALS: [&str; 6] = [
    "J. Guid. Control",
    "Journal of Guidance",
    "Nonlinear Dyn. ",
    "Nonlinear Dynamics",
    "KSME",
    "Comput. Methods Appl. Mech.",
];

/// How far behind a name its year may stand.
const NEAR: usize = 40;

/// The years that stand near behind one of the names and are not its year.
fn other_years(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, year) in YEARS {
        for (at, _) in text.match_indices(name) {
            let behind: String = text[at + name.len()..].chars().take(NEAR).collect();
            let numbers = behind.split(|c: char| !c.is_alphanumeric() && !"-_".contains(c));
            let is_year = |word: &&str| {
                let digits = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
                digits && (word.starts_with("19") || word.starts_with("20"))
            };
            if numbers
                .into_iter()
                .find(is_year)
                .is_some_and(|found| found != year)
            {
                wrong.push(format!("{name}{behind}"));
            }
        }
    }
    wrong
}

/// The journals that a text names.
fn journals(text: &str) -> Vec<&'static str> {
    let named = JOURNALS
        .into_iter()
        .filter(|journal| text.contains(journal));
    named.collect()
}

/// The files of a folder and of those in it that people write, but for the history of changes.
fn prose(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the workspace") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("");
        let skipped = name.starts_with('.') || name == "target" || name == "CHANGELOG.md";
        if skipped {
            continue;
        }
        let kinds = [".rs", ".md", ".toml", ".csv", ".tmpl"];
        if path.is_dir() {
            prose(&path, found);
        } else if kinds.iter().any(|kind| name.ends_with(kind)) {
            found.push(path);
        }
    }
}

#[test]
fn prose_names_no_other_year_and_citations_are_spelt_out_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    prose(&root, &mut files);
    assert!(files.len() > 500, "only {} files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).expect("within the workspace");
        // This file plants what it looks for.
        if name == Path::new("harness/replication/tests/citations.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("text");
        let found = other_years(&text).into_iter();
        wrong.extend(found.map(|near| format!("{}: {near:?}", name.display())));
        if name != Path::new(SPELT_OUT) {
            let named = journals(&text).into_iter();
            wrong.extend(named.map(|journal| format!("{}: {journal}", name.display())));
        }
    }
    assert_eq!(wrong, [""; 0], "another year, or a second citation");
}

#[test]
fn another_year_and_a_second_spelling_are_seen() {
    for planted in [
        "control in a step (Yoon 1993 Eqs. 55-59)",
        "as Yoon writes it (1993, Eq. 13)",
        "Yoon, Howe and Greenwood (1993), example 1",
        "Welch 2008",
    ] {
        assert!(!other_years(planted).is_empty(), "{planted}");
    }
    for good in [
        "the pendulum of Yoon (1992), see yoon-1993",
        "pendulum/yoon-1993, Yoon's yoon_1993::paper()",
        "Bayo and Ledesma 1996, after Baumgarte 1972",
    ] {
        assert_eq!(other_years(good), [""; 0], "{good}");
    }
    assert_eq!(journals("E. Bayo, Nonlinear Dyn. 9 (1996)").len(), 1);
}

#[test]
fn methods_and_replications_show_the_same_citation() {
    let papers = papers();
    let mut citing = 0;
    for method in catalog::methods() {
        for text in method.citation.split("; ") {
            let authors = |citation: &str| YEARS.iter().any(|(name, _)| citation.contains(name));
            if authors(text) {
                let known = papers.iter().any(|paper| paper.citation == text);
                assert!(known, "{}: {text}", method.id);
                citing += 1;
            }
        }
    }
    assert!(citing >= 7, "{citing}");
}
