//! BibTeX entries of Driftbench and of the papers behind a method.

use results::Method;
use results::citation::{CITATIONS, Citation};

/// The entry of Driftbench itself.
pub(crate) const DRIFTBENCH: &str = "\
@software{driftbench,
  author = {{The Driftbench developers}},
  title = {Driftbench: verification and benchmarks of constraint stabilization methods},
  version = {0.1.0},
  license = {MIT OR Apache-2.0}
}
";

/// The entries of the papers that a method cites. A citation that is not in our list becomes a note, word for word.
pub(crate) fn of_method(method: &Method) -> String {
    let cited = CITATIONS.iter();
    let known: Vec<String> = cited
        .filter(|citation| method.citation.contains(citation.text))
        .map(entry)
        .collect();
    if known.is_empty() {
        return format!(
            "@misc{{{},\n  title = {{{}}},\n  note = {{{}}}\n}}\n",
            method.id,
            escaped(&method.name),
            escaped(&method.citation)
        );
    }
    known.join("\n")
}

fn entry(citation: &Citation) -> String {
    let kind = match citation.journal {
        "" => "unpublished",
        _ => "article",
    };
    let note = match kind {
        "unpublished" => "our copy names neither a journal nor a year",
        _ => "",
    };
    let fields = [
        ("author", citation.authors),
        ("title", citation.title),
        ("journal", citation.journal),
        ("volume", citation.volume),
        ("number", citation.number),
        ("pages", citation.pages),
        ("year", citation.year),
        ("doi", citation.doi),
        ("note", note),
    ];
    let fields = fields.iter().filter(|(_, value)| !value.is_empty());
    let fields = fields.map(|(name, value)| format!("  {name} = {{{}}}", escaped(value)));
    let fields: Vec<String> = fields.collect();
    format!("@{kind}{{{},\n{}\n}}\n", citation.key, fields.join(",\n"))
}

/// A text in which nothing has a meaning for TeX.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '&' | '%' | '$' | '#' | '_' => out.extend(['\\', c]),
            '{' | '}' | '\\' | '~' | '^' => {}
            c => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn every_method_of_a_report_has_entries_with_balanced_braces() {
        for method in &captured::planted().methods {
            let text = of_method(method);
            assert!(text.starts_with('@') && text.ends_with("}\n"), "{text}");
            assert_eq!(
                text.matches('{').count(),
                text.matches('}').count(),
                "{text}"
            );
        }
    }

    #[test]
    fn a_method_with_two_papers_has_two_entries() {
        let mut method = captured::planted().methods[0].clone();
        let [first, second] = [CITATIONS[0], CITATIONS[2]];
        method.citation = format!("{}; {}", first.text, second.text);
        let text = of_method(&method);
        assert_eq!(text.matches("@article{").count(), 2, "{text}");
        assert!(text.contains("author = {J. Baumgarte}"), "{text}");
    }

    #[test]
    fn a_citation_that_is_not_in_our_list_is_a_note() {
        let mut method = captured::planted().methods[0].clone();
        method.citation = "A. Author, 100 % new {braces}".into();
        let text = of_method(&method);
        assert!(
            text.contains("note = {A. Author, 100 \\% new braces}"),
            "{text}"
        );
    }
}
