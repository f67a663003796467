//! What every page of the report has: the head with its policy, the style and one script.

use super::policy::policy;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page as one offline file, from its title, its body and its script.
pub(super) fn document(title: &str, body: &Markup, script: &str) -> String {
    let style = super::STYLE;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(style, script));
                meta name="generator" content="Driftbench";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(style)) }
            }
            body {
                (body)
                script { (PreEscaped(script)) }
            }
        }
    };
    page.into_string() + "\n"
}
