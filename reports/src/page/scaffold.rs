//! The frame of the pages beside the report's: header, contents, sections and footer.

use super::document::document;
use maud::{Markup, html};

/// Opens the target of a link and adds copy buttons.
const SCRIPT: &str = include_str!("script/fold.js");

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
        let body = html! {
            (self.header)
            nav.contents aria-label="Contents" {
                @for (file, name) in self.elsewhere { a href=(file) { (name) } " " }
                @for section in &self.sections { a href=(format!("#{}", section.id)) { (section.name) } " " }
            }
            main {
                @for section in &self.sections {
                    section id=(section.id) { h2 { (section.title) } (section.body) }
                }
            }
            footer { p { "Driftbench. The same results always give the same page." } }
        };
        document(self.title, &body, SCRIPT)
    }
}
