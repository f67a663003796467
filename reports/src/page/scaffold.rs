//! The frame that all pages share: head, contents, sections and footer.

use super::policy::policy;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// One section of a page.
pub(super) struct Section {
    pub(super) id: String,
    /// The name in the list of contents.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) body: Markup,
}

/// The parts of a page.
pub(super) struct Page<'a> {
    /// The title of the browser tab.
    pub(super) title: &'a str,
    pub(super) header: Markup,
    /// Links to other pages of the report: file and name.
    pub(super) elsewhere: &'a [(&'a str, &'a str)],
    pub(super) sections: Vec<Section>,
}

impl Page<'_> {
    /// The page as one offline file.
    pub(super) fn render(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy(STYLE, SCRIPT));
                    meta name="generator" content="Driftbench";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) }
                    link rel="icon" href="data:,";
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    (self.header)
                    nav aria-label="Contents" {
                        @for (file, name) in self.elsewhere { a href=(file) { (name) } " " }
                        @for section in &self.sections { a href=(format!("#{}", section.id)) { (section.name) } " " }
                    }
                    main {
                        @for section in &self.sections {
                            section id=(section.id) { h2 { (section.title) } (section.body) }
                        }
                    }
                    footer { p { "Driftbench. The same results always give the same page." } }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string() + "\n"
    }
}
